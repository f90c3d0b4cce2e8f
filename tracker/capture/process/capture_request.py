"""What the parent asks of a capture child and what the child answers, a line of JSON each, through pipes.

An address goes this way and no other: it is in no command line, and so in no list of processes.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tracker.capture.recording.storage import Storage
from tracker.capture.timeline import Reached


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureRequest:
    """What a child is to do; the parent's first line. Each line after it is the number of a slot that comes back."""

    source: str
    loop: bool
    slots: tuple[int, ...]
    """The file descriptors of the slots."""
    number: int
    """The number of the first picture."""
    reached: Reached | None
    """How far the capture clock had come; None where it begins."""
    storage: Storage | None
    """Where to record, if at all."""

    def to_line(self) -> str:
        """Return this as a line."""
        return json.dumps(asdict(self)) + "\n"


def request_from(line: str) -> CaptureRequest:
    """Return the request that a parent wrote."""
    fields = json.loads(line)
    reached, storage = fields.pop("reached"), fields.pop("storage")
    fields["slots"] = tuple(fields["slots"])
    return CaptureRequest(
        **fields,
        reached=None if reached is None else Reached(**reached),
        storage=None if storage is None else Storage(**storage),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A picture lies in a slot."""

    slot: int
    number: int
    at_us: int
    width: int
    height: int
    dropped: int
    """How many before it were laid in none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingNews:
    """How recording goes: `on`, or why it stopped."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOver:
    """The source gives no more; a final one never will."""

    why: str
    final: bool


News = Laid | RecordingNews | SourceOver
KINDS: Mapping[str, type[Any]] = {"laid": Laid, "recorded": RecordingNews, "over": SourceOver}
NAMES = {kind: name for name, kind in KINDS.items()}


def news_line(news: News) -> str:
    """Return news as a line."""
    return json.dumps({NAMES[type(news)]: asdict(news)}) + "\n"


def news_from(line: str) -> News:
    """Return the news that a child wrote."""
    ((name, fields),) = json.loads(line).items()
    news: News = KINDS[name](**fields)
    return news
