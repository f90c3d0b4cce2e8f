"""Look again at a few moments of a source, without decoding all that lies between them.

A recording is entered at the key picture before each moment and decoded from there; a folder of stills is simply read.
What is live has gone by, and gives nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

import av
import av.error

from tracker.capture.picture import Image, upright
from tracker.capture.sources.source import Source
from tracker.capture.sources.video_file import Recording


def images_at(source: Source, times_us: Sequence[int]) -> Iterator[tuple[int, Image]]:
    """Give (time, picture) for those of `times_us` at which the source has a picture, in the order of time.

    Times are those that the pictures of `source` carry. A moment that cannot be found again is left out.
    """
    wanted = sorted(set(times_us))
    if not wanted or source.total is None:
        return
    if isinstance(source, Recording):
        # What was followed stands, even if the file has since been moved or written over.
        with suppress(av.error.FFmpegError, OSError):
            yield from _sought(source, wanted)
        return
    yield from ((picture.at_us, picture.image) for picture in source.pictures() if picture.at_us in wanted)


def _sought(source: Recording, times_us: Sequence[int]) -> Iterator[tuple[int, Image]]:
    with av.open(str(source.path)) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        unit = Fraction(stream.time_base or 0)
        for at_us in times_us:
            frame = _frame_at(container, stream, source.first_pts + round(Fraction(at_us, 1_000_000) / unit))
            if frame is not None:
                yield at_us, upright(frame, source.quarter_turns)


def _frame_at(
    container: av.container.InputContainer, stream: av.video.stream.VideoStream, stamp: int
) -> av.VideoFrame | None:
    container.seek(stamp, stream=stream)
    for frame in container.decode(stream):
        if frame.pts is not None and frame.pts >= stamp:
            return frame if frame.pts == stamp else None
    return None
