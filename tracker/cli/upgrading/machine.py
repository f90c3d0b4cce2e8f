"""What an upgrade needs of the machine: where versions of the program lie, how one is run, whether it serves."""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from tracker.domain.errors import BadInput

SHARED: Final = 0o022
"""What files of programs are made by; what this program keeps for its owner alone is not made by that."""
PATIENCE_S, AGAIN_S = 120.0, 1.0
"""How long a club may take to be served: a database is brought up to date, cameras are found."""


def run(command: Sequence[str]) -> str:
    """Run a command to its end; return what it says. A program that it installs is there for everybody.

    Raises:
        BadInput: there is no such program, or it failed; the message is its last line.
    """
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, umask=SHARED)
    except OSError as trouble:
        raise BadInput(f"{command[0]} cannot be run ({(trouble.strerror or str(trouble)).lower()})") from trouble
    except subprocess.CalledProcessError as trouble:
        said = (trouble.stderr or trouble.stdout or "").strip().splitlines()
        raise BadInput(f"{' '.join(command)} failed: {said[-1] if said else trouble.returncode}") from trouble
    return done.stdout


def serves(address: str) -> bool:
    """Tell whether a club is served at an address within two minutes."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        with suppress(OSError), urlopen(f"{address}health", timeout=5):
            return True
        time.sleep(AGAIN_S)
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine on which a club is a service."""

    before: Path
    """The environment that this program lies in."""
    programs: Path
    """The folder for environments of newer ones."""
    link: Path
    """By which people call the program."""
    folder: Path
    """The club's."""
    database: Path
    user: str
    """Who owns that, and runs the service."""
    is_booted: bool
    """systemd runs here, and so may the service."""
    run: Callable[[Sequence[str]], str] = run
    serves: Callable[[], bool]

    def asked(self, environment: Path, *words: str) -> str:
        """Run the program of an environment as the service's user, who alone may touch the database.

        Raises:
            BadInput: it failed.
        """
        return self.run(("runuser", "-u", self.user, "--", str(_program(environment)), *words))

    def told(self, environment: Path, *words: str) -> str:
        """Run the program of an environment as root.

        Raises:
            BadInput: it failed.
        """
        return self.run((str(_program(environment)), *words))

    def service(self, verb: str) -> None:
        """Start or stop the service, where there is one.

        Raises:
            BadInput: it could not.
        """
        if self.is_booted:
            self.run(("systemctl", verb, SERVICE))

    def call(self, environment: Path) -> None:
        """Have people call the program of an environment by its name from now on; a file of their own is left."""
        if self.link.is_symlink() or not self.link.exists():
            new = self.link.with_name(f".{self.link.name}.new")
            new.unlink(missing_ok=True)
            new.symlink_to(_program(environment))
            os.replace(new, self.link)


SERVICE: Final = "cuewatch.service"


def _program(environment: Path) -> Path:
    return environment / "bin" / "cuewatch"
