"""A hall lends the hub the recording of a stroke: as a file of its own for as long as the hub fetches it.

Only what is asked for leaves the hall, and only where its own file allows it (`recordings` of `[hub]`). Who asked
stands in the hall's log.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg

from tracker.domain.errors import BadInput, CuewatchError, UnknownName
from tracker.hub.recordings.words import (
    ASKED,
    MOST_BYTES,
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
from tracker.match.book.entries import EntryName

Lend = Callable[[EntryName, Path], bool]
"""Writes the pictures of a stroke into a file, and tells whether there are any.

Raises:
    UnknownName: there is no such stroke.
"""
MOST_LENT: Final = 2
LENT_S: Final = 20.0
"""A file for which nobody has asked for so long is let go of."""


@dataclass(kw_only=True)
class _Lent:
    path: Path
    size: int
    used_s: float


class Lending:
    """Lends recordings to the hub, or says that this hall lends none."""

    def __init__(self, lend: Lend | None, folder: Path) -> None:
        self._lend, self._folder = lend, folder
        self._lent: dict[str, _Lent] = {}

    async def attend(self, client: Client) -> None:
        """Answer the hub over a connection for as long as it stands."""
        await client.subscribe(ASKED, cb=self._asked)
        await client.subscribe(PARTS, cb=self._part_asked)

    async def _asked(self, message: Msg) -> None:
        try:
            answer = await self._answer(read_message(RecordingWanted, message.data))
        except (CuewatchError, OSError) as trouble:
            say("a recording that the hub asks for is not given", why=str(trouble))
            answer = RecordingLent(version=1, why=Why.UNKNOWN if isinstance(trouble, UnknownName) else Why.NONE)
        await message.respond(said(answer))

    async def _answer(self, wanted: RecordingWanted) -> RecordingLent:
        if self._lend is None:
            return RecordingLent(version=1, why=Why.OFF)
        if len(self._lent) >= MOST_LENT:
            return RecordingLent(version=1, why=Why.BUSY)
        entry = EntryName(table=wanted.table, epoch=wanted.epoch, sequence=wanted.sequence)
        say("the hub asks for a recording", table=entry.table, epoch=entry.epoch, entry=entry.sequence, by=wanted.by)
        return await asyncio.to_thread(self._lent_now, self._lend, entry, asyncio.get_running_loop())

    def _lent_now(self, lend: Lend, entry: EntryName, loop: asyncio.AbstractEventLoop) -> RecordingLent:
        id = secrets.token_hex(16)
        path = self._folder / f"{id}.mp4"
        is_whole = False
        try:
            if not lend(entry, path):
                return RecordingLent(version=1, why=Why.NONE)
            size = path.stat().st_size
            if size > MOST_BYTES:
                return RecordingLent(version=1, why=Why.LARGE)
            with path.open("rb") as file:
                answer = RecordingLent(version=1, id=id, size=size, sha256=file_digest(file, "sha256").hexdigest())
            is_whole = True
        finally:
            if not is_whole:
                path.unlink(missing_ok=True)
        self._lent[id] = _Lent(path=path, size=size, used_s=time.monotonic())
        loop.call_soon_threadsafe(self._let_go, id)  # from here: whoever asked may not wait for the answer any more
        return answer

    async def _part_asked(self, message: Msg) -> None:
        """Give a part; nothing, where there is none: the hub finds that something lacks."""
        part = b""
        try:
            wanted = read_message(PartWanted, message.data)
            part = await asyncio.to_thread(self._part, wanted)
        except (BadInput, OSError) as trouble:
            say("a part of a recording is not given", why=str(trouble))
        await message.respond(part)

    def _part(self, wanted: PartWanted) -> bytes:
        lent = self._lent.get(wanted.id)
        if lent is None:
            return b""
        lent.used_s = time.monotonic()
        with lent.path.open("rb") as file:
            file.seek(wanted.at)
            part = file.read(PART_BYTES)
        if wanted.at + len(part) >= lent.size:
            self._drop(wanted.id)
        return part

    def _let_go(self, id: str) -> None:
        """Let go of a file that nobody fetches any more, or look again when that may be so."""
        lent = self._lent.get(id)
        if lent is None:
            return
        left_s = lent.used_s + LENT_S - time.monotonic()
        if left_s > 0:
            asyncio.get_running_loop().call_later(left_s, self._let_go, id)
        else:
            self._drop(id)

    def _drop(self, id: str) -> None:
        if lent := self._lent.pop(id, None):
            lent.path.unlink(missing_ok=True)


@contextmanager
def lending(lend: Lend | None) -> Iterator[Lending]:
    """Lend recordings meanwhile; None: say that there are none."""
    with TemporaryDirectory(prefix="cuewatch-lent-") as folder:
        yield Lending(lend, Path(folder))
