"""Read a table's kit from `calibration/tables/<name>.toml`, or make one of a length and a width in mm."""

import re
import tomllib
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point

DEFAULT_TABLE = "snooker-12ft"
SIZES = re.compile(r"(\d{3,4})x(\d{3,4})(?:x(\d{2}(?:\.\d+)?))?")
"""Length, width and, if it is not the usual one, the diameter of a ball: 1820x910, 1820x910x48."""
SQUAREST, LONGEST = 1.5, 2.5
"""A table this many times as long as wide may still be one."""
USUAL_BALL_MM = 52.5
BALL_SHARE = 0.0287
"""On small tables the usual ball is no wider than this share of the length: home tables have smaller balls."""


def tables_folder() -> Traversable:
    """Return the folder of table files: inside an installed wheel, or beside the package in a checkout."""
    packaged = files("tracker") / "data" / "tables"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "calibration" / "tables"


def table_names() -> tuple[str, ...]:
    """Return the names of all tables that this program knows, sorted."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in tables_folder().iterdir()))


def snooker_kits() -> tuple[Kit, ...]:
    """Return the kits of all tables for snooker that this program knows, the usual one first."""
    usual = find_kit()
    kits = (find_kit(name) for name in table_names())
    return (usual, *(kit for kit in kits if kit.pieces == usual.pieces and kit.name != usual.name))


def find_kit(name: str = DEFAULT_TABLE) -> Kit:
    """Return the kit called `name`, or that of a table of the length and width that `name` gives: 1820x910.

    Raises:
        UnknownName: no table file has this name; the message lists those that exist.
        BadInput: it gives sizes that no table has.
    """
    if sizes := SIZES.fullmatch(name):
        return _kit_of_size(name, float(sizes[1]), float(sizes[2]), float(sizes[3]) if sizes[3] else None)
    if name not in table_names():
        raise UnknownName(
            f"table {name!r} is not known: use one of {', '.join(table_names())},"
            " or its length and width in mm, as in 1820x910"
        )
    return read_kit((tables_folder() / f"{name}.toml").read_text("utf-8"), where=name)


def _kit_of_size(name: str, length_mm: float, width_mm: float, ball_mm: float | None) -> Kit:
    """Return a kit with the marks of a 12 ft table in proportion, and pockets and noses in proportion to its balls."""
    if not SQUAREST < length_mm / width_mm < LONGEST:
        raise BadInput(f"table {name!r} is no table: give length x width of the playing area in mm, as in 1820x910")
    usual = find_kit()
    ball = ball_mm or min(USUAL_BALL_MM, BALL_SHARE * length_mm)
    if not 0.01 * length_mm < ball < 0.05 * length_mm:
        raise BadInput(f"table {name!r}: balls of {ball:g} mm do not belong on it; give their diameter in mm")
    along, across, by = length_mm / usual.length_mm, width_mm / usual.width_mm, ball / USUAL_BALL_MM

    def moved(at: Point, out: Point) -> Point:
        return Point(round(across * at.x_mm + by * out.x_mm, 1), round(along * at.y_mm + by * out.y_mm, 1))

    def corner(pocket: Pocket) -> Point:
        """Return the point of the playing area's edge that a pocket lies behind."""
        return Point(min(max(pocket.fall.x_mm, 0.0), usual.width_mm), min(max(pocket.fall.y_mm, 0.0), usual.length_mm))

    pockets = tuple(
        replace(
            pocket, radius_mm=by * pocket.radius_mm, mouth_mm=by * pocket.mouth_mm,
            fall=moved(at, Point(pocket.fall.x_mm - at.x_mm, pocket.fall.y_mm - at.y_mm)),
        )
        for pocket in usual.pockets
        for at in (corner(pocket),)
    )  # fmt: skip
    return replace(
        usual, name=name, length_mm=length_mm, width_mm=width_mm, ball_radius_mm=ball / 2, pockets=pockets,
        nose_height_mm=by * usual.nose_height_mm,
        cushion_mm=by**0.5 * usual.cushion_mm, rail_mm=by**0.5 * usual.rail_mm,
        baulk_mm=along * usual.baulk_mm, d_radius_mm=across * usual.d_radius_mm,
        spots={spot: Point(across * at.x_mm, along * at.y_mm) for spot, at in usual.spots.items()},
    )  # fmt: skip


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
    cue_balls = tuple(data.pop("cue_balls", list(data["pieces"])[:1]))
    if strange := [ball for ball in cue_balls if ball not in data["pieces"]]:
        raise ValueError(f"cue_balls names {strange[0]!r}, which is none of the pieces")
    return Kit(spots=spots, pockets=pockets, cue_balls=cue_balls, **data)
