"""What officials report that is no stroke: pucks touched, delays, conduct. Each with its paragraph and its price.

Sources: N2, N4 to N7; where the book forbids without a sanction, nothing is called (AMB-57). AMB-78 divides N5 ¶8 from
N6 ¶15: one puck touched by accident is a penalty; on purpose, several, or the last puck, the set.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import Finding, Ruling
from tracker.rules.novuss.calls import GameLost, PenaltyPuck, SetLost, TurnLost, Warned
from tracker.rules.novuss.clauses import GAME, PENALTY, SET, TURN
from tracker.rules.novuss.law import side_of
from tracker.rules.novuss.position import Position

WARN, NOTHING = "warning", "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A fault that an official saw; `by` is the side (0 or 1)."""

    fault: str
    by: int
    ball: str = ""
    intent: bool | None = None


Applies = Callable[[Position, Report], bool]


def _always(at: Position, report: Report) -> bool:
    return True


def _by_striker(at: Position, report: Report) -> bool:
    return report.by == at.striker


def _by_other(at: Position, report: Report) -> bool:
    return report.by != at.striker


def _on_purpose(at: Position, report: Report) -> bool:
    return report.intent is True


def _last_puck(at: Position, report: Report) -> bool:
    side = side_of(report.ball)
    return side is not None and at.pucks[side] == 1


def _warned_for(*words: str) -> Applies:
    """Return whether the offender has been warned for one of these before: a warning for delay is for delay only."""
    return lambda at, report: bool(set(words) & set(at.conduct.records[report.by].warned))


def _may_be_stopped(at: Position, report: Report) -> bool:
    return at.strokes <= 1


def _before_the_set(at: Position, report: Report) -> bool:
    return at.strokes == 0


def _in_doubles(at: Position, report: Report) -> bool:
    return _may_be_stopped(at, report) and at.team > 1


def _is_striker(at: Position, report: Report) -> bool:
    return report.ball == "striker"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRule:
    """One sentence of the book about an act: the fault's words, when the sentence applies, and what it costs."""

    id: str
    cite: str
    faults: tuple[str, ...]
    costs: str
    why: str
    applies: Applies = _always


_TOUCHED = ("puck-touched", "ball-touched")

