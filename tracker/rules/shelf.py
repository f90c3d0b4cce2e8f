"""Every rulebook that this program knows, by name."""

from typing import Any, Final

from tracker.domain.errors import UnknownName
from tracker.domain.kit import Kit
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.edition import on_table
from tracker.rules.snooker.editions.legacy import SNOOKER_LEGACY
from tracker.rules.snooker.editions.shoot_out import SHOOT_OUT_2024
from tracker.rules.snooker.editions.six_reds import SIX_REDS_2022, SIX_REDS_2024
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024

_EDITIONS: Final = (SNOOKER_2024, SNOOKER_2022, SNOOKER_LEGACY, SIX_REDS_2024, SIX_REDS_2022, SHOOT_OUT_2024)
_SNOOKER: Final = tuple(on_table(edition) for edition in _EDITIONS)

DEFAULT: Final = "snooker-2024"


def names() -> tuple[str, ...]:
    """Return the names of all rulebooks."""
    return tuple(book.name for book in _SNOOKER)


def titles() -> tuple[tuple[str, str], ...]:
    """Return name and one-line title of every rulebook, for `rules list`."""
    return tuple((book.name, book.title) for book in _SNOOKER)


def find(name: str = DEFAULT, kit: Kit | None = None) -> RuleSet[Any]:
    """Return the rulebook called `name`, played on `kit` or else on the table that the book describes.

    Raises:
        UnknownName: no rulebook has this name; the message lists those there are.
    """
    for book in _SNOOKER:
        if book.name == name:
            return book if kit is None else on_table(book.edition, kit)
    raise UnknownName(f"rulebook {name!r} is not known: use one of {', '.join(names())}")
