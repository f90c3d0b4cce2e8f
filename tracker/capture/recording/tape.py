"""One part of a recording while it is written: copied as the camera sent it, or encoded where that cannot be kept.

The file is an MP4 of fragments (ISO/IEC 14496-12), one a packet: it needs no end to be read, so a killed process costs
the last packet and a power cut what was not yet on the disk. Its times are µs from the part's first picture.
"""

import os
from contextlib import suppress
from fractions import Fraction

import av

from tracker.capture.recording.parts import Part, finish, recovered, unfinished
from tracker.capture.stamped import MICRO, REORDERED_US, Packet, Sent, restamped

SAFE_EVERY_US = 500_000
FRAGMENTED = {
    "movflags": "frag_every_frame+empty_moov+default_base_moof",
    "video_track_timescale": str(MICRO.denominator),
    "flush_packets": "1",
}
ENCODED = {"preset": "superfast", "tune": "zerolatency", "crf": "20"}


class _File:
    """A part's file, open for writing, with all that was written on the disk every half second."""

    def __init__(self, part: Part) -> None:
        part.day.mkdir(parents=True, exist_ok=True)
        self.part = part
        self._file = unfinished(part.path).open("wb", buffering=0)
        self.container = av.open(self._file, "w", format="mp4", options=FRAGMENTED)
        self._safe_us = part.begin_us

    def write(self, packets: Packet | list[Packet], at_us: int) -> None:
        self.container.mux(packets)
        if at_us - self._safe_us >= SAFE_EVERY_US:
            self._safe_us = at_us
            os.fsync(self._file.fileno())

    def close(self) -> int:
        """Finish the part, so that nothing can take it away any more; return its size in bytes."""
        self.container.close()
        os.fsync(self._file.fileno())
        size = self._file.tell()
        self._file.close()
        finish(self.part)
        return size

    def abandon(self) -> None:
        """Keep what is whole in the part after the disk failed."""
        self._file.close()
        with suppress(OSError):
            recovered(unfinished(self.part.path))


class Copied:
    """A part that is made of a camera's own packets."""

    def __init__(self, part: Part, template: av.VideoStream) -> None:
        self.part, self._file = part, _File(part)
        self._stream = self._file.container.add_stream_from_template(template)
        self._order_us = -REORDERED_US

    def write(self, sent: Sent) -> None:
        """Write a packet, unless it is shown before the part's first picture: it is built on one that is not there."""
        shown_us = sent.at_us - self.part.begin_us
        if shown_us < 0:
            return
        # A container wants an order of sending that rises; what has none, or a stale one, is sent as soon as may be.
        sent_us = self._order_us if sent.sent_us is None else sent.sent_us - self.part.begin_us
        self._order_us = max(sent_us, self._order_us + 1)
        packet = restamped(sent.packet, shown_us, min(self._order_us, shown_us)).packet
        packet.stream = self._stream
        self._file.write(packet, sent.at_us)

    def close(self) -> int:
        """Finish the part; return its size in bytes."""
        return self._file.close()

    def abandon(self) -> None:
        """Keep what is whole in the part after the disk failed."""
        self._file.abandon()


class Encoded:
    """A part that is made of pictures."""

    def __init__(self, part: Part, size: tuple[int, int]) -> None:
        self.part, self._file, self.size = part, _File(part), size
        self._stream = self._file.container.add_stream("libx264", rate=Fraction(25), options=ENCODED)
        self._stream.width, self._stream.height, self._stream.pix_fmt = *size, "yuv420p"
        self._stream.time_base = self._stream.codec_context.time_base = MICRO

    def write(self, frame: av.VideoFrame, at_us: int) -> None:
        """Encode a picture and write it."""
        frame.pts, frame.time_base = at_us - self.part.begin_us, MICRO
        self._file.write(self._stream.encode(frame), at_us)

    def close(self) -> int:
        """Finish the part; return its size in bytes."""
        self._file.write(self._stream.encode(), self.part.begin_us)
        return self._file.close()

    def abandon(self) -> None:
        """Keep what is whole in the part after the disk failed."""
        self._file.abandon()
