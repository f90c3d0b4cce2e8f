"""What is kept of a stroke to look at it again stays with it, and a verdict is never written over."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.book.verdict import Verdict
from tracker.domain.errors import UnknownName
from tracker.match.book.entries import EntryName, Header, Noted
from tracker.store.database.footage import StoredClip, StrokeTime, keep_clip, keep_stroke
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.database.reviews import clips_showing, evidence_of, keep_verdict, strokes_of, verdicts_of

HEADER = Header(rulebook="snooker-2024")
LINES = (Noted(number=1, text="one"), Noted(number=2, text="two"))
STROKE = StrokeTime(table="1", epoch=1, sequence=2, began_us=100, ended_us=200, reel="r1")
CLIP = StoredClip(
    id="c1", table="1", epoch=1, sequence=2, purpose="foul", file="a", began_us=90, ended_us=210, kept_us=1
)
NAME = EntryName(table="1", epoch=1, sequence=2)
UPHELD = Verdict(verdict="upheld", note="", pictures=(7, 8), by="Eva", at_us=5)
CHANGED = Verdict(verdict="changed", note="the red was met first", pictures=(), by="Eva", at_us=6)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    """A database in which a stroke was kept, with its evidence, a clip and two verdicts."""
    with open_database(path) as opened:
        keep_table(opened, ClubTable(name="1"))
        match = StoredMatch(table="1", rulebook="snooker-2024", sides=(("Ada",), ("Ben",)), begun_us=5)
        begin_book(opened, StoredFrame(match=0, number=1, table="1", header=HEADER, begun_us=6), LINES, match=match)
        keep_stroke(opened, STROKE, "{}")
        keep_clip(opened, CLIP)
        for verdict in (UPHELD, CHANGED):
            keep_verdict(opened, NAME, verdict)
        yield opened


def kept_of(database: Database, name: EntryName) -> tuple[object, ...]:
    return (
        strokes_of(database, name.table, name.epoch), strokes_of(database, name.table, name.epoch, name.sequence),
        evidence_of(database, name),
        verdicts_of(database, name.table, name.epoch, name.sequence).get(name.sequence, ()),
        clips_showing(database, name),
    )  # fmt: skip


def test_all_that_is_kept_of_a_stroke_is_found(database: Database) -> None:
    assert kept_of(database, NAME) == ({2: STROKE}, {2: STROKE}, "{}", (UPHELD, CHANGED), (CLIP,))
    assert kept_of(database, replace(NAME, sequence=1))[1:] == ({}, "", (), ())


@pytest.mark.parametrize(
    ("number", "lines", "found"),
    [
        (1, LINES, True),  # the same frame, its beginning corrected: the entries go on
        (1, (LINES[0], Noted(number=2, text="another")), False),  # it was played otherwise
        (2, LINES, False),  # another frame
    ],
)
def test_an_entry_keeps_what_belongs_to_it_in_the_next_book_of_its_frame(
    database: Database, number: int, lines: tuple[Noted, Noted], found: bool
) -> None:
    header = replace(HEADER, setup=Setup(frame=number))
    begin_book(database, StoredFrame(match=1, number=number, table="1", header=header, begun_us=7), lines)
    later = kept_of(database, replace(NAME, epoch=2))
    assert later == (kept_of(database, NAME) if found else ({}, {}, "", (), ()))


@pytest.mark.parametrize("change", [
    "UPDATE verdicts SET verdict = 'upheld'", "DELETE FROM verdicts",
    "REPLACE INTO verdicts SELECT id, table_name, epoch, sequence, 'upheld', '', '[]', 'Mallory', 9 FROM verdicts",
])  # fmt: skip
def test_no_program_can_change_a_verdict(database: Database, path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="a verdict stays"):
        connection.execute(change)
    assert verdicts_of(database, "1", 1) == {2: (UPHELD, CHANGED)}


def test_a_verdict_belongs_to_an_entry(database: Database) -> None:
    with pytest.raises(UnknownName, match="no entry 9"):
        keep_verdict(database, replace(NAME, sequence=9), UPHELD)


def test_a_database_of_the_first_season_keeps_its_strokes(database: Database, path: Path) -> None:
    database.close()
    with closing(sqlite3.connect(path)) as connection, connection:  # as 0001 left it
        for undone in (
            *(f"DROP TABLE {table}" for table in ("mirrored_matches", "mirrored", "halls", "fed")),
            "DROP TABLE verdicts", "DROP INDEX ix_clips_entry", "ALTER TABLE strokes DROP COLUMN reel",
            "ALTER TABLE strokes DROP COLUMN evidence",
            "DROP INDEX ix_matches_share_word", "ALTER TABLE matches DROP COLUMN share_word", "DROP TABLE settings",
            *(f"ALTER TABLE players DROP COLUMN {column}" for column in ("short_name", "country", "handicap", "badge")),
            *(f"ALTER TABLE calibrations DROP COLUMN {column}" for column in ("how", "set_by")),
            "UPDATE alembic_version SET version_num = '0001'",
        ):  # fmt: skip
            connection.execute(undone)
    with open_database(path) as opened:
        assert strokes_of(opened, "1", 1) == {2: replace(STROKE, reel="")}
        assert evidence_of(opened, NAME) == ""
