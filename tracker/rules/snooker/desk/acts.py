"""What a referee may call beside the strokes, what is put right and nobody pays for, and what the clocks are set to.

Sources: Section 3 Rules 7, 8(g), 9(a), 15 and 20(b); Shoot Out Rules 5 to 9 and 20.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.ruling import Ruling
from tracker.rules.desk import Remedy, Saying, both_sides, said_of_both
from tracker.rules.snooker.frame import calls
from tracker.rules.snooker.frame.position import PLACE_ANYWHERE, PLAY, PLAY_AGAIN, PLAY_REPLACED, REPLACE, Position
from tracker.rules.snooker.judge.finds import FINDS, Find
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.law.clocks import TimeOut
from tracker.rules.snooker.law.restarts import WRONG_ORDER

CONDUCT: Final = ("unsporting", "time-wasting", "refuses-to-play", "serious-unsporting")
FAULTS: Final = (
    "ball-touched", "ball-moved", "ball-picked-up", "marker-touched", "deliberate-foul", "outside-d",
    "wrong-cue-ball", "no-declaration", "equipment-left", "measured", "ball-off-table-used", "out-of-turn",
    "conferred", "time-expired",
)  # fmt: skip
SAYINGS: Final[tuple[Saying, ...]] = (
    *said_of_both("concede", calls.Concede, "SNK-4.2.a"), *said_of_both("claim", calls.Claim, "SNK-2.1.b"),
    Saying(name="restart", call=calls.Restart(), sentence="SNK-3.17"),
    Saying(name="wrong-order", call=calls.Restart(how=WRONG_ORDER), sentence="SNK-3.3.d"),
    Saying(name="annul", call=calls.PutBack(everything=True), sentence="3.9(b)(i)"),
)  # fmt: skip
CANDIDATES: Final = (
    *(calls.Choose(what=what) for what in (PLAY, PLAY_AGAIN, REPLACE, PLAY_REPLACED, PLACE_ANYWHERE)),
    *both_sides(calls.Lots), *both_sides(calls.Accept), *both_sides(calls.Refuse),
)  # fmt: skip
DISTURBED: Final = ("outside-cause", "referee-moved", "table-defect")
"""What moves a ball without anybody's fault, in the words of the case format."""


def remedies(rules: Any, at: Position, ball: str) -> Iterator[Remedy]:
    """Give what came to light about a ball, or moved it, as far as the book would have a call for it."""
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


def settings(at: Position, seconds: float | None) -> Iterator[Remedy]:
    """Let the clock of the stroke go on from where it was read last, or begin anew (Rules 7, 20)."""
    known_us = at.clock.match_us if at.clock else 0
    match_us = known_us if seconds is None else round(seconds * 1e6)
    if at.clock:
        yield Remedy(name="time-out", cite="SO 20", calls=(TimeOut(match_us=match_us, shot_us=at.clock.shot_us),))
    yield Remedy(name="time-out-reset", cite="SO 20", calls=(TimeOut(match_us=match_us, shot_us=0),))
