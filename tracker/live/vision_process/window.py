"""The eyes' window to the desk: lays out the camera's newest picture, scaled down, once each time that it is asked for.

It has a thread of its own, takes pictures that are decoded already, and does nothing while no desk looks; so it costs
the seeing no more than its few milliseconds of a core. The picture goes through memory that server and eyes both see:
it is in the eyes' hands from when it is asked for until it is told, so that no lock is needed and nothing is torn.
"""

import os
import threading
from collections.abc import Callable
from typing import Final

import cv2

from tracker.capture.picture import Image, Picture
from tracker.live.messages import Pictured
from tracker.show.pictures.jpeg import as_jpeg

LARGEST_PX: Final = 960
"""Longest edge of what a desk is shown: a tablet shows it beside much else."""
QUALITY: Final = 75
WHOLE_QUALITY: Final = 95
EVERY_S: Final = 0.14
"""No sooner is one shown after the other: about seven a second."""
LOOK_UP_S: Final = 0.25
Taken = tuple[Picture, float]
"""A picture, and when it came (Unix, ms)."""
NewestOf = Callable[[int, float], Taken | None]
"""Gives the newest picture numbered above the first argument, waiting so many seconds for it."""


class DeskWindow:
    """What the server asks to look through."""

    def __init__(self, memory: int, tell: Callable[[Pictured], None]) -> None:
        self._memory, self._tell = memory, tell
        self._asked, self._closed = threading.Event(), threading.Event()
        self._is_whole = False

    def look(self, *, whole: bool = False) -> None:
        """Show the next picture, with all its pixels or scaled down; may be called from any thread."""
        self._is_whole = whole
        self._asked.set()

    def close(self) -> None:
        """Show nothing more."""
        self._closed.set()  # first: whoever takes the asking below for another picture sees afterwards that it is over
        self._asked.set()

    def show(self, newest: NewestOf) -> None:
        """Show what is asked for until the window is closed."""
        number = -1
        while not self._closed.is_set() and self._asked.wait():
            taken = newest(number, LOOK_UP_S)
            if taken is not None:
                self._asked.clear()
                number = taken[0].number
                self._lay(*taken)
            self._closed.wait(EVERY_S)

    def _lay(self, picture: Picture, taken_ms: float) -> None:
        whole = self._is_whole
        jpeg = as_jpeg(picture.image, WHOLE_QUALITY) if whole else shrunk(picture.image)
        os.pwrite(self._memory, jpeg, 0)
        width, height = picture.size
        self._tell(Pictured(bytes=len(jpeg), width=width, height=height, taken_ms=round(taken_ms), whole=whole))


def shrunk(image: Image) -> bytes:
    """Return a picture as a small JPEG."""
    height, width = image.shape[:2]
    share = LARGEST_PX / max(width, height)
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else image
    return as_jpeg(small, QUALITY)
