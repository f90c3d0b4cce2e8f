"""A live table: the one writer of its books, what is kept of it, and what its screens may know."""
