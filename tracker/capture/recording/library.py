"""The parts of a recording on the disk: one is being written, the others wait until they are looked at or must go."""

import errno
import os
import shutil
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import av

from tracker.capture.recording.claim import claimed
from tracker.capture.recording.parts import Part, part_at
from tracker.capture.recording.storage import Storage, StoredPart, lying_in, surplus
from tracker.capture.recording.tape import Copied, Encoded
from tracker.capture.stamped import Decoded, PictureStamp, Sent

PART_US = 900_000
"""The least that is in a part: pictures that stand alone come every second, and sometimes a little early."""
SWEEP_S = 10.0
"""How often what is old is looked for."""


class Library:
    """Keeps the parts in a folder within what its storage allows."""

    def __init__(self, storage: Storage) -> None:
        self._storage, self._folder = storage, Path(storage.folder)
        self._lying: list[StoredPart] | None = None
        self._swept_s = 0.0
        self._claim, self._is_ours = ExitStack(), False

    def part(self, shown: PictureStamp) -> Part:
        """Return the part that begins now, once there is room for it.

        Raises:
            OSError: the disk is full, or another program records into the folder.
        """
        if not self._is_ours:
            self._claim.enter_context(claimed(self._folder, wait_s=0.0))
            self._is_ours = True
        self._make_room()
        return part_at(self._folder, time.time(), shown.number, shown.at_us)

    def add(self, part: Part, size: int) -> None:
        """Take in a part that was written."""
        self._all().append(StoredPart(part=part, size=size))

    def close(self) -> None:
        """Let another write here."""
        self._claim.close()

    def _make_room(self) -> None:
        free = free_bytes(self._folder)
        if time.monotonic() - self._swept_s >= SWEEP_S or free < self._storage.spare_bytes:
            self._swept_s = time.monotonic()
            self._sweep(free)
        if free_bytes(self._folder) < self._storage.spare_bytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _sweep(self, free: int) -> None:
        going = list(surplus(self._all(), self._storage, time.time(), free))
        for lying in going:
            _delete(lying.part.path)
        gone = {lying.part.path for lying in going}
        self._lying = [lying for lying in self._all() if lying.part.path not in gone]

    def _all(self) -> list[StoredPart]:
        if self._lying is None:
            self._lying = lying_in(self._folder)
        return self._lying


class CopyingWriter:
    """Writes packets as they are, in parts that each begin with a picture that stands alone."""

    def __init__(self, library: Library, template: av.VideoStream) -> None:
        self._library, self._template = library, template
        self._open: Copied | None = None
        self._held: list[Sent] = []
        """The first packets of a part, until the number of its first picture is known."""

    @property
    def is_writing(self) -> bool:
        """Whether a part is open."""
        return self._open is not None

    def write(self, sent: Sent | None, completed: tuple[PictureStamp, ...]) -> None:
        """Write a packet; `completed` are the pictures of which it was the last thing missing.

        Raises:
            OSError: the disk is full or failed.
        """
        if sent is not None:
            self._take(sent)
        for shown in completed:
            if self._held and shown.at_us >= self._held[0].at_us:
                self._begin(shown)

    def end(self) -> None:
        """Finish the part that is open; the next packet that stands alone begins another.

        Raises:
            OSError: the disk is full or failed.
        """
        self._held = []
        if self._open is not None:
            self._library.add(self._open.part, self._open.close())
            self._open = None

    def abandon(self) -> None:
        """Leave the part that is open, after the disk failed."""
        left, self._open, self._held = self._open, None, []
        if left is not None:
            left.abandon()

    def _take(self, sent: Sent) -> None:
        if sent.stands_alone and self._begins_another(sent.at_us):
            self.end()
            self._held = [sent]
        elif self._held:
            self._held.append(sent)
        elif self._open is not None:
            self._open.write(sent)

    def _begins_another(self, at_us: int) -> bool:
        if self._held:
            return at_us - self._held[0].at_us >= PART_US
        return self._open is None or at_us - self._open.part.begin_us >= PART_US

    def _begin(self, shown: PictureStamp) -> None:
        """Begin a part with the first picture that could be shown; broken ones that stood before it are left out."""
        held, self._held = self._held, []
        own = (place for place, sent in enumerate(held) if sent.stands_alone and sent.at_us == shown.at_us)
        begun = held[next(own, 0) :]
        first = PictureStamp(number=shown.number, at_us=begun[0].at_us)
        self._open = Copied(self._library.part(first), self._template)
        for sent in begun:
            self._open.write(sent)


class EncodingWriter:
    """Writes pictures that came without packets that can be kept."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._open: Encoded | None = None

    @property
    def is_writing(self) -> bool:
        """Whether a part is open."""
        return self._open is not None

    def write(self, decoded: Decoded, shown: PictureStamp) -> None:
        """Write a picture.

        Raises:
            OSError: the disk is full or failed.
        """
        size = decoded.frame.width, decoded.frame.height
        if self._open is not None and (self._open.size != size or shown.at_us - self._open.part.begin_us >= PART_US):
            self.end()
        if self._open is None:
            self._open = Encoded(self._library.part(shown), size)
        self._open.write(decoded.frame, shown.at_us)

    def end(self) -> None:
        """Finish the part that is open.

        Raises:
            OSError: the disk is full or failed.
        """
        if self._open is not None:
            self._library.add(self._open.part, self._open.close())
            self._open = None

    def abandon(self) -> None:
        """Leave the part that is open, after the disk failed."""
        left, self._open = self._open, None
        if left is not None:
            left.abandon()


def free_bytes(folder: Path) -> int:
    """Return how much of the disk is free."""
    return shutil.disk_usage(folder).free


def _delete(path: Path) -> None:
    path.unlink(missing_ok=True)
    with suppress(OSError):  # a day that still holds something stays
        path.parent.rmdir()
