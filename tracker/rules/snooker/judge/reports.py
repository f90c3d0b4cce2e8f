"""What officials report when no stroke is being played: fouls before a stroke or on leaving the table, and penalties.

Theory: Section 3 Rules 3(c), 3(j)-(l), 5, 10(a), 10(i), 11, 15, 16 and 20(b), Section 4 Rules 1 to 3. A breach by the
striker, or by his partner, is a foul; by the other side a penalty; by one who is leaving the table, a foul of his.
Before the frame has begun there is no breach at all.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import Finding, Ruling
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import COLOURS, WHITE
from tracker.domain.table.kit import Kit
from tracker.rules.snooker.frame.calls import After, Choose, FoulBefore, FoulLeaving, Hold, Penalty, PutBack
from tracker.rules.snooker.frame.position import COLOUR, PLAY, VALUE, Position
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.judge.facts import Facts
from tracker.rules.snooker.judge.faults import DISTURBED, FAULTS, FaultRule
from tracker.rules.snooker.judge.remarks import free_ball_remark
from tracker.rules.snooker.law.conduct import CONDUCT, UNSPORTING, answer_to
from tracker.rules.snooker.places.spotting import spot_colours

LEAST, SEVEN = 4, 7
Apply = Callable[[Position, Call], Position]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A fault that an official saw; `by` is the side (0 or 1), `when` is before, during or after a stroke."""

    fault: str
    by: int
    ball: str = ""
    snookered: bool | None = None
    when: str = "before"
    """`before`, `during` (by the side that is not playing), `after` or `consultation`."""

    @property
    def why(self) -> str:
        """What happened, in words."""
        return f"{self.fault} {self.ball}".strip()


