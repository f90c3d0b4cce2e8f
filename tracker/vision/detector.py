"""What a detector must do: say where in a picture something looks like a ball, which ball, and how sure it is.

Any network behind any runtime fits this door; everything after it works on `Detections` alone.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.geometry.kinds import odds_of
from tracker.networks.boxes import surest
from tracker.vision.colours import ColourReader

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Detections:
    """Boxes that look like balls, as parallel arrays of length n."""

    boxes_px: Array
    """(n, 4) left, top, right, bottom, in px of the picture that was searched; 0 is the centre of its first pixel."""
    odds: Array
    """(n, k) odds of each of the `kinds`; rows sum to 1."""
    kinds: tuple[str, ...]
    sure: Array
    """(n,) how sure it is that this is a ball at all, 0 to 1."""

    def __post_init__(self) -> None:
        n = len(self.boxes_px)
        for name, shape in (("boxes_px", (n, 4)), ("odds", (n, len(self.kinds))), ("sure", (n,))):
            got = np.shape(getattr(self, name))
            if got != shape:
                raise ValueError(f"detections.{name} must have shape {shape}, got {got}")

    def __len__(self) -> int:
        return len(self.boxes_px)

    @property
    def centres_px(self) -> Array:
        """Return the (n, 2) middles of the boxes."""
        return (self.boxes_px[:, :2] + self.boxes_px[:, 2:]) / 2

    @property
    def sizes_px(self) -> Array:
        """Return the (n, 2) widths and heights of the boxes."""
        return self.boxes_px[:, 2:] - self.boxes_px[:, :2]

    def only(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Detections":
        """Return those that a mask or an index array of length m keeps, in its order."""
        return replace(self, boxes_px=self.boxes_px[keep], odds=self.odds[keep], sure=self.sure[keep])

    def of_kinds(self, kinds: tuple[str, ...]) -> "Detections":
        """Return these as balls of a game that has these kinds: odds of others are left out."""
        return self if kinds == self.kinds else replace(self, odds=odds_of(kinds, self.kinds, self.odds), kinds=kinds)


def suppress(found: Detections) -> NDArray[np.intp]:
    """Return the indices of the surest box on each ball, surest first."""
    return surest(found.boxes_px, found.sure)


def nothing(kinds: tuple[str, ...]) -> Detections:
    """Return no detections."""
    return Detections(boxes_px=np.zeros((0, 4)), odds=np.zeros((0, len(kinds))), sure=np.zeros(0), kinds=kinds)


def joined(one: Detections, other: Detections) -> Detections:
    """Return the detections of both, `one` first."""
    return replace(
        one,
        boxes_px=np.vstack([one.boxes_px, other.boxes_px]),
        odds=np.vstack([one.odds, other.odds]),
        sure=np.concatenate([one.sure, other.sure]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Likes:
    """What a network sees, and works best with."""

    sees: tuple[str, ...]
    """The kinds of ball that it tells apart, in the order of its scores."""
    ball_px: float
    """Diameter in px of the median ball that it sees best."""
    colours: ColourReader | None = None
    """What was learnt beside it about the colours of balls."""


class Detector(Protocol):
    """A trained eye for balls."""

    @property
    def sees(self) -> tuple[str, ...]:
        """Return the kinds of ball that it tells apart: those of all that it detects."""
        ...

    @property
    def ball_px(self) -> float:
        """Return the diameter in px of the median ball that it sees best."""
        ...

    @property
    def colours(self) -> ColourReader | None:
        """Return what was learnt beside it about the colours of balls, if anything."""
        ...

    def detect(self, picture: Picture) -> Detections:
        """Return what looks like balls in an (h, w, 3) BGR picture, h and w multiples of 32.

        Several threads may ask at once: what one of them gets does not depend on the others.
        """
        ...
