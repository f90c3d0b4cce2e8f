"""Packets and decoded pictures with their capture time in whole µs, whoever stamped them before."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import av
import av.error

MICRO = Fraction(1, 1_000_000)
REORDERED_US = 1_000_000
"""A packet whose place in the order of sending is not told was sent at most this long before it is shown."""
if TYPE_CHECKING:
    Packet = av.Packet[av.VideoStream]
else:
    Packet = av.Packet


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureStamp:
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Given:
    """What a feed gives at a time: a packet as it was sent, and the pictures that it completes, in order of time."""

    decoded: tuple[Decoded, ...]
    sent: Sent | None = None
    missed: int = 0
    """Pictures that were passed over: to catch up with the camera, or broken."""


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
