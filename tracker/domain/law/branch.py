"""What the law makes of what was seen: the calls that could follow, and how the table must look in a position.

Both are what a game tells the decoder (`match.decoder.decoder`), which knows no game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Calls that could follow, in order, what nobody says aloud included."""

    calls: tuple[Call, ...] = ()
    log_prior: float = 0.0
    """Natural logarithm of how likely they are before the pictures are weighed."""
    why: str = ""
    """What is supposed that nobody said and nobody saw, as a person reads it: `a stroke was played out of view`."""
    ruling: Ruling | None = None
    """The judge's ruling that the calls come from; None: they stand between two strokes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """How the table must look at rest before the next stroke, by the law."""

    counts: Mapping[str, int]
    """How many of each ball lie on it."""
    places: tuple[Place, ...] | None = None
    """Where they lie, those that were put back on a spot among them; None: not known."""
    in_hand: frozenset[str] = field(default_factory=frozenset)
    """Balls that a player places by hand: they lie where he likes in the D."""
    anywhere: bool = False
    """Or on the whole playing area."""
    struck_from: tuple[Point, Point] | None = None
    """The least and the greatest corner of where what is struck must lie; None: the law has no such rectangle."""

    def lets_strike_from(self, at: Point, near_mm: float) -> bool:
        """Say whether a stroke may be played from a place, if that is told no better than within `near_mm`."""
        if self.struck_from is None:
            return True
        (low_x, low_y), (high_x, high_y) = self.struck_from
        return low_x - near_mm <= at.x_mm <= high_x + near_mm and low_y - near_mm <= at.y_mm <= high_y + near_mm
