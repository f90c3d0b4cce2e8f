"""What a referee puts right and nobody pays for, and what he sets the clocks to.

Nothing is decided here: what came to light about a ball, or moved it, goes through the rulebook in force, and what that
would have no call for is left out. Sources: Section 3 Rules 7, 8(g), 9(a), 15 and 20(b) of snooker, Rule 9 of
billiards; Shoot Out Rules 5 to 9 and 20, Section 4 Rule 2(b) of billiards.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tracker.domain.call import Call
from tracker.domain.errors import CallRefused
from tracker.domain.ruling import Ruling
from tracker.rules.billiards import calls as billiards
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.clocks import TimeOut
from tracker.rules.snooker.finds import FINDS, Find
from tracker.rules.snooker.reports import Report

DISTURBED: Final = ("outside-cause", "referee-moved", "table-defect")
"""What moves a ball in snooker without anybody's fault, in the words of the case format."""
WASTED_S: Final = 30.0
"""So much time is added unless somebody says how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """Something that is put right, or set."""

    name: str
    """What came to light, or what is done, in the words of the case format."""
    cite: str
    calls: tuple[Call, ...]


def remedies(rules: RuleSet[Any], at: Any, ball: str) -> Iterator[Remedy]:
    """Give what can be put right about `ball`; without one there is nothing."""
    if ball and rules.game in RIGHT:
        yield from RIGHT[rules.game](rules, at, ball)


def settings(rules: RuleSet[Any], at: Any, seconds: float | None) -> Iterator[Remedy]:
    """Give what the clocks can be set to: `seconds` that the match has lasted, or that are added; None: as known."""
    if rules.game in CLOCKS:
        yield from CLOCKS[rules.game](at, seconds)


def _snooker(rules: Any, at: Any, ball: str) -> Iterator[Remedy]:
    for what in FINDS:
        find = Find(what=what, ball=ball, identified=True)
        yield from _ruled(what.replace("_", "-"), partial(rules.find, at, find))
    for fault in DISTURBED:
        report = Report(fault=fault, by=at.striker, ball=ball)
        yield from _ruled(fault, partial(rules.report, at, report))


def _ruled(name: str, rule: Callable[[], Ruling]) -> Iterator[Remedy]:
    try:
        ruling = rule()
    except CallRefused:
        return
    if ruling.calls and ruling.main is not None:
        yield Remedy(name=name, cite=ruling.main.cite, calls=ruling.calls)


def _billiards(rules: Any, at: Any, ball: str) -> Iterator[Remedy]:
    yield Remedy(name="ball-missing", cite="3.9(h)", calls=(billiards.PutUp(ball=ball),))
    yield Remedy(name="spotted-in-error", cite="3.9(e)", calls=(billiards.TakeOff(ball=ball),))


def _shoot_out(at: Any, seconds: float | None) -> Iterator[Remedy]:
    """Let the clock of the stroke go on from where it was read last, or begin anew (Rules 7, 20)."""
    known_us = at.clock.match_us if at.clock else 0
    match_us = known_us if seconds is None else round(seconds * 1e6)
    if at.clock:
        yield Remedy(name="time-out", cite="SO 20", calls=(TimeOut(match_us=match_us, shot_us=at.clock.shot_us),))
    yield Remedy(name="time-out-reset", cite="SO 20", calls=(TimeOut(match_us=match_us, shot_us=0),))


def _wasted(at: Any, seconds: float | None) -> Iterator[Remedy]:
    added = billiards.AddTime(seconds=WASTED_S if seconds is None else seconds)
    yield Remedy(name="add-time", cite="4.2(b)", calls=(added,))


RIGHT: Final[Mapping[str, Callable[[Any, Any, str], Iterator[Remedy]]]] = {"snooker": _snooker, "billiards": _billiards}
CLOCKS: Final[Mapping[str, Callable[[Any, float | None], Iterator[Remedy]]]] = {
    "snooker": _shoot_out, "billiards": _wasted,
}  # fmt: skip
