"""What a played case of snooker has to show for each key of its `after`, in the words of the case format."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.rules.cases.play import Same, in_any_order, same_places
from tracker.rules.cases.warned import same_warned, words_of
from tracker.rules.snooker.cases.shootout import chooser_shown, clock_shown, shootout_shown
from tracker.rules.snooker.cases.stroke import kind_of
from tracker.rules.snooker.cases.words import ANYWHERE, THREE_MISS
from tracker.rules.snooker.frame.position import Position

NAME: Final = ("A", "B")

Shown = Callable[[Position], Any]


def _ask(value: bool | None) -> bool | str:
    return "ask" if value is None else value


def _striker(at: Position) -> str | None:
    """Say who plays next, when nobody has to choose."""
    return None if at.choices or at.lots or at.over else _player(at)


def _player(at: Position) -> str:
    return at.player if at.order else NAME[at.striker]


def _order(at: Position) -> list[str]:
    """Return the players from the next striker on."""
    if not at.order:
        return [NAME[at.striker], NAME[1 - at.striker]]
    return [_player(at), *(at.order[(at.seat + i) % len(at.order)] for i in range(1, len(at.order)))]


def _warned(at: Position) -> dict[str, set[str]]:
    """Return all words that stand against each side."""
    words = words_of(at.conduct)
    if at.run and at.run.warned:
        name = NAME[at.run.by]
        return words | {name: {*words.get(name, ()), THREE_MISS}}
    return words


def _same_striker(wanted: str, got: str | None) -> bool:
    """Tell whether that player, or one of that side, plays next."""
    return got is not None and got.startswith(wanted)


def _same_balls(wanted: Any, got: Any) -> bool:
    """Compare what was put back: a word, or balls in any order; a single red is as good as any."""
    if isinstance(wanted, list) and isinstance(got, list):
        return in_any_order([kind_of(ball) for ball in wanted], got)
    return bool(wanted == got)


def spotted(places: tuple[Place, ...], kit: Kit) -> dict[str, tuple[str, tuple[float, float]]]:
    """Return for each ball put on the table its spot's name (empty beside all spots) and its place (mm)."""
    names = {at: name for name, at in kit.spots.items()}
    return {place.ball: (names.get(place.at, ""), (place.at.x_mm, place.at.y_mm)) for place in places}


SHOWN: Final[Mapping[str, Shown]] = {
    "scores": lambda at: dict(zip(NAME, at.scores, strict=True)),
    "break": lambda at: at.visit,
    "striker": _striker,
    "choices": lambda at: list(at.choices),
    "on": lambda at: at.on,
    "reds": lambda at: at.reds,
    "colours": lambda at: list(at.colours),
    "in_hand": lambda at: ANYWHERE if at.anywhere else at.in_hand,
    "free_ball": lambda at: _ask(at.free_ball),
    "miss": lambda at: _ask(at.miss),
    "warned": _warned,
    "over": lambda at: at.over,
    "winner": lambda at: NAME[at.winner] if at.winner is not None else None,
    "respotted_black": lambda at: at.respotted,
    "order": _order,
    "clock": clock_shown,
    "shootout": shootout_shown,
    "chooser": chooser_shown,
}
"""What the position shows."""

SAME: Final[Mapping[str, Same]] = {
    "choices": in_any_order,
    "colours": in_any_order,
    "spotted": same_places,
    "striker": _same_striker,
    "warned": same_warned,
    "replaced": _same_balls,
}
