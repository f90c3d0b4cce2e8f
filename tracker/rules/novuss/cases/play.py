"""Plays one written case of novuss through the door, and compares what comes out with what the referee wrote.

A case says what a stroke came to in the words of a referee (`first = "own-light"`), which the judge takes as told.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.rules.cases.form import Case
from tracker.rules.cases.play import GamePlay, NotYet, in_any_order, refuse_unknown, same_places, same_player
from tracker.rules.cases.warned import conduct_of, same_warned, words_of
from tracker.rules.novuss.board import place_mm
from tracker.rules.novuss.calls import Again, Forgotten, Off, Picks, WonToss
from tracker.rules.novuss.cases.words import BALLS, WORDS
from tracker.rules.novuss.clauses import OUT_OF_TURN
from tracker.rules.novuss.edition import Novuss
from tracker.rules.novuss.position import Position, Put
from tracker.rules.novuss.reports import Report
from tracker.rules.novuss.told import BLIND, DIRECT, EQUAL, IN, LIGHT, NOTHING, ON, OUT, REBOUND, BrokenPiece, Told
from tracker.rules.ruleset import apply_all

SIDES: Final = "AB"
EMPTY: Final = Standing(at_us=1, places=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """The last stroke or report, kept so that the judge can rule on it again when more is told."""

    before: "CaseState"
    stroke: Stroke | None = None
    told: Told = NOTHING
    report: Report | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseState:
    """A case in the playing."""

    rules: Novuss
    position: Position
    said: tuple[str, ...] = ()
    put: tuple[Put, ...] = ()
    replaced: tuple[str, ...] | None = None
    """Pucks put back where they were; None: none. Empty: the case does not name them."""
    replay: str = ""
    last: Last | None = None


def start(rules: Novuss, case: Case) -> CaseState:
    """Return the run before the first step of `case`."""
    return CaseState(rules=rules, position=position_of(rules, case.setup, case.before))


SETUP_KEYS: Final = frozenset({"players", "starter", "frame", "frames"})
BEFORE_KEYS: Final = frozenset(
    {"striker", "scores", "break", "opening", "pucks", "light", "blind", "debt", "pocketed_this_series", "occupied"}
    | {"warned"}
)


def position_of(rules: Novuss, setup: Mapping[str, Any], before: Mapping[str, Any]) -> Position:
    """Return the position that a case starts from; what is left out is as at the opening."""
    refuse_unknown("setup", setup, SETUP_KEYS)
    refuse_unknown("before", before, BEFORE_KEYS)
    players = tuple(tuple(setup.get("players", {}).get(side, ())) for side in SIDES)
    opens = before.get("opening", not before)
    side, player = _player(before.get("striker", setup.get("starter", "A")))
    starter, first = _player(setup.get("starter", SIDES[side] if opens else "A"))
    frame, frames = setup.get("frame", 1), setup.get("frames")
    at = rules.opening(Setup(players=(players[0], players[1]), starter=starter, frame=frame, frames=frames))
    pucks = _pair(before.get("pucks", {}), at.pucks)
    blind = _pair(before.get("blind", {}), (0, 0))
    light = _pair(before.get("light", {}), (pucks[0] - blind[0], pucks[1] - blind[1]))
    dark = (pucks[0] - light[0], pucks[1] - light[1])
    at = replace(
        at,
        debt=_pair(before.get("debt", {}), (0, 0)),
        visit=before.get("break", before.get("pocketed_this_series", 0)),
        occupied=tuple(before.get("occupied", ())),
        conduct=conduct_of(before.get("warned", {})),
        sets=_pair(before.get("scores", {}), (0, 0)),
    ).having(pucks=pucks, light=light, blind=_pair(before.get("blind", {}), dark))
    if opens:
        wrong = (side, player) != (starter, first)
        return replace(at, starter=side, turn=2 * player, opened=2 * player, out_of_turn=wrong)
    return replace(at, turn=2 * at.team + 2 * player + (side - starter) % 2, strokes=2)


def _player(name: str) -> tuple[int, int]:
    """Return side and index of a player: `B2` is the second one of B."""
    return SIDES.index(name[0]), int(name[1:] or 1) - 1


def _pair(given: Mapping[str, int], absent: tuple[int, int]) -> tuple[int, int]:
    return given.get("A", absent[0]), given.get("B", absent[1])


STROKE_KEYS: Final = frozenset(
    {"by", "kind", "first", "pocketed", "jumped", "backslide", "far_edge", "drove_opponent_into", "moved", "broken"}
    | {"blind_out"}
    | {"off", "unseen", "balanced", "rebounded", "fell", "early", "hits"}
)
"""What can be told about a stroke. A puck that came out of a pocket again, or fell unhit, was not pocketed (N2 ¶13)."""


def stroke_of(value: Mapping[str, Any], at: Position) -> Stroke:
    """Return the pucks of a written stroke that went into pockets, as the eyes would report them."""
    given = value.get("pocketed", {})
    letters = ("ab"[at.striker], "ab"[1 - at.striker])
    balls = [letters[0]] * given.get("own", 0) + [letters[1]] * given.get("opponent", 0)
    balls += ["striker"] * given.get("striker", False)
    pots = tuple(Pot(at_us=i, ball=ball, pocket="top-left", sure=1.0) for i, ball in enumerate(balls))
    return Stroke(number=1, began_us=0, ended_us=1, cue_ball="striker", origin=Point(0, 0), potted=pots)


def told_of(value: Mapping[str, Any], at: Position) -> Told:
    """Return what the case says about a stroke; of one that does not say what was met, an own puck lawfully."""
    refuse_unknown("stroke", value, STROKE_KEYS)
    broken = _broken(value["broken"]) if "broken" in value else None
    first = value.get("first", LIGHT if at.light[at.striker] else BLIND)
    return Told(
        kind=value.get("kind", REBOUND if first == BLIND and "first" not in value else DIRECT),
        first=first,
        far_edge=value.get("far_edge"),
        backslide=value.get("backslide", False),
        moved=value.get("moved", 0),
        blind_out=value.get("blind_out", 0),
        drove=value.get("drove_opponent_into", ""),
        off=(*map(_off, value.get("off", ())), *_jumped_off(value.get("jumped", {}))) or None,
        broken=broken,
        faults=("striker-in-motion",) if "early" in value else (),
        by=_player(value["by"]) if "by" in value else None,
        unseen=value.get("unseen", False),
    )


def _off(item: Any) -> Off:
    if isinstance(item, str):
        return Off(ball=item)
    refuse_unknown("puck off the board", item, {"ball", "side"})
    return Off(ball=item["ball"], side=item.get("side", ""))


def _jumped_off(value: Mapping[str, Any]) -> tuple[Off, ...]:
    """Return the puck that jumped out, onto the edge or over it (N2 ¶11, ¶14); jumping over another is no breach."""
    return (Off(ball=value["ball"], side=value.get("side", "")),) if "ball" in value else ()


PARTS: Final = {
    "on": ON, "board": ON, "table": ON, "pocketed": IN, "pocket": IN, "off": OUT, "equal": EQUAL, "same": EQUAL,
}  # fmt: skip


def _broken(value: Mapping[str, Any]) -> BrokenPiece:
    """Return what broke and where its largest part is.

    It may be written `{ball = "a1", largest = "off"}`, `{a1 = "off"}` or `{ball = "a1", off = true}`.
    """
    words = [key if word is True else word for key, word in value.items() if isinstance(word, str | bool)]
    parts = {PARTS[word] for word in words if word in PARTS}
    balls = [word for word in (*value, *words) if word in BALLS]
    if len(parts) != 1:
        raise NotYet(f"broken {dict(value)!r} does not say where the largest part is: {', '.join(PARTS)}")
    return BrokenPiece(ball=balls[0] if balls else "striker", part=parts.pop())


def _stroke(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    run = _not_found_in_time(run)
    at = run.position
    told = told_of(value, at)
    if told.by is not None and told.unseen and not at.strokes:
        run = _call(run, Picks(side=told.by[0], player=told.by[1], inferred=True))
        told = replace(told, by=None)
    if back := _fell_unhit(value):
        run = replace(run, replaced=back)
    return _rule_on(Last(before=run, stroke=stroke_of(value, run.position), told=told))


def _fell_unhit(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the pucks that dropped in untouched: they are put back and not counted (N2 ¶13)."""
    return (*value.get("balanced", ()), *([value["fell"]["ball"]] if "fell" in value else ()))


