"""What is known of each ball after a picture: frozen values that the next picture turns into new ones."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.geometry.paths import TrackPoint

Array = NDArray[np.float64]


class Fix(NamedTuple):
    """One sighting of a ball: when, where, and how uncertain (1 sigma, mm)."""

    at_us: int
    x_mm: float
    y_mm: float
    sd_mm: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Track:
    """One ball as it is believed to be now."""

    track: int
    mean: Array
    """(4,) x, y in mm and their speeds in mm/s."""
    cov: Array
    """(4, 4)."""
    moving: bool
    weights: Array
    """(k,) sum of the log odds of the looks at its colour; older ones fade."""
    looks: float
    """How many looks that sum holds; looks at a blurred ball count less."""
    hits: int
    seen_us: int
    open_us: int = 0
    """How long, without a break, open cloth was in view where it should be."""
    unseen_us: int = 0
    recent: tuple[Fix, ...] = ()
    left: Point | None = None
    """Where it lay before it was seen elsewhere."""
    odd: tuple[Fix, ...] = ()
    """Latest sightings in a row that disagree with the place of rest."""
    confirmed: bool = False
    evidence: float = 0.0
    """What the latest picture spoke for there being a ball (log odds), or below 0 against it."""
    belief: float = 0.0
    """Log odds that it is a ball, by all pictures so far."""
    trust: float = 0.0
    """Running mean of how sure the detector was; 0 in pictures without a sighting."""
    disc_px: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Last measured centre and radius in the picture."""
    end: str = ""

    @property
    def at(self) -> Point:
        """Return the believed centre in mm."""
        return Point(float(self.mean[0]), float(self.mean[1]))

    @property
    def speed_mm_s(self) -> float:
        """Return the believed speed."""
        return float(np.hypot(self.mean[2], self.mean[3]))

    @property
    def sd_mm(self) -> float:
        """Return the spread of the place: 1 sigma, the mean over both axes."""
        return float(np.sqrt((self.cov[0, 0] + self.cov[1, 1]) / 2))

    @property
    def log_odds(self) -> Array:
        """Return (k,) log odds of the colours; many looks count as at most ten, because they err together."""
        return np.asarray(self.weights / max(self.looks, 1e-9) * min(self.looks, 10.0))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Following:
    """Everything that following needs to take in the next picture."""

    kit: Kit
    camera: Camera | None = None
    tracks: tuple[Track, ...] = ()
    at_us: int | None = None
    paused: bool = False
    """True while the table is out of view."""
    before_mm: Array = field(default_factory=lambda: np.zeros((0, 2)))
    """(n, 2) places of all sightings of the picture before."""
    repeats: int = 0
    """How many pictures in a row repeated the one before, as in film that was turned from 25 to 30 pictures/s."""
    next_track: int = 1
    points: tuple[TrackPoint, ...] = ()
    """Every ball of the latest picture."""
    retired: tuple[Track, ...] = field(default=())
    """Balls that are gone, in the order of their going."""
