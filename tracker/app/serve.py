"""`cuewatch serve`: the score of a table on every screen of the club, kept by hand or seen by a camera."""

import argparse
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from tracker.app.live.stored import Stored
from tracker.app.live.table import Table
from tracker.app.stopping import ENDS
from tracker.app.web.application import create_app
from tracker.app.web.hall import Hall, hall_of
from tracker.app.web.logs import log_to_stderr, say
from tracker.rules import shelf
from tracker.store.database.opening import open_database

STOP_S = 3
"""How long requests may take to end when the program is stopped."""


def run(options: argparse.Namespace) -> int:
    """Serve until somebody stops it; return the exit status.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: the database cannot be used, or what was kept cannot be played.
    """
    log_to_stderr()
    rulebook = shelf.find(options.rules).name
    with open_database(Path(options.db)) as database:
        hall = hall_of([Table(options.table, Stored(database, now_ms), now_ms)], now_ms, rulebook)
        serve(hall, options.host, options.port)
    return 0


def serve(hall: Hall, host: str, port: int) -> None:
    """Serve a hall until somebody stops the program."""
    config = uvicorn.Config(
        create_app(hall), host=host, port=port, log_config=None, access_log=False,
        timeout_graceful_shutdown=STOP_S, server_header=False, ws="none",
    )  # fmt: skip
    say("serving", address=f"http://{host}:{port}/", tables=list(hall.channels))
    Server(config, hall).run()


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
