"""Looking again at a few moments gives the very pictures that were there, wherever the key pictures lie."""

from fractions import Fraction
from pathlib import Path
from typing import Never

import av
import cv2
import numpy as np
import pytest

from tracker.capture.picture import Image
from tracker.capture.sources.seek import images_at
from tracker.capture.sources.source import open_source
from tracker.capture.sources.video_file import Recording, open_recording

TIMES_MS = np.cumsum([0, *[33, 50, 20] * 20])
"""Uneven steps, as a phone writes them."""


def level(image: Image) -> float:
    return float(image.mean())


@pytest.fixture(params=[5, 250], ids=["many key pictures", "one key picture"])
def recording(request: pytest.FixtureRequest, tmp_path: Path) -> Recording:
    """A film whose every picture is a little brighter than the one before."""
    path = tmp_path / "brighter.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"g": str(request.param), "crf": "10"})
        stream.width, stream.height, stream.pix_fmt = 128, 96, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        for n, at_ms in enumerate(TIMES_MS):
            frame = av.VideoFrame.from_ndarray(np.full((96, 128, 3), 20 + 3 * n, np.uint8), format="bgr24")
            frame.pts, frame.time_base = int(at_ms), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return open_recording(path)


def test_the_same_pictures_are_found_again(recording: Recording) -> None:
    whole = {p.at_us: p.image for p in recording.pictures()}
    times = sorted(whole)
    wanted = (times[-1], times[0], times[31], times[7], times[7])
    again = dict(images_at(recording, wanted))
    assert list(again) == sorted(set(wanted))
    for at_us, image in again.items():
        np.testing.assert_array_equal(image, whole[at_us])
    assert level(again[times[7]]) < level(again[times[31]]) < level(again[times[-1]])


def test_a_moment_without_a_picture_is_left_out(recording: Recording) -> None:
    assert list(images_at(recording, (1234, 10**9))) == []


def test_nothing_is_opened_for_nothing(recording: Recording) -> None:
    recording.path.unlink()
    assert list(images_at(recording, ())) == []


def test_a_recording_that_is_gone_gives_nothing(recording: Recording) -> None:
    recording.path.unlink()
    assert list(images_at(recording, (0,))) == []


def test_what_was_live_is_not_waited_for() -> None:
    class Live:
        name, size, rate, total = "camera:0", (64, 48), 25.0, None

        def pictures(self) -> Never:
            raise AssertionError("a live source cannot be read twice")

    assert list(images_at(Live(), (0,))) == []


def test_stills_of_a_folder_are_found_again(tmp_path: Path) -> None:
    for n in range(5):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((48, 64, 3), 40 * n, np.uint8))
    source = open_source(str(tmp_path))
    third = [p.at_us for p in source.pictures()][3]
    assert [(at_us, level(image)) for at_us, image in images_at(source, (third,))] == [(third, 120.0)]
