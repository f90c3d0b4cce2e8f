"""How much a hub carries: halls full of tables play real books, and NATS, PostgreSQL and the hub take them in.

    python -m bench.halls [--tables 10 100 1000] [--per-hall 10] [--seconds 30] [--every 8] [--write]

Each hall has a database of its own and feeds the hub by a connection of its own, without a leaf node; all run in this
process, the hub, `nats-server` and PostgreSQL beside it on the same machine. First every table calls an entry every so
many seconds, as at a match: the delay is from the moment at which an entry is written in its hall to that of the commit
by which the hub has it (one clock; a page asks the hub every 2 s besides). Then all play on as fast as they can, until
the hub has all: so many entries a second it keeps up with, the writing in the halls included.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from sqlalchemy import text

from bench.measured import FILE, ROOT, machine, put_section, section
from tests.servers import Nats, Postgres, free_port, nats_program, postgres_server, temporary_folder, wait_until
from tracker.cli.hub.form import HallPart
from tracker.cli.hub.making import add_hall, make_hub
from tracker.hub.feeding import FeedOrder, HallFeed, feeding
from tracker.hub.joining import NatsServer
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.store.database.books import append, book_of
from tracker.store.database.dialects.postgres import open_postgres
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_frame, begin_match
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.mirror.halls import book_text, books_of_hall

MARK: Final = "bench.halls"
WRITERS: Final = 8
PATIENCE_S: Final = 600.0
HEAD: Final = (
    "| tables | halls | entries called | a second | delay p50 / p99, ms | at once: entries, a second "
    "| processor of hub, NATS, PostgreSQL, ms an entry | memory of each, MB | disk of the books, bytes an entry |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)


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
            match = begin_match(self.database, begun).number
            frame = StoredFrame(match=match, table=self.name, header=book.header, begun_us=now_us())
            self.epoch = begin_frame(self.database, frame).epoch
        self.entry += 1
        one = book.entries[self.entry - 1]
        append(self.database, self.name, self.epoch, self.entry - 1, (one,), now_us())
        self.feed.wake()
        if self.entry == len(book.entries):
            self.played, self.entry = self.played + 1, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What was measured with so many tables."""

    tables: int
    halls: int
    entries: int
    rate: float
    delays_ms: tuple[float, float]
    burst: int
    burst_rate: float
    work_ms: tuple[float, ...]
    """Processor time an entry of hub, NATS and PostgreSQL, while all play at once."""
    memory_mb: tuple[float, ...]
    bytes_an_entry: float

    def row(self) -> str:
        """Return it as a row of the table."""
        p50, p99 = self.delays_ms
        return (
            f"| {self.tables} | {self.halls} | {self.entries} | {self.rate:.1f} | {p50:.0f} / {p99:.0f} "
            f"| {self.burst}, {self.burst_rate:.0f} | {' / '.join(f'{one:.1f}' for one in self.work_ms)} "
            f"| {' / '.join(f'{one:.0f}' for one in self.memory_mb)} | {self.bytes_an_entry:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="How much a hub carries.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--per-hall", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=8, help="seconds between two entries at a table")
    parser.add_argument("--burst", type=int, default=10, help="entries that each table then plays at once")
    parser.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    options = parser.parse_args()
    rows = []
    for tables in options.tables:
        rows.append(measured(tables, options).row())
        print(HEAD + rows[-1], flush=True)
    if options.write:
        asked = f"--seconds {options.seconds:g} --every {options.every:g} --burst {options.burst}"
        told = (
            f"`python -m bench.halls {asked}`, {date.today().isoformat()}, {machine()}. Halls, hub, NATS, PostgreSQL "
            f"share these cores with whatever else runs there (load {os.getloadavg()[1]:.0f}): delays and rates "
            "tell of that as much as of the hub, processor times hardly.\n\n"
        )
        put_section(MARK, "Halls on a hub", told + HEAD + "\n".join(with_others(rows)) + "\n")


def with_others(rows: Sequence[str]) -> list[str]:
    """Return rows with those of other numbers of tables that were measured before."""
    lines = section(MARK, FILE.read_text("utf-8")).splitlines()
    before = [line for line in lines if line.startswith("| ") and line[2].isdecimal()]
    known = {int(line.split("|")[1]): line for line in (*before, *rows)}
    return [known[tables] for tables in sorted(known)]


def measured(tables: int, options: argparse.Namespace) -> Carried:
    halls = max(1, tables // options.per_hall)
    with temporary_folder() as folder, postgres_server("track_commit_timestamp=on") as postgres, ExitStack() as stack:
        names = [f"hall-{number}" for number in range(1, halls + 1)]
        address, orders = made(folder, postgres, names)
        nats, hub = stack.enter_context(serving(folder, [order.hall for order in orders]))
        assert postgres.running is not None
        processes = (hub, nats, postgres.running.pid)
        played = stack.enter_context(playing(folder, orders, tables))
        began_us = now_us()
        entries = called_in_time(played, options.seconds, options.every)
        called_s = max(options.seconds, (now_us() - began_us) / 1e6)  # longer where the machine falls behind
        with open_postgres(address) as database:
            wait_until(lambda: taken(database) >= entries, "the hub has all", PATIENCE_S)
            delays_ms = delays(database, began_us)
            began_s, before_ms = time.monotonic(), [processor_ms(one) for one in processes]
            more = called_at_once(played, options.burst)
            wait_until(lambda: taken(database) >= entries + more, "the hub has all again", PATIENCE_S)
            burst_s = time.monotonic() - began_s
            work_ms = [(processor_ms(one) - was) / more for one, was in zip(processes, before_ms, strict=True)]
            must_be_alike(database, played)
            size = scalar(database, "SELECT pg_total_relation_size('entries')")
        return Carried(
            tables=tables, halls=halls, entries=entries, rate=entries / called_s, delays_ms=delays_ms,
            burst=more, burst_rate=more / burst_s, work_ms=tuple(work_ms),
            memory_mb=tuple(map(memory_mb, processes)), bytes_an_entry=size / (entries + more),
        )  # fmt: skip


def made(folder: Path, postgres: Postgres, names: Sequence[str]) -> tuple[str, list[FeedOrder]]:
    """Write the files of a hub with these halls; return the address of its database, and how each hall feeds it."""
    file, port, address = folder / "hub.toml", free_port(), postgres.new_database()
    make_hub(file, "Bench", "127.0.0.1", tls=False)
    text_of = file.read_text().replace("postgresql:///cuewatch", address).replace("8090", str(free_port()))
    file.write_text(text_of.replace("4222", str(port)).replace("7422", str(free_port())))
    for name in names:
        add_hall(file, HallPart(name=name))
    words = {name: (folder / "secrets" / name).read_text() for name in names}
    orders = [
        FeedOrder(hall=name, server=NatsServer(address=f"nats://127.0.0.1:{port}", user=name, password=words[name]))
        for name in names
    ]
    return address, orders


@contextmanager
def serving(folder: Path, halls: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Run NATS and the hub; give the numbers of their processes."""
    lines = (folder / "hub.toml").read_text().splitlines()
    ports = [int(line.partition("=")[2].split("#")[0]) for line in lines if line.startswith("port")]
    nats = Nats(program=nats_program(), file=folder / "nats" / "hub.conf", port=ports[0])
    nats.start()
    command = [sys.executable, "-m", "tracker.cli.main", "hub", "serve", "--config", str(folder / "hub.toml")]
    with (folder / "hub.log").open("wb") as log:
        hub = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
    try:
        wait_until(lambda: is_served(ports[1]), f"the hub of {len(halls)} halls", PATIENCE_S)
        assert nats.running is not None
        yield nats.running.pid, hub.pid
    finally:
        hub.kill()
        hub.wait()
        nats.stop()


def is_served(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
            return True
    except (URLError, OSError):
        return False


@contextmanager
def playing(folder: Path, orders: Sequence[FeedOrder], tables: int) -> Iterator[list[PlayedTable]]:
    """Give tables of halls that feed the hub."""
    files = sorted((ROOT / "tests" / "books").glob("*.jsonl"))
    books = [book_from_text(file.read_text("utf-8")) for file in files]
    with ExitStack() as stack:
        played = []
        for place, order in enumerate(orders):
            database = stack.enter_context(open_database(folder / f"{order.hall}.db"))
            feed = stack.enter_context(feeding(database, order, now_us))
            lock = Lock()
            for number in range(place, tables, len(orders)):
                shifted = books[number % len(books) :] + books[: number % len(books)]
                one = PlayedTable(
                    hall=order.hall, name=str(number), database=database, feed=feed, books=shifted, lock=lock
                )
                played.append(one)
        yield played


def called_in_time(tables: Sequence[PlayedTable], seconds: float, every_s: float) -> int:
    """Have every table call an entry every so many seconds; return how many were called."""
    chance, began_s = random.Random(1), time.monotonic()
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


def must_be_alike(hub: Database, tables: Sequence[PlayedTable]) -> None:
    """Compare every book of every hall with the hub's, byte for byte."""
    for hall in {table.hall: table for table in tables}.values():
        for head in books_of_hall(hub, hall.hall):
            ours, theirs = book_text(hub, hall.hall, *head.book), book_to_text(book_of(hall.database, *head.book))
            if ours != theirs:
                raise AssertionError(f"hall {hall.hall}, table {head.table}, epoch {head.epoch}: the books differ")


def taken(database: Database) -> int:
    return int(scalar(database, "SELECT count(*) FROM entries"))


def delays(database: Database, since_us: int) -> tuple[float, float]:
    """Return the median and the 99th percentile of what it took from the hall to the hub, in ms."""
    took = "extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 - written_us / 1000.0"
    of = "percentile_cont({}) WITHIN GROUP (ORDER BY {}) FROM entries WHERE written_us >= {}"
    p50, p99 = (scalar(database, f"SELECT {of.format(share, took, since_us)}") for share in (0.5, 0.99))
    return p50, p99


def scalar(database: Database, asked: str) -> float:
    with database.reading() as connection:
        return float(connection.scalar(text(asked)) or 0)


def processor_ms(process: int) -> float:
    """Return the processor time of a process and its children, those that have ended too."""
    with suppress(OSError):
        return _own_ms(process) + sum(map(processor_ms, children_of(process)))
    return 0.0  # it has just ended; its time is its parent's by now


def _own_ms(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) * 1000 / os.sysconf("SC_CLK_TCK")


def memory_mb(process: int) -> float:
    """Return what a process and its children hold, what they share counted once (PSS)."""
    return _held_mb(process) + sum(map(memory_mb, children_of(process)))


def children_of(process: int) -> list[int]:
    """Return the processes that one has begun; one that has just ended has none."""
    with suppress(OSError):
        return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))
    return []


def _held_mb(process: int) -> float:
    lines: list[str] = []
    with suppress(OSError):  # it has just ended
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0) / 1024


def now_us() -> int:
    return time.time_ns() // 1000


if __name__ == "__main__":
    main()