def _not_found_in_time(run: CaseState) -> CaseState:
    """Return the run with a first stroke out of turn let stand, since the next one is now played (N5 ¶9)."""
    last = run.last
    found = run.position.over and last is not None and last.stroke is not None and not last.before.position.strokes
    if last is None or not found or run.position.because != OUT_OF_TURN:
        return run
    by, before = last.told.by, last.before
    if by is not None:
        before = _call(before, Picks(side=by[0], player=by[1], inferred=True))
    return _rule_on(replace(last, before=before, told=replace(last.told, by=None, unseen=True)))


def _rule_on(last: Last) -> CaseState:
    """Return the run with `last` judged (again) from the position in which it happened."""
    run = last.before
    if last.stroke is not None:
        ruling = run.rules.judge(run.position, last.stroke, EMPTY, last.told)
        if not ruling.calls:
            raise CallRefused(ruling.doubts[0])
    else:
        assert last.report is not None
        ruling = run.rules.report(run.position, last.report)
    return replace(_follow(run, ruling), last=last)


PUT_BACK: Final = frozenset({"NOV-2.24", "NOV-3.11", "NOV-3.17", "NOV-6.p"})
"""Findings after which a puck is put back where it was."""


def _follow(run: CaseState, ruling: Ruling) -> CaseState:
    position, said = apply_all(run.rules, run.position, ruling.calls)
    put = (*run.put, *position.put) if ruling.calls else run.put
    back = () if any(finding.clause in PUT_BACK for finding in ruling.findings) else run.replaced
    return replace(
        run, position=position, said=(*run.said, *said), put=put, replaced=back, replay=position.replay or run.replay
    )


