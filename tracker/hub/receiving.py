"""The hub takes in what halls send: each hall by a connection of its own, all into one database, many lines at a time.

A line is let go of (acknowledged) when the database has it on its disk; until then it comes again, and is passed over
if it was there after all. So the hub, or its database, may be killed at any moment.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig
from nats.js.client import JetStreamContext

from tracker.domain.errors import BadInput, CuewatchError
from tracker.hub.joining import UNREACHABLE, Joined, NatsServer, first_of, keep_joined
from tracker.hub.streams import have_stream, must_be_fresh
from tracker.hub.wire import HEADS, LINES, STREAM, WANTED, Telling, heads_heard, heads_said, line_heard
from tracker.live.log import say
from tracker.store.database.opening import Database
from tracker.store.mirror.halls import gone_beyond, heard, know_halls, lacking
from tracker.store.mirror.lines import Head, SentLine
from tracker.store.mirror.taking import cut, take

CONSUMER: Final = "hub"
BATCH: Final = 500
WAIT_S: Final = 1.0
ACK_WAIT_S: Final = 30.0
TAKEN_AGAIN_S: Final = 1.0
HEARD_S: Final = 10.0
"""How often it is kept when a hall was heard from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallOrder:
    """A hall that the hub hears."""

    name: str
    label: str
    server: NatsServer
    """The hub's own way into the hall's account."""
    is_leaf: bool = False
    """It has a leaf node, whose stream is mirrored here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubPace:
    """How often things are done that nobody waits for."""

    every_s: float = 10.0
    """A leaf's stream is looked at."""
    grace_s: float = 15.0
    """What a hall has and the hub has not is on its way for so long; then it is asked for."""
    again_s: float = 2.0


class Audience(Protocol):
    """Whoever wants to know what halls have sent, once it is kept; is told in the hub's own loop, and never waits."""

    def heard(self, hall: str, at_us: int) -> None:
        """Know when a hall was heard from."""

    def grown(self, hall: str, tables: Collection[str]) -> None:
        """Know at which tables of a hall something was called, or taken back."""


class _Nobody:
    def heard(self, hall: str, at_us: int) -> None:
        """Do nothing."""

    def grown(self, hall: str, tables: Collection[str]) -> None:
        """Do nothing."""


NOBODY: Final = _Nobody()
"""An audience that wants to know nothing."""


