"""The service manager is told that the program serves, while it answers that it does, and that it stops."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from browsing import free_port
from room_fixtures import database

from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.store.database.opening import Database
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of
from tracker.web.server import Server, now_ms
from tracker.web.service_manager import ServiceManager

__all__ = ["database"]
PATIENCE_S = 0.9


class Heard:
    """A service manager's socket, and what it hears."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(address.replace("@", "\0", 1) if address[0] == "@" else address)

    def next(self, within_s: float) -> list[str]:
        """Return what is said next; nothing: nothing is."""
        self.line.settimeout(within_s)
        try:
            return self.line.recv(4096).decode().split("\n")
        except TimeoutError:
            return []

    def hears(self, word: str, within_s: float) -> bool:
        """Tell whether a word is said in time, whatever else is."""
        end_s = time.monotonic() + within_s
        while (left_s := end_s - time.monotonic()) > 0:
            if word in self.next(left_s):
                return True
        return False


def wait_for(event: threading.Event) -> None:
    event.wait()


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Heard]:
    manager = Heard(str(tmp_path / "notify"))
    yield manager
    manager.line.close()


def test_it_is_told_of_the_beginning_the_end_and_of_each_while_in_between(
    heard: Heard, database: Database, tmp_path: Path
) -> None:
    """A table that is stuck ends that, and once it is free again all goes on."""
    table = Table("1", Stored(database, now_ms), now_ms)
    hall = hall_of([table], now_ms, "snooker-2024")
    manager, goes_on = ServiceManager(address=str(tmp_path / "notify"), patience_s=PATIENCE_S), threading.Event()
    config = uvicorn.Config(create_app(hall), port=free_port(), log_config=None, ws="none")
    server = Server(config, manager)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert heard.next(20) == ["READY=1", "STATUS=serving 1 table"]
        assert all(heard.next(20) == ["WATCHDOG=1"] for _ in range(3))
        table.listen(lambda _: wait_for(goes_on))
        stuck = threading.Thread(target=table.camera_is, args=("live",))
        stuck.start()
        heard.hears("WATCHDOG=1", PATIENCE_S / 2)  # one may have been on its way
        assert not heard.hears("WATCHDOG=1", 2 * PATIENCE_S)
        goes_on.set()
        stuck.join()
        assert heard.hears("WATCHDOG=1", 20)
    finally:
        goes_on.set()
        server.should_exit = True
        thread.join(20)
    assert heard.hears("STOPPING=1", 1)
    assert heard.next(PATIENCE_S) == []


@pytest.mark.parametrize(("environment", "every_s"), [
    ({}, None),
    ({"NOTIFY_SOCKET": "/run/x"}, None),
    ({"WATCHDOG_USEC": "3000000"}, None),
    ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000"}, 1.0),
    ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": str(os.getpid())}, 1.0),
    ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}, None),
    ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "0"}, None),
    ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "-7"}, None),
])  # fmt: skip
def test_how_often_it_wants_to_be_told(environment: dict[str, str], every_s: float | None) -> None:
    assert ServiceManager.named_in(environment).every_s == every_s


def test_a_socket_without_a_path_is_spoken_to_and_one_that_is_gone_ends_nothing(tmp_path: Path) -> None:
    name = f"@cuewatch-test-{os.getpid()}"
    manager = Heard(name)
    ServiceManager(address=name).tell("READY=1", "STATUS=x")
    assert manager.next(5) == ["READY=1", "STATUS=x"]
    manager.line.close()
    ServiceManager(address=name).tell("READY=1")
    ServiceManager(address=str(tmp_path / "nowhere")).tell("READY=1")
    ServiceManager().tell("READY=1")
