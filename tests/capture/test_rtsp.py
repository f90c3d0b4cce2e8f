"""A real RTSP camera that is stalled, changes its pictures in mid-match, is killed and comes back, and all is recorded.

The server is GStreamer's (Debian: see `rtsp_server.py`), run by whichever Python has its bindings.
"""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.needs import missing
from tracker.capture.picture import Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.state import Patience
from tracker.capture.recording.reel import Reel
from tracker.capture.recording.storage import Storage

SERVER = Path(__file__).with_name("rtsp_server.py")
LONG_S = 40.0
PATIENCE = Patience(opening_s=LONG_S, stalled_s=0.5, silent_s=2.0, first_pause_s=0.1, longest_pause_s=0.5)
ELEMENTS = ("videotestsrc", "x264enc", "rtph264pay")
PROBE = f"""
import gi
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
assert all(Gst.ElementFactory.find(name) for name in {ELEMENTS!r})
"""


def interpreter() -> str | None:
    """A Python that has the bindings, with the plugins installed."""
    for python in filter(None, (sys.executable, shutil.which("python3", path="/usr/bin:/usr/local/bin"))):
        if subprocess.run([python, "-c", PROBE], capture_output=True, check=False, timeout=60).returncode == 0:
            return python
    return None


class Server:
    """An RTSP camera on a port of this machine."""

    def __init__(self, python: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.python = python
        self.url = f"rtsp://bob:s3cret-word@127.0.0.1:{self.port}/live"

    def start(self, size: str) -> None:
        command = [self.python, str(SERVER), str(self.port), size]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def order(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def server() -> Iterator[Server]:
    python = interpreter()
    if python is None:
        missing("no RTSP server of GStreamer on this machine: see tests/capture/rtsp_server.py")
    server = Server(python)
    server.start("320x240")
    yield server
    server.kill()


def eventually(holds: Callable[[], object], camera: CameraStream) -> None:
    deadline_s = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline_s, camera.state
        time.sleep(0.02)


def test_it_is_watched_and_recorded_through_all_that_befalls_it(server: Server, tmp_path: Path) -> None:
    storage = Storage(folder=str(tmp_path), spare_bytes=0)
    with CameraStream(server.url, patience=PATIENCE, storage=storage) as camera:
        eventually(lambda: camera.state.state == "live" and camera.state.recording == "on", camera)
        assert camera.state.size == (320, 240)

        server.order("size 640x360")
        eventually(lambda: camera.state.size == (640, 360), camera)
        picture = camera.newest()
        assert picture is not None
        assert (picture.size, camera.state.reconnects) == ((640, 360), 1)
        eventually(lambda: camera.state.pictures > picture.number + 5, camera)

        server.order("stall")
        eventually(lambda: camera.state.state == "stalled", camera)
        eventually(lambda: camera.state.state == "lost", camera)
        assert "is silent" in camera.state.why
        last = camera.newest()
        server.order("go")
        eventually(lambda: camera.state.state == "live" and camera.state.reconnects == 2, camera)

        server.kill()
        eventually(lambda: camera.state.state == "lost", camera)
        server.start("176x144")
        eventually(lambda: camera.state.state == "live" and camera.state.size == (176, 144), camera)
        newest = camera.newest()
        assert newest is not None
        assert last is not None
        assert newest.number > last.number
        assert newest.at_us > last.at_us + PATIENCE.silent_s * 1e6
        eventually(lambda: camera.state.pictures > newest.number + 40, camera)
        state = camera.state
    assert state.reconnects == 3
    assert state.rate == pytest.approx(25, rel=0.2)
    assert state.recording == "on"
    assert "s3cret" not in repr(state) + camera.name
    assert "bob" not in repr(state) + camera.name
    check_recorded(Reel(tmp_path), newest)


def check_recorded(reel: Reel, newest: Picture) -> None:
    """All that was seen lies there, in order, each picture in its own size."""
    shown = reel.shown(0, 10**12)
    assert (np.diff([which.at_us for which in shown]) > 0).all()
    assert (np.diff([which.number for which in shown]) > 0).all()
    sizes = [picture.size for picture in reel.pictures(0, 10**12)]
    assert [size for size, before in zip(sizes, [None, *sizes], strict=False) if size != before] == [
        (320, 240), (640, 360), (176, 144)
    ]  # fmt: skip
    again = reel.picture(newest.number)
    assert again is not None
    assert again.at_us == newest.at_us
    np.testing.assert_array_equal(again.image, newest.image)


def test_a_wrong_password_is_said_and_not_shown(server: Server) -> None:
    with CameraStream(server.url.replace("s3cret", "wr0ng"), patience=PATIENCE) as camera:
        eventually(lambda: camera.state.state == "lost", camera)
        assert "401" in camera.state.why
        assert "wr0ng" not in repr(camera.state)
