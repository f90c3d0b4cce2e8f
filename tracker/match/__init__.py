"""A match at a table: its frames, and the steps that lead from one state of it to the next. Knows no game."""
