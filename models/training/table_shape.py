"""The outline of a table: where the noses of the six cushions run, and how the jaws bend into the pockets.

A kit gives for each pocket the mouth (where the faces begin to bend) and the hole. Between the two we draw an arc
that leaves the face smoothly and ends parallel to the way into the pocket, with the width of the hole between the
two ends: at a corner it turns by 45 degrees, at a middle pocket by 90. The same outline serves the painter and the
simulated strokes, so that what is drawn is what the balls meet.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]

ARC_POINTS = 7
MIN_JAW_MM = 12.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cushion:
    """One of the six cushions, seen from above."""

    side: str
    """`bottom`, `top`, `left` or `right`."""
    nose: Array
    """(n, 2) points of the nose from pocket to pocket, jaws included, mm."""
    outward: Array
    """(2,) unit vector away from the playing area."""
    along: Array
    """(2,) unit vector from its first to its last point."""


def _jaw(pocket: Pocket, depth_mm: float) -> Array:
    """Return (n, 2) points (along the face from the pocket, outward from it), the deepest first."""
    is_corner = not pocket.name.startswith("middle")
    if is_corner:
        start, turn = pocket.mouth_mm / np.sqrt(2), np.pi / 4
        radius = max((start - pocket.radius_mm * np.sqrt(2)) / (np.sqrt(2) - 1), MIN_JAW_MM)
    else:
        start, turn = pocket.mouth_mm / 2, np.pi / 2
        radius = max(start - pocket.radius_mm, MIN_JAW_MM)
    angle = np.linspace(turn, 0.0, ARC_POINTS)
    arc = np.column_stack([start - radius * np.sin(angle), radius * (1 - np.cos(angle))])
    left = max(depth_mm - arc[0, 1], 0.0)
    tail = arc[0] + np.array([-left if is_corner else 0.0, left])
    return np.vstack([tail, arc])


def _cushion(kit: Kit, side: str, first: Pocket, last: Pocket) -> Cushion:
    across = side in ("bottom", "top")
    along = np.array([1.0, 0.0]) if across else np.array([0.0, 1.0])
    outward = {"bottom": (0.0, -1.0), "top": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}[side]
    origin = {"bottom": (0.0, 0.0), "left": (0.0, 0.0), "top": (0.0, kit.length_mm), "right": (kit.width_mm, 0.0)}[side]
    ends = [_corner_at(kit, first) @ along, _corner_at(kit, last) @ along]
    near, far = _jaw(first, kit.cushion_mm), _jaw(last, kit.cushion_mm)[::-1]
    steps = np.concatenate([ends[0] + near[:, 0], ends[1] - far[:, 0]])
    depth = np.concatenate([near[:, 1], far[:, 1]])
    fixed = np.array(origin) * (1 - along)
    nose = fixed + steps[:, None] * along + depth[:, None] * np.array(outward)
    return Cushion(side=side, nose=nose, outward=np.array(outward), along=along)


def _corner_at(kit: Kit, pocket: Pocket) -> Array:
    """Return the point of the playing area's outline that a pocket belongs to."""
    x, y = pocket.fall
    return np.array([np.clip(x, 0.0, kit.width_mm), np.clip(y, 0.0, kit.length_mm)])


def cushions(kit: Kit) -> tuple[Cushion, ...]:
    """Return the six cushions of a table."""
    pocket = {p.name: p for p in kit.pockets}
    runs = (
        ("bottom", "bottom-left", "bottom-right"),
        ("top", "top-left", "top-right"),
        ("left", "bottom-left", "middle-left"),
        ("left", "middle-left", "top-left"),
        ("right", "bottom-right", "middle-right"),
        ("right", "middle-right", "top-right"),
    )
    return tuple(_cushion(kit, side, pocket[a], pocket[b]) for side, a, b in runs)


def way_out(kit: Kit, pocket: Pocket) -> Array:
    """Return the (2,) unit vector from the table through a pocket."""
    away = np.array(pocket.fall) - _corner_at(kit, pocket)
    return np.asarray(away / np.linalg.norm(away))
