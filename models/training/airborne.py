"""Balls in the air: how they rise and fall, come down on cloth, rail or floor, and clear a cushion or strike its nose.

Heights count from where a ball's centre lies on the cloth. In the air nothing but gravity acts; a ball that comes down
keeps half of its speed upward (measured for billiard balls on slate: Alciatore, "The Illustrated Principles of Pool
and Billiards"); a nose is an edge at its own height, which a ball meets as a sphere does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit

Array = NDArray[np.float64]

GRAVITY_MM_S2 = 9810.0
GROUND_RESTITUTION = 0.5
LEAST_HOP_MM_S = 80.0
RAIL_ABOVE_NOSE_MM = 7.0
FLOOR_MM = -850.0
NOSE_RESTITUTION, NOSE_GRIP = 0.78, 0.96
IN_VIEW_S = 1.2
"""How long a ball that has left the table is followed on its way over the floor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A ball passed over a cushion and will not come back."""

    at_s: float
    ball: int
    cushion: str
    at_mm: tuple[float, float]


def ground_mm(kit: Kit, place: Array) -> float:
    """Return the height of a ball's centre that lies on what is below it: the bed, a rail or the floor."""
    out = outside_mm(kit, place)
    if out <= 0:
        return 0.0
    return rail_mm(kit) if out <= kit.cushion_mm + kit.rail_mm else FLOOR_MM


def rail_mm(kit: Kit) -> float:
    """Return the height of the rail above the cloth."""
    return kit.nose_height_mm + RAIL_ABOVE_NOSE_MM


def outside_mm(kit: Kit, place: Array) -> float:
    """Return how far a place lies beyond the nearest cushion face; negative inside."""
    x, y = place
    return float(max(-x, x - kit.width_mm, -y, y - kit.length_mm))


def side_of(kit: Kit, place: Array) -> str:
    """Return the cushion that a place lies beyond the most."""
    x, y = place
    beyond = {"left": -x, "right": x - kit.width_mm, "bottom": -y, "top": y - kit.length_mm}
    return max(beyond, key=lambda side: beyond[side])


def fallen(height: float, climb: float, ground: float, step_s: float) -> tuple[float, float]:
    """Return height and upward speed after a step in the air, a bounce off the ground included."""
    height += climb * step_s - GRAVITY_MM_S2 * step_s**2 / 2
    climb -= GRAVITY_MM_S2 * step_s
    if height > ground or climb > 0:
        return height, climb
    hop = -GROUND_RESTITUTION * climb
    return ground, hop if hop > LEAST_HOP_MM_S else 0.0


def off_nose(kit: Kit, gap: Array, height: float, velocity: Array) -> Array | None:
    """Return the (3,) speed of a ball after it struck a nose, or None where it clears it or goes away from it.

    `gap` is the (2,) way from the nearest point of the nose to the ball's centre, seen from above.
    """
    line = np.array([*gap, height + kit.ball_radius_mm - kit.nose_height_mm])
    away = float(np.linalg.norm(line))
    if away >= kit.ball_radius_mm or away < 1e-9:
        return None
    normal = line / away
    inward = float(velocity @ normal)
    if inward >= 0:
        return None
    along = velocity - inward * normal
    return np.asarray(NOSE_GRIP * along - NOSE_RESTITUTION * inward * normal)


def parted(line: Array, first: Array, second: Array, restitution: float) -> tuple[Array, Array]:
    """Return the (3,) speeds of two balls after they met; `line` is the unit way from the first to the second."""
    push = 0.5 * (1 + restitution) * float((first - second) @ line)
    return first - push * line, second + push * line
