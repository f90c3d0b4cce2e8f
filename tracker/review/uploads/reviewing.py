"""Takes clips in for review and works on them one by one: check, watch, report.

One thread does the work, through processes that may be ended at any moment; whoever asks sees how far each clip is.
"""

import shutil
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Final, Self

from prometheus_client import CollectorRegistry

from tracker.capture.untrusted.admission import Limits, TranscodeOrder, order_text
from tracker.capture.untrusted.sandbox import Bounds
from tracker.domain.errors import NoRoom, TooLarge, UnknownName
from tracker.live.log import say
from tracker.review.uploads.child import Work, worked
from tracker.review.uploads.numbers import UploadNumbers
from tracker.store.uploads import CLIP, GIVEN, REPORT, RUN, State, Upload, Uploads

TRANSCODE: Final = (sys.executable, "-m", "tracker.capture.untrusted.transcode_untrusted")
FULL: Final = "the disk is full: nothing was taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much is taken."""

    largest_bytes: int = 512 * 2**20
    under_way: int = 4
    """Clips that wait or are worked on."""
    all: int = 40
    """Clips that lie here."""
    spare_bytes: int = 2 * 10**9
    """The disk must have this left beside the largest clip."""
    checked_within_s: float = 1200.0
    watched_within_s: float = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadProgress:
    """A clip, and how far the work on it is (0 … 1)."""

    upload: Upload
    share: float


