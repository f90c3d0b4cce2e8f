"""Make a club a service of systemd: its units, its user, and its folder with all that the club's file names.

Source: systemd.service(5), systemd.exec(5), systemd.timer(5), sysusers.d(5), file-hierarchy(7).
"""

import os
import pwd
import subprocess
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Final

from tracker.cli.club.belongings import places_by_file
from tracker.domain.errors import BadInput
from tracker.store.database.copying import copy_database, in_use
from tracker.store.files import write_whole

UNITS: Final = Path(__file__).parent / "units"
FOLDER: Final = Path("/var/lib/cuewatch")
"""Where the club's file lies that is served, with all that it names."""
USER: Final = "cuewatch"
OWN: Final = Path("/etc")
"""What whoever runs this machine puts there himself lies below; what a package brings, below `PACKAGED`."""
PACKAGED: Final = Path("/usr/lib")
BOOTED: Final = Path("/run/systemd/system")
"""It is there where systemd runs."""
HIDDEN: Final = (Path("/home"), Path("/root"), Path("/run/user"))
"""A service with `ProtectHome=` sees nothing there."""


def unit_files(program: Path, below: Path) -> Mapping[Path, str]:
    """Return the text of each file that makes Cuewatch a service, by where it lies."""
    kinds = {"service": "systemd/system", "timer": "systemd/system", "conf": "sysusers.d"}
    return {
        below / kinds[file.suffix[1:]] / file.name: file.read_text("utf-8")
        .replace("@PROGRAM@", _quoted(program))
        .replace("@FOLDER@", str(FOLDER))
        for file in sorted(UNITS.iterdir())
        if file.suffix[1:] in kinds
    }


def this_program(named: str | None) -> Path:
    """Return the program that the service is to run: the one that was named, or else this one.

    Raises:
        BadInput: there is none, or none that a service may run.
    """
    path = Path(os.path.abspath(named)) if named else Path(sys.executable).with_name("cuewatch")
    if not os.access(path, os.X_OK):
        raise BadInput(f"{path}: there is no such program: name the installed cuewatch with --program")
    runs = (path,) if named else (path, Path(sys.executable).resolve())  # an environment may borrow its Python
    for one, hidden in product(runs, HIDDEN):
        if one.is_relative_to(hidden):
            raise BadInput(f"{one} lies in {hidden}, where a service sees nothing: install it into /opt/cuewatch, say")
    return path


def write_units(program: Path, root: Path | None) -> tuple[Path, ...]:
    """Write what makes Cuewatch a service; below another root it is put where a package has it. Return where it lies.

    Raises:
        OSError: it cannot be written there.
    """
    written = unit_files(program, OWN if root is None else PACKAGED)
    for path, text in written.items():
        target = _below(root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text)
        target.chmod(0o644)
    return tuple(_below(root, path) for path in written)


def must_be_root() -> None:
    """Do nothing if this is root.

    Raises:
        BadInput: it is somebody else.
    """
    if os.geteuid() != 0:
        raise BadInput("`cuewatch club install` writes to /etc and makes a user: run it with sudo, or name --to DIR")


def club_to_bring(given: str | None, folder: Path = FOLDER) -> Path | None:
    """Return the club's file that is to be brought into the service's folder; None: it lies there already.

    Raises:
        BadInput: there is none, or another one lies there.
    """
    there, here = folder / "club.toml", Path(given or "club.toml")
    if there.exists():
        if given and not here.absolute().samefile(there):
            raise BadInput(f"{there} is there already: change that one, and leave --config out")
        return None
    if not here.exists():
        raise BadInput(f"{here}: there is no such file: `cuewatch club init` writes one")
    return here.absolute()


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
        _copy(places.folder / name, folder / name)
    if places.database.is_file():
        database = folder / places.database.relative_to(places.folder)
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with in_use(places.database):
            copy_database(places.database, database, lambda _: None)
        names.append(str(places.database.relative_to(places.folder)))
    _copy(club, folder / "club.toml")  # last: from then on it lies there
    return ("club.toml", *names)


def make_user(files: tuple[Path, ...]) -> None:
    """Have systemd make the user that the service runs as, and take note of the units, if it runs here.

    Raises:
        BadInput: there is no systemd, or it could not.
    """
    _run("systemd-sysusers", *(str(path) for path in files if path.suffix == ".conf"))
    if BOOTED.is_dir():
        _run("systemctl", "daemon-reload")


def give_to_user(folder: Path = FOLDER) -> None:
    """Have all in the service's folder belong to the service's user."""
    user = pwd.getpwnam(USER)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(target, source.read_bytes())
    target.chmod(0o600)


def _below(root: Path | None, path: Path) -> Path:
    return path if root is None else root / path.relative_to("/")


def _quoted(program: Path) -> str:
    """Return a program as a command line of systemd names it (systemd.service(5): `%` and blanks)."""
    text = str(program).replace("%", "%%")
    return f'"{text}"' if " " in text else text


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as trouble:
        raise BadInput(f"{command[0]} is not on this machine: a club is made a service where systemd runs") from trouble
    except subprocess.CalledProcessError as trouble:
        said = (trouble.stderr or "").strip().splitlines()
        raise BadInput(f"{' '.join(command)} failed ({said[-1] if said else trouble.returncode})") from trouble
