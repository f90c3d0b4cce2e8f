"""The hub's stream of a hall: what the hall sends, or the mirror of what its leaf node keeps."""

import asyncio
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.js.api import DiscardPolicy, ExternalStream, StreamConfig, StreamInfo, StreamSource
from nats.js.client import JetStreamContext
from nats.js.errors import APIError, NotFoundError, ServiceUnavailableError

from tracker.hub.wire import LINES, STREAM
from tracker.live.log import say

HUB_BYTES: Final = 1 << 24
"""So much of what a hall sent stays here, for `HUB_S`: it is in the database by then, or else is asked for again."""
HUB_S: Final = 7 * 24 * 3600
SAME_S: Final = 120
DELIVER: Final = "deliver"
"""Subjects below it carry a leaf's stream to its mirror."""
ABSENT: Final = (NotFoundError, ServiceUnavailableError, TimeoutError, asyncio.TimeoutError)


async def have_stream(client: Client, stream: JetStreamContext, hall: str, *, is_leaf: bool) -> bool:
    """Have the stream of a hall; tell whether there is one: of a leaf that was never heard from there is none yet."""
    with suppress(NotFoundError):
        there = await stream.stream_info(STREAM)
        if there.config.max_bytes != HUB_BYTES:
            await stream.update_stream(_limited(there.config))
        return True
    if not is_leaf:
        await stream.add_stream(_limited(StreamConfig(subjects=[f"{LINES}.>"], duplicate_window=SAME_S)))
        return True
    theirs = await _of_leaf(client, hall)
    if theirs is None:
        return False
    source = StreamSource(name=STREAM, external=ExternalStream(api=f"$JS.{hall}.API", deliver=f"{DELIVER}.{hall}"))
    await stream.add_stream(_limited(StreamConfig(mirror=source, description=_made(theirs))))
    return True


async def must_be_fresh(client: Client, stream: JetStreamContext, hall: str, every_s: float) -> None:
    """Look again and again whether the leaf still has the stream of which ours is the mirror, until it has not.

    A leaf whose disk was lost counts from 1 again, and its mirror would wait for what comes after what it has.

    Raises:
        APIError: the mirror is of a stream that is no more; it is gone, to be made anew.
    """
    while True:
        await asyncio.sleep(every_s)
        theirs = await _of_leaf(client, hall)
        ours = await stream.stream_info(STREAM)
        if theirs is not None and ours.config.description != _made(theirs):
            say("a hall's leaf keeps another stream than before: it is mirrored anew", hall=hall)
            await stream.delete_stream(STREAM)
            raise APIError(description="the leaf's stream is another one")


async def _of_leaf(client: Client, hall: str) -> StreamInfo | None:
    with suppress(*ABSENT):
        return await client.jetstream(domain=hall, timeout=2).stream_info(STREAM)
    return None


def _made(stream: StreamInfo) -> str:
    return f"of {stream.created.isoformat()}" if stream.created else ""


def _limited(stream: StreamConfig) -> StreamConfig:
    return stream.evolve(name=STREAM, max_bytes=HUB_BYTES, max_age=HUB_S, discard=DiscardPolicy.OLD)
