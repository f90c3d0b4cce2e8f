"""The server that gives browsers the pages of a hall, until somebody stops the program."""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final, cast

import uvicorn
from anyio import to_thread
from fastapi import FastAPI

from tracker.domain.errors import BadInput
from tracker.live.log import say
from tracker.live.stopping import ENDS
from tracker.web.access.door import Door
from tracker.web.access.guards import GUARDS, scorers_only
from tracker.web.access.visitor import Visitor
from tracker.web.application import create_app
from tracker.web.hall.hall import Hall
from tracker.web.service_manager import ServiceManager

BACKLOG: Final = 256
MOST_PORT: Final = 65_535
STOP_S: Final = 3
"""How long requests may take to end when the program is stopped."""


def listening(host: str, port: int) -> socket.socket:
    """Return an open door for browsers.

    Raises:
        BadInput: nobody can listen there.
    """
    if not 0 <= port <= MOST_PORT:
        raise BadInput(f"cannot serve at {host}, port {port}: a --port from 0 to {MOST_PORT} is due")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as trouble:
        why = (trouble.strerror or str(trouble)).lower()
        raise BadInput(f"cannot serve at {host}, port {port} ({why}): name another --host or --port") from trouble


def serve(hall: Hall, line: socket.socket, door: Door, proxies: Sequence[str] = ()) -> None:
    """Serve a hall to those who come in by `line` and pass `door` until somebody stops the program.

    Who asks through a proxy on this machine, or through one of `proxies`, is who the proxy says (`X-Forwarded-For`).
    """
    scorers = {name: about.scorers for name, about in hall.about.items() if about.scorers is not None}
    serve_app(create_app(hall, door=door, guards=(*GUARDS, scorers_only(scorers))), list(hall.channels), line, proxies)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouching:
    """What whoever manages the program as a service is told of it."""

    says: str
    """What it does."""
    stuck: Callable[[float], list[str]]
    """Returns what has not answered for so long (s); the program is alive while nothing is."""


def serve_app(
    app: FastAPI,
    served: Sequence[str],
    line: socket.socket,
    proxies: Sequence[str] = (),
    vouching: Vouching | None = None,
) -> None:
    """Serve an application that has a hall, with these tables or halls, until somebody stops the program."""
    config = uvicorn.Config(
        app, log_config=None, access_log=False,
        timeout_graceful_shutdown=STOP_S, server_header=False, ws="none", http=Visitor,
        forwarded_allow_ips=["127.0.0.1", "::1", *proxies],
    )  # fmt: skip
    host, port = line.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    say("serving", address=address, tables=served)
    print(f"Open {openable(address)} in a browser. Ctrl-C ends the program.", flush=True)
    Server(config, ServiceManager.named_in(os.environ), vouching).run(sockets=[line])


def openable(address: str) -> str:
    """Return an address that a browser on this machine can open: one that lets all machines in names none."""
    return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def now_ms() -> int:
    """Return the wall clock (Unix, ms)."""
    return time.time_ns() // 1_000_000


class Server(uvicorn.Server):
    """Lets the screens go when it is told to stop: their streams would never end by themselves.

    Whoever manages it as a service is told when it serves, stops, and, while it answers, that it does.
    """

    def __init__(
        self, config: uvicorn.Config, manager: ServiceManager | None = None, vouching: Vouching | None = None
    ) -> None:
        """Serve; without `vouching` it is the tables of the hall that are vouched for."""
        super().__init__(config)
        self._manager, self._of = manager or ServiceManager(), vouching
        self._vouching: asyncio.Task[None] | None = None

    @property
    def _hall(self) -> Hall:
        """The hall as it is now: a table may have been added."""
        hall: Hall = cast(FastAPI, self.config.app).state.hall
        return hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        tables = len(self._hall.channels)
        says = self._of.says if self._of else f"serving {tables} table{'s' if tables > 1 else ''}"
        self._manager.tell("READY=1", f"STATUS={says}")
        if self._manager.every_s is not None:
            self._vouching = asyncio.create_task(self._vouch(self._manager.every_s))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order."""
        self._manager.tell("STOPPING=1")
        if self._vouching is not None:
            self._vouching.cancel()
        await super().shutdown(sockets)

    async def _vouch(self, every_s: float) -> None:
        """Say again and again that the hall answers, as long as it does.

        That takes this loop, a thread such as answers requests, and each table's one writer. A camera that hangs is
        replaced by itself and is no reason to start all anew.
        """
        while True:
            asked = self._of.stuck if self._of else self._hall.stuck
            stuck = await to_thread.run_sync(asked, every_s, abandon_on_cancel=True)
            if stuck:
                say("something does not answer", tables=stuck)
            else:
                self._manager.tell("WATCHDOG=1")
            await asyncio.sleep(every_s)

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
