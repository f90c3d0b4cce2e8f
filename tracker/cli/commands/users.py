"""`cuewatch users`: who may do what at the tables; a password never stands on a command line."""

import argparse
import sys
import time
from collections.abc import Callable
from getpass import getpass
from typing import Final

from tracker.cli.databases import database_at, existing_database
from tracker.domain.errors import BadInput
from tracker.domain.roles import Role
from tracker.store.database.opening import Database
from tracker.store.database.users import User, change_password, keep_user, remove_user, users
from tracker.web.access.secrets import hashed_password


def run(options: argparse.Namespace) -> int:
    """Add, list, change or remove users; return the exit status.

    Raises:
        BadInput: the name is taken or unknown, the password will not do, or the database cannot be used.
    """
    found = database_at if options.action == "add" else existing_database  # the first admin may come before all else
    with found(options.db) as database:
        ACTIONS[options.action](database, options)
    return 0


def _add(database: Database, options: argparse.Namespace) -> None:
    name, role = options.name.strip(), Role[options.role.upper()]
    if not 1 <= len(name) <= 80:
        raise BadInput("user: a name of 1 to 80 characters is due")
    hashed = hashed_password(asked_password())
    keep_user(database, User(name=name, role=role, password_hash=hashed, created_us=time.time_ns() // 1000))
    print(f"{name} may sign in as {role.word}")


def _list(database: Database, _options: argparse.Namespace) -> None:
    for user in users(database):
        print(f"{user.role.word:<8} {user.name}")


def _password(database: Database, options: argparse.Namespace) -> None:
    change_password(database, options.name, hashed_password(asked_password()))
    print(f"{options.name} has another password")


def _remove(database: Database, options: argparse.Namespace) -> None:
    remove_user(database, options.name, last_admin=True)  # whoever sits here owns the club
    print(f"{options.name} may sign in no more")


def asked_password() -> str:
    """Return a password: typed twice unseen, or the first line of what is piped in.

    Raises:
        BadInput: what was typed was not twice the same.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass("Password: ")
    if getpass("Once more: ") != first:
        raise BadInput("password: not twice the same; nothing has changed")
    return first


ACTIONS: Final[dict[str, Callable[[Database, argparse.Namespace], None]]] = {
    "add": _add, "list": _list, "password": _password, "remove": _remove,
}  # fmt: skip
