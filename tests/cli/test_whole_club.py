"""A whole club in one program: what befalls one camera leaves the other tables as they are, and no score is lost."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import free_port

from bench.footprint import family
from bench.samples import SAMPLES

ROOT = Path(__file__).parents[2]
CLIPS = sorted(SAMPLES.glob("*/clip.mp4"))[:3]
BEGIN = {"do": "begin-match", "names": ["Anna", "Bo"], "best_of": 3}


class Club:
    """`cuewatch serve --config` in a process of its own."""

    def __init__(self, config: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tracker.cli.main", "serve", "--config", str(config)]
        with (config.parent / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT)})
        self.until(lambda: self.get("/health"), 60)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        head = {"Content-Type": "application/json", "X-Cuewatch": "1"}
        asked = urllib.request.Request(self.address + path, json.dumps(body).encode(), head)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def take(self, table: str, step: dict[str, Any]) -> Any:
        return self.post(f"/api/tables/{table}/steps", {"step": step})

    def tables(self) -> dict[str, Any]:
        return {one["table"]: one for one in self.get("/api/club")["tables"]}

    def sight(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}/sight")

    def until(self, holds: Callable[[], Any], seconds: float = 120) -> Any:
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            try:
                if found := holds():
                    return found
            except OSError:
                assert self.process.poll() is None, "the program ended"
            time.sleep(0.1)
        pytest.fail(f"in vain: {self.get('/api/care')['cameras']}")


def having(role: str, served: Club) -> list[int]:
    """Return the processes of a served program that have a role."""
    return [pid for pid, its in family(served.process.pid).items() if its == role]


@pytest.fixture
def club(tmp_path: Path) -> Callable[..., Any]:
    """Return a context in which a club of three tables is served, each with a file for its camera."""
    port = free_port()
    text = [f"[network]\nport = {port}\n"]
    for number, clip in enumerate(CLIPS, 1):
        made = clip.with_name("calibration.json")
        text.append(f'[[tables]]\nname = "{number}"\ncamera = "{clip}"\ncalibration = "{made}"\npaused = true\n')
    (tmp_path / "club.toml").write_text("".join(text))

    @contextmanager
    def running() -> Iterator[Club]:
        served = Club(tmp_path / "club.toml", port)
        try:
            yield served
        finally:
            served.process.terminate()
            try:
                served.process.wait(20)
            except subprocess.TimeoutExpired:
                served.process.kill()
                served.process.wait()

    return running


@pytest.mark.slow
def test_what_befalls_one_camera_takes_nothing_with_it(club: Callable[..., Any]) -> None:
    with club() as served:
        for table in "123":
            served.take(table, BEGIN)
        assert {one["paused"] for one in served.tables().values()} == {True}
        eyes: dict[str, int] = {}
        captures: dict[str, int] = {}
        for table in "123":
            served.post(f"/api/tables/{table}/watching", {"on": True})
            for role, known in (("eyes", eyes), ("capture", captures)):
                (known[table],) = served.until(lambda: set(having(role, served)) - set(known.values()))  # noqa: B023
        served.until(lambda: all(served.sight(table)["pictures"] > 0 for table in "12"))
        os.kill(eyes["1"], signal.SIGKILL)
        os.kill(captures["2"], signal.SIGSTOP)
        assert served.take("1", {"do": "score", "potted": ["red"]})["sequence"] == 1
        served.until(lambda: all(served.sight(table)["strokes"] > 0 for table in "123"))
        care = {one["table"]: one["restarts"] for one in served.get("/api/care")["cameras"]}
        assert care == {"1": 1, "2": 0, "3": 0}
        assert all(served.get(f"/api/tables/{table}/referee")["waiting"] for table in "23")
        assert not Path(f"/proc/{captures['2']}").exists()


@pytest.mark.slow
def test_a_table_is_paused_and_goes_on_and_nothing_is_lost_when_the_program_is_killed(
    club: Callable[..., Any],
) -> None:
    with club() as served:
        for table in "123":
            served.take(table, BEGIN)
        served.post("/api/tables/3/watching", {"on": True})
        served.until(lambda: served.sight("3")["pictures"] > 0)
        picture = f"{served.address}/api/tables/3/picture.jpg"
        assert served.until(lambda: is_jpeg(picture))
        served.post("/api/tables/3/watching", {"on": False})
        assert (served.tables()["3"]["camera"], served.tables()["3"]["paused"]) == ("none", True)
        assert having("eyes", served) == []
        for table in "123":
            served.take(table, {"do": "score", "potted": ["red"]})
        before = served.tables()
        served.process.kill()
        served.process.wait()
    with club() as served:
        assert served.tables() == before


def is_jpeg(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.read(2) == b"\xff\xd8")
    except urllib.error.HTTPError:
        return False
