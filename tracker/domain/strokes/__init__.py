"""What was seen of a stroke: facts, what is in doubt of them, and what else they may have been."""