Rule = Callable[[Position, Report, Kit, Apply], Ruling]
"""Rules on a fault that an official saw while no stroke was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """What the referee rules with: the table and the law that applies a call."""

    kit: Kit
    apply: Apply


def rule_on(at: Position, report: Report, kit: Kit, apply: Apply) -> Ruling:
    """Return the ruling on a fault without a stroke.

    Raises:
        CallRefused: this fault cannot be committed so, or not by this side.
    """
    if report.fault in CONDUCT:
        return _conduct(at, report)
    if report.fault in DISTURBED:
        return _disturbed(at, report)
    rule = FAULTS.get(report.fault)
    if rule is None:
        why = f"{report.fault} is no fault without a stroke in this rulebook"
        raise CallRefused(f"{why}: if it is one of a stroke, report it during one")
    if rule.partners_only and report.by == at.striker and not at.order:
        raise CallRefused("there is one player a side: it is that player's turn")
    if not (at.started or rule.starts_frame):
        return _before_the_frame(report)
    chair = Chair(kit=kit, apply=apply)
    if at.offer == report.by and rule.moves and at.terms.concession_rules:
        return _held(at, report, rule, chair)
    return _breach(at, report, rule, chair)


def _breach(at: Position, report: Report, rule: FaultRule, chair: Chair) -> Ruling:
    if report.when == "consultation" and rule.moves:
        value = SEVEN if at.terms.consulting_seven else _value(at.on_value, report, at.free)
        return _penalty(report, "SNK-3.11.f", "3.11(f)", value)
    if report.when == "after" and at.just is not None and at.just.by == report.by != at.striker:
        if rule.partners_only:
            return Ruling(suggestions=(), calls=())
        return _leaving(at, report, rule, chair)
    if report.by == at.striker and report.when != "during":
        return _foul(at, report, rule, chair)
    return _by_other_side(at, report, rule)


def _conduct(at: Position, report: Report) -> Ruling:
    """Return the Warning, or the frame or game that is lost."""
    clause, cite = CONDUCT[report.fault]
    call = answer_to(at, report.by, report.fault)
    said = _said("WARNING", None, cite, f"{report.why}: {type(call).__name__.lower()} (side {report.by})")
    finding = Finding(clause=clause, cite=cite, why=report.why, value=0)
    return Ruling(suggestions=(said,), calls=(call,), findings=(finding,))


def _disturbed(at: Position, report: Report) -> Ruling:
    """Put a ball back that was moved by nobody who pays for it; after a defect of the table, a spotted ball only."""
    clause, cite = DISTURBED[report.fault]
    just_spotted = at.just.spotted if at.just else COLOURS if at.opening else ()
    stands = report.fault == "table-defect" and at.terms.defects_stand
    stays = report.fault == "placed-badly" or (stands and report.ball not in just_spotted)
    call = PutBack(balls=() if stays else (report.ball,) if report.ball else ())
    finding = Finding(clause=clause, cite=cite, why=report.why, value=0)
    said = _said("PLAY ON" if stays else "REPLACE", None, cite, f"{report.why}: nobody pays")
    return Ruling(suggestions=(said,), calls=(call,) if call.balls else (), findings=(finding,))


def _before_the_frame(report: Report) -> Ruling:
    """Put a ball back that was disturbed before the frame began: it was not in play yet, and nobody pays.

    Theory: the frame begins when the tip meets the cue-ball that was placed for the opening stroke (3.3(c)); until then
    no ball is in play (2.10(b)), and the cue-ball, being in hand, may be placed anew.
    """
    moved = report.ball not in ("", WHITE)
    calls = (PutBack(balls=(report.ball,)),) if moved else ()
    finding = Finding(clause="SNK-3.3.c", cite="3.3(c)", why=report.why, value=0)
    said = _said("REPLACE" if moved else "PLAY ON", None, "3.3(c)", f"{report.why}: the frame has not begun")
    return Ruling(suggestions=(said,), calls=calls, findings=(finding,))


def _value(on_value: int, report: Report, free: str = "") -> int:
    """Return the ball on or the ball concerned, the dearer; a nominated free ball is as dear as the ball on."""
    return max(LEAST, on_value, 0 if report.ball == free else VALUE.get(report.ball, 0))


def _said(say: str, value: int | None, cite: str, why: str) -> Suggestion:
    return Suggestion(say=say, value=value, cite=cite, why=why, sure=1.0, ask=False)


def _by_other_side(at: Position, report: Report, rule: FaultRule) -> Ruling:
    """Penalise the side that is not in play; without a PENALTY in the book its balls just go back (ED-17)."""
    if not rule.penalty_clause:
        return Ruling(suggestions=(), calls=())
    if not (at.terms.penalties or rule.marker):
        return Ruling(suggestions=(), calls=(PutBack(balls=(report.ball,)),) if report.ball else ())
    then = at.just if at.just and report.when == "during" else at
    value = SEVEN if rule.seven else _value(then.on_value, report, then.free)
    ruling = _penalty(report, rule.penalty_clause, rule.penalty_cite, value)
    meant = report.fault == "deliberate-foul"
    conduct = warning_for_intent(at, at.awarded(1 - report.by, value), report.by) if meant else ()
    return replace(ruling, calls=(*ruling.calls, *conduct))


def _penalty(report: Report, clause: str, cite: str, value: int) -> Ruling:
    finding = Finding(clause=clause, cite=cite, why=report.why, value=value)
    said = _said("PENALTY", value, cite, f"{report.why}: out of turn, or while balls are put back")
    call = Penalty(side=report.by, points=value, ball=report.ball)
    return Ruling(suggestions=(said,), calls=(call,), findings=(finding,))


def _held(at: Position, report: Report, rule: FaultRule, chair: Chair) -> Ruling:
    """Keep the breach back while a concession is on offer: it counts only if that is not accepted (SNK-4.2.c)."""
    called = _breach(replace(at, offer=None, choices=()), report, rule, chair)
    return replace(called, suggestions=(), calls=tuple(Hold(call=call) for call in called.calls[-1:]))


def _leaving(at: Position, report: Report, rule: FaultRule, chair: Chair) -> Ruling:
    """Charge the player whose stroke has ended his turn and who has not left the table yet (SNK-3.3.j)."""
    on_value = at.just.on_value if at.just else 0
    value = SEVEN if rule.seven else _value(on_value, report)
    foul = FoulLeaving(points=value)
    finding = Finding(clause=rule.clause, cite=rule.cite, why=f"{report.why} on leaving the table", value=value)
    return _with_free_ball(at, (), foul, (finding,), report, chair)


def _foul(at: Position, report: Report, rule: FaultRule, chair: Chair) -> Ruling:
    """Charge the striker, who has played no stroke (SNK-3.10.a, 3.10.i, 3.16)."""
    if at.in_hand and report.ball == WHITE and rule.clause == "SNK-3.11.b.vi":
        return Ruling(suggestions=(), calls=())
    chosen = (Choose(what=PLAY, inferred=True),) if at.choices else ()
    playing = chair.apply(at, chosen[0]) if chosen else at
    findings = _findings(playing, report, rule)
    dearest = max(finding.value for finding in findings)
    foul = FoulBefore(
        points=dearest,
        may_restore=rule.may_restore and at.restores_before_stroke,
        on_purpose=rule.on_purpose and at.terms.restores_before_stroke,
        in_play=rule.in_play,
    )
    return _with_free_ball(playing, chosen, _picked_up(playing, report, rule, foul, chair), findings, report, chair)


def _findings(at: Position, report: Report, rule: FaultRule) -> tuple[Finding, ...]:
    value = SEVEN if rule.seven else max(LEAST, at.on_value) if rule.on_only else _value(at.on_value, report, at.free)
    finding = Finding(clause=rule.clause, cite=rule.cite, why=f"{report.why} before the stroke", value=value)
    if at.on != COLOUR or at.nominated:
        return (finding,)
    why = "a foul before a colour was nominated"
    return (finding, Finding(clause="SNK-3.11.d.vi", cite="3.11(d)(vi)", why=why, value=SEVEN))


def _picked_up(at: Position, report: Report, rule: FaultRule, foul: FoulBefore, chair: Chair) -> FoulBefore:
    """Return the foul with the ball gone that was picked up; a colour is spotted unless all balls go back."""
    if not (rule.picks_up and report.ball):
        return foul
    lie = None if at.lie is None else _without(at.lie, report.ball)
    colours = (report.ball,) if report.ball in COLOURS else ()
    spots = spot_colours(colours, (place.at for place in lie or ()), chair.kit)
    after = After(spots=spots, lie=None if lie is None else (*lie, *spots))
    return replace(foul, gone=(report.ball,), after=after)


def _without(lie: tuple[Place, ...], ball: str) -> tuple[Place, ...] | None:
    """Return the other balls' places; None where it is not known which of several went."""
    return tuple(place for place in lie if place.ball != ball) if sum(p.ball == ball for p in lie) == 1 else None


