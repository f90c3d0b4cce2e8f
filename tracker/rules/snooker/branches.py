"""What could follow in snooker: choices that nobody called, what a stroke comes to, strokes that nobody saw.

How often players do what (`HABITS`) weighs little against what is seen: each number says only which of two
explanations that fit equally well is the commoner one.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import log
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Standing
from tracker.domain.table.ball import COLOURS, RED, WHITE, YELLOW
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.rules.snooker.frame.calls import After, BallOn, Choose, Foul, Lots, Nominate, Played, Refuse
from tracker.rules.snooker.frame.position import COLOUR, PLAY, PLAY_AGAIN, REPLACE, UNKNOWN, VALUE, Position
from tracker.rules.snooker.judge.nominations import CHOSEN

Apply = Callable[[Position, Call], Position]


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often players and referees do what nobody says aloud: shares of 1, set by hand."""

    foul: float = 0.04
    """Strokes in which a ball is met or potted that is not on: television shows one in 60, clubs about one in 20."""
    another_fault: float = 0.15
    """Of these, such that break yet another sentence of the kind; so again for a third."""
    miss_called: float = 0.5
    """Failures to hit the ball on, where the book leaves it to the referee, that he calls a miss."""
    free_ball: float = 0.3
    """Fouls where the places leave a free ball open, that bring one."""
    replaced: float = 0.6
    """Misses after which the balls are put back."""
    plays_again: float = 0.06
    """Fouls after which the offender is made to play again."""
    several: float = 0.02
    """Pots of a red in which yet another red falls."""
    misfit: float = 0.002
    """Strokes in which a ball falls that the law has off the table already."""
    after_red: float = 0.35
    """Recordings begun in mid-frame, with reds on the table and points scored, that begin between a red and its colour.
    Set by hand, near the share of strokes that a club's players play at a colour (`bench.rates` counts drawn ones)."""
    after_red_unscored: float = 0.15
    """The same where no score was given. A red scores, so with none a visit begins; but nobody may have said the score.
    Set by hand, to what the drawn frames do (`AFTER_RED` in `models/training/frames/snooker.py`): not a measurement."""
    last_choice: float = 0.1
    """Strokes with no red on the table before which a colour may be chosen: the first after the last red, no other."""
    after_end: float = 0.01
    """Frames after whose end somebody goes on playing."""


HABITS: Final = Habits()
SEEN_ALONE: Final = {
    "SNK-3.11.a.vi": 0.018 / 0.108, "SNK-3.11.a.vii": 0.025 / 0.051, "SNK-3.11.b.x": 0.004 / 0.019,
    "SNK-3.11.a.x": 0.3, "SNK-3.11.d.vi": 1.0,
}  # fmt: skip
"""Faults that are one whatever is on: no ball hit, in-off, a ball off the table, a jump. How often they
happen is in the odds of the readings, but as in the strokes by lot that those were fitted on (`bench.odds`: 10.8, 5.1
and 1.9 in 100 of 369): so many times as often they happen in frames. No ball was hit by 13 of 731 strokes of drawn
frames (`python -m bench.rates` counts both); the rest is set by hand. The others are not known apart, or charged with
another fault (d.vi)."""
HIDDEN_REDS: Final = (0.6, 0.3, 0.1)
"""Shares of recordings that begin in mid-frame in which none, one or two more reds are on the table than are seen; set
by hand, and beyond what the decoder makes of balls that are missing."""
ON_SPOT_MM: Final = 40.0
"""A ball within this of a spot was put there."""


def between(at: Position, apply: Apply, most_reds: int) -> tuple[Branch, ...]:
    """Return what may have been said before the next stroke with nobody hearing it, in order.

    `most_reds`: so many does the game have.
    """
    branches = [Branch()]
    for step in (_refusals, _choices, _lots, partial(_balls_on, most_reds=most_reds)):
        branches = [
            replace(branch, calls=(*branch.calls, *more.calls), log_prior=branch.log_prior + more.log_prior,
                    why=branch.why or more.why)
            for branch in branches for more in step(_after(at, branch.calls, apply))
        ]  # fmt: skip
    return tuple(branches)


def _after(at: Position, calls: Iterable[Call], apply: Apply) -> Position:
    for call in calls:
        at = apply(at, call)
    return at


