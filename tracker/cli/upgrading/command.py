"""`cuewatch upgrade`: a newer version in place of this one, where a club is a service; `--back` to the one before."""

import argparse
import sys
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tracker.cli.club.belongings import places_by_file
from tracker.cli.club.reading import read_club
from tracker.cli.service.installing import BOOTED, CLUB
from tracker.cli.upgrading.machine import Machine, serves
from tracker.cli.upgrading.steps import back, upgrade
from tracker.domain.errors import BadInput
from tracker.web.server import openable

EXTRAS: Final = {"hub": "nats", "openvino": "openvino"}
"""What may be installed with the program, each with a module that is there then: a newer version has it too."""
LINK: Final = Path("/usr/local/bin/cuewatch")


def run(options: argparse.Namespace) -> int:
    """Upgrade, or go back; return the exit status.

    Raises:
        BadInput: it cannot be done here; what serves now serves on.
    """
    CLUB.must_be_root()
    file = CLUB.folder / CLUB.file
    if not file.is_file():
        raise BadInput(f"{file} is not there: `cuewatch club install` makes a club a service, which can be upgraded")
    if sys.prefix == sys.base_prefix:
        raise BadInput("this cuewatch lies in no environment of its own: upgrade it as it was installed")
    if bool(options.what) == options.back:
        raise BadInput("name what to install (a wheel, or a checkout), or say --back")
    if options.back:
        back(this_machine(file), print)
    else:
        upgrade(this_machine(file), wanted(options), f"{datetime.now(UTC):%Y%m%d-%H%M%S}", print)
    return 0


def wanted(options: argparse.Namespace) -> tuple[str, ...]:
    """Return what pip is told to install: a wheel or a checkout with the extras that are here, held to constraints.

    Raises:
        BadInput: there is no such file.
    """
    what = Path(options.what).absolute()
    if not what.exists():
        raise BadInput(f"{what}: there is no such wheel or checkout")
    extras = ",".join(name for name, module in EXTRAS.items() if find_spec(module))
    beside = what / "constraints.txt"
    constraints = options.constraints or (str(beside) if beside.is_file() else "")
    return (*(("-c", constraints) if constraints else ()), f"{what}[{extras}]" if extras else str(what))


def this_machine(file: Path) -> Machine:
    """Return this machine, on which the club of a file is a service."""
    network, before = read_club(file).network, Path(sys.prefix)
    host = f"[{network.host}]" if ":" in network.host else network.host
    return Machine(
        before=before, programs=before.parent, link=LINK, folder=file.parent, database=places_by_file(file).database,
        user=CLUB.user, is_booted=BOOTED.is_dir(), serves=lambda: serves(openable(f"http://{host}:{network.port}/")),
    )  # fmt: skip
