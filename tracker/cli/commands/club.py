"""`cuewatch club`: write a club's one file by asking, try every camera that it names, make it a service."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tracker.cli.club.asking import asked_club
from tracker.cli.club.installing import FOLDER, bring
from tracker.cli.club.reading import ClubUnreadable, read_club
from tracker.cli.club.serving import serving_by_file
from tracker.cli.service.installing import CLUB, make_user, this_program
from tracker.domain.errors import BadInput


def run(options: argparse.Namespace) -> int:
    """Write the file, or try what it names; return the exit status."""
    return ACTIONS[options.action](options)


def _init(options: argparse.Namespace) -> int:
    """Ask, and write the file.

    Raises:
        BadInput: there is one already.
    """
    path = Path(options.config or FILE)
    if path.exists():
        raise BadInput(f"{path} is there already: change it by hand, or name another with --config")
    path.parent.mkdir(parents=True, exist_ok=True)  # before anything is asked: where it cannot be, no answer is lost
    written = asked_club(path, input)
    print(f"Wrote {', '.join(map(str, written))}. Next: `cuewatch club check --config {path}`")
    return 0


def _check(options: argparse.Namespace) -> int:
    """Say what is wrong, camera by camera; 1 where one does not fare well, 2 where the file cannot be used."""
    from tracker.cli.club.trying import tried  # noqa: PLC0415  `init` need not wait for what sees

    path = Path(options.config or FILE)
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


def _install(options: argparse.Namespace) -> int:
    """Make the club a service; with `--to` only write what makes it one.

    Raises:
        BadInput: it is not root that asks, or there is no club, no systemd, or no program that a service may run.
    """
    program = this_program(options.program)
    if options.to:
        for file in CLUB.write_units({"PROGRAM": program}, Path(options.to)):
            print(file)
        return 0
    CLUB.must_be_root()
    club = CLUB.file_to_bring(options.config)
    for line in _to_be_set(club) if club is not None else ():
        print(line)
    files = CLUB.write_units({"PROGRAM": program}, None)
    make_user(files)
    FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    brought = bring(club) if club is not None else ()
    CLUB.give_to_user()
    print(f"Wrote {', '.join(map(str, files))}.")
    if brought:
        print(f"Copied into {FOLDER}: {', '.join(brought)}. From now on it is {FOLDER / FILE} that counts.")
    print(NEXT.format(folder=FOLDER, program=program))
    return 0


def _to_be_set(club: Path) -> list[str]:
    """Return what the service's environment must hold, which need not be set where it is being made one.

    Raises:
        ClubUnreadable: something else is wrong in the file.
    """
    try:
        read_club(club)
    except ClubUnreadable as trouble:
        others = [fault for fault in trouble.faults if not fault.key.endswith("password_env")]
        if others:
            raise ClubUnreadable(others) from trouble
        return [f"{fault} (`systemctl edit cuewatch`, Environment=)" for fault in trouble.faults]
    return []


FILE: Final = "club.toml"
NEXT: Final = """Next, if others are to come in, the first admin:
  sudo -u cuewatch {program} users add NAME --role admin --db {folder}/club.db
Then start it, now and with the machine, and have it backed up every night:
  sudo systemctl enable --now cuewatch.service cuewatch-backup.timer"""
ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "init": _init, "check": _check, "install": _install,
}  # fmt: skip
