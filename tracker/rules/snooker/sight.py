"""What can be hit in a straight line: whether a player is snookered, and how much of a ball on stood open.

Theory: Section 2 Rule 17 and Section 3 Rule 14(c), (d); the catalogue's ALG-SNOOKER and ALG-CLEARPATH. A player is
snookered unless some ball on can be hit on both its extreme edges. Balls on never obstruct each other, and cushions
never do.
"""

from collections.abc import Iterable, Iterator
from math import cos, hypot, pi, sin

from tracker.domain.kit import Kit
from tracker.domain.plane import Point, aimed_end, clearance_mm, distance_mm, edge_path_ends
from tracker.domain.stroke import Place
from tracker.rules.snooker.position import COLOUR, Position

AIMS = 24
"""Directions tried on each side of a ball's centre when a path to any part of it is sought."""


def balls_of(lie: Iterable[Place], kinds: Iterable[str]) -> tuple[Point, ...]:
    """Return the centres of the balls of those kinds."""
    wanted = set(kinds)
    return tuple(place.at for place in lie if place.ball in wanted)


def could_be_on(at: Position) -> frozenset[str]:
    """Return the kinds of ball that may be hit first: for a colour of choice, every colour on the table."""
    if at.free:
        return frozenset({at.free})
    if at.on == COLOUR:
        return frozenset(at.colours)
    return frozenset({at.on})


def split(lie: Iterable[Place], on: frozenset[str], cue: str) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the centres of the balls on, and of all other object balls."""
    places = tuple(place for place in lie if place.ball != cue)
    others = tuple(place.at for place in places if place.ball not in on)
    return balls_of(places, on), others


def open_by_mm(cue: Point, on: Iterable[Point], others: Iterable[Point], touching_mm: float) -> float:
    """Return by how much (mm) the best ball on stands open on both edges; below 0 the player is snookered.

    A ball on that touches the cue-ball counts as open (AMB-82): playing away from it counts as hitting it.
    """
    blockers = tuple(others)
    best = -touching_mm
    for ball in on:
        best = max(best, _both_edges_mm(cue, ball, blockers, touching_mm, best))
    return best


def _both_edges_mm(cue: Point, ball: Point, others: tuple[Point, ...], touching_mm: float, beat_mm: float) -> float:
    """Return the lesser clearance of the two edge paths; the second is not tried where the first does not beat."""
    if distance_mm(cue, ball) <= touching_mm + TOUCH_MM:
        return touching_mm
    one, other = edge_path_ends(cue, ball, touching_mm)
    first = clearance_mm(cue, one, others, touching_mm)
    return first if first <= beat_mm else min(first, clearance_mm(cue, other, others, touching_mm))


TOUCH_MM = 1e-6
"""Rounding of a touching ball's place."""


def open_from_hand_mm(on: Iterable[Point], others: Iterable[Point], kit: Kit, enough_mm: float) -> float:
    """Return by how much (mm) the best ball on stands open from the best free place of the D (SNK-2.17.a).

    The search stops at a place from which one stands open by `enough_mm`.
    """
    targets, blockers = tuple(on), tuple(others)
    best = -kit.touching_mm
    for cue in places_in_d(kit):
        if all(distance_mm(cue, ball) > kit.touching_mm for ball in (*targets, *blockers)):
            best = max(best, open_by_mm(cue, targets, blockers, kit.touching_mm))
        if best > enough_mm:
            break
    return best


def places_in_d(kit: Kit) -> Iterator[Point]:
    """Yield places (mm) on and within the D: its corners and centre first, then rings about a ball's radius apart."""
    centre = kit.spot_of("brown")
    if centre is None:
        return
    rings = max(1, round(kit.d_radius_mm / kit.ball_radius_mm))
    for ring in range(rings, -1, -1):
        radius = kit.d_radius_mm * ring / rings
        steps = max(1, round(pi * radius / kit.ball_radius_mm))
        for step in range(steps + 1):
            turn = pi * step / steps
            yield Point(centre.x_mm + radius * cos(turn), centre.y_mm - radius * sin(turn))


def path_to(cue: Point, on: Iterable[Point], others: Iterable[Point], touching_mm: float) -> str:
    """Return the best straight path to a ball on: `full` (its centre), `part` (any part of it) or `none`."""
    targets, blockers = tuple(on), tuple(others)
    if any(_reaches(cue, ball, 0.0, blockers, touching_mm) for ball in targets):
        return "full"
    aims = [side * step / AIMS for step in range(1, AIMS + 1) for side in (1, -1)]
    open_part = any(_reaches(cue, ball, aim, blockers, touching_mm) for ball in targets for aim in aims)
    return "part" if open_part else "none"


def _reaches(cue: Point, ball: Point, aim: float, others: tuple[Point, ...], touching_mm: float) -> bool:
    return clearance_mm(cue, aimed_end(cue, ball, touching_mm, aim), others, touching_mm) >= 0


def snookering(cue: Point, on: Iterable[Point], lie: Iterable[Place], touching_mm: float) -> frozenset[str]:
    """Return the effective snookering ball (SNK-2.17.b): the kinds that obstruct and lie nearest.

    It is empty too where different balls on are hidden by different balls (SNK-2.17.c).
    """
    others = tuple(lie)
    nearest = [_nearest_obstructing(cue, ball, others, touching_mm) for ball in on]
    shared = frozenset.intersection(*nearest) if nearest else frozenset()
    return shared


def _nearest_obstructing(cue: Point, ball: Point, others: tuple[Place, ...], touching_mm: float) -> frozenset[str]:
    ends = edge_path_ends(cue, ball, touching_mm)
    hiding = [o for o in others if any(clearance_mm(cue, end, (o.at,), touching_mm) < 0 for end in ends)]
    nearest_mm = min((_away(cue, o.at) for o in hiding), default=0.0)
    return frozenset(o.ball for o in hiding if _away(cue, o.at) <= nearest_mm + TOUCH_MM)


def _away(a: Point, b: Point) -> float:
    return hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
