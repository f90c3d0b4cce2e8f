"""Telling strokes in a process of their own, and what is kept of each to look at it again."""
