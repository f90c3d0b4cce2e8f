"""Every rulebook that this program knows, by name."""

from dataclasses import replace
from typing import Any, Final

from tracker.domain.errors import UnknownName
from tracker.domain.kit import Kit
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024

_SNOOKER: Final = tuple(Snooker(edition=edition) for edition in (SNOOKER_2024, SNOOKER_2022))

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
            return book if kit is None else replace(book, kit=kit)
    raise UnknownName(f"rulebook {name!r} is not known: use one of {', '.join(names())}")
