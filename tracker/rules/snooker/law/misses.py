"""Foul and a miss: when a failure to hit the ball on is called one, and what a run of them leads to.

Theory: Section 3 Rule 14 (2022 and 2024 wording); the catalogue's ALG-MISS and ALG-NEEDS. Only what the book settles is
settled: an attempt's quality and its intent are the referee's to judge, so the answer may be None, which means *ask*.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.frozen import replace
from tracker.rules.snooker.frame.calls import Foul
from tracker.rules.snooker.frame.position import PLACE_ANYWHERE, REPLACE, MissRun, Position
from tracker.rules.snooker.frame.told import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class MissView:
    """Whether a failure is a miss (None: the referee must say), by which paragraph, and why."""

    miss: bool | None
    cite: str
    why: str
    of_scores: bool = False
    """True: the reason speaks of the scores, and is for the referee only."""


MissLaw = Callable[[Position, Told, str | None, Position], MissView]
"""Views a failure: the position, what officials said, the best straight path to a ball on, the position after it."""


def judge_miss(at: Position, told: Told, path: str | None, then: Position) -> MissView:
    """Return the view on a stroke whose first contact was not a ball on; `path` is the best straight path to one."""
    return _failed_again(at) or _excused(at, told, then) or _straight(path) or _opinion(told)


def judge_miss_before_2022(at: Position, told: Told, path: str | None, then: Position) -> MissView:
    """Return the view of the older edition: the need of penalty points excuses only who had a straight path (ED-40)."""
    excused = _excused(at, told, then) if _straight(path) else None
    return _failed_again(at) or excused or _straight(path) or _opinion(told)


def _failed_again(at: Position) -> MissView | None:
    run = at.run if at.run and at.run.by == at.striker else None
    if run is None or not run.full_ball:
        return None
    return MissView(miss=True, cite="3.14(d)(i)", why="failed again from a position with a full ball in view")


def _excused(at: Position, told: Told, then: Position) -> MissView | None:
    if not needs_penalties(at, then) or told.intent is True:
        return None
    why = "penalty points are needed, so a failure that was not meant is no miss"
    return MissView(miss=None if told.intent is None else False, cite="3.14(a)(i)", why=why, of_scores=True)


def _straight(path: str | None) -> MissView | None:
    if path not in ("full", "part"):
        return None
    return MissView(miss=True, cite="3.14(c)", why="there was a straight path to a ball on")


def _opinion(told: Told) -> MissView:
    if told.intent:
        return MissView(miss=True, cite="3.14(a)", why="the failure was meant")
    if told.possible is not False and told.strength == "short":
        return MissView(miss=True, cite="3.14(a)", why="the stroke was too short to reach the ball on")
    if told.possible is False:
        missed = None if told.strength is None else told.strength == "short"
        return MissView(miss=missed, cite="3.14(a)(ii)", why="no ball on could be hit: was it played hard enough?")
    missed = None if told.effort is None else told.effort != "best"
    return MissView(miss=missed, cite="3.14(a)", why="was it the best attempt to hit a ball on?")


def needs_penalties(at: Position, then: Position) -> bool:
    """Tell whether either side needs penalty points before the stroke, or does after it (ALG-NEEDS)."""
    return any(position.needs_penalties(side) for position in (at, then) for side in (0, 1))


def after_failure(at: Position, penalty: int, reds_gone: int) -> Position:
    """Return how scores and balls stand when this failure has been paid for."""
    paid = replace(at.awarded(1 - at.striker, penalty), reds=at.reds - reds_gone, striker=1 - at.striker, nominated="")
    return replace(paid, on=paid.fresh_on)


def miss_run_after(at: Position, call: Foul) -> MissRun:
    """Return the run of misses that `call` starts or carries on (SNK-3.14.d)."""
    if at.run and at.run.by == at.striker:
        return replace(at.run, failures=at.run.failures + 1)
    return MissRun(by=at.striker, failures=1, full_ball=call.full_ball, hidden=call.hidden)


THREE: Final = 3


def is_third_after_warning(at: Position, run: MissRun) -> bool:
    """Tell whether the frame is lost: a third failure with a full ball in view, and the Warning given (3.14(d)(ii))."""
    warned = run.warned or not at.terms.award_needs_warning
    return run.full_ball and warned and run.failures >= THREE


def after_miss(at: Position, run: MissRun, then: Position) -> tuple[str, ...]:
    """Return what may be chosen after a miss beside the two choices after any foul.

    The balls may be put back; in six-reds, at the fifth call, the cue-ball may be placed anywhere instead, unless
    anybody needed penalty points (SIX-3.19.b).
    """
    most = at.terms.most_misses
    if most is None or run.failures < most:
        return (REPLACE,)
    return () if needs_penalties(at, then) else (PLACE_ANYWHERE,)


def is_last_but_one(at: Position) -> bool:
    """Tell whether the miss called in `at` is the one before the last that the terms allow: a Warning is due."""
    before = at.run.failures if at.run and at.run.by == at.striker else 0
    return at.terms.most_misses is not None and before + 2 == at.terms.most_misses


def warning_due(at: Position) -> bool:
    """Tell whether a request for the original position brings the Warning that a third failure loses the frame."""
    return at.run is not None and at.run.full_ball and at.run.failures >= 2 and not at.run.warned


def warn_on_replacing(at: Position) -> Position:
    """Return the position with that Warning given where it is due."""
    return replace(at, run=replace(at.run, warned=True)) if at.run and warning_due(at) else at
