"""What the screens of one table are told: its newest state, put into words once a change however many screens look.

A slow screen misses states in between, never the newest one, and holds nobody up.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cached_property

from tracker.app.live.showing import public_state, referee_state
from tracker.app.live.table import Moment, Table
from tracker.show.state import PublicState, RefereeState, as_json

ALIVE_S = 10.0
"""A line that carries nothing new shows at least so often that it lives."""
AGAIN_MS = 500
"""How soon a browser asks again when the line is down."""


class Shown:
    """A moment as the screens get it; each form is made when it is first asked for, and once."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment

    @cached_property
    def public(self) -> PublicState:
        """What everybody may know."""
        return public_state(self.moment)

    @cached_property
    def referee(self) -> RefereeState:
        """What the referee may know."""
        return referee_state(self.moment)

    @cached_property
    def public_json(self) -> bytes:
        """The public state as JSON."""
        return as_json(self.public)

    @cached_property
    def referee_json(self) -> bytes:
        """The referee's state as JSON."""
        return as_json(self.referee)

    @cached_property
    def public_event(self) -> bytes:
        """The public state as a server-sent event."""
        return self._event(self.public_json)

    @cached_property
    def referee_event(self) -> bytes:
        """The referee's state as a server-sent event."""
        return self._event(self.referee_json)

    def _event(self, data: bytes) -> bytes:
        epoch, sequence = self.moment.at
        return b"id: %d.%d\nevent: state\ndata: %b\n\n" % (epoch, sequence, data)


Form = Callable[[Shown], bytes]


@dataclass(frozen=True, slots=True, eq=False)
class _Viewer:
    loop: asyncio.AbstractEventLoop
    news: asyncio.Event

    def wake(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.news.set)


class Channel:
    """The line from one table to its screens."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.closed = False
        self._viewers: tuple[_Viewer, ...] = ()
        self._shown = Shown(table.moment)
        table.listen(self._tell)

    @property
    def shown(self) -> Shown:
        """The newest moment."""
        return self._shown

    @property
    def viewers(self) -> int:
        """How many screens listen."""
        return len(self._viewers)

    def close(self) -> None:
        """Let every screen go, so that the program can end; may be called from any thread."""
        self.closed = True
        self._wake()

    async def events(self, form: Form, now_ms: Callable[[], int], alive_s: float = ALIVE_S) -> AsyncIterator[bytes]:
        """Give the newest state, then every newer one, as server-sent events, until the channel is closed.

        A `clock` event with the server's time (Unix, ms) comes first, and whenever nothing else has for `alive_s`.
        """
        viewer = _Viewer(asyncio.get_running_loop(), asyncio.Event())
        self._viewers = (*self._viewers, viewer)
        told: Shown | None = None
        try:
            yield b"retry: %d\n\n%b" % (AGAIN_MS, _clock(now_ms()))
            while not self.closed:
                viewer.news.clear()
                if self._shown is not told:
                    told = self._shown
                    yield form(told)
                if not await _within(viewer.news, alive_s):
                    yield b": alive\n" + _clock(now_ms())
        finally:
            self._viewers = tuple(one for one in self._viewers if one is not viewer)

    def _tell(self, moment: Moment) -> None:
        self._shown = Shown(moment)
        self._wake()

    def _wake(self) -> None:
        for viewer in self._viewers:
            viewer.wake()


def _clock(now_ms: int) -> bytes:
    return b'event: clock\ndata: {"now_ms":%d}\n\n' % now_ms


async def _within(news: asyncio.Event, seconds: float) -> bool:
    """Wait for news; tell whether any came in time."""
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    return True
