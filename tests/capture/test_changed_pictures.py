"""A camera whose pictures change: another size begins all anew, and broken ones spoil nothing that is recorded."""

import itertools
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tracker.capture.picture import Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.feeds import of_one_size
from tracker.capture.process.state import Patience
from tracker.capture.recording.parts import Part, days, parts_of
from tracker.capture.recording.reading import pictures_of
from tracker.capture.recording.reel import Reel
from tracker.capture.recording.storage import Storage
from tracker.capture.stamped import Decoded, Given
from tracker.domain.errors import SourceLost

LARGE, SMALL = (320, 180), (160, 90)
LONG_S = 40.0
PATIENT = Patience(opening_s=LONG_S, silent_s=LONG_S, first_pause_s=1.0, longest_pause_s=1.0)
BROKEN = b"\xff\xd8" + np.random.default_rng(1).bytes(900) + b"\xff\xd9"
NOTHING = np.random.default_rng(2).bytes(900)
HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=next\r\n\r\n"


def jpeg(size: tuple[int, int], number: int) -> bytes:
    """A picture whose grey is 2 more than that of the one before."""
    image = np.full((size[1], size[0], 3), 20 + 2 * number % 200, np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


def film(size: tuple[int, int], count: int) -> list[bytes]:
    return [jpeg(size, number) for number in range(count)]


@contextmanager
def mjpeg_camera(*lives: Sequence[bytes]) -> Iterator[str]:
    """A camera that sends JPEGs one after the other to whoever connects first, others to the next, and then waits."""
    over = threading.Event()

    def send(line: socket.socket, pictures: Iterable[bytes]) -> None:
        with line, suppress(OSError):
            line.recv(4096)
            line.sendall(HEAD)
            for picture in pictures:
                head = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
                line.sendall(head + picture + b"\r\n")
                time.sleep(0.01)
            over.wait(LONG_S)

    def answer() -> None:
        for pictures in itertools.chain(lives, itertools.repeat(lives[-1])):
            try:
                line, _ = door.accept()
            except OSError:
                return
            threading.Thread(target=send, args=(line, pictures), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=answer, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/video.mjpg"
        over.set()


def seen(camera: CameraStream, size: tuple[int, int], count: int) -> tuple[list[Picture], set[str]]:
    """The pictures until there are so many of that size, and what was said on the way."""
    pictures: list[Picture] = []
    said: set[str] = set()
    until_s = time.monotonic() + LONG_S
    while sum(picture.size == size for picture in pictures) < count:
        assert time.monotonic() < until_s, camera.state
        picture = camera.newest(after=pictures[-1].number if pictures else -1, wait_s=0.1)
        said.add(camera.state.why)
        pictures += [] if picture is None else [picture]
    return pictures, said


def recorded_parts(folder: Path) -> list[Part]:
    return [part for day in days(folder) for part in parts_of(day)]


def sizes_in(part: Part) -> set[tuple[int, int]]:
    return {(one.frame.width, one.frame.height) for one in pictures_of(part)}


def test_a_camera_whose_pictures_change_their_size_is_opened_anew_and_says_so(tmp_path: Path) -> None:
    first, second = [*film(LARGE, 60), *film(SMALL, 60)], film(SMALL, 120)
    with (
        mjpeg_camera(first, second) as address,
        CameraStream(address, patience=PATIENT, storage=Storage(folder=str(tmp_path), spare_bytes=0)) as camera,
    ):
        pictures, said = seen(camera, SMALL, 50)
        assert camera.state.reconnects == 1
    sizes = [picture.size for picture in pictures]
    assert sizes == [LARGE] * sizes.count(LARGE) + [SMALL] * sizes.count(SMALL)
    assert all(np.diff([picture.number for picture in pictures]) > 0)
    assert all(np.diff([picture.at_us for picture in pictures]) > 0)
    assert f"{camera.name} now sends pictures of 160x90, not 320x180: it is opened anew" in said
    parts = [sizes_in(part) for part in recorded_parts(tmp_path)]
    assert {LARGE} in parts
    assert {SMALL} in parts
    assert all(part in ({LARGE}, {SMALL}) for part in parts)


def test_broken_pictures_make_no_part_that_cannot_be_looked_at(tmp_path: Path) -> None:
    mixed = [one for picture in film(SMALL, 60) for one in (BROKEN, picture, NOTHING)]
    with (
        mjpeg_camera([*film(SMALL, 30), *(40 * [NOTHING]), *mixed]) as address,
        CameraStream(address, patience=PATIENT, storage=Storage(folder=str(tmp_path), spare_bytes=0)) as camera,
    ):
        pictures, _ = seen(camera, SMALL, 70)
    parts = recorded_parts(tmp_path)
    assert len(parts) > 3
    assert all(sizes_in(part) == {SMALL} for part in parts)
    reel = Reel(tmp_path)
    for picture in pictures[:-10:3]:
        again = reel.picture(picture.number)
        assert again is not None, picture.number
        assert (again.at_us, again.image.mean()) == (picture.at_us, pytest.approx(picture.image.mean(), abs=1.0))


def test_nothing_of_another_size_is_given() -> None:
    with pytest.raises(SourceLost, match="the camera now sends pictures of 2x2, not 4x2"):
        list(of_one_size([given(4), given(4), Given(decoded=()), given(2)], "the camera"))
    assert len(list(of_one_size([given(4), Given(decoded=(), missed=1), given(4)], "the camera"))) == 3


def given(width: int) -> Given:
    frame = av.VideoFrame.from_ndarray(np.zeros((2, width, 3), np.uint8), format="bgr24")
    return Given(decoded=(Decoded(frame=frame, at_us=0),))
