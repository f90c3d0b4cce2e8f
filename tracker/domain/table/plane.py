"""Plane geometry of the table in pure floats: millimetres, x to the right and y to the Top cushion, seen from Baulk."""

from collections.abc import Iterable
from math import asin, atan2, cos, hypot, inf, sin, sqrt
from typing import Final, NamedTuple

HAIR_MM: Final = 0.01
"""The smallest gap left where a ball must be placed as near as possible to another without touching it."""


class Point(NamedTuple):
    """A place on the table: the centre of a ball, or a mark on the cloth (mm)."""

    x_mm: float
    y_mm: float


def distance_mm(a: Point, b: Point) -> float:
    """Return the distance between two places in mm."""
    return hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def heading(start: Point, end: Point) -> float:
    """Return the direction from one place to another, in radians from the x axis."""
    return atan2(end.y_mm - start.y_mm, end.x_mm - start.x_mm)


def gap_to_path_mm(ball: Point, start: Point, end: Point) -> float:
    """Return the distance (mm) from the centre `ball` to the straight path from `start` to `end`."""
    run_x, run_y = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length2 = run_x * run_x + run_y * run_y
    along = ((ball.x_mm - start.x_mm) * run_x + (ball.y_mm - start.y_mm) * run_y) / length2 if length2 else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(ball.x_mm - start.x_mm - along * run_x, ball.y_mm - start.y_mm - along * run_y)


def is_occupied(spot: Point, balls: Iterable[Point], touching_mm: float) -> bool:
    """Tell whether a ball placed on `spot` would touch one of `balls` (centres nearer than, or at, `touching_mm`)."""
    return any(distance_mm(spot, ball) <= touching_mm for ball in balls)


def outside_d_mm(place: Point, centre: Point, radius_mm: float) -> float:
    """Return how far (mm) `place` lies outside the D around `centre`; 0 or less is on or within it."""
    return max(place.y_mm - centre.y_mm, distance_mm(place, centre) - radius_mm)


def first_room_on_line(start: Point, end_y_mm: float, balls: Iterable[Point], touching_mm: float) -> Point | None:
    """Return the place nearest `start`, along the table toward `end_y_mm`, that touches none of `balls`, or None.

    The line runs lengthways through `start`. A ball off the line by dx bars all places within sqrt(t^2 - dx^2) of its
    own height; the place returned is `HAIR_MM` clear of the last one that barred it.
    """
    sign = 1.0 if end_y_mm >= start.y_mm else -1.0
    y_mm = start.y_mm
    near = sorted((b for b in balls if abs(b.x_mm - start.x_mm) <= touching_mm), key=lambda b: sign * b.y_mm)
    for ball in near:
        if distance_mm(Point(start.x_mm, y_mm), ball) <= touching_mm:
            reach = sqrt(touching_mm**2 - (ball.x_mm - start.x_mm) ** 2)
            y_mm = ball.y_mm + sign * (reach + HAIR_MM)
    return Point(start.x_mm, y_mm) if sign * (end_y_mm - y_mm) >= 0 else None


def edge_path_ends(cue: Point, ball: Point, touching_mm: float) -> tuple[Point, Point]:
    """Return where the cue-ball at `cue` would just meet the two extreme edges of `ball`.

    Both paths are tangents from `cue` to the circle of radius `touching_mm` around `ball`.
    """
    return aimed_end(cue, ball, touching_mm, 1.0), aimed_end(cue, ball, touching_mm, -1.0)


def aimed_end(cue: Point, ball: Point, touching_mm: float, aim: float) -> Point:
    """Return where the cue-ball is when it meets `ball`, aimed off its centre by `aim` (-1 … 1) of the widest angle."""
    away = distance_mm(cue, ball)
    if away <= touching_mm:
        return cue
    turn = aim * asin(touching_mm / away)
    run = away * cos(turn) - sqrt(max(0.0, touching_mm**2 - (away * sin(turn)) ** 2))
    heading = atan2(ball.y_mm - cue.y_mm, ball.x_mm - cue.x_mm) + turn
    return Point(cue.x_mm + run * cos(heading), cue.y_mm + run * sin(heading))


def crossings(a: Point, a_radius_mm: float, b: Point, b_radius_mm: float) -> tuple[Point, ...]:
    """Return where two circles cross: two places, or none."""
    apart = distance_mm(a, b)
    if apart <= 0.0 or not abs(a_radius_mm - b_radius_mm) <= apart <= a_radius_mm + b_radius_mm:
        return ()
    ux, uy = (b.x_mm - a.x_mm) / apart, (b.y_mm - a.y_mm) / apart
    along = (apart * apart + a_radius_mm**2 - b_radius_mm**2) / (2 * apart)
    aside = sqrt(max(0.0, a_radius_mm**2 - along * along))
    x_mm, y_mm = a.x_mm + along * ux, a.y_mm + along * uy
    return Point(x_mm - aside * uy, y_mm + aside * ux), Point(x_mm + aside * uy, y_mm - aside * ux)


def clearance_mm(start: Point, end: Point, balls: Iterable[Point], touching_mm: float) -> float:
    """Return by how much (mm) a ball rolling from `start` to `end` clears `balls`; below 0 it meets one."""
    ax, ay, run_x, run_y = start.x_mm, start.y_mm, end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length2 = run_x * run_x + run_y * run_y or 1.0
    nearest2 = inf
    for x_mm, y_mm in balls:  # written out: a free-ball test from hand comes here tens of thousands of times
        dx, dy = x_mm - ax, y_mm - ay
        along = (dx * run_x + dy * run_y) / length2
        if along > 0.0:
            along = min(along, 1.0)
            dx -= along * run_x
            dy -= along * run_y
        nearest2 = min(nearest2, dx * dx + dy * dy)
    return sqrt(nearest2) - touching_mm
