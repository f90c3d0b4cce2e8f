"""Strokes put together from the likeliest explanations, as readings with their odds."""
