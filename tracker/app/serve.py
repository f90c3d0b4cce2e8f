"""`cuewatch serve`: the score of a table on every screen of the club, kept by hand or seen by a camera."""

import argparse
import re
import signal
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from tracker.app.live.stored import Stored
from tracker.app.live.table import Table
from tracker.app.live.telling import Order
from tracker.app.live.watching import Hearers, Watching
from tracker.app.review.archive import Archive
from tracker.app.stopping import ENDS
from tracker.app.uploads.reviewing import Reviewing
from tracker.app.web.application import create_app
from tracker.app.web.door import Door, is_here
from tracker.app.web.hall import Hall, Kept, hall_of
from tracker.app.web.logs import Recent, logged_to_stderr, say
from tracker.app.web.visitor import Visitor
from tracker.capture.addresses import shown_name
from tracker.capture.storage import DAY_S, Storage
from tracker.domain.errors import BadInput, CuewatchError
from tracker.match.desk import Policy
from tracker.match.entries import Seen
from tracker.match.frames import Match
from tracker.rules import shelf
from tracker.store.database.opening import Database, open_database
from tracker.store.database.users import has_admin
from tracker.store.uploads import Uploads

NAME: Final = re.compile(r"[\w-]{1,20}")
BACKLOG: Final = 256
STOP_S: Final = 3
"""How long requests may take to end when the program is stopped."""


def run(options: argparse.Namespace) -> int:
    """Serve until somebody stops it; return the exit status.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: a table's name, the address or the database cannot be used, or what was kept cannot be played; or
            others could come in while nobody has a password.
    """
    names = tuple(map(checked_name, dict.fromkeys(options.table or ["1"])))
    folders = {name: recordings(options, name) for name in names}
    rulebook, order = shelf.find(options.rules).name, order_for(options, folders[names[0]])
    with listening(options.host, options.port) as line, open_database(Path(options.db)) as database:
        must_be_safe(line.getsockname()[0], options, database)
        keeper, policy = Stored(database, now_ms), Policy() if options.accept_sure else None
        tables = [Table(name, keeper, now_ms, policy) for name in names]
        with (
            logged_to_stderr(recent := Recent()),
            archive_of(database, folders, order, tables) as archive,
            reviewing_for(options) as reviewing,
        ):
            kept = kept_on_disk(options, order, reviewing)
            hall = replace(hall_of(tables, now_ms, rulebook, archive), kept=kept, reviewing=reviewing, recent=recent)
            reviewing.counted(hall.metrics)
            with watched(hall, order):
                serve(hall, line, door_to(database, options.name))
    return 0


def reviewing_for(options: argparse.Namespace) -> Reviewing:
    """Return what takes clips in for review, beside the database."""
    return Reviewing(Uploads(Path(options.db).absolute().parent / "uploads"), lambda: now_ms() * 1000)


def kept_on_disk(options: argparse.Namespace, order: Order | None, reviewing: Reviewing) -> tuple[Kept, ...]:
    """Return what this program keeps on the disk."""
    books = Kept(what="database", path=Path(options.db))
    clips = Kept(what="uploads", path=reviewing.folder, spare_bytes=reviewing.room.spare_bytes)
    if order is None or order.record is None:
        return (books, clips)
    storage = Storage(folder=order.record)
    days, spare = storage.keep_s / DAY_S, storage.spare_bytes
    return (books, Kept(what="recording", path=Path(order.record), spare_bytes=spare, keep_days=days), clips)


def watched(hall: Hall, order: Order | None) -> AbstractContextManager[object]:
    """Have the first table of a hall watched, if there is anything to watch it with."""
    if order is None:
        return nullcontext()
    channel = next(iter(hall.channels.values()))
    order = replace(with_kept(order, channel.table), told=last_stroke(channel.table.moment.match))
    hearers = Hearers(sight=channel.sight.tell, evidence=hall.archive.keep, screens=channel.picture)
    return Watching(channel.table, order, hearers)


def with_kept(order: Order, table: Table) -> Order:
    """Return an order that begins from how the camera saw the table last, unless a person says how it does."""
    if order.calibration is not None or order.corners:
        return order
    try:
        return replace(order, calibration=table.kept_calibration(shown_name(order.source), order.kit))
    except CuewatchError as trouble:
        say("the calibration that was kept is not used", table=table.name, why=str(trouble))
        return order


