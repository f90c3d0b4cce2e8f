"""`cuewatch backup`: all that a club keeps in one file, while a server plays and writes."""

import argparse
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console

from tracker.cli.club.belongings import Places, belongings, places_by_database, places_by_file
from tracker.domain.errors import BadInput
from tracker.show.run.summary import progress
from tracker.store.backups.packing import pack

DATED: Final = re.compile(r"cuewatch-\d{8}-\d{6}\.zip")


def run(options: argparse.Namespace) -> int:
    """Write a backup; return the exit status.

    Raises:
        BadInput: there is nothing to back up, it is damaged, or the name is taken.
    """
    target = Path(options.file)
    is_folder = target.is_dir()
    if options.keep is not None and not (is_folder and options.keep >= 1):
        raise BadInput(f"--keep {options.keep}: a number from 1, and for FILE a folder that is there")
    if is_folder:
        target /= f"cuewatch-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
    kept, elsewhere = belongings(_places(options), with_recordings=options.with_recordings)
    with progress("backing up", kept.size, Console(stderr=True)) as told:
        manifest = pack(kept, target, told)
    for path in elsewhere:
        print(f"not in it: {path}, which lies outside of the club's folder")
    print(
        f"{target}: {len(manifest.files)} files, {manifest.size / 1e6:.1f} MB, {target.stat().st_size / 1e6:.1f} packed"
    )
    if options.keep is not None:
        _drop_oldest(target.parent, options.keep)
    return 0


def _places(options: argparse.Namespace) -> Places:
    """Return where all lies: by the club's file, or else by the database; in the present folder where none is named."""
    if options.db:
        return places_by_database(Path(options.db))
    if options.config or Path("club.toml").exists():
        return places_by_file(Path(options.config or "club.toml"))
    return places_by_database(Path("cuewatch.db"))


def _drop_oldest(folder: Path, keep: int) -> None:
    """Delete the oldest backups of those that were named by their date; others are left."""
    dated = sorted(path for path in folder.iterdir() if DATED.fullmatch(path.name))
    for path in dated[:-keep]:
        path.unlink()
        print(f"deleted {path}")
