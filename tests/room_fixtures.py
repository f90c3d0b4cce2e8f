"""What many tests of the rooms that run the program begin with: a drawn table, a database, a browser."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import av
import numpy as np
import pytest
from browsing import chromium

from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from models.training.painter.paint import Painter
from models.training.painter.scene import DrawnBall
from tracker.capture.picture import Image
from tracker.cli.main import main
from tracker.store.database.opening import Database, open_database
from tracker.store.kits import find_kit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KIT = find_kit("snooker-12ft")
Cuewatch = Callable[..., tuple[int, str, str]]
"""Runs the program with the given arguments, and gives its status, output and complaint."""
Film = Callable[..., Path]
"""Writes pictures as a film, and says where it lies."""


@pytest.fixture(scope="session")
def table_picture() -> Image:
    """A frame about to begin, 1280x720, from behind the Top end."""
    camera = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=8500))
    look = random_look(np.random.default_rng(7), KIT, "broadcast", (1280, 720))
    balls = tuple(DrawnBall(ball=name, at_mm=(*place, KIT.ball_radius_mm)) for name, place in opening(KIT))
    return Painter(KIT, camera, look).paint(balls, seed=1).picture


@pytest.fixture
def film(tmp_path: Path) -> Film:
    """Return a function that writes the given pictures as a film and says where it lies."""

    def write(pictures: Sequence[Image], name: str = "clip.mp4", rate: int = 25) -> Path:
        path = tmp_path / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=rate, options={"preset": "ultrafast", "crf": "20"})
            stream.height, stream.width = pictures[0].shape[:2]
            stream.pix_fmt = "yuv420p"
            for picture in pictures:
                container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24")))
            container.mux(stream.encode())
        return path

    return write


@pytest.fixture
def cuewatch(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cuewatch:
    """Return a function that runs the program in an empty folder and gives its status, output and complaint."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def database(tmp_path: Path, brought_up_to_date: Path) -> Iterator[Database]:
    """A club's database that is empty."""
    file = tmp_path / "club.db"
    copy(brought_up_to_date, file)
    with open_database(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """The machine's Chromium, open for all tests of a module; without one they are skipped."""
    with chromium() as opened:
        yield opened
