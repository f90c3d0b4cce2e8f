"""Putting balls back after a miss: where each ball belongs, and how far and which way it is off now.

What goes back is the game's own answer in the edition in force (`rules.desk`). Balls of one kind are alike, so each
place is given the nearest ball that is free, the closest pairs first: one that was not moved keeps its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tracker.domain.law.call import Call
from tracker.domain.strokes.places import nearest_alike
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.match.book.book import standing_calls
from tracker.match.desk.desk import Desk
from tracker.rules.desk import Due

ON_SPOT_MM = 1.0
"""A place so near a colour's spot is that spot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallBack:
    """One ball: its place, and what is missing to it (mm)."""

    ball: str
    place: Place
    is_due: bool
    """The edition in force puts it back; False: it stays where the stroke left it."""
    on_spot: bool
    """Its place is its own spot."""
    moved_mm: float | None
    """How far the stroke moved it; None: it is off the table, or was, or nobody saw where the stroke left it."""
    now: Place | None
    """Where it lies; None: not on the table."""

    @property
    def across_mm(self) -> float | None:
        """How far it must go towards the right cushion, as seen from Baulk; below 0 to the left."""
        return None if self.now is None else self.place.at.x_mm - self.now.at.x_mm

    @property
    def along_mm(self) -> float | None:
        """How far it must go towards the Top; below 0 towards Baulk."""
        return None if self.now is None else self.place.at.y_mm - self.now.at.y_mm

    @property
    def off_mm(self) -> float | None:
        """How far it is from its place."""
        return None if self.now is None else distance_mm(self.place.at, self.now.at)


def due_back(desk: Desk[Any]) -> Due | None:
    """Return what goes back now; None: nothing, or nobody saw where the balls lay."""

    def last() -> tuple[Any, tuple[Call, ...]]:
        before = desk.steps[-2].position if len(desk.steps) > 1 else desk.rules.opening(desk.book.header.setup)
        return before, standing_calls(desk.book.entries)[-1][1] if desk.steps else ()

    return desk.rules.desk.due_back(desk.rules, desk.position, last)


def balls_to_put_back(due: Due, now: Sequence[Place], kit: Kit) -> tuple[BallBack, ...]:
    """Return every ball that has a place, the ones furthest off first; `now` is where they lie at this moment."""
    now_alike, left_alike = nearest_alike(due.lie, now), nearest_alike(due.lie, due.left or ())
    balls = (
        BallBack(
            ball=place.ball,
            place=place,
            is_due=not due.only_cue_ball or place.ball == due.cue_ball,
            on_spot=_is_spot(place, kit),
            moved_mm=None if was is None else distance_mm(place.at, was.at),
            now=lies,
        )
        for place, lies, was in zip(due.lie, now_alike, left_alike, strict=True)
        if not (due.in_hand and place.ball == due.cue_ball)
    )
    return tuple(sorted(balls, key=_missing_most))


def _missing_most(ball: BallBack) -> tuple[bool, float]:
    return not ball.is_due, -(float("inf") if ball.off_mm is None else ball.off_mm)


def _is_spot(place: Place, kit: Kit) -> bool:
    spot = kit.spot_of(place.ball)
    return spot is not None and distance_mm(place.at, spot) <= ON_SPOT_MM
