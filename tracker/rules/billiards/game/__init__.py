"""Where a game of billiards stands, and what may be called and told in it."""
