"""Clips sent for review: taken in, checked by a confined process, watched by another at low priority."""
