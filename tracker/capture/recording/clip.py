"""A span of a recording as one file that any player shows, made of the packets as they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import av

from tracker.capture.recording.parts import Part
from tracker.capture.recording.reading import opened, packets_of
from tracker.capture.stamped import MICRO, Sent, restamped

WHOLE = {"movflags": "faststart", "video_track_timescale": str(MICRO.denominator)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """A clip, and the capture times of its first and last picture."""

    path: Path
    from_us: int
    to_us: int


def write_clip(parts: Sequence[Part], to_us: int, path: Path) -> Clip | None:
    """Write the pictures of `parts` until `to_us` as an MP4; None where there are none.

    It ends early where the size or the coding of the pictures changes: a clip has one of each.

    Raises:
        OSError, FFmpegError: the disk is full, the folder is not there, or a part has gone.
    """
    if not parts:
        return None
    unfinished, begin_us, last_us = path.with_name(f"{path.name}.part"), parts[0].begin_us, parts[0].begin_us
    with opened(parts[0]) as (_, template), av.open(str(unfinished), "w", format="mp4", options=WHOLE) as clip:
        stream, order_us = clip.add_stream_from_template(template), None
        for sent in _until(to_us, _alike(parts, _kind(template))):
            sent_us = (sent.sent_us or 0) - begin_us
            order_us = sent_us if order_us is None else max(sent_us, order_us + 1)
            last_us = max(last_us, sent.at_us)
            packet = restamped(sent.packet, sent.at_us - begin_us, min(order_us, sent.at_us - begin_us)).packet
            packet.stream = stream
            clip.mux(packet)
    unfinished.replace(path)
    return Clip(path=path, from_us=begin_us, to_us=last_us)


def _alike(parts: Sequence[Part], kind: tuple[object, ...]) -> Iterator[list[Sent]]:
    """Give the packets of each part, until one is of another kind."""
    for part in parts:
        with opened(part) as (_, stream):
            if _kind(stream) != kind:
                return
        yield packets_of(part)


def _until(to_us: int, parts: Iterator[list[Sent]]) -> Iterator[Sent]:
    """Give all packets that it takes, in the order of sending, to show the pictures up to `to_us`."""
    for packets in parts:
        needed = max((place for place, sent in enumerate(packets, 1) if sent.at_us <= to_us), default=0)
        yield from packets[:needed]


def _kind(stream: av.VideoStream) -> tuple[object, ...]:
    context = stream.codec_context
    return context.name, stream.width, stream.height, context.extradata
