"""Plays one written case of snooker through the door, step by step.

Strokes go through `judge`, and its calls through `apply`; what an official reports or finds about a stroke makes the
judge rule on it again, as the referee's desk would.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.rules.cases.form import Case
from tracker.rules.cases.play import GamePlay
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.cases.after import SAME, SHOWN, Shown, spotted
from tracker.rules.snooker.cases.before import position_of, side_of
from tracker.rules.snooker.cases.shootout import clock_call, lag_call
from tracker.rules.snooker.cases.stroke import kind_of, stroke_of, told_of
from tracker.rules.snooker.cases.words import WORDS
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import (
    Accept,
    Choose,
    Claim,
    Concede,
    Lots,
    Nominate,
    NominateFree,
    Pick,
    Refuse,
    Restart,
)
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.told import Fault, Told
from tracker.rules.snooker.judge.faults import DISTURBED, FAULTS
from tracker.rules.snooker.judge.finds import Find
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.law.breaches import why_not_claim_foul
from tracker.rules.snooker.law.conduct import CONDUCT
from tracker.rules.snooker.law.corrections import balls_back

BEFORE, DURING, CONSULTATION = "before", "during", "consultation"
WITHOUT_STROKE: Final = {*FAULTS, *DISTURBED, *CONDUCT}
"""Faults that are reported as happening between strokes where a case does not say when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """The last stroke, kept so that the judge can rule on it again; `run` is as it was before it."""

    run: "CaseState"
    stroke: Stroke
    standing: Standing
    told: Told
    later: tuple[Ruling, ...] = ()
    """What was ruled since, and is not about the stroke itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseState:
    """A case in the playing."""

    rules: Snooker
    position: Position
    said: tuple[str, ...] = ()
    spots: tuple[Place, ...] = ()
    replaced: str | tuple[str, ...] = "none"
    consulting: bool = False
    last: Last | None = None


def start(rules: Snooker, case: Case) -> CaseState:
    """Return the run before the first step of `case`."""
    at = position_of(rules, case.setup, case.before)
    return CaseState(rules=rules, position=at, consulting=case.before.get("consultation", False))


def _ruled(run: CaseState, ruling: Ruling) -> CaseState:
    """Return the run with a ruling taken: its calls made, its balls spotted."""
    for call in ruling.calls:
        run = _called(run, call)
    return _spotted(run, ruling.spots)


def _spotted(run: CaseState, places: tuple[Place, ...]) -> CaseState:
    spots = {place.ball: place for place in (*run.spots, *places)}
    return replace(run, spots=tuple(spots.values()))


def _called(run: CaseState, call: Call) -> CaseState:
    position, said = apply_all(run.rules, run.position, (call,))
    back = balls_back(run.position, call)
    alone = run.rules.put_up_alone(run.position, call, position)
    then = replace(run, position=position, said=(*run.said, *said), replaced=back or run.replaced)
    return _spotted(then, alone)


def _call(run: CaseState, call: Call) -> CaseState:
    return _since_stroke(run, Ruling(suggestions=(), calls=(call,)))


def _since_stroke(run: CaseState, ruling: Ruling) -> CaseState:
    """Return the run with a ruling taken that is not about the last stroke itself."""
    then = _ruled(run, ruling)
    last = run.last and replace(run.last, later=(*run.last.later, ruling))
    return replace(then, last=last)


def _stroke(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    if run.position.over:
        raise CallRefused("the frame is over: no stroke is played")
    stroke, standing = stroke_of(value, run.position, run.rules.kit)
    before = replace(run, consulting=False, last=None)
    return _judged(Last(run=before, stroke=stroke, standing=standing, told=told_of(value)))


def _judged(last: Last) -> CaseState:
    """Return the run with `last` judged (again) from the position in which it was played."""
    run = last.run
    then = _ruled(run, run.rules.judge(run.position, last.stroke, last.standing, last.told))
    for ruling in last.later:
        then = _ruled(then, ruling)
    return replace(then, last=last)


def _told_more(run: CaseState, **changes: Any) -> CaseState:
    """Return the run with the last stroke judged again, with more said about it.

    Raises:
        CallRefused: no stroke has been played.
    """
    if run.last is None:
        raise CallRefused("no stroke has been played that this could be about")
    return _judged(replace(run.last, told=replace(run.last.told, **changes)))


def _report(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    when = value.get("when", BEFORE if value["fault"] in WITHOUT_STROKE else DURING)
    if when == DURING and run.last is not None and _is_about_stroke(run, run.last, value):
        return _reported_in_stroke(run, run.last, value)
    ended = run.last.run.position if run.last and when not in (BEFORE, CONSULTATION) else run.position
    report = Report(
        fault=value["fault"],
        by=side_of(value["by"]) if "by" in value else ended.striker,
        ball=kind_of(value.get("ball", "")),
        snookered=value.get("snookered"),
        when=CONSULTATION if run.consulting else when,
    )
    return _since_stroke(run, run.rules.report(run.position, report))


def _is_about_stroke(run: CaseState, last: Last, value: Mapping[str, Any]) -> bool:
    """Tell whether a report is of a fault of the player in his stroke, and so makes the judge rule again."""
    if value["fault"] == "out-of-turn":
        return True
    by_striker = "by" not in value or side_of(value["by"]) == last.run.position.striker
    return by_striker and any(value["fault"] in clause.faults for clause in run.rules.edition.clauses)


def _reported_in_stroke(run: CaseState, last: Last, value: Mapping[str, Any]) -> CaseState:
    more = {"snookered": value["snookered"]} if "snookered" in value else {}
    if value["fault"] == "out-of-turn":
        by = value.get("by", "")
        return _told_more(run, by=side_of(by) if by else None, player=by, **more)
    faults = (*last.told.faults, Fault(name=value["fault"], ball=kind_of(value.get("ball", ""))))
    return _told_more(run, faults=faults, **more)


def _find(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    what, about = next(((key, value[key]) for key in value if key not in ("identified", "gone")), ("nothing", ""))
    ball = about["ball"] if isinstance(about, Mapping) else about
    more = {key: value[key] for key in ("identified", "gone") if key in value}
    return _since_stroke(run, run.rules.find(run.position, Find(what=what, ball=kind_of(ball), **more)))


def _claim_foul(run: CaseState, side: str) -> CaseState:
    last = run.last
    if why := why_not_claim_foul(last.told if last else None, run.position, side_of(side)):
        raise CallRefused(why)
    seen = _told_more(run, unseen=False)
    if seen.position == run.position:
        raise CallRefused("the last stroke was fair: there is no foul to claim")
    return seen


def _clock(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    return _since_stroke(run, run.rules.clock(run.position, clock_call(value, run.position)))


STEPS: Final[Mapping[str, Callable[[CaseState, Any], CaseState]]] = {
    "stroke": _stroke,
    "report": _report,
    "judge": lambda run, value: _told_more(run, **value),
    "find": _find,
    "nominate": lambda run, ball: _call(run, Nominate(ball=ball)),
    "free_ball": lambda run, ball: _call(run, NominateFree(ball=kind_of(ball))),
    "choose": lambda run, what: _call(run, Choose(what=what)),
    "lots": lambda run, side: _call(run, Lots(side=side_of(side))),
    "player": lambda run, player: _call(run, Pick(player=player)),
    "restart": lambda run, how: _call(run, Restart(how=how)),
    "clock": _clock,
    "lag": lambda run, value: _call(run, lag_call(value)),
    "claim": lambda run, side: _call(run, Claim(side=side_of(side))),
    "claim_foul": _claim_foul,
    "concede": lambda run, side: _call(run, Concede(side=side_of(side))),
    "accept": lambda run, side: _call(run, Accept(side=side_of(side))),
    "refuse": lambda run, side: _call(run, Refuse(side=side_of(side))),
}


def _of_position(shown: Shown) -> Callable[[CaseState], Any]:
    return lambda run: shown(run.position)


GOT: Final[Mapping[str, Callable[[CaseState], Any]]] = {
    **{key: _of_position(shown) for key, shown in SHOWN.items()},
    "calls": lambda run: list(run.said),
    "spotted": lambda run: spotted(run.spots, run.rules.kit),
    "replaced": lambda run: list(run.replaced) if isinstance(run.replaced, tuple) else run.replaced,
}

SNOOKER: Final = GamePlay(words=WORDS, start=start, steps=STEPS, got=GOT, same=SAME)
