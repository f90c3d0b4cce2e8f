"""Follow every ball from picture to picture, and name it."""
