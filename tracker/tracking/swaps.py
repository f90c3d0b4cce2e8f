"""A ball does not change its colour: a life that was lost and found again in another colour was two balls.

Where a ball is struck so hard that no picture shows it, the nearest ball that moves may be taken for it. Afterwards
both parts can be looked at: the cut is made at the loss that best tells two colours apart, where two explain the looks
so much better than one (a likelihood ratio; many looks count as few, because they err together).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.domain.ball import SNOOKER
from tracker.geometry.paths import TrackPoint

Array = NDArray[np.float64]

LOST_US = 90_000
"""A ball that was missed for less was not lost."""
ANOTHER = 30.0
"""Log of the likelihood ratio above which a ball found again is another ball."""
EVEN = 3.0
"""Of losses that explain the looks so nearly alike the first counts: what is found after it is yet to be proved."""
LOOKS_TOGETHER = 10.0
"""All looks at one ball count as at most so many."""


class Colour(NamedTuple):
    """What all looks at a ball told of its colour."""

    weights: Array
    """(8,) sum of weighted log odds."""
    looks: float
    """Sum of the weights."""

    @property
    def log_odds(self) -> Array:
        """Return (8,) log odds of the kinds."""
        return np.asarray(self.weights / max(self.looks, 1e-9) * min(self.looks, LOOKS_TOGETHER))


def colour_of(points: Sequence[TrackPoint]) -> Colour:
    """Return what the looks of these pictures told."""
    weights, looks = looks_of(points)
    return Colour(weights.sum(axis=0), float(looks.sum()))


def looks_of(points: Sequence[TrackPoint]) -> tuple[Array, Array]:
    """Return (n, 8) weighted log odds and (n,) weights of the looks of n pictures; zero where the ball was not seen."""
    nothing = (0.0,) * len(SNOOKER)
    return np.array([p.look or nothing for p in points]), np.array([p.look_weight if p.look else 0.0 for p in points])


def another_from(points: Sequence[TrackPoint]) -> int | None:
    """Return the index of the first point of another ball, or None where all are of one."""
    seen = [i for i, p in enumerate(points) if p.seen]
    found = [b for a, b in pairwise(seen) if points[b].at_us - points[a].at_us > LOST_US]
    weights, looks = (np.cumsum(each, axis=0) for each in looks_of(points))
    before = [Colour(weights[cut - 1], float(looks[cut - 1])) for cut in found]
    after = [Colour(weights[-1] - colour.weights, float(looks[-1]) - colour.looks) for colour in before]
    gains = [two_for_one(a, b) for a, b in zip(before, after, strict=True)]
    enough = max(ANOTHER, max(gains, default=0.0) - EVEN)
    return next((cut for gain, cut in zip(gains, found, strict=True) if gain > enough), None)


def two_for_one(a: Colour, b: Colour) -> float:
    """Return by how much two colours explain the looks better than one (log of the likelihood ratio)."""
    return float(a.log_odds.max() + b.log_odds.max() - (a.log_odds + b.log_odds).max())
