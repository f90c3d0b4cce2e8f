"""What a touch does to balls: ball and ball, ball and cushion, ball and jaw.

Two balls of one mass push each other along the line of centres alone, but for a little throw by their friction: of the
speed at which they close in, (1 + e) / 2 goes over from the one to the other, and their spin stays. A cushion throws
back a share of the speed across its face, takes a little of that along it, and changes the spin towards it. A jaw is
a cushion whose face bends: the same, with the normal where it is met; and what flies meets nose and ball in space, by
the same equations with three numbers for two. Lengths in mm, speeds in mm/s.

Sources: Marlow, The Physics of Pocket Billiards (1995); Alciatore, The Illustrated Principles of Pool and Billiards
(2004).
"""

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.physics.constants import BALLS, BALLS_SD
from tracker.physics.surfaces import USUAL, Surfaces

Array = NDArray[np.float64]

GIVEN, GIVEN_SD = (1 + BALLS) / 2, BALLS_SD / 2
"""Share of the speed along the line of centres that goes over to the met ball, and how far it differs (1 sigma)."""
LEAST_APART_MM: Final = 1e-9


def push_mm_s(closing_mm_s: float, on: Surfaces = USUAL) -> float:
    """Return by how much two balls that close in so fast change each other's speed along the line of centres."""
    return (1 + on.balls) / 2 * closing_mm_s


def parted(line: Array, first: Array, second: Array, on: Surfaces = USUAL) -> tuple[Array, Array]:
    """Return the speeds of two balls after they met, each (2,) or (3,).

    Args:
        line: the unit vector from the first one's centre to the second one's.
        first: the first one's speed before.
        second: the second one's.
        on: the table.
    """
    push = push_mm_s(float((first - second) @ line), on)
    return first - push * line, second + push * line


def knocked(speed: Array, line_rad: float | Array, given: float | Array = GIVEN, throw: float | Array = 0.0) -> Array:
    """Return the (..., 2) speeds that balls at rest are given by those that come with speeds (..., 2).

    Args:
        speed: of the ball that comes.
        line_rad: (...) direction of the line of centres, from it to the ball at rest.
        given: the share of its speed along that line that goes over.
        throw: by what share of that the balls' friction drives the ball aside, to the left where it is above 0.
    """
    x, y = np.cos(line_rad), np.sin(line_rad)
    push = given * np.maximum(speed[..., 0] * x + speed[..., 1] * y, 0.0)
    return np.stack([push * (x - throw * y), push * (y + throw * x)], axis=-1)


def touched_ago_s(gap: Array, closing: Array, apart_mm: float) -> float | None:
    """Return how long ago two balls were so far apart that overlap now; None where they move apart.

    Args:
        gap: (2,) from the first one's centre to the second one's.
        closing: (2,) the second one's speed less the first one's.
        apart_mm: two radii.
    """
    inward = float(gap @ closing)
    if inward >= 0:
        return None
    a, c = float(closing @ closing), float(gap @ gap) - apart_mm**2
    return max((inward + sqrt(max(inward**2 - a * c, 0.0))) / a, 0.0)


def inward_mm_s(speeds: Array, normals: Array) -> Array:
    """Return (...,) how fast balls come away from a face whose unit normals point to them; below 0 they come to it."""
    return np.asarray(np.vecdot(speeds, normals))


def thrown_back(speeds: Array, normals: Array, restitution: float | Array, grip: float | Array) -> Array:
    """Return the (..., 2) or (..., 3) speeds of balls after they met a cushion.

    Args:
        speeds: before.
        normals: unit vectors off the face, to the ball.
        restitution: the share kept of the speed across the face; a number, or (..., 1) of them.
        grip: the share kept of that along it.
    """
    inward = inward_mm_s(speeds, normals)[..., None]
    return np.asarray(grip * (speeds - inward * normals) - restitution * inward * normals)


def spin_after(spins: Array, normals: Array, kept: float | Array) -> Array:
    """Return the (..., 2) spins of balls after they met a cushion, which left a share of their spin towards it."""
    return np.asarray(spins - (1 - kept) * inward_mm_s(spins, normals)[..., None] * normals)
