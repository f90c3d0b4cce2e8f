"""A ball does not change its colour: a life that was lost and found again in another colour was two balls.

Where a ball is struck so hard that no picture shows it, the nearest ball that moves may be taken for it. Afterwards
both parts can be looked at: the cut is made at the loss that best tells two colours apart, where two explain the looks
so much better than one (a likelihood ratio; many looks count as few, because they err together).

Where the cue-ball meets a ball full in the face it stops, and that ball goes on its way: following may take each for
the other. Their colours then change at one moment, and each change explains the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
EXCHANGED = 12.0
"""Log of the likelihood ratio above which two balls that met were taken for each other from then on: less than it
takes for one ball alone, because two changes must agree in time, in place and in colour."""
MET_MM = 20.0
"""So far beyond touching two balls may seem to be that met, as they are seen before and after it."""


class Colour(NamedTuple):
    """What all looks at a ball told of its colour."""

    weights: Array
    """(k,) sum of weighted log odds."""
    looks: float
    """Sum of the weights."""

    @property
    def log_odds(self) -> Array:
        """Return (k,) log odds of the kinds."""
        return np.asarray(self.weights / max(self.looks, 1e-9) * min(self.looks, LOOKS_TOGETHER))


def colour_of(points: Sequence[TrackPoint]) -> Colour:
    """Return what the looks of these pictures told."""
    weights, looks = looks_of(points)
    return Colour(weights.sum(axis=0), float(looks.sum()))


def looks_of(points: Sequence[TrackPoint]) -> tuple[Array, Array]:
    """Return (n, k) weighted log odds and (n,) weights of the looks of n pictures; zero where the ball was not seen."""
    nothing = (0.0,) * next((len(p.look) for p in points if p.look), 1)
    weights = np.array([p.look or nothing for p in points]).reshape(len(points), len(nothing))
    return weights, np.array([p.look_weight if p.look else 0.0 for p in points])


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """Where following believed one ball to be, picture after picture, and how it ended (`geometry.paths`)."""

    points: tuple[TrackPoint, ...]
    end: str

    def on_as(self, at_us: int, other: "Trajectory") -> "Trajectory":
        """Return this way up to a moment, and the other one's from there on."""
        first = tuple(p for p in self.points if p.at_us < at_us)
        return Trajectory(points=(*first, *(p for p in other.points if p.at_us >= at_us)), end=other.end)


def exchanged(ways: Mapping[int, Trajectory], touching_mm: float) -> dict[int, Trajectory]:
    """Return the ways of all tracks, with those parted anew of two balls that met and were then taken for each other.

    Args:
        ways: by track.
        touching_mm: how far apart the centres of touching balls are.
    """
    found = dict(ways)
    for _ in ways:  # as often as there are balls at most: each exchange explains the looks better than before
        traces = {track: trace_of(way.points) for track, way in found.items()}
        gains = [
            (gain, at_us, a, b)
            for a, b in combinations(found, 2)
            for gain, at_us in gains_of(traces[a], traces[b], touching_mm)
        ]
        gain, at_us, a, b = max(gains, default=(0.0, 0, 0, 0))
        if gain <= EXCHANGED:
            break
        found |= {a: found[a].on_as(at_us, found[b]), b: found[b].on_as(at_us, found[a])}
    return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trace:
    """A way as arrays over its n pictures."""

    at_us: NDArray[np.int64]
    places_mm: Array
    """(n, 2)."""
    weights: Array
    """(n + 1, k) sums of the weighted log odds of all looks before each picture, and of all."""
    looks: Array
    """(n + 1,) sums of the weights."""

    def before(self, i: int) -> Colour:
        """Return what the looks ahead of picture `i` told."""
        return Colour(self.weights[i], float(self.looks[i]))

    def after(self, i: int) -> Colour:
        """Return what the looks from picture `i` on told."""
        return Colour(self.weights[-1] - self.weights[i], float(self.looks[-1] - self.looks[i]))


def trace_of(points: Sequence[TrackPoint]) -> Trace:
    """Return a way as arrays."""
    weights, looks = looks_of(points)
    return Trace(
        at_us=np.array([p.at_us for p in points], np.int64),
        places_mm=np.array([p.at for p in points], float).reshape(-1, 2),
        weights=np.vstack([np.zeros(weights.shape[1]), np.cumsum(weights, axis=0)]),
        looks=np.concatenate([[0.0], np.cumsum(looks)]),
    )


def gains_of(a: Trace, b: Trace, touching_mm: float) -> Iterator[tuple[float, int]]:
    """Give for each moment at which two balls may have met what an exchange there gains (log), and that moment."""
    for i, j in meetings_of(a, b, touching_mm):
        parts = a.before(i), a.after(i), b.before(j), b.after(j)
        if min(parts[0].looks, parts[2].looks) > 0:
            yield gained(*parts), int(a.at_us[i])


def gained(a: Colour, then_a: Colour, b: Colour, then_b: Colour) -> float:
    """Return by how much it explains the looks better that two balls were exchanged (log of the likelihood ratio)."""
    exchange = as_one(a, then_b) + as_one(b, then_a)
    return exchange - as_one(a, then_a) - as_one(b, then_b)


def as_one(a: Colour, b: Colour) -> float:
    """Return the log-likelihood of the likeliest colour, if both were looks at one ball."""
    return float((a.log_odds + b.log_odds).max())


def meetings_of(a: Trace, b: Trace, touching_mm: float) -> list[tuple[int, int]]:
    """Return the pictures (as indices into both) before which two balls may have met, one of them at least in motion.

    They were no farther apart, in the picture before or in this one, than touching balls and what both went between.
    """
    _, i, j = np.intersect1d(a.at_us, b.at_us, assume_unique=True, return_indices=True)
    together = (np.diff(i) == 1) & (np.diff(j) == 1)
    went = [np.hypot(*np.diff(trace.places_mm[own], axis=0).T) for trace, own in ((a, i), (b, j))]
    apart = np.hypot(*(a.places_mm[i] - b.places_mm[j]).T)
    reach = touching_mm + MET_MM + went[0] + went[1]
    near = together & (np.minimum(apart[:-1], apart[1:]) < reach) & (went[0] + went[1] > MET_MM / 2)
    return [(int(i[k + 1]), int(j[k + 1])) for k in np.flatnonzero(near)]
