"""Plays one written case of snooker through the door, and compares what comes out with what the referee wrote.

Strokes go through `judge`, and its calls through `apply`; what an official reports or finds about a stroke makes the
judge rule on it again, as the referee's desk would.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tracker.domain.ball import COLOURS
from tracker.domain.call import Call
from tracker.domain.setup import Setup
from tracker.domain.stroke import Place, Standing, Stroke
from tracker.match.book import apply_all
from tracker.match.caseform import Case
from tracker.match.caseplay import GamePlay, NotYet, in_any_order, refuse_unknown, same_places
from tracker.match.shootout_case import (
    chooser_shown,
    clock_call,
    clock_of,
    clock_shown,
    lag_call,
    shootout_of,
    shootout_shown,
)
from tracker.match.stroke_case import kind_of, places_of, stroke_of, told_of
from tracker.rules.snooker.calls import Accept, Choose, Claim, Concede, Lots, Nominate, NominateFree, Refuse, Restart
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.law import goes_back_alone
from tracker.rules.snooker.misses import after_miss
from tracker.rules.snooker.position import PLAY, PLAY_AGAIN, PLAY_REPLACED, REPLACE, MissRun, Position
from tracker.rules.snooker.reports import FAULTS, Report
from tracker.rules.snooker.told import Fault, Told

SIDE: Final = {"A": 0, "B": 1}
ANYWHERE: Final = "anywhere"
NAME: Final = ("A", "B")


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """The last stroke, kept so that the judge can rule on it again."""

    before: Position
    said_before: tuple[str, ...]
    stroke: Stroke
    standing: Standing
    told: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A case in the playing."""

    rules: Snooker
    position: Position
    said: tuple[str, ...] = ()
    spots: tuple[Place, ...] = ()
    replaced: str = "none"
    """What was put back where it was: `all`, `cue-ball` or `none`."""
    last: Last | None = None


def start(rules: Snooker, case: Case) -> Run:
    """Return the run before the first step of `case`."""
    return Run(rules=rules, position=position_of(rules, case.setup, case.before))


def position_of(rules: Snooker, setup: Mapping[str, Any], before: Mapping[str, Any]) -> Position:
    """Return the position that a case starts from; what is left out is as at the opening."""
    refuse_unknown("setup", setup, SETUP_KEYS)
    refuse_unknown("before", before, BEFORE_KEYS)
    if any(len(players) > 1 for players in setup.get("players", {}).values()):
        raise NotYet("four-handed play is not in the law yet")
    opening = rules.opening(
        Setup(reds=setup.get("reds"), starter=SIDE[setup.get("starter", "A")], aggregate=setup.get("aggregate", False))
    )
    opens = before.get("opening", not before)
    colours = before.get("colours", COLOURS)
    at = replace(
        opening,
        scores=_by_side(before.get("scores", {}), 0),
        striker=SIDE[before.get("striker", "A")],
        visit=before.get("break", 0),
        reds=before.get("reds", opening.reds),
        colours=tuple(colour for colour in COLOURS if colour in colours),
        opening=opens,
        in_hand=bool(before.get("in_hand", opens)),
        clock=clock_of(before.get("clock")),
        shootout=shootout_of(before.get("shootout")),
        anywhere=before.get("in_hand") == ANYWHERE,
        nominated=before.get("nominated", ""),
        free_ball=before.get("free_ball", False),
        respotted=before.get("respotted_black", False),
        run=_run_of(before.get("miss_run")),
        warned=_by_side(before.get("warned", {}), ""),
    )
    at = replace(at, on=before.get("on", at.fresh_on))
    if "places" in before:
        at = replace(at, lie=places_of(before["places"], at.reds, at.colours, rules.kit))
    return _after_foul(at, before)


def _after_foul(at: Position, given: Mapping[str, Any]) -> Position:
    """Return the position in which the foul of `after_foul_by` has just ended and the other side must choose."""
    if "after_foul_by" not in given:
        return at
    offender = SIDE[given["after_foul_by"]]
    before = replace(at, striker=offender)
    choices = (PLAY, PLAY_AGAIN, *(after_miss(before, at.run, 0) if at.run else ()))
    return replace(
        at, offender=offender, striker=1 - offender, choices=choices, original=before, miss=at.run is not None
    )


SETUP_KEYS: Final = frozenset({"players", "reds", "aggregate", "totals", "starter", "frame", "frames"})
BEFORE_KEYS: Final = frozenset(
    {"striker", "scores", "break", "reds", "colours", "on", "nominated", "opening", "in_hand", "free_ball"}
    | {"after_foul_by", "respotted_black", "places", "miss_run", "warned", "clock", "shootout"}
)


def _by_side(given: Mapping[str, Any], absent: Any) -> tuple[Any, Any]:
    if not set(given) <= set(SIDE):
        raise NotYet("four-handed play is not in the law yet")
    return given.get("A", absent), given.get("B", absent)


def _run_of(data: Mapping[str, Any] | None) -> MissRun | None:
    if data is None:
        return None
    return MissRun(
        by=SIDE[data["by"]],
        failures=data.get("failures", 1),
        full_ball=data.get("full_ball", False),
        warned=data.get("warned", False),
    )


def _call(run: Run, call: Call) -> Run:
    position, said = apply_all(run.rules, run.position, (call,))
    put_back = isinstance(call, Choose) and call.what in (REPLACE, PLAY_REPLACED)
    what = ("cue-ball" if goes_back_alone(run.position) else "all") if put_back else run.replaced
    return replace(run, position=position, said=(*run.said, *said), replaced=what)


def _stroke(run: Run, value: Mapping[str, Any]) -> Run:
    stroke, standing = stroke_of(value, run.position, run.rules.kit)
    last = Last(before=run.position, said_before=run.said, stroke=stroke, standing=standing, told=told_of(value))
    return _rule_on(replace(run, last=last), last)


