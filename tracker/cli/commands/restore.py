"""`cuewatch restore`: a backup put back into a club's folder, with what was there kept beside it."""

import argparse
from pathlib import Path
from typing import Final

from rich.console import Console

from tracker.cli.club.belongings import places_by_file
from tracker.domain.errors import CuewatchError
from tracker.show.run.summary import progress
from tracker.store.backups.unpacking import manifest_of, unpack

CLUB: Final = "club.toml"


def run(options: argparse.Namespace) -> int:
    """Put a backup back; return the exit status.

    Raises:
        BadInput: the backup cannot be used, or matches would be lost.
    """
    archive, folder = Path(options.file), Path(options.into)
    with progress("restoring", manifest_of(archive).size, Console(stderr=True)) as told:
        restored = unpack(archive, folder, told, over=options.over)
    manifest = restored.manifest
    for path in restored.aside:
        print(f"kept what was there: {path}")
    print(f"{len(manifest.files)} files of {manifest.made}, by {manifest.software}, put back into {folder.absolute()}")
    for line in _amiss(folder, manifest.database):
        print(line)
    return 0


def _amiss(folder: Path, database: str) -> list[str]:
    """Return what is still to be done by hand: a club's file may name places elsewhere."""
    if not (folder / CLUB).is_file():
        return []
    try:
        named = places_by_file(folder / CLUB).database
    except CuewatchError as trouble:
        return [str(trouble)]
    if named == (folder / database).absolute():
        return []
    return [f"{folder / CLUB} names {named} as its database: write database = {database!r} there, or move it"]
