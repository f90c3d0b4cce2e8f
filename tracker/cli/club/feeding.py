"""From what a club's file says of a hub to what feeds it."""

from collections.abc import Iterator
from contextlib import contextmanager

from tracker.cli.passwords import password_in
from tracker.cli.serving import HubAddress
from tracker.domain.errors import BadInput
from tracker.store.database.opening import Database
from tracker.web.server import now_ms

try:
    from tracker.hub.feeding import FeedOrder, HallFeed, feeding
    from tracker.hub.joining import NatsServer
except ModuleNotFoundError as trouble:
    raise BadInput(
        f"[hub] in the club's file: {trouble.name} is not installed: pip install 'cuewatch[hub]'"
    ) from trouble


@contextmanager
def feeding_to(hub: HubAddress, database: Database) -> Iterator[HallFeed]:
    """Feed a hub meanwhile.

    Raises:
        BadInput: the password cannot be read.
    """
    secret = password_in(hub.password_file)
    server = NatsServer(address=hub.address, user=hub.hall, password=secret, certificate=hub.certificate)
    with feeding(
        database, FeedOrder(hall=hub.hall, server=server, is_leaf=hub.is_leaf), lambda: now_ms() * 1000
    ) as feed:
        yield feed
