"""What the hub and a hall say to each other of a recording: which stroke is wanted, what comes of it, its next part.

The hub asks for one part after the other, so that what is on its way is never more than one, the scores pass between
them, and a line that breaks leaves nothing half done in the hall.
"""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from tracker.hub.wire import Count, Message, Name, Words

ASKED: Final = "recordings"
PARTS: Final = "recordings.parts"
PART_BYTES: Final = 1 << 16
MOST_BYTES: Final = 1 << 26
"""A stroke's pictures take some MB; what is longer than this is to be had in the hall alone."""


class Why(StrEnum):
    """Why there is no recording to be had."""

    OFF = "off"
    """The hall gives none."""
    NONE = "none"
    """The stroke was not recorded, or what was is deleted by now."""
    UNKNOWN = "unknown"
    """The hall has no such stroke: its book is another one by now."""
    LARGE = "large"
    BUSY = "busy"
    """The hall gives others theirs."""
    AWAY = "away"
    """The hall does not answer."""
    BROKEN = "broken"
    """What came is no video, or not the one that was promised."""
    FULL = "full"
    """The hub has no room."""


class RecordingWanted(Message):
    """The recording of a stroke that is wanted, by the hall's own names."""

    table: Name
    epoch: Count
    sequence: Count
    by: Words
    """Who asks at the hub."""


class RecordingLent(Message):
    """What comes of it: a file of so many bytes, or why there is none."""

    why: Why | None = None
    id: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] = "0" * 32
    size: Annotated[int, Field(ge=0, le=MOST_BYTES)] = 0
    sha256: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""


class PartWanted(Message):
    """The part that is wanted: `PART_BYTES` from a byte on, or what is left."""

    id: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
    at: Count


def said(message: Message) -> bytes:
    """Return a message as it is sent."""
    return message.model_dump_json(by_alias=True).encode()
