"""`cuewatch club`: write a club's one file by asking, and try every camera that it names."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tracker.cli.club.asking import asked_club
from tracker.cli.club.reading import ClubUnreadable, read_club
from tracker.cli.club.serving import serving_by_file
from tracker.domain.errors import BadInput


def run(options: argparse.Namespace) -> int:
    """Write the file, or try what it names; return the exit status."""
    return ACTIONS[options.action](options)


def _init(options: argparse.Namespace) -> int:
    """Ask, and write the file.

    Raises:
        BadInput: there is one already.
    """
    path = Path(options.config)
    if path.exists():
        raise BadInput(f"{path} is there already: change it by hand, or name another with --config")
    written = asked_club(path, input)
    print(f"Wrote {', '.join(map(str, written))}. Next: `cuewatch club check --config {path}`")
    return 0


def _check(options: argparse.Namespace) -> int:
    """Say what is wrong, camera by camera; 1 where one does not fare well, 2 where the file cannot be used."""
    from tracker.cli.club.trying import tried  # noqa: PLC0415  `init` need not wait for what sees

    path = Path(options.config)
    try:
        serving = serving_by_file(read_club(path), path.absolute().parent)
    except ClubUnreadable as trouble:
        for fault in trouble.faults[1:]:
            print(fault)
        raise ClubUnreadable(trouble.faults[:1]) from trouble
    pictures = Path(options.pictures) if options.pictures else None
    fares = True
    for table in serving.tables:
        verdict = tried(table, pictures)
        print(f"table {table.name}: {verdict.words}")
        fares = fares and verdict.is_well
    return 0 if fares else 1


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {"init": _init, "check": _check}
