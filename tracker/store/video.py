"""Write pictures as an H.264 recording that every browser plays; the file takes its name only when it is whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

TIME_BASE = Fraction(1, 90_000)
QUALITY = {"crf": "23", "preset": "veryfast"}


class VideoWriter:
    """Takes pictures of one size with their capture times."""

    def __init__(self, container: av.container.OutputContainer, rate: float, size: tuple[int, int]) -> None:
        self._container = container
        self._stream = container.add_stream("libx264", rate=Fraction(rate).limit_denominator(1001), options=QUALITY)
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        self._stream.time_base = self._stream.codec_context.time_base = TIME_BASE

    def write(self, image: NDArray[np.uint8], at_us: int) -> None:
        """Add one (height, width, 3) BGR picture, shown at `at_us`; times must rise."""
        frame = av.VideoFrame.from_ndarray(image, format="bgr24")
        frame.pts, frame.time_base = round(at_us * TIME_BASE.denominator / 1_000_000), TIME_BASE
        self._container.mux(self._stream.encode(frame))

    def finish(self) -> None:
        """Write what the encoder still holds."""
        self._container.mux(self._stream.encode())


@contextmanager
def video_writer(path: Path, rate: float, size: tuple[int, int]) -> Iterator[VideoWriter]:
    """Give a writer of pictures of `size` (width and height, both even); an unfinished file is taken away again."""
    unfinished = path.with_name(f".{path.name}.part")
    try:
        with av.open(str(unfinished), "w", format="mp4", options={"movflags": "faststart"}) as container:
            writer = VideoWriter(container, rate, size)
            yield writer
            writer.finish()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
