"""Faults that were proven against the store: what cannot be played is not kept, and a full disk changes nothing."""

import json
from pathlib import Path

import pytest
from room_fixtures import Cuewatch, cuewatch, database
from sqlalchemy import text, update

from tracker.domain.book.setup import Setup
from tracker.domain.errors import DatabaseUnusable
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, ByHand
from tracker.rules.desk import Scored
from tracker.store.database import schema
from tracker.store.database.matches import matches
from tracker.store.database.opening import Database, open_database

__all__ = ["cuewatch", "database"]
HEADER = {
    "is": "Header", "rulebook": "snooker-2024", "setup": {"names": ["A", "B"]}, "table": "snooker-12ft",
    "software": "", "schema": 1,
}  # fmt: skip
DEEP = "[" * 100_000 + "]" * 100_000


def book(folder: Path, more: str = "", **changes: object) -> Path:
    """Write a book whose setup is changed so."""
    table = changes.pop("table", "snooker-12ft")
    header = HEADER | {"table": table, "setup": {"names": ["A", "B"]} | changes}
    path = folder / "book.jsonl"
    path.write_text(f"{json.dumps(header)}\n{more}", "utf-8")
    return path


@pytest.mark.parametrize(("changes", "more", "why"), [
    ({"starter": 2}, "", "starter and striker are 0 or 1, not 2"),
    ({"starter": -1}, "", "starter and striker are 0 or 1, not -1"),
    ({"reds": 100}, "", "100 reds cannot be racked"),
    ({"frame": -3}, "", "counted from 1"),
    ({"time_limit_s": float("nan")}, "", "NaN is no number"),
    ({"time_limit_s": float("inf")}, "", "no number of seconds"),
    ({"names": ["A\x1b[31m", "B"]}, "", "cannot be shown"),
    ({"names": ["A", "B\u202e"]}, "", "cannot be shown"),
    ({"names": ["A", ""]}, "", "a name is empty"),
    ({"table": "golf"}, "", "table 'golf' is not known"),
    ({}, DEEP, "lists in lists without end"),
])  # fmt: skip
def test_a_book_that_cannot_be_played_is_told_in_one_line_and_nothing_of_it_is_kept(
    changes: dict[str, object], more: str, why: str, cuewatch: Cuewatch, tmp_path: Path
) -> None:
    good = book(tmp_path)
    assert cuewatch("matches", "import", good, "--db", "club.db")[0] == 0
    listed = cuewatch("matches", "list", "--db", "club.db")
    status, _, err = cuewatch("matches", "import", book(tmp_path, more, **changes), "--db", "club.db")
    assert (status, err.count("\n"), why in err, "\x1b" in err) == (2, 1, True, False), err
    assert cuewatch("matches", "list", "--db", "club.db") == listed


def test_a_match_that_was_kept_and_cannot_be_played_hides_no_other(cuewatch: Cuewatch, tmp_path: Path) -> None:
    for _ in range(2):
        assert cuewatch("matches", "import", book(tmp_path), "--db", "club.db")[0] == 0
    bad = json.dumps(HEADER | {"setup": {"names": ["A", "B"], "starter": 2}})
    with open_database(Path("club.db")) as opened, opened.writing() as connection:
        for name in connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            connection.execute(text(f'DROP TRIGGER "{name}"'))
        connection.execute(update(schema.frames).where(schema.frames.c.match_id == 2).values(header=bad))
    status, out, _ = cuewatch("matches", "list", "--db", "club.db")
    assert (status, out.count("\n"), out.count("cannot be played")) == (0, 2, 1)


def test_where_the_disk_is_full_the_match_that_was_to_be_abandoned_goes_on(database: Database) -> None:
    begin = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"))))
    table = Table("1", Stored(database, lambda: 7), lambda: 7)
    before = table.do(begin)
    kept = matches(database)
    names = ("x" * 70 + "0", "x" * 70 + "1")
    other = BeginMatch(
        header=Header(rulebook="snooker-2024", setup=Setup(names=names, players=(names * 40, names * 40))), abandon=True
    )
    with database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DatabaseUnusable, match="full"):
        table.do(other)
    assert table.moment == before
    assert matches(database) == kept
    assert kept[0].ended_us is None
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    assert table.do(ByHand(deed=Scored(potted=("red",)))).at == (1, 1)
    assert table.do(other).at == (2, 0)
    assert [match.ended_us is None for match in matches(database)] == [True, False]
