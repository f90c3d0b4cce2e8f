"""Make a program a service of systemd: its units, its user, its folder, and what is brought into that.

Source: systemd.service(5), systemd.exec(5), systemd.timer(5), sysusers.d(5), file-hierarchy(7).
"""

import os
import pwd
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from tracker.domain.errors import BadInput
from tracker.store.files import write_whole

UNITS: Final = Path(__file__).parent / "units"
OWN: Final = Path("/etc")
"""What whoever runs this machine puts there himself lies below; what a package brings, below `PACKAGED`."""
PACKAGED: Final = Path("/usr/lib")
BOOTED: Final = Path("/run/systemd/system")
"""It is there where systemd runs."""
HIDDEN: Final = (Path("/home"), Path("/root"), Path("/run/user"))
"""A service with `ProtectHome=` sees nothing there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What is to start with the machine."""

    command: str
    """By which a person makes it a service."""
    file: str
    """Its own file, which names all else."""
    made_by: str
    """The command that writes that file."""
    folder: Path
    """Where that file lies which is served, with all that it names."""
    user: str
    """Who runs it, and owns the folder."""
    units: Path

    def unit_files(self, programs: Mapping[str, Path], below: Path) -> Mapping[Path, str]:
        """Return the text of each file that makes it a service, by where it lies; `programs` by their marks there."""
        kinds = {"service": "systemd/system", "timer": "systemd/system", "conf": "sysusers.d"}
        marks = {name: _quoted(program) for name, program in programs.items()} | {"FOLDER": str(self.folder)}
        return {
            below / kinds[file.suffix[1:]] / file.name: _marked(file.read_text("utf-8"), marks)
            for file in sorted(self.units.iterdir())
            if file.suffix[1:] in kinds
        }

    def write_units(self, programs: Mapping[str, Path], root: Path | None) -> tuple[Path, ...]:
        """Write what makes it a service; below another root it is put where a package has it. Return where it lies.

        Raises:
            OSError: it cannot be written there.
        """
        written = self.unit_files(programs, OWN if root is None else PACKAGED)
        for path, text in written.items():
            target = _below(root, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, text)
            target.chmod(0o644)
        return tuple(_below(root, path) for path in written)

    def file_to_bring(self, given: str | None) -> Path | None:
        """Return the file that is to be brought into the service's folder; None: it lies there already.

        Raises:
            BadInput: there is none, or another one lies there.
        """
        there, here = self.folder / self.file, Path(given or self.file)
        if there.exists():
            if given and not here.absolute().samefile(there):
                raise BadInput(f"{there} is there already: change that one, and leave --config out")
            return None
        if not here.exists():
            raise BadInput(f"{here}: there is no such file: `{self.made_by}` writes one")
        return here.absolute()

    def must_be_root(self) -> None:
        """Do nothing if this is root.

        Raises:
            BadInput: it is somebody else.
        """
        if os.geteuid() != 0:
            raise BadInput(f"`{self.command}` writes to /etc and makes a user: run it with sudo, or name --to DIR")

    def give_to_user(self) -> None:
        """Have all in the service's folder belong to the service's user."""
        user = pwd.getpwnam(self.user)
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)


CLUB: Final = Service(
    command="cuewatch club install", file="club.toml", made_by="cuewatch club init",
    folder=Path("/var/lib/cuewatch"), user="cuewatch", units=UNITS / "club",
)  # fmt: skip
HUB: Final = Service(
    command="cuewatch hub install", file="hub.toml", made_by="cuewatch hub init",
    folder=Path("/var/lib/cuewatch-hub"), user="cuewatch-hub", units=UNITS / "hub",
)  # fmt: skip


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


def make_user(files: tuple[Path, ...]) -> None:
    """Have systemd make the user that the service runs as, and take note of the units, if it runs here.

    Raises:
        BadInput: there is no systemd, or it could not.
    """
    _run("systemd-sysusers", *(str(path) for path in files if path.suffix == ".conf"))
    if BOOTED.is_dir():
        _run("systemctl", "daemon-reload")


def bring_file(source: Path, target: Path) -> None:
    """Copy a file into a service's folder, for its owner alone."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(target, source.read_bytes())
    target.chmod(0o600)


def _below(root: Path | None, path: Path) -> Path:
    return path if root is None else root / path.relative_to("/")


def _marked(text: str, marks: Mapping[str, str]) -> str:
    for mark, said in marks.items():
        text = text.replace(f"@{mark}@", said)
    return text


def _quoted(program: Path) -> str:
    """Return a program as a command line of systemd names it (systemd.service(5): `%` and blanks)."""
    text = str(program).replace("%", "%%")
    return f'"{text}"' if " " in text else text


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as trouble:
        raise BadInput(f"{command[0]} is not on this machine: a service is made where systemd runs") from trouble
    except subprocess.CalledProcessError as trouble:
        said = (trouble.stderr or "").strip().splitlines()
        raise BadInput(f"{' '.join(command)} failed ({said[-1] if said else trouble.returncode})") from trouble
