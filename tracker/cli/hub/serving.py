"""From a hub's file to a hub that hears its halls and serves its pages."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Final

from tracker.cli.hub.form import HubFile
from tracker.cli.hub.making import CERTIFICATE, NATS
from tracker.domain.errors import BadInput
from tracker.hub.configuring import HallAccount, hub_user
from tracker.hub.joining import NatsServer, in_thread
from tracker.hub.receiving import HallOrder, HubPace, receive
from tracker.hub.recordings.fetching import Fetching
from tracker.hub.scores import Scores
from tracker.store.database.opening import Database
from tracker.store.database.users import has_admin
from tracker.web.access.door import Door, is_here
from tracker.web.federation.application import create_hub
from tracker.web.federation.channels import HubChannels
from tracker.web.hall.logs import Recent, logged_to_stderr
from tracker.web.server import Vouching, listening, now_ms, serve_app

FETCHED: Final = "fetched"
"""Where recordings lie that were fetched, from the hub's folder."""


def hall_orders(hub: HubFile, folder: Path, accounts: Sequence[HallAccount]) -> tuple[HallOrder, ...]:
    """Return whom the hub hears, each in its own account of the NATS server on this machine."""
    scheme = "tls" if hub.nats.tls else "nats"
    certificate = folder / NATS / CERTIFICATE if hub.nats.tls else None
    address = f"{scheme}://{hub.nats.host}:{hub.nats.port}"
    return tuple(
        HallOrder(
            name=hall.name, label=hall.label or hall.name, is_leaf=hall.leaf,
            server=NatsServer(
                address=address, user=hub_user(hall.name), password=account.hub_password, certificate=certificate
            ),
        )
        for hall, account in zip(hub.halls, accounts, strict=True)
    )  # fmt: skip


def serve_hub(hub: HubFile, folder: Path, database: Database, orders: Sequence[HallOrder]) -> int:
    """Hear the halls and serve the pages until somebody stops the program; return the exit status.

    Args:
        hub: what stands in the hub's file.
        folder: where that lies, and for a day what was fetched from halls.
        database: keeps the books.
        orders: whom the hub hears.

    Raises:
        BadInput: nobody can listen there, or others could come in while nobody has a password.
    """
    network = hub.network
    with logged_to_stderr(Recent()), listening(network.host, network.port) as line:
        if not is_here(line.getsockname()[0]) and not has_admin(database):
            raise BadInput(
                f"host {network.host} lets others in, and nobody has a password yet: set one with `cuewatch users add "
                f"NAME --role admin --db {hub.database.address}`, or leave host out"
            )
        channels = HubChannels(database, now_ms)
        pages = {hall.name: hall.page.rstrip("/") for hall in hub.halls if hall.page}
        scores = Scores(database=database, federation=hub.federation.name, now_us=now_us, pages=pages)
        door = Door(database=database, names=frozenset({"localhost", *map(str.lower, network.names)}))
        fetching = Fetching(folder / FETCHED, {order.name: order.server for order in orders})
        app = create_hub(scores, channels, fetching, door)
        with closing(channels), in_thread(receive(database, orders, HubPace(), now_us, channels), "hub") as loop:
            halls = [one.name for one in orders]
            serve_app(app, halls, line, network.proxies, Vouching(says=f"hearing {len(halls)} halls", stuck=deaf(loop)))
    return 0


def deaf(loop: asyncio.AbstractEventLoop) -> Callable[[float], list[str]]:
    """Return what tells that the loop in which halls are heard has stood still for so long (s), or has ended."""

    def stuck(wait_s: float) -> list[str]:
        turned = Event()
        try:
            loop.call_soon_threadsafe(turned.set)
        except RuntimeError:  # it has ended
            return ["hub"]
        return [] if turned.wait(wait_s) else ["hub"]

    return stuck


def now_us() -> int:
    """Return the wall clock (Unix, µs)."""
    return now_ms() * 1000
