"""What each call does to a game, when it may be made, and what is said with it."""
