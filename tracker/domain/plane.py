"""Plane geometry of the table in pure floats: millimetres, x to the right and y to the Top cushion, seen from Baulk."""

from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the table: the centre of a ball, or a mark on the cloth (mm)."""

    x_mm: float
    y_mm: float


def distance_mm(a: Point, b: Point) -> float:
    """Return the distance between two places in mm."""
    return hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
