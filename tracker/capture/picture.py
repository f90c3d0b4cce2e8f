"""One picture of a source, with its number and the time that the source itself stamped on it."""

from dataclasses import dataclass
from threading import local

import av
import numpy as np
from av.video.reformatter import VideoReformatter
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A picture as the camera took it, upright."""

    number: int
    """Counts from 0 over the whole source, pictures before `--start` included."""
    at_us: int
    """Capture time from the first picture of the source."""
    image: Image
    """(height, width, 3) BGR."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px."""
        return self.image.shape[1], self.image.shape[0]


class _Ready(local):
    """What brings pictures into BGR, each thread its own: a frame that is asked makes one anew, with threads."""

    def __init__(self) -> None:
        self.reformatter = VideoReformatter()


_READY = _Ready()


def bgr(frame: av.VideoFrame) -> Image:
    """Return a decoded video frame as (height, width, 3) BGR."""
    return np.asarray(_READY.reformatter.reformat(frame, format="bgr24", threads=1).to_ndarray(), np.uint8)


def quarter_turns(frame: av.VideoFrame) -> int:
    """Return how often a decoded video frame is to be turned by 90 degrees anticlockwise to stand upright."""
    # FFmpeg's display rotation counts anticlockwise in degrees, as numpy.rot90 does.
    return round(float(frame.rotation) / 90) % 4


def upright(frame: av.VideoFrame, turns: int) -> Image:
    """Return a decoded video frame as (height, width, 3) BGR, turned by as many times 90 degrees anticlockwise."""
    image = bgr(frame)
    return np.ascontiguousarray(np.rot90(image, turns)) if turns else image
