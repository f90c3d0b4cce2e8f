"""What a request brings along: no more than its route takes, and no slower than anybody's browser sends it.

Who may not even sign in can send a body, too: without bounds one machine could fill the memory, or hold each line open.
"""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass

from starlette.types import Message, Receive

from tracker.domain.errors import TooLarge, TooSlow


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """What a route takes as its body."""

    kind: str
    """The type of content."""
    most_bytes: int
    within_s: float
    """All of it must have come in this time."""
    silent_s: float
    """Something must come at least so often."""

    @property
    def says_most(self) -> str:
        """How much it takes, in words."""
        kib = self.most_bytes // 1024
        return f"at most {kib} KiB are taken here" if kib < 2048 else f"at most {kib // 1024} MiB are taken here"


JSON_BODY = Takes(kind="application/json", most_bytes=256 * 1024, within_s=15.0, silent_s=10.0)
STILL_BODY = Takes(kind="application/json", most_bytes=8 * 2**20, within_s=60.0, silent_s=10.0)
CLIP_BODY = Takes(kind="application/octet-stream", most_bytes=512 * 2**20, within_s=3600.0, silent_s=20.0)


def bounded(receive: Receive, takes: Takes) -> Receive:
    """Return what gives the same body, and stops where it is too large or too slow.

    The returned receiver raises TooLarge or TooSlow.
    """
    until_s, size, over = time.monotonic() + takes.within_s, 0, False

    async def taken() -> Message:
        nonlocal size, over
        if over:
            return await receive()
        message = await _soon(receive(), min(takes.silent_s, until_s - time.monotonic()))
        size += len(message.get("body", b""))
        over = not message.get("more_body", False)
        if size > takes.most_bytes:
            raise TooLarge(takes.says_most)
        return message

    return taken


async def whole(receive: Receive) -> Receive:
    """Wait for all of a body, and return what gives it at once.

    Raises:
        TooLarge, TooSlow: as `receive` does.
    """
    message = await receive()
    pieces = [message.get("body", b"")]
    while message.get("more_body", False):
        message = await receive()
        pieces.append(message.get("body", b""))
    given = [] if message["type"] == "http.disconnect" else [{"type": "http.request", "body": b"".join(pieces)}]

    async def again() -> Message:
        return given.pop() if given else await receive()

    return again


async def _soon(message: Awaitable[Message], within_s: float) -> Message:
    try:
        return await asyncio.wait_for(message, within_s)
    except TimeoutError:
        raise TooSlow("what was sent stopped coming: send it again") from None
