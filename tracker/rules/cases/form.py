"""How a referee writes a rule case down: the keys and words of the case format, version 1, read strictly.

A typo must never pass silently: an unknown key or word is an error that names the file, the case and the word. What
several games have in common is here, and each game adds its own words and keys (`CaseWords`). A case may hold those of
any game: what its own game has no use for is read, and the case then fails.
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tracker.domain.errors import BadInput
from tracker.domain.table.kit import POCKETS
from tracker.rules.cases.values import (
    BOOL,
    BY_SIDE,
    INT,
    NUMBER,
    PLACE,
    SIDE,
    SIDES,
    TEXT,
    Check,
    Keys,
    anything,
    each,
    either,
    in_one,
    one_of,
    table,
    words_of,
)
from tracker.rules.cases.warned import FRAME_AWARDED, KINDS


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseWords:
    """What one game adds to the case format: its words, and the keys that not every game has, or not so."""

    balls: tuple[str, ...]
    spots: tuple[str, ...]
    faults: frozenset[str]
    """What is reported in this game and is not among the faults of every game."""
    calls: frozenset[str]
    """What its referee says beside numbers."""
    numbered_calls: tuple[str, ...] = ()
    """What its referee says before a number."""
    choices: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What may stand against a side beside its conduct."""
    setup: Keys = field(default_factory=dict)
    before: Keys = field(default_factory=dict)
    stroke: Keys = field(default_factory=dict)
    report: Keys = field(default_factory=dict)
    judge: Keys = field(default_factory=dict)
    find: Keys = field(default_factory=dict)
    steps: Keys = field(default_factory=dict)
    after: Keys = field(default_factory=dict)


FAULTS: Final = words_of(
    "double-hit push-stroke jump-shot feet-off-floor ball-touched ball-moved ball-picked-up marker-touched measured "
    "ball-off-table-used wrong-cue-ball non-standard-cue conferred equipment-left out-of-turn outside-d "
    "placed-badly time-expired unsporting serious-unsporting time-wasting refuses-to-play equipment-faulty "
    "outside-cause referee-moved deliberate-foul table-defect"
)
"""What is reported in more games than one."""

SETUP: Final[Keys] = {
    "players": table({"A": each(SIDE), "B": each(SIDE)}), "aggregate": BOOL, "totals": BY_SIDE,
    "level": one_of("professional", "club"), "starter": SIDE, "frame": INT, "frames": INT,
}  # fmt: skip
CLOCK: Final = table({"match_s": NUMBER, "shot_s": NUMBER})


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFormat:
    """The case format with the words of all games."""

    head: Check
    """Checks a case without its play."""
    step: Check

    def read(self, text: str, where: str) -> tuple[Case, ...]:
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
        return tuple(self._case(item, where) for item in data["case"])

    def _case(self, data: dict[str, Any], where: str) -> Case:
        name = f"{where}: case {data.get('id', '(without id)')}"
        missing = [key for key in NEEDED if key not in data]
        if missing:
            raise BadInput(f"{name}: key {missing[0]!r} is missing")
        play = data.pop("play")
        trouble = self.head(data) or next((wrong for step in play if (wrong := self._step_trouble(step))), None)
        if trouble:
            raise BadInput(f"{name}: {trouble}")
        steps = tuple(next(iter(step.items())) for step in play)
        cite, rules = tuple(data.pop("cite", ())), tuple(data.pop("rules"))
        return Case(where=where, cite=cite, rules=rules, play=steps, **data)

    def _step_trouble(self, step: Any) -> str | None:
        if not isinstance(step, dict) or len(step) != 1:
            return f"each step of play has exactly one key, not {step!r}"
        return self.step(step)


NEEDED = ("id", "name", "rules", "play", "after")


def case_format(rulebooks: Iterable[str], games: Collection[CaseWords]) -> CaseFormat:
    """Return the format of the cases of these rulebooks, in the words of these games."""
    ball = one_of(*(word for game in games for word in game.balls))
    choice = one_of(*(word for game in games for word in game.choices))
    warned = one_of(*KINDS, FRAME_AWARDED, *(word for game in games for word in game.warnings))
    alike = {"warned": table(dict.fromkeys(SIDES, warned)), "in_hand": either(BOOL, each(ball)), "break": INT}
    steps = in_one((_steps(games, ball, choice), *(game.steps for game in games)))
    after = {**alike, **_after(games, ball), "choices": each(choice)}
    after |= {"allowed": one_of(*steps), "refused": one_of(*steps)}
    head: Keys = {
        "id": TEXT, "name": TEXT, "cite": each(TEXT), "rules": each(one_of(*rulebooks)),
        "setup": table(in_one((SETUP, *(game.setup for game in games)))),
        "before": table(in_one(({**alike, **_before(games)}, *(game.before for game in games)))),
        "after": table(in_one((after, *(game.after for game in games)))),
    }  # fmt: skip
    return CaseFormat(head=table(head), step=table(steps))


