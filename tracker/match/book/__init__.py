"""The book of a match: its lines, what they fold to, how it is written down, undone and put on a sheet."""
