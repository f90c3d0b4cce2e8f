"""Ask for what a club's file holds, and write it; a camera's password goes into a file of its own, for its owner alone.

An empty answer takes what stands in brackets.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from getpass import getpass
from pathlib import Path
from sys import stdin

from tracker.cli.typed import checked_name
from tracker.domain.errors import BadInput
from tracker.rules import shelf
from tracker.store.files import write_whole
from tracker.store.kits import DEFAULT_TABLE, find_kit

Ask = Callable[[str], str]
"""Shows a question, and gives what was typed.

It raises EOFError where nobody answers any more.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTable:
    """What was said of a table."""

    name: str
    kit: str
    rules: str
    camera: str
    user: str = ""
    password: str = ""
    label: str = ""


def asked_club(path: Path, ask: Ask) -> tuple[Path, ...]:
    """Ask for a club, write its file and those with passwords, and return where they lie.

    Raises:
        BadInput: the answers ended before the questions did; nothing is written.
    """
    try:
        name = _said(ask, "Name of the club", "")
        count = _until(ask, "How many tables", "1", _count)
        tables = [_table(ask, number) for number in range(1, int(count) + 1)]
        port = _until(ask, "Port to serve at", "8080", _port)
    except EOFError as trouble:
        raise BadInput("the answers ended before the questions: nothing was written") from trouble
    secrets = {path.absolute().parent / secret_file(one): one.password for one in tables if one.password}
    for file, password in secrets.items():
        keep_secret(file, password)
    write_whole(path, club_text(name, port, tables))
    return (path, *secrets)


def club_text(name: str, port: str, tables: list[AskedTable]) -> str:
    """Return the text of a club's file."""
    head = (
        "# A club, for `cuewatch serve --config`. Paths are taken from the folder of this file.",
        "", "[club]", f"name = {_toml(name)}", "", "[storage]", 'database = "club.db"', 'recordings = "recordings"',
        "", "[network]", '# "0.0.0.0" lets other machines in, once there is an admin (`cuewatch users add`).',
        'host = "127.0.0.1"', f"port = {port}",
    )  # fmt: skip
    return "\n".join((*head, *(line for table in tables for line in table_lines(table)))) + "\n"


def table_lines(table: AskedTable) -> tuple[str, ...]:
    """Return the lines of a table in a club's file."""
    camera = (
        f"camera = {_toml(table.camera)}", *((f"user = {_toml(table.user)}",) if table.user else ()),
        *((f"password_file = {_toml(secret_file(table))}",) if table.password else ()), "record_gb = 50",
    )  # fmt: skip
    label = (f"label = {_toml(table.label)}",) if table.label else ()
    return (
        "", "[[tables]]", f"name = {_toml(table.name)}", *label, f"kit = {_toml(table.kit)}",
        f"rules = {_toml(table.rules)}", *(camera if table.camera else ()),
    )  # fmt: skip


def _table(ask: Ask, number: int) -> AskedTable:
    name = _until(ask, f"Table {number}: its name", str(number), checked_name)
    kit = _until(ask, f"Table {name}: what table it is", DEFAULT_TABLE, find_kit)
    rules = _until(ask, f"Table {name}: rulebook", shelf.book_for(find_kit(kit)), shelf.find)
    camera = _said(ask, f"Table {name}: its camera, rtsp://… or camera:0; nothing: none", "")
    if "://" not in camera:
        return AskedTable(name=name, kit=kit, rules=rules, camera=camera)
    user = _said(ask, f"Table {name}: user at the camera; nothing: none", "")
    password = _secret(ask, f"Table {name}: password") if user else ""
    return AskedTable(name=name, kit=kit, rules=rules, camera=camera, user=user, password=password)


def _said(ask: Ask, what: str, usual: str) -> str:
    return ask(f"{what} [{usual}]: " if usual else f"{what}: ").strip() or usual


def _until(ask: Ask, what: str, usual: str, check: Callable[[str], object]) -> str:
    """Ask until the answer will do."""
    while True:
        said = _said(ask, what, usual)
        try:
            check(said)
        except BadInput as trouble:
            print(trouble)
        else:
            return said


def _count(said: str) -> None:
    if not said.isdecimal() or not 1 <= int(said) <= 64:
        raise BadInput("a number from 1 to 64 is due")


def _port(said: str) -> None:
    if not said.isdecimal() or not 1 <= int(said) <= 65_535:
        raise BadInput("a number from 1 to 65535 is due")


def _secret(ask: Ask, what: str) -> str:
    return getpass(f"{what}: ") if stdin.isatty() else ask(f"{what}: ").strip()


def secret_file(table: AskedTable) -> str:
    """Return where the password of a table's camera lies, from the club's file."""
    return f"secrets/table-{table.name}"


def keep_secret(path: Path, password: str) -> None:
    """Write a password into a file for its owner alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{password}\n")


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
