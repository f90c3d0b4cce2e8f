"""What a referee may call beside the strokes: for what somebody did, and what ends or begins a frame.

Nothing is decided here. The rulebook in force rules on each act as it stands now, so that a first offence brings its
Warning and the next one what the book has for it; what the law would not have at this moment is left out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.rules.desk import Remedy
from tracker.rules.ruleset import RuleSet

CONDUCT: Final = "conduct"
FAULT: Final = "fault"
RIGHT: Final = "right"
CLOCK: Final = "clock"
FRAME: Final = "frame"
"""How players behave; faults while no stroke is played; what is put right and nobody pays for; what the clocks are set
to; what ends or begins a frame. In the order of a desk."""
OF_STRIKER: Final = frozenset({"time-expired"})
"""What only the side at the table can do."""
ENDS_FRAME: Final = "frame"
ENDS_MATCH: Final = "match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that may be called now."""

    group: str
    name: str
    """What was done, in the words of the case format; of a call without a cause, the kind of call."""
    by: int | None
    """The side that did it, or says it."""
    cite: str
    """The paragraph of the edition in force."""
    calls: tuple[Call, ...]
    ends: str = ""
    """`frame` or `match`, where the calls end it."""


def acts(rules: RuleSet[Any], at: Any, ball: str = "", seconds: float | None = None) -> tuple[Act, ...]:
    """Return what may be called now, group by group.

    `ball` is the one that something concerns, where it concerns one; `seconds` what a clock is set to, or is given.
    """
    right = _allowed(rules, at, RIGHT, rules.desk.remedies(rules, at, ball) if ball else ())
    clock = _allowed(rules, at, CLOCK, rules.desk.settings(at, seconds))
    return (*_reported(rules, at, ball), *right, *clock, *_said(rules, at))


def _allowed(rules: RuleSet[Any], at: Any, group: str, found: Iterable[Remedy]) -> Iterator[Act]:
    for one in found:
        if (ends := _ends(rules, at, one.calls)) is not None:
            yield Act(group=group, name=one.name, by=None, cite=one.cite, calls=one.calls, ends=ends)


def _reported(rules: RuleSet[Any], at: Any, ball: str) -> Iterator[Act]:
    book: Any = rules
    for group, names in ((CONDUCT, rules.desk.conduct), (FAULT, rules.desk.faults)):
        for name, side in ((one, side) for one in names for side in _sides(rules, at, one)):
            ruling = _ruling(book.report, at, rules.desk.report(fault=name, by=side, ball=ball))
            if ruling is None or not ruling.calls:
                continue
            if (ends := _ends(rules, at, ruling.calls)) is not None:
                cite = ruling.main.cite if ruling.main else ""
                yield Act(group=group, name=name, by=side, cite=cite, calls=ruling.calls, ends=ends)


def _sides(rules: RuleSet[Any], at: Any, name: str) -> tuple[int, ...]:
    """Return the sides that can have done it."""
    return (rules.scoreline(at).striker,) if name in OF_STRIKER else (0, 1)


def _said(rules: RuleSet[Any], at: Any) -> Iterator[Act]:
    cites = {sentence.id: sentence.cite for sentence in rules.sentences}
    for one in rules.desk.sayings:
        if (ends := _ends(rules, at, (one.call,))) is not None:
            by, cite = getattr(one.call, "side", None), cites.get(one.sentence, one.sentence)
            yield Act(group=FRAME, name=one.name, by=by, cite=cite, calls=(one.call,), ends=ends)


def _ruling(report: Callable[[Any, Any], Ruling], at: Any, seen: Any) -> Ruling | None:
    try:
        return report(at, seen)
    except CallRefused:
        return None


def _ends(rules: RuleSet[Any], at: Any, calls: Iterable[Call]) -> str | None:
    """Return what the calls end; None: the law does not have them now."""
    was_over = rules.outcome(at) is not None
    try:
        for call in calls:
            at = rules.apply(at, call)
    except CallRefused:
        return None
    outcome = rules.outcome(at)
    if outcome is None or (was_over and not outcome.ends_match):
        return ""
    return ENDS_MATCH if outcome.ends_match else ENDS_FRAME
