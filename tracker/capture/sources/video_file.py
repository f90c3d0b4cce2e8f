"""A video file, read through PyAV with the stamps that its container holds.

The packets are walked once without decoding: that costs a hundredth of decoding, gives the exact count and rate, and
finds a truncated file before a person has waited for it. A phone's display rotation is undone, so pictures are upright.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import median

import av
import av.error

from tracker.capture.picture import Picture, quarter_turns, upright
from tracker.domain.errors import SourceUnreadable

SLOWEST_RATE, FASTEST_RATE = 5.0, 1000.0
SHORTEST_PICTURES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A video file that was found to be whole."""

    path: Path
    size: tuple[int, int]
    rate: float
    total: int | None
    first_pts: int
    quarter_turns: int
    """How often each picture is turned by 90 degrees anticlockwise to stand upright."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    def pictures(self) -> Iterator[Picture]:
        """Decode the pictures one by one, in the order in which they are shown."""
        with av.open(str(self.path)) as container:
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
            unit = Fraction(stream.time_base or 0)
            for number, (stamp, frame) in enumerate(_decoded(container, stream, self.name)):
                at_us = round((stamp - self.first_pts) * unit * 1_000_000)
                yield Picture(number=number, at_us=at_us, image=upright(frame, self.quarter_turns))


def open_recording(path: Path) -> Recording:
    """Return the recording at `path`.

    Raises:
        SourceUnreadable: it is empty, no video, truncated, or its stamps make no sense.
    """
    if path.stat().st_size == 0:
        raise SourceUnreadable(f"{path} is empty: record or copy it again")
    try:
        with av.open(str(path)) as container:
            return _scanned(path, container)
    except (av.error.FFmpegError, OSError, UnicodeError) as trouble:
        raise SourceUnreadable(
            f"{path} cannot be read as a video ({_reason(trouble)}): it is truncated or of another kind; copy it again"
        ) from trouble


def _scanned(path: Path, container: av.container.InputContainer) -> Recording:
    if not container.streams.video:
        raise SourceUnreadable(f"{path} holds no video track: give a recording with pictures")
    stream = container.streams.video[0]
    _, first = next(_decoded(container, stream, str(path)), (0, None))
    if first is None:
        raise SourceUnreadable(f"{path} holds no picture that can be decoded: copy or record it again")
    turns = quarter_turns(first)
    stamps = _stamps(path, stream.index)
    _refuse_truncated(path, stream, len(stamps))
    width, height = (first.width, first.height) if turns % 2 == 0 else (first.height, first.width)
    return Recording(
        path=path, size=(width, height), rate=_rate(path, stamps, Fraction(stream.time_base or 0)),
        total=len(stamps), first_pts=stamps[0], quarter_turns=turns,
    )  # fmt: skip


def _stamps(path: Path, index: int) -> list[int]:
    with av.open(str(path)) as container:
        stamps = [p.pts for p in container.demux(container.streams[index]) if p.pts is not None and p.size]
    if not stamps:
        raise SourceUnreadable(f"{path} carries no time stamps: convert it to MP4 or MKV")
    return sorted(stamps)


def _refuse_truncated(path: Path, stream: av.video.stream.VideoStream, found: int) -> None:
    if stream.frames and found < stream.frames:
        raise SourceUnreadable(f"{path} is truncated: {found} of its {stream.frames} pictures are there; copy it again")
    if stream.duration and stream.time_base and stream.average_rate:
        due = float(stream.duration * stream.time_base * stream.average_rate)
        if found < due - max(2 * float(stream.average_rate), 0.1 * due):
            raise SourceUnreadable(f"{path} is truncated: {found} of about {due:.0f} pictures are there; copy it again")


def _rate(path: Path, stamps: list[int], unit: Fraction) -> float:
    if len(stamps) < SHORTEST_PICTURES:
        raise SourceUnreadable(f"{path} holds a single picture, not a video: use `cuewatch look` on a still")
    step_s = float(median(b - a for a, b in pairwise(stamps)) * unit)
    rate = 1 / step_s if step_s > 0 else float("inf")
    if not SLOWEST_RATE <= rate <= FASTEST_RATE:
        raise SourceUnreadable(
            f"{path} claims {rate:g} pictures a second: {SLOWEST_RATE:g} to {FASTEST_RATE:g} can be used; "
            "set its frame rate right or record it again"
        )
    return rate


def _decoded(
    container: av.container.InputContainer, stream: av.video.stream.VideoStream, name: str
) -> Iterator[tuple[int, av.VideoFrame]]:
    try:
        for frame in container.decode(stream):
            if frame.pts is not None:
                yield frame.pts, frame
    except av.error.FFmpegError as trouble:
        raise SourceUnreadable(f"{name} breaks off ({_reason(trouble)}): it is truncated; copy it again") from trouble


def _reason(trouble: Exception) -> str:
    return getattr(trouble, "strerror", None) or str(trouble)
