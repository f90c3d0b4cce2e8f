"""The halls of `bench.halls`, full of tables at which real books are played, in processes of their own.

Each hall has a database of its own and feeds the hub by a connection of its own, as a real one does; some processes
share them, so that what a hall costs does not wait for what another one costs. Their databases lie in memory where the
system offers it (/dev/shm): on computers of their own halls would not share a disk.
"""

import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final

from bench.measured import ROOT
from tracker.hub.feeding import FeedOrder, HallFeed, feeding
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book, go_on
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table

WRITERS: Final = 4
MEMORY: Final = Path("/dev/shm")


@dataclass(kw_only=True)
class PlayedTable:
    """A table at which one book after another is played."""

    hall: str
    name: str
    database: Database
    feed: HallFeed
    books: Sequence[Book]
    played: int = 0
    epoch: int = 0
    entry: int = 0
    lock: Lock
    """Of its hall: where the machine falls behind, the next call is due before the last one is done."""

    def call(self) -> None:
        """Write the next entry, after the header of the next book where one begins."""
        with self.lock:
            self._call()

    def _call(self) -> None:
        book = self.books[self.played % len(self.books)]
        if self.entry == 0:
            keep_table(self.database, ClubTable(name=self.name))
            sides = ((f"{self.hall} A{self.name}",), (f"{self.hall} B{self.name}",))
            begun = StoredMatch(table=self.name, rulebook=book.header.rulebook, sides=sides, begun_us=now_us())
            frame = StoredFrame(match=0, table=self.name, header=book.header, begun_us=now_us())
            self.epoch = begin_book(self.database, frame, match=begun).epoch
        self.entry += 1
        one = book.entries[self.entry - 1]
        go_on(self.database, (self.name, self.epoch), (one,), now_us())
        self.feed.wake()
        if self.entry == len(book.entries):
            self.played, self.entry = self.played + 1, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The halls that one process plays, each with the names of its tables, and where their databases lie."""

    folder: Path
    halls: tuple[tuple[FeedOrder, tuple[str, ...]], ...]


class Halls:
    """All halls, as whoever measures speaks to them."""

    def __init__(self, lines: Sequence[Connection], processes: Sequence[Any], folder: Path) -> None:
        self._lines, self._processes, self._folder = lines, processes, folder

    def database(self, hall: str) -> Database:
        """Open the database of a hall."""
        return open_database(_file(self._folder, hall))

    def call(self, entries: int) -> int:
        """Have every table call so many entries as fast as it can; return how many all have called."""
        return self._done("at once", entries)

    def call_in_time(self, seconds: float, every_s: float) -> int:
        """Have every table call an entry every so many seconds; return how many were called."""
        return self._done("in time", (time.monotonic() + 0.5, seconds, every_s))

    def pids(self) -> tuple[int, ...]:
        """Return the processes that play."""
        return tuple(one.pid for one in self._processes)

    def _done(self, what: str, how: Any) -> int:
        for line in self._lines:
            line.send((what, how))
        return sum(line.recv() for line in self._lines)


@contextmanager
def halls_at_work(orders: Sequence[FeedOrder], tables: int, processes: int) -> Iterator[Halls]:
    """Have so many tables of halls ready to be played, by so many processes."""
    context, memory = multiprocessing.get_context("spawn"), MEMORY if MEMORY.is_dir() else None
    with TemporaryDirectory(dir=memory, prefix="halls-") as name:
        folder = Path(name)
        named = [(order, tuple(map(str, range(n, tables, len(orders))))) for n, order in enumerate(orders)]
        _empty_databases(folder, [order.hall for order in orders])
        shares = [Share(folder=folder, halls=tuple(named[n::processes])) for n in range(min(processes, len(named)))]
        pipes = [context.Pipe() for _ in shares]
        running = [
            context.Process(target=play, args=(share, theirs), daemon=True)
            for share, (_, theirs) in zip(shares, pipes, strict=True)
        ]
        for one in running:
            one.start()
        for ours, _ in pipes:
            ours.recv()
        try:
            yield Halls([ours for ours, _ in pipes], running, folder)
        finally:
            for one in running:
                one.kill()
                one.join()


def _empty_databases(folder: Path, halls: Sequence[str]) -> None:
    """Make a database for each hall; one is brought up to date, which takes a second, the others are its copies."""
    first = folder / "first.db"
    open_database(first).close()
    for hall in halls:
        copyfile(first, _file(folder, hall))


def _file(folder: Path, hall: str) -> Path:
    return folder / f"{hall}.db"


def play(share: Share, line: Connection) -> None:
    """Play the tables of some halls as they are asked for."""
    with ExitStack() as stack:
        tables = [
            table
            for order, names in share.halls
            for table in stack.enter_context(_playing(_file(share.folder, order.hall), order, names))
        ]
        line.send("ready")
        while True:
            what, how = line.recv()
            line.send(called_at_once(tables, how) if what == "at once" else called_in_time(tables, *how))


@contextmanager
def _playing(file: Path, order: FeedOrder, names: Sequence[str]) -> Iterator[list[PlayedTable]]:
    """Give the tables of a hall that feeds the hub."""
    books = [book_from_text(one.read_text("utf-8")) for one in sorted((ROOT / "tests" / "books").glob("*.jsonl"))]
    with open_database(file) as database, feeding(database, order, now_us) as feed:
        lock = Lock()
        yield [
            PlayedTable(
                hall=order.hall, name=name, database=database, feed=feed, lock=lock,
                books=books[int(name) % len(books) :] + books[: int(name) % len(books)],
            )
            for name in names
        ]  # fmt: skip


def called_in_time(tables: Sequence[PlayedTable], began_s: float, seconds: float, every_s: float) -> int:
    """Have every table call an entry every so many seconds; return how many were called."""
    chance = random.Random(tables[0].name)
    due = sorted((began_s + chance.uniform(0, every_s), place) for place in range(len(tables)))
    ends_s, calls = began_s + seconds, []
    with ThreadPoolExecutor(WRITERS) as pool:
        while due and due[0][0] < ends_s:
            at_s, place = due.pop(0)
            time.sleep(max(0.0, at_s - time.monotonic()))
            calls.append(pool.submit(tables[place].call))
            due.append((at_s + every_s, place))  # all wait alike, so that the order stays
    for call in calls:
        call.result()
    return len(calls)


def called_at_once(tables: Sequence[PlayedTable], entries: int) -> int:
    """Have every table call so many entries as fast as it can; return how many all have called."""

    def all_of(table: PlayedTable) -> None:
        for _ in range(entries):
            table.call()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(all_of, tables))
    return entries * len(tables)


def now_us() -> int:
    return time.time_ns() // 1000
