"""Where every ball of a frame is at any moment: at rest, rolling, falling into a pocket, or held in a hand."""

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.training.clips.aiming import stirred
from models.training.clips.story import FALL_S, falling
from models.training.frames.hands import Reach, reach_of
from models.training.frames.turns import Frame, Place, Turn
from models.training.painter.scene import DrawnBall
from tracker.domain.table.kit import Kit

STEP_S = 0.002
FASTEST_MM_S = 12000.0
"""What seems faster has only come into view or gone out of it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Span:
    """A stretch of a ball's life, until the next begins."""

    begins_s: float
    ends_s: float
    """After it the ball lies still at `then`."""
    then: Place | None
    turn: Turn | None = None
    local: int = 0
    reach: Reach | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Timeline:
    """All balls of a frame, second by second."""

    kit: Kit
    names: tuple[str, ...]
    spans: tuple[tuple[_Span, ...], ...]
    """By ball, in the order of time."""
    reaches: tuple[Reach, ...]
    _begins: tuple[tuple[float, ...], ...] = field(repr=False)

    def place(self, ball: int, t_s: float) -> tuple[float, float, float] | None:
        """Return the centre of a ball in mm, or None while it is out of view."""
        span = self._span(ball, t_s)
        if span is None:
            return None
        if t_s < span.ends_s:
            if span.reach is not None:
                hand = span.reach.at(t_s)
                return None if hand is None else _held(self.kit, hand)
            if span.turn is not None:
                return _rolling(self.kit, span.turn, span.local, t_s)
        return None if span.then is None else (*span.then, self.kit.lies_mm)

    def is_moving(self, ball: int, t_s: float) -> bool:
        """Say whether a ball is in the middle of something."""
        span = self._span(ball, t_s)
        return span is not None and t_s < span.ends_s + STEP_S

    def is_on_table(self, ball: int, t_s: float) -> bool:
        """Say whether a ball stands or rolls on the bed, so that it counts: not falling, in the air or in a hand."""
        span, at = self._span(ball, t_s), self.place(ball, t_s)
        held = span is not None and span.reach is not None and t_s < span.ends_s
        return at is not None and not held and abs(at[2] - self.kit.lies_mm) < 1e-9

    def drawn(self, t_s: float) -> tuple[tuple[int, DrawnBall], ...]:
        """Return the balls in view at a moment with their numbers, and how fast each moves."""
        shown = []
        for ball, name in enumerate(self.names):
            at = self.place(ball, t_s)
            if at is None:
                continue
            velocity = self._velocity(ball, at, t_s) if self.is_moving(ball, t_s) else (0.0, 0.0, 0.0)
            shown.append((ball, DrawnBall(ball=name, at_mm=at, velocity_mm_s=velocity)))
        return tuple(shown)

    def _velocity(self, ball: int, at: tuple[float, float, float], t_s: float) -> tuple[float, float, float]:
        before, after = self.place(ball, t_s - STEP_S) or at, self.place(ball, t_s + STEP_S) or at
        speed = (np.array(after) - np.array(before)) / (2 * STEP_S)
        if np.any(np.abs(speed) > FASTEST_MM_S) or np.all(np.abs(speed) < 0.1):
            return 0.0, 0.0, 0.0
        return float(speed[0]), float(speed[1]), float(speed[2])

    def _span(self, ball: int, t_s: float) -> _Span | None:
        at = bisect_right(self._begins[ball], t_s) - 1
        return self.spans[ball][at] if at >= 0 else None


def timeline_of(frame: Frame) -> Timeline:
    """Return the whole frame, second by second."""
    spans: list[list[_Span]] = [[] for _ in frame.names]
    for ball, at in frame.start.items():
        spans[ball].append(_Span(begins_s=-1e9, ends_s=-1e9, then=at))
    reaches = []
    for turn in (*frame.turns, None):
        for hand in frame.end_hands if turn is None else turn.hands:
            reach = reach_of(frame.kit, hand)
            reaches.append(reach)
            begins, ends = reach.holds_s
            spans[hand.ball].append(_Span(begins_s=begins, ends_s=ends, then=hand.to_mm, reach=reach))
        if turn is not None:
            for local in stirred(turn.played):
                spans[turn.ids[local]].append(_in_stroke(turn, local))
    return Timeline(
        kit=frame.kit, names=frame.names, spans=tuple(tuple(some) for some in spans), reaches=tuple(reaches),
        _begins=tuple(tuple(span.begins_s for span in some) for some in spans),
    )  # fmt: skip


def _held(kit: Kit, hand: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(hand[0]), float(hand[1]), max(float(hand[2]), kit.lies_mm)


def _in_stroke(turn: Turn, local: int) -> _Span:
    x, y = turn.played.places_mm[-1][local]
    fell = next((pot for pot in turn.played.pots if pot.ball == local), None)
    ends_s = turn.rest_s if fell is None else turn.at_s + fell.at_s + FALL_S
    then = None if np.isnan(x) else (float(x), float(y))
    return _Span(begins_s=turn.at_s, ends_s=ends_s, then=then, turn=turn, local=local)


def _rolling(kit: Kit, turn: Turn, local: int, t_s: float) -> tuple[float, float, float] | None:
    since = t_s - turn.at_s
    fell = next((pot for pot in turn.played.pots if pot.ball == local), None)
    if fell is not None and since >= fell.at_s:
        return falling(kit, fell, since - fell.at_s)
    x, y = turn.played.at(since)[local]
    if np.isnan(x):
        if fell is None:
            return None
        x, y = fell.at_mm
    return float(x), float(y), kit.lies_mm + float(turn.played.heights_at(since)[local])
