"""Read a table's kit from `calibration/tables/<name>.toml`."""

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.kit import Kit, Pocket
from tracker.domain.plane import Point

DEFAULT_TABLE = "snooker-12ft"


def tables_folder() -> Traversable:
    """Return the folder of table files: inside an installed wheel, or beside the package in a checkout."""
    packaged = files("tracker") / "data" / "tables"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "calibration" / "tables"


def table_names() -> tuple[str, ...]:
    """Return the names of all tables that this program knows, sorted."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in tables_folder().iterdir()))


def find_kit(name: str = DEFAULT_TABLE) -> Kit:
    """Return the kit called `name`.

    Raises:
        UnknownName: no table file has this name; the message lists those that exist.
    """
    if name not in table_names():
        raise UnknownName(f"table {name!r} is not known: use one of {', '.join(table_names())}")
    return read_kit((tables_folder() / f"{name}.toml").read_text("utf-8"), where=name)


def read_kit(text: str, where: str) -> Kit:
    """Return the kit that the TOML `text` describes; `where` names its origin in messages.

    Raises:
        BadInput: a key is missing or is not what it should be.
    """
    try:
        return _kit_from(tomllib.loads(text))
    except (KeyError, TypeError, ValueError) as trouble:
        raise BadInput(f"table {where!r} cannot be read ({trouble!r}): compare it with snooker-12ft.toml") from trouble


def _kit_from(data: dict[str, Any]) -> Kit:
    pockets = tuple(
        Pocket(name=p["name"], fall=Point(*p["fall"]), radius_mm=p["radius_mm"], mouth_mm=p["mouth_mm"])
        for p in data.pop("pocket")
    )
    spots = {name: Point(*at) for name, at in data.pop("spots", {}).items()}
    return Kit(spots=spots, pockets=pockets, **data)
