"""Matches that were played, as people look them up: results, statistics and sheets, read from the club's database."""
