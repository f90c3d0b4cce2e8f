"""Backups of a club: one archive with all that it keeps, and the way back into a folder."""
