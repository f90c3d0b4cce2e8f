"""What lies below a ball in the air: cloth, rail or floor; and who has left the table.

Heights count from where a ball's centre lies on the cloth. How balls fly is told by `tracker.physics.flight`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

RAIL_ABOVE_NOSE_MM = 7.0
FLOOR_MM = -850.0
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
