"""A newer version beside the present one: a backup, the switch, the migration, whether it serves; and the way back.

Until the switch nothing is touched but a folder of the new version's own. What the earlier version needs to come back
(itself, and a copy of the database of just before) stays on the disk, and is written down before anything changes.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tracker.cli.upgrading.machine import Machine
from tracker.domain.errors import BadInput
from tracker.store.files import write_whole

RECORD: Final = "upgrade.json"
NEWER: Final = "by a newer cuewatch"
"""It stands in what a program says of a database that it is too old for (`store.database.opening`)."""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WayBack:
    """What an upgrade can be taken back by."""

    before: str
    """The environment of the earlier version."""
    after: str
    backup: str
    """Of just before the switch."""


def upgrade(machine: Machine, wanted: tuple[str, ...], now: str, say: Say) -> None:
    """Put a newer version in place of the present one; `wanted` is what pip is told to install, `now` names it.

    Raises:
        BadInput: it cannot be installed, or does not serve: then the present version serves as before.
    """
    new = machine.programs / f"cuewatch-{now}"
    _install(machine, new, wanted)
    say(f"installed {machine.told(new, '--version').strip()} into {new}")
    machine.service("stop")
    backup = machine.folder / "backups" / f"before-upgrade-{now}.zip"
    try:
        machine.asked(machine.before, "backup", str(backup), "--config", str(machine.folder / "club.toml"))
    except BadInput:
        machine.service("start")
        shutil.rmtree(new)
        raise
    say(f"backup: {backup}")
    way = WayBack(before=str(machine.before), after=str(new), backup=str(backup))
    write_whole(machine.folder / RECORD, json.dumps({"schema": 1, **asdict(way)}) + "\n")
    try:
        _switch(machine, new)
    except BadInput as trouble:
        say(f"it does not serve ({trouble}): going back")
        back(machine, say)
        raise BadInput(f"{new} does not serve ({trouble}): the version of before serves again") from trouble
    say(f"{_stands(machine)}; back with `cuewatch upgrade --back`, or remove {way.before} once that is not wanted")


def back(machine: Machine, say: Say) -> None:
    """Put the version of before the last upgrade in its place again; its database too, where it cannot use this one.

    Raises:
        BadInput: there is no way back, or the earlier version does not serve.
    """
    way = way_back(machine.folder)
    before = Path(way.before)
    if not before.is_dir():
        raise BadInput(f"{before}, the version of before, is not there any more: install it there, and try again")
    machine.service("stop")
    if not _can_use(machine, before):
        said = machine.told(before, "restore", way.backup, "--into", str(machine.folder), "--over")
        say(f"the earlier version cannot use the newer database: put back {way.backup}")
        say(said.strip())
        say("what was called since is in the database that was kept: docs/club.md says how to bring it over")
    _switch(machine, before)
    (machine.folder / RECORD).unlink()
    say(f"{before}: {_stands(machine)}; {way.after} may be removed")


def _stands(machine: Machine) -> str:
    return "it serves" if machine.is_booted else "it is in place (systemd does not run here: start it yourself)"


def way_back(folder: Path) -> WayBack:
    """Return what was written down before the last upgrade.

    Raises:
        BadInput: nothing was, or it cannot be read.
    """
    try:
        said = json.loads((folder / RECORD).read_text("utf-8"))
        return WayBack(before=said["before"], after=said["after"], backup=said["backup"])
    except FileNotFoundError as trouble:
        raise BadInput(f"{folder / RECORD} is not there: nothing was upgraded that could be taken back") from trouble
    except (OSError, ValueError, LookupError, TypeError) as trouble:
        raise BadInput(f"{folder / RECORD} cannot be read: see docs/club.md for the way back by hand") from trouble


def _install(machine: Machine, new: Path, wanted: tuple[str, ...]) -> None:
    try:
        machine.run((str(machine.before / "bin" / "python"), "-m", "venv", str(new)))
        machine.run((str(new / "bin" / "python"), "-m", "pip", "install", "-q", *wanted))
        machine.told(new, "--version")
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _switch(machine: Machine, environment: Path) -> None:
    """Have the program of an environment serve: its units, its name, the database brought up to date by it.

    Raises:
        BadInput: it does not serve.
    """
    machine.told(environment, "club", "install")
    machine.asked(environment, "matches", "list", "--last", "1", "--db", str(machine.database))
    machine.service("start")
    if machine.is_booted and not machine.serves():
        raise BadInput("it does not answer: see `journalctl -u cuewatch`")
    machine.call(environment)


def _can_use(machine: Machine, environment: Path) -> bool:
    """Tell whether the program of an environment is new enough for the database.

    Raises:
        BadInput: it cannot use it for another reason.
    """
    try:
        machine.asked(environment, "matches", "list", "--last", "1", "--db", str(machine.database))
    except BadInput as trouble:
        if NEWER not in str(trouble):
            raise
        return False
    return True
