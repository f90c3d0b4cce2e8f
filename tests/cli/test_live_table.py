"""A live table ends when a person says so or when the camera is lost; what was seen until then is told either way."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest
from room_fixtures import Cuewatch

from tracker.capture.picture import Image, Picture
from tracker.cli.recording import follow
from tracker.domain.errors import SourceLost

WHOLE = {"calibration.json", "tracks.csv", "strokes.jsonl", "book.jsonl", "score.json", "moves.html", "report.html"}


@dataclass
class Scripted:
    """A camera that gives some pictures, then does what the script says."""

    image: Image
    count: int
    then: Callable[[], object]
    name: str = "rtsp://camera/live"
    size: tuple[int, int] = (1280, 720)
    rate: float = 25.0
    total: None = None
    readings: int = 0

    def pictures(self) -> Iterator[Picture]:
        self.readings += 1
        for n in range(self.count if self.readings > 1 else 1):  # it is read once before, for its size
            yield Picture(number=n, at_us=40_000 * n, image=self.image)
        if self.readings > 1:
            self.then()


@pytest.fixture
def watched(
    cuewatch: Cuewatch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table_picture: Image
) -> Callable[..., tuple[int, str, set[str]]]:
    """Return a function that tracks a scripted camera and gives status, complaint and files written."""
    cv2.imwrite(str(tmp_path / "table.png"), table_picture)
    assert cuewatch("calibrate", tmp_path / "table.png", "--out", tmp_path / "c.json")[0] == 0

    def run(count: int, then: Callable[[], object]) -> tuple[int, str, set[str]]:
        camera = Scripted(image=table_picture, count=count, then=then)
        monkeypatch.setattr(follow, "open_source", lambda name: camera)
        status, out, err = cuewatch(
            "track", "rtsp://bob:secret@camera/live", "--calibration", tmp_path / "c.json", "--out", tmp_path / "run"
        )
        folder = tmp_path / "run"
        for file in folder.iterdir() if folder.is_dir() else ():
            assert "secret" not in file.read_text()
        assert "secret" not in out + err
        return status, err, {file.name for file in folder.iterdir()} if folder.is_dir() else set()

    return run


def lose() -> None:
    raise SourceLost("rtsp://camera/live went silent: check the camera and its network")


def test_a_camera_that_is_lost_is_told_of_in_one_line_and_what_it_showed_stands(
    watched: Callable[..., tuple[int, str, set[str]]],
) -> None:
    status, err, files = watched(12, lose)
    assert (status, err.count("\n"), files) == (1, 1, WHOLE)
    assert "went silent" in err


def test_a_camera_that_is_lost_before_its_first_picture_leaves_nothing(
    watched: Callable[..., tuple[int, str, set[str]]],
) -> None:
    status, err, files = watched(0, lose)
    assert (status, err.count("\n"), files) == (2, 1, set())


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "stopped as a service"])
def end(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    """A signal that ends the program, and is heard even where a shell that began us beside others has it ignored."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_a_person_ends_it_even_while_the_camera_is_silent(
    end: signal.Signals, watched: Callable[..., tuple[int, str, set[str]]]
) -> None:
    silent = threading.Event()

    def stop_then_hang() -> None:
        threading.Timer(1.5, os.kill, (os.getpid(), end)).start()
        silent.wait(30)

    before, began_s = signal.getsignal(end), time.monotonic()
    status, err, files = watched(12, stop_then_hang)
    silent.set()
    assert time.monotonic() - began_s < 20
    assert (status, err, files) == (0, "", WHOLE)
    assert signal.getsignal(end) is before
