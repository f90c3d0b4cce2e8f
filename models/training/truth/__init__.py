"""Clips to measure by: strokes of a physics engine that is not ours, drawn by our painter, with exact incidents."""
