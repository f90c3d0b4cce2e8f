"""The nouns of the game, and nothing that touches a machine."""
