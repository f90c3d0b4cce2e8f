"""`kill -9` at any moment loses no entry that a screen has shown; done a hundred times over ten books."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

import pytest

from tracker.match.book.book import replay
from tracker.match.book.entries import Noted
from tracker.rules import shelf
from tracker.store.database.books import book_of
from tracker.store.database.opening import open_database

WRITER = Path(__file__).with_name("killed_writer.py")
BOOKS, KILLS = 10, 10
Shown = tuple[int, int, int]
"""Entry, and the points of both sides after it."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")


@pytest.fixture
def writer() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, str(WRITER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as running:
        yield running
        assert running.stdin is not None
        running.stdin.close()


def killed(writer: "subprocess.Popen[str]", path: Path, after: int, wait_s: float) -> list[Shown]:
    """Let a child write to `path`, kill it a moment after it has shown so many entries, and return all it showed."""
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write(f"{path}\n")
    shown: list[Shown] = []
    alive: int | None = None
    for words in lines(writer.stdout):
        match words:
            case ["child", child]:  # may come after the first lines of the child itself
                alive = int(child)
            case ["shown", entry, first, second]:
                shown.append((int(entry), int(first), int(second)))
            case ["gone", status]:
                assert int(status) == -signal.SIGKILL
                return shown
        if alive is not None and len(shown) >= after:
            time.sleep(wait_s)
            os.kill(alive, signal.SIGKILL)
            alive = None
    raise AssertionError("the writer itself has ended")


def lines(told: IO[str]) -> Iterator[list[str]]:
    return (line.split() for line in told)


def last_entry(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone():
            return 0
        return int(connection.execute("SELECT coalesce(max(sequence), 0) FROM entries").fetchone()[0])


def test_no_shown_entry_is_lost(writer: "subprocess.Popen[str]", tmp_path: Path) -> None:
    moments = random.Random(20_261_121)
    for number in range(BOOKS):
        path = tmp_path / f"{number}.db"
        shown: list[Shown] = []
        for _ in range(KILLS):
            after = moments.randrange(6)
            shown += killed(writer, path, after, moments.uniform(0, 0.004 if after else 0.03))
            assert last_entry(path) >= (shown[-1][0] if shown else 0)
        assert_all_there(path, shown)


def assert_all_there(path: Path, shown: list[Shown]) -> None:
    """The book replays to each score that was shown, at the entry it was shown with, and nothing is there by halves."""
    with open_database(path) as database:
        book = book_of(database, "1", 1)
    rules = shelf.find(book.header.rulebook)
    played = replay(rules, book)
    assert played.trouble is None
    scores = {step.entry: rules.scoreline(step.position).points for step in played.steps}
    assert len(shown) > KILLS
    for entry, *points in shown:
        assert scores[entry - 1] == tuple(points)
        assert isinstance(book.entry(entry), Noted)
    assert len(book.entries) == 2 * len(scores)
