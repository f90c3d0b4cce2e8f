"""Open what a capture child is to read from, whatever kind of source it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
import av.error

from tracker.capture.addresses import shown_name
from tracker.capture.process.capture_request import CaptureRequest
from tracker.capture.process.feeds import Feed, in_real_time, packet_feed, picture_feed, played
from tracker.capture.process.local import local_pictures
from tracker.domain.errors import SourceLost, SourceUnreadable

SCHEMES = ("rtsp", "rtsps", "http", "https", "udp", "tcp")
PROTOCOLS = "rtsp,rtsps,rtp,srtp,http,https,tcp,udp,tls,crypto"
"""What an address may lead on to: no file of this machine."""
OPEN_TIMEOUT_S, READ_TIMEOUT_S = 10.0, 5.0


def check_source(source: str) -> None:
    """Say at once what can never be opened.

    Raises:
        SourceUnreadable: the address is of another kind, the camera has no number, or there is no such file.
    """
    if source.startswith("camera:"):
        if not source.removeprefix("camera:").isdecimal():
            raise SourceUnreadable(f"{source} names no camera: write camera:0 for the first one")
    elif "://" in source:
        if source.partition("://")[0].lower() not in SCHEMES:
            name, known = shown_name(source), ", ".join(SCHEMES)
            raise SourceUnreadable(f"{name} cannot be opened: give an address that begins with one of {known}")
    elif not Path(source).is_file():
        raise SourceUnreadable(f"{source}: no such video; check the path")


def is_live(source: str) -> bool:
    """Whether `source` may come back after it was lost: a camera, not a file."""
    return source.startswith("camera:") or "://" in source


@contextmanager
def open_feed(request: CaptureRequest) -> Iterator[Feed]:
    """Open the source of a request.

    Raises:
        SourceLost: it does not answer, or breaks off while it is read.
        SourceUnreadable: it answers, and cannot be used.
    """
    source = request.source
    try:
        if source.startswith("camera:"):
            yield Feed(given=picture_feed(local_pictures(int(source.removeprefix("camera:"))), request.reached))
        else:
            with _container(source) as container:
                yield _contained(container, request)
    except (av.error.FFmpegError, OSError) as trouble:
        # Not the words of that error: they may hold the whole address.
        raise SourceLost(f"{shown_name(source)} cannot be read: {trouble.strerror or 'broken off'}") from None


def _container(source: str) -> av.container.InputContainer:
    scheme, colon, rest = source.partition("://")
    if not colon:
        return av.open(source)
    options = {"protocol_whitelist": PROTOCOLS}
    if scheme.lower().startswith("rtsp"):
        timeout_us = round(READ_TIMEOUT_S * 1e6)
        options |= {"rtsp_transport": "tcp", "timeout": str(timeout_us), "allowed_media_types": "video"}
    return av.open(f"{scheme.lower()}://{rest}", options=options, timeout=(OPEN_TIMEOUT_S, READ_TIMEOUT_S))


def _contained(container: av.container.InputContainer, request: CaptureRequest) -> Feed:
    if not container.streams.video:
        raise SourceUnreadable(f"{shown_name(request.source)} holds no video: check what it is")
    stream = container.streams.video[0]
    live = is_live(request.source)
    packets = container.demux(stream) if live else played(request.source, request.loop, in_real_time())
    return Feed(given=packet_feed(stream.codec_context, packets, request.reached), stream=stream)
