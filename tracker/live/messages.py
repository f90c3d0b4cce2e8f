"""What the server asks of the eyes at a table and what they tell it: a line of JSON each, through pipes.

The address of a camera, with its password, goes this way and no other: it is in no command line.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import End
from tracker.match.book.codec import entry_from_line, entry_line
from tracker.match.book.entries import Seen
from tracker.rules.shelf import DEFAULT
from tracker.show.screens.sight import SeenBall

LOOK: Final = b"look\n"
"""Asks for a picture as the desk shows it."""
LOOK_WHOLE: Final = b"look whole\n"
"""Asks for a picture with all its pixels, by which a table can be found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the eyes are to do; the first line they read.

    Each later one asks for a picture, `LOOK` or `LOOK_WHOLE`; no more lines: they end.
    """

    source: str
    realtime: bool
    """True: a recording is played as fast as it was taken, and pictures that come too soon go by unseen."""
    kit: str
    rules: str | None = None
    """Rulebook whose balls are looked for; None: those of the table's own file."""
    pieces: dict[str, int] | None = None
    """How many of each, where a match says it; None: as many as the book has."""
    runtime: str | None = None
    record: str | None = None
    """Folder to record into."""
    record_bytes: int | None = None
    """The oldest that was recorded goes while all takes more than this."""
    calibration: str | None = None
    """Text of `calibration.json`; None: the table is to be found."""
    corners: tuple[tuple[float, float], ...] = ()
    """Where a person says that the corners of the playing area are (px); empty: nobody has said."""
    baulk: End | None = None
    """Where in the picture a person says that Baulk lies, or side A of a board; None: nobody has said."""
    told: int = 0
    """Number of the last stroke told."""
    number: int = 0
    """Pictures are numbered from here, or higher."""
    from_us: int = 0
    """Capture times begin here, or later."""
    among: int = 1
    """So many tables are watched on this machine: the eyes take their share of its processors, and leave the capture
    and the score ahead of them."""
    window: int | None = None
    """Descriptor of the memory for pictures that a desk looks at, each asked for with a line; None: no desk will."""
    forks: int | None = None
    """Descriptor of the line to the process that others are forked from; None: there is none."""

    def to_line(self) -> str:
        """Return this as a line."""
        return json.dumps(asdict(self)) + "\n"


def order_from(line: str) -> Order:
    """Return the order that a server wrote."""
    said = json.loads(line)
    return Order(**said | {"corners": tuple((float(x), float(y)) for x, y in said["corners"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraNews:
    """How the camera fares."""

    camera: str
    why: str = ""
    pictures: int = 0
    dropped: int = 0
    recording: str = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """The table was looked for, and is not in view."""

    why: str
    again: bool = False
    """It was in view, and is not where it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The table was found: the text of its `calibration.json`."""

    calibration: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What a picture showed."""

    number: int
    at_us: int
    taken_ms: int
    """When it came (Unix, ms)."""
    here: bool
    """Whether the table is where it should be."""
    balls: tuple[SeenBall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictured:
    """The picture that was asked for lies in the memory, as a JPEG."""

    bytes: int
    width: int
    """Of the picture as the camera took it, px."""
    height: int
    taken_ms: int
    """When it came (Unix, ms)."""
    whole: bool = False
    """Whether it has all its pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """A stroke: what it may have been, and how the balls lay before and after."""

    seen: Alternatives
    evidence: str = ""
    """What is kept of it, as text (`live.strokes.evidence`): who hears it need not read it; empty: nothing is."""
    clock_us: int = 0
    """What makes its capture times times of day (µs UTC)."""

    @property
    def stroke(self) -> Stroke:
        """What it most likely was."""
        return self.seen.likeliest.stroke

    @property
    def standing(self) -> Standing:
        """The balls at rest after it, likewise."""
        return self.seen.likeliest.standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A stroke was played that cannot be told."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """Nothing more will be seen; where that is `final`, not even by other eyes."""

    why: str
    final: bool


News = CameraNews | Sought | Found | Looked | Pictured | Struck | Missed | Over
KINDS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (CameraNews, Sought, Found, Looked, Pictured, Missed, Over)
}


def news_line(news: News) -> str:
    """Return news as a line."""
    if isinstance(news, Struck):
        return json.dumps({Struck.__name__: _struck_fields(news)}) + "\n"
    return json.dumps({type(news).__name__: asdict(news)}) + "\n"


def news_from(line: str) -> News:
    """Return the news that the eyes wrote.

    Raises:
        ValueError, KeyError, TypeError, BadInput: it is nonsense.
    """
    ((kind, fields),) = dict(json.loads(line)).items()
    if kind == Struck.__name__:
        return _struck(**fields)
    if kind == Looked.__name__:
        fields["balls"] = tuple(SeenBall(**ball) for ball in fields["balls"])
    news: News = KINDS[kind](**fields)
    return news


def _struck_fields(news: Struck) -> dict[str, Any]:
    """Return a stroke as the line that it will be in the book, beside what is no part of that."""
    return {"seen": entry_line(Seen.of(news.seen)), "evidence": news.evidence, "clock_us": news.clock_us}


def _struck(seen: str, evidence: str, clock_us: int) -> Struck:
    entry = entry_from_line(seen, DEFAULT, "eyes")
    assert isinstance(entry, Seen)
    return Struck(seen=entry.alternatives, evidence=evidence, clock_us=clock_us)
