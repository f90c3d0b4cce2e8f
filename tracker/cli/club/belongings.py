"""What a club keeps, of which a backup is made: its database and file, what that names, and the clips sent for review.

The file is read for the places in it alone: one that cannot be served just now (a camera's password is missing from the
environment, say) hinders no backup.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tracker.cli.club.form import StoragePart
from tracker.domain.errors import BadInput
from tracker.store.backups.packing import Belongings

NAMES_FILES = ("calibration", "password_file", "certificate")
"""Keys of a table, or of the hub, that name a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where a club keeps what."""

    folder: Path
    """The club's own: names in a backup begin there."""
    database: Path
    recordings: Path
    named: tuple[Path, ...] = ()
    """The club's file and those that it names."""

    @property
    def uploads(self) -> Path:
        """Clips that were sent for review."""
        return self.database.parent / "uploads"


def places_by_file(path: Path) -> Places:
    """Return the places that a club's file names.

    Raises:
        BadInput: it cannot be read, or says of no storage where it is.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        storage = StoragePart.model_validate(data.get("storage", {}))
    except (OSError, UnicodeDecodeError, RecursionError) as trouble:
        raise BadInput(f"{path} cannot be read: check the name, or say --db") from trouble
    except (tomllib.TOMLDecodeError, ValidationError) as trouble:
        raise BadInput(f"{path} cannot be used: see `cuewatch club check`, or say --db") from trouble
    folder = path.absolute().parent
    return Places(
        folder=folder, database=folder / storage.database, recordings=folder / storage.recordings,
        named=(path.absolute(), *(folder / name for name in _named(data))),
    )  # fmt: skip


def places_by_database(path: Path) -> Places:
    """Return the places of a club without a file: all lies beside the database."""
    database = path.absolute()
    return Places(folder=database.parent, database=database, recordings=database.parent / "recordings")


def belongings(places: Places, *, with_recordings: bool) -> tuple[Belongings, tuple[Path, ...]]:
    """Return what goes into a backup, and the files that the club names and that do not: they lie elsewhere.

    Raises:
        BadInput: there is no database yet.
    """
    if not places.database.is_file():
        raise BadInput(f"{places.database}: there is no such database: check the name, or serve once")
    inside = {path for path in places.named if path.is_relative_to(places.folder) and ".." not in path.parts}
    named = {str(path.relative_to(places.folder)): path for path in sorted(inside) if path.is_file()}
    roots = {"uploads": places.uploads} | ({"recordings": places.recordings} if with_recordings else {})
    below = {name: path for usual, root in roots.items() for name, path in _below(root, usual, places.folder)}
    database = _name(places.database, places.database.name, places.folder)
    elsewhere = tuple(path for path in places.named if path not in inside)
    return Belongings(database=(database, places.database), files=named | below), elsewhere


def _named(data: Mapping[str, Any]) -> Iterator[str]:
    tables = data.get("tables", ())
    for table in (*(tables if isinstance(tables, list) else ()), data.get("hub")):
        names: Iterable[Any] = (table.get(key) for key in NAMES_FILES) if isinstance(table, dict) else ()
        yield from (name for name in names if isinstance(name, str) and name)


def _below(root: Path, usual: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Give each file below `root` with its name in a backup; one that is being written (.NAME) is not yet one."""
    name = _name(root, usual, folder)
    for path in sorted(root.rglob("*")):
        inner = path.relative_to(root)
        if path.is_file() and not path.is_symlink() and not any(part.startswith(".") for part in inner.parts):
            yield f"{name}/{inner}", path


def _name(path: Path, usual: str, folder: Path) -> str:
    """Return by which name something is kept: as it lies in the club's folder, or else as it usually would."""
    return str(path.relative_to(folder)) if path.is_relative_to(folder) and ".." not in path.parts else usual
