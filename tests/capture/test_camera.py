"""A camera that gives, falls silent, dies, changes its pictures or its clock: what is seen of it goes on."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from pathlib import Path

import numpy as np
import pytest

from tests.capture.scripted import STEP_US
from tracker.capture.picture import Picture
from tracker.capture.process.camera import CameraStream
from tracker.capture.process.state import Patience
from tracker.capture.starting.programs import Program
from tracker.domain.errors import SourceUnreadable

ADDRESS = "rtsp://bob:s3cret%40word@127.0.0.1:9/live?token=hush-hush"
SECRETS = ("bob", "s3cret", "hush-hush")
LONG_S = 30.0
"""More than anything here takes on a busy machine; it is waited for only where something is wrong."""
CALM = Patience(opening_s=LONG_S, silent_s=LONG_S, first_pause_s=0.01, longest_pause_s=0.05)
HURRIED = replace(CALM, stalled_s=0.15, silent_s=0.5)
"""Only for cameras that are to fall silent: on a busy machine others may seem to."""
SCRIPTED = Path(__file__).with_name("scripted.py")


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[..., CameraStream]:
    """Return a function that makes a camera of a script of lives."""

    def make(
        *lives: list[list[object]], source: str = ADDRESS, patience: Patience = CALM, after: tuple[int, int] = (0, 0)
    ) -> CameraStream:
        script = tmp_path / "script.json"
        script.write_text(json.dumps(lives))
        child = (sys.executable, str(SCRIPTED), str(script))
        return CameraStream(source, patience=patience, child=Program(command=child), after=after)

    return make


def seen(camera: CameraStream, until: Callable[[Picture], bool], count: int = 10**6) -> list[Picture]:
    """The pictures that a camera gives until one of them is as wanted, or there are so many."""
    pictures: list[Picture] = []
    deadline_s = time.monotonic() + LONG_S
    while len(pictures) < count and (not pictures or not until(pictures[-1])):
        picture = camera.newest(after=pictures[-1].number if pictures else -1, wait_s=deadline_s - time.monotonic())
        assert picture is not None, camera.state
        pictures.append(picture)
    return pictures


def eventually(holds: Callable[[], object]) -> None:
    deadline_s = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def reconnected(camera: CameraStream, times: int = 1) -> Callable[[Picture], bool]:
    return lambda _: camera.state.reconnects >= times


def greys(pictures: Sequence[Picture]) -> list[int]:
    return [int(picture.image[0, 0, 0]) for picture in pictures]


def goes_on(pictures: Sequence[Picture]) -> bool:
    """Whether numbers and times rise from picture to picture."""
    numbers, times = [p.number for p in pictures], [p.at_us for p in pictures]
    return all(np.diff(numbers) > 0) and all(np.diff(times) > 0)


def test_pictures_come_with_their_numbers_times_and_content(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 60], ["hang"]]) as camera:
        pictures = seen(camera, lambda picture: picture.number == 59)
        assert [p.at_us for p in pictures] == [STEP_US * p.number for p in pictures]
        assert greys(pictures) == [p.number for p in pictures]
        state = camera.state
    assert (state.pictures, state.reconnects, state.size) == (60, 0, (64, 48))
    assert state.dropped == 60 - len(pictures)
    assert state.rate == pytest.approx(25)
    assert not pictures[0].image.flags.writeable


def test_numbers_and_times_go_on_from_those_that_are_given(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 3], ["hang"]], after=(700, 28_000_000)) as camera:
        last = seen(camera, lambda picture: picture.number >= 702)[-1]
    assert last.number == 702
    assert last.at_us > 28_000_000


def test_whoever_asks_late_gets_the_newest_and_what_he_missed_is_counted(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 50], ["hang"]]) as camera:
        eventually(lambda: camera.state.pictures == 50)
        last = camera.newest(after=48, wait_s=LONG_S)
        assert last is not None
        assert last.number == 49
        assert camera.newest() is camera.newest()
        assert camera.newest(after=49, wait_s=0.05) is None
        assert camera.state.dropped == 49


def test_a_camera_that_hangs_is_replaced_and_numbers_and_times_go_on(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 20], ["hang"]], [["give", 400]], patience=HURRIED) as camera:
        before = seen(camera, lambda picture: picture.number == 19)
        eventually(lambda: camera.state.state == "stalled")
        assert camera.state.why == "no picture comes"
        eventually(lambda: camera.state.state == "lost" or camera.state.reconnects)
        after = seen(camera, reconnected(camera))
        assert goes_on([before[-1], *after[-1:]])
        assert after[-1].number >= 20
        waited_us = after[-1].at_us - before[-1].at_us
        assert waited_us > HURRIED.silent_s * 1e6
        assert (camera.state.state, camera.state.why) == ("live", "")


@pytest.mark.parametrize("end", [["die"], ["fail", "the cable is out"]], ids=lambda end: end[0])
def test_a_camera_that_dies_is_replaced_as_often_as_it_takes(
    end: list[str], scripted: Callable[..., CameraStream]
) -> None:
    with scripted([["give", 5], end], [end], [["give", 5], end], [["give", 400]]) as camera:
        pictures = seen(camera, reconnected(camera, 2))
        assert goes_on(pictures)
        assert pictures[-1].number >= 10


def test_why_it_was_lost_is_said(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 3], ["fail", "the cable is out"]], [["hang"]]) as camera:
        eventually(lambda: camera.state.state == "lost")
        assert camera.state.why == "the cable is out"
        last = camera.newest()
        assert last is not None
        assert last.number == 2  # the last that was seen stays to be seen


def test_pictures_of_another_size_come_from_a_camera_opened_anew(scripted: Callable[..., CameraStream]) -> None:
    sizes = [(64, 48), (640, 360), (32, 24), (1920, 1080)]
    lives = [
        [["resize", *size], ["give", 30], *([["resize", *after], ["give", 30]] if after else [["hang"]])]
        for size, after in zip_longest(sizes, sizes[1:])
    ]
    with scripted(*lives) as camera:
        pictures = seen(camera, lambda picture: picture.size == sizes[-1] and picture.number >= 119)
        assert camera.state.reconnects == 3
    assert [size for size, _ in groupby(p.size for p in pictures)] == sizes
    assert goes_on(pictures)
    assert all((p.image == p.image[0, 0, 0]).all() for p in pictures)


@pytest.mark.parametrize("jump_s", [-3600.0, 86_400.0])
def test_stamps_that_jump_are_carried_on(jump_s: float, scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 30], ["jump", jump_s], ["give", 30], ["hang"]]) as camera:
        pictures = seen(camera, lambda picture: picture.number == 59)
        assert goes_on(pictures)
        assert pictures[-1].at_us < LONG_S * 1e6


def child_of(camera: CameraStream) -> int:
    """The process that reads a camera."""
    assert camera._life is not None
    return camera._life._child.pid


def command_of(process: int) -> bytes:
    """What the list of processes shows of one, its surroundings included."""
    return Path(f"/proc/{process}/cmdline").read_bytes() + Path(f"/proc/{process}/environ").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="this system lists no processes as files")
def test_secrets_are_neither_in_its_words_nor_in_the_list_of_processes(scripted: Callable[..., CameraStream]) -> None:
    lines = ["opening ADDRESS", "user bob, password s3cret@word", "GET /live?token=hush-hush", "all is well"]
    steps = [*(["say", line] for line in lines), ["give", 3], ["hang"]]
    with scripted(steps) as camera:
        eventually(lambda: "all is well" in camera.state.log)
        told, command = repr(camera.state) + camera.name, command_of(child_of(camera))
    assert b"scripted.py" in command
    assert "rtsp://127.0.0.1:9/live" in told
    for secret in SECRETS:
        assert secret not in told
        assert secret.encode() not in command


def test_the_last_lines_of_its_log_are_kept(scripted: Callable[..., CameraStream]) -> None:
    with scripted([*(["say", f"line {n}"] for n in range(99)), ["die"]], [["say", "again"], ["hang"]]) as camera:
        eventually(lambda: "again" in camera.state.log)
        assert "line 98" in camera.state.log
        assert "line 0" not in camera.state.log


def test_a_child_that_cannot_even_start_is_tried_again(tmp_path: Path) -> None:
    with CameraStream(ADDRESS, patience=CALM, child=Program(command=(str(tmp_path / "nothing"),))) as camera:
        eventually(lambda: camera.state.state == "lost")
        assert camera.newest(wait_s=0.01) is None


def test_a_child_that_talks_nonsense_is_tried_again(tmp_path: Path) -> None:
    child = Program(command=(sys.executable, "-c", "print('what?')"))
    with CameraStream(ADDRESS, patience=CALM, child=child) as camera:
        eventually(lambda: any("Error" in line for line in camera.state.log))
        assert camera.state.state in ("starting", "lost")


def test_closing_leaves_no_child_not_even_one_that_hangs(scripted: Callable[..., CameraStream]) -> None:
    with scripted([["give", 3], ["hang"]]) as camera:
        eventually(lambda: camera.state.pictures == 3)
        child = child_of(camera)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert camera.newest(after=2, wait_s=LONG_S) is None  # and nobody waits


def test_a_child_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "script.json").write_text(json.dumps([[["give", 3], ["hang"]]]))
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(SCRIPTED), str(tmp_path / "script.json")], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    eventually(lambda: not Path(f"/proc/{child}").exists() or "Z (zombie)" in Path(f"/proc/{child}/status").read_text())


PARENT = """
import sys
from tracker.capture.process.camera import CameraStream
from tracker.capture.starting.programs import Program
with CameraStream("rtsp://127.0.0.1/", child=Program(command=(sys.executable, *sys.argv[1:]))) as camera:
    camera.newest(wait_s=30)
    print(camera._life._child.pid, flush=True)
    camera.newest(after=10**6, wait_s=60)
"""


@pytest.mark.parametrize("source", ["rtmp://bob:secret@10.0.0.9/live", "camera:front", "camera:²", "nowhere.mp4", "."])
def test_what_can_never_be_opened_is_refused_at_once(source: str) -> None:
    with pytest.raises(SourceUnreadable) as refused:
        CameraStream(source)
    assert "secret" not in str(refused.value)


def test_pauses_double_up_to_the_longest_and_differ_by_chance() -> None:
    patience = Patience(first_pause_s=1.0, longest_pause_s=10.0)
    assert [patience.pause_s(n, 1.0) for n in range(1, 7)] == [1, 2, 4, 8, 10, 10]
    assert patience.pause_s(10_000, 0.0) == 5.0
