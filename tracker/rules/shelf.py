"""Every rulebook that this program knows, by name."""

from collections.abc import Callable
from typing import Any, Final

from tracker.domain.errors import UnknownName
from tracker.domain.kit import Kit
from tracker.rules.billiards.edition import on_table as billiards_on_table
from tracker.rules.billiards.editions.wpbsa_2024 import BILLIARDS_2024
from tracker.rules.novuss.edition import NOVUSS_2015
from tracker.rules.novuss.edition import on_table as novuss_on_table
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.edition import on_table as snooker_on_table
from tracker.rules.snooker.editions.legacy import SNOOKER_LEGACY
from tracker.rules.snooker.editions.shoot_out import SHOOT_OUT_2024
from tracker.rules.snooker.editions.six_reds import SIX_REDS_2022, SIX_REDS_2024
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024

_SNOOKER: Final = (SNOOKER_2024, SNOOKER_2022, SNOOKER_LEGACY, SIX_REDS_2024, SIX_REDS_2022, SHOOT_OUT_2024)
_SHELF: Final[tuple[tuple[Any, Callable[..., RuleSet[Any]]], ...]] = (
    *((edition, snooker_on_table) for edition in _SNOOKER),
    (BILLIARDS_2024, billiards_on_table),
    (NOVUSS_2015, novuss_on_table),
)
"""Each edition with what makes a rulebook of it: on the table that the book describes, or on another."""

DEFAULT: Final = "snooker-2024"


def names() -> tuple[str, ...]:
    """Return the names of all rulebooks."""
    return tuple(edition.name for edition, _ in _SHELF)


def titles() -> tuple[tuple[str, str], ...]:
    """Return name and one-line title of every rulebook, for `rules list`."""
    return tuple((edition.name, edition.title) for edition, _ in _SHELF)


def find(name: str = DEFAULT, kit: Kit | None = None) -> RuleSet[Any]:
    """Return the rulebook called `name`, played on `kit` or else on the table that the book describes.

    Raises:
        UnknownName: no rulebook has this name; the message lists those there are.
    """
    for edition, on_table in _SHELF:
        if edition.name == name:
            return on_table(edition) if kit is None else on_table(edition, kit)
    raise UnknownName(f"rulebook {name!r} is not known: use one of {', '.join(names())}")
