"""When the pictures of a film were taken that shows some of them twice, as one turned from 25 a second to 30 does.

Such a film repeats every so many pictures, always in the same rhythm: what lies between two repeats was taken evenly,
over the time that the repeat fills too. A ball seems to stop in it and to leap; by the moments of taking it does not.
Where no steady rhythm shows, the stamps stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.paths import Path

Array = NDArray[np.float64]

LEAST_REPEATS = 5
"""Fewer may keep a rhythm by chance: balls that stop, or that the eye lost."""
STEADY = 0.8
"""Share of the repeats that must keep the rhythm: where a ball stops, a picture may seem to repeat that does not."""
RHYTHMS = range(3, 14)
"""Pictures from one repeat to the next: 3 turns 20 a second into 30, 5 turns 24 into 30, 6 turns 25 into 30."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """Every so many pictures one repeats the one before it."""

    every: int
    first: int
    """Number of one that repeats."""

    def late(self, pictures: NDArray[np.int64]) -> Array:
        """Return by how many pictures (n,) pictures were taken later than their stamps say: 0 on average.

        Of a rhythm of n pictures n - 1 are of its own; the stamp of the one that repeats stands.
        """
        own = (pictures - self.first) % self.every
        taken = (own - 0.5) * self.every / (self.every - 1)
        return np.where(own > 0, taken - own, 0.0)


def evened(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the paths with the times at which their pictures were taken, where a rhythm of repeats shows."""
    rhythm = rhythm_of(np.unique(np.concatenate([repeats(p) for p in paths] or [np.zeros(0, np.int64)])))
    return tuple(paths) if rhythm is None else tuple(retimed(path, rhythm) for path in paths)


def repeats(path: Path) -> NDArray[np.int64]:
    """Return the numbers of the pictures that only repeat the one before: seen, but not looked at."""
    return path.picture[path.seen & np.isnan(path.raw_mm[:, 0])]


def rhythm_of(repeated: NDArray[np.int64]) -> Rhythm | None:
    """Return the rhythm that most of the repeated pictures keep, or None."""
    if len(repeated) < LEAST_REPEATS:
        return None
    kept = {(every, int(r)): float(np.mean(repeated % every == r)) for every in RHYTHMS for r in set(repeated % every)}
    steady = [rhythm for rhythm, share in kept.items() if share >= STEADY]
    return Rhythm(every=max(steady)[0], first=max(steady)[1]) if steady else None


def retimed(path: Path, rhythm: Rhythm) -> Path:
    """Return a path with the times at which its pictures were taken."""
    if len(path) < 2:
        return path
    picture_us = float(np.median(np.diff(path.at_us)))
    return replace(path, at_us=path.at_us + np.round(rhythm.late(path.picture) * picture_us).astype(np.int64))