class Writer:
    """Takes what all halls have brought into the database, in one transaction what waits at the time."""

    def __init__(self, database: Database, now_us: Callable[[], int], audience: Audience) -> None:
        self._database, self._now_us, self.audience = database, now_us, audience
        self._waiting: list[tuple[str, Sequence[SentLine], asyncio.Future[tuple[Head, ...]]]] = []
        self._heard: dict[str, tuple[int, int]] = {}
        self._news = asyncio.Event()

    def heard(self, hall: str, at_us: int, ahead_us: int) -> None:
        """Have it kept before long when a hall was heard from, and how far its clock is ahead."""
        self._heard[hall] = at_us, ahead_us
        self.audience.heard(hall, at_us)
        self._news.set()

    async def bring(self, hall: str, lines: Sequence[SentLine]) -> tuple[Head, ...]:
        """Have lines kept; return what lacks when they are."""
        done: asyncio.Future[tuple[Head, ...]] = asyncio.get_running_loop().create_future()
        self._waiting.append((hall, lines, done))
        self._news.set()
        return await done

    async def run(self) -> None:
        """Keep what is brought, until cancelled; where the database cannot be written it is tried again and again."""
        while True:
            await self._news.wait()
            self._news.clear()
            taken, self._waiting = self._waiting, []
            heard, self._heard = self._heard, {}
            await self._noted(heard)
            lacks = await self._taken([(hall, lines) for hall, lines, _ in taken])
            for hall, lines, done in taken:
                self.audience.grown(hall, {line.table for line in lines})
                if not done.done():
                    done.set_result(tuple(lack for whose, lack in lacks if whose == hall))

    async def _noted(self, heard_of: dict[str, tuple[int, int]]) -> None:
        """Keep when halls were heard from; where that fails they are heard from again before long."""
        if heard_of:
            try:
                await asyncio.to_thread(heard, self._database, heard_of)
            except CuewatchError as trouble:
                say("halls are heard, and it cannot be kept", why=str(trouble))

    async def _taken(self, brought: list[tuple[str, Sequence[SentLine]]]) -> tuple[tuple[str, Head], ...]:
        while brought:
            try:
                return await asyncio.to_thread(take, self._database, brought, self._now_us())
            except CuewatchError as trouble:
                say("nothing can be kept: trying again", why=str(trouble))
                await asyncio.sleep(TAKEN_AGAIN_S)
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A book that lacks something here."""

    told: Head
    """How far its hall has it."""
    last: int
    """Number of the last line that is here."""
    since_s: float
    """Since when that was so, or since it was asked for."""


class Hearing:
    """Hears one hall."""

    def __init__(
        self, database: Database, order: HallOrder, writer: Writer, pace: HubPace, now_us: Callable[[], int]
    ) -> None:
        self._database, self._order, self._writer, self._pace, self._now_us = database, order, writer, pace, now_us
        self._heard_s = self._emptied_s = float("-inf")
        self._suspects: dict[tuple[str, int], Suspect] = {}
        self._beyond_s: dict[bool, dict[Head, float]] = {}
        """Since when books go on here after what the hall has, as it tells of the newest and of all."""

    async def run(self) -> None:
        """Hear the hall until cancelled."""
        await keep_joined(self._order.server, self._use, self._pace.again_s, f"hub in hall {self._order.name}")

    async def _use(self, line: Joined) -> None:
        async def told(message: Msg) -> None:
            await self._heard(line, message)

        self._suspects, self._beyond_s = {}, {True: {}, False: {}}
        await line.client.subscribe(HEADS, cb=told)
        await self._ask(line, ())
        stream = line.client.jetstream(timeout=5)
        while not await have_stream(line.client, stream, self._order.name, is_leaf=self._order.is_leaf):
            await asyncio.sleep(self._pace.again_s)
        works = [self._fetch(line, stream)]
        if self._order.is_leaf:
            works.append(must_be_fresh(line.client, stream, self._order.name, self._pace.every_s))
        await first_of(*works)

    async def _fetch(self, line: Joined, stream: JetStreamContext) -> None:
        waits = ConsumerConfig(ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_WAIT_S, max_ack_pending=4 * BATCH)
        pulled = await stream.pull_subscribe(f"{LINES}.>", durable=CONSUMER, stream=STREAM, config=waits)
        clock = asyncio.get_running_loop().time
        while True:
            began_s = clock()
            messages = await fetched(pulled)
            lines = [said for message in messages if (said := self._read(message)) is not None]
            lacks = await self._writer.bring(self._order.name, lines) if lines else ()
            for message in messages:
                await message.ack()
            if len(messages) < BATCH:
                self._emptied_s = began_s
            if lacks:
                await self._ask(line, lacks)

    def _read(self, message: Msg) -> SentLine | None:
        try:
            return line_heard(message.data)
        except BadInput as trouble:
            say("a hall sends what cannot be read: it is passed over", hall=self._order.name, why=str(trouble))
            return None

    async def _heard(self, line: Joined, message: Msg) -> None:
        """Know that the hall is there, and whether it has what is not here, or has it no more."""
        try:
            told = heads_heard(message.data)
        except BadInput as trouble:
            say("a hall tells what cannot be read", hall=self._order.name, why=str(trouble))
            return
        now_us, now_s = self._now_us(), asyncio.get_running_loop().time()
        if now_s - self._heard_s >= min(HEARD_S, self._pace.every_s):
            self._writer.heard(self._order.name, now_us, told.now_us - now_us)
            self._heard_s = now_s
        try:
            asked = (*await self._lacking(told, now_s), *await self._cut(told, now_s))
        except CuewatchError as trouble:
            say("a hall is heard, and its books cannot be compared", hall=self._order.name, why=str(trouble))
            return
        if asked or any(self._beyond_s.values()):  # all books are to be told of: others may be beyond too
            await self._ask(line, asked)

    async def _lacking(self, told: Telling, now_s: float) -> tuple[Head, ...]:
        """Return what is to be asked for, since it has lacked for long."""
        candidates = {book: one.told for book, one in self._suspects.items()} | {one.book: one for one in told.heads}
        lacks = await asyncio.to_thread(lacking, self._database, self._order.name, candidates.values())
        return self._overdue(candidates, lacks, now_s)

    async def _cut(self, told: Telling, now_s: float) -> tuple[Head, ...]:
        """Have books end where the hall has told for long that they do; return those to be asked for."""
        database, hall = self._database, self._order.name
        before, books = self._beyond_s[told.newest], {one.book for one in told.heads}
        beyond = await asyncio.to_thread(gone_beyond, database, hall, told.heads, newest=told.newest)
        since = {one: since_s for one, since_s in before.items() if one.book not in books and not told.newest}
        since |= {one: before.get(one, now_s) for one in beyond}
        overdue = [one for one in beyond if now_s - since[one] >= self._pace.grace_s]
        self._beyond_s[told.newest] = {one: since_s for one, since_s in since.items() if one not in overdue}
        if not overdue:
            return ()
        say("a hall was put back to what it was earlier: so are its books here", hall=hall, books=len(overdue))
        others = await asyncio.to_thread(cut, database, hall, overdue, self._now_us())
        self._writer.audience.grown(hall, {one.table for one in overdue})
        return others

    def _overdue(self, told: Mapping[tuple[str, int], Head], lacks: Sequence[Head], now_s: float) -> tuple[Head, ...]:
        """Return what has lacked for so long that it is not on its way; each is asked for once in such a time.

        While the stream holds what is not taken yet, or the database takes nothing, nothing is asked for: it would come
        on top of that.
        """
        before, overdue = self._suspects, []
        self._suspects = {}
        for lack in lacks:
            was = before.get(lack.book)
            since_s = was.since_s if was is not None and was.last == lack.sequence else now_s
            if now_s - since_s >= self._pace.grace_s and self._emptied_s > since_s:
                overdue.append(lack)
                since_s = now_s
            self._suspects[lack.book] = Suspect(told=told[lack.book], last=lack.sequence, since_s=since_s)
        return tuple(overdue)

    async def _ask(self, line: Joined, lacks: Sequence[Head]) -> None:
        """Ask the hall to send again what lacks; to tell of every book, where nothing does."""
        for said in heads_said(Telling(heads=tuple(lacks), now_us=self._now_us())):
            with suppress(*UNREACHABLE):
                await line.client.publish(WANTED, said)


async def fetched(pulled: JetStreamContext.PullSubscription) -> list[Msg]:
    """Return what waits, one batch of it at most; the next message as soon as it comes, where nothing does.

    Exactly what waits is asked for: of a batch that is not full the server gives nothing before `WAIT_S` is up.
    """
    messages = list[Msg]()
    with suppress(TimeoutError):
        messages += await pulled.fetch(1, timeout=WAIT_S)
        if waiting := messages[0].metadata.num_pending:
            messages += await pulled.fetch(min(waiting, BATCH - 1), timeout=WAIT_S)
    return messages


async def receive(
    database: Database,
    orders: Sequence[HallOrder],
    pace: HubPace,
    now_us: Callable[[], int],
    audience: Audience = NOBODY,
) -> None:
    """Take in what these halls send, until cancelled."""
    await asyncio.to_thread(know_halls, database, [(one.name, one.label) for one in orders])
    writer = Writer(database, now_us, audience)
    hearing = (Hearing(database, order, writer, pace, now_us).run() for order in orders)
    await first_of(writer.run(), *hearing)
