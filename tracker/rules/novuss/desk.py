"""How novuss is called at a desk."""

from typing import Final

from tracker.domain.law.call import Call
from tracker.rules.desk import Calls, Deed, Fouled, GameDesk, Saying, Witness, said_of_both
from tracker.rules.novuss import calls
from tracker.rules.novuss.position import Position
from tracker.rules.novuss.reports import Report

PUCK: Final = "puck"


def calls_for(_at: Position, deed: Deed, _witness: Witness | None = None) -> Calls:
    """Return the calls that `deed` comes to."""
    if isinstance(deed, Fouled):
        return (calls.Played(penalised=True),)
    return (calls.Played(own=len(deed.potted), opponent=deed.opponent),)


def made_by(call: Call) -> tuple[str, ...]:
    """Return what a fair stroke scored with: a word for each puck."""
    return (PUCK,) * call.own if isinstance(call, calls.Played) else ()


CONDUCT: Final = (
    "disruptive", "unsporting", "serious-unsporting", "time-wasting", "time-expired", "refuses-to-play",
    "refuses-to-greet", "late", "deliberate-foul",
)  # fmt: skip
FAULTS: Final = (
    "puck-touched", "touched-in-placing", "ball-moved", "pucks-displaced", "zone-crossed", "table-pushed",
    "placed-badly", "out-of-turn", "cue-exchanged", "edge-hit",
)  # fmt: skip
SAYINGS: Final[tuple[Saying, ...]] = (
    Saying(name="turn-lost", call=calls.TurnLost(), sentence="N7"),
    *said_of_both("penalty-puck", calls.PenaltyPuck, "N6"), *said_of_both("forgotten", calls.Forgotten, "NOV-6.22"),
    *said_of_both("set-lost", calls.SetLost, "N5"), *said_of_both("game-lost", calls.GameLost, "N4"),
    Saying(name="again", call=calls.Again(), sentence="NOV-8.6"),
)  # fmt: skip
CANDIDATES: Final = tuple(calls.Picks(side=side, player=player) for side in (0, 1) for player in (0, 1))
DESK: Final = GameDesk(
    calls_for=calls_for, made_by=made_by, candidates=CANDIDATES, report=Report, conduct=CONDUCT, faults=FAULTS,
    sayings=SAYINGS,
)  # fmt: skip
