"""The law, pure and alone."""
