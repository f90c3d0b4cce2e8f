"""What stands in the room: a table with its marks and pockets, and the balls that are played on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from tracker.domain.table.plane import Point, distance_mm

POCKETS: Final = ("bottom-left", "bottom-right", "middle-left", "middle-right", "top-left", "top-right")
CUSHIONS: Final = ("bottom", "top", "left", "right")
End = Literal["near", "far", "left", "right", "near-left", "near-right", "far-left", "far-right"]
"""Toward which side of the picture an end or a side lies; by two words where a corner points at the camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pocket:
    """A pocket: where a ball is gone once its centre has passed the fall, and the mouth between the two jaws."""

    name: str
    fall: Point
    """Centre of the hole in the slate (mm)."""
    radius_mm: float
    """Radius of that hole (mm)."""
    mouth_mm: float
    """Distance between the points where the cushion faces begin to curve (mm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """A table and its balls. Lengths in mm; the playing area runs from cushion face to cushion face."""

    name: str
    width_mm: float
    length_mm: float
    ball_radius_mm: float
    nose_height_mm: float
    """Height above the cloth of the cushion's nose, which is the edge that a camera sees."""
    cushion_mm: float
    """Width of the cloth-covered cushion top, from the nose back to the wooden rail."""
    rail_mm: float
    """Width of the wooden rail behind it."""
    pockets: tuple[Pocket, ...]
    pieces: Mapping[str, int]
    """How many of each ball the game starts with, in the order of `kinds`."""
    cue_balls: tuple[str, ...] = ()
    """The balls that are struck with the cue: one that both sides play, or one for each side."""
    baulk_mm: float = 0.0
    """Distance of the Baulk-line from the face of the Bottom cushion; 0 where there is none."""
    d_radius_mm: float = 0.0
    spots: Mapping[str, Point] = field(default_factory=dict)
    sizes_mm: Mapping[str, float] = field(default_factory=dict)
    """Lengths that one game alone needs, by name: the zones and holes of novuss, the radius of its striker."""
    disc_mm: float = 0.0
    """Thickness of the pieces where they are flat discs; 0: they are balls."""

    @property
    def lies_mm(self) -> float:
        """Height above the bed of the centre of a piece that lies on it."""
        return self.disc_mm / 2 or self.ball_radius_mm

    def radius_of(self, piece: str) -> float:
        """Return the radius of a piece, mm: `ball_radius_mm`, unless `sizes_mm` has one of its own under its name."""
        return self.sizes_mm.get(piece, self.ball_radius_mm)

    def hole_of(self, piece: str) -> float:
        """Return the radius of the hole in a piece, mm; 0: it has none."""
        return self.sizes_mm.get(f"{piece}-hole", self.sizes_mm.get("hole", 0.0))

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds of ball that the game has: what every array of odds, of the eyes and after, has columns for."""
        return tuple(self.pieces)

    @property
    def several(self) -> tuple[str, ...]:
        """The kinds of which there are several, which look alike: snooker's reds."""
        return tuple(kind for kind, count in self.pieces.items() if count > 1)

    @property
    def sequence(self) -> tuple[str, ...]:
        """The balls of which there is one that go last, in this order, once those of the one kind of several have gone.

        Snooker's colours; none in a game that has no such kind, or more than one.
        """
        if len(self.several) != 1:
            return ()
        return tuple(kind for kind, count in self.pieces.items() if count == 1 and kind not in self.cue_balls)

    def apart_mm(self, one: str, other: str) -> float:
        """Return the distance between the centres of two pieces of these kinds that touch, mm."""
        return self.radius_of(one) + self.radius_of(other)

    @property
    def touching_mm(self) -> float:
        """Distance between the centres of two balls that touch."""
        return 2 * self.ball_radius_mm

    def pocket_nearest(self, at: Point) -> Pocket:
        """Return the pocket into whose hole it is the shortest way from a place."""
        return min(self.pockets, key=lambda pocket: distance_mm(pocket.fall, at))

    def spot_of(self, ball: str) -> Point | None:
        """Return a colour's own spot, or None for balls that have none."""
        return self.spots.get(f"{ball}-spot")
