"""A recording that a stranger sent: checked and written anew as plain H.264, by a process that can open nothing.

    python -m tracker.capture.untrusted.transcode_untrusted ORDER

The recording is its standard input, the copy the file that ORDER names.

A video file is a program for its decoder: it may name other files and machines, or unfold to any size. So it is given
as an open file to a process that is held to `sandbox.Bounds`, in which FFmpeg may follow no address, knows the kinds
of recordings that phones and cameras make and no others, and stops at `admission.Limits`. What is watched later is the
copy, which our own encoder wrote. Source: FFmpeg's documentation of `protocol_whitelist`, `format_whitelist` and
`max_pixels`.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, BinaryIO, Final

import av
import av.error
import av.logging
import numpy as np

from tracker.capture.picture import quarter_turns, upright
from tracker.capture.untrusted.admission import Limits, order_from
from tracker.capture.untrusted.sandbox import confine
from tracker.domain.errors import SourceUnreadable

WHOLE: Final = 0.9
"""A recording of which less is there than it says is truncated."""
TIME_BASE: Final = Fraction(1, 90_000)
QUALITY: Final = {"crf": "20", "preset": "veryfast", "threads": "2"}
TELL_EVERY_S: Final = 0.5
KIND: Final = "a video as phones and cameras make it (MP4, MOV, MKV, WebM) is due"


def main() -> None:
    """Do the order, and say how it goes in lines of JSON: how much is done, and why it was refused."""
    order = order_from(sys.argv[1])
    av.logging.set_level(None)
    _import_all(av)
    with open(0, "rb", closefd=False) as given, open(order.out, "wb", closefd=False) as out:
        confine(order.bounds)
        try:
            copy(given, out, order.limits, lambda share: _tell(share=share))
        except SourceUnreadable as trouble:
            _tell(refused=str(trouble))
        except MemoryError:
            _tell(refused="it needs more memory than a clip may")


def _import_all(package: ModuleType) -> None:
    """Import what PyAV would look for later, when nothing can be opened any more."""
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            import_module(found.name)


def copy(given: BinaryIO, out: BinaryIO, limits: Limits, tell: Callable[[float], None]) -> None:
    """Write the pictures of a recording anew, upright and not too large, as H.264 in MP4.

    Raises:
        SourceUnreadable: it is of another kind, over the limits, truncated, or no recording at all.
    """
    try:
        with av.open(given, "r", options=_options(limits)) as container:
            stream = _checked(container, limits)
            _write(_within(_pictures(container, stream, limits), stream, limits, tell), out, stream, limits)
    except av.error.FFmpegError as trouble:
        raise SourceUnreadable(_why(trouble)) from None
    except (OSError, ValueError, UnicodeError) as trouble:
        raise SourceUnreadable(f"it cannot be read ({trouble}): {KIND}") from None


def _options(limits: Limits) -> dict[str, str]:
    formats = {} if limits.formats is None else {"format_whitelist": ",".join(limits.formats)}
    protocols = {} if limits.protocols is None else {"protocol_whitelist": limits.protocols}
    return formats | protocols | {"max_pixels": str(limits.pixels), "max_streams": str(limits.streams)}


def _checked(container: av.container.InputContainer, limits: Limits) -> av.VideoStream:
    """Return the stream of pictures, of whose heading nothing is over the limits."""
    if len(container.streams) > limits.streams:
        raise SourceUnreadable(f"it holds {len(container.streams)} tracks: {limits.streams} are the most")
    if not container.streams.video:
        raise SourceUnreadable(f"it holds no video: {KIND}")
    stream = container.streams.video[0]
    codec = stream.codec_context
    if codec is None or codec.name not in limits.codecs:
        raise SourceUnreadable(f"its pictures are coded in a way that is not read here: {KIND}")
    _must_fit(codec.width, codec.height, limits)
    if stream.duration and stream.time_base:
        _must_be_short(float(stream.duration * stream.time_base), limits)
    codec.options = {"max_pixels": str(limits.pixels)}
    codec.thread_count = 2
    return stream


def _pictures(
    container: av.container.InputContainer, stream: av.VideoStream, limits: Limits
) -> Iterator[tuple[int, av.VideoFrame]]:
    """Give the pictures with their stamps, and stop a recording in which they never end."""
    found = 0
    for count, packet in enumerate(container.demux(stream)):
        if count > 2 * limits.pictures:
            raise _endless(limits)
        for frame in packet.decode():
            found += 1
            if found > limits.pictures:
                raise _endless(limits)
            if frame.pts is not None:
                yield frame.pts, frame
    if found < WHOLE * stream.frames:
        raise SourceUnreadable(f"it is truncated: {found} of its {stream.frames} pictures are there; send it again")
    if not found:
        raise SourceUnreadable("it holds no picture that can be decoded: send it again")


def _endless(limits: Limits) -> SourceUnreadable:
    return SourceUnreadable(f"it holds more than {limits.pictures} pictures: send the one stroke")


def _within(
    pictures: Iterator[tuple[int, av.VideoFrame]], stream: av.VideoStream, limits: Limits, tell: Callable[[float], None]
) -> Iterator[tuple[float, av.VideoFrame]]:
    """Give the pictures with their times from the first on (s), which rise; each is looked at before it is used."""
    unit, last_s, told_s = float(stream.time_base or 1), -1.0, 0.0
    length_s = float(stream.duration or 0) * unit or limits.length_s
    first = next(pictures, None)
    for stamp, frame in chain([first] if first else [], pictures):
        at_s = (stamp - (first[0] if first else 0)) * unit
        _must_fit(frame.width, frame.height, limits)
        _must_be_short(at_s, limits)
        if at_s <= last_s:
            continue
        last_s = at_s
        if time.monotonic() - told_s >= TELL_EVERY_S:
            told_s = time.monotonic()
            tell(min(1.0, at_s / length_s))
        yield at_s, frame


def _write(timed: Iterator[tuple[float, av.VideoFrame]], out: BinaryIO, stream: av.VideoStream, limits: Limits) -> None:
    with av.open(out, "w", format="mp4") as container:
        rate = Fraction(stream.average_rate or 25).limit_denominator(1001)
        copied = None
        for at_s, frame in timed:
            plain = _plain(frame, limits)
            if copied is None:
                copied = container.add_stream("libx264", rate=rate, options=QUALITY)
                copied.width, copied.height, copied.pix_fmt = plain.width, plain.height, "yuv420p"
                copied.time_base = copied.codec_context.time_base = TIME_BASE
            if (plain.width, plain.height) != (copied.width, copied.height):
                raise SourceUnreadable("its pictures change their size on the way: send one recording")
            plain.pts, plain.time_base = round(at_s / TIME_BASE), TIME_BASE
            container.mux(copied.encode(plain))
        if copied is not None:
            container.mux(copied.encode())


def _plain(frame: av.VideoFrame, limits: Limits) -> av.VideoFrame:
    """Return a picture as the copy holds it: upright, both sides even, and no larger than is of use."""
    scale = min(1.0, limits.kept_height / min(frame.width, frame.height))
    width, height = (max(2, round(side * scale / 2) * 2) for side in (frame.width, frame.height))
    turns = quarter_turns(frame)
    if not turns:
        return frame.reformat(width=width, height=height, format="yuv420p")
    small = upright(frame.reformat(width=width, height=height, format="bgr24"), turns)
    return av.VideoFrame.from_ndarray(np.ascontiguousarray(small), format="bgr24").reformat(format="yuv420p")


def _must_fit(width: int, height: int, limits: Limits) -> None:
    if width * height > limits.pixels:
        raise SourceUnreadable(
            f"its pictures are {width} x {height}: {limits.pixels / 1e6:.1f} megapixels are the most"
        )


def _must_be_short(length_s: float, limits: Limits) -> None:
    if length_s > limits.length_s:
        raise SourceUnreadable(f"it is longer than {limits.length_s:g} s: send the one stroke")


def _why(trouble: av.error.FFmpegError) -> str:
    """Return one line; FFmpeg's own words may hold an address."""
    if isinstance(trouble, av.error.InvalidDataError | av.error.ArgumentError):
        return f"it cannot be read: it is truncated or of another kind; {KIND}"
    return f"it cannot be read ({(trouble.strerror or 'broken off').lower()}): {KIND}"


def _tell(**said: Any) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