def _refusals(at: Position) -> tuple[Branch, ...]:
    """Take playing on as not accepting the concession for which balls were moved (SNK-4.2.a, 4.2.c)."""
    if at.offer is None or at.held is None:
        return (Branch(),)
    return (Branch(calls=(Refuse(side=1 - at.offer),)),)


def _choices(at: Position) -> tuple[Branch, ...]:
    """After a foul somebody plays, from where the balls lie or from where they were (SNK-3.3.a, 3.14)."""
    if not at.choices:
        return (Branch(),)
    shares = dict.fromkeys(at.choices, HABITS.plays_again)
    if REPLACE in at.choices and at.miss:
        shares[REPLACE] = HABITS.replaced
    shares[PLAY] = max(1.0 - sum(share for what, share in shares.items() if what != PLAY), 0.05)
    said = {PLAY_AGAIN: "the offender was made to play again", REPLACE: "the balls were put back after a miss"}
    return tuple(
        Branch(calls=(Choose(what=what, inferred=True),), log_prior=log(shares[what] / sum(shares.values())),
               why=said.get(what, ""))
        for what in at.choices
    )  # fmt: skip


def _lots(at: Position) -> tuple[Branch, ...]:
    """Either side may have won the lot for the re-spotted black (SNK-3.4.b)."""
    if not at.lots:
        return (Branch(),)
    return tuple(Branch(calls=(Lots(side=side, inferred=True),), log_prior=log(0.5)) for side in (0, 1))


def _balls_on(at: Position, most_reds: int) -> tuple[Branch, ...]:
    """Where a book begins in the middle of a frame, a red or a colour may be on, and reds may have been hidden."""
    if at.on != UNKNOWN or at.choices or at.lots:
        return (Branch(),)
    fresh = RED if at.reds else YELLOW if YELLOW in at.colours else at.lowest
    why = "the recording begins in the middle of a frame"
    after_red = HABITS.after_red if any(at.scores) else HABITS.after_red_unscored
    chosen = after_red if at.reds else HABITS.last_choice
    found = [
        Branch(calls=(BallOn(on=on),), log_prior=log(share * HIDDEN_REDS[0]), why=why)
        for on, share in ((fresh, 1 - chosen), (COLOUR, chosen))
    ]
    for more, share in enumerate(HIDDEN_REDS[1:], start=1):
        reds, hidden = at.reds + more, f"{more} red{'s' if more > 1 else ''} hidden as the recording began"
        if reds <= most_reds and set(COLOURS) == set(at.colours):
            found += [
                Branch(calls=(BallOn(on=on, reds=reds),), log_prior=log(chance * share), why=hidden)
                for on, chance in ((RED, 1 - after_red), (COLOUR, after_red))
            ]
    return tuple(found)


def branches(ruling: Ruling) -> tuple[Branch, ...]:
    """Return what a stroke may come to, given the judge's ruling; what that leaves to the referee goes both ways."""
    if not ruling.calls:
        return (Branch(ruling=ruling, log_prior=log(HABITS.after_end)),)
    foul = next((call for call in ruling.calls if isinstance(call, Foul)), None)
    faults = sum(finding.clause not in SEEN_ALONE for finding in ruling.findings)
    prior = log(HABITS.foul) + (faults - 1) * log(HABITS.another_fault) if faults else log(1 - HABITS.foul)
    prior += sum(log(SEEN_ALONE.get(finding.clause, 1.0)) for finding in ruling.findings)
    prior += log(HABITS.misfit) if _misfits(ruling) else 0.0
    if foul is None:
        return (Branch(calls=ruling.calls, log_prior=prior, ruling=ruling),)
    return tuple(
        Branch(calls=tuple(said if call is foul else call for call in ruling.calls), log_prior=prior + more,
               ruling=ruling)
        for said, more in _completed(foul)
    )  # fmt: skip


def as_named(colour: str, share: float, found: Iterable[Branch]) -> tuple[Branch, ...]:
    """Return what a stroke may come to, judged with a colour nominated that nobody heard named; empty: as it shows."""
    said = (Nominate(ball=colour, inferred=True),) if colour else ()
    return tuple(
        replace(
            branch, calls=(*said, *branch.calls), log_prior=branch.log_prior + log(share),
            ruling=branch.ruling and replace(branch.ruling, calls=(*said, *branch.ruling.calls)),
        )
        for branch in found
    )  # fmt: skip


