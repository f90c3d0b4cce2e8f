"""A federation small enough for a test: halls with books of their own, a hub with real servers, all on this machine."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.servers import Nats, Postgres, free_port, nats_program, wait_until
from tracker.domain.errors import UnknownName
from tracker.hub.configuring import (
    ACCOUNTS,
    HallAccount,
    HubPlaces,
    accounts_conf,
    hub_conf,
    hub_user,
    leaf_conf,
)
from tracker.hub.feeding import FeedOrder, HallFeed, feeding
from tracker.hub.joining import NatsServer, in_thread
from tracker.hub.receiving import HallOrder, HubPace, receive
from tracker.hub.recordings.lending import Lend
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Amended, Called, Entry, Noted, StruckOut
from tracker.match.frames import Match
from tracker.store.database.books import book_of
from tracker.store.database.dialects.postgres import open_postgres
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book, go_on, keep_match, latest_frame
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.mirror.halls import book_text, books_of_hall
from tracker.store.mirror.taking import take
from tracker.store.mirror.unsent import sent, unsent

BOOKS = Path(__file__).parents[1] / "books"
PACE = HubPace(every_s=0.2, grace_s=0.6, again_s=0.1)
HOUR_US = 3_600_000_000
NOW_US = 1_800_000_000_000_000
"""What the hub's clock shows where a test holds it still."""
CROWN = HallAccount(name="crown", password="crown-word", hub_password="hub-crown", is_leaf=True)
GATE = HallAccount(name="gate", password="gate-word", hub_password="hub-gate")


def now_us() -> int:
    return time.time_ns() // 1000


