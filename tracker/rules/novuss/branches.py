"""What could follow in novuss: what a stroke comes to, and strokes that nobody saw."""

from collections.abc import Callable, Hashable
from math import log
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Standing
from tracker.domain.table.kit import Kit
from tracker.rules.novuss.board import zone_at
from tracker.rules.novuss.calls import After, Played
from tracker.rules.novuss.position import Position
from tracker.rules.novuss.told import DIRECT, REBOUND

PENALISED: Final = 0.05
"""Share of strokes that cost a penalty puck; set by hand: it says only which of two explanations is commoner."""
REBOUNDS: Final = 0.1
"""Share of strokes that go by way of a board; set by hand, likewise."""
SHARES: Final = {None: 1.0, DIRECT: 1 - REBOUNDS, REBOUND: REBOUNDS}
"""How common a stroke is of which is supposed, or of which nobody need suppose, that it was direct or a rebound."""
AFTER_END: Final = 0.01
"""Sets after whose end somebody goes on playing."""

Apply = Callable[[Position, Call], Position]


def branches(ruling: Ruling, kind: str | None = None) -> tuple[Branch, ...]:
    """Return what a stroke comes to, given the judge's ruling on it, and whether he supposed it direct or a rebound."""
    share = SHARES[kind]
    if not ruling.calls:
        return (Branch(ruling=ruling, log_prior=log(share * AFTER_END)),)
    penalised = any(getattr(call, "penalised", False) for call in ruling.calls)
    share *= PENALISED if penalised else 1 - PENALISED
    return (Branch(calls=ruling.calls, ruling=ruling, log_prior=log(share)),)


def missed(at: Position, before: Standing, apply: Apply) -> tuple[Branch, ...]:
    """Return a stroke out of view by which as many pucks went as are missing from the board."""
    gone = [max(0, left - _count(before, side)) for side, left in enumerate(at.pucks)]
    own, opponent = gone[at.striker], gone[1 - at.striker]
    call = Played(own=own, opponent=opponent, after=After(lie=before.places))
    try:
        apply(at, call)
    except CallRefused:
        return ()
    return (Branch(calls=(call,), log_prior=log(1 - PENALISED), why="a stroke was played that was not seen"),)


def _count(standing: Standing, side: int) -> int:
    return sum(place.ball.startswith("ab"[side]) for place in standing.places)


def expected(at: Position, kit: Kit) -> Expected:
    """Return how the board must look before the next stroke: who strikes puts the striker into his zone (N2 ¶3)."""
    return Expected(counts={"a": at.pucks[0], "b": at.pucks[1]}, places=at.lie, struck_from=zone_at(kit, at.edge))


def signature(at: Position) -> Hashable:
    """Return what two positions share from which the law goes on alike: all but where the pucks were measured."""
    return replace(at, lie=None, said=(), put=())
