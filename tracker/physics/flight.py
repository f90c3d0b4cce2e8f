"""Balls in the air: how they rise and fall, come down, and clear a cushion or strike its nose.

Heights (mm) count from where a ball's centre lies on the cloth. In the air nothing but gravity acts (Galileo); a ball
that comes down hops with a share of its speed (`constants.BED`); a nose is an edge at its own height, which a ball
meets as a sphere does.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.physics.collide import LEAST_APART_MM, thrown_back
from tracker.physics.constants import BED, GRAVITY_MM_S2, LEAST_HOP_MM_S
from tracker.physics.surfaces import USUAL, Surfaces

Array = NDArray[np.float64]


def risen_mm(climb_mm_s: float, since_s: float, falls_mm_s2: float = GRAVITY_MM_S2) -> float:
    """Return how high a ball is some time after it left the bed with an upward speed; below 0: it is down again."""
    return climb_mm_s * since_s - falls_mm_s2 * since_s**2 / 2


def fallen(height_mm: float, climb_mm_s: float, ground_mm: float, took_s: float) -> tuple[float, float]:
    """Return height and upward speed after a step in the air, a hop off what is below (at `ground_mm`) included."""
    height_mm += risen_mm(climb_mm_s, took_s)
    climb_mm_s -= GRAVITY_MM_S2 * took_s
    if height_mm > ground_mm or climb_mm_s > 0:
        return height_mm, climb_mm_s
    hop = hop_mm_s(climb_mm_s)
    return ground_mm, hop if hop > LEAST_HOP_MM_S else 0.0


def hop_mm_s(climb_mm_s: float) -> float:
    """Return the upward speed of a ball that was driven into the bed, with an upward speed below 0."""
    return -BED * climb_mm_s


def off_nose(gap: Array, above_mm: float, velocity: Array, radius_mm: float, on: Surfaces = USUAL) -> Array | None:
    """Return the (3,) speed of a ball after it struck a nose, or None where it clears it or goes away from it.

    Args:
        gap: the (2,) way from the nearest point of the nose to the ball's centre, seen from above.
        above_mm: how far the centre is above the nose.
        velocity: (3,) mm/s.
        radius_mm: the ball's.
        on: the table.
    """
    line = np.array([*gap, above_mm])
    away = float(np.linalg.norm(line))
    if away >= radius_mm or away < LEAST_APART_MM:
        return None
    normal = line / away
    if float(velocity @ normal) >= 0:
        return None
    return thrown_back(velocity, normal, on.cushions, on.grip)