@dataclass(kw_only=True)
class Federation:
    """A hub's NATS server with accounts, the leaf nodes of halls that have one, and the hub's database."""

    folder: Path
    postgres: Postgres
    halls: tuple[HallAccount, ...]
    address: str = ""
    nats: Nats = field(init=False)
    leaves: dict[str, Nats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.address = self.address or self.postgres.new_database()
        port, leaf_port = free_port(), free_port()
        places = HubPlaces(folder=str(self.folder / "hub"), host="127.0.0.1", port=port, leaf_port=leaf_port)
        (self.folder / "hub.conf").write_text(hub_conf(places))
        self.write_accounts()
        self.nats = Nats(program=nats_program(), file=self.folder / "hub.conf", port=port)
        for hall in self.halls:
            if hall.is_leaf:
                self.leaves[hall.name] = self._leaf(hall, leaf_port)

    def write_accounts(self) -> None:
        (self.folder / ACCOUNTS).write_text(accounts_conf(self.halls))

    def _leaf(self, hall: HallAccount, leaf_port: int) -> Nats:
        port, file = free_port(), self.folder / f"leaf-{hall.name}.conf"
        text = leaf_conf(hall, f"nats://127.0.0.1:{leaf_port}", "", str(self.folder / f"leaf-{hall.name}"), port=port)
        file.write_text(text)
        return Nats(program=self.nats.program, file=file, port=port)

    def start(self) -> None:
        for server in (self.nats, *self.leaves.values()):
            server.start()

    def stop(self) -> None:
        for server in (self.nats, *self.leaves.values()):
            server.stop()

    def orders(self) -> tuple[HallOrder, ...]:
        return tuple(
            HallOrder(
                name=hall.name, label=hall.name.title(), is_leaf=hall.is_leaf,
                server=NatsServer(
                    address=f"nats://127.0.0.1:{self.nats.port}", user=hub_user(hall.name), password=hall.hub_password
                ),
            )
            for hall in self.halls
        )  # fmt: skip

    def feed_order(self, name: str) -> FeedOrder:
        hall = next(hall for hall in self.halls if hall.name == name)
        port = self.leaves[name].port if hall.is_leaf else self.nats.port
        server = NatsServer(address=f"nats://127.0.0.1:{port}", user=name, password=hall.password)
        return FeedOrder(hall=name, server=server, is_leaf=hall.is_leaf, every_s=0.2, again_s=0.1)

    @contextmanager
    def hub(self) -> Iterator[Database]:
        """Run the hub in a thread; give its database."""
        with open_postgres(self.address) as database, in_thread(receive(
            database, self.orders(), PACE, now_us
        ), "hub"):  # fmt: skip
            yield database


@dataclass(kw_only=True)
class HallAtWork:
    """A hall whose books grow."""

    name: str
    database: Database
    feed: HallFeed | None = None
    clock: Callable[[], int] = now_us
    made: int = 0

    def plays(self, book: str = "maximum", *, table: str = "1", entries: int | None = None) -> tuple[str, int]:
        """Have a frame played as a book of the tests says, entry by entry; return its table and epoch."""
        text = (BOOKS / f"{book}.jsonl").read_text("utf-8")
        played = book_from_text(text)
        self.made += 1
        keep_table(self.database, ClubTable(name=table))
        sides = ((f"Ada {self.made}",), ("Ben",))
        match = StoredMatch(table=table, rulebook=played.header.rulebook, sides=sides, begun_us=self.clock())
        first = StoredFrame(match=0, table=table, header=played.header, begun_us=self.clock())
        frame = begin_book(self.database, first, match=match)
        self.woken()
        for entry in played.entries[:entries]:
            self.adds(table, frame.epoch, (entry,))
        return table, frame.epoch

    def has_played(self, match: Match, *, table: str = "1") -> None:
        """Keep a match with the books of its frames as they are."""
        keep_table(self.database, ClubTable(name=table))
        header = match.frames[0].header
        sides, begun_us = header.setup.sides, self.clock()
        played = StoredMatch(table=table, rulebook=header.rulebook, sides=sides, begun_us=begun_us)
        keep_match(self.database, played, (one.desk.book for one in match.frames))
        self.woken()

    def begins_next(self, table: str) -> int:
        """Begin the next frame of the last match at a table; return its epoch."""
        last = latest_frame(self.database, table)
        assert last is not None
        setup = replace(last.header.setup, frame=last.number + 1)
        header = replace(last.header, setup=setup)
        frame = StoredFrame(match=last.match, number=setup.frame, table=table, header=header, begun_us=self.clock())
        return begin_book(self.database, frame).epoch

    def adds(self, table: str, epoch: int, entries: Sequence[Entry]) -> None:
        go_on(self.database, (table, epoch), entries, self.clock())
        self.woken()

    def notes(self, table: str, epoch: int, *texts: str) -> None:
        """Write remarks after what is in a book."""
        for text in texts:
            last = len(book_of(self.database, table, epoch).entries)
            self.adds(table, epoch, (Noted(number=last + 1, text=text),))

    def puts_right(self, table: str, epoch: int) -> None:
        """Amend the first call of a book by itself, and strike the amendment out."""
        book = book_of(self.database, table, epoch)
        called = next(entry for entry in book.entries if isinstance(entry, Called))
        last = len(book.entries)
        amended = Amended(number=last + 1, entry=called.number, calls=called.calls)
        self.adds(table, epoch, (amended, StruckOut(number=last + 2, entry=last + 1)))

    def woken(self) -> None:
        if self.feed is not None:
            self.feed.wake()


@contextmanager
def at_work(
    name: str, path: Path, order: FeedOrder | None, clock: Callable[[], int] = now_us, lend: Lend | None = None
) -> Iterator[HallAtWork]:
    """Give a hall, which feeds the hub if it is told how, and lends it recordings."""
    with open_database(path) as database:
        hall = HallAtWork(name=name, database=database, clock=clock)
        if order is None:
            yield hall
            return
        with feeding(database, order, clock, lend) as feed:
            yield replace(hall, feed=feed)


def books_in(hall: HallAtWork) -> dict[tuple[str, int], str]:
    """Return the books of a hall as it exports them."""
    with hall.database.reading() as connection:
        names = connection.exec_driver_sql("SELECT table_name, epoch FROM frames").all()
    return {(table, epoch): book_to_text(book_of(hall.database, table, epoch)) for table, epoch in names}


def books_at(hub: Database, hall: str) -> dict[tuple[str, int], str]:
    """Return a hall's books as the hub exports them."""
    heads = books_of_hall(hub, hall)
    return {one.book: book_text(hub, hall, one.table, one.epoch) for one in heads}


def assert_alike(hub: Database, *halls: HallAtWork) -> None:
    """In the end the hub has the books of the halls, byte by byte, and none of them twice or in another's name."""

    def differing() -> list[str]:
        try:
            return [hall.name for hall in halls if books_at(hub, hall.name) != books_in(hall)]
        except UnknownName as one:  # a book was told of, and began anew before it was read
            return [str(one)]

    wait_until(lambda: not differing(), "the hub has the books of all halls")


def brought(hall: HallAtWork, hub: Database) -> None:
    """Have the hub take what a hall has not sent yet, without any wire."""
    lines = unsent(hall.database, 10_000)
    take(hub, [(hall.name, lines)], NOW_US)
    sent(hall.database, lines)


def is_sent(hall: HallAtWork) -> bool:
    return not unsent(hall.database, 1)
