"""Sources as people hand them over: whole, broken, turned, or something else altogether."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Never

import av
import cv2
import numpy as np
import pytest

from tracker.capture.ahead import read_ahead
from tracker.capture.sources.source import Span, open_source
from tracker.domain.errors import SourceUnreadable


def film(
    path: Path,
    stamps_ms: list[int],
    size: tuple[int, int] = (64, 48),
    corner: int | tuple[int, ...] = 0,
    **options: str,
) -> Path:
    """Write a small H.264 film whose picture n is a grey of 2n, at the given stamps, with a `corner` of its own."""
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        for n, stamp in enumerate(stamps_ms):
            image = np.full((size[1], size[0], 3), 2 * n, np.uint8)
            image[:16, :16] = corner or 2 * n
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts, frame.time_base = stamp, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def even(count: int, rate: float) -> list[int]:
    return [round(n * 1000 / rate) for n in range(count)]


def test_every_picture_arrives_in_order_with_its_number(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "a.mp4", even(50, 25))))
    pictures = list(source.pictures())
    assert [p.number for p in pictures] == list(range(50))
    assert source.total == 50
    assert source.size == (64, 48)
    assert source.rate == pytest.approx(25)


def test_times_are_the_sources_own_stamps_even_when_they_are_uneven(tmp_path: Path) -> None:
    stamps = [0, 20, 40, 100, 120, 155, 160, 200, 240, 280]
    source = open_source(str(film(tmp_path / "vfr.mkv", stamps)))
    assert [p.at_us // 1000 for p in source.pictures()] == stamps


def test_times_count_from_the_first_picture(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "late.mkv", [5000 + s for s in even(10, 25)])))
    assert next(source.pictures()).at_us == 0


def test_a_recording_can_be_read_twice(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "a.mp4", even(10, 25))))
    assert len(list(source.pictures())) == len(list(source.pictures())) == 10


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda d: d / "nowhere.mp4", "no such file"),
        (lambda d: _bytes(d / "empty.mp4", b""), "empty"),
        (lambda d: _bytes(d / "text.mp4", b"this is no film " * 100), "cannot be read as a video"),
        (lambda d: _still(d / "still.jpg"), "cuewatch look"),
        (lambda d: _still(d / "still.jpg").rename(d / "disguised.mp4"), "single picture|no picture|cannot be read"),
        (lambda d: _cut(film(d / "cut.mp4", even(100, 25)), 0.5), "truncated"),
        (lambda d: _cut(film(d / "index.mp4", even(100, 25), movflags="faststart"), 0.7), "truncated"),
        (lambda d: film(d / "one.mp4", [0]), "single picture"),
        (lambda d: film(d / "slow.mkv", [n * 3000 for n in range(5)]), "pictures a second"),
        (lambda d: d, "folder without pictures"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    with pytest.raises(SourceUnreadable, match=says) as refused:
        list(open_source(str(make(tmp_path))).pictures())
    assert "\n" not in str(refused.value)


def test_a_phone_clip_stands_upright(tmp_path: Path) -> None:
    plain = film(tmp_path / "plain.mp4", even(10, 25), size=(64, 48))
    turned = _with_rotation(plain, tmp_path / "turned.mp4")
    source = open_source(str(turned))
    assert source.size == (48, 64)
    assert next(source.pictures()).image.shape == (64, 48, 3)


def test_a_quarter_turn_clockwise_takes_the_top_left_corner_to_the_top_right(tmp_path: Path) -> None:
    plain = film(tmp_path / "plain.mp4", even(3, 25), corner=255)
    image = next(open_source(str(_with_rotation(plain, tmp_path / "turned.mp4"))).pictures()).image
    assert image[:8, -8:].mean() > 200
    assert image[:8, :8].mean() < 50


def test_colours_come_as_blue_green_and_red(tmp_path: Path) -> None:
    red = (20, 20, 200)
    image = next(open_source(str(film(tmp_path / "a.mp4", even(3, 25), corner=red))).pictures()).image
    assert image[4:12, 4:12].mean(axis=(0, 1)) == pytest.approx(red, abs=12)


def test_a_folder_of_stills_is_read_in_natural_order(tmp_path: Path) -> None:
    for name, grey in {"10": 10, "9": 9, "2": 2, "²1": 21}.items():  # a small two counts for no number
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((8, 8, 3), grey, np.uint8))
    source = open_source(str(tmp_path))
    assert [int(p.image[0, 0, 0]) for p in source.pictures()] == [2, 9, 10, 21]


def test_a_span_keeps_the_numbers_and_times_of_the_whole(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "a.mp4", even(50, 25))))
    kept = list(Span(start_s=0.4, end_s=0.8).cut(source.pictures()))
    assert (kept[0].number, kept[-1].number) == (10, 20)


def test_a_span_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(SourceUnreadable, match="--start 3"):
        Span(start_s=3, end_s=2)


def test_reading_ahead_changes_nothing(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "a.mp4", even(30, 25))))
    assert [p.at_us for p in read_ahead(source.pictures(), depth=2)] == [p.at_us for p in source.pictures()]


def test_reading_ahead_hands_on_what_went_wrong() -> None:
    def breaks_off() -> Iterator[Never]:
        yield from ()
        raise SourceUnreadable("the cable is out")

    with pytest.raises(SourceUnreadable, match="cable"):
        list(read_ahead(breaks_off()))


def test_reading_ahead_may_be_left_early(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "a.mp4", even(50, 25))))
    ahead = read_ahead(source.pictures(), depth=2)
    assert next(ahead).number == 0
    assert isinstance(ahead, Generator)
    ahead.close()


@pytest.mark.parametrize("name", ["camera:", "camera:front"])
def test_a_camera_needs_a_number(name: str) -> None:
    with pytest.raises(SourceUnreadable, match="camera:0"):
        open_source(name)


def _bytes(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def _still(path: Path) -> Path:
    cv2.imwrite(str(path), np.zeros((48, 64, 3), np.uint8))
    return path


def _cut(path: Path, share: float) -> Path:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    return path


def _with_rotation(plain: Path, turned: Path) -> Path:
    """Turn the display matrix in the track header of an MP4 by 90 degrees, as a phone held upright does."""
    content = bytearray(plain.read_bytes())
    header = content.index(b"tkhd")
    matrix = header + 4 + 4 + 20 + 8 + 8
    turn = [0, 1 << 16, 0, -(1 << 16), 0, 0, 48 << 16, 0, 1 << 30]
    content[matrix : matrix + 36] = b"".join(v.to_bytes(4, "big", signed=True) for v in turn)
    turned.write_bytes(bytes(content))
    return turned
