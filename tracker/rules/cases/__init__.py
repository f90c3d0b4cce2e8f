"""Written rule cases, whatever the game: how they are written down, and how one is played."""
