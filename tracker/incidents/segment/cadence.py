"""When the pictures of a film were taken that shows some of them twice, as one turned from 25 a second to 30 does.

Such a film repeats every so many pictures, always in the same rhythm: what lies between two repeats was taken evenly,
over the time that the repeat fills too. A ball seems to stop in it and to leap; by the moments of taking it does not.
Where no steady rhythm shows, the stamps stand; how far they err is told by the balls: one that flies lies off any
smooth way by so much of its speed, before and behind but never beside it. What a ball meets puts it off its way too,
but only that ball and only there, while stamps err for all balls and all the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.paths import Path
from tracker.incidents.segment.flights import Flight, flights_of

Array = NDArray[np.float64]

LEAST_REPEATS = 5
"""Fewer may keep a rhythm by chance: balls that stop, or that the eye lost."""
STEADY = 0.8
"""Share of the repeats that must keep the rhythm: where a ball stops, a picture may seem to repeat that does not."""
RHYTHMS = range(3, 14)
"""Pictures from one repeat to the next: 3 turns 20 a second into 30, 5 turns 24 into 30, 6 turns 25 into 30."""
WINDOW, LEAST_WINDOWS = 9, 12
"""So many sightings in a row tell how far they lie off a smooth way; so many such rows are needed: one knock spoils as
many as it has sightings."""
LONGEST_S = 0.45
"""Over longer no way is smooth."""
QUIETEST = 20
"""Percentile of the rows by how far they lie off: knocks and sliding spoil some of them, stamps all."""
FAST_MM_S, TIMELY_S = 300.0, 0.002
"""Only a faster ball tells how stamps err; a smaller error is none."""


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
    """Return the paths with the times at which their pictures were taken, where a rhythm of repeats shows.

    What their stamps err by beside that is told with them.
    """
    rhythm = rhythm_of(np.unique(np.concatenate([repeats(p) for p in paths] or [np.zeros(0, np.int64)])))
    timed = tuple(paths) if rhythm is None else tuple(retimed(path, rhythm) for path in paths)
    off_s = untimely_s(timed)
    return tuple(replace(path, untimely_s=off_s) for path in timed) if off_s else timed


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


def untimely_s(paths: Sequence[Path]) -> float:
    """Return by how much the stamps of pictures err (s, 1 sigma), as the places of fast balls tell; 0: they do not."""
    offs = np.concatenate([late_s(flight) for path in paths for flight in flights_of(path)] or [np.zeros(0)])
    off_s = float(np.percentile(offs, QUIETEST)) if len(offs) >= LEAST_WINDOWS else 0.0
    return off_s if off_s > TIMELY_S else 0.0


def late_s(flight: Flight) -> Array:
    """Return of each `WINDOW` sightings in a row, while the ball is fast, by how much their stamps may err (s)."""
    own = flight.indices
    if len(own) < WINDOW:
        return np.zeros(0)
    rows = own[np.arange(len(own) - WINDOW + 1)[:, None] + np.arange(WINDOW)]
    rows = rows[np.ptp(flight.path.at_s[rows], axis=1) < LONGEST_S]
    t = flight.path.at_s[rows] - np.mean(flight.path.at_s[rows], axis=1, keepdims=True)
    forms = np.stack([np.ones_like(t), t, t**2], axis=2)
    known = np.linalg.pinv(forms) @ flight.path.raw_mm[rows]
    left = flight.path.raw_mm[rows] - forms @ known
    pace = np.hypot(*known[:, 1].T)
    way = known[:, 1] / np.maximum(pace, 1e-9)[:, None]
    along, across = (
        np.sum(np.einsum("nwk,nk->nw", left, to) ** 2, axis=1) / (WINDOW - 3) for to in (way, way[:, ::-1] * (1, -1))
    )
    own_error = np.maximum(across, np.median(flight.path.raw_sd_mm[rows], axis=1) ** 2)
    fast = pace > FAST_MM_S
    return np.asarray(np.sqrt(np.maximum(along - own_error, 0.0))[fast] / pace[fast])