@dataclass(slots=True)
class Arriving:
    """A clip that is being sent: what has come of it is on the disk."""

    upload: Upload
    file: BinaryIO
    most: int
    size: int = 0

    def write(self, piece: bytes) -> None:
        """Take a piece.

        Raises:
            TooLarge: there is more than is taken.
            NoRoom: the disk is full.
        """
        self.size += len(piece)
        if self.size > self.most:
            raise TooLarge(f"a clip of at most {self.most // 2**20} MiB is taken: send the one stroke")
        try:
            self.file.write(piece)
        except OSError as trouble:
            raise NoRoom(FULL) from trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What works on a clip, and within which bounds."""

    watch: Sequence[str]
    """Is given a clip and the folder for what comes of it, says how far it is, and for what reason nothing came."""
    transcode: Sequence[str] = TRANSCODE
    limits: Limits = field(default_factory=Limits)
    bounds: Bounds = field(default_factory=Bounds)


class Reviewing:
    """The clips of one program."""

    def __init__(self, uploads: Uploads, now_us: Callable[[], int], *, tools: Tools, room: Room | None = None) -> None:
        self._uploads, self._now_us = uploads, now_us
        self.room, self._tools = room or Room(), tools
        self._numbers = UploadNumbers(CollectorRegistry())
        self._known: dict[str, UploadProgress] = {}
        self._changed = threading.Condition()
        self._enough, self._closing = threading.Event(), False
        self._busy = ""
        self._thread = threading.Thread(target=self._run, name="reviewing", daemon=True)

    def __enter__(self) -> Self:
        self._known = {one.id: UploadProgress(upload=one, share=0.0) for one in self._uploads.left()}
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        with self._changed:
            self._closing = True
            self._enough.set()
            self._changed.notify_all()
        self._thread.join()

    @property
    def folder(self) -> Path:
        """Where the clips lie."""
        return self._uploads.folder

    def counted(self, registry: CollectorRegistry) -> None:
        """Count among these numbers from now on."""
        self._numbers = UploadNumbers(registry)
        self._numbers.waiting.set_function(lambda: float(self._under_way()))

    def all(self) -> tuple[UploadProgress, ...]:
        """Return all clips, the newest first."""
        return tuple(sorted(self._known.values(), key=lambda one: -one.upload.at_us))

    def begin(self, by: str) -> Arriving:
        """Return what takes a clip in.

        Raises:
            NoRoom: too many wait, too many lie here, or the disk is full.
        """
        with self._changed:
            self._must_have_room()
            try:
                upload = self._uploads.begin(by, self._now_us())
                file = (self._uploads.of(upload) / GIVEN).open("xb")
            except OSError as trouble:
                raise NoRoom("the disk is full or cannot be written: nothing was taken") from trouble
            self._note(upload)
        return Arriving(upload, file, self.room.largest_bytes)

    def arrived(self, arriving: Arriving) -> Upload:
        """Have a clip that came whole checked and watched.

        Raises:
            NoRoom: the disk is full.
        """
        with self._changed:
            try:
                arriving.file.close()
                kept = self._uploads.keep(replace(arriving.upload, size=arriving.size, state="waiting"))
            except OSError as trouble:
                raise NoRoom(FULL) from trouble
            upload = self._note(kept)
            self._changed.notify_all()
        say("upload taken", id=upload.id, by=upload.by, bytes=upload.size)
        self._numbers.uploads.labels(outcome="taken").inc()
        return upload

    def abandon(self, arriving: Arriving, why: str) -> None:
        """Forget a clip that did not come whole."""
        arriving.file.close()
        with self._changed:
            self._known.pop(arriving.upload.id, None)
            self._uploads.remove(arriving.upload)
        say("upload broken off", id=arriving.upload.id, by=arriving.upload.by, bytes=arriving.size, why=why)
        self._numbers.uploads.labels(outcome="broken off").inc()

    def remove(self, name: str, by: str) -> None:
        """Delete a clip with all that was made of it; work on it ends.

        Raises:
            UnknownName: there is none of that name, or it is only just being sent.
        """
        with self._changed:
            standing = self._known.get(name)
            if standing is None or standing.upload.state == "arriving":
                raise UnknownName("there is no such clip")
            del self._known[name]
            if self._busy == name:
                self._enough.set()
            else:
                self._uploads.remove(standing.upload)
        say("upload removed", id=name, by=by)
        self._numbers.uploads.labels(outcome="removed").inc()

    def report(self, name: str) -> Path:
        """Return where the report of a clip lies.

        Raises:
            UnknownName: there is no such clip, or it has none.
        """
        standing = self._known.get(name)
        if standing is None or standing.upload.state != "done":
            raise UnknownName("there is no report of such a clip")
        return self._uploads.of(standing.upload) / RUN / REPORT

    def _must_have_room(self) -> None:
        if self._under_way() >= self.room.under_way:
            raise NoRoom(f"{self.room.under_way} clips wait already: send this one when one of them is done")
        if len(self._known) >= self.room.all:
            raise NoRoom(f"{self.room.all} clips lie here: remove one first")
        there = next(path for path in (self.folder, *self.folder.absolute().parents) if path.exists())
        if shutil.disk_usage(there).free < self.room.spare_bytes + self.room.largest_bytes:
            raise NoRoom("the disk is nearly full: make room on it first")

    def _under_way(self) -> int:
        return sum(one.upload.is_under_way for one in tuple(self._known.values()))

    def _note(self, upload: Upload, share: float = 0.0) -> Upload:
        self._known[upload.id] = UploadProgress(upload=upload, share=share)
        return upload

    def _run(self) -> None:
        while (upload := self._next()) is not None:
            began_s = time.monotonic()
            why = self._reviewed(upload)
            self._over(upload, why, time.monotonic() - began_s)

    def _next(self) -> Upload | None:
        """Wait for a clip to work on and return it, the oldest first; None when the program ends."""
        with self._changed:
            while not self._closing:
                for standing in reversed(self.all()):
                    if standing.upload.state == "waiting":
                        self._busy = standing.upload.id
                        self._enough.clear()
                        return standing.upload
                self._changed.wait()
        return None

    def _reviewed(self, upload: Upload) -> str:
        """Check and watch a clip; return why nothing came of it, or nothing."""
        folder = self._uploads.of(upload)
        try:
            if (folder / GIVEN).exists():
                if why := self._checked(upload, folder):
                    return why
                (folder / GIVEN).unlink()
            command = (*self._tools.watch, str((folder / CLIP).absolute()), str((folder / RUN).absolute()))
            work = Work(command=command, within_s=self.room.watched_within_s, kindly=True)
            return self._done(upload, "watching", work).replace(f"{folder.absolute()}/", "")
        except OSError as trouble:
            return f"it could not be kept ({(trouble.strerror or 'the disk').lower()})"

    def _checked(self, upload: Upload, folder: Path) -> str:
        with (folder / GIVEN).open("rb") as given, (folder / CLIP).open("wb") as out:
            order = TranscodeOrder(out=out.fileno(), limits=self._tools.limits, bounds=self._tools.bounds)
            work = Work(
                command=(*self._tools.transcode, order_text(order)), within_s=self.room.checked_within_s,
                given=given.fileno(), kept=(out.fileno(),), kindly=True,
            )  # fmt: skip
            return self._done(upload, "checking", work)

    def _done(self, upload: Upload, state: State, work: Work) -> str:
        """Let a process work on a clip, and show how far it is."""
        now = replace(upload, state=state)

        def told(share: float) -> None:
            with self._changed:
                if now.id in self._known:
                    self._note(now, share)

        told(0.0)
        return worked(work, told, self._enough)

    def _over(self, upload: Upload, why: str, seconds: float) -> None:
        """Keep what came of a clip; one that was removed meanwhile goes now, and one cut short goes on next time."""
        with self._changed:
            self._busy = ""
            if upload.id not in self._known:
                self._uploads.remove(upload)
                return
            if self._closing:
                return
            state: State = "refused" if why else "done"
            with suppress(OSError):  # a full disk: it stands so until the program ends
                self._uploads.keep(replace(upload, state=state, why=why))
            self._note(replace(upload, state=state, why=why))
            if why:
                for name in (GIVEN, CLIP):
                    (self._uploads.of(upload) / name).unlink(missing_ok=True)
        say(f"upload {state}", id=upload.id, why=why, seconds=round(seconds, 1))
        self._numbers.uploads.labels(outcome=state).inc()
        if not why:
            self._numbers.seconds.observe(seconds)
