"""What became of each ball that was lost in a stroke: what was measured of it, and what that is worth."""
