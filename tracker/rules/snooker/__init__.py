"""Snooker: positions, calls, clauses, the judge, and the editions of the book."""