FAULTS: Final = (
    FaultRule(id="NOV-2.5", cite="N2 ¶5", faults=_TOUCHED, costs=NOTHING, applies=_is_striker,
              why="the striker may be moved before the stroke"),
    FaultRule(id="NOV-5.8", cite="N5 ¶8", faults=_TOUCHED, costs=SET, applies=_on_purpose,
              why="a puck touched on purpose"),
    FaultRule(id="NOV-5.8", cite="N5 ¶8", faults=_TOUCHED, costs=SET, applies=_last_puck,
              why="the last puck of a side moved"),
    FaultRule(id="NOV-5.8", cite="N5 ¶8", faults=("ball-moved", "ball-picked-up"), costs=SET,
              why="a puck moved, or taken from the board or out of a pocket"),
    FaultRule(id="NOV-6.o", cite="N6 ¶15", faults=_TOUCHED, costs=PENALTY, applies=_by_striker,
              why="a puck touched by hand, cue or striker"),
    FaultRule(id="NOV-6.p", cite="N6 ¶16", faults=_TOUCHED, costs=PENALTY, applies=_by_other,
              why="a puck moved in the opponent's turn: it is put back, and the next turn is forfeited"),
    FaultRule(id="NOV-6.k", cite="N6 ¶11", faults=("touched-in-placing",), costs=PENALTY,
              why="a puck touched by the striker as it was placed"),
    FaultRule(id="NOV-5.6", cite="N5 ¶6", faults=("pucks-displaced",), costs=SET,
              why="several pucks displaced without a stroke"),
    FaultRule(id="NOV-6.g", cite="N6 ¶8", faults=("refuses-to-play",), costs=PENALTY, why="the stroke refused"),
    FaultRule(id="NOV-6.s", cite="N6 ¶19", faults=("time-wasting",), costs=PENALTY, applies=_warned_for("time-wasting"),
              why="the game delayed on purpose again, beyond 30 seconds"),
    FaultRule(id="NOV-7.7", cite="N7 ¶7", faults=("time-wasting",), costs=WARN,
              why="the game delayed on purpose"),
    FaultRule(id="NOV-7.7", cite="N7 ¶7", faults=("time-expired",), costs=TURN, applies=_warned_for("time-wasting"),
              why="no stroke within 30 seconds after a warning"),
    FaultRule(id="NOV-7.7", cite="N7 ¶7", faults=("time-expired",), costs=NOTHING,
              why="no warning about delaying had been given"),
    FaultRule(id="NOV-7.6", cite="N7 ¶6", faults=("zone-crossed", "outside-d"), costs=TURN,
              why="the border of the own zone crossed"),
    FaultRule(id="NOV-2.24", cite="N2 ¶24", faults=("table-pushed",), costs=NOTHING, applies=_before_the_set,
              why="the table shaken before the first stroke: the pucks are put back"),
    FaultRule(id="NOV-5.3", cite="N5 ¶3", faults=("table-pushed",), costs=SET,
              why="the table pushed and pucks displaced"),
    FaultRule(id="NOV-5.4", cite="N5 ¶4", faults=("deliberate-foul",), costs=SET, why="the rules knowingly violated"),
    FaultRule(id="NOV-5.7", cite="N5 ¶7", faults=("placed-badly",), costs=SET, applies=_by_other,
              why="the striker handed over at the side edge on purpose"),
    FaultRule(id="NOV-2.3", cite="N2 ¶3", faults=("placed-badly",), costs=NOTHING,
              why="the striker must lie in the own zone: it is placed again"),
    FaultRule(id="NOV-5.11", cite="N5 ¶11", faults=("out-of-turn",), costs=SET, applies=_in_doubles,
              why="struck first without the right to"),
    FaultRule(id="NOV-5.9", cite="N5 ¶9", faults=("out-of-turn",), costs=SET, applies=_may_be_stopped,
              why="struck first without the right to"),
    FaultRule(id="NOV-5.9", cite="N5 ¶9", faults=("out-of-turn",), costs=NOTHING,
              why="found after the next stroke: the set stands, and the rightful player begins the next one"),
    FaultRule(id="NOV-5.10", cite="N5 ¶10", faults=("cue-exchanged", "non-standard-cue"), costs=SET,
              why="an undamaged cue or striker exchanged"),
    FaultRule(id="NOV-5.20", cite="N2 ¶20", faults=("edge-hit",), costs=SET, why="the edge hit on purpose"),
    FaultRule(id="NOV-4.1", cite="N4 ¶1", faults=("late",), costs=GAME,
              why="not at the table two minutes after the invitation"),
    FaultRule(id="NOV-4.2", cite="N4 ¶2", faults=("disruptive",), costs=GAME,
              applies=_warned_for("disruptive", "unsporting"),
              why="disruptive again after a warning"),
    FaultRule(id="NOV-4.2", cite="N4 ¶2", faults=("disruptive",), costs=WARN, why="disruptive behaviour"),
    FaultRule(id="NOV-4.2", cite="N4 ¶2", faults=("serious-unsporting",), costs=GAME, why="an extreme offence"),
    FaultRule(id="NOV-4.3", cite="N4 ¶3", faults=("refuses-to-greet",), costs=GAME,
              why="the opponent was not greeted"),
    FaultRule(id="NOV-4.4", cite="N4 ¶4", faults=("unsporting",), costs=GAME, why="unsporting behaviour"),
    FaultRule(id="NOV-2.6", cite="N2 ¶6", faults=("hand-covers-corner",), costs=NOTHING,
              why="the cue must rest within the inner corners; the book names no sanction"),
    FaultRule(id="NOV-2.22", cite="N2 ¶22", faults=("measured",), costs=NOTHING,
              why="no measuring along the edges; the book names no sanction"),
    FaultRule(id="NOV-2.20", cite="N2 ¶20", faults=("equipment-left",), costs=NOTHING,
              why="nothing may lie on the edge; the book names no sanction"),
    FaultRule(id="NOV-2.21", cite="N2 ¶21", faults=("equipment-faulty",), costs=NOTHING,
              why="a damaged cue or striker may be replaced"),
    FaultRule(id="NOV-9.9", cite="N9 ¶9", faults=("conferred",), costs=NOTHING,
              why="partners may discuss without showing the place to strike from; the book names no sanction"),
    FaultRule(id="NOV-2.24", cite="N2 ¶24", faults=("outside-cause", "referee-moved", "table-defect"), costs=NOTHING,
              why="nobody's fault: the pucks are put back"),
)  # fmt: skip
"""Every act that the book speaks of; of several sentences that apply to one the first counts."""


def rule_on(at: Position, report: Report) -> Ruling:
    """Return the ruling on an act that is no stroke.

    Raises:
        CallRefused: the book of novuss knows no such fault.
    """
    rules = [rule for rule in FAULTS if report.fault in rule.faults and rule.applies(at, report)]
    if not rules:
        raise CallRefused(f"the book of novuss knows no fault {report.fault!r}")
    rule = rules[0]
    finding = Finding(clause=rule.id, cite=rule.cite, why=rule.why, value=int(rule.costs == PENALTY))
    if rule.costs == NOTHING or at.game_over or (at.over and rule.costs != GAME):
        return Ruling(suggestions=(), calls=(), findings=(finding,))
    call, says = _call(rule, report)
    said = Suggestion(say=says, value=None, cite=rule.cite, why=rule.why, sure=1.0, ask=False)
    return Ruling(suggestions=(said,), calls=(call,), findings=(finding,))


def _call(rule: FaultRule, report: Report) -> tuple[Call, str]:
    by = report.by
    calls: dict[str, tuple[Call, str]] = {
        TURN: (TurnLost(side=by), "TURN LOST"),
        PENALTY: (PenaltyPuck(side=by), "PENALTY PUCK"),
        SET: (SetLost(side=by, because=rule.why), "SET LOST"),
        GAME: (GameLost(side=by, because=rule.why), "GAME LOST"),
        WARN: (Warned(side=by, what=report.fault), "WARNING"),
    }
    return calls[rule.costs]
