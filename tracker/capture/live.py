"""Sources that happen now: a network camera through PyAV, a camera on this machine through OpenCV.

An address may hold a user's name and password; nothing that is shown or kept may.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import av
import av.error
import cv2
import numpy as np

from tracker.capture.picture import Picture, bgr
from tracker.domain.errors import SourceLost, SourceUnreadable

OPEN_TIMEOUT_S, READ_TIMEOUT_S = 10.0, 10.0
USUAL_RATE = 25.0
SCHEMES = ("rtsp", "rtsps", "http", "https", "udp", "tcp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A network stream; it can be read once, and ends when the sender does."""

    url: str
    size: tuple[int, int]
    rate: float
    total: int | None = None

    @property
    def name(self) -> str:
        """The address without user name, password and query."""
        return without_credentials(self.url)

    def pictures(self) -> Iterator[Picture]:
        """Give pictures as they come, stamped by the sender.

        Raises:
            SourceLost: the sender ended the stream, or nothing came for a while.
        """
        try:
            with _open(self.url) as container:
                stream = container.streams.video[0]
                unit = Fraction(stream.time_base or 0)
                stamped = ((f.pts, f) for f in container.decode(stream) if f.pts is not None)
                first = None
                for number, (stamp, frame) in enumerate(stamped):
                    first = stamp if first is None else first
                    yield Picture(number=number, at_us=round((stamp - first) * unit * 1_000_000), image=bgr(frame))
        except (av.error.FFmpegError, OSError):
            # Not from that error: it holds the whole address.
            raise SourceLost(f"{self.name} broke off or went silent: check the camera and its network") from None
        raise SourceLost(f"{self.name} sends no more: its sender ended it")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalCamera:
    """A camera of this machine."""

    index: int
    size: tuple[int, int]
    rate: float
    total: int | None = None

    @property
    def name(self) -> str:
        """As it was asked for."""
        return f"camera:{self.index}"

    def pictures(self) -> Iterator[Picture]:
        """Give pictures as they come, stamped on arrival: such cameras send no stamps.

        Raises:
            SourceLost: the camera gives no more.
        """
        device = cv2.VideoCapture(self.index)
        began_s, number = time.monotonic(), 0
        try:
            while True:
                there, image = device.read()
                if not there:
                    raise SourceLost(f"{self.name} gives no more pictures: check its cable")
                yield Picture(number=number, at_us=_since_us(began_s), image=np.asarray(image, np.uint8))
                number += 1
        finally:
            device.release()


def open_stream(url: str) -> Stream:
    """Return the stream at `url`.

    Raises:
        SourceUnreadable: it is no address of a stream, nobody answers there, or it sends no video.
    """
    name = without_credentials(url)
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in SCHEMES:
        raise SourceUnreadable(f"{name} cannot be opened: give an address that begins with one of {', '.join(SCHEMES)}")
    url = f"{scheme.lower()}://{rest}"
    try:
        with _open(url) as container:
            if not container.streams.video:
                raise SourceUnreadable(f"{name} sends no video: check the address")
            stream = container.streams.video[0]
            return Stream(url=url, size=(stream.width, stream.height), rate=float(stream.average_rate or USUAL_RATE))
    except (av.error.FFmpegError, OSError):
        raise SourceUnreadable(f"{name} does not answer: check the address, the camera and its network") from None


def open_camera(name: str) -> LocalCamera:
    """Return the camera `camera:N` of this machine.

    Raises:
        SourceUnreadable: the number is none, or no camera answers to it.
    """
    number = name.removeprefix("camera:")
    if not number.isdigit():
        raise SourceUnreadable(f"{name} names no camera: write camera:0 for the first one")
    device = cv2.VideoCapture(int(number))
    try:
        if not device.isOpened():
            raise SourceUnreadable(f"{name} cannot be opened: check that it is connected and not in use")
        size = (int(device.get(cv2.CAP_PROP_FRAME_WIDTH)), int(device.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        return LocalCamera(index=int(number), size=size, rate=device.get(cv2.CAP_PROP_FPS) or USUAL_RATE)
    finally:
        device.release()


def without_credentials(url: str) -> str:
    """Return `url` as it may be shown to anyone: no user, no password, no query, nothing from a `key=value` on.

    Where a password with a bare @, / or ? in it leaves open where the host begins, only the scheme is shown.
    """
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if "@" in path or ("@" in authority and re.search("[?#]", authority)):
        return f"{scheme}://hidden"
    shown = re.split("[?#]", authority.rpartition("@")[2] + slash + path)[0]
    return f"{scheme}://{re.split('[^/]*=', shown)[0]}"


def _since_us(began_s: float) -> int:
    return round((time.monotonic() - began_s) * 1e6)


def _open(url: str) -> av.container.InputContainer:
    options = {"rtsp_transport": "tcp"} if url.startswith("rtsp") else {}
    return av.open(url, options=options, timeout=(OPEN_TIMEOUT_S, READ_TIMEOUT_S))
