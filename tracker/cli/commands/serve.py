"""`cuewatch serve`: the score of a table on every screen of the club, kept by hand or seen by a camera."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from tracker.capture.addresses import shown_name
from tracker.capture.recording.storage import DAY_S, Storage
from tracker.cli.typed import checked_name
from tracker.domain.errors import BadInput, CuewatchError
from tracker.live.log import say
from tracker.live.messages import Order
from tracker.live.supervision.supervisor import Hearers, VisionSupervisor
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Seen
from tracker.match.desk.desk import Policy
from tracker.match.frames import Match
from tracker.review.archive import Archive
from tracker.review.uploads.reviewing import Reviewing, Tools
from tracker.rules import shelf
from tracker.store.database.opening import Database, open_database
from tracker.store.database.users import has_admin
from tracker.store.uploads import Uploads
from tracker.web.access.door import Door, is_here
from tracker.web.hall.hall import Hall, Kept, hall_of
from tracker.web.hall.logs import Recent, logged_to_stderr
from tracker.web.server import listening, now_ms, serve

WATCH_UPLOAD: Final = (sys.executable, "-m", "tracker.cli.recording.watch_upload")


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
            reviewing.counted(hall.metrics.registry)
            with watched(hall, order):
                serve(hall, line, door_to(database, options.name))
    return 0


def reviewing_for(options: argparse.Namespace) -> Reviewing:
    """Return what takes clips in for review, beside the database."""
    uploads = Uploads(Path(options.db).absolute().parent / "uploads")
    return Reviewing(uploads, lambda: now_ms() * 1000, tools=Tools(watch=WATCH_UPLOAD))


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
    return VisionSupervisor(channel.table, order, hearers)


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
    from tracker.review.opening import opened_archive  # noqa: PLC0415  a score kept by hand need not wait for it

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
    from tracker.cli.ordering import order_of  # noqa: PLC0415  a score kept by hand need not wait for what sees

    return order_of(options, folder)


def last_stroke(match: Match | None) -> int:
    """Return the number of the last stroke that was seen in the present frame."""
    entries = match.frame.desk.book.entries if match else ()
    return max((entry.stroke.number for entry in entries if isinstance(entry, Seen)), default=0)


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
