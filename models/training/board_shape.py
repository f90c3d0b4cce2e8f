"""The outline of a board: where its edge boards run, and how they are cut away round the corner holes.

Behind each hole the edge boards follow it in an arc; from there two straight cuts, as far apart as the hole is wide,
lead to the faces. What is drawn is what the discs meet.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]

ARC_POINTS: Final = 9
SIDES: Final = ("bottom", "right", "top", "left")
"""In turn, against the clock."""


def corners(kit: Kit) -> Array:
    """Return the (4, 2) corners of the playing area against the clock; side i runs from i to i + 1."""
    w, h = kit.width_mm, kit.length_mm
    return np.array([(0, 0), (w, 0), (w, h), (0, h)], float)


def outward_of(side: int) -> Array:
    """Return the (2,) unit vector off the playing area of a side, as an index of `SIDES`."""
    return np.array([(0, -1), (1, 0), (0, 1), (-1, 0)][side], float)


def pocket_at(kit: Kit, corner: int) -> Pocket:
    """Return the hole at a corner."""
    at = corners(kit)[corner]
    return min(kit.pockets, key=lambda p: float(np.hypot(*(np.array(p.fall) - at))))


def cut(kit: Kit, corner: int) -> Array:
    """Return the (2n + 3, 2) edge of the frame round a hole, from the face of the side before it to that after it."""
    pocket, at = pocket_at(kit, corner), corners(kit)[corner]
    before, after = outward_of(corner - 1), outward_of(corner)
    out = np.arctan2(*(before + after)[::-1])
    turn = np.linspace(-np.pi / 2, np.pi / 2, 2 * ARC_POINTS + 1)
    arc = np.array(pocket.fall) + pocket.radius_mm * np.column_stack([np.cos(out + turn), np.sin(out + turn)])
    start = pocket.mouth_mm / np.sqrt(2)
    return np.vstack([at - after * start, arc, at - before * start])


def inner(kit: Kit, side: int) -> Array:
    """Return the (n, 2) inner edge of one side of the frame, from behind the one hole to behind the other."""
    first, last = cut(kit, side), cut(kit, (side + 1) % 4)
    half = len(first) // 2
    return np.vstack([first[half:], last[: half + 1]])


def bed(kit: Kit) -> Array:
    """Return the (n, 2) outline of what lies open between the edge boards, round the holes."""
    return np.vstack([inner(kit, side) for side in range(4)])
