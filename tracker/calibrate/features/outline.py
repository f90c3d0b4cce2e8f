"""The four sides of the cloth in the picture: where it meets the wood, or where the picture cuts it off.

The hull of the cloth's patch bridges players and pockets; edges of the hull are taken away one by one, each time
the one whose two neighbours can be prolonged at the least cost of area (as in minimal circumscribing polygons),
until four are left; each is then fitted to the patch's own border by least squares that forgets outliers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.cloth import Mask
from tracker.calibrate.features.straights import fours, meet, straights

Array = NDArray[np.float64]

BORDER_PX = 3
ALIKE_PX = 4.0
"""Two shapes with all corners this near lead to the same table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClothOutline:
    """The cloth's four corners in turn, and which of its sides are really seen."""

    corners_px: Array
    """(4, 2) in the order of the mask's border."""
    seen: tuple[bool, bool, bool, bool]
    """Side i runs from corner i to corner i + 1; False where the picture's border cuts it off."""
    fill: float
    """Overlap of the patch and the four-cornered shape, intersection over union."""

    @property
    def likely(self) -> float:
        """Return how much like a cloth it is: filled by its patch, and not cut off by the picture's border."""
        return self.fill * (1 + sum(self.seen)) / 5

    def in_picture(self, scale: float) -> Array:
        """Return the corners in the picture of which the mask's pixels are `scale` each."""
        return np.asarray((self.corners_px + 0.5) / scale - 0.5)


def outlines(mask: Mask) -> Iterator[ClothOutline]:
    """Yield the four-sided shapes that the patch in `mask` may be the visible part of, the simplest first."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = max(contours, key=cv2.contourArea).reshape(-1, 2).astype(float)
    hull = cv2.approxPolyDP(cv2.convexHull(border.astype(np.float32)), 1.5, True).reshape(-1, 2).astype(float)
    simple = _four_corners(hull)
    shapes = [] if simple is None else [simple]
    yielded: list[ClothOutline] = []
    for corners in chain(shapes, _late(border, mask)):
        outline = _outline(corners, border, mask)
        if not any(alike(outline.corners_px, other.corners_px) for other in yielded):
            yielded.append(outline)
            yield outline


def _late(border: Array, mask: Mask) -> Iterator[Array]:
    """Yield the shapes that straight runs of the border make; they are looked for only when asked for."""
    yield from fours(straights(border, mask.shape), border, mask)


def alike(one: Array, other: Array) -> bool:
    """Say whether two (4, 2) shapes lead to the same table."""
    away = np.linalg.norm(one[:, None] - other[None], axis=2)
    return bool(away.min(axis=1).max() < ALIKE_PX)


def _outline(corners: Array, border: Array, mask: Mask) -> ClothOutline:
    seen = tuple(not _cut(corners[i], corners[(i + 1) % 4], mask.shape) for i in range(4))
    fitted = _fit_sides(corners, seen, border, 0.012 * mask.shape[1])
    fitted = corners if fitted is None else fitted
    return ClothOutline(corners_px=fitted, seen=(seen[0], seen[1], seen[2], seen[3]), fill=_overlap(mask, fitted))


def _four_corners(hull: Array) -> Array | None:
    points = [np.asarray(p) for p in hull]
    while len(points) > 4:
        costs = [_cost_without(points, i) for i in range(len(points))]
        best = min(range(len(points)), key=lambda i: costs[i][0])
        if not np.isfinite(costs[best][0]):
            return None
        joint = costs[best][1]
        after = (best + 1) % len(points)
        points[best] = joint
        del points[after]
    return np.array(points) if len(points) == 4 else None


def _cost_without(points: list[Array], i: int) -> tuple[float, Array]:
    """Return the area added when the edge from point i to i + 1 goes, and where its neighbours then meet."""
    n = len(points)
    a, b, c, d = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
    joint = meet(a, b, d, c)
    if joint is None or np.dot(joint - b, b - a) < 0 or np.dot(joint - c, c - d) < 0:
        return np.inf, b
    return abs(float(np.cross(np.append(joint - b, 0), np.append(c - b, 0))[2])) / 2, joint


def _cut(a: Array, b: Array, shape: tuple[int, ...]) -> bool:
    """Say whether the side from a to b runs along the border of the picture."""
    height, width = shape[:2]
    return any(
        bool(np.all(np.abs(np.array([a[axis], b[axis]]) - edge) <= BORDER_PX))
        or bool(np.all((np.array([a[axis], b[axis]]) - edge) * sign >= -BORDER_PX))
        for axis, edge, sign in ((0, 0, -1), (0, width - 1, 1), (1, 0, -1), (1, height - 1, 1))
    )


def _fit_sides(corners: Array, seen: tuple[bool, ...], border: Array, reach_px: float) -> Array | None:
    sides = [_fit_side(corners[i], corners[(i + 1) % 4], border, reach_px if seen[i] else 0.0) for i in range(4)]
    joints = [meet(*sides[i - 1], *sides[i]) for i in range(4)]
    return None if any(j is None for j in joints) else np.array(joints)


def _fit_side(a: Array, b: Array, border: Array, reach_px: float) -> tuple[Array, Array]:
    along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
    offset = border - a
    away = offset @ np.array([-along[1], along[0]])
    share = offset @ along / max(float(np.linalg.norm(b - a)), 1e-9)
    near = border[(np.abs(away) < reach_px) & (share > 0.08) & (share < 0.92)]
    if len(near) < 12:
        return a, b
    vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel()
    start = np.array([x, y], float)
    return start, start + 100.0 * np.array([vx, vy], float)


def _overlap(mask: Mask, corners: Array) -> float:
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 255)
    both = cv2.countNonZero(cv2.bitwise_and(mask, drawn))
    return both / max(cv2.countNonZero(cv2.bitwise_or(mask, drawn)), 1)
