"""How long a ball can roll: what the cloth takes from it is known, so a short way, or a slow pace, is soon at its end.

A rolling ball slows down by a constant a. From v it stops within v / a, and over a way s it is at its stop within
sqrt(2 s / a), wherever it came from (Marlow, The Physics of Pocket Billiards, 1995). What seems to move for longer is
not a ball that rolls: it is the camera's word for a ball that lies still.
"""

from math import sqrt
from typing import Final

from tracker.domain.physics import ROLLING_MM_S2, ROLLING_SD

SLOWEST_MM_S2: Final = ROLLING_MM_S2 * (1 - 2 * ROLLING_SD)
"""Hardly any cloth slows a ball by less."""


def longest_roll_s(way_mm: float) -> float:
    """Return for how long a ball rolls at most that comes to rest within so long a way."""
    return sqrt(2 * max(way_mm, 0.0) / SLOWEST_MM_S2)


def stops_within_s(pace_mm_s: float) -> float:
    """Return for how long a ball rolls on at most from a pace, when nothing drives it on."""
    return max(pace_mm_s, 0.0) / SLOWEST_MM_S2