def recordings(options: argparse.Namespace, table: str) -> Path:
    """Return where the camera of a table is recorded, or was."""
    return Path(options.record) if options.record else Path(options.db).absolute().parent / "recordings" / table


@contextmanager
def archive_of(
    database: Database, folders: Mapping[str, Path], order: Order | None, tables: Sequence[Table]
) -> Iterator[Archive]:
    """Give what can be looked at again; from now on the pictures of each foul that is called are kept.

    Raises:
        BadInput: nothing can be recorded into a folder.
    """
    recorded = {tables[0].name} if order is not None and order.record else set()
    lying = {name: folder for name, folder in folders.items() if name in recorded or folder.is_dir()}
    if not lying:
        yield Archive(database)
        return
    from tracker.app.review.opening import opened_archive  # noqa: PLC0415  a score kept by hand need not wait for it

    with opened_archive(database, lying, recorded, lambda: now_ms() * 1000) as (archive, clips):
        for table in tables:
            if table.name in clips:
                clips[table.name].watch(table)
        yield archive


def order_for(options: argparse.Namespace, folder: Path) -> Order | None:
    """Return what the eyes at the table are to do, and that they record into `folder`; None where nobody watches.

    Raises:
        BadInput: what was said of the source cannot be used.
    """
    if options.source is None:
        return None
    from tracker.app.ordering import order_of  # noqa: PLC0415  a score kept by hand need not wait for what sees

    return order_of(options, folder)


def last_stroke(match: Match | None) -> int:
    """Return the number of the last stroke that was seen in the present frame."""
    entries = match.frame.desk.book.entries if match else ()
    return max((entry.stroke.number for entry in entries if isinstance(entry, Seen)), default=0)


def checked_name(table: str) -> str:
    """Return the name of a table.

    Raises:
        BadInput: it cannot stand in an address.
    """
    if not NAME.fullmatch(table):
        raise BadInput(f"table {table!r}: a name of up to 20 letters, digits, - and _ is due")
    return table


def listening(host: str, port: int) -> socket.socket:
    """Return an open door for browsers.

    Raises:
        BadInput: nobody can listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as trouble:
        why = (trouble.strerror or str(trouble)).lower()
        raise BadInput(f"cannot serve at {host}, port {port} ({why}): name another --host or --port") from trouble


def door_to(database: Database, names: Iterable[str] | None) -> Door:
    """Return the door that those pass who are kept in `database`, and who ask by one of these names or `localhost`."""
    return Door(database=database, names=frozenset({"localhost", *(name.lower() for name in names or ())}))


def must_be_safe(address: str, options: argparse.Namespace, database: Database) -> None:
    """Do nothing if only this machine can come in, or there is somebody who says who may.

    Raises:
        BadInput: anybody could come in.
    """
    if not is_here(address) and not has_admin(database):
        raise BadInput(
            f"--host {options.host} lets others in, and nobody has a password yet: set one with "
            f"`cuewatch users add NAME --role admin --db {options.db}`, or leave --host out"
        )


def serve(hall: Hall, line: socket.socket, door: Door) -> None:
    """Serve a hall to those who come in by `line` and pass `door` until somebody stops the program."""
    config = uvicorn.Config(
        create_app(hall, door=door), log_config=None, access_log=False, timeout_graceful_shutdown=STOP_S,
        server_header=False, ws="none", http=Visitor,
    )  # fmt: skip
    host, port = line.getsockname()[:2]
    say("serving", address=f"http://{f'[{host}]' if ':' in host else host}:{port}/", tables=list(hall.channels))
    Server(config, hall).run(sockets=[line])


def now_ms() -> int:
    """Return the wall clock (Unix, ms)."""
    return time.time_ns() // 1_000_000


class Server(uvicorn.Server):
    """Lets the screens go when it is told to stop: their streams would never end by themselves."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first signal and end in good order, not by the signal; in the program's main thread alone."""
        ours = threading.current_thread() is threading.main_thread()
        before = {end: signal.signal(end, self.handle_exit) for end in ENDS} if ours else {}
        try:
            yield
        finally:
            for end, way in before.items():
                signal.signal(end, way)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop."""
        self._hall.close()
        super().handle_exit(sig, frame)
