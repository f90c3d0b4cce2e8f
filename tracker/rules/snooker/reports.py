"""What officials report when no stroke was played: fouls before a stroke, and penalties of the other side.

Theory: Section 3 Rules 3(k), 5(c), 10(a), 10(i) and 11(b), (d)-(g). Not written yet: balls moved or picked up on
purpose (Rule 16), disturbances by others (Rule 15), and conduct (Section 4).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.ball import WHITE
from tracker.domain.call import Call, Suggestion
from tracker.domain.errors import CallRefused
from tracker.domain.kit import Kit
from tracker.domain.ruling import Finding, Ruling
from tracker.rules.snooker.calls import FoulBefore, Penalty
from tracker.rules.snooker.position import COLOUR, VALUE, Position
from tracker.rules.snooker.remarks import free_ball_remark
from tracker.rules.snooker.told import Told

LEAST, SEVEN = 4, 7

Apply = Callable[[Position, Call], Position]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A fault that an official saw; `by` is the side (0 or 1), `consulting` whether a consultation period runs."""

    fault: str
    by: int
    ball: str = ""
    snookered: bool | None = None
    consulting: bool = False


Rule = Callable[[Position, Report, Kit, Apply], Ruling]
"""Rules on a fault that an official saw while no stroke was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRule:
    """How one fault is penalised: as the striker's foul before a stroke, and as the other side's penalty."""

    clause: str
    cite: str
    penalty_clause: str
    penalty_cite: str
    seven: bool = False
    may_restore: bool = True


_CONTACT = FaultRule(clause="SNK-3.11.b.vi", cite="3.11(b)(vi)", penalty_clause="SNK-3.11.e", penalty_cite="3.11(e)")

FAULTS: Final = {
    "ball-touched": _CONTACT,
    "marker-touched": _CONTACT,
    "ball-off-table-used": FaultRule(
        clause="SNK-3.11.d.i", cite="3.11(d)(i)", penalty_clause="SNK-3.11.g.i", penalty_cite="3.11(g)(i)",
        seven=True, may_restore=False,
    ),
    "measured": FaultRule(
        clause="SNK-3.11.d.ii", cite="3.11(d)(ii)", penalty_clause="SNK-3.11.g.ii", penalty_cite="3.11(g)(ii)",
        seven=True, may_restore=False,
    ),
    "no-declaration": FaultRule(
        clause="SNK-3.11.d.v", cite="3.11(d)(v)", penalty_clause="", penalty_cite="", seven=True, may_restore=False
    ),
}  # fmt: skip
"""The faults without a stroke that the law knows so far, by their words in a report."""


def rule_on(at: Position, report: Report, kit: Kit, apply: Apply) -> Ruling:
    """Return the ruling on a fault without a stroke.

    Raises:
        CallRefused: this fault is not one that the law knows without a stroke, or not by this side.
    """
    rule = FAULTS.get(report.fault)
    if rule is None or (report.by != at.striker and not rule.penalty_clause):
        raise CallRefused(f"report {report.fault!r} without a stroke is not in the law yet")
    if report.by != at.striker and not at.terms.penalties:
        return Ruling(suggestions=(), calls=())
    if report.consulting:
        return _penalty(report, "SNK-3.11.f", "3.11(f)", SEVEN)
    if report.by != at.striker:
        return _penalty(report, rule.penalty_clause, rule.penalty_cite, SEVEN if rule.seven else _value(at, report))
    if at.in_hand and report.ball == WHITE:
        return Ruling(suggestions=(), calls=())
    may_restore = rule.may_restore and at.restores_before_stroke
    unnamed = at.on == COLOUR and not at.nominated
    foul = FoulBefore(points=SEVEN if rule.seven or unnamed else _value(at, report), may_restore=may_restore)
    return _foul(at, report, rule, foul, kit, apply)


def _value(at: Position, report: Report) -> int:
    return max(LEAST, at.on_value, VALUE.get(report.ball, 0))


def _penalty(report: Report, clause: str, cite: str, value: int) -> Ruling:
    why = f"{report.fault} {report.ball} by the side that is not in play".replace("  ", " ")
    finding = Finding(clause=clause, cite=cite, why=why, value=value)
    said = Suggestion(say="PENALTY", value=value, cite=cite, why=why, sure=1.0, ask=False)
    return Ruling(suggestions=(said,), calls=(Penalty(side=report.by, points=value),), findings=(finding,))


def _foul(
    at: Position,
    report: Report,
    rule: FaultRule,
    foul: FoulBefore,
    kit: Kit,
    apply: Apply,
) -> Ruling:
    why = f"{report.fault} {report.ball} before the stroke".replace("  ", " ")
    finding = Finding(clause=rule.clause, cite=rule.cite, why=why, value=foul.points)
    then = apply(at, foul)
    free = None if then.over or then.lots else free_ball_remark(then, Told(snookered=report.snookered), kit)
    foul = FoulBefore(points=foul.points, may_restore=foul.may_restore, free_ball=free.holds if free else False)
    said = [Suggestion(say="FOUL", value=foul.points, cite=rule.cite, why=why, sure=1.0, ask=False)]
    if free is not None and free.holds is not False:
        said.append(
            Suggestion(say="FREE BALL", value=None, cite=free.cite, why=free.why, sure=1.0, ask=free.holds is None)
        )
    return Ruling(suggestions=tuple(said), calls=(foul,), findings=(finding,))
