"""What can still be rolling: the cloth slows a ball by what is known, so that a short way, or a slow pace, soon ends.

A rolling ball slows down by a constant a. From v it stops within v / a, and over a way s it is at its stop within
sqrt(2 s / a), wherever it came from (Marlow, The Physics of Pocket Billiards, 1995). What seems to move for longer is
not a ball that rolls: it is the camera's word for a ball that lies still.
"""

from math import sqrt
from typing import Final

from tracker.physics.motion import rolls_for_s
from tracker.physics.surfaces import USUAL, Surfaces

FASTEST: Final = USUAL.fastest
"""Hardly any cloth slows a ball by less."""
CONFINED_MM: Final = 10.0
"""A ball that keeps within so much of a place over `CONFINED_S` lies still at the end: in that time one that rolls gets
farther, a t² / 2 = 34 mm on the fastest cloth."""
CONFINED_S: Final = 1.0
SETTLED_MM: Final = 3.5
"""From the first half of that time to the second it goes no farther if it lay still before the second: a (t / 4)² / 2,
at the middle of the first half."""


def longest_roll_s(way_mm: float, on: Surfaces = USUAL) -> float:
    """Return for how long a ball rolls at most that comes to rest within so long a way."""
    return sqrt(2 * max(way_mm, 0.0) / on.fastest.rolling_mm_s2)


def stops_within_s(pace_mm_s: float, on: Surfaces = USUAL) -> float:
    """Return for how long a ball rolls on at most from a pace, when nothing drives it on."""
    return rolls_for_s(pace_mm_s, on.fastest)
