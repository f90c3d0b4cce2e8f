"""What officials report beside a stroke: fouls before it, disturbances that nobody pays for, and conduct.

Theory: Section 3 Rules 2(b), 3(d), 6(b), 13, 15(m)–(s), 16(a) and 19, Section 4 Rules 1 and 2. Only the striker commits
fouls (Section 2 Rule 18), and an offender who has not left the table (Rule 6(b)).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tracker.domain.law.call import Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.domain.table.ball import RED
from tracker.rules.billiards.game.calls import FoulBefore, Misconduct
from tracker.rules.billiards.game.position import SERIOUS, TIME_WASTING, UNSPORTING, Position
from tracker.rules.billiards.judge.clauses import Clause
from tracker.rules.billiards.law.law import PENALTY

BY_OTHERS: Final = ("referee-moved", "outside-cause", "equipment-faulty")
"""Disturbances by others than the striker: the ball is put back (BIL-3.13, 3.19.b)."""
TABLE_DEFECT: Final = "table-defect"
CONTACTS: Final = ("ball-touched", "ball-moved", "ball-picked-up")
PICKED_UP: Final = "ball-picked-up"
OUTSIDE: Final = ("outside-d", "placed-badly")
CONDUCT: Final = {
    "unsporting": UNSPORTING, "refuses-to-play": UNSPORTING, "serious-unsporting": SERIOUS,
    "time-wasting": TIME_WASTING,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A fault that an official saw while no stroke was played; `by` is the side."""

    fault: str
    by: int
    ball: str = ""


def rule_on(at: Position, report: Report, clauses: Iterable[Clause]) -> Ruling:
    """Return the ruling on a fault without a stroke; what costs nothing gives no call."""
    if report.fault in CONDUCT:
        return _conduct(report)
    clause = next((clause for clause in clauses if report.fault in clause.faults), None)
    if clause is None or report.by not in at.in_play or not at.started or _is_free(at, report):
        return _nothing(f"{report.fault} {report.ball}: nobody is penalised".replace(" :", ":"))
    why = f"{report.fault} {report.ball} without a stroke".replace("  ", " ")
    finding = Finding(clause=clause.id, cite=clause.cite, why=why, value=PENALTY)
    said = Suggestion(say="FOUL", value=PENALTY, cite=clause.cite, why=why, sure=1.0, ask=False)
    gone = (report.ball,) if report.fault == PICKED_UP and report.ball else ()
    return Ruling(suggestions=(said,), calls=(FoulBefore(by=report.by, gone=gone),), findings=(finding,))


def put_back(at: Position, report: Report) -> tuple[str, ...]:
    """Return the balls that the referee puts back: others than the striker moved them, or the game had not begun."""
    if report.fault == TABLE_DEFECT:
        return (report.ball,) if report.ball == RED and at.red_on else ()
    bystander = report.fault in CONTACTS and (report.by not in at.in_play or not at.started)
    return (report.ball,) if report.ball and (report.fault in BY_OTHERS or bystander) else ()


def _is_free(at: Position, report: Report) -> bool:
    """Tell whether nothing was broken yet: a ball in-hand may be touched, and be placed again (BIL-3.6.a, 3.6.b)."""
    return report.fault in OUTSIDE or (report.fault in CONTACTS and report.ball in at.off)


def _conduct(report: Report) -> Ruling:
    call = Misconduct(side=report.by, kind=CONDUCT[report.fault])
    cite = "4.2" if call.kind == TIME_WASTING else "4.1"
    serious = call.kind == SERIOUS
    steps = (
        "the game or the match at once, as the referee finds" if serious else "a Warning, then the game, then the match"
    )
    why = f"{report.fault.replace('-', ' ')}: {steps}"
    said = Suggestion(say=SILENT if serious else "WARNING", value=None, cite=cite, why=why, sure=1.0, ask=serious)
    return Ruling(suggestions=(said,), calls=(call,))


def _nothing(why: str) -> Ruling:
    said = Suggestion(say=SILENT, value=0, cite="3.13", why=why, sure=1.0, ask=False)
    return Ruling(suggestions=(said,), calls=())
