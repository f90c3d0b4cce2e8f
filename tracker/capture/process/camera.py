"""A camera that must not die: a child process reads it, and is replaced when it hangs or falls.

    with CameraStream("rtsp://…") as camera:
        picture = camera.newest(wait_s=10)
        while picture is not None:
            …
            picture = camera.newest(after=picture.number, wait_s=10)

Reading a camera can hang for ever inside a library, where no thread can be stopped; a process can. Whoever asks gets
the newest picture; those that nobody asked for in time are dropped and counted. Numbers and times go on across
restarts.
"""

import random
import threading
import time
import traceback
from collections import deque
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from tracker.capture.addresses import scrubbed, shown_name
from tracker.capture.picture import Picture
from tracker.capture.process.camera_health import CameraHealth
from tracker.capture.process.capture_request import CaptureRequest, Laid, RecordingNews, SourceOver
from tracker.capture.process.feeds import clock_us
from tracker.capture.process.life import CHILD, PARTING_S, Life
from tracker.capture.process.newest import Newest
from tracker.capture.process.opening import check_source
from tracker.capture.process.state import CameraState, Patience
from tracker.capture.recording.claim import claimed
from tracker.capture.recording.parts import recover
from tracker.capture.recording.reel import End, Reel
from tracker.capture.recording.storage import Storage
from tracker.capture.starting.programs import Program
from tracker.capture.timeline import Reached

LINES = 30
"""Of the child's log that are kept."""


class CameraStream:
    """The newest picture of a source, and how the source fares; to be asked from any thread."""

    def __init__(
        self,
        source: str,
        *,
        loop: bool = False,
        storage: Storage | None = None,
        after: tuple[int, int] = (0, 0),
        patience: Patience | None = None,
        child: Program = CHILD,
    ) -> None:
        """Prepare to watch an address, `camera:N`, or a video file, played in real time (with `loop`, for ever).

        Numbers and capture times (µs) begin at those of `after`, or later: what was recorded before goes on.

        Raises:
            SourceUnreadable: there can be no such source.
        """
        check_source(source)
        self.name = shown_name(source)
        number, from_us = after
        reached = Reached(at_us=from_us - 1, clock_us=clock_us()) if from_us else None
        self._request = CaptureRequest(
            source=source, loop=loop, slots=(), number=number, reached=reached, storage=storage
        )
        self._patience, self._child = patience or Patience(), child
        self._newest, self._health = Newest(), CameraHealth(since_us=clock_us())
        self._log: deque[str] = deque(maxlen=LINES)
        self._life: Life | None = None
        self._silence = SourceOver(why=f"{self.name} is silent: check the camera and its network", final=False)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watching {self.name}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        life = self._life
        if life is not None:
            life.ask_to_end()
        self._thread.join()

    def newest(self, *, after: int = -1, wait_s: float = 0.0) -> Picture | None:
        """Return the newest picture once its number is above `after`, waiting so long for it; its image is read-only.

        None where none comes in time; at once where none will ever come (the state is `ended` then).
        """
        return self._newest.get(after, wait_s)

    @property
    def state(self) -> CameraState:
        """How it fares now."""
        return self._health.state(clock_us(), self._patience, self._newest.dropped, tuple(self._log))

    def _run(self) -> None:
        """Give the source one child after the other, until it has ended or we close."""
        failures, over = 0, SourceOver(why="", final=False)
        while not (over.final or self._closing.is_set()):
            began_s = time.monotonic()
            over = self._lived()
            self._health = self._health.down("ended" if over.final else "lost", over.why, clock_us())
            failures = 1 if time.monotonic() - began_s > self._patience.steady_s else failures + 1
            if not over.final:
                self._closing.wait(self._patience.pause_s(failures, random.random()))
        self._newest.close()

    def _lived(self) -> SourceOver:
        """Live through one child; whatever goes wrong with it, the next one may do better."""
        over = None
        try:
            self._life = life = Life(self._child, self._resumed(), self._note)
            try:
                over = self._heard(life)
            finally:
                self._newest.rescue()
                life.end(at_once=over is None or over is self._silence)
        except Exception:
            self._note(traceback.format_exc())
        return over or SourceOver(why="capture failed", final=False)

    def _heard(self, life: Life) -> SourceOver:
        """Take what the child tells, until it is over, gone, silent for too long, or we close."""
        due_s = time.monotonic() + self._patience.opening_s
        while not (self._closing.is_set() or life.is_gone):
            left_s = due_s - time.monotonic()
            if left_s <= 0:
                return self._silence
            for news in life.news(left_s):
                if isinstance(news, SourceOver):
                    return news
                if self._took(news, life):
                    due_s = time.monotonic() + self._patience.silent_s
        return SourceOver(why=f"{self.name}: capture broke down", final=self._closing.is_set())

    def _took(self, news: Laid | RecordingNews, life: Life) -> bool:
        """Take news in; whether it was a picture."""
        if isinstance(news, RecordingNews):
            self._health = replace(self._health, recording=news.how)
            return False
        now_us = clock_us()
        self._health = self._health.laid(news, now_us)
        self._request = replace(
            self._request, number=news.number + 1, reached=Reached(at_us=news.at_us, clock_us=now_us)
        )
        self._newest.lay(news, life)
        return True

    def _resumed(self) -> CaptureRequest:
        """Return the request for the next child: numbers and times go on after all that was shown or recorded."""
        request, end = self._request, self._recorded_end()
        if end is None or (request.reached is not None and request.reached.at_us >= end.shown.at_us):
            return request
        ago_us = max(0, round((time.time() - end.utc_s) * 1e6))
        reached = Reached(at_us=end.shown.at_us, clock_us=clock_us() - ago_us)
        return replace(request, number=max(request.number, end.shown.number + 1), reached=reached)

    def _recorded_end(self) -> End | None:
        """Tidy up after the child before and return where the recording ends; a disk that fails stops no camera."""
        if self._request.storage is None:
            return None
        folder = Path(self._request.storage.folder)
        try:
            with claimed(folder, PARTING_S):
                recover(folder)
            return Reel(folder).end()
        except OSError as trouble:
            self._note(f"what was recorded cannot be read: {trouble.strerror}")
            return None

    def _note(self, lines: str) -> None:
        self._log.extend(scrubbed(line, self._request.source) for line in lines.splitlines())
