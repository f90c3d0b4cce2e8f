"""A ball's way cut where something happened to it: between two incidents it runs straight or on a parabola.

A ball that rolls slows down evenly on a straight line; one that slides is pushed evenly against its slip, so that its
way is a parabola (Marlow, The Physics of Pocket Billiards, 1995). Both are polynomials of the second degree in time,
so a way is cut into the fewest of them that the sightings bear: optimal partitioning with pruning (Killick, Fearnhead,
Eckley, JASA 2012) of least squares with the sightings' own spreads, the price of a piece as in Schwarz's criterion.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.physics.constants import SLIDING_MM_S2

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

FREE_MM_S2 = 0.75 * SLIDING_MM_S2
"""How fast a free ball's speed changes along one axis (1 sigma): sliding at most, rolling hardly."""
FASTEST_MM_S = 10_000.0
PARAMETERS = 5.0
"""What a piece needs of numbers: speed and acceleration in the plane and the moment of the joint."""
ASTRAY = 16.0
"""What it costs (in squared sigmas) to leave a sighting out."""
ASTRAY_SDS = 5.0
"""A sighting farther off the way that others tell, in spreads of them all, is of something else."""
EVENLY = 9
"""The pace of a ball whose stamps err is told over so many sightings."""
SLACK = 8.0
"""By how much a piece cut in two may cost more than the whole: its prior counts twice."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighted:
    """Where a ball was seen, as parallel arrays of length n."""

    at_s: Array
    places_mm: Array
    """(n, 2)."""
    sd_mm: Array

    def __len__(self) -> int:
        return len(self.at_s)

    def part(self, kept: slice | Indices) -> "Sighted":
        """Return some of the sightings."""
        return Sighted(at_s=self.at_s[kept], places_mm=self.places_mm[kept], sd_mm=self.sd_mm[kept])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Piece:
    """A part of a ball's way on which nothing happened to it."""

    first_s: float
    last_s: float
    """Times of its first and last sighting."""
    about_s: float
    known: Array
    """(3, 2) place, speed and acceleration at `about_s` (mm, mm/s, mm/s2)."""
    spread: Array
    """(3, 3) their covariance along either axis."""
    count: int

    @property
    def begin(self) -> Array:
        """Return the (2,) place at its first sighting."""
        return self.place(self.first_s)

    @property
    def end(self) -> Array:
        """Return the (2,) place at its last sighting."""
        return self.place(self.last_s)

    def place(self, at_s: float) -> Array:
        """Return the (2,) place at a time."""
        return np.asarray(basis(at_s - self.about_s) @ self.known)

    def speed(self, at_s: float) -> Array:
        """Return the (2,) speed at a time, mm/s."""
        return np.asarray(self.known[1] + (at_s - self.about_s) * self.known[2])

    def sd_mm(self, at_s: float) -> float:
        """Return how far the place at a time may err along one axis (1 sigma)."""
        row = basis(at_s - self.about_s)
        return float(np.sqrt(row @ self.spread @ row))

    def speed_sd_mm_s(self, at_s: float) -> float:
        """Return how far the speed at a time may err along one axis (1 sigma)."""
        row = np.array([0.0, 1.0, at_s - self.about_s])
        return float(np.sqrt(row @ self.spread @ row))


def basis(late_s: float) -> Array:
    """Return the (3,) row by which place, speed and acceleration give the place so much later."""
    return np.array([1.0, late_s, late_s**2 / 2])


def cut(seen: Sighted, astray_last: Array | None = None) -> tuple[Piece, ...]:
    """Return the pieces of a way in order of time; sightings that fit none are left out.

    Args:
        seen: the sightings, n of them.
        astray_last: (n,) what it costs to leave each out where all after it are left out, too; None: `ASTRAY`.
    """
    kept = np.flatnonzero(~strays(seen))
    last = np.full(len(kept), ASTRAY) if astray_last is None else astray_last[kept]
    seen = seen.part(kept)
    return tuple(fitted(seen.part(slice(first, end))) for first, end in bounds(seen, last))


def fitted(seen: Sighted) -> Piece:
    """Return the piece that fits sightings best."""
    about_s = float(np.mean(seen.at_s))
    rows = np.column_stack([np.ones(len(seen)), seen.at_s - about_s, (seen.at_s - about_s) ** 2 / 2])
    weighed = rows / seen.sd_mm[:, None] ** 2
    spread = np.asarray(np.linalg.inv(rows.T @ weighed + np.diag(prior())), np.float64)
    return Piece(
        first_s=float(seen.at_s[0]), last_s=float(seen.at_s[-1]), about_s=about_s,
        known=spread @ (weighed.T @ seen.places_mm), spread=spread, count=len(seen),
    )  # fmt: skip


def prior() -> Array:
    """Return the (3,) weights with which place, speed and acceleration are drawn to zero."""
    return np.array([0.0, FASTEST_MM_S**-2, FREE_MM_S2**-2])


