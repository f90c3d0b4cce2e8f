"""The hub fetches the recording of a stroke from its hall when somebody asks, and keeps what came for a day at most."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from nats.aio.client import Client

from tracker.domain.errors import BadInput, NoRoom, UnknownName
from tracker.hub.joining import UNREACHABLE, NatsServer, first_of, joined
from tracker.hub.recordings.words import (
    ASKED,
    PART_BYTES,
    PARTS,
    PartWanted,
    RecordingLent,
    RecordingWanted,
    Why,
    said,
)
from tracker.hub.wire import read_message
from tracker.live.log import say

ANSWER_S: Final = 30.0
"""A hall may take so long to put a recording together; a part comes within `PART_S`."""
PART_S: Final = 10.0
KEPT_S: Final = 24 * 3600
KEPT_BYTES: Final = 1 << 30
"""What was fetched takes no more than this; what was fetched first goes first."""
MOST_AT_ONCE: Final = 16
MOST_REMEMBERED: Final = 1000
VIDEO: Final = b"ftyp"
"""Stands after the first four bytes of an MP4 file (ISO/IEC 14496-12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOrder:
    """A recording that is to be fetched."""

    hall: str
    file: str
    """What it is called here: a name that no other stroke ever has."""
    wanted: RecordingWanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a recording has come."""

    state: Literal["none", "coming", "here", "failed"]
    size: int = 0
    """Bytes; 0 while that is not known."""
    come: int = 0
    why: Why | None = None
    """Where it failed."""


class _Failed(Exception):
    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Fetching:
    """Fetches recordings: one at a time from each hall, and keeps them in a folder of its own."""

    def __init__(self, folder: Path, servers: Mapping[str, NatsServer]) -> None:
        self._folder, self._servers = folder, servers
        self._progress: dict[str, Progress] = {}
        self._turns: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        for stray in folder.glob("*.part"):
            stray.unlink(missing_ok=True)

    def begin(self, order: FetchOrder) -> Progress:
        """Have a recording fetched, unless it is here or on its way.

        Raises:
            UnknownName: the hub hears no such hall.
            NoRoom: so many are being fetched already.
        """
        if order.hall not in self._servers:
            raise UnknownName(f"the hub hears no hall {order.hall!r}")
        now = self.progress(order.file)
        if now.state in ("here", "coming"):
            return now
        if len(self._tasks) >= MOST_AT_ONCE:
            raise NoRoom(f"{MOST_AT_ONCE} recordings are being fetched: ask again in a minute")
        self._tell(order.file, Progress(state="coming"))
        task = asyncio.create_task(self._fetch(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self._progress[order.file]

    def progress(self, file: str) -> Progress:
        """Return how far a recording has come."""
        with suppress(OSError):
            size = (self._folder / file).stat().st_size
            return Progress(state="here", size=size, come=size)
        now = self._progress.get(file, Progress(state="none"))
        return Progress(state="none") if now.state == "here" else now  # its day is over

    def path(self, file: str) -> Path:
        """Return where a recording lies that has been fetched.

        Raises:
            UnknownName: it has not, or is gone again.
        """
        if self.progress(file).state != "here":
            raise UnknownName("this recording is not here: have it fetched")
        return self._folder / file

    def _tidy(self) -> None:
        """Take away what has been here for a day, and the oldest of what is too much."""
        room = KEPT_BYTES
        for at_s, size, file in sorted((_aged(one) for one in self._folder.glob("*.mp4")), reverse=True):
            room -= size
            if room < 0 or time.time() - at_s > KEPT_S:
                file.unlink(missing_ok=True)

    def _tell(self, file: str, progress: Progress) -> None:
        self._progress.pop(file, None)
        self._progress[file] = progress
        while len(self._progress) > MOST_REMEMBERED:
            del self._progress[next(iter(self._progress))]

    async def _fetch(self, order: FetchOrder) -> None:
        """Fetch a recording, and tell how far it has come, or why it does not."""
        end = Progress(state="failed", why=Why.AWAY)
        try:
            async with self._turns.setdefault(order.hall, asyncio.Lock()), joined(self._servers[order.hall]) as line:
                await first_of(self._copied(line.client, order), line.lost.wait())
            if (self._folder / order.file).is_file():
                end = Progress(state="here")
        except _Failed as failed:
            end = Progress(state="failed", why=failed.why)
        except UNREACHABLE as trouble:
            say("a recording is not fetched", hall=order.hall, why=str(trouble) or type(trouble).__name__)
        finally:
            self._tell(order.file, end)

    async def _copied(self, client: Client, order: FetchOrder) -> None:
        """Copy a recording from its hall.

        Raises:
            _Failed: it is not to be had.
            Error, OSError: the hall, or the server between, is not there.
        """
        lent = await self._lent(client, order.wanted)
        if lent.why is not None:
            raise _Failed(lent.why)
        part = self._folder / f"{order.file}.part"
        try:
            with _on_our_disk():
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._tidy()
            await self._written(client, order, lent, part)
            with _on_our_disk():
                part.replace(self._folder / order.file)
        finally:
            part.unlink(missing_ok=True)

    async def _lent(self, client: Client, wanted: RecordingWanted) -> RecordingLent:
        answer = await client.request(ASKED, said(wanted), timeout=ANSWER_S)
        try:
            return read_message(RecordingLent, answer.data)
        except BadInput as trouble:
            say("a hall answers what cannot be read", why=str(trouble))
            raise _Failed(Why.BROKEN) from trouble

    async def _written(self, client: Client, order: FetchOrder, lent: RecordingLent, path: Path) -> None:
        come, digest = 0, sha256()
        now = Progress(state="coming", size=lent.size)
        while come < lent.size:
            self._tell(order.file, replace(now, come=come))
            asked = said(PartWanted(version=1, id=lent.id, at=come))
            part = (await client.request(PARTS, asked, timeout=PART_S)).data
            if len(part) != min(PART_BYTES, lent.size - come) or (come == 0 and part[4:8] != VIDEO):
                raise _Failed(Why.BROKEN)
            with _on_our_disk(), path.open("ab") as file:
                file.write(part)
            digest.update(part)
            come += len(part)
        if digest.hexdigest() != lent.sha256 or not come:
            raise _Failed(Why.BROKEN)


@contextmanager
def _on_our_disk() -> Iterator[None]:
    """Tell trouble with our own disk from that with a line."""
    try:
        yield
    except OSError as trouble:
        raise _Failed(Why.FULL) from trouble


def _aged(file: Path) -> tuple[float, int, Path]:
    stat = file.stat()
    return stat.st_mtime, stat.st_size, file
