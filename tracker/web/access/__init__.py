"""Who may do what: the door, the rights, and the guards that look at a request before any route does."""
