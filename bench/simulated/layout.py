"""Where balls lie: places for balls that come to rest, none of them on another, exact to the last digit."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Final

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm

Layout = tuple[Place, ...]
"""The balls on the table; a ball is known by its number in it."""

CLEAR_MM: Final = 12.0
"""Balls come to rest at least this far apart: more than three times the spread of a gap between two seen balls, so that
no frame turns on whether two balls touch (that is what `bench.touching` measures)."""
POCKET_MM: Final = 95.0
"""No ball rests nearer to the middle of a pocket."""
TRIES: Final = 60

Fits = Callable[[Point], bool]


def anywhere(place: Point) -> bool:
    """Accept any place."""
    return True


def room(
    rng: Random,
    kit: Kit,
    taken: Iterable[Point],
    near: Point | None = None,
    fits: Fits = anywhere,
    far_mm: float = 300.0,
) -> Point:
    """Return a free place, about `far_mm` from `near` if there is room, else anywhere that `fits`, else anywhere."""
    lying = tuple(taken)
    for allowed, around in ((fits, near), (fits, None), (anywhere, None), (anywhere, None)):
        for _ in range(TRIES):
            place = _drawn(rng, kit, around, far_mm)
            if allowed(place) and is_clear(kit, place, lying):
                return place
    return _drawn(rng, kit, None, far_mm)  # never seen: a table is far larger than its balls


def _drawn(rng: Random, kit: Kit, near: Point | None, far_mm: float) -> Point:
    edge = kit.ball_radius_mm + 2.0
    if near is None:
        return Point(rng.uniform(edge, kit.width_mm - edge), rng.uniform(edge, kit.length_mm - edge))
    x_mm, y_mm = rng.gauss(near.x_mm, far_mm), rng.gauss(near.y_mm, far_mm)
    return Point(min(max(x_mm, edge), kit.width_mm - edge), min(max(y_mm, edge), kit.length_mm - edge))


def is_clear(kit: Kit, place: Point, taken: Iterable[Point]) -> bool:
    """Tell whether a ball may come to rest there."""
    if any(distance_mm(place, pocket.fall) < POCKET_MM for pocket in kit.pockets):
        return False
    return all(distance_mm(place, other) >= kit.touching_mm + CLEAR_MM for other in taken)


def in_d(rng: Random, kit: Kit, layout: Layout) -> Point:
    """Return a free place within the D, well inside of its line."""
    centre = kit.spots["brown-spot"]
    taken = points(layout)
    for _ in range(20 * TRIES):
        dx = rng.uniform(-0.9, 0.9) * kit.d_radius_mm
        dy = -rng.uniform(0.0, 0.9) * kit.d_radius_mm
        place = Point(centre.x_mm + dx, centre.y_mm + dy)
        if dx * dx + dy * dy < (0.9 * kit.d_radius_mm) ** 2 and is_clear(kit, place, taken):
            return place
    return Point(centre.x_mm, centre.y_mm - 0.5 * kit.d_radius_mm)  # the D is full: never seen


def points(layout: Layout) -> tuple[Point, ...]:
    """Return the places alone."""
    return tuple(place.at for place in layout)


def lies(ball: str, at: Point) -> Place:
    """Return a ball at an exact place."""
    return Place(ball=ball, at=at, sd_mm=0.0)


def without(layout: Layout, ball: str) -> Layout:
    """Return the layout without any ball of that name."""
    return tuple(place for place in layout if place.ball != ball)


def numbers(layout: Layout, *balls: str) -> list[int]:
    """Return the numbers of all balls of these names."""
    return [number for number, place in enumerate(layout) if place.ball in balls]


def moved(layout: Layout, number: int, to: Point) -> Layout:
    """Return the layout with one ball elsewhere."""
    return (*layout[:number], replace(layout[number], at=to), *layout[number + 1 :])