def _by_ball(games: Iterable[CaseWords], value: Callable[[CaseWords], Check]) -> Check:
    """Return a check of a table by ball, each with such a value of its own game."""
    return table(in_one(dict.fromkeys(game.balls, value(game)) for game in games))


def _before(games: Collection[CaseWords]) -> Keys:
    """Return the keys of the position that a case of any game starts from."""
    return {
        "striker": SIDE, "scores": BY_SIDE, "opening": BOOL, "after_foul_by": SIDE, "clock": CLOCK,
        "places": _by_ball(games, lambda _: PLACE),
    }  # fmt: skip


def _after(games: Collection[CaseWords], ball: Check) -> Keys:
    """Return the keys of what a case of any game asks afterwards."""
    words = {word for game in games for word in game.calls}
    before_number = ("", *(word for game in games for word in game.numbered_calls))

    def call(value: Any) -> str | None:
        known = isinstance(value, str) and (
            value in words or any(value.removeprefix(said).isdecimal() for said in before_number)
        )
        return None if known else f"unknown call {value!r}"

    return {
        "calls": each(call), "scores": BY_SIDE, "striker": SIDE, "over": BOOL, "winner": SIDE, "order": each(SIDE),
        "chooser": SIDE, "clock": CLOCK, "rest": _by_ball(games, lambda _: PLACE),
        "spotted": _by_ball(games, lambda game: either(one_of(*game.spots), PLACE)),
        "replaced": either(one_of("all", "none", "cue-ball"), each(ball)), "on": one_of("none"),
    }  # fmt: skip


def _stroke(games: Collection[CaseWords], ball: Check) -> Keys:
    """Return what a case of any game may tell about a stroke."""
    potted = each(either(ball, table({"ball": ball, "pocket": one_of(*POCKETS)})))
    off = table({"ball": ball, "side": one_of("near", "far", "left", "right")})
    jumped = table({"over": ball, "first": BOOL, "far_side": BOOL})
    return {
        "by": SIDE, "from": PLACE, "hits": each(ball), "potted": potted, "off": each(either(ball, off)),
        "cushions": each(ball), "rest": _by_ball(games, lambda _: PLACE), "touching": each(ball), "early_ball": ball,
        "unseen": BOOL, "early": one_of("rest", "spotting", "cleaning"), "jumped": jumped, "balanced": each(ball),
        "fell": table({"ball": ball, "would_be_hit": BOOL}), "rebounded": each(ball),
        "into": one_of("curved", "flat", "other-curved"),
    }  # fmt: skip


def _steps(games: Collection[CaseWords], ball: Check, choice: Check) -> Keys:
    """Return the steps of play that more games than one have."""
    report: Keys = {
        "fault": one_of(*FAULTS, *(word for game in games for word in game.faults)), "by": SIDE, "ball": ball,
        "when": one_of("before", "during", "after", "consultation"),
    }  # fmt: skip
    find: Keys = {
        "colour_missing": ball, "colour_spotted_in_error": ball, "colour_misplaced": ball, "now_touching": ball,
        "fell": table({"ball": ball, "when": one_of("idle")}),
    }  # fmt: skip
    return {
        "choose": choice, "claim_foul": SIDE, "concede": SIDE, "accept": SIDE, "refuse": SIDE, "lots": SIDE,
        "restart": one_of("agreed", "objected", "unchanged", "wrong-order"), "player": SIDE, "clock": CLOCK,
        "lag": table(dict.fromkeys(SIDES, anything)),
        "stroke": table(in_one((_stroke(games, ball), *(game.stroke for game in games)))),
        "report": table(in_one((report, *(game.report for game in games)))),
        "judge": table(in_one(({"intent": BOOL}, *(game.judge for game in games)))),
        "find": table(in_one((find, *(game.find for game in games)))),
    }  # fmt: skip
