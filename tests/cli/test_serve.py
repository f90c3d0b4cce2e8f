"""The served program as a whole: it loses nothing when it is killed, and ends at once when it is asked to."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import free_port
from room_fixtures import Cuewatch

from tracker.web.server import openable

ROOT = Path(__file__).parents[2]
BEGIN = {"do": "begin-match", "names": ["Anna", "Bo"], "best_of": 3}
RED_IN = {"do": "score", "potted": ["red"]}
MISSED = {"do": "score"}


class Program:
    """`cuewatch serve` in a process of its own."""

    def __init__(self, db: Path, port: int, log: Path) -> None:
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tracker.cli.main", "serve", "--db", str(db), "--port", str(port)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with log.open("ab") as lines:
            self.process = subprocess.Popen(command, stderr=lines, env=environment)

    def wait(self) -> None:
        for _ in range(300):
            try:
                self.get("/health")
                return
            except OSError:
                time.sleep(0.1)
        pytest.fail("the program did not begin to serve")

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def take(self, step: dict[str, Any]) -> Any:
        asked = urllib.request.Request(
            f"{self.address}/api/tables/1/steps",
            json.dumps({"step": step}).encode(),
            {"Content-Type": "application/json", "X-Cuewatch": "1"},
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)

    def state(self) -> Any:
        return self.get("/api/tables/1/state")


@pytest.fixture
def served(tmp_path: Path) -> Callable[[], AbstractContextManager[Program]]:
    """Return a context that runs the program over one database."""
    port = free_port()

    @contextmanager
    def running() -> Iterator[Program]:
        program = Program(tmp_path / "club.db", port, tmp_path / "log")
        try:
            program.wait()
            yield program
        finally:
            program.process.kill()
            program.process.wait()

    return running


def test_what_cannot_be_served_is_told_in_one_line(cuewatch: Cuewatch, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        status, _, err = cuewatch("serve", "--port", port, "--db", tmp_path / "club.db")
        assert (status, err.count("\n"), f"port {port}" in err) == (2, 1, True)
    status, _, err = cuewatch("serve", "--club-table", "a/b")
    assert (status, err.count("\n"), "table 'a/b'" in err) == (2, 1, True)
    status, _, err = cuewatch("serve", "--table", "a/b")
    assert (status, "--club-table now" in err, "table 'a/b'" in err) == (2, True, True)
    status, _, err = cuewatch("serve", "--rules", "golf")
    assert (status, "'golf' is not known" in err) == (2, True)


@pytest.mark.parametrize("port", [-1, 65_536, 80_000])
def test_a_port_that_there_is_none_of_is_told_in_one_line(port: int, cuewatch: Cuewatch, tmp_path: Path) -> None:
    status, _, err = cuewatch("serve", "--port", port, "--db", tmp_path / "club.db")
    assert (status, err.count("\n")) == (2, 1)
    assert f"port {port}: a --port from 0 to 65535 is due" in err


def test_what_was_shown_outlives_kill_9(served: Callable[[], AbstractContextManager[Program]]) -> None:
    with served() as program:
        program.take(BEGIN)
        for step in (RED_IN, MISSED, RED_IN):
            program.take(step)
        shown = program.state()
        program.process.send_signal(signal.SIGKILL)
    with served() as program:
        after = program.state()
        assert after["frame"].pop("due_ms") is None
        assert shown["frame"].pop("due_ms")
        assert after == shown
        assert program.take(MISSED) == {"epoch": 1, "sequence": 4}


def test_it_ends_at_once_when_asked_to_though_screens_look_and_writes_no_query(
    served: Callable[[], AbstractContextManager[Program]], tmp_path: Path
) -> None:
    with served() as program:
        stream = urllib.request.urlopen(f"{program.address}/api/tables/1/events?token=secret", timeout=60)
        assert b"event: state\n" in iter(stream.readline, b"")
        program.process.send_signal(signal.SIGTERM)
        assert program.process.wait(60) == 0
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"GET /health", "GET /api/tables/1/events"} == {f"{a['method']} {a['path']}" for a in lines if "path" in a}
    assert "secret" not in (tmp_path / "log").read_text()


def test_the_address_to_open_is_printed_plainly(tmp_path: Path) -> None:
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "tracker.cli.main",
        "serve",
        "--db",
        str(tmp_path / "club.db"),
        "--port",
        str(port),
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == f"Open http://127.0.0.1:{port}/ in a browser. Ctrl-C ends the program.\n"
        program.terminate()


@pytest.mark.parametrize(
    ("served_at", "open_at"),
    [
        ("http://0.0.0.0:8080/", "http://127.0.0.1:8080/"), ("http://[::]:80/", "http://[::1]:80/"),
        ("http://192.168.1.4:8080/", "http://192.168.1.4:8080/"),
    ],
)  # fmt: skip
def test_an_address_of_all_machines_is_opened_at_this_one(served_at: str, open_at: str) -> None:
    assert openable(served_at) == open_at
