"""A stroke as a referee looks at it again: which pictures there are, where the balls went, what happened, the verdict.

All times are capture time (µs), on one clock with the pictures; pixels are those of the recording.
"""

from dataclasses import dataclass
from typing import Final

from tracker.domain.book.verdict import Verdict

AROUND_US: Final = 1_000_000
"""So much before the strike and after the rest is looked at too."""

Pixel = tuple[float, float]
PlacePoint = tuple[int, float, float, float, float, bool]
"""Number of the picture, x and y in px, x and y in mm, and whether the ball was seen there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPicture:
    """A picture of the recording."""

    number: int
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that happened in a stroke, with how sure that is and where it shows."""

    kind: str
    """Name of its sign, as it is declared (`domain.strokes.incidents`): `strike`, `touch`, `cushion`, `pot` …"""
    at_us: int
    picture: int | None
    """Number of the picture nearest in time; None: no picture of it is known."""
    sure: float
    margin: str
    """By how much it was this and nothing else, with its unit, or how long after the first contact the cue-ball met the
    next ball; empty where there is no number."""
    why: str
    """What it was, and what is in doubt of it, in words."""
    balls: tuple[str, ...]
    x_mm: float | None
    y_mm: float | None
    x_px: float | None
    """None: it is not known where it shows."""
    y_px: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BallWay:
    """Where a ball was, picture by picture; it stays at a point until the next."""

    ball: str
    track: int
    points: tuple[PlacePoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewContact:
    """What the cue-ball met first; no balls: nothing."""

    balls: tuple[str, ...]
    sure: float
    why: str
    margin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the eyes keep of a stroke that they tell."""

    width: int = 0
    height: int = 0
    """Of the pictures; 0: there were none."""
    outline_px: tuple[Pixel, ...] = ()
    """The cushions' nose lines, in order round the table."""
    incidents: tuple[Happening, ...] = ()
    tracks: tuple[BallWay, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSpan:
    """The pictures that a clip is to hold, by number, both ends included; `marks`: with what is known drawn in."""

    begin: int
    until: int
    marks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptClip:
    """A clip of a stroke that retention does not touch."""

    id: str
    purpose: str
    """`foul`, `review` or `export`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeLine:
    """A stroke in the list of those that can be looked at again."""

    epoch: int
    sequence: int
    """With table and epoch, the entry of the book that the stroke is."""
    number: int
    began_us: int
    ended_us: int
    title: str
    """What was called of it, or suggested, in words."""
    has_pictures: bool
    verdict: Verdict | None
    """The last one given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeReview(StrokeLine):
    """All that is known of a stroke."""

    width: int
    height: int
    pictures: tuple[ReviewPicture, ...]
    outline_px: tuple[Pixel, ...]
    incidents: tuple[Happening, ...]
    tracks: tuple[BallWay, ...]
    first_contact: ReviewContact | None
    """None: nobody can tell, since the cue-ball was not seen to move."""
    doubts: tuple[str, ...]
    """All that could not be told, a sentence each."""
    verdicts: tuple[Verdict, ...]
    """All that were given, the last one last."""
    clips: tuple[KeptClip, ...]
    why_no_pictures: str
    """In one line; empty: there are pictures."""
