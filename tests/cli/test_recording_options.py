"""A camera is recorded beside the database unless somebody says otherwise; a video file is there already."""

from pathlib import Path

import pytest

from bench.samples import SAMPLES
from tracker.cli.commands.serve import serving_of
from tracker.cli.options import parser
from tracker.cli.serving import recordings
from tracker.domain.errors import BadInput

CLIP = str(SAMPLES / "0001-red-then-black" / "clip.mp4")
CAMERA = "rtsp://camera/live"


def ordered(*arguments: str) -> tuple[str | None, int | None] | None:
    """What the eyes are asked to record of table 4, by these options."""
    options = parser().parse_args(["serve", "--db", "/club/club.db", "--club-table", "4", *arguments])
    order = serving_of(options).tables[0].order
    return None if order is None else (order.record, order.record_bytes)


@pytest.mark.parametrize(
    ("arguments", "recorded"),
    [
        (("--source", CAMERA), ("/club/recordings/4", 50 * 10**9)),
        (("--source", CLIP, "--realtime"), ("/club/recordings/4", 50 * 10**9)),
        (("--source", CAMERA, "--record", "here", "--record-gb", "0.5"), ("here", 5 * 10**8)),
        (("--source", CAMERA, "--no-record"), (None, 50 * 10**9)),
        (("--source", CLIP), (None, 50 * 10**9)),
        ((), None),
    ],
)
def test_what_is_recorded_and_where(arguments: tuple[str, ...], recorded: tuple[str | None, int | None] | None) -> None:
    assert ordered(*arguments) == recorded


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--source", CLIP, "--record", "here"), "--record is for a camera"),
        (("--source", CAMERA, "--record-gb", "0"), "--record-gb 0: give a number above 0"),
    ],
)
def test_what_cannot_be_recorded_is_refused(arguments: tuple[str, ...], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        ordered(*arguments)


@pytest.mark.parametrize(
    "option",
    [
        ("--kit", "nope"), ("--calibration", "text.json"), ("--points", "1,2"), ("--baulk", "left"), ("--realtime",),
        ("--password-env", "CAMERA"), ("--password-file", "secret"),
    ],
    ids=lambda option: str(option[0]),
)  # fmt: skip
def test_what_is_said_of_a_camera_where_there_is_none_is_refused(option: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=f"{option[0]} is for what a camera watches: name its --source"):
        ordered(*option)


def test_what_was_recorded_lies_beside_the_database() -> None:
    options = parser().parse_args(["serve"])
    assert recordings(options, "1") == Path.cwd() / "recordings" / "1"