def _rule_on(run: Run, last: Last) -> Run:
    """Return the run with `last` judged (again) from the position in which it was played."""
    ruling = run.rules.judge(last.before, last.stroke, last.standing, last.told)
    position, said = apply_all(run.rules, last.before, ruling.calls)
    spots = {place.ball: place for place in (*run.spots, *ruling.spots)}
    return replace(run, position=position, said=(*last.said_before, *said), spots=tuple(spots.values()), last=last)


def _told_more(run: Run, **changes: Any) -> Run:
    if run.last is None:
        raise NotYet("a finding that follows no stroke is not in the law yet")
    return _rule_on(run, replace(run.last, told=replace(run.last.told, **changes)))


def _report(run: Run, value: Mapping[str, Any]) -> Run:
    fault, when = value["fault"], value.get("when", "during")
    if when in ("before", "consultation"):
        return _report_before(run, value)
    if when != "during" or run.last is None:
        raise NotYet(f"report {fault!r} {when} a stroke is not in the law yet")
    reportable = {clause.id for clause in run.rules.edition.clauses if clause.fault == fault}
    if not reportable or SIDE.get(value.get("by", NAME[run.last.before.striker])) != run.last.before.striker:
        raise NotYet(f"report {fault!r} during a stroke is not in the law yet")
    faults = (*run.last.told.faults, Fault(name=fault, ball=kind_of(value.get("ball", ""))))
    more = {"snookered": value["snookered"]} if "snookered" in value else {}
    return _told_more(run, faults=faults, **more)


def _report_before(run: Run, value: Mapping[str, Any]) -> Run:
    at = run.position
    if value["fault"] not in FAULTS.keys() | run.rules.edition.reports.keys():
        raise NotYet(f"report {value['fault']!r} before a stroke is not in the law yet")
    report = Report(
        fault=value["fault"],
        by=SIDE[value.get("by", NAME[at.striker])],
        ball=kind_of(value.get("ball", "")),
        snookered=value.get("snookered"),
        consulting=value.get("when") == "consultation",
    )
    position, said = apply_all(run.rules, at, run.rules.report(at, report).calls)
    return replace(run, position=position, said=(*run.said, *said))


def _clock(run: Run, value: Mapping[str, Any]) -> Run:
    ruling = run.rules.clock(run.position, clock_call(value, run.position))
    position, said = apply_all(run.rules, run.position, ruling.calls)
    return replace(run, position=position, said=(*run.said, *said))


def _restart(run: Run, how: str) -> Run:
    if how != "agreed":
        raise NotYet(f"restart {how!r} is not in the law yet")
    return _call(run, Restart())


def _judge(run: Run, value: Mapping[str, Any]) -> Run:
    refuse_unknown("judge", value, {"effort", "intent", "possible", "strength"})
    return _told_more(run, **value)


STEPS: Final[dict[str, Callable[[Run, Any], Run]]] = {
    "stroke": _stroke,
    "report": _report,
    "judge": _judge,
    "nominate": lambda run, ball: _call(run, Nominate(ball=ball)),
    "free_ball": lambda run, ball: _call(run, NominateFree(ball=ball)),
    "choose": lambda run, what: _call(run, Choose(what=what)),
    "lots": lambda run, side: _call(run, Lots(side=SIDE[side])),
    "restart": _restart,
    "clock": _clock,
    "lag": lambda run, value: _call(run, lag_call(value)),
    "claim": lambda run, side: _call(run, Claim(side=SIDE[side])),
    "concede": lambda run, side: _call(run, Concede(side=SIDE[side])),
    "accept": lambda run, side: _call(run, Accept(side=SIDE[side])),
    "refuse": lambda run, side: _call(run, Refuse(side=SIDE[side])),
}


def _ask(value: bool | None) -> bool | str:
    return "ask" if value is None else value


def _striker(run: Run) -> str | None:
    """Who plays next, when nobody has to choose."""
    at = run.position
    return None if at.choices or at.lots or at.over else NAME[at.striker]


def _spotted(run: Run) -> dict[str, tuple[str, tuple[float, float]]]:
    spots = {at: name for name, at in run.rules.kit.spots.items()}
    return {place.ball: (spots.get(place.at, ""), (place.at.x_mm, place.at.y_mm)) for place in run.spots}


GOT: Final[dict[str, Callable[[Run], Any]]] = {
    "calls": lambda run: list(run.said),
    "scores": lambda run: dict(zip(NAME, run.position.scores, strict=True)),
    "break": lambda run: run.position.visit,
    "striker": _striker,
    "choices": lambda run: list(run.position.choices),
    "on": lambda run: run.position.on,
    "reds": lambda run: run.position.reds,
    "colours": lambda run: list(run.position.colours),
    "in_hand": lambda run: ANYWHERE if run.position.anywhere else run.position.in_hand,
    "spotted": _spotted,
    "free_ball": lambda run: _ask(run.position.free_ball),
    "miss": lambda run: _ask(run.position.miss),
    "warned": lambda run: {name: word for name, word in zip(NAME, run.position.warned, strict=True) if word},
    "over": lambda run: run.position.over,
    "winner": lambda run: NAME[run.position.winner] if run.position.winner is not None else None,
    "respotted_black": lambda run: run.position.respotted,
    "clock": lambda run: clock_shown(run.position),
    "shootout": lambda run: shootout_shown(run.position),
    "chooser": lambda run: chooser_shown(run.position),
    "replaced": lambda run: run.replaced,
}

SNOOKER: Final = GamePlay(
    start=start,
    steps=STEPS,
    got=GOT,
    same={"choices": in_any_order, "colours": in_any_order, "spotted": same_places},
)
