"""Every rulebook that this program knows, by name."""

from collections.abc import Callable
from typing import Any, Final

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.table.kit import Kit
from tracker.rules.billiards.cases.play import BILLIARDS
from tracker.rules.billiards.edition import on_table as billiards_on_table
from tracker.rules.billiards.editions.wpbsa_2024 import BILLIARDS_2024
from tracker.rules.cases.play import GamePlay
from tracker.rules.novuss.cases.play import NOVUSS
from tracker.rules.novuss.edition import NOVUSS_2015
from tracker.rules.novuss.edition import on_table as novuss_on_table
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.cases.play import SNOOKER
from tracker.rules.snooker.edition import on_table as snooker_on_table
from tracker.rules.snooker.editions.legacy import SNOOKER_LEGACY
from tracker.rules.snooker.editions.shoot_out import SHOOT_OUT_2024
from tracker.rules.snooker.editions.six_reds import SIX_REDS_2022, SIX_REDS_2024
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024

_SNOOKER: Final = (SNOOKER_2024, SNOOKER_2022, SNOOKER_LEGACY, SIX_REDS_2024, SIX_REDS_2022, SHOOT_OUT_2024)
_GAMES: Final[tuple[tuple[tuple[Any, ...], Callable[..., RuleSet[Any]], GamePlay[Any]], ...]] = (
    (_SNOOKER, snooker_on_table, SNOOKER),
    ((BILLIARDS_2024,), billiards_on_table, BILLIARDS),
    ((NOVUSS_2015,), novuss_on_table, NOVUSS),
)
"""Of each game its editions, what makes a rulebook of one, on the table that the book describes or on another, and how
written cases of the game are played."""
_SHELF: Final = {edition.name: (edition, on_table, play) for editions, on_table, play in _GAMES for edition in editions}

DEFAULT: Final = "snooker-2024"


def names() -> tuple[str, ...]:
    """Return the names of all rulebooks."""
    return tuple(_SHELF)


def titles() -> tuple[tuple[str, str], ...]:
    """Return name and one-line title of every rulebook, for `rules list`."""
    return tuple((edition.name, edition.title) for edition, *_ in _SHELF.values())


def find(name: str = DEFAULT, kit: Kit | None = None) -> RuleSet[Any]:
    """Return the rulebook called `name`, played on `kit` or else on the table that the book describes.

    Raises:
        UnknownName: no rulebook has this name; the message lists those there are.
    """
    edition, on_table, _ = _entry(name)
    return on_table(edition) if kit is None else on_table(edition, kit)


def board_of(name: str) -> str | None:
    """Return the name of the board that the game of a rulebook is played on; None: it is played on tables with balls.

    Raises:
        UnknownName: no rulebook has this name.
    """
    kit = find(name).kit
    return kit.name if kit.disc_mm else None


def is_played_on(name: str, kit: Kit) -> bool:
    """Say whether the game of a rulebook is played on such a table: pucks on a board, balls on a table.

    Raises:
        UnknownName: no rulebook has this name.
    """
    return bool(find(name).kit.disc_mm) == bool(kit.disc_mm)


def find_for(kit: Kit, name: str) -> RuleSet[Any]:
    """Return the rulebook called `name` on a table that somebody named beside it.

    Raises:
        UnknownName: no rulebook has this name.
        BadInput: its game is not played on such a table.
    """
    if not is_played_on(name, kit):
        raise BadInput(f"{name} is not played on table {kit.name}: name another table, or another rulebook")
    return find(name, kit)


def book_for(kit: Kit, wanted: str = DEFAULT) -> str:
    """Return the rulebook that is wanted where its game is played on such a table, else the first one that is.

    Raises:
        UnknownName: no rulebook has the name that is wanted.
    """
    return next(name for name in (wanted, *names()) if is_played_on(name, kit))


def play_of(name: str) -> GamePlay[Any]:
    """Return how written cases of the rulebook called `name` are played.

    Raises:
        UnknownName: no rulebook has this name.
    """
    return _entry(name)[2]


def plays() -> tuple[GamePlay[Any], ...]:
    """Return how written cases are played, one for each game."""
    return tuple(play for *_, play in _GAMES)


def _entry(name: str) -> tuple[Any, Callable[..., RuleSet[Any]], GamePlay[Any]]:
    if name not in _SHELF:
        raise UnknownName(f"rulebook {name!r} is not known: use one of {', '.join(names())}")
    return _SHELF[name]
