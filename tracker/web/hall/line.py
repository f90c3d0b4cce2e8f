"""A line from one writer to many screens: the newest of what it told, put into words by each screen's form.

A slow screen misses what came in between, never the newest, and holds nobody up.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

ALIVE_S = 10.0
"""A line that carries nothing new shows at least so often that it lives."""
AGAIN_MS = 500
"""How soon a browser asks again when the line is down."""


@dataclass(frozen=True, slots=True, eq=False)
class _Viewer:
    loop: asyncio.AbstractEventLoop
    news: asyncio.Event

    def wake(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.news.set)


class Publisher(Generic[T]):
    """Holds what is newest; may be told from any thread."""

    def __init__(self, newest: T) -> None:
        self._newest = newest
        self._closed = False
        self._viewers: tuple[_Viewer, ...] = ()

    @property
    def newest(self) -> T:
        """What was told last."""
        return self._newest

    @property
    def viewers(self) -> int:
        """How many screens listen."""
        return len(self._viewers)

    def tell(self, newest: T) -> None:
        """Have something newer."""
        self._newest = newest
        self._wake()

    def close(self) -> None:
        """Let every screen go, so that the program can end."""
        self._closed = True
        self._wake()

    async def events(
        self, form: Callable[[T], bytes | Awaitable[bytes]], now_ms: Callable[[], int], alive_s: float = ALIVE_S
    ) -> AsyncIterator[bytes]:
        """Give what is newest, then all that is newer, as server-sent events, until the line is closed.

        A form that must wait for something is awaited, so that no other screen waits for it.
        A `clock` event with the server's time (Unix, ms) comes first, and whenever nothing else has for `alive_s`.
        """
        viewer = _Viewer(asyncio.get_running_loop(), asyncio.Event())
        self._viewers = (*self._viewers, viewer)
        told: T | None = None
        said = b""
        try:
            yield b"retry: %d\n\n%b" % (AGAIN_MS, _clock(now_ms()))
            while not self._closed:
                viewer.news.clear()
                if self._newest is not told:
                    told, before = self._newest, said
                    formed = form(told)
                    said = formed if isinstance(formed, bytes) else await formed
                    if said != before:  # most of what the desk is told of the balls is nothing new to an overlay
                        yield said
                if not await _within(viewer.news, alive_s):
                    yield b": alive\n" + _clock(now_ms())
        finally:
            self._viewers = tuple(one for one in self._viewers if one is not viewer)

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
