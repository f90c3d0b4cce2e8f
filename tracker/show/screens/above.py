"""The table from above for a stream: where the balls lie, and the ways they took in the last stroke.

It says no more than anybody in the hall sees: no doubt, no spread, nothing of the camera.
"""

import json
from dataclasses import asdict, dataclass

from tracker.show.screens.state import SCHEMA

Millimetres = tuple[int, int]
"""A place on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallAbove:
    """A ball on the table."""

    ball: str
    x_mm: int
    y_mm: int
    moving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WayAbove:
    """The way of a ball in the last stroke, in few points."""

    ball: str
    points: tuple[Millimetres, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """What a stream may show of a table from above."""

    table: str
    live: bool
    """The balls are where a camera sees them now; False: where they lay after the last stroke that was seen."""
    balls: tuple[BallAbove, ...] = ()
    stroke: int = 0
    """Number of the last stroke that was seen in the present frame; 0: none was."""
    ways: tuple[WayAbove, ...] = ()
    potted: tuple[str, ...] = ()
    schema: int = SCHEMA


def above_json(above: Above) -> bytes:
    """Return it as one line of JSON."""
    return json.dumps(asdict(above), separators=(",", ":")).encode()


def above_event(above: Above) -> bytes:
    """Return it as a server-sent event."""
    return b"event: above\ndata: %b\n\n" % above_json(above)
