"""Pictures of a recording by their number, quick enough to step through them one after the other.

A part is decoded from its beginning, where a picture stands alone, so a number gives that very picture. What was passed
on the way stays for a while, as JPEG: stepping back finds it there, stepping on goes on decoding where it stopped.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tracker.capture.picture import Picture
from tracker.capture.recording.parts import Part
from tracker.capture.recording.reel import Reel
from tracker.show.pictures.jpeg import as_jpeg

QUALITY: Final = 92
BEFORE: Final = 30
"""So many pictures before one that is gone to are kept on the way; all before those are decoded and dropped."""
MOST_BYTES: Final = 64 << 20
"""As much is kept as a dozen seconds at 720 lines take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedJpeg:
    """A picture as a browser gets it."""

    number: int
    at_us: int
    jpeg: bytes


class Pictures:
    """The pictures of a reel; threads may ask at the same time, and are answered one after the other."""

    def __init__(self, reel: Reel, most_bytes: int = MOST_BYTES) -> None:
        self._reel, self._most_bytes = reel, most_bytes
        self._kept: OrderedDict[int, NumberedJpeg] = OrderedDict()
        self._size, self._lock = 0, threading.Lock()
        self._part: Part | None = None
        """The part that is being decoded."""
        self._ahead: Iterator[Picture] = iter(())
        self._reached = -1

    def still(self, number: int) -> NumberedJpeg | None:
        """Return the picture of that number, or None where it is not there."""
        with self._lock:
            if number in self._kept:
                self._kept.move_to_end(number)
                return self._kept[number]
            part = self._reel.part_before(number)
            if part is None:
                return None
            if part != self._part or number <= self._reached:
                self._part, self._reached = part, -1
                self._ahead = self._reel.pictures_in(part, number - BEFORE)
            return self._forward(number)

    def _forward(self, number: int) -> NumberedJpeg | None:
        """Decode on to a picture; a part in which it is not is begun again when asked next: it may have grown."""
        for picture in self._ahead:
            still = self._keep(picture)
            if still.number >= number:
                return still if still.number == number else None
        self._part = None
        return None

    def _keep(self, picture: Picture) -> NumberedJpeg:
        jpeg = as_jpeg(picture.image, QUALITY)
        still = NumberedJpeg(number=picture.number, at_us=picture.at_us, jpeg=jpeg)
        self._reached = still.number
        before = self._kept.pop(still.number, None)
        self._kept[still.number] = still
        self._size += len(jpeg) - (len(before.jpeg) if before else 0)
        while self._size > self._most_bytes and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1].jpeg)
        return still
