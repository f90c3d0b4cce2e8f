"""What the camera of a table sees now, for the referee's desk: where the balls lie, and how camera and eyes fare.

It changes several times a second and is never kept: nothing in it is a call. Players' screens are not given it.
"""

import json
from dataclasses import asdict, dataclass
from typing import Final

from tracker.show.screens.state import NO_CAMERA, SCHEMA

UNSEEN: Final = "none"
SOUGHT: Final = "sought"
SEEN: Final = "seen"
AWAY: Final = "away"
MOVED: Final = "moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBall:
    """A ball and where it is, seen from above."""

    ball: str
    x_mm: float
    y_mm: float
    sd_mm: float
    seen: bool
    """False: hidden; it is believed to be there."""
    moving: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What is seen of one table."""

    table: str
    camera: str = NO_CAMERA
    """`none`, `starting`, `live`, `stalled`, `lost` or `ended`."""
    why: str = ""
    """Why it is not live, or why the watching broke off, in one line."""
    view: str = UNSEEN
    """`none`: nobody looks; `sought`: no table was found yet; `seen`; `away`: not where it should be, all pauses;
    `moved`: so for a while, and sought anew."""
    at_us: int | None = None
    """Capture time of the picture that this was read from."""
    taken_ms: int | None = None
    """Server's clock (Unix, ms) when that picture came."""
    balls: tuple[SeenBall, ...] = ()
    strokes: int = 0
    """Strokes told since the program started."""
    not_kept: str = ""
    """Why the last stroke told could not be put before the referee; empty: it was."""
    pictures: int = 0
    """Pictures that came from the camera."""
    dropped: int = 0
    """Pictures among them that went by unseen."""
    recording: str = "off"
    """`off`, `on`, or why it stopped."""
    restarts: int = 0
    """How often the eyes had to be started anew."""
    schema: int = SCHEMA


def sight_json(sight: Sight) -> bytes:
    """Return it as one line of JSON."""
    return json.dumps(asdict(sight), ensure_ascii=False, separators=(",", ":")).encode()


def sight_event(sight: Sight) -> bytes:
    """Return it as a server-sent event."""
    return b"event: sight\ndata: %b\n\n" % sight_json(sight)
