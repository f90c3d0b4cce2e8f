"""How much a hub carries: halls full of tables play real books, and NATS, PostgreSQL and the hub take them in.

    python -m bench.halls [--tables 10 100 1000] [--per-hall 10] [--idle 0] [--seconds 30] [--every 8] [--write]

Each hall has a database of its own and feeds the hub by a connection of its own, without a leaf node (`halls_played`);
the hub, `nats-server` and PostgreSQL run on the same machine. First every table calls an entry every so many seconds,
as at a match: the delay is from the moment at which an entry is written in its hall, to the commit by which the hub has
it and to the moment at which a screen at the hub is told of it (twenty tables are looked at, as overlays do), by one
clock. Then all play on as fast as they can, until the hub has all: so many entries a second it keeps up with, the
writing in the halls included. In the end every book of every hall is compared with the hub's, byte for byte. `--idle`
names so many halls more, which the hub listens to and which are never there.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import quantiles
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from sqlalchemy import text

from bench.halls_played import Halls, halls_at_work, now_us
from bench.measured import FILE, ROOT, machine, put_section, section
from tests.servers import Nats, Postgres, free_port, nats_program, postgres_server, temporary_folder, wait_until
from tracker.cli.hub.form import HallPart
from tracker.cli.hub.making import add_hall, make_hub
from tracker.hub.feeding import FeedOrder
from tracker.hub.joining import NatsServer
from tracker.match.book.codec import book_to_text
from tracker.store.database.books import book_of
from tracker.store.database.dialects.postgres import open_postgres
from tracker.store.database.opening import Database
from tracker.store.mirror.halls import book_text, books_of_hall

MARK: Final = "bench.halls"
PATIENCE_S: Final = 600.0
SCREENS: Final = 20
HEAD: Final = (
    "| tables | halls | entries called | a second | to the hub's disk, p50 / p99, ms | to its screens, p50 / p99, ms "
    "| at once: entries, a second | processor of hub, NATS, PostgreSQL, halls, ms an entry "
    "| memory of hub, NATS, PostgreSQL, MB | disk of the books, bytes an entry |\n"
    "|---|---|---|---|---|---|---|---|---|---|\n"
)
Place = tuple[int, int]
"""Epoch and sequence of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What was measured with so many tables."""

    tables: int
    halls: int
    entries: int
    rate: float
    delays_ms: tuple[float, float]
    screen_ms: tuple[float, float]
    burst: int
    burst_rate: float
    work_ms: tuple[float, ...]
    """Processor time an entry of hub, NATS, PostgreSQL and halls, while all play at once."""
    memory_mb: tuple[float, ...]
    bytes_an_entry: float

    def row(self) -> str:
        """Return it as a row of the table."""
        (p50, p99), (seen_p50, seen_p99) = self.delays_ms, self.screen_ms
        return (
            f"| {self.tables} | {self.halls} | {self.entries} | {self.rate:.1f} | {p50:.0f} / {p99:.0f} "
            f"| {seen_p50:.0f} / {seen_p99:.0f} "
            f"| {self.burst}, {self.burst_rate:.0f} | {' / '.join(f'{one:.1f}' for one in self.work_ms)} "
            f"| {' / '.join(f'{one:.0f}' for one in self.memory_mb)} | {self.bytes_an_entry:.0f} |"
        )


@dataclass(kw_only=True)
class Screen:
    """An overlay of a table at the hub: what it was told, and when."""

    port: int
    table: str
    told: list[tuple[Place, int]] = field(default_factory=list)
    """The newest entry of each state, in order, with when it came (µs)."""

    def look(self) -> None:
        """Follow the table until the hub ends."""
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/api/tables/{self.table}/events") as lines:
            for line in lines:
                if line.startswith(b"id: "):
                    epoch, _, sequence = line[4:].strip().partition(b".")
                    self.told.append(((int(epoch), int(sequence)), now_us()))

    def came_us(self, place: Place) -> int | None:
        """Return when an entry was first to be seen; None: it was not."""
        at = bisect_left(self.told, place, key=lambda one: one[0])
        return self.told[at][1] if at < len(self.told) else None


def main() -> None:
    parser = argparse.ArgumentParser(description="How much a hub carries.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--per-hall", type=int, default=10)
    parser.add_argument("--idle", type=int, default=0, help="halls more that the hub listens to, and that never come")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=8, help="seconds between two entries at a table")
    parser.add_argument("--burst", type=int, default=10, help="entries that each table then plays at once")
    parser.add_argument("--processes", type=int, default=4, help="how many play the halls")
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
    """Return rows with those of other numbers of tables and halls that were measured before."""
    lines = section(MARK, FILE.read_text("utf-8")).splitlines()
    width = HEAD.partition("\n")[0].count("|")  # rows of an earlier form of the table are of no use in it
    before = [line for line in lines if line.startswith("| ") and line[2].isdecimal() and line.count("|") == width]
    known = {tuple(map(int, line.split("|")[1:3])): line for line in (*before, *rows)}
    return [known[size] for size in sorted(known)]


def measured(tables: int, options: argparse.Namespace) -> Carried:
    halls = max(1, tables // options.per_hall)
    with temporary_folder() as folder, postgres_server("track_commit_timestamp=on") as postgres, ExitStack() as stack:
        names = [f"hall-{number}" for number in range(1, halls + 1)]
        address, orders = made(folder, postgres, [*names, *(f"idle-{number}" for number in range(options.idle))])
        nats, hub, port = stack.enter_context(serving(folder, names))
        assert postgres.running is not None
        played = stack.enter_context(halls_at_work(orders[:halls], tables, options.processes))
        database = stack.enter_context(open_postgres(address))
        begun = played.call(1)
        wait_until(lambda: taken(database) >= begun, "the hub has the first of all", PATIENCE_S)
        screens = looked_at(port, tables, halls)
        began_us = now_us()
        entries = begun + played.call_in_time(options.seconds, options.every)
        called_s = max(options.seconds, (now_us() - began_us) / 1e6)  # longer where the machine falls behind
        wait_until(lambda: taken(database) >= entries, "the hub has all", PATIENCE_S)
        delays_ms, screen_ms = delays(database, began_us), delays_to(screens, database, began_us)
        processes = ((hub,), (nats,), (postgres.running.pid,), played.pids())
        began_s, before_ms = time.monotonic(), [sum(map(processor_ms, one)) for one in processes]
        more = played.call(options.burst)
        wait_until(lambda: taken(database) >= entries + more, "the hub has all again", PATIENCE_S)
        burst_s = time.monotonic() - began_s
        work_ms = [(sum(map(processor_ms, one)) - was) / more for one, was in zip(processes, before_ms, strict=True)]
        must_be_alike(database, played, names)
        return Carried(
            tables=tables, halls=halls + options.idle, entries=entries - begun, rate=(entries - begun) / called_s,
            delays_ms=delays_ms, screen_ms=screen_ms, burst=more, burst_rate=more / burst_s, work_ms=tuple(work_ms),
            memory_mb=tuple(memory_mb(one) for one, *_ in processes[:3]),
            bytes_an_entry=scalar(database, "SELECT pg_total_relation_size('entries')") / (entries + more),
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
def serving(folder: Path, halls: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Run NATS and the hub; give the numbers of their processes, and the port of the hub's pages."""
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
        yield nats.running.pid, hub.pid, ports[1]
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


