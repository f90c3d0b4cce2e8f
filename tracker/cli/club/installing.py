"""Bring a club into its service's folder: its file, its database if there is one, and what else it names."""

from pathlib import Path
from typing import Final

from tracker.cli.club.belongings import places_by_file
from tracker.cli.service.installing import CLUB, bring_file
from tracker.domain.errors import BadInput
from tracker.store.database.copying import copy_database, in_use

FOLDER: Final = CLUB.folder


def bring(club: Path, folder: Path = FOLDER) -> tuple[str, ...]:
    """Copy a club's file, with its database if there is one and what else it names, into the service's folder.

    Returns:
        The names of what was brought.

    Raises:
        BadInput: something that it names lies outside of its own folder, or the database cannot be used.
    """
    places = places_by_file(club)
    outside = [path for path in (*places.named, places.database) if not path.is_relative_to(places.folder)]
    if outside:
        raise BadInput(f"{outside[0]} lies outside of {places.folder}: put it there, and name it without its folder")
    names = [str(path.relative_to(places.folder)) for path in places.named if path.is_file() and path != club]
    for name in names:
        bring_file(places.folder / name, folder / name)
    if places.database.is_file():
        database = folder / places.database.relative_to(places.folder)
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with in_use(places.database):
            copy_database(places.database, database, lambda _: None)
        names.append(str(places.database.relative_to(places.folder)))
    bring_file(club, folder / "club.toml")  # last: from then on it lies there
    return ("club.toml", *names)
