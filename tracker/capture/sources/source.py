"""Open whatever a person names as the source of pictures: a recording, a folder of stills, a network camera, a camera.

A recording is first read through without decoding (`sources.video_file`), so that a truncated or absurd one is refused
with one line before any work is done. Live sources are taken as they come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tracker.capture.picture import Picture
from tracker.capture.process.opening import is_live
from tracker.capture.sources.folder import Folder, open_folder
from tracker.capture.sources.live import open_live
from tracker.capture.sources.video_file import open_recording
from tracker.domain.errors import SourceUnreadable

STILLS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


class Source(Protocol):
    """Pictures in order of time; may be read more than once unless it is live."""

    @property
    def name(self) -> str:
        """What to call it, without credentials."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px, upright."""

    @property
    def rate(self) -> float:
        """Pictures a second, the median over its stamps."""

    @property
    def total(self) -> int | None:
        """How many pictures there are, or None while nobody can know."""

    def pictures(self) -> Iterator[Picture]:
        """Give the pictures in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The part of a source that was asked for, in seconds from its first picture."""

    start_s: float = 0.0
    end_s: float = float("inf")

    def __post_init__(self) -> None:
        if not 0 <= self.start_s < self.end_s:
            raise SourceUnreadable(
                f"no pictures between --start {self.start_s:g} and --end {self.end_s:g}: give a start before the end"
            )

    def cut(self, pictures: Iterator[Picture]) -> Iterator[Picture]:
        """Give the pictures within the span."""
        for picture in pictures:
            if picture.at_us > self.end_s * 1e6:
                return
            if picture.at_us >= self.start_s * 1e6:
                yield picture


def open_source(name: str) -> Source:
    """Return the source that `name` stands for: a file, a folder of stills, `rtsp://…`, or `camera:N`.

    Raises:
        SourceUnreadable: there is no such thing, or it cannot be used; the message says why.
    """
    if is_live(name):
        return open_live(name)
    path = Path(name)
    if not path.exists():
        raise SourceUnreadable(f"{name}: no such file; check the path")
    if path.is_dir():
        folder: Folder = open_folder(path, STILLS)
        return folder
    if path.suffix.lower() in STILLS:
        raise SourceUnreadable(f"{name} is a still picture, not a video: use `cuewatch look {name}`")
    return open_recording(path)
