"""What each call does to a frame, when it may be made, and what is said with it."""
