"""How a referee writes a rule case down: the keys and words of the case format, version 1, read strictly.

A typo must never pass silently: an unknown key or word is an error that names the file, the case and the word. The
words of every game are known here, also of those whose law is not written yet; their cases are read, and then fail.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tracker.domain.ball import SNOOKER
from tracker.domain.errors import BadInput
from tracker.domain.kit import POCKETS

RULEBOOKS: Final = (
    "snooker-2024", "snooker-2022", "snooker-legacy", "six-reds-2024", "six-reds-2022", "shoot-out-2024",
    "billiards-2024", "novuss-2015",
)  # fmt: skip

Check = Callable[[Any], str | None]
"""Returns what is wrong with a value, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case as it is written, checked word by word."""

    where: str
    id: str
    name: str
    cite: tuple[str, ...]
    rules: tuple[str, ...]
    setup: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)
    play: tuple[tuple[str, Any], ...]
    after: Mapping[str, Any]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def one_of(*words: str) -> Check:
    """Return a check that a value is one of `words`."""
    allowed = frozenset(words)
    return lambda value: None if isinstance(value, str) and value in allowed else f"unknown word {value!r}"


def _kind(kind: type | tuple[type, ...], name: str) -> Check:
    def check(value: Any) -> str | None:
        is_bool = isinstance(value, bool) and kind is not bool
        return None if isinstance(value, kind) and not is_bool else f"{value!r} is not {name}"

    return check


def each(check: Check) -> Check:
    """Return a check of every item of a list; items may be lists themselves."""

    def check_each(value: Any) -> str | None:
        if not isinstance(value, list):
            return f"{value!r} is not a list"
        found = ((check_each if isinstance(item, list) else check)(item) for item in value)
        return next((trouble for trouble in found if trouble), None)

    return check_each


def either(*checks: Check) -> Check:
    """Return a check that a value suits at least one of `checks`."""

    def check_either(value: Any) -> str | None:
        troubles = [check(value) for check in checks]
        return None if None in troubles else troubles[0]

    return check_either


def table(keys: Mapping[str, Check]) -> Check:
    """Return a check of a table with these keys and no others."""

    def check_table(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"{value!r} is not a table"
        for key, item in value.items():
            if key not in keys:
                return f"unknown key {key!r}"
            if trouble := keys[key](item):
                return f"{key}: {trouble}"
        return None

    return check_table


def other_table(keys: Mapping[str, Check]) -> Check:
    """Return a check of a table of another game, with none of these keys; that game reads the words in it."""

    def check_other(value: Any) -> str | None:
        is_other = isinstance(value, dict) and not keys.keys() & value.keys()
        return None if is_other else f"{value!r} is not a table of that kind"

    return check_other


BOOL, INT = _kind(bool, "true or false"), _kind(int, "a whole number")
NUMBER, TEXT = _kind((int, float), "a number"), _kind(str, "text")


def anything(value: Any) -> str | None:
    """Check nothing: a value of a game whose law is not written yet."""
    return None


SIDES = ("A", "B", "A1", "A2", "B1", "B2")
SIDE = one_of(*SIDES)
BALLS = (*SNOOKER, *(f"red{n}" for n in range(1, 16)), "striker", *(f"{s}{n}" for s in "ab" for n in range(1, 9)))
BALL = one_of(*BALLS)
SPOTS = _words(
    "yellow-spot green-spot brown-spot blue-spot pink-spot black-spot centre circle-near circle-far circle-left "
    "circle-right cross-near cross-far cross-left cross-right near-board far-board "
    "left-board right-board"
)
PLACE = each(NUMBER)
BY_SIDE = table(dict.fromkeys(SIDES, INT))
BY_BALL_PLACE = table(dict.fromkeys((*BALLS, "penalty"), either(one_of(*SPOTS), PLACE)))
ON = one_of("red", "colour", "yellow", "green", "brown", "blue", "pink", "black", "none")
WARNED = table(dict.fromkeys(SIDES, one_of("unsporting", "time-wasting", "frame-awarded", "three-miss")))
IN_HAND = either(BOOL, one_of("anywhere"), each(BALL))
SHOOTOUT = table({"first": SIDE, "A": INT, "B": INT})
CHOICE = one_of("play", "play-again", "replace", "play-replaced", "place-anywhere", "as-left", "in-hand-spotted")
CLOCK = table({"match_s": NUMBER, "shot_s": NUMBER})
SPOT_RUN = table(
    {"spot": one_of(*SPOTS), "pots": INT, "hazards": INT, "cannons": INT, "warned_at": INT, "crossed": anything}
)

SETUP: Final[dict[str, Check]] = {
    "players": table({"A": each(SIDE), "B": each(SIDE)}), "reds": INT, "aggregate": BOOL, "totals": BY_SIDE,
    "level": one_of("professional", "club"), "target": INT, "time_limit_s": NUMBER, "baulk_line_crossing": BOOL,
    "starter": SIDE, "frame": INT, "frames": INT,
}  # fmt: skip

BEFORE: Final[dict[str, Check]] = {
    "striker": SIDE, "scores": BY_SIDE, "break": INT, "reds": INT, "colours": each(BALL), "on": ON, "nominated": BALL,
    "opening": BOOL, "in_hand": IN_HAND, "free_ball": BOOL, "after_foul_by": SIDE, "respotted_black": BOOL,
    "places": table(dict.fromkeys(BALLS, PLACE)),
    "miss_run": table({"by": SIDE, "failures": INT, "full_ball": BOOL, "warned": BOOL}),
    "warned": WARNED, "consultation": BOOL, "clock": CLOCK, "spot_run": SPOT_RUN, "hazards": INT, "cannons": INT,
    "warned_at": INT, "crossed": anything, "off": each(BALL), "shootout": SHOOTOUT, "occupied": each(one_of(*SPOTS)),
    "blind": BY_SIDE, "pucks": BY_SIDE, "light": BY_SIDE, "debt": BY_SIDE, "pocketed_this_series": INT,
}  # fmt: skip

SIDE_OF_BOARD = one_of("near", "far", "left", "right")
OFF = table({"ball": BALL, "side": SIDE_OF_BOARD})
JUMP: Final[dict[str, Check]] = {"over": BALL, "first": BOOL, "far_side": BOOL}
POTTED = each(either(BALL, table({"ball": BALL, "pocket": one_of(*POCKETS)})))
STROKE: Final[dict[str, Check]] = {
    "by": SIDE, "from": PLACE, "hits": each(BALL), "potted": POTTED, "off": each(either(BALL, OFF)),
    "cushions": each(BALL), "rest": table(dict.fromkeys(BALLS, PLACE)), "touching": each(BALL), "moved_touching": BOOL,
    "path": one_of("full", "part", "none"), "snookered": BOOL, "snookered_by": either(BALL, one_of("curved-cushion")),
    "early": one_of("rest", "spotting", "cleaning"), "early_ball": BALL, "unseen": BOOL,
    "fell": table({"ball": BALL, "would_be_hit": BOOL}), "balanced": each(BALL), "rebounded": each(BALL),
    "jumped": either(table(JUMP), other_table(JUMP)), "crossed_baulk": BOOL, "left_baulk": anything,
    "into": one_of("curved", "flat", "other-curved"), "out_of_baulk": each(BALL), "kind": one_of("direct", "rebound"),
    "first": one_of("own-light", "own-blind", "own-centre", "opponent", "none", "own+opponent"),
    "pocketed": table({"own": INT, "opponent": INT, "striker": BOOL}), "backslide": BOOL, "far_edge": BOOL,
    "drove_opponent_into": one_of("blind", "centre", "off"), "moved": INT, "blind_out": INT, "broken": other_table({}),
}  # fmt: skip

FAULTS = _words(
    "double-hit push-stroke jump-shot feet-off-floor ball-touched ball-moved ball-picked-up marker-touched measured "
    "ball-off-table-used wrong-cue-ball no-declaration non-standard-cue conferred equipment-left out-of-turn outside-d "
    "placed-badly time-expired unsporting serious-unsporting time-wasting refuses-to-play equipment-faulty "
    "outside-cause referee-moved deliberate-foul table-defect puck-touched table-pushed hand-covers-corner late "
    "touched-in-placing striker-in-motion pucks-displaced zone-crossed edge-hit cue-exchanged disruptive "
    "refuses-to-greet"
)
FIND: Final[dict[str, Check]] = {
    "colour_missing": BALL, "colour_spotted_in_error": BALL, "red_spotted_for": BALL, "identified": BOOL, "gone": BOOL,
    "colour_misplaced": BALL, "now_touching": BALL, "fell": table({"ball": BALL, "when": one_of("idle")}),
    "forgotten": one_of("baulk-line-warning", "ten-hazards", "seventy-cannons", "debt"),
}  # fmt: skip
LAG = table(dict.fromkeys(SIDES, anything))

STEPS: Final[dict[str, Check]] = {
    "nominate": BALL, "free_ball": BALL, "choose": CHOICE, "stroke": table(STROKE),
    "report": table({
        "fault": one_of(*FAULTS), "by": SIDE, "ball": BALL, "snookered": BOOL,
        "when": one_of("before", "during", "after", "consultation"),
    }),
    "judge": table({
        "effort": one_of("best", "poor"), "intent": BOOL, "possible": BOOL, "strength": one_of("enough", "short"),
        "rest_condoned": BOOL,
    }),
    "claim": SIDE, "claim_foul": SIDE, "concede": SIDE, "accept": SIDE, "refuse": SIDE,
    "restart": one_of("agreed", "objected", "unchanged", "wrong-order"), "lots": SIDE, "player": SIDE, "clock": CLOCK,
    "lag": LAG, "find": table(FIND),
}  # fmt: skip

CALLS = _words("FOUL PENALTY WARNING TIME MISS DECLARE") | {
    "FOUL AND A MISS", "FREE BALL", "TOUCHING BALL", "TIME FOUL", "TIME OUT", "TEN HAZARDS", "SEVENTY CANNONS",
    "BAULK-LINE CROSSED", "PENALTY PUCK", "TURN LOST", "SET LOST", "GAME LOST",
}  # fmt: skip


BAULK_LINE_WARNING: Final = "BAULK-LINE WARNING AT "
"""It is followed by 80, or in a longer break by 180, 280 …"""


def _call(value: Any) -> str | None:
    known = isinstance(value, str) and (value in CALLS or value.removeprefix(BAULK_LINE_WARNING).isdecimal())
    return None if known else f"unknown call {value!r}"


AFTER: Final[dict[str, Check]] = {
    "calls": each(_call), "scores": BY_SIDE, "break": INT, "striker": SIDE, "choices": each(CHOICE), "on": ON,
    "reds": INT, "colours": each(BALL), "in_hand": IN_HAND, "spotted": BY_BALL_PLACE, "free_ball": BOOL,
    "miss": either(BOOL, one_of("ask")), "warned": WARNED, "over": BOOL, "winner": SIDE, "respotted_black": BOOL,
    "allowed": one_of(*STEPS), "refused": one_of(*STEPS), "order": each(SIDE), "chooser": SIDE, "shootout": SHOOTOUT,
    "replay": one_of("as-before", "exchanged"), "replaced": either(one_of("all", "none", "cue-ball"), each(BALL)),
    "debt": BY_SIDE, "pucks": BY_SIDE, "occupied": each(one_of(*SPOTS)), "spot_run": SPOT_RUN, "hazards": INT,
    "cannons": INT, "rest": table(dict.fromkeys(BALLS, PLACE)), "blind": BY_SIDE, "light": BY_SIDE, "clock": CLOCK,
    "off": each(BALL),
}  # fmt: skip

CASE: Final[dict[str, Check]] = {
    "id": TEXT, "name": TEXT, "cite": each(TEXT), "rules": each(one_of(*RULEBOOKS)), "setup": table(SETUP),
    "before": table(BEFORE), "after": table(AFTER),
}  # fmt: skip
NEEDED = ("id", "name", "rules", "play", "after")


def read_cases(text: str, where: str) -> tuple[Case, ...]:
    """Return the cases that the TOML `text` holds; `where` names the file in messages.

    Raises:
        BadInput: not TOML, or a key or word is unknown; the message names the file, the case id and the word.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        raise BadInput(f"{where}: not a file of cases ({trouble}): see the case format") from trouble
    unknown = [key for key in data if key != "case"]
    if unknown or not isinstance(data.get("case"), list):
        raise BadInput(f"{where}: a file of cases holds [[case]] tables only, not {unknown or 'nothing'}")
    return tuple(_case(item, where) for item in data["case"])


def _case(data: dict[str, Any], where: str) -> Case:
    name = f"{where}: case {data.get('id', '(without id)')}"
    missing = [key for key in NEEDED if key not in data]
    if missing:
        raise BadInput(f"{name}: key {missing[0]!r} is missing")
    play = data.pop("play")
    trouble = table(CASE)(data) or next((wrong for step in play if (wrong := _step_trouble(step))), None)
    if trouble:
        raise BadInput(f"{name}: {trouble}")
    steps = tuple(next(iter(step.items())) for step in play)
    cite, rules = tuple(data.pop("cite", ())), tuple(data.pop("rules"))
    return Case(where=where, cite=cite, rules=rules, play=steps, **data)


def _step_trouble(step: Any) -> str | None:
    if not isinstance(step, dict) or len(step) != 1:
        return f"each step of play has exactly one key, not {step!r}"
    return table(STEPS)(step)
