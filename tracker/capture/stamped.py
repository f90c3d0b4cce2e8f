"""Packets and decoded pictures with their capture time in whole µs, whoever stamped them before."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import av
import av.error

from tracker.capture.parts import Part

MICRO = Fraction(1, 1_000_000)
if TYPE_CHECKING:
    Packet = av.Packet[av.VideoStream]
else:
    Packet = av.Packet


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Which picture: its number and its capture time."""

    number: int
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sent:
    """A packet as a camera sent it, its own stamps the same as these."""

    packet: Packet
    at_us: int
    """Capture time of its picture."""
    sent_us: int | None
    """Its place in the order of sending, on the same clock; None where the camera does not tell."""

    @property
    def stands_alone(self) -> bool:
        """Whether its picture needs no other."""
        return self.packet.is_keyframe


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Decoded:
    """A decoded picture, not yet in the colours that the rest of the program wants."""

    frame: av.VideoFrame
    at_us: int


def restamped(packet: Packet, at_us: int, sent_us: int | None) -> Sent:
    """Return a packet with other stamps, in µs; what is decoded from it gets them too."""
    packet.pts, packet.dts, packet.time_base = at_us, sent_us, MICRO
    return Sent(packet=packet, at_us=at_us, sent_us=sent_us)


def decoded(context: av.VideoCodecContext, packet: Packet | None) -> tuple[av.VideoFrame, ...] | None:
    """Return the pictures that a packet completes, or None where it is broken. No packet: those that are left."""
    try:
        return tuple(frame for frame in context.decode(packet) if frame.pts is not None)
    except av.error.InvalidDataError:
        return None


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
