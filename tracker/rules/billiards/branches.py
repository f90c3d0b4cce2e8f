"""What could follow in English billiards: what a stroke comes to, and strokes that nobody saw."""

from collections.abc import Callable, Hashable
from math import log
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Standing
from tracker.rules.billiards.game.calls import After, Choose, Foul, Miss, Played
from tracker.rules.billiards.game.position import AS_LEFT, BALLS, IN_HAND_SPOTTED, Position

FOUL: Final = 0.04
"""Share of strokes that are fouls of which nothing that was seen says how often they happen; set by hand: it says only
which of two explanations is the commoner one."""
NO_BALL_HIT: Final = 0.018 / 0.108
SEEN_ALONE: Final = {"BIL-3.15.o": NO_BALL_HIT, "BIL-3.15.j": 0.004 / 0.019, "BIL-3.15.h": 0.3}
"""No ball hit, a ball off the table, a jump: how often they happen is in the odds of readings, but as in the strokes
by lot that those were fitted on. So many times as often they happen in frames of snooker (`python -m bench.rates`; of
jumps set by hand). In 12 drawn games of billiards to 100 no ball was hit by 25 of 1,403 strokes, as often as at
snooker; no ball left the table (`--games 12 --rules billiards-2024 --target 100`)."""
FROM_HAND: Final = 0.3
"""Fouls after which the next player asks to play from in-hand, the other balls spotted; set by hand."""
AFTER_END: Final = 0.01
"""Games after whose end somebody goes on playing."""

LAWFUL: Final = (
    "scores", "striker", "visit", "counts", "order", "turn", "begun", "chooser", "off", "lost", "red_on", "choices",
    "offender", "stopped", "offer", "conduct", "over", "winner",
)  # fmt: skip
"""What the law remembers of a game, where the balls were measured aside."""

Apply = Callable[[Position, Call], Position]


def between(at: Position) -> tuple[Branch, ...]:
    """Return what may have been chosen after a foul with nobody hearing it: how the balls lie then tells which."""
    if not at.choices:
        return (Branch(),)
    shares = {AS_LEFT: 1 - FROM_HAND, IN_HAND_SPOTTED: FROM_HAND}
    return tuple(
        Branch(calls=(Choose(what=what, inferred=True),), log_prior=log(shares[what])) for what in at.choices
    )  # fmt: skip


def branches(ruling: Ruling) -> tuple[Branch, ...]:
    """Return what a stroke comes to, given the judge's ruling on it."""
    if not ruling.calls:
        return (Branch(ruling=ruling, log_prior=log(AFTER_END)),)
    known = [SEEN_ALONE[one.clause] for one in ruling.findings if one.clause in SEEN_ALONE]
    known += [NO_BALL_HIT for call in ruling.calls if isinstance(call, Miss)]
    unknown = sum(one.clause not in SEEN_ALONE for one in ruling.findings)
    prior = log(FOUL if unknown else 1 - FOUL) + sum(map(log, known))
    return (Branch(calls=ruling.calls, ruling=ruling, log_prior=prior),)


def missed(at: Position, before: Standing, apply: Apply) -> tuple[Branch, ...]:
    """Return a stroke out of view that made nothing, or was a foul; what else it made nobody can know."""
    after = After(lie=tuple(place for place in before.places if place.ball in BALLS))
    why = "a stroke was played that was not seen"
    found = (
        Branch(calls=(Played(points=0, after=after),), log_prior=log(1 - FOUL), why=why),
        Branch(calls=(Foul(by=at.striker, after=after),), log_prior=log(FOUL), why=why),
    )
    return tuple(branch for branch in found if _may(at, branch.calls, apply))


def _may(at: Position, calls: tuple[Call, ...], apply: Apply) -> bool:
    try:
        for call in calls:
            at = apply(at, call)
    except CallRefused:
        return False
    return True


def expected(at: Position) -> Expected:
    """Return how the table must look before the next stroke; the striker's ball is on it, if only from in-hand."""
    counts = {ball: int(ball not in at.off or ball == at.cue_ball) for ball in BALLS}
    in_hand = frozenset({at.cue_ball}) if at.in_hand else frozenset[str]()
    return Expected(counts=counts, places=at.lie, in_hand=in_hand)


def signature(at: Position) -> Hashable:
    """Return what two positions share from which the law goes on alike: all but where the balls were measured."""
    return tuple(getattr(at, name) for name in LAWFUL)
