"""What a capture child reads: a network camera, a recording played as if it happened now, a camera of this machine.

Packets get their capture time as soon as they are there, in whole µs, and keep it: what is recorded and what is decoded
from them carry the same times.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import av

from tracker.capture.picture import Picture
from tracker.capture.stamped import MICRO, REORDERED_US, Decoded, Given, Packet, Sent, decoded, restamped
from tracker.capture.timeline import Reached, Timeline
from tracker.domain.errors import SourceLost

BEHIND_US = 3_000_000
"""Who has not had to wait for the camera for so long is behind it, and passes over to pictures that stand alone."""
WAIT_US = 2_000
"""A packet that takes longer to come was not there before."""
Clock = Callable[[], int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Feed:
    """A source that is open."""

    given: Iterator[Given]
    stream: av.VideoStream | None = None
    """What the packets belong to; None where there are only pictures."""


def clock_us() -> int:
    """Return our own clock, which all processes of this machine share."""
    return time.monotonic_ns() // 1000


def packet_feed(context: av.VideoCodecContext, packets: Iterable[Packet], reached: Reached | None) -> Iterator[Given]:
    """Give packets with their capture times, and the pictures that they complete."""
    stamped, waited_us, behind = on_capture_clock(packets, reached, clock_us), clock_us(), False
    asked_us = waited_us
    while (sent := next(stamped, None)) is not None:
        now_us = clock_us()
        waited_us = now_us if now_us - asked_us > WAIT_US else waited_us
        behind = now_us - waited_us > BEHIND_US or (behind and not sent.stands_alone)
        if behind and not sent.stands_alone:
            yield Given(sent=sent, decoded=(), missed=1)
        else:
            frames = decoded(context, sent.packet)
            yield Given(sent=sent, decoded=_pictures(frames), missed=int(frames is None))
        asked_us = clock_us()
    yield Given(decoded=_pictures(decoded(context, None)))


def of_one_size(given: Iterable[Given], name: str) -> Iterator[Given]:
    """Give what a feed gives while its pictures are all of one size.

    A decoder and a recording are set up for one size: FFmpeg takes a JPEG of half the height for half a picture, and
    puts two of them together (mjpegdec, `org_height`). So another size ends the reading, to be begun anew.

    Raises:
        SourceLost: the pictures have become larger or smaller; `name` is what to call the source.
    """
    first = None
    for one in given:
        for size in ((picture.frame.width, picture.frame.height) for picture in one.decoded):
            first = first or size
            if size != first:
                was, now = (f"{width}x{height}" for width, height in (first, size))
                raise SourceLost(f"{name} now sends pictures of {now}, not {was}: it is opened anew")
        yield one


def on_capture_clock(packets: Iterable[Packet], reached: Reached | None, clock: Clock) -> Iterator[Sent]:
    """Give packets stamped in µs of capture time, from the source's stamps; from our clock where it has none."""
    timeline, first, began_us = None, Fraction(0), clock()
    for packet in packets:
        if not packet.size:
            continue
        now_us, unit = clock(), Fraction(packet.time_base or MICRO)
        sent = None if packet.dts is None else packet.dts * unit
        shown = packet.pts * unit if packet.pts is not None else sent
        shown = (now_us - began_us) * MICRO if shown is None else shown
        first = shown if timeline is None else first
        shown_us, sent_us = _whole_us(shown - first), None if sent is None else _whole_us(sent - first)
        timeline = _moved(timeline, shown_us, sent_us, now_us) if timeline else _begun(reached, sent_us, now_us)
        shift_us = timeline.shift_us
        yield restamped(packet, shown_us + shift_us, None if sent_us is None else sent_us + shift_us)


def _begun(reached: Reached | None, sent_us: int | None, now_us: int) -> Timeline:
    """Return the timeline that begins with a picture stamped 0."""
    shift_us = 0 if reached is None else reached.now(now_us)
    return Timeline(shift_us=shift_us, stamp_us=-REORDERED_US if sent_us is None else sent_us, clock_us=now_us)


def _moved(timeline: Timeline, shown_us: int, sent_us: int | None, now_us: int) -> Timeline:
    return timeline.out_of_turn(shown_us, now_us) if sent_us is None else timeline.then(sent_us, now_us)


def _whole_us(seconds: Fraction) -> int:
    return round(seconds / MICRO)


def _pictures(frames: tuple[av.VideoFrame, ...] | None) -> tuple[Decoded, ...]:
    return tuple(Decoded(frame=frame, at_us=frame.pts or 0) for frame in frames or ())


def played(path: str, loop: bool, wait_until: Callable[[int], None]) -> Iterator[Packet]:
    """Give the packets of a recording when they are due, again and again if `loop`, with stamps that go on rising."""
    lap, begin = 0, None
    while True:
        end = lap
        # Opened anew for each lap: seeking back would take the last pictures of a lap out of the decoder.
        with av.open(path) as container:
            stream = container.streams.video[0]
            unit = Fraction(stream.time_base or MICRO)
            for packet in container.demux(stream):
                if packet.pts is None:
                    continue
                begin = packet.pts if begin is None else begin
                end = max(end, packet.pts + (packet.duration or 1) - begin + lap)
                packet.pts += lap
                packet.dts = None if packet.dts is None else packet.dts + lap
                wait_until(_whole_us(((packet.pts if packet.dts is None else packet.dts) - begin) * unit))
                yield packet
        if not loop or end == lap:
            return
        lap = end


def in_real_time() -> Callable[[int], None]:
    """Return what waits until so many µs have passed since now."""
    began_us = clock_us()

    def wait_until(due_us: int) -> None:
        time.sleep(max(0.0, (began_us + due_us - clock_us()) / 1e6))

    return wait_until


def picture_feed(pictures: Iterable[Picture], reached: Reached | None) -> Iterator[Given]:
    """Give pictures that come without packets; theirs are the times."""
    began_us = 0 if reached is None else reached.now(clock_us())
    for picture in pictures:
        frame = av.VideoFrame.from_ndarray(picture.image, format="bgr24")
        yield Given(decoded=(Decoded(frame=frame, at_us=began_us + picture.at_us),))
