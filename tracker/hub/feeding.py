"""A hall feeds the hub: every line of every book goes to NATS, in order; what somebody else has on a disk is done with.

The lines are read from the books themselves, and what has been sent is kept beside them, so that nothing in the hall
waits for any of this: with no server there for days the books go on, and are sent when one is there. What the hub lacks
after all (a disk that was lost, a backup that was put back, on whatever side) it asks for, and gets from the books.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from nats.aio.msg import Msg
from nats.js.api import DiscardPolicy, StreamConfig
from nats.js.client import JetStreamContext

from tracker.domain.errors import BadInput, CuewatchError
from tracker.hub.joining import UNREACHABLE, Joined, NatsServer, first_of, in_thread, keep_joined
from tracker.hub.recordings.lending import Lend, Lending, lending
from tracker.hub.wire import (
    HEADS,
    LINES,
    STREAM,
    WANTED,
    Telling,
    heads_heard,
    heads_said,
    line_name,
    line_said,
    subject_of,
)
from tracker.live.log import say
from tracker.store.database.opening import Database
from tracker.store.mirror.lines import Head, SentLine
from tracker.store.mirror.unsent import heads, send_again, sent, unsent

T = TypeVar("T")

BATCH: Final = 200
ACK_S: Final = 5.0
LEAF_BYTES: Final = 1 << 28
"""So much of what was sent stays at the leaf; the oldest goes first, and is asked for again if it was not taken yet."""
LEAF_S: Final = 14 * 24 * 3600
SAME_S: Final = 120
"""For so long JetStream knows a line that comes twice."""
ALL_S: Final = 600.0
"""So often the hub is told of every book, not only of the newest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedOrder:
    """Where a hall sends its books."""

    hall: str
    server: NatsServer
    is_leaf: bool = False
    """The server is the hall's own leaf node, and keeps what was sent until the hub has taken it."""
    every_s: float = 10.0
    """How often the hub is told how far the books are, and the books are looked through without a call."""
    again_s: float = 2.0
    """After what time a server that is not there is tried again."""


class HallFeed:
    """What sends the books of one hall; to be woken whenever one has grown."""

    def __init__(self, database: Database, order: FeedOrder, now_us: Callable[[], int], lends: Lending) -> None:
        self._database, self._order, self._now_us, self._lends = database, order, now_us, lends
        self._tells_all = False
        self._attempts: Counter[tuple[str, int]] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Say that a book has grown; may be called from any thread, and returns at once."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(self._news.set)

    async def run(self) -> None:
        """Feed the hub until cancelled."""
        self._loop = asyncio.get_running_loop()
        await keep_joined(self._order.server, self._use, self._order.again_s, f"hall {self._order.hall}")

    async def _use(self, line: Joined) -> None:
        stream = line.client.jetstream(timeout=ACK_S)
        if self._order.is_leaf:
            await stream.add_stream(leaf_stream())
        await line.client.subscribe(WANTED, cb=self._asked)
        await self._lends.attend(line.client)
        await first_of(self._send_all(stream), self._tell(line))

    async def _send_all(self, stream: JetStreamContext) -> None:
        """Send what waits, and what comes, in order."""
        while True:
            self._news.clear()
            lines = await self._of_database(lambda: unsent(self._database, BATCH)) or ()
            if lines and await self._send(stream, lines):
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(self._order.every_s):
                    await self._news.wait()

    async def _send(self, stream: JetStreamContext, lines: Sequence[SentLine]) -> int:
        """Send lines; return how many of them, from the first on, are on somebody's disk."""
        answers = [
            await stream.publish_async(
                subject_of(line), line_said(line), headers={"Nats-Msg-Id": line_name(line, self._attempts[line.book])}
            )
            for line in lines
        ]
        done = 0
        with suppress(*UNREACHABLE):
            async with asyncio.timeout(ACK_S):
                for answer in answers:
                    await answer
                    done += 1
        for answer in answers[done:]:
            answer.cancel()
        kept = await self._of_database(lambda: sent(self._database, lines[:done]))
        if done < len(lines) or kept is None:
            await asyncio.sleep(self._order.again_s)
        return done

    async def _tell(self, line: Joined) -> None:
        """Say again and again how far the books are, and what the clock shows."""
        clock = asyncio.get_running_loop().time
        all_due_s = clock()
        while True:
            is_due, self._tells_all = self._tells_all or clock() >= all_due_s, False
            if is_due:
                all_due_s = clock() + ALL_S
            for newest in (True, False) if is_due else (True,):
                told = await self._heads(newest=newest)
                for said in heads_said(Telling(heads=told, now_us=self._now_us(), newest=newest)):
                    await line.client.publish(HEADS, said)
            await asyncio.sleep(self._order.every_s)

    async def _asked(self, message: Msg) -> None:
        """Send again what the hub lacks; where it names nothing it is to be told of every book."""
        try:
            wanted = heads_heard(message.data).heads
        except BadInput as trouble:
            say("the hub asks for something that cannot be read", why=str(trouble))
            return
        self._tells_all = self._tells_all or not wanted
        self._attempts.update((one.table, one.epoch) for one in wanted)
        await self._of_database(lambda: send_again(self._database, wanted))
        self._news.set()

    async def _heads(self, *, newest: bool) -> tuple[Head, ...]:
        return await self._of_database(lambda: heads(self._database, newest=newest)) or ()

    async def _of_database(self, ask: Callable[[], T]) -> T | None:
        """Ask the database off the loop; where it cannot be asked just now that is logged, and None comes back."""
        try:
            return await asyncio.to_thread(ask)
        except CuewatchError as trouble:
            say("the hub is not fed just now", why=str(trouble))
            return None


def leaf_stream() -> StreamConfig:
    """Return the stream that a leaf keeps."""
    return StreamConfig(
        name=STREAM, subjects=[f"{LINES}.>"], max_bytes=LEAF_BYTES, max_age=LEAF_S, discard=DiscardPolicy.OLD,
        duplicate_window=SAME_S,
    )  # fmt: skip


@contextmanager
def feeding(
    database: Database, order: FeedOrder, now_us: Callable[[], int], lend: Lend | None = None
) -> Iterator[HallFeed]:
    """Feed the hub meanwhile, in a thread of its own: whatever befalls it, the hall goes on.

    Args:
        database: holds the books.
        order: where they go.
        now_us: the hall's clock.
        lend: writes the recording of a stroke that the hub asks for; None: this hall gives none.
    """
    with lending(lend) as lends:
        feed = HallFeed(database, order, now_us, lends)
        with in_thread(feed.run(), "feed"):
            yield feed
