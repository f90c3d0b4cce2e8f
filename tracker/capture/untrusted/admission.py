"""What a stranger's recording may be, and the order to the process that checks one (`transcode_untrusted`)."""

import json
from dataclasses import asdict, dataclass, field
from typing import Final

from tracker.capture.untrusted.sandbox import Bounds

FORMATS: Final = ("mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm")
CODECS: Final = ("h264", "hevc", "vp8", "vp9", "av1", "libdav1d", "mpeg4", "h263", "mjpeg")
NOWHERE: Final = "nowhere"
"""A protocol that there is not: FFmpeg may open nothing by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a stranger's recording may be."""

    formats: tuple[str, ...] | None = FORMATS
    """Kinds of files; None: all that FFmpeg knows."""
    protocols: str | None = NOWHERE
    """What an address in it may lead on to; None: anything."""
    codecs: tuple[str, ...] = CODECS
    streams: int = 16
    pixels: int = 3840 * 2160
    length_s: float = 90.0
    pictures: int = 90 * 240
    kept_height: int = 1080
    """The shorter side of the copy's pictures is at most so high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscodeOrder:
    """What the process is to do."""

    out: int
    """The file to write, open."""
    limits: Limits = field(default_factory=Limits)
    bounds: Bounds = field(default_factory=Bounds)


def order_text(order: TranscodeOrder) -> str:
    """Return an order as text."""
    return json.dumps(asdict(order))


def order_from(text: str) -> TranscodeOrder:
    """Return the order that a text holds."""
    said = json.loads(text)
    limits = said["limits"]
    formats = limits["formats"] and tuple(limits["formats"])
    return TranscodeOrder(
        out=said["out"], bounds=Bounds(**said["bounds"]),
        limits=Limits(**limits | {"formats": formats, "codecs": tuple(limits["codecs"])}),
    )  # fmt: skip
