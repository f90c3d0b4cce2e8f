"""A video file played as if it happened now, by a real child: the same pictures, numbers and times."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from tracker.capture.picture import Picture
from tracker.capture.process import feeds
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.feeds import packet_feed, played
from tracker.capture.process.state import Patience
from tracker.capture.recording.parts import recover
from tracker.capture.recording.reel import Reel
from tracker.capture.recording.storage import Storage
from tracker.capture.sources.source import open_source
from tracker.capture.stamped import Given, Packet

LONG_S = 30.0
CALM = Patience(opening_s=LONG_S, silent_s=LONG_S)
COUNT, RATE = 40, 50


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four fifths of a second with a key picture every ten, each picture brighter than the one before."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE, options={"g": "10", "bf": "2", "crf": "10"})
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, RATE)
        for n in range(COUNT):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 20 + 5 * n, np.uint8), format="bgr24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def taken(camera: CameraStream, until_number: int = 10**9) -> Iterator[Picture]:
    """What a camera gives until that number, or its end."""
    picture = camera.newest(wait_s=LONG_S)
    while picture is not None:
        yield picture
        if picture.number >= until_number:
            return
        picture = camera.newest(after=picture.number, wait_s=LONG_S)


def test_a_file_gives_its_own_pictures_in_real_time_and_ends(film: Path) -> None:
    own = {picture.number: picture for picture in open_source(str(film)).pictures()}
    began_s = time.monotonic()
    with CameraStream(str(film), patience=CALM) as camera:
        pictures = list(taken(camera))
        state = camera.state
    assert time.monotonic() - began_s > (COUNT - 5) / RATE
    assert (state.state, state.pictures, state.why) == ("ended", COUNT, f"{film} is at its end")
    assert pictures[-1].number == COUNT - 1
    for picture in pictures:
        assert picture.at_us == own[picture.number].at_us
        np.testing.assert_array_equal(picture.image, own[picture.number].image)


def test_a_file_that_loops_goes_on_in_number_and_time(film: Path) -> None:
    with CameraStream(str(film), loop=True, patience=CALM) as camera:
        pictures = list(taken(camera, 3 * COUNT))
    assert [p.at_us for p in pictures] == [p.number * 1_000_000 // RATE for p in pictures]
    first = {p.number: p.image for p in open_source(str(film)).pictures()}
    np.testing.assert_array_equal(pictures[-1].image, first[pictures[-1].number % COUNT])


def test_what_was_played_is_recorded_and_the_next_recording_goes_on_from_there(film: Path, tmp_path: Path) -> None:
    storage = Storage(folder=str(tmp_path), spare_bytes=0)
    for before in (0, COUNT):
        with CameraStream(str(film), patience=CALM, storage=storage) as camera:
            pictures = list(taken(camera))
        assert pictures[-1].number == before + COUNT - 1
        for picture in (pictures[0], pictures[-1]):
            (again,) = Reel(tmp_path).pictures(picture.at_us, picture.at_us)
            assert (again.number, again.at_us) == (picture.number, picture.at_us)
            np.testing.assert_array_equal(again.image, picture.image)
    shown = Reel(tmp_path).shown(0, 10**15)
    assert [which.number for which in shown] == list(range(2 * COUNT))
    assert (np.diff([which.at_us for which in shown]) > 0).all()


def test_a_program_that_is_killed_loses_less_than_a_second_of_its_recording(film: Path, tmp_path: Path) -> None:
    reel = tmp_path / "reel"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(film), str(reel)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert parent.stdout is not None
    child, number = (int(word) for word in parent.stdout.readline().split())
    os.kill(child, 9)
    parent.kill()
    parent.communicate()
    recover(reel)
    assert not list(reel.rglob("*.part"))
    end = Reel(reel).end()
    assert end is not None
    last = end.shown
    assert last.number > number - RATE
    picture = Reel(reel).picture(last.number)
    assert picture is not None
    assert picture.at_us == last.at_us


PARENT = """
import sys, time
from tracker.capture.process.camera import CameraStream
from tracker.capture.recording.storage import Storage
with CameraStream(sys.argv[1], loop=True, storage=Storage(folder=sys.argv[2], spare_bytes=0)) as camera:
    number = camera.newest(after=130, wait_s=60).number
    print(camera._life._child.pid, number, flush=True)
    time.sleep(60)
"""


class Clock:
    """Our clock, moved on by hand."""

    def __init__(self) -> None:
        self.now_us = 0

    def __call__(self) -> int:
        return self.now_us


class SlowDecoder:
    """Decodes as FFmpeg does, and takes its time."""

    def __init__(self, context: av.VideoCodecContext, clock: Clock, takes_us: int) -> None:
        self.context, self.clock, self.takes_us = context, clock, takes_us

    def decode(self, packet: Packet | None) -> list[av.VideoFrame]:
        self.clock.now_us += self.takes_us
        return self.context.decode(packet)


def followed(film: Path, monkeypatch: pytest.MonkeyPatch, *, comes_us: int, takes_us: int) -> list[Given]:
    """What is given of three laps of a film whose packets come, and are decoded, one in so many µs."""
    clock, given = Clock(), []
    monkeypatch.setattr(feeds, "clock_us", clock)

    def packets() -> Iterator[Packet]:
        for number, packet in enumerate(played(str(film), True, lambda _: None)):
            if number == 3 * COUNT:
                return
            clock.now_us = max(clock.now_us, comes_us * number)
            yield packet

    with av.open(str(film)) as container:
        decoder: Any = SlowDecoder(container.streams.video[0].codec_context, clock, takes_us)
        for each in packet_feed(decoder, packets(), None):
            given.append(each)
    assert sum(each.missed + len(each.decoded) for each in given) == 3 * COUNT
    return given


def test_one_that_is_too_slow_passes_over_to_pictures_that_stand_alone(
    film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = followed(film, monkeypatch, comes_us=20_000, takes_us=60_000)
    missed = [n for n, each in enumerate(given) if each.missed]
    assert 40 <= missed[0] <= 60  # three seconds of 60 ms each
    assert all(n % 10 for n in missed)  # every tenth stands alone and is always shown
    assert any(each.decoded for each in given[missed[0] + 10 :])


def test_one_that_keeps_up_misses_nothing_however_late_the_packets_come(
    film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for comes_us in (0, 20_000, 500_000):
        assert not any(each.missed for each in followed(film, monkeypatch, comes_us=comes_us, takes_us=10_000))
