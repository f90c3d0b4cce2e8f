"""When a ball cannot have rolled on, however it is seen: over a second it kept within a few millimetres.

A ball of the heap that is seen once in a while, or whose centre jumps between two of its neighbours' edges, is never
seen to lie still for a fifth of a second. But one that rolls comes to a stop over a way that grows with the square of
the time (`physics.rest`): whatever kept to so little room for so long lay still, at the end of that time at least.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.physics.rest import CONFINED_MM, CONFINED_S, SETTLED_MM

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

LEAST_SEEN, CALM_SHARE = 4, 0.75
"""So many sightings at least, and such a share of them, must keep to one place."""


def confined(places: Array, at_s: Array, still: NDArray[np.bool_], tolerance_mm: float) -> NDArray[np.bool_]:
    """Say of n sightings, some of them known to be `still`, which others show a ball that cannot have rolled on.

    However seldom it is seen, and however its sightings jitter: over `CONFINED_S` and `LEAST_SEEN` of them it keeps
    to one place, and of those the later half show it at rest.

    Args:
        places: (n, 2) mm.
        at_s: (n,) when.
        still: (n,) those that need no further look.
        tolerance_mm: how far sightings of this ball at rest may lie from its place.
    """
    found = np.zeros(len(places), bool)
    moving = np.flatnonzero(~still)
    for run in np.split(moving, np.flatnonzero(np.diff(moving) > 1) + 1):
        if len(run) < LEAST_SEEN or at_s[run[-1]] - at_s[run[0]] < CONFINED_S:
            continue
        ends = np.maximum(np.searchsorted(at_s[run], at_s[run] + CONFINED_S), np.arange(len(run)) + LEAST_SEEN)
        for first, end in enumerate(ends[ends <= len(run)]):
            found[part_at_rest(places, run[first:end], max(tolerance_mm, CONFINED_MM))] = True
    return found


def part_at_rest(places: Array, window: Indices, reach_mm: float) -> Indices:
    """Return those of a window of sightings that show a ball at rest: its later half where all keep to one place."""
    own, half = places[window], len(window) // 2
    away = np.hypot(*(own - np.median(own, axis=0)).T) < reach_mm
    drift = np.median(own[half:], axis=0) - np.median(own[:half], axis=0)
    calm = np.mean(away) >= CALM_SHARE and float(np.hypot(*drift)) < SETTLED_MM
    return window[half:][away[half:]] if calm else window[:0]
