"""From what a club's file says of a hub to what feeds it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tracker.cli.passwords import password_in
from tracker.cli.serving import HubAddress
from tracker.domain.errors import BadInput, UnknownName
from tracker.live.table.table import Table
from tracker.match.book.entries import EntryName
from tracker.review.archive import Archive
from tracker.store.database.opening import Database
from tracker.web.server import now_ms

try:
    from tracker.hub.feeding import FeedOrder, HallFeed, feeding
    from tracker.hub.joining import NatsServer
    from tracker.hub.recordings.lending import Lend
except ModuleNotFoundError as trouble:
    raise BadInput(
        f"[hub] in the club's file: {trouble.name} is not installed: pip install 'cuewatch[hub]'"
    ) from trouble


@contextmanager
def feeding_to(hub: HubAddress, database: Database, lend: Lend) -> Iterator[HallFeed]:
    """Feed a hub meanwhile, and give it the recordings of strokes where the club's file says so.

    Raises:
        BadInput: the password cannot be read.
    """
    secret = password_in(hub.password_file)
    server = NatsServer(address=hub.address, user=hub.hall, password=secret, certificate=hub.certificate)
    order = FeedOrder(hall=hub.hall, server=server, is_leaf=hub.is_leaf)
    with feeding(database, order, lambda: now_ms() * 1000, lend if hub.gives_recordings else None) as feed:
        yield feed


def lending_of(archive: Archive, tables: Mapping[str, Table]) -> Callable[[EntryName, Path], bool]:
    """Return what writes the recording of a stroke at one of these tables into a file, if there is any."""

    def lend(entry: EntryName, path: Path) -> bool:
        if entry.table not in tables:
            raise UnknownName(f"there is no table {entry.table!r}")
        return archive.lent_to(path, tables[entry.table], entry)

    return lend
