"""The database in a file opens sound or not at all, and no program changes what is written in it."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tracker.domain.errors import DatabaseUnusable
from tracker.match.book.entries import Entry, Header, Noted
from tracker.store.database import opening
from tracker.store.database.books import book_of
from tracker.store.database.matches import (
    StoredFrame,
    StoredMatch,
    begin_book,
    go_on,
)
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table, tables

HEADER = Header(rulebook="snooker-2024")
NOBODY = 65534
"""The user that owns nothing (Linux Standard Base)."""
MATCH = StoredMatch(table="1", rulebook="snooker-2024", sides=(("Ada", "Di"), ("Ben",)), begun_us=5, best_of=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with open_database(path) as opened:
        keep_table(opened, ClubTable(name="1", label="Table one", club="The Crown"))
        begin_book(opened, StoredFrame(match=0, table="1", header=HEADER, begun_us=6), match=MATCH)
        yield opened


def notes(first: int, last: int, text: str = "") -> tuple[Entry, ...]:
    return tuple(Noted(number=number, text=text) for number in range(first, last + 1))


def refused(path: Path) -> str:
    with pytest.raises(DatabaseUnusable) as raised:
        open_database(path)
    assert "\n" not in str(raised.value)
    assert str(path) in str(raised.value)
    return str(raised.value)


def test_only_its_owner_may_read_a_new_database(database: Database, path: Path) -> None:
    files = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_every_connection_waits_for_the_disk_and_keeps_references(database: Database) -> None:
    with database.reading() as one, database.reading() as another:
        for connection in (one, another):
            asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            assert [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked] == ["wal", 2, 1, 5000]


def test_a_database_from_the_future_is_refused_and_left_as_it_is(path: Path) -> None:
    open_database(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    assert "newer cuewatch" in refused(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused_and_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE songs (name)")
    before = path.read_bytes()
    assert "another program" in refused(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("this is a letter, not a database\n" * 50)
    assert "not a database" in refused(path)


def test_a_truncated_database_is_refused(database: Database, path: Path) -> None:
    go_on(database, ("1", 1), notes(1, 500, "x" * 100), at_us=7)
    database.close()
    path.write_bytes(path.read_bytes()[:20_000])
    refused(path)


def test_a_damaged_page_is_found_on_opening(database: Database, path: Path) -> None:
    go_on(database, ("1", 1), notes(1, 500, "x" * 100), at_us=7)
    database.close()
    whole = bytearray(path.read_bytes())
    whole[-3 * 4096 : -2 * 4096] = b"\xa5" * 4096
    path.write_bytes(whole)
    refused(path)


def test_damage_that_is_met_only_in_reading_is_told_as_well(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on(database, ("1", 1), notes(1, 500, "x" * 100), at_us=7)
    database.close()
    whole = bytearray(path.read_bytes())
    for page in range(len(whole) // 4096 - 10, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 8] = b"\xa5" * 8
    path.write_bytes(whole)
    monkeypatch.setattr(opening, "CHECKED_BYTES", 0)
    with open_database(path) as opened, pytest.raises(DatabaseUnusable, match=r"club\.db cannot be used"):
        book_of(opened, "1", 1)


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    assert "cannot be written (is a directory)" in refused(tmp_path)
    assert "cannot be written (no such file or directory)" in refused(tmp_path / "nowhere" / "club.db")


@contextmanager
def as_nobody(*owned: Path) -> Iterator[None]:
    """Be somebody who owns nothing but `owned`, if one is the superuser, who may write everywhere."""
    user = os.getuid()
    if user == 0:
        for path in owned:
            os.chown(path, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, user)
    try:
        yield
    finally:
        if user == 0:
            os.setresuid(user, user, user)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="who may write is told otherwise here")
def test_a_read_only_place_is_refused(tmp_path: Path) -> None:
    refused(tmp_path)  # imports what a refusal needs: it may lie where the superuser alone reads, as tmp_path does
    with TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / "club.db"
        open_database(path).close()
        path.chmod(0o400)
        with as_nobody(folder, path):
            assert "cannot be written" in refused(path)
        path.chmod(0o600)
        folder.chmod(0o500)
        with as_nobody(folder, path):
            assert "read-only" in refused(path)
        folder.chmod(0o700)


def test_a_full_disk_says_so_and_the_book_stays_whole(database: Database) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    with database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    with pytest.raises(DatabaseUnusable, match="full"):
        go_on(database, ("1", 1), notes(3, 500, "x" * 500), at_us=8)
    assert len(book_of(database, "1", 1).entries) == 2


def test_a_database_whose_making_was_cut_off_is_made_anew(path: Path) -> None:
    """All tables are made in one transaction: before it ends there is a file without any."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with open_database(path) as made:
        assert tables(made) == ()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET line = '{}' WHERE sequence = 1",
        "DELETE FROM entries",
        "INSERT OR REPLACE INTO entries SELECT table_name, epoch, 1, line, 0 FROM entries",
        "INSERT INTO entries SELECT table_name, epoch, 9, line, 0 FROM entries WHERE sequence = 1",
        "INSERT INTO entries VALUES ('1', 7, 1, '', 0)",
        "UPDATE frames SET header = '{}'",
        "DELETE FROM frames",
        "INSERT OR REPLACE INTO frames SELECT * FROM frames",
    ],
)
def test_no_program_can_change_what_is_written(database: Database, path: Path, sql: str) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    before = book_of(database, "1", 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(sql)
    assert book_of(database, "1", 1) == before


def test_a_copy_of_the_file_is_a_whole_database(database: Database, path: Path, tmp_path: Path) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    database.close()
    copy = shutil.copy(path, tmp_path / "copy.db")
    with open_database(Path(copy)) as copied:
        assert len(book_of(copied, "1", 1).entries) == 2
