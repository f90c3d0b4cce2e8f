"""Plays one written case of billiards through the door, and shows what came out.

Strokes go through `judge`, and its calls through `apply`; what an official reports or finds about a stroke makes the
judge rule on it again, as the referee's desk would.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.ball import RED
from tracker.rules.billiards.cases.before import NAME, position_of, side_of
from tracker.rules.billiards.cases.stroke import stroke_of, told_of
from tracker.rules.billiards.cases.words import BAULK_WARNING, SEVENTY, TEN, WORDS
from tracker.rules.billiards.edition import Billiards
from tracker.rules.billiards.game.calls import (
    Accept,
    Announce,
    Choose,
    Concede,
    Pick,
    PlaysFirst,
    PutUp,
    Refuse,
    Restart,
    TakeOff,
    Time,
    WonString,
)
from tracker.rules.billiards.game.position import Position
from tracker.rules.billiards.game.told import Told
from tracker.rules.billiards.judge.reports import (
    BY_OTHERS,
    CONDUCT,
    CONTACTS,
    PICKED_UP,
    TABLE_DEFECT,
    Report,
    put_back,
)
from tracker.rules.billiards.law import limits
from tracker.rules.billiards.law.spotting import with_red_back
from tracker.rules.billiards.law.start import Strung, string_winner
from tracker.rules.cases.form import Case
from tracker.rules.cases.play import GamePlay, NotYet, in_any_order, refuse_unknown, same_places, same_player
from tracker.rules.cases.warned import same_warned, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """The last stroke, kept so that the judge can rule on it again."""

    before: "CaseState"
    stroke: Stroke
    standing: Standing
    told: Told

    @property
    def by(self) -> int:
        """Side that played it."""
        return self.before.position.striker if self.told.by is None else self.told.by


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseState:
    """A case in the playing."""

    rules: Billiards
    position: Position
    time_limit_s: float | None = None
    forgot: frozenset[str] = frozenset()
    """Announcements that a later step finds forgotten; they are not made before."""
    said: tuple[str, ...] = ()
    spots: tuple[Place, ...] = ()
    replaced: tuple[str, ...] | str = ()
    """Balls put back; `all`."""
    last: Last | None = None


def start(rules: Billiards, case: Case) -> CaseState:
    """Return the run before the first step of `case`."""
    forgot = frozenset(value["forgotten"] for step, value in case.play if step == "find" and "forgotten" in value)
    position = position_of(rules, case.setup, case.before, forgot)
    return CaseState(rules=rules, position=position, forgot=forgot, time_limit_s=case.setup.get("time_limit_s"))


def _call(run: CaseState, *calls: Call) -> CaseState:
    """Return the run after these calls, with what was said and which balls went on which spots."""
    for call in calls:
        after = run.rules.apply(run.position, call)
        spots = {place.ball: place for place in (*run.spots, *after.spotted)}
        said = (*run.said, *run.rules.words(run.position, call))
        run = replace(run, position=after, said=said, spots=tuple(spots.values()))
    return run


def _stroke(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    if run.position.over:
        raise CallRefused("the game is over")
    if value.get("early") != "spotting":
        run = _spot_red(run)
    told = told_of(value, run.position)
    by = run.position.striker if told.by is None else told.by
    stroke, standing = stroke_of(value, run.position, by)
    return _rule_on(Last(before=run, stroke=stroke, standing=standing, told=told))


def _spot_red(run: CaseState) -> CaseState:
    """Return the run with a red that waited for it on its spot."""
    at = with_red_back(run.position, run.position.counts)
    return replace(run, position=at, spots=(*run.spots, *at.spotted)) if at is not run.position else run


def _rule_on(last: Last) -> CaseState:
    """Return the run with `last` judged (again) from where it was played."""
    run = last.before
    ruling = run.rules.judge(run.position, last.stroke, last.standing, last.told)
    calls = (call for call in ruling.calls if not (isinstance(call, Announce) and _kind(call.what) in run.forgot))
    fell = last.told.fell
    back = run.replaced if fell is None else "all" if fell.would_be_hit else (fell.ball,)
    return replace(_call(run, *calls), last=last, replaced=back)


def _kind(announced: str) -> str:
    return {limits.TEN: TEN, limits.SEVENTY: SEVENTY}.get(announced, BAULK_WARNING)


def _told_more(run: CaseState, **changes: Any) -> CaseState:
    if run.last is None:
        raise NotYet("a finding that follows no stroke is not in the law yet")
    return _rule_on(replace(run.last, told=replace(run.last.told, **changes)))


def _report(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    """Rule again on the last stroke where the fault was part of it, and else on things as they stand."""
    fault, ball = value["fault"], value.get("ball", "")
    if fault not in _reportable(run):
        raise NotYet(f"report {fault!r} is not in the law yet")
    during = value.get("when", "during") == "during" and run.last is not None
    default = run.last.by if during and run.last else run.position.striker
    report = Report(fault=fault, by=side_of(value.get("by", NAME[default])), ball=ball)
    in_stroke = during and run.last is not None and report.by == run.last.by
    if not in_stroke or fault in CONDUCT or fault in (*BY_OTHERS, TABLE_DEFECT):
        return _report_now(run, report)
    assert run.last is not None
    if fault == PICKED_UP:
        lifted = replace(run.last.stroke, off_table=(*run.last.stroke.off_table, ball))
        return _rule_on(replace(run.last, stroke=lifted))
    return _told_more(run, faults=(*run.last.told.faults, fault))


def _report_now(run: CaseState, report: Report) -> CaseState:
    back = put_back(run.position, report)
    done = _call(run, *run.rules.report(run.position, report).calls)
    return replace(done, replaced=(*done.replaced, *back) if isinstance(done.replaced, tuple) else done.replaced)


def _reportable(run: CaseState) -> set[str]:
    clauses = run.rules.edition.clauses
    return {*CONDUCT, *BY_OTHERS, TABLE_DEFECT, *CONTACTS, *(fault for clause in clauses for fault in clause.faults)}


def _judge(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    refuse_unknown("judge", value, {"intent"})
    return _told_more(run, **value)


def _claim_foul(run: CaseState, by: str) -> CaseState:
    if run.last is None or not run.last.told.unseen:
        raise CallRefused("there is no foul to claim: one that nobody claimed before the next stroke is condoned")
    if side_of(by) == run.last.by:
        raise CallRefused("only the non-striker claims a foul")
    return _told_more(run, unseen=False)


def _clock(run: CaseState, value: Mapping[str, float]) -> CaseState:
    up = run.time_limit_s is not None and value["match_s"] >= run.time_limit_s + run.position.added_s
    return _call(run, Time()) if up else run


def _lag(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    a, b = (Strung(from_bottom_mm=value[name][0], clean=value[name][1] == "clean") for name in NAME)
    winner = string_winner(a, b)
    return run if winner is None else _call(run, WonString(side=winner))


def _restart(run: CaseState, how: str) -> CaseState:
    if how != "wrong-order":
        raise CallRefused("billiards has no other restart than after a wrong start")
    return _call(run, Restart())


def _find(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    key, what = next(iter(value.items()))
    if key == "forgotten":
        due = [word for word in limits.due(run.position) if _kind(word) == what]
        if not due:
            raise CallRefused(f"{what} is not due now")
        return _call(replace(run, forgot=run.forgot - {what}), Announce(what=due[0]))
    if key in ("colour_misplaced", "colour_missing"):
        return run if _played_since(run, what) else _call(run, PutUp(ball=what))
    if key == "colour_spotted_in_error":
        return _call(run, TakeOff(ball=what))
    if key not in ("fell", "now_touching"):
        raise NotYet(f"find {key!r} is not in the law yet")
    return replace(run, replaced=(what["ball"] if key == "fell" else what,))


def _played_since(run: CaseState, ball: str) -> bool:
    """Tell whether the last stroke met or potted a ball, which then no longer counts as spotted (BIL-3.9.g)."""
    if run.last is None:
        return False
    stroke = run.last.stroke
    return ball in [touch.balls[1] for touch in stroke.touches] + [pot.ball for pot in stroke.potted]


def _unknown_here(step: str) -> Callable[[CaseState, Any], CaseState]:
    def refuse(run: CaseState, value: Any) -> CaseState:
        raise CallRefused(f"billiards has no step {step!r}")

    return refuse


STEPS: Final[dict[str, Callable[[CaseState, Any], CaseState]]] = {
    "stroke": _stroke,
    "report": _report,
    "judge": _judge,
    "claim_foul": _claim_foul,
    "clock": _clock,
    "lag": _lag,
    "restart": _restart,
    "find": _find,
    "choose": lambda run, what: _call(run, Choose(what=what)),
    "lots": lambda run, side: _call(run, PlaysFirst(side=side_of(side))),
    "player": lambda run, player: _call(run, Pick(player=player)),
    "concede": lambda run, side: _call(run, Concede(side=side_of(side))),
    "accept": lambda run, side: _call(run, Accept(side=side_of(side))),
    "refuse": lambda run, side: _call(run, Refuse(side=side_of(side))),
    "nominate": _unknown_here("nominate"),
    "free_ball": _unknown_here("free_ball"),
    "claim": _unknown_here("claim"),
}


def _striker(run: CaseState) -> str | None:
    """Who plays next, when nobody has to choose."""
    at = run.position
    if at.choices or at.over or at.chooser is not None:
        return None
    return at.order[at.turn] if at.order else NAME[at.striker]


def _order(run: CaseState) -> list[str]:
    at = run.position
    return [*at.order[at.turn :], *at.order[: at.turn]]


def _spotted(run: CaseState) -> dict[str, tuple[str, tuple[float, float]]]:
    spots = {at: name for name, at in run.rules.kit.spots.items()}
    return {place.ball: (spots[place.at], (place.at.x_mm, place.at.y_mm)) for place in run.spots}


def _replaced(run: CaseState) -> list[str] | str:
    return run.replaced if isinstance(run.replaced, str) else list(run.replaced) or "none"


def _spot_run(run: CaseState) -> dict[str, Any]:
    counts = run.position.counts
    shown = {"pots": counts.pots, "hazards": counts.hazards, "cannons": counts.cannons}
    return shown | ({"spot": counts.pots_from} if counts.pots_from else {})


GOT: Final[dict[str, Callable[[CaseState], Any]]] = {
    "calls": lambda run: list(run.said),
    "scores": lambda run: dict(zip(NAME, run.position.scores, strict=True)),
    "break": lambda run: run.position.visit,
    "striker": _striker,
    "choices": lambda run: list(run.position.choices),
    "in_hand": lambda run: [ball for ball in run.position.off if ball != RED],
    "off": lambda run: list(run.position.off),
    "spotted": _spotted,
    "warned": lambda run: words_of(run.position.conduct),
    "over": lambda run: run.position.over,
    "winner": lambda run: NAME[run.position.winner] if run.position.winner is not None else None,
    "on": lambda run: "none" if run.position.over else "",
    "miss": lambda run: "MISS" in run.said,
    "order": _order,
    "chooser": lambda run: None if run.position.chooser is None else NAME[run.position.chooser],
    "replaced": _replaced,
    "spot_run": _spot_run,
    "hazards": lambda run: run.position.counts.hazards,
    "cannons": lambda run: run.position.counts.cannons,
    "rest": lambda run: {place.ball: list(place.at) for place in run.position.lie or ()},
}  # fmt: skip


def _each_same(wanted: Any, got: Any) -> bool:
    """Tell whether every value wanted is there; what is left out is not checked."""
    return all(got.get(key) == value for key, value in wanted.items())


def _places_near(wanted: Any, got: Any) -> bool:
    near = (
        ball in got and all(abs(w - g) <= 1 for w, g in zip(wanted[ball], got[ball], strict=True)) for ball in wanted
    )
    return all(near)


BILLIARDS: Final = GamePlay(
    words=WORDS,
    start=start,
    steps=STEPS,
    got=GOT,
    same={
        "choices": in_any_order, "in_hand": in_any_order, "off": in_any_order, "spotted": same_places,
        "striker": same_player, "spot_run": _each_same, "rest": _places_near, "warned": same_warned,
    },
)  # fmt: skip
"""How cases of billiards are played."""
