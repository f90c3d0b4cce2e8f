"""Open the club's database, a file: made where there is none, brought up to date where it is old, refused if unsound.

SQLite with a write-ahead log, and every commit carried to the disk (`synchronous=FULL`) before it returns, so that what
was committed outlives the program and the power. Readers never wait for the writer, nor the writer for them.
Source: sqlite.org/wal.html, sqlite.org/pragma.html#pragma_synchronous; alembic.sqlalchemy.org (cookbook, programmatic).
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any, Final, Self

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from tracker.domain.errors import DatabaseUnusable

APPLICATION_ID: Final = int.from_bytes(b"CueW", "big")
"""Stands in the file's own header: this database is ours."""
WAIT_MS: Final = 5_000
"""How long a writer waits for another one to commit."""
CHECKED_BYTES: Final = 256 << 20
"""A file up to this size is read through when it is opened, in about a second; in a larger one, damage is met later."""
REMEDY: Final = "name another file, or restore a copy"
TRIES, PAUSE_S = 10, 0.1
"""How often, and how far apart, the write-ahead log is asked for."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
PRAGMAS: Final = (
    f"busy_timeout = {WAIT_MS}",
    "synchronous = FULL",
    "foreign_keys = ON",
    "trusted_schema = OFF",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open database, of SQLite or of PostgreSQL; the modules beside this one read and write it."""

    where: str
    """Names it to a person, without any password."""
    engine: Engine
    remedy: str = REMEDY
    """What to do where it cannot be used."""

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection that alone may write; all is committed at the end, or nothing where anything is raised.

        Raises:
            DatabaseUnusable: the disk is full or gone, or another program holds the database.
        """
        with told(self.where, self.remedy), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees the database as it is now, and waits for no writer.

        Raises:
            DatabaseUnusable: the file cannot be read any more.
        """
        with told(self.where, self.remedy), self.engine.connect() as connection:
            yield connection.execution_options(begin="BEGIN")

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()


def open_database(path: Path) -> Database:
    """Return the database in `path`, up to date.

    Raises:
        DatabaseUnusable: it is damaged, no database of ours, written by a newer program, or lies where nothing can be
            written; it has not been changed.
    """
    _make_private(path)
    _check_owner(path)
    database = Database(where=str(path), engine=_engine(path))
    try:
        with database.reading() as connection:
            if path.stat().st_size <= CHECKED_BYTES:
                _check_pages(connection, path)
            up_to_date = is_current(connection, str(path))
        if not up_to_date:
            with database.writing() as connection:
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
                bring_up_to_date(connection)
    except BaseException:
        database.close()
        raise
    return database


def check_database(path: Path) -> None:
    """Do nothing if this program can use the database in `path`, whose every page is read; it is not changed.

    Raises:
        DatabaseUnusable: it is damaged, no database of ours, or written by a newer program.
    """
    _check_owner(path, is_new=False)
    with Database(where=str(path), engine=_engine(path)) as database, database.reading() as connection:
        _check_pages(connection, path)
        is_current(connection, str(path))


def _make_private(path: Path) -> None:
    """Make the file where there is none, for its owner alone: it holds the hashes of passwords."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as trouble:
        raise unusable(path, f"cannot be written ({(trouble.strerror or str(trouble)).lower()})") from trouble
    if not os.access(path.parent, os.W_OK):
        raise unusable(path, "cannot be written (its folder is read-only)")


def _check_owner(path: Path, *, is_new: bool = True) -> None:
    """Refuse another program's database before anything of it is touched; an empty one may be ours, if it `is_new`."""
    with told(str(path)), closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner != APPLICATION_ID and (things or not is_new):
        raise unusable(path, "belongs to another program")


def _engine(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Set a new connection up; we begin transactions ourselves, since the driver's own way leaves DDL out of them."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    _log_ahead(connection)


def _log_ahead(connection: Any) -> None:
    """Ask for the write-ahead log; programs that make a file at once refuse each other here, without SQLite waiting."""
    for left in reversed(range(TRIES)):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if not left:
                raise
            sleep(PAUSE_S)


def _begin(connection: Connection) -> None:
    """Take the right to write at once: a transaction that asks for it half way may be refused."""
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))


def _check_pages(connection: Connection, path: Path) -> None:
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise unusable(path, f"is damaged ({str(found).splitlines()[-1]})")


def is_current(connection: Connection, where: str) -> bool:
    """Tell whether a database needs no step more.

    Raises:
        DatabaseUnusable: a newer program has brought it further than this one can read.
    """
    stands = MigrationContext.configure(connection).get_current_revision()
    if stands is not None and stands not in {step.revision for step in _steps().walk_revisions()}:
        raise unusable(where, f"was written by a newer cuewatch (its schema is {stands})", "update the program")
    return stands == _steps().get_current_head()


def bring_up_to_date(connection: Connection) -> None:
    """Take the steps that are due, all or none; another program may have taken them meanwhile, then none is."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def told(where: str, remedy: str = REMEDY) -> Iterator[None]:
    """Turn what a database says into one line for a person; a broken constraint is for the caller to explain."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, sqlite3.Error) as trouble:
        why = " ".join(str(getattr(trouble, "orig", trouble)).split())
        raise unusable(where, f"cannot be used ({why})", remedy) from trouble


def unusable(where: object, why: str, remedy: str = REMEDY) -> DatabaseUnusable:
    """Return why a database is of no use, in one line with what to do."""
    return DatabaseUnusable(f"database {where} {why}: {remedy}")
