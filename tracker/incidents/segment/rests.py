"""When each ball lay still.

A ball lies still while a fifth of a second of sightings stay within their own noise of one place, or where it is seen
to keep within so little room for so long that no ball could roll on (`segment.confined`).
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.paths import POCKET, Path
from tracker.incidents.segment.confined import confined
from tracker.physics.motion import rolls_for_mm
from tracker.physics.rest import longest_roll_s
from tracker.physics.surfaces import USUAL, Surfaces, surfaces_of

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

WINDOW_S = 0.2
LEAST_WINDOW, LONGEST_WINDOW_S = 4, 1.0
CALM_SHARE, DRIFT_SHARE = 0.75, 0.7
"""Share of a window that must lie within the tolerance, and share of it by which its halves may differ."""
NOISE_TIMES, CLAIM_TIMES = 3.5, 4.0
"""Tolerance over the scatter from picture to picture, and over what the detector claims: in compressed video its errors
hold still for many pictures and then jump."""
LEAST_TOLERANCE_MM, MOST_TOLERANCE_MM = 1.5, 20.0
GLITCH_MM = 60.0
"""A ball that comes back to its very place from no farther than this was covered in part, not moved."""
LEAST_MOVE_MM = 4.0
CREEP = 8
"""So many sightings at either end of a rest tell whether the ball crept meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A ball lying still from one sighting to another (indices into its path)."""

    first: int
    last: int
    place: Point
    sd_mm: float
    """Hardly less than that of one sighting: only what differs from picture to picture averages out."""


def sighted(path: Path, first: int, last: int) -> Indices:
    """Return the indices from `first` to `last` in which the ball was seen itself."""
    own = ~np.isnan(path.raw_mm[first : last + 1, 0])
    return np.asarray(np.flatnonzero(own) + first, np.int64)


def tolerance_of(path: Path) -> float:
    """Return how far sightings of this ball at rest may lie from its place, told from their own scatter (mm)."""
    places = path.raw_mm[sighted(path, 0, len(path) - 1)]
    steps = np.hypot(*np.diff(places, axis=0).T) if len(places) > 1 else np.zeros(1)
    claimed = float(np.median(path.raw_sd_mm[path.seen]))
    noise = min(float(np.median(steps)) / 1.67, 2.0 * claimed + 1.0)
    return float(np.clip(max(NOISE_TIMES * noise, CLAIM_TIMES * claimed), LEAST_TOLERANCE_MM, MOST_TOLERANCE_MM))


@lru_cache(maxsize=64)
def rests_of(path: Path, tolerance_mm: float) -> tuple[Rest, ...]:
    """Return the rests of a ball in order; neighbours at one place are one rest, however long it was hidden between."""
    seen = sighted(path, 0, len(path) - 1)
    still = still_samples(path.raw_mm[seen], path.at_s[seen], tolerance_mm)
    still[: brief_start(path.raw_mm[seen], tolerance_mm)] = True
    still |= confined(path.raw_mm[seen], path.at_s[seen], still, tolerance_mm)
    was_hidden = np.diff(path.at_s[seen]) > LONGEST_WINDOW_S
    bounds = np.flatnonzero(np.diff(still.astype(int)).astype(bool) | was_hidden) + 1
    runs = np.split(np.arange(len(seen)), bounds) if len(seen) else []
    lain = [seen[run] for run in runs if still[run[0]]]
    rests = [rest_from(path, part) for run in lain for part in crept(path, run, tolerance_mm)]
    return tuple(lasting(path, merged(path, rests, tolerance_mm), tolerance_mm))


def lasting(path: Path, rests: list[Rest], tolerance_mm: float) -> list[Rest]:
    """Return the rests without those that are none: where a ball rolls out, or creeps over the edge of a pocket."""
    brief = [lies_s(path, rest) < CALM_SHARE * WINDOW_S for rest in rests]
    far_mm = rolled_out_mm(tolerance_mm, bed_of(path))
    near = [distance_mm(now.place, later.place) < far_mm for now, later in pairwise(rests)]
    kept = [rest for k, rest in enumerate(rests) if k in (0, len(rests) - 1) or not (brief[k] and near[k])]
    fell = path.end == POCKET and len(kept) > 1 and kept[-1].last == path.last_seen
    return kept[:-1] if fell and lies_s(path, kept[-1]) < 2 * WINDOW_S else kept


def lies_s(path: Path, rest: Rest) -> float:
    """Return how long a ball lay still."""
    return float(path.at_s[rest.last] - path.at_s[rest.first])


def rolled_out_mm(tolerance_mm: float, on: Surfaces = USUAL) -> float:
    """Return how far a ball goes on at most that rolls so slowly that it seems to lie still for less than a window.

    In that time it came from one side of its noise to the other; what went farther lay still and was driven on.
    """
    pace = 2 * tolerance_mm / (CALM_SHARE * WINDOW_S)
    return tolerance_mm + rolls_for_mm(pace, on)


def bed_of(path: Path) -> Surfaces:
    """Return what a ball, or a disc, moves on."""
    return surfaces_of(is_flat=path.is_flat)


def crept(path: Path, run: Indices, tolerance_mm: float) -> list[Indices]:
    """Return sightings of a ball at rest as they are, or as two rests where it crept from one place to another.

    A ball that is barely touched never leaves its place fast enough to be seen to move. One that takes longer than any
    roll of that length lies still, and what is seen of it wanders: it rests at one place after another.
    """
    head, tail = (np.median(path.raw_mm[part], axis=0) for part in (run[:CREEP], run[-CREEP:]))
    moved = float(np.hypot(*(tail - head)))
    if len(run) < 2 * CREEP or moved < max(tolerance_mm, LEAST_MOVE_MM) or is_slowing(path.raw_mm[run], moved):
        return [run]
    away, left = (np.hypot(*(path.raw_mm[run] - end).T) for end in (head, tail))
    leaves = int(np.flatnonzero(away < tolerance_mm / 2)[-1]) + 1
    comes = max(int(np.flatnonzero(left > tolerance_mm / 2)[-1]) + 1, leaves)
    if leaves <= 1 or comes >= len(run) - 1:
        return [run]
    if path.at_s[run[comes]] - path.at_s[run[leaves - 1]] > longest_roll_s(moved, bed_of(path)) + LONGEST_WINDOW_S:
        return np.array_split(run, min(ceil(moved / tolerance_mm), len(run) // CREEP))
    return [run[:leaves], run[comes:]]


def brief_start(places: Array, tolerance_mm: float) -> int:
    """Return how many sightings at the start of a recording show a ball at rest too briefly for a window; 0 if none.

    Two or three will do where the ball then leaves all at once.
    """
    away = np.hypot(*(places - places[:1]).T)
    left = np.flatnonzero(away > tolerance_mm)
    if not len(left) or left[0] < 2:
        return 0
    first = int(left[0])
    return first if away[first] > 3 * tolerance_mm and np.all(away[first : first + LEAST_WINDOW] > tolerance_mm) else 0


def is_slowing(places: Array, moved_mm: float) -> bool:
    """Say whether a ball still rolls at the first of (n, 2) places, as it does before it comes to rest."""
    early, later = (np.median(places[part], axis=0) for part in (slice(CREEP // 2), slice(CREEP // 2, CREEP)))
    return float(np.hypot(*(later - early))) > moved_mm / CREEP


def still_samples(places: Array, at_s: Array, tolerance_mm: float) -> NDArray[np.bool_]:
    """Say for each of n sightings whether it lies in some window of sightings that all keep to one place."""
    still = np.zeros(len(places), bool)
    starts = np.arange(len(places))
    ends = np.maximum(np.searchsorted(at_s, at_s + WINDOW_S), starts + LEAST_WINDOW)  # a slow camera needs enough, too
    starts, ends = starts[ends <= len(places)], ends[ends <= len(places)]
    short = at_s[ends - 1] - at_s[starts] <= LONGEST_WINDOW_S
    for length in np.unique((ends - starts)[short]):
        rows = starts[short & (ends - starts == length)][:, None] + np.arange(length)
        windows = places[rows]
        near = np.hypot(*np.moveaxis(windows - np.median(windows, axis=1, keepdims=True), 2, 0)) < tolerance_mm
        calm = (np.mean(near, axis=1) >= CALM_SHARE) & ~drifting(windows, tolerance_mm)
        still[rows[calm][near[calm]]] = True
    return still


def drifting(windows: Array, tolerance_mm: float) -> NDArray[np.bool_]:
    """Say of each of m windows of places (m, length, 2) whether the ball moves on steadily within its noise."""
    half = windows.shape[1] // 2
    steps = np.median(windows[:, half:], axis=1) - np.median(windows[:, :half], axis=1)
    return np.asarray(np.hypot(*steps.T) > DRIFT_SHARE * tolerance_mm)


def rest_from(path: Path, indices: Indices) -> Rest:
    """Return the rest that covers these sightings."""
    places = path.raw_mm[indices]
    return Rest(
        first=int(indices[0]),
        last=int(indices[-1]),
        place=Point(*np.median(places, axis=0).tolist()),
        sd_mm=max(averaged_sd_mm(places, float(np.median(path.raw_sd_mm[indices]))), 0.05),
    )


def averaged_sd_mm(places: Array, claimed_mm: float) -> float:
    """Return how well (n, 2) sightings of a ball at rest place it, each of which claims `claimed_mm`.

    What they differ by from picture to picture averages out; the rest of what they claim repeats in all of them.
    """
    steps = np.hypot(*np.diff(places, axis=0).T) if len(places) > 1 else np.zeros(1)
    shaky_mm = min(float(np.median(steps)) / 1.67, claimed_mm)
    return float(np.sqrt(claimed_mm**2 - shaky_mm**2 + shaky_mm**2 / len(places)))


def merged(path: Path, rests: list[Rest], tolerance_mm: float) -> list[Rest]:
    """Return the rests with those joined between which the ball did no more than flicker.

    A ball that is back at its very place had not left it: something beside or before it drew its sightings aside.
    """
    out: list[Rest] = []
    for rest in rests:
        home = next((k for k, held in enumerate(out) if is_one_place(path, held, rest, tolerance_mm)), None)
        if home is None:
            out.append(rest)
        else:
            out[home:] = [rest_from(path, sighted(path, out[home].first, rest.last))]
    return out


def is_one_place(path: Path, a: Rest, b: Rest, tolerance_mm: float) -> bool:
    """Say whether a ball that rests at `a` and then at `b` has not moved in between."""
    if np.hypot(a.place.x_mm - b.place.x_mm, a.place.y_mm - b.place.y_mm) > tolerance_mm:
        return False
    between = path.raw_mm[sighted(path, a.last, b.first)]
    return float(np.max(np.hypot(*(between - np.array(a.place)).T))) < GLITCH_MM
