"""`cuewatch serve`: the score of a table on every screen of the club, kept by hand or seen by a camera."""

import argparse
import time
from types import FrameType

import uvicorn

from tracker.app.live.keeping import Keeper, Memory
from tracker.app.live.table import Table
from tracker.app.web.application import create_app
from tracker.app.web.hall import Hall, hall_of
from tracker.app.web.logs import log_to_stderr, say
from tracker.rules import shelf

STOP_S = 3
"""How long requests may take to end when the program is stopped."""


def run(options: argparse.Namespace) -> int:
    """Serve until somebody stops it; return the exit status.

    Raises:
        UnknownName: there is no such rulebook.
        BadInput: what was kept cannot be played.
    """
    log_to_stderr()
    rulebook = shelf.find(options.rules).name
    hall = hall_of([Table(options.table, open_keeper(options), now_ms)], now_ms, rulebook)
    config = uvicorn.Config(
        create_app(hall), host=options.host, port=options.port, log_config=None, access_log=False,
        timeout_graceful_shutdown=STOP_S, server_header=False,
    )  # fmt: skip
    say("serving", address=f"http://{options.host}:{options.port}/", table=options.table)
    Server(config, hall).run()
    return 0


def now_ms() -> int:
    """Return the wall clock (Unix, ms)."""
    return time.time_ns() // 1_000_000


def open_keeper(options: argparse.Namespace) -> Keeper:
    """Return where the books are kept."""
    return Memory()


class Server(uvicorn.Server):
    """Lets the screens go when it is told to stop: their streams would never end by themselves."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop."""
        self._hall.close()
        super().handle_exit(sig, frame)