def _call(run: CaseState, call: Call) -> CaseState:
    position, said = apply_all(run.rules, run.position, (call,))
    return replace(run, position=position, said=(*run.said, *said), replay=position.replay or run.replay)


IN_A_STROKE: Final = {word: word for word in ("double-hit", "striker-in-motion", "puck-touched")} | {
    "ball-touched": "puck-touched"
}
"""Faults that belong to a stroke, by the words that the judge knows."""


def _report(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    """Take a report: of a fault in the last stroke, which is judged again, or of an act that is no stroke."""
    fault, last = value["fault"], run.last
    in_stroke = last is not None and last.stroke is not None and value.get("when", "during") == "during"
    striker = last.before.position.striker if last is not None and in_stroke else run.position.striker
    side = striker if "by" not in value else _player(value["by"])[0]
    if last is not None and in_stroke and fault in IN_A_STROKE and side == striker:
        return _rule_on(replace(last, told=replace(last.told, faults=(*last.told.faults, IN_A_STROKE[fault]))))
    return _rule_on(Last(before=run, report=Report(fault=fault, by=side, ball=value.get("ball", ""))))


def _judge(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    refuse_unknown("judge", value, {"intent"})
    if run.last is None:
        raise NotYet("a finding that follows nothing is not in the law")
    if run.last.report is not None:
        return _rule_on(replace(run.last, report=replace(run.last.report, intent=value["intent"])))
    return _rule_on(replace(run.last, told=replace(run.last.told, intent=value["intent"])))


def _find(run: CaseState, value: Mapping[str, Any]) -> CaseState:
    if "fell" in value:
        return replace(run, replaced=(value["fell"]["ball"],))
    if value.get("forgotten") != "debt":
        raise NotYet(f"find {value!r} is not in the law of novuss")
    owing = [side for side in (0, 1) if run.position.debt[side] or run.position.paid[side]]
    for side in owing or [run.position.striker]:
        run = _call(run, Forgotten(side=side))
        run = replace(run, put=tuple(put for put in run.put if put.side != side))
    return run


def _restart(run: CaseState, how: str) -> CaseState:
    if how != "agreed":
        raise NotYet(f"restart {how!r} is not in the law of novuss")
    return _call(run, Again())


STEPS: Final[dict[str, Callable[[CaseState, Any], CaseState]]] = {
    "stroke": _stroke,
    "report": _report,
    "judge": _judge,
    "find": _find,
    "restart": _restart,
    "lots": lambda run, side: _call(run, WonToss(side=_player(side)[0])),
    "player": lambda run, name: _call(run, Picks(side=_player(name)[0], player=_player(name)[1])),
}


def _side(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def _striker(run: CaseState) -> str | None:
    """Who plays next, when nobody has to choose."""
    at = run.position
    if at.over or at.chooser is not None:
        return None
    return SIDES[at.striker] + (str(at.player + 1) if at.team > 1 else "")


def _order(run: CaseState) -> list[str]:
    at = run.position
    turns = [replace(at, turn=at.turn + n) for n in range(2 * at.team)]
    return [SIDES[then.striker] + (str(then.player + 1) if at.team > 1 else "") for then in turns]


def _both(pair: tuple[Any, Any]) -> dict[str, Any]:
    return dict(zip(SIDES, pair, strict=True))


def _spotted(run: CaseState) -> dict[str, tuple[str, tuple[float, float]]]:
    """Return where each puck was put, by name and in mm."""
    kit = run.rules.kit
    return {put.ball: (put.place, place_mm(kit, put.place)) for put in run.put if put.place}


def _replaced(run: CaseState) -> str | list[str]:
    return "none" if run.replaced is None else list(run.replaced) or "all"


GOT: Final[dict[str, Callable[[CaseState], Any]]] = {
    "calls": lambda run: list(run.said),
    "scores": lambda run: _both(run.position.sets),
    "break": lambda run: run.position.visit,
    "striker": _striker,
    "order": _order,
    "chooser": lambda run: _side(run.position.chooser),
    "pucks": lambda run: _both(run.position.pucks),
    "light": lambda run: _both(run.position.light),
    "blind": lambda run: _both(run.position.blind),
    "debt": lambda run: _both(run.position.debt),
    "occupied": lambda run: list(run.position.occupied),
    "spotted": _spotted,
    "replaced": _replaced,
    "warned": lambda run: words_of(run.position.conduct),
    "over": lambda run: run.position.over,
    "winner": lambda run: _side(run.position.game_winner if run.position.game_over else run.position.winner),
    "on": lambda run: "none" if run.position.over else "",
    "replay": lambda run: run.replay,
}


def _named_agree(wanted: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """Tell whether every side that is named has its number; a side that is left out is not checked."""
    return all(got.get(side) == number for side, number in wanted.items())


def _same_spots(wanted: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """Tell whether each puck is where it was wanted; one told by its side only answers to any wanted of that side."""
    names = {ball: next((one for one in wanted if one not in got and one[:-1] == ball), ball) for ball in got}
    return same_places(wanted, {names[ball]: place for ball, place in got.items()})


def _put_back_agree(wanted: Any, got: Any) -> bool:
    """Tell whether the pucks named were put back; a stroke told without names put back the one that it drove."""
    return bool(wanted == got) or (got == "all" and wanted != "none")


NOVUSS: Final = GamePlay(
    words=WORDS,
    start=start,
    steps=STEPS,
    got=GOT,
    same={"warned": same_warned}
    | dict.fromkeys(("scores", "pucks", "light", "blind", "debt"), _named_agree)
    | {"occupied": in_any_order, "striker": same_player, "spotted": _same_spots, "replaced": _put_back_agree},
)
