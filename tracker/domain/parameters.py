"""Parameters that a command fits: each a field with its unit and what it means, all in one file beside its user.

Such a file is written by the command (`bench.fit_odds`, `bench.fit_sureness`) and never by hand. A nat is a step of one
in the natural logarithm of odds.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import field, fields
from importlib.resources import files
from typing import Any, Final, TypeVar

T = TypeVar("T")
NATS: Final = "nats"


def of(unit: str, means: str) -> Any:
    """Return a field with its unit and what it means, as the fit writes them beside its value."""
    return field(metadata={"unit": unit, "means": means})


def parsed(text: str, parts: Mapping[str, type[T]]) -> dict[str, T]:
    """Return the parameters that a file holds, by the names of its tables.

    Raises:
        KeyError: one is missing.
    """
    found = tomllib.loads(text)
    return {
        name: part(**{one.name: float(found[name][one.name]["value"]) for one in fields(part)})  # type: ignore[arg-type]
        for name, part in parts.items()
    }


def shipped(room: str, file: str, table: str, part: type[T]) -> T:
    """Return the parameters of one table of a file that a room of the program brings with it (`tracker.vision`).

    Raises:
        KeyError: one is missing.
    """
    return parsed((files(room) / file).read_text("utf-8"), {table: part})[table]
