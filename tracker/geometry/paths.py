"""Where each ball was in every picture, seen or predicted: the seam between following and telling what happened."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import merge

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.plane import Point

Array = NDArray[np.float64]

PRESENT, POCKET, VANISHED = "present", "pocket", "vanished"
"""How a path ends: with the recording, on the way into a pocket, or proved gone from open cloth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackPoint:
    """One ball in one picture, as a row of `tracks.csv` wants it."""

    picture: int
    at_us: int
    track: int
    ball: str
    at: Point
    """Centre (mm): averaged while at rest, filtered while moving, predicted while unseen."""
    sd_mm: float
    u_px: float
    v_px: float
    r_px: float
    seen: bool
    sure: float
    """How sure it is that this is that ball, colour and all, 0 to 1."""
    raw: Point | None = None
    """The sighting itself (mm), None where there was none."""
    raw_sd_mm: float = 0.0
    raw_shape: tuple[float, float, float] | None = None
    """How its error lies: the covariance (x, y, and both) over `raw_sd_mm` squared; None: alike in every direction."""
    open_cloth: bool = False
    """Unseen although bare cloth is in view where it should be."""
    left_bare: bool = False
    """Bare cloth is in view where it lay before it was seen elsewhere."""
    moving: bool = False
    confirmed: bool = True
    """False in the first pictures of a track, which may still turn out to be a hand or a highlight."""
    look: tuple[float, ...] | None = None
    """What this picture says of its colour: log odds of the game's kinds, times how much the look counts."""
    look_weight: float = 0.0
    evidence: float = 0.0
    """What this picture speaks for there being a ball at all (log odds), or below 0 against it."""
    seen_elsewhere: bool = False
    """It was, in pictures that are kept no longer: lying or rolling somewhere else."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Path:
    """One life of one ball on the table, as parallel arrays over the n consecutive pictures of that life."""

    track: int
    ball: str
    sure: float
    """How sure the colour is."""
    picture: NDArray[np.int64]
    at_us: NDArray[np.int64]
    places_mm: Array
    """(n, 2)."""
    sd_mm: Array
    raw_mm: Array
    """(n, 2) the sightings, nan where unseen."""
    raw_sd_mm: Array
    centres_px: Array
    """(n, 2)."""
    radii_px: Array
    seen: NDArray[np.bool_]
    open_cloth: NDArray[np.bool_]
    sures: Array
    """(n,) how sure in each picture."""
    end: str = PRESENT
    raw_shape: Array | None = None
    """(n, 2, 2) covariances of the sightings over the squares of `raw_sd_mm`; None: alike in every direction."""
    untimely_s: float = 0.0
    """How far the stamps of its pictures err (1 sigma)."""
    kinds: Mapping[str, float] | None = None
    """Log odds of the game's kinds by all looks at it; None: not known."""
    cue_balls: tuple[str, ...] = ()
    """Balls that a stroke may begin with; of a stroke that is looked into, the one that was struck."""
    is_flat: bool = False
    """It is a flat disc, which slides, and no ball."""

    def __len__(self) -> int:
        return len(self.picture)

    @property
    def is_cue_ball(self) -> bool:
        """Say whether this is the ball that is struck, or one of those that may be."""
        return self.ball in self.cue_balls

    @property
    def at_s(self) -> Array:
        """Return the (n,) capture times in seconds."""
        return np.asarray(self.at_us / 1e6)

    @property
    def last_seen(self) -> int:
        """Return the index of the last picture that showed the ball."""
        return int(np.flatnonzero(self.seen)[-1])

    def spread_mm2(self, which: NDArray[np.int64], least_mm: float) -> Array:
        """Return the (k, 2, 2) covariances of k sightings, none of them told to err by less than `least_mm`."""
        sd_mm = np.maximum(self.raw_sd_mm[which], least_mm)[:, None, None]
        return np.asarray(sd_mm**2 * (np.eye(2) if self.raw_shape is None else self.raw_shape[which]))

    def errs_mm2(self, which: NDArray[np.int64]) -> Array:
        """Return the (2, 2) covariance of what is wrong with some sightings alike."""
        return np.asarray(np.median(self.spread_mm2(which, 0.0), axis=0))


def with_honest_spread(path: Path, camera_sd_mm: float) -> Path:
    """Return a path whose spreads own up to errors that no averaging takes away.

    What is wrong with a sighting, its light say, is wrong with the next in the same way: no place is known better than
    one sighting of it. And the camera's own error, `camera_sd_mm` along an axis, is in all of them.
    """
    return replace(path, sd_mm=np.hypot(np.maximum(path.sd_mm, path.raw_sd_mm), camera_sd_mm))


def rows(paths: Sequence[Path]) -> Iterator[TrackPoint]:
    """Yield a point for each ball on the table in each picture, in the order of pictures, then of tracks."""
    for _, _, n, i in merge(*(_stamps(n, path) for n, path in enumerate(paths))):
        yield row(paths[n], i)


def _stamps(n: int, path: Path) -> Iterator[tuple[int, int, int, int]]:
    """Give by what the points of the n-th path are put in order."""
    return ((int(number), path.track, n, i) for i, number in enumerate(path.picture))


def row(path: Path, i: int) -> TrackPoint:
    """Return the ball of a path in the i-th picture of its life."""
    seen = bool(path.seen[i])
    measured = not np.isnan(path.raw_mm[i, 0])
    return TrackPoint(
        picture=int(path.picture[i]),
        at_us=int(path.at_us[i]),
        track=path.track,
        ball=path.ball,
        at=Point(*path.places_mm[i].tolist()),
        sd_mm=float(path.sd_mm[i]),
        u_px=float(path.centres_px[i, 0]),
        v_px=float(path.centres_px[i, 1]),
        r_px=float(path.radii_px[i]),
        seen=seen,
        sure=float(path.sures[i]),
        raw=Point(*path.raw_mm[i].tolist()) if measured else None,
        raw_sd_mm=float(path.raw_sd_mm[i]),
        open_cloth=bool(path.open_cloth[i]),
    )