def looked_at(port: int, tables: int, halls: int) -> list[Screen]:
    """Look at some tables, each in a thread of its own; return the screens once each has been told of its table."""
    names = [f"hall-{number % halls + 1}:{number}" for number in range(0, tables, max(1, tables // SCREENS))]
    screens = [Screen(port=port, table=name) for name in names[:SCREENS]]
    for screen in screens:
        threading.Thread(target=screen.look, daemon=True).start()
    wait_until(lambda: all(screen.told for screen in screens), "all screens are told", PATIENCE_S)
    return screens


def must_be_alike(hub: Database, played: Halls, names: Sequence[str]) -> None:
    """Compare every book of every hall with the hub's, byte for byte."""
    for name in names:
        with played.database(name) as database:
            for head in books_of_hall(hub, name):
                if book_text(hub, name, *head.book) != book_to_text(book_of(database, *head.book)):
                    raise AssertionError(f"hall {name}, table {head.table}, epoch {head.epoch}: the books differ")


def taken(database: Database) -> int:
    return int(scalar(database, "SELECT count(*) FROM entries"))


def delays(database: Database, since_us: int) -> tuple[float, float]:
    """Return the median and the 99th percentile of what it took from the hall to the hub, in ms."""
    took = "extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 - written_us / 1000.0"
    of = "percentile_cont({}) WITHIN GROUP (ORDER BY {}) FROM entries WHERE written_us >= {}"
    p50, p99 = (scalar(database, f"SELECT {of.format(share, took, since_us)}") for share in (0.5, 0.99))
    return p50, p99


def delays_to(screens: Sequence[Screen], database: Database, since_us: int) -> tuple[float, float]:
    """Return the median and the 99th percentile of what it took from the hall to screens at the hub, in ms."""
    of = text("SELECT epoch, sequence, written_us FROM entries WHERE table_name = :table AND written_us >= :since")
    with database.reading() as connection:
        wanted = [
            (screen, (epoch, sequence), written_us)
            for screen in screens
            for epoch, sequence, written_us in connection.execute(of, {"table": screen.table, "since": since_us})
        ]
    wait_until(lambda: all(one.came_us(place) for one, place, _ in wanted), "screens are told of all", PATIENCE_S)
    took_ms = [((one.came_us(place) or 0) - written_us) / 1000 for one, place, written_us in wanted]
    cuts = quantiles(took_ms, n=100, method="inclusive")
    return cuts[49], cuts[98]


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


if __name__ == "__main__":
    main()
