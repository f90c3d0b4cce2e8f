"""What goes back after a miss, by the law's own answer in the edition in force: all balls, or the cue-ball alone."""

from collections.abc import Callable
from typing import Any

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import WHITE
from tracker.rules.desk import Calls, Due
from tracker.rules.snooker.frame.calls import Choose
from tracker.rules.snooker.frame.position import REPLACE, Position
from tracker.rules.snooker.law.corrections import CUE_BALL, balls_back


def due_back(rules: Any, at: Position, last: Callable[[], tuple[Position, Calls]]) -> Due | None:
    """Return what goes back now; None: nothing, or nobody saw where the balls lay.

    `last` gives the position before the last calls that stand, and these.
    """
    asked = Choose(what=REPLACE)
    if REPLACE in at.choices:
        return _due(at, balls_back(at, asked), rules.apply(at, asked), chosen=False)
    before, said = last()
    for call in said:
        after = rules.apply(before, call)
        if isinstance(call, Choose) and (back := balls_back(before, call)) is not None:
            return _due(before, back, after, chosen=True)
        before = after
    return None


def _due(left: Position, back: object, after: Position, *, chosen: bool) -> Due | None:
    lie = after.lie or _original(left, back)
    if not lie and not after.unseen:
        return None
    return Due(
        lie=lie, unseen=after.unseen, left=left.lie, cue_ball=WHITE, only_cue_ball=back == CUE_BALL,
        in_hand=after.in_hand, chosen=chosen,
    )  # fmt: skip


def _original(left: Position, back: object) -> tuple[Place, ...]:
    """Return where the cue-ball goes back alone, though nobody saw where the stroke left the other balls."""
    lie = left.original.lie if back == CUE_BALL and left.original else None
    return tuple(place for place in lie or () if place.ball == WHITE)
