"""What a referee may call beside the strokes: for what somebody did, and what ends or begins a frame.

Nothing is decided here. The rulebook in force rules on each act as it stands now, so that a first offence brings its
Warning and the next one what the book has for it; what the law would not have at this moment is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.call import Call
from tracker.domain.errors import CallRefused
from tracker.domain.ruling import Ruling
from tracker.match.put_right import Remedy, remedies, settings
from tracker.rules.billiards import calls as billiards
from tracker.rules.billiards.position import SERIOUS
from tracker.rules.billiards.reports import Report as BilliardsReport
from tracker.rules.novuss import calls as novuss
from tracker.rules.novuss.reports import Report as NovussReport
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker import calls as snooker
from tracker.rules.snooker.reports import Report as SnookerReport
from tracker.rules.snooker.restarts import WRONG_ORDER

CONDUCT: Final = "conduct"
FAULT: Final = "fault"
RIGHT: Final = "right"
CLOCK: Final = "clock"
FRAME: Final = "frame"
"""How players behave; faults while no stroke is played; what is put right and nobody pays for; what the clocks are set
to; what ends or begins a frame. In the order of a desk."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A call that needs no report: its name at the desk, and the sentence of the book, or the paragraph, about it."""

    name: str
    call: Call
    sentence: str


def acts(rules: RuleSet[Any], at: Any, ball: str = "", seconds: float | None = None) -> tuple[Act, ...]:
    """Return what may be called now, group by group.

    `ball` is the one that something concerns, where it concerns one; `seconds` what a clock is set to, or is given.
    """
    right = _allowed(rules, at, RIGHT, remedies(rules, at, ball))
    clock = _allowed(rules, at, CLOCK, settings(rules, at, seconds))
    return (*_reported(rules, at, ball), *right, *clock, *_said(rules, at))


def _allowed(rules: RuleSet[Any], at: Any, group: str, found: Iterable[Remedy]) -> Iterator[Act]:
    for one in found:
        if (ends := _ends(rules, at, one.calls)) is not None:
            yield Act(group=group, name=one.name, by=None, cite=one.cite, calls=one.calls, ends=ends)


def _reported(rules: RuleSet[Any], at: Any, ball: str) -> Iterator[Act]:
    book: Any = rules
    for group, names in REPORTS[rules.game].items():
        for name, side in ((one, side) for one in names for side in _sides(rules, at, one)):
            ruling = _ruling(book.report, at, REPORT[rules.game](fault=name, by=side, ball=ball))
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
    for one in SAYINGS[rules.game]:
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


def _of_both(name: str, kind: Callable[..., Call], sentence: str) -> tuple[Saying, ...]:
    return tuple(Saying(name=name, call=kind(side=side), sentence=sentence) for side in (0, 1))


REPORT: Final[Mapping[str, Callable[..., Any]]] = {
    "snooker": SnookerReport, "billiards": BilliardsReport, "novuss": NovussReport,
}  # fmt: skip

REPORTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "snooker": {
        CONDUCT: ("unsporting", "time-wasting", "refuses-to-play", "serious-unsporting"),
        FAULT: (
            "ball-touched", "ball-moved", "ball-picked-up", "marker-touched", "deliberate-foul", "outside-d",
            "wrong-cue-ball", "no-declaration", "equipment-left", "measured", "ball-off-table-used", "out-of-turn",
            "conferred", "time-expired",
        ),
    },
    "billiards": {
        CONDUCT: ("unsporting", "time-wasting", "refuses-to-play", "serious-unsporting"),
        FAULT: (
            "ball-touched", "ball-moved", "ball-picked-up", "marker-touched", "deliberate-foul", "out-of-turn",
            "wrong-cue-ball", "equipment-left", "measured", "ball-off-table-used", "conferred", "non-standard-cue",
        ),
    },
    "novuss": {
        CONDUCT: (
            "disruptive", "unsporting", "serious-unsporting", "time-wasting", "time-expired", "refuses-to-play",
            "refuses-to-greet", "late", "deliberate-foul",
        ),
        FAULT: (
            "puck-touched", "touched-in-placing", "ball-moved", "pucks-displaced", "zone-crossed", "table-pushed",
            "placed-badly", "out-of-turn", "cue-exchanged", "edge-hit",
        ),
    },
}  # fmt: skip
"""What officials report at a desk while no stroke is played, in the words of the case format."""

OF_STRIKER: Final = frozenset({"time-expired"})
"""What only the side at the table can do."""

SAYINGS: Final[Mapping[str, tuple[Saying, ...]]] = {
    "snooker": (
        *_of_both("concede", snooker.Concede, "SNK-4.2.a"), *_of_both("claim", snooker.Claim, "SNK-2.1.b"),
        Saying(name="restart", call=snooker.Restart(), sentence="SNK-3.17"),
        Saying(name="wrong-order", call=snooker.Restart(how=WRONG_ORDER), sentence="SNK-3.3.d"),
        Saying(name="annul", call=snooker.PutBack(everything=True), sentence="3.9(b)(i)"),
    ),
    "billiards": (
        *_of_both("concede", billiards.Concede, "BIL-2.1"),
        Saying(name="session-time", call=billiards.Time(last=False), sentence="BIL-3.5.a"),
        Saying(name="time", call=billiards.Time(), sentence="BIL-3.5.b"),
        Saying(name="annul", call=billiards.Annul(), sentence="BIL-3.12.b.i"),
        Saying(name="wrong-order", call=billiards.Restart(), sentence="3.2(d)(i)"),
        *(
            Saying(name="match-lost", call=billiards.Misconduct(side=side, kind=SERIOUS, match=True), sentence="4.1(d)")
            for side in (0, 1)
        ),
    ),
    "novuss": (
        Saying(name="turn-lost", call=novuss.TurnLost(), sentence="N7"),
        *_of_both("penalty-puck", novuss.PenaltyPuck, "N6"), *_of_both("forgotten", novuss.Forgotten, "NOV-6.22"),
        *_of_both("set-lost", novuss.SetLost, "N5"), *_of_both("game-lost", novuss.GameLost, "N4"),
        Saying(name="again", call=novuss.Again(), sentence="NOV-8.6"),
    ),
}  # fmt: skip
"""What is called without a report."""
