"""A connection to a NATS server, taken up again for as long as it is wanted; nobody waits for it."""

import asyncio
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import nats
from nats.aio.client import Client
from nats.errors import Error

from tracker.live.log import say

UNREACHABLE: Final = (Error, OSError, TimeoutError, asyncio.TimeoutError)
"""What says that a server is not there just now."""
CANCEL_AGAIN_S: Final = 0.2
PING_S, LOST_PINGS = 10, 2
"""A connection over which nothing comes back for so long is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NatsServer:
    """A server, and who asks."""

    address: str
    """`tls://HOST:PORT`, or `nats://127.0.0.1:PORT` on this machine."""
    user: str
    password: str = field(repr=False)
    certificate: Path | None = None
    """What the server's own must be signed by; None: what this system trusts."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A connection that stands."""

    client: Client
    lost: asyncio.Event
    """Set when it stands no more."""


@asynccontextmanager
async def joined(server: NatsServer) -> AsyncIterator[Joined]:
    """Give a connection.

    Raises:
        Error, OSError: the server is not there, or lets us not in.
    """
    lost = asyncio.Event()

    async def gone() -> None:
        lost.set()

    async def told(_trouble: Exception) -> None:
        """Say nothing: what is lost is found by whoever waits for an answer."""

    client = await nats.connect(
        server.address, user=server.user, password=server.password, allow_reconnect=False, connect_timeout=5,
        disconnected_cb=gone, closed_cb=gone, error_cb=told, ping_interval=PING_S, max_outstanding_pings=LOST_PINGS,
        tls=_tls(server),
    )  # fmt: skip
    try:
        yield Joined(client, lost)
    finally:
        with suppress(*UNREACHABLE):
            await client.close()


async def keep_joined(server: NatsServer, use: Callable[[Joined], Awaitable[None]], again_s: float, name: str) -> None:
    """Use a connection until it is lost, then a new one, for ever; what befalls is logged when it changes."""
    trouble_said = ""
    while True:
        try:
            async with joined(server) as line:
                say("connected to NATS", as_whom=name, address=server.address)
                trouble_said = ""
                await _until_lost(line, use)
        except UNREACHABLE as trouble:
            said = str(trouble) or type(trouble).__name__
            if said != trouble_said:
                say("no connection to NATS: trying again and again", as_whom=name, address=server.address, why=said)
            trouble_said = said
        await asyncio.sleep(again_s)


async def _until_lost(line: Joined, use: Callable[[Joined], Awaitable[None]]) -> None:
    """Use a connection until it is lost.

    Raises:
        Error, OSError: the use of it failed.
    """
    await first_of(use(line), line.lost.wait())


async def first_of(*work: Awaitable[object]) -> None:
    """Do several things at once until one of them ends, however it does; the others are ended with it."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for one in ended:
            one.result()
    finally:
        while left := [one for one in tasks if not one.done()]:
            for one in left:  # again and again: before Python 3.12 a `wait_for` may swallow it
                one.cancel()
            await asyncio.wait(left, timeout=CANCEL_AGAIN_S)


def _tls(server: NatsServer) -> ssl.SSLContext | None:
    if not server.address.startswith("tls://"):
        return None
    return ssl.create_default_context(cafile=server.certificate)


@contextmanager
def in_thread(work: Coroutine[Any, Any, None], name: str) -> Iterator[asyncio.AbstractEventLoop]:
    """Do something in a thread with a loop of its own meanwhile; at the end it is cancelled and waited for."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(work)

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        while thread.is_alive():
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(task.cancel)
            thread.join(CANCEL_AGAIN_S)
