"""Books on their way from a hall to the hub: what it has not sent yet, and what the hub makes of what came."""
