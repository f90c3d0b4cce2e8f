"""Advice before a camera is bought: where it would stand, what it would make of a table, and what to change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tracker.domain.errors import BadInput
from tracker.domain.table.plane import Point

NARROWEST_DEG, WIDEST_DEG = 5.0, 120.0
FARTHEST_MM: Final = 40_000.0
SMALLEST_PX, LARGEST_PX = 240, 4608
REMARKS: Final = (
    "whole", "cut", "not-found", "flat", "placed", "touch-all", "touch-some", "touch-none", "pots-all", "pots-some",
    "cushion", "behind", "tiny",
)  # fmt: skip
CHANGES: Final = ("wider", "narrower", "raise", "end", "over", "pixels")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """A camera where it may come to stand, with its lens and the size of its pictures."""

    at_mm: tuple[float, float, float]
    """In the table's coordinates, z above the cloth."""
    towards_mm: Point
    """The place on the cloth that the middle of its picture shows."""
    lens_deg: float
    """Angle of view across the width of the picture."""
    size_px: tuple[int, int]
    """Width and height of its pictures."""

    def __post_init__(self) -> None:
        """Refuse what no camera is.

        Raises:
            BadInput: a number that cannot be; the message says which, and what to give.
        """
        if not all(abs(value) < FARTHEST_MM for value in (*self.at_mm, *self.towards_mm)):
            raise BadInput(
                f"a camera more than {FARTHEST_MM / 1000:.0f} m off sees no table: give X Y Z in millimetres"
            )
        if not NARROWEST_DEG <= self.lens_deg <= WIDEST_DEG:
            raise BadInput(
                f"a lens of {self.lens_deg:g} degrees: give its angle across the picture's width,"
                f" {NARROWEST_DEG:.0f} to {WIDEST_DEG:.0f} degrees"
            )
        if not all(SMALLEST_PX <= side <= LARGEST_PX for side in self.size_px):
            wide, high = self.size_px
            raise BadInput(
                f"pictures of {wide}x{high}: give their width and height, {SMALLEST_PX} to {LARGEST_PX} pixels each,"
                " as in 1920x1080"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What a camera would make of one place of the table: a spot, or where a ball hangs in a pocket's jaws."""

    name: str
    """Of the pocket or the spot."""
    is_pocket: bool
    at: Point
    in_view: bool
    away_mm: float
    """From the camera."""
    across_mm: float
    """Millimetres a pixel across the table."""
    along_mm: float
    """The same along it."""
    ball_px: float
    """How many pixels a ball there is across."""
    sighting_mm: float
    """How far the picture itself errs about a ball in the open there (root mean square distance)."""
    camera_mm: float
    """How far what is known of the camera errs there, likewise; infinite where the table would not be found."""
    error_mm: float
    """Both together."""
    gap_sd_mm: float
    """How far the gap between two balls side by side there errs (1 sigma), the worst way that they may lie."""
    touch_told: float
    """How often balls that touch there are told to, 0 to 1; of the others the referee is asked."""
    clear_mm: float
    """From how far apart, edge to edge, balls there are told more often than not to lie clear of each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandRemark:
    """Something to say of a stand, to be put into words by `show`: one of `REMARKS`."""

    kind: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """Places or cushions that it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandChange:
    """Something to change, one of `CHANGES`, and what would come of it."""

    kind: str
    stand: Stand
    end: str = ""
    """`bottom` or `top`, where the camera moves behind an end."""
    worst_mm: float
    touch_told: float
    """As that of the advice."""
    pots_told: int
    """At how many pockets pots would be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraAdvice:
    """What a camera that stands so would make of a table."""

    table: str
    stand: Stand
    in_view: float
    """Share of the cloth that its picture shows, 0 to 1."""
    prospects: tuple[Prospect, ...]
    """Of the pockets, then of the spots."""
    pots: tuple[str, ...]
    """The pockets at which pots are told."""
    remarks: tuple[StandRemark, ...] = ()
    changes: tuple[StandChange, ...] = ()
    """What costs least first."""

    @property
    def worst_mm(self) -> float:
        """Return the error where it is largest; infinite where a place is not in the picture."""
        return max((p.error_mm if p.in_view else float("inf") for p in self.prospects), default=float("inf"))

    @property
    def touch_told(self) -> float:
        """Return how often balls that touch are told to, over all places."""
        return sum(p.touch_told for p in self.prospects) / max(len(self.prospects), 1)
