"""How billiards is called at a desk. Sources: Section 3 Rule 9, Section 4 Rule 2(b)."""

from collections.abc import Iterator
from typing import Any, Final

from tracker.domain.law.call import Call
from tracker.domain.table.ball import RED
from tracker.rules.billiards.game import calls
from tracker.rules.billiards.game.position import AS_LEFT, CHOICES, SERIOUS, Position
from tracker.rules.billiards.judge.reports import Report
from tracker.rules.billiards.law.law import score_of
from tracker.rules.billiards.law.limits import ANNOUNCED
from tracker.rules.desk import Calls, Deed, Fouled, GameDesk, Remedy, Saying, Witness, both_sides, said_of_both

CANNON: Final = "cannon"
IN_OFF: Final = "in-off"
WASTED_S: Final = 30.0
"""So much time is added unless somebody says how much."""


def calls_for(at: Position, deed: Deed, _witness: Witness | None = None) -> Calls:
    """Return the calls that `deed` comes to."""
    chosen = (calls.Choose(what=AS_LEFT),) if at.choices else ()
    if isinstance(deed, Fouled):
        return (*chosen, calls.Foul(by=at.striker, gone=deed.gone))
    played = calls.Played(
        points=score_of(deed.cannon, deed.potted, deed.in_off), cannon=deed.cannon, potted=deed.potted,
        in_off=deed.in_off, red_hit=deed.cannon or RED in (*deed.potted, deed.in_off),
    )  # fmt: skip
    return (*chosen, played)


def made_by(call: Call) -> tuple[str, ...]:
    """Return what a fair stroke scored with: balls potted, cannons and in-offs."""
    if not isinstance(call, calls.Played):
        return ()
    return ((CANNON,) if call.cannon else ()) + call.potted + ((IN_OFF,) if call.in_off else ())


def remedies(_rules: Any, _at: Position, ball: str) -> Iterator[Remedy]:
    """Give what can be put right about a ball."""
    yield Remedy(name="ball-missing", cite="3.9(h)", calls=(calls.PutUp(ball=ball),))
    yield Remedy(name="spotted-in-error", cite="3.9(e)", calls=(calls.TakeOff(ball=ball),))


def settings(_at: Position, seconds: float | None) -> Iterator[Remedy]:
    """Give what the clock can be set to: time that was wasted is added."""
    added = calls.AddTime(seconds=WASTED_S if seconds is None else seconds)
    yield Remedy(name="add-time", cite="4.2(b)", calls=(added,))


CONDUCT: Final = ("unsporting", "time-wasting", "refuses-to-play", "serious-unsporting")
FAULTS: Final = (
    "ball-touched", "ball-moved", "ball-picked-up", "marker-touched", "deliberate-foul", "out-of-turn",
    "wrong-cue-ball", "equipment-left", "measured", "ball-off-table-used", "conferred", "non-standard-cue",
)  # fmt: skip
SAYINGS: Final[tuple[Saying, ...]] = (
    *said_of_both("concede", calls.Concede, "BIL-2.1"),
    Saying(name="session-time", call=calls.Time(last=False), sentence="BIL-3.5.a"),
    Saying(name="time", call=calls.Time(), sentence="BIL-3.5.b"),
    Saying(name="annul", call=calls.Annul(), sentence="BIL-3.12.b.i"),
    Saying(name="wrong-order", call=calls.Restart(), sentence="3.2(d)(i)"),
    *(
        Saying(name="match-lost", call=calls.Misconduct(side=side, kind=SERIOUS, match=True), sentence="4.1(d)")
        for side in (0, 1)
    ),
)
CANDIDATES: Final = (
    *(calls.Choose(what=what) for what in CHOICES),
    *both_sides(calls.PlaysFirst), *both_sides(calls.Accept), *both_sides(calls.Refuse), calls.Miss(),
    *(calls.Announce(what=what) for what in ANNOUNCED),
)  # fmt: skip
DESK: Final = GameDesk(
    calls_for=calls_for, made_by=made_by, candidates=CANDIDATES, report=Report, conduct=CONDUCT, faults=FAULTS,
    sayings=SAYINGS, remedies=remedies, settings=settings,
)  # fmt: skip
