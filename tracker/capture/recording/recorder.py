"""Record what a camera sends, in parts of about a second, beside the reading and never in its way.

A part begins with a picture that stands alone, so each can be shown without the others. When the disk cannot keep up,
or is full, recording says so and stops; capture goes on, and recording tries again by itself.
"""

import errno
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import av
import av.error

from tracker.capture.recording.library import CopyingWriter, EncodingWriter, Library
from tracker.capture.recording.storage import Storage
from tracker.capture.stamped import Decoded, Given, PictureStamp

COPIED = frozenset({"h264", "hevc", "av1", "vp9", "mpeg4", "mjpeg"})
"""Codecs that an MP4 holds as they are."""
PACKETS, PICTURES = 500, 25
"""How many may wait for the disk."""
AGAIN_S = 10.0
"""How long after a failure it is tried again."""
ON, TOO_SLOW = "on", "stopped: the disk is too slow"
Say = Callable[[str], None]
Step = Callable[[], None]
Numbered = tuple[Decoded, PictureStamp]


class Recorder:
    """Writes in a thread of its own what it is given."""

    def __init__(self, storage: Storage, stream: av.VideoStream | None, say: Say) -> None:
        self._library, copies = Library(storage), stream is not None and stream.codec_context.name in COPIED
        self._copying = CopyingWriter(self._library, stream) if stream is not None and copies else None
        self._encoding = EncodingWriter(self._library)
        self._waiting: queue.Queue[Step | None] = queue.Queue(PACKETS if copies else PICTURES)
        self._gap = False
        self._say, self._said, self._again_s = say, "", 0.0
        self._thread = threading.Thread(target=self._write_all, daemon=True)
        self._thread.start()

    def put(self, given: Given, numbered: Sequence[Numbered]) -> None:
        """Have something recorded; never waits, and leaves out what the disk is too slow for."""
        if self._copying is not None:
            self._put(partial(self._copying.write, given.sent, tuple(shown for _, shown in numbered)))
            return
        for decoded, shown in numbered:
            self._put(partial(self._encoding.write, decoded, shown))

    def close(self) -> None:
        """Finish what was put."""
        self._waiting.put(None)
        self._thread.join()

    @property
    def _writer(self) -> CopyingWriter | EncodingWriter:
        return self._copying or self._encoding

    def _put(self, step: Step) -> None:
        """Put a step; after a gap the part that is open is finished first, and the next begins where it can."""
        try:
            if self._gap:
                self._waiting.put_nowait(self._writer.end)
            self._waiting.put_nowait(step)
            self._gap = False
        except queue.Full:
            self._gap = True

    def _write_all(self) -> None:
        for step in iter(self._waiting.get, None):
            if time.monotonic() >= self._again_s:
                self._try(step)
        self._try(self._writer.end)
        self._library.close()

    def _try(self, step: Step) -> None:
        try:
            step()
            if self._writer.is_writing:
                self._tell(TOO_SLOW if self._gap else ON)
        except (OSError, av.error.FFmpegError) as trouble:
            self._writer.abandon()
            self._again_s = time.monotonic() + AGAIN_S
            why = "the disk is full" if trouble.errno == errno.ENOSPC else trouble.strerror or "the disk failed"
            self._tell(f"stopped: {why}")

    def _tell(self, how: str) -> None:
        if how != self._said:
            self._said = how
            self._say(how)


@contextmanager
def recorder_for(storage: Storage | None, stream: av.VideoStream | None, say: Say) -> Iterator[Recorder | None]:
    """Give what records a feed, if it is to be recorded at all."""
    if storage is None:
        yield None
        return
    recorder = Recorder(storage, stream, say)
    try:
        yield recorder
    finally:
        recorder.close()
