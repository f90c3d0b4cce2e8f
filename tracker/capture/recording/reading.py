"""Packets and pictures of a part of a recording, with their capture times."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import av

from tracker.capture.recording.parts import Part
from tracker.capture.stamped import MICRO, Decoded, Sent, decoded, restamped


@contextmanager
def opened(part: Part) -> Iterator[tuple[av.container.InputContainer, av.VideoStream]]:
    """Open a part of a recording.

    Raises:
        OSError, FFmpegError: it has gone, or cannot be read.
    """
    with part.content() as content, av.open(content, "r", format="mp4") as container:
        yield container, container.streams.video[0]


def packets_of(part: Part) -> list[Sent]:
    """Return the packets of a part in the order of sending.

    Raises:
        OSError, FFmpegError: it has gone, or cannot be read.
    """
    with opened(part) as (container, stream):
        packets = [packet for packet in container.demux(stream) if packet.size]
        unit = Fraction(stream.time_base or MICRO) / MICRO
    first = packets[0].pts or 0 if packets else 0

    def at_us(stamp: int | None) -> int:
        return part.begin_us + round(((stamp or 0) - first) * unit)

    return [restamped(packet, at_us(packet.pts), at_us(packet.dts)) for packet in packets]


def pictures_of(part: Part) -> Iterator[Decoded]:
    """Give the decoded pictures of a part in order of time.

    Raises:
        OSError, FFmpegError: it has gone, or cannot be read.
    """
    with opened(part) as (container, stream):
        stream.thread_type = "AUTO"
        unit, first = Fraction(stream.time_base or MICRO) / MICRO, None
        for packet in container.demux(stream):
            for frame in decoded(stream.codec_context, packet if packet.size else None) or ():
                stamp = frame.pts or 0
                first = stamp if first is None else first
                yield Decoded(frame=frame, at_us=part.begin_us + round((stamp - first) * unit))
