"""`cuewatch tokens`: what lets an overlay on another machine read a table, and no more, until it is revoked."""

import argparse
import time
from collections.abc import Callable
from typing import Final

from tracker.cli.databases import existing_database
from tracker.cli.typed import checked_name
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table, tables
from tracker.store.database.tokens import Token, keep_token, revoke_token, tokens
from tracker.web.access.secrets import hashed_word, new_word


def run(options: argparse.Namespace) -> int:
    """Make, list or revoke tokens; return the exit status.

    Raises:
        BadInput: the label is taken or unknown, or there is no such table.
    """
    with existing_database(options.db) as database:
        ACTIONS[options.action](database, options)
    return 0


def _add(database: Database, options: argparse.Namespace) -> None:
    if options.table not in {table.name for table in tables(database)}:
        keep_table(database, ClubTable(name=checked_name(options.table)))
    word = new_word()
    kept = Token(table=options.table, label=options.label, token_hash=hashed_word(word), created_us=_now_us())
    keep_token(database, kept)
    print(f"/overlay/{options.table}?token={word}")


def _list(database: Database, _options: argparse.Namespace) -> None:
    for token in tokens(database):
        print(f"table {token.table}  {token.label}{'  (revoked)' if token.revoked_us else ''}")


def _revoke(database: Database, options: argparse.Namespace) -> None:
    revoke_token(database, options.label, _now_us())
    print(f"nobody reads by {options.label} any more")


def _now_us() -> int:
    return time.time_ns() // 1000


ACTIONS: Final[dict[str, Callable[[Database, argparse.Namespace], None]]] = {
    "add": _add, "list": _list, "revoke": _revoke,
}  # fmt: skip
