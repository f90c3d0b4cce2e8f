"""Take a copy of a database while programs write to it, and put another one in its place while none does.

A copy is what had been committed at one moment: a read transaction holds that moment, in which SQLite's online backup
takes page after page and the writers go on. Source: sqlite.org/backup.html, sqlite.org/isolation.html.

A program that serves holds a lock on a file beside the database (flock(2), so that it ends with the program, however
that came); whoever puts another database there must be alone.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from tracker.domain.errors import DatabaseUnusable
from tracker.store.database.opening import WAIT_MS, check_database, unusable
from tracker.store.files import set_aside

PAGES: Final = 1024
"""So many are copied between two reports of how far it is."""
OnCopied = Callable[[int], None]
"""Is told how many bytes are done."""


@contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Have nobody put another database in the place of this one meanwhile.

    Raises:
        DatabaseUnusable: somebody is doing so, or nothing can be written there.
    """
    with _locked(path, fcntl.LOCK_SH, "is being restored", "try again when that is done"):
        yield


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Have nobody use a database meanwhile, which need not be there; its write-ahead log is folded in.

    Raises:
        DatabaseUnusable: another program uses it, or nothing can be written there.
    """
    why, remedy = "is in use by another program", "stop that one (a server, say), and try again"
    with _locked(path, fcntl.LOCK_EX, why, remedy):
        if not _is_folded(path):
            raise unusable(path, why, remedy)
        yield


def copy_database(path: Path, target: Path, told: OnCopied) -> None:
    """Write a copy of a database as it is at one moment to `target`, whole and sound, for its owner alone.

    Raises:
        DatabaseUnusable: it is damaged, no database of ours, or written by a newer program; or the disk is full.
    """
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        with closing(_opened(path)) as ours, closing(_opened(target)) as theirs:
            (size,) = ours.execute("PRAGMA page_size").fetchone()
            ours.execute("BEGIN")
            ours.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on that moment is read
            ours.backup(theirs, pages=PAGES, progress=lambda _, left, total: told((total - left) * size))
    except sqlite3.Error as trouble:
        raise unusable(path, f"cannot be copied ({trouble})", "check the disk, or restore a copy") from trouble
    try:
        check_database(target)
    except DatabaseUnusable as trouble:
        raise DatabaseUnusable(str(trouble).replace(str(target), str(path))) from trouble


def holds_matches(path: Path) -> bool:
    """Tell whether there is a database with a match in it, or something of which that cannot be told."""
    if not path.exists() or not path.stat().st_size:
        return False
    try:
        with closing(_opened(path)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches'").fetchone():
                return bool(connection.execute("SELECT 1 FROM sqlite_master").fetchone())
            return bool(connection.execute("SELECT 1 FROM matches").fetchone())
    except sqlite3.Error:
        return True


def set_database_aside(path: Path) -> Path | None:
    """Give a database, with what is left of its write-ahead log, another name beside it; return that, None: none is.

    To be called while one is alone with it.
    """
    kept = set_aside(path)
    for end in ("-wal", "-shm"):  # left where the database could not be read
        log = path.with_name(path.name + end)
        if kept is not None and log.exists():
            log.rename(kept.with_name(kept.name + end))
    return kept


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    return connection


def _is_folded(path: Path) -> bool:
    """Fold the write-ahead log into the database, which SQLite does for the last that has it open alone.

    What cannot be read has nothing to fold.
    """
    if not path.exists():
        return True
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as trouble:
        return "locked" not in str(trouble)
    except sqlite3.DatabaseError:
        return True
    return True


@contextmanager
def _locked(path: Path, how: int, why: str, remedy: str) -> Iterator[None]:
    lock = path.with_name(f".{path.name}.lock")
    try:
        handle = os.open(lock, os.O_RDONLY | os.O_CREAT, 0o644)  # whoever may look after the club may hold it
    except OSError as trouble:
        raise unusable(path, f"cannot be written ({(trouble.strerror or str(trouble)).lower()})") from trouble
    with suppress(PermissionError):  # it is another's, who has done so
        os.fchmod(handle, 0o644)
    try:
        _must_lock(handle, how, unusable(path, why, remedy))
        yield
    finally:
        os.close(handle)


def _must_lock(handle: int, how: int, refusal: DatabaseUnusable) -> None:
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError as trouble:
        raise refusal from trouble
