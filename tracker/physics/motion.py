"""How a ball moves on the cloth when nothing meets it: it slides until it rolls, and rolls to its stop.

A ball slides while the speed of its surface, by its spin, is not that of its centre: friction with the cloth, constant
and against the slip, slows the one and quickens the other until they agree. From then on it rolls, straight on, and
slows down evenly and much less. Speed is that of the centre; `spin` is the speed at which the ball would roll as it
spins (radius times angular speed, on the cloth), so that the slip is their difference. Side spin does not show here.

Sources: Coriolis (1835); Marlow, The Physics of Pocket Billiards (1995); Alciatore, The Illustrated Principles of Pool
and Billiards (2004).
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.physics.constants import SPIN_PER_SLID
from tracker.physics.surfaces import USUAL, Surfaces

Array = NDArray[np.float64]


def rolls_for_s(pace_mm_s: float, on: Surfaces = USUAL) -> float:
    """Return for how long a ball rolls from a pace to its stop."""
    return max(pace_mm_s, 0.0) / on.rolling_mm_s2


def rolls_for_mm(pace_mm_s: float, on: Surfaces = USUAL) -> float:
    """Return how far a ball rolls from a pace to its stop."""
    return pace_mm_s**2 / (2 * on.rolling_mm_s2)


def rolled_mm(pace_mm_s: float, since_s: float, on: Surfaces = USUAL) -> float:
    """Return how far a ball has rolled some time after it had a pace; no farther once it lies."""
    rolling_s = min(since_s, rolls_for_s(pace_mm_s, on))
    return pace_mm_s * rolling_s - on.rolling_mm_s2 * rolling_s**2 / 2


def came_mm(pace_mm_s: float, since_s: float, on: Surfaces = USUAL) -> float:
    """Return how far a ball has come in some time that rolls at a pace now: it rolled the faster the longer ago."""
    return pace_mm_s * since_s + on.rolling_mm_s2 * since_s**2 / 2


def rolls_at_mm_s(pace_mm_s: float, since_s: float, on: Surfaces = USUAL) -> float:
    """Return how fast a ball rolls some time after it had a pace."""
    return max(pace_mm_s - on.rolling_mm_s2 * since_s, 0.0)


def set_off_mm(pace_mm_s: float | Array, since_s: Array, on: Surfaces = USUAL) -> Array:
    """Return how far balls are that were set going without spin, so many seconds ago; 0 before.

    A ball slides until `on.rolls_at` of its speed is left, then rolls, and lies where it comes to its stop. Paces and
    times are numbers or arrays that go together.
    """
    passed = np.maximum(since_s, 0.0)
    slides_s = (1 - on.rolls_at) * pace_mm_s / on.sliding_mm_s2
    sliding = np.minimum(passed, slides_s)
    rolling = np.clip(passed - slides_s, 0.0, on.rolls_at * pace_mm_s / on.rolling_mm_s2)
    slid_mm = pace_mm_s * sliding - on.sliding_mm_s2 * sliding**2 / 2
    return np.asarray(slid_mm + on.rolls_at * pace_mm_s * rolling - on.rolling_mm_s2 * rolling**2 / 2)


def set_off(speed: Array, since_s: Array, on: Surfaces = USUAL) -> Array:
    """Return the (..., n, 2) ways, in mm, of balls set going without spin, as `set_off_mm` has it.

    Args:
        speed: (..., 2) of each, mm/s.
        since_s: (..., n) how long ago each was set going.
        on: the table.
    """
    pace = np.maximum(np.hypot(speed[..., 0], speed[..., 1]), 1e-6)[..., None]
    return np.asarray(set_off_mm(pace, since_s, on)[..., None] * (speed / pace)[..., None, :])


def pace_to_go(way_mm: float, on: Surfaces = USUAL) -> float:
    """Return how fast (mm/s) a ball was set going, without spin, that came to rest so far away.

    Its way of sliding and its way of rolling both go with the square of that speed.
    """
    slid, rolled = (1 - on.rolls_at**2) / (2 * on.sliding_mm_s2), on.rolls_at**2 / (2 * on.rolling_mm_s2)
    return sqrt(way_mm / (slid + rolled))


def step(
    speed: Array, spin: Array, took_s: float, on: Surfaces = USUAL, lies_below_mm_s: float = 0.0
) -> tuple[Array, Array, Array]:
    """Return (n, 2) ways, speeds and spins of balls after a short time in which nothing meets them.

    A ball whose slip would end in this time rolls from its beginning on: so much is left to short steps.

    Args:
        speed: (n, 2) mm/s.
        spin: (n, 2) mm/s.
        took_s: how long, in s.
        on: the table.
        lies_below_mm_s: a ball that rolls more slowly lies.
    """
    slip = speed - spin
    size = np.hypot(slip[:, 0], slip[:, 1])
    loss = on.sliding_mm_s2 * took_s
    slides = (size > (1 + SPIN_PER_SLID) * loss)[:, None]
    way = slip / np.maximum(size, 1e-9)[:, None]
    rolled = (5 * speed + 2 * spin) / 7
    fast = np.hypot(rolled[:, 0], rolled[:, 1])
    kept = np.clip(1 - on.rolling_mm_s2 * took_s / np.maximum(fast, 1e-9), 0, 1)
    kept[fast < lies_below_mm_s] = 0.0
    rolled *= kept[:, None]
    after = np.where(slides, speed - loss * way, rolled)
    spins = np.where(slides, spin + SPIN_PER_SLID * loss * way, rolled)
    return np.asarray((speed + after) / 2 * took_s), after, spins