def bounds(seen: Sighted, astray_last: Array) -> list[tuple[int, int]]:
    """Return (first, end) of the sightings of each piece of the cheapest cut; `astray_last` as for `cut`."""
    n = len(seen)
    price = PARAMETERS * np.log(2 * max(n, 2))
    cheapest, came_from = np.zeros(n + 1), np.zeros(n + 1, int)
    starts = np.array([0])
    for end in range(1, n + 1):
        paid = cheapest[starts] + costs(seen, starts, end)
        best = int(np.argmin(paid))
        options = (float(paid[best]) + price, float(cheapest[end - 1]) + ASTRAY)
        cheapest[end] = min(options)
        came_from[end] = starts[best] if options[0] <= options[1] else -1
        starts = np.append(starts[(paid <= cheapest[end] + SLACK) | (starts > end - 3)], end)
    left_out = np.append(np.cumsum(astray_last[::-1])[::-1], 0.0)
    ends_at = n - int(np.argmin((cheapest + left_out)[::-1]))
    return walked_back(came_from[: ends_at + 1])


def walked_back(came_from: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the pieces in order from where each end was reached; -1: its last sighting was left out."""
    found, end = [], len(came_from) - 1
    while end > 0:
        first = int(came_from[end])
        if first >= 0:
            found.append((first, end))
        end = first if first >= 0 else end - 1
    return found[::-1]


def costs(seen: Sighted, starts: Indices, end: int) -> Array:
    """Return for pieces from each of some starts to one end what the best fit leaves over, in squared sigmas."""
    low = int(starts[0])
    t = seen.at_s[low:end][::-1] - seen.at_s[end - 1]
    x = seen.places_mm[low:end][::-1] - seen.places_mm[end - 1]
    w = seen.sd_mm[low:end][::-1] ** -2.0
    powers = t[:, None] ** np.arange(5) / np.array([1.0, 1.0, 2.0, 2.0, 4.0])
    take = end - 1 - starts
    moments = np.cumsum(w[:, None] * powers, axis=0)[take]
    normal = moments[:, [[0, 1, 2], [1, 2, 3], [2, 3, 4]]] * SCALES + np.diag(prior())
    sides = np.cumsum((w[:, None] * powers[:, :3])[:, :, None] * x[:, None, :], axis=0)[take]
    whole = np.cumsum(w * np.sum(x**2, axis=1))[take]
    left = whole - np.sum(sides * np.linalg.solve(normal, sides), axis=(1, 2))
    return np.where(take >= 1, np.maximum(left, 0.0), np.inf)


SCALES = np.array([[1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 1.0]])
"""The second moment is wanted halved (place by acceleration) and whole (speed by speed)."""


def strays(seen: Sighted) -> NDArray[np.bool_]:
    """Say which sightings lie off the way that their neighbours tell, whether from before, from after or between."""
    n = len(seen)
    off = np.zeros(n, bool)
    if n < 5:
        return off
    k = np.arange(2, n - 2)
    off[k] = np.all([is_astray(seen, k, k + a, k + b) for a, b in ((-2, -1), (1, 2), (-1, 1))], axis=0)
    return off


def is_astray(seen: Sighted, k: Indices, i: Indices, j: Indices) -> NDArray[np.bool_]:
    """Say which sightings k lie off the ways through sightings i and j by more than they err and a ball slides."""
    since_s, until_s = np.abs(seen.at_s[k] - seen.at_s[i]), np.abs(seen.at_s[k] - seen.at_s[j])
    reach = since_s / np.maximum(np.abs(seen.at_s[j] - seen.at_s[i]), 1e-6)
    err_mm = ASTRAY_SDS * np.hypot(seen.sd_mm[k], reach * np.hypot(seen.sd_mm[i], seen.sd_mm[j]))
    slid_mm = SLIDING_MM_S2 * since_s * until_s / 2
    return np.asarray(missed(seen.at_s, seen.places_mm, k, i, j) > np.hypot(err_mm, slid_mm))


def missed(at_s: Array, places: Array, k: Indices, i: Indices, j: Indices) -> Array:
    """Return how far sightings k lie from the straight ways through sightings i and j."""
    share = (at_s[k] - at_s[i]) / (at_s[j] - at_s[i])
    due = places[i] + share[:, None] * (places[j] - places[i])
    return np.asarray(np.hypot(*(places[k] - due).T))


def scatter(seen: Sighted) -> float:
    """Return by how much sightings of a moving ball err (1 sigma): told from third differences, which no way has."""
    if len(seen) < 8:
        return float(np.median(seen.sd_mm))
    third = np.diff(seen.places_mm, n=3, axis=0)
    return float(np.median(np.abs(third)) / 0.6745 / np.sqrt(20.0))


def loosened(seen: Sighted, off_s: float) -> Sighted:
    """Return sightings with spreads that hold what stamps that err add to them: a share of the way between pictures."""
    if off_s == 0.0 or len(seen) < 2:
        return seen
    steps = np.hypot(*np.gradient(seen.places_mm, seen.at_s, axis=0).T)
    even = np.convolve(np.pad(steps, EVENLY // 2, mode="edge"), np.full(EVENLY, 1 / EVENLY), mode="valid")
    return Sighted(at_s=seen.at_s, places_mm=seen.places_mm, sd_mm=np.hypot(seen.sd_mm, off_s * even))