def _with_free_ball(
    at: Position,
    before: tuple[Call, ...],
    foul: FoulBefore | FoulLeaving,
    findings: tuple[Finding, ...],
    report: Report,
    chair: Chair,
) -> Ruling:
    """Add the free ball, if the next player is snookered, and the Warning that an intended foul may bring (4.2(d))."""
    then = chair.apply(at, foul)
    free = None if then.over or then.lots else free_ball_remark(then, Told(snookered=report.snookered), chair.kit)
    foul = replace(foul, free_ball=free.holds if free else False)
    dearest = max(findings, key=lambda finding: finding.value)
    said = [_said("FOUL", foul.points, dearest.cite, "; also ".join(finding.why for finding in findings))]
    if free is not None and free.holds is not False:
        said.append(replace(_said("FREE BALL", None, free.cite, free.why), ask=free.holds is None))
    conduct = warning_for_intent(at, then, report.by) if report.fault == "deliberate-foul" else ()
    spots = foul.after.spots if isinstance(foul, FoulBefore) else ()
    return Ruling(suggestions=tuple(said), calls=(*before, foul, *conduct), findings=findings, spots=spots)


def conduct_in_stroke(facts: Facts, then: Position) -> tuple[Call, ...]:
    """Return what a stroke brings that was an unsporting act, or a foul that was meant (SNK-3.16.c, 4.2.d)."""
    side = facts.at.striker
    if facts.reported("unsporting"):
        return (answer_to(then, side, UNSPORTING),)
    return warning_for_intent(facts.at, then, side) if facts.reported("deliberate-foul") else ()


def warning_for_intent(at: Position, then: Position, side: int) -> tuple[Call, ...]:
    """Return what follows when `side` meant its foul and needs penalty points only since then (SNK-4.2.d)."""
    known = at.terms.concession_rules
    if not known or at.needs_penalties(side) or not then.needs_penalties(side):
        return ()
    return (answer_to(then, side, UNSPORTING),)
