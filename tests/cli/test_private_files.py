"""What the program writes, nobody else on the machine can read: run folders, exports, recordings."""

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from room_fixtures import Cuewatch, Film

from tracker.capture.picture import Image
from tracker.capture.process.camera import CameraStream
from tracker.capture.recording.storage import Storage
from tracker.cli.private_files import for_their_owner_alone

OTHERS = stat.S_IRWXG | stat.S_IRWXO
BOOK = Path(__file__).parents[1] / "books" / "maximum.jsonl"


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """Run as most machines do: what is made may be read by everybody."""
    before = os.umask(0o022)
    yield
    assert os.umask(before) == 0o022


def open_to_others(folder: Path) -> list[str]:
    """Return what lies in a folder, itself included, to which anybody else has a right."""
    made = [folder, *folder.rglob("*")]
    assert len(made) > 1
    return [str(path) for path in made if stat.S_IMODE(path.stat().st_mode) & OTHERS]


def test_a_run_folder_and_a_calibration_are_their_owners_alone(
    cuewatch: Cuewatch, film: Film, tmp_path: Path, table_picture: Image
) -> None:
    assert cuewatch("track", film([table_picture] * 6), "--out", "run", "--video")[0] == 0
    assert open_to_others(Path("run")) == []
    cv2.imwrite(str(tmp_path / "still.png"), table_picture)
    assert cuewatch("calibrate", tmp_path / "still.png", "--out", "c.json")[0] == 0
    assert not any(stat.S_IMODE(path.stat().st_mode) & OTHERS for path in Path().iterdir())


def test_an_export_is_its_owners_alone(cuewatch: Cuewatch) -> None:
    cuewatch("matches", "import", BOOK, "--db", "club.db")
    assert cuewatch("matches", "export", "1", "--db", "club.db")[0] == 0
    assert open_to_others(Path("match-1")) == []
    assert not Path("club.db").stat().st_mode & OTHERS


def test_a_recording_is_its_owners_alone_though_another_process_writes_it(
    film: Film, tmp_path: Path, table_picture: Image
) -> None:
    clip, folder = film([table_picture[::4, ::4]] * 60), tmp_path / "recordings" / "1"
    with (
        for_their_owner_alone(),
        CameraStream(str(clip), storage=Storage(folder=str(folder), spare_bytes=0)) as camera,
    ):
        until_s = time.monotonic() + 30
        while camera.state.state != "ended":
            assert time.monotonic() < until_s
            time.sleep(0.05)
    assert list(folder.rglob("*.mp4"))
    assert open_to_others(folder.parent) == []
