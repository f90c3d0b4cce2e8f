"""A stroke as facts: what met what, when and where, and what could not be told. No law, no score."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.domain.table.plane import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """Two balls met. `balls` in the order mover, met; the cue-ball always first."""

    at_us: int
    balls: tuple[str, str]
    at: Point
    """Where the mover's centre was (mm)."""
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounce:
    """A ball met a cushion."""

    at_us: int
    ball: str
    cushion: str
    sure: float
    at: Point | None = None
    """Where its centre was (mm); None: not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """A ball fell into a pocket."""

    at_us: int
    ball: str
    pocket: str
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A fact that the pictures did not settle. `about` names the fact: a field of Stroke or of Standing."""

    about: str
    why: str
    margin: str = ""
    """How near it was, with its unit ("3 mm", "4 ms"); empty where there is no number."""
    candidates: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A ball at rest: its centre and how far (1 sigma, mm) the true place may lie from it."""

    ball: str
    at: Point
    sd_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far two balls at rest that lie near each other are apart, edge to edge; below 0 the places err."""

    balls: tuple[str, str]
    """The cue-ball first."""
    mm: float
    sd_mm: float
    touch_sure: float
    """How sure it is that they touch, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The balls at rest on the table at one moment, and which pairs touch."""

    at_us: int
    places: tuple[Place, ...]
    touching: tuple[tuple[str, str], ...] = ()
    gaps: tuple[Gap, ...] = ()
    """Of the pairs that lie near each other, as far as they were measured."""
    doubts: tuple[Doubt, ...] = ()
    hidden: tuple[str, ...] = ()
    """Of the balls, those that were out of view then: they are taken to lie where they must have come to rest, or were
    seen last."""

    def count(self, ball: str) -> int:
        """Return how many balls of that name stand on the table."""
        return sum(place.ball == ball for place in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """One stroke from the tip striking the cue-ball to all balls at rest."""

    number: int
    began_us: int
    ended_us: int
    cue_ball: str
    origin: Point
    """Where the cue-ball lay when struck; where it was seen first, if it moved then already."""
    in_hand: bool = False
    touches: tuple[Touch, ...] = ()
    first_hit: tuple[str, ...] = ()
    """Empty: the cue-ball met nothing. Two names: both were met at the same moment."""
    first_hit_sure: float = 1.0
    cushions: tuple[Bounce, ...] = ()
    potted: tuple[Pot, ...] = ()
    off_table: tuple[str, ...] = ()
    jumped: tuple[str, ...] = ()
    moved_between: tuple[str, ...] = ()
    """Balls that a hand moved after the stroke before and ahead of this one."""
    doubts: tuple[Doubt, ...] = ()
    rest: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    """Where each ball on the table came to rest."""

    @property
    def is_origin_known(self) -> bool:
        """Whether the cue-ball was seen to lie where it was struck from."""
        return all(doubt.about != "began_us" for doubt in self.doubts)
