"""What can be hit in a straight line: whether a player is snookered, and how much of a ball on stood open.

Theory: Section 2 Rule 17 and Section 3 Rule 14(c), (d); the catalogue's ALG-SNOOKER and ALG-CLEARPATH. A player is
snookered unless some ball on can be hit on both its extreme edges. Balls on never obstruct each other, and cushions
never do.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import asin, atan2, cos, hypot, pi, remainder, sin, sqrt

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point, clearance_mm, crossings, distance_mm, edge_path_ends, heading
from tracker.rules.snooker.frame.position import COLOUR, Position


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


def path_to(cue: Point, on: Iterable[Point], others: Iterable[Point], touching_mm: float, slack_mm: float = 0.0) -> str:
    """Return the best straight path to a ball on: `full` (its centre), `part` (any part of it) or `none`.

    `slack_mm` makes the balls in the way count as so much larger, or smaller where it is below 0.
    """
    targets, blockers = tuple(on), tuple(others)
    bar_mm = touching_mm + slack_mm
    part = False
    for ball in targets:
        view = _View(cue, ball, touching_mm)
        near = view.in_the_way(blockers, bar_mm)
        if view.is_open(0.0, near, bar_mm):
            return "full"
        part = part or any(view.is_open(turn, near, bar_mm) for turn in view.between_changes(near, bar_mm))
    return "part" if part else "none"


class _View:
    """A ball as it is aimed at from a place: directions are turns (radians) away from its centre."""

    def __init__(self, cue: Point, ball: Point, touching_mm: float) -> None:
        self.cue, self.touching_mm = cue, touching_mm
        self.away_mm = max(_away(cue, ball), touching_mm)
        self.heading = heading(cue, ball)
        self.half_turn = asin(touching_mm / self.away_mm)

    def in_the_way(self, others: Iterable[Point], bar_mm: float) -> tuple[Point, ...]:
        """Return the balls that a path to any part of the ball may come near: those beside the line of centres."""
        ux, uy = cos(self.heading), sin(self.heading)
        x_mm, y_mm, aside, last = self.cue.x_mm, self.cue.y_mm, self.touching_mm + bar_mm, self.away_mm + bar_mm
        return tuple(
            other
            for other in others
            if abs((other.y_mm - y_mm) * ux - (other.x_mm - x_mm) * uy) < aside
            and -bar_mm < (other.x_mm - x_mm) * ux + (other.y_mm - y_mm) * uy < last
        )

    def is_open(self, turn: float, others: Iterable[Point], bar_mm: float) -> bool:
        """Tell whether the cue-ball, sent that way, meets the ball before it comes within `bar_mm` of another."""
        run = self.away_mm * cos(turn) - sqrt(max(0.0, self.touching_mm**2 - (self.away_mm * sin(turn)) ** 2))
        end = Point(self.cue.x_mm + run * cos(self.heading + turn), self.cue.y_mm + run * sin(self.heading + turn))
        return clearance_mm(self.cue, end, others, bar_mm) >= 0

    def between_changes(self, others: Iterable[Point], bar_mm: float) -> Iterator[float]:
        """Yield the middle direction of each stretch in which the same balls are in the way.

        A ball comes into the way, or goes out of it, at its own edges and where the cue-ball would touch it and the
        ball aimed at together.
        """
        changes = [-self.half_turn, self.half_turn]
        for other in others:
            changes += [turn for turn in self._changes_at(other, bar_mm) if abs(turn) < self.half_turn]
        changes.sort()
        yield from ((a + b) / 2 for a, b in pairwise(changes) if b > a)

    def _changes_at(self, other: Point, bar_mm: float) -> Iterator[float]:
        away = _away(self.cue, other)
        turn = remainder(heading(self.cue, other) - self.heading, 2 * pi)
        half = asin(min(1.0, bar_mm / away)) if away else pi
        yield from (turn - half, turn + half)
        aim = Point(self.away_mm, 0.0)  # from here on the cue-ball lies at 0 and the ball aimed at straight ahead
        seen = Point(away * cos(turn), away * sin(turn))
        yield from (atan2(p.y_mm, p.x_mm) for p in crossings(aim, self.touching_mm, seen, bar_mm))


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
