"""Odds of what is told of strokes: drawn strokes, eyes that err as measured ones do, fits, and reliability."""