def _completed(foul: Foul) -> Iterator[tuple[Foul, float]]:
    """Give the foul with a miss and a free ball said and not said, where the judge left that open, with log-priors."""
    misses = _both(HABITS.miss_called) if foul.miss is None else ((foul.miss, 0.0),)
    frees = _both(HABITS.free_ball) if foul.free_ball is None else ((foul.free_ball, 0.0),)
    for (miss, a), (free, b) in product(misses, frees):
        yield replace(foul, miss=miss, free_ball=free), a + b


def _both(share: float) -> tuple[tuple[bool, float], ...]:
    return (True, log(share)), (False, log(1 - share))


def _misfits(ruling: Ruling) -> bool:
    return any("the book" in doubt for doubt in ruling.doubts)


def missed(at: Position, before: Standing, kit: Kit, apply: Apply) -> tuple[Branch, ...]:
    """Return what one stroke that nobody saw may have come to, if it left the balls as in `before`."""
    if at.over or at.choices or at.lots or at.on == UNKNOWN or at.shootout:
        return ()
    after = After(lie=before.places)
    fair, foul = log(1 - HABITS.foul), log(HABITS.foul)
    why = "a stroke was played that was not seen"
    found = [Branch(calls=(Played(points=0, after=after),), log_prior=fair, why=why)]
    found += [
        Branch(calls=calls, log_prior=fair + prior, why=why) for calls, prior in _unseen_pots(at, before, after, kit)
    ]
    least = max(4, at.on_value)
    prices = range(least, 8)
    found += [
        Branch(calls=(Foul(points=price, gone=gone, after=after),), log_prior=foul + log(1 / len(prices)), why=why)
        for price in prices for gone in _gone_in_foul(at, before)
    ]  # fmt: skip
    return tuple(branch for branch in found if _may(at, branch.calls, apply))


def _unseen_pots(at: Position, before: Standing, after: After, kit: Kit) -> Iterator[tuple[tuple[Call, ...], float]]:
    gone = at.reds - before.count(RED)
    if at.on == RED:
        for count in range(1, gone + 1):
            yield (Played(points=count, potted=(RED,) * count, after=after),), (count - 1) * log(HABITS.several)
    elif at.on == COLOUR:
        shares = {colour: CHOSEN[colour] for colour in at.colours if _may_be_back(before, colour, kit)}
        for colour, share in shares.items():
            played = Played(points=VALUE[colour], potted=(colour,), after=after)
            yield (Nominate(ball=colour, inferred=True), played), log(share / sum(shares.values()))
    elif at.on in COLOURS and not before.count(at.on):
        yield (Played(points=VALUE[at.on], potted=(at.on,), after=after),), 0.0


def _may_be_back(before: Standing, colour: str, kit: Kit) -> bool:
    """Tell whether a colour lies on a spot, as one does that was potted and put back (SNK-3.7)."""
    lies = [place.at for place in before.places if place.ball == colour]
    spots = [spot for ball in COLOURS if (spot := kit.spot_of(ball))]
    return not lies or any(distance_mm(lies[0], spot) < ON_SPOT_MM for spot in spots)


def _gone_in_foul(at: Position, before: Standing) -> tuple[tuple[str, ...], ...]:
    gone = at.reds - before.count(RED)
    return ((RED,) * gone if gone > 0 else (),)


def _may(at: Position, calls: Iterable[Call], apply: Apply) -> bool:
    try:
        _after(at, calls, apply)
    except CallRefused:
        return False
    return True


def expected(at: Position) -> Expected:
    """Return how the table must look before the next stroke."""
    counts = {RED: at.reds} | {colour: int(colour in at.colours) for colour in COLOURS} | {WHITE: 1}
    in_hand = frozenset({WHITE}) if at.in_hand else frozenset[str]()
    return Expected(counts=counts, places=at.lie, in_hand=in_hand, anywhere=at.anywhere)


def signature(at: Position) -> Hashable:
    """Return what two positions with the same future share: all of it but where exactly the balls were measured."""
    original = None if at.original is None else signature(at.original)
    return replace(at, lie=None, original=None, unseen="", clock=None, just=None), original, _scored(at)


def _scored(at: Position) -> Hashable:
    return None if at.just is None else (at.just.by, at.just.points, at.just.spotted)
