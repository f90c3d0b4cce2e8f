"""The recording of a table: which pictures there are of a stroke, each of them by its number, and clips made of them.

Clips lie beside the parts of the recording, where retention does not look. Making one stands back for all else that the
machine does: the eyes and the screens come first.
"""

import os
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import Path
from typing import Final, TypeVar

from av.error import FFmpegError

from tracker.capture.picture import Image
from tracker.capture.recording.reel import Reel
from tracker.domain.strokes.stroke import Stroke
from tracker.live.log import say
from tracker.review.pictures import NumberedJpeg, Pictures
from tracker.show.screens.review import AROUND_US, ReviewPicture
from tracker.store.video import video_writer

REEL: Final = ".reel"
"""Tells a reel from every other: its numbers and times name pictures of it alone."""
CLIPS: Final = "clips"
NICE: Final = 10
RATE: Final = 25.0
"""Pictures keep their own times; a container wants a rate all the same."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A clip that was made, and the capture times of its first and last picture."""

    id: str
    file: str
    """Where it lies, from the folder of the recording."""
    from_us: int
    to_us: int


class Footage:
    """What the camera of a table recorded into a folder, and records on."""

    def __init__(self, folder: Path) -> None:
        """Take up the folder, or make it.

        Raises:
            OSError: it can be neither made nor written.
        """
        self.folder, self.id = folder, reel_id(folder)
        self._reel, self._lock = Reel(folder), threading.Lock()
        self._pictures = Pictures(Reel(folder))
        self._closing = threading.Event()
        self._cutting = ThreadPoolExecutor(1, "cutting", _stand_back)

    def close(self) -> None:
        """Leave off making clips; of one that is half drawn nothing stays."""
        self._closing.set()
        self._cutting.shutdown(cancel_futures=True)

    def holds(self, stroke: Stroke) -> bool:
        """Tell, quickly, whether there seem to be pictures of a stroke."""
        with self._lock:
            return self._reel.holds(stroke.began_us)

    def shown(self, stroke: Stroke) -> tuple[ReviewPicture, ...]:
        """Return which pictures there are about a stroke."""
        with self._lock:
            listed = self._reel.shown(*_about(stroke))
        return tuple(ReviewPicture(number=one.number, at_us=one.at_us) for one in listed)

    def still(self, stroke: Stroke, number: int) -> NumberedJpeg | None:
        """Return a picture of a stroke by its number; None where there is none such."""
        still, (from_us, to_us) = self._pictures.still(number), _about(stroke)
        return still if still is not None and from_us <= still.at_us <= to_us else None

    def later(self, work: Callable[[], T]) -> "Future[T]":
        """Have a clip made, one after the other, when the machine has time for it."""
        return self._cutting.submit(work)

    def copied(self, stroke: Stroke) -> Cut | None:
        """Keep the pictures about a stroke as the camera sent them; None where there are none.

        Raises:
            OSError, FFmpegError: the disk is full, or a part has gone.
        """
        id, file = self._new()
        try:
            clip = Reel(self.folder).export(*_about(stroke), self.folder / file)
        finally:
            (self.folder / f"{file}.part").unlink(missing_ok=True)
        return None if clip is None else Cut(id=id, file=file, from_us=clip.from_us, to_us=clip.to_us)

    def copied_to(self, path: Path, stroke: Stroke) -> bool:
        """Write the pictures about a stroke to a file elsewhere, as the camera sent them; tell whether it is whole."""
        try:
            return Reel(self.folder).export(*_about(stroke), path) is not None
        except (OSError, FFmpegError) as trouble:
            say("a clip was not made", why=str(trouble))
            return False
        finally:
            path.with_name(f"{path.name}.part").unlink(missing_ok=True)

    def drawn(self, pictures: Sequence[ReviewPicture], draw: Callable[[Image, ReviewPicture], Image]) -> Cut | None:
        """Make a clip of these pictures and no other, as `draw` returns each; None where they are not there.

        Raises:
            OSError, FFmpegError: the disk is full, or the program ends.
        """
        wanted, (id, file) = {one.number: one for one in pictures}, self._new()
        lying = Reel(self.folder).pictures(pictures[0].at_us, pictures[-1].at_us)
        found = (picture for picture in lying if picture.number in wanted)
        first = next(found, None)
        if first is None:
            return None
        size, last_us = (first.size[0] & ~1, first.size[1] & ~1), first.at_us
        alike = takewhile(lambda picture: picture.size == first.size, found)
        with video_writer(self.folder / file, RATE, size) as video:
            for picture in chain((first,), alike):
                if self._closing.is_set():
                    raise InterruptedError("the program ends")
                image, last_us = draw(picture.image, wanted[picture.number]), picture.at_us
                video.write(_fitted(image, size), last_us - first.at_us)
        return Cut(id=id, file=file, from_us=first.at_us, to_us=last_us)

    def drop(self, cut: Cut) -> None:
        """Take a clip away that could not be written down."""
        (self.folder / cut.file).unlink(missing_ok=True)

    def _new(self) -> tuple[str, str]:
        """Return an id for a clip that nobody can guess, and where it is to lie."""
        (self.folder / CLIPS).mkdir(exist_ok=True)
        id = secrets.token_hex(16)
        return id, f"{CLIPS}/{id}.mp4"


def reel_id(folder: Path) -> str:
    """Return what tells the reel in a folder from every other one; one that is new gets it now.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / REEL
    if not file.exists():
        new = folder / f"{REEL}.new"
        new.write_text(secrets.token_hex(16))
        new.replace(file)
    return file.read_text()


def _about(stroke: Stroke) -> tuple[int, int]:
    return stroke.began_us - AROUND_US, stroke.ended_us + AROUND_US


def _fitted(image: Image, size: tuple[int, int]) -> Image:
    """Return a picture without the last line or column that a video of even size has no room for."""
    return image[: size[1], : size[0]]


def _stand_back() -> None:
    """Let everything else on the machine go first; what this thread starts stands back too (Linux; elsewhere not)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
