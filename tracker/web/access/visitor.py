"""A connection from a browser: it must ask for something soon, and one machine may hold only so many.

What costs nothing to hold open could be held open by the thousand until nobody else gets in; uvicorn waits for ever for
the first request of a connection, and for a heading that drips in letter by letter.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from tracker.web.access.door import is_here, network_of

ASK_S: Final = 10.0
"""So long a heading may take to come, from the first letter or from the moment of connecting."""
READ_S: Final = 30.0
"""So long whoever asked may leave what is sent to them unread, once the buffers between are full."""
OF_ONE: Final = 64
"""Connections from one machine elsewhere; on this one there may be a proxy, through which all come."""
OF_ALL: Final = 512
"""Fewer than the files that a program may usually open: the database and the eyes need some."""


class Visitor(H11Protocol):
    """One connection."""

    _waiting: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or close it at once where there are too many."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._wait_no_more()
        self._read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Write no more for now, and close the connection if its reader does not go on reading."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Write again: something was read."""
        self._read()
        super().resume_writing()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > OF_ALL:
            return True
        address = self.client[0] if self.client else ""
        if is_here(address):
            return False
        mine = network_of(address)
        clients = (getattr(one, "client", None) for one in self.connections)
        return sum(network_of(client[0]) == mine for client in clients if client) > OF_ONE

    @property
    def _is_answered(self) -> bool:
        """Whether nothing that was asked for is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        """Wait for a whole heading, unless one has come; what drips in meanwhile buys no more time."""
        if not self._is_answered:
            self._wait_no_more()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(ASK_S, self._give_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if self._is_answered:
            self.transport.close()
