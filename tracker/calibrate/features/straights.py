"""The cloth's sides when a player stands before a corner: the longest straight runs of its border, four of them.

A hull bridges a player's silhouette with a false side and loses the corner behind him. The table's real sides still
show in part as long straight runs of the border: of all fours among them, the one that explains the most of the border
and holds the patch, without reaching far beyond it, is the table.
"""

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.cloth import Mask

Array = NDArray[np.float64]
Straight = tuple[Array, Array]
"""Two points on a straight line."""

MOST_STRAIGHTS = 9
NEAR_PX = 2.5
LEAST_RUN = 0.05
"""A straight run shorter than this share of the picture's width says little."""


def meet(a: Array, b: Array, c: Array, d: Array) -> Array | None:
    """Return where the line through a and b meets the line through c and d, or None for parallels."""
    across = np.column_stack([b - a, c - d])
    if abs(np.linalg.det(across)) < 1e-6:
        return None
    return np.asarray(a + np.linalg.solve(across, c - a)[0] * (b - a))


def straights(border: Array, shape: tuple[int, ...]) -> list[Straight]:
    """Return the longest straight runs of a closed `border` (n, 2), those along the picture's own border left out."""
    height, width = shape[:2]
    left = border[np.all((border > 2) & (border < [width - 3, height - 3]), axis=1)]
    found: list[Straight] = []
    while len(found) < MOST_STRAIGHTS and len(left) > 20:
        run = _longest(left, shape)
        if run is None:
            break
        away = _away(left, *run)
        if (away < NEAR_PX).sum() < LEAST_RUN * width:
            break
        found.append(run)
        left = left[away >= 2 * NEAR_PX]
    return found


def _longest(points: Array, shape: tuple[int, ...]) -> Straight | None:
    drawn = np.zeros(shape[:2], np.uint8)
    drawn[points[:, 1].astype(int), points[:, 0].astype(int)] = 255
    lines = cv2.HoughLines(drawn, 1, np.pi / 360, max(int(LEAST_RUN * shape[1]) // 2, 8))
    if lines is None:
        return None
    rho, theta = (float(v) for v in lines.reshape(-1, lines.shape[-1])[0, :2])
    foot, way = rho * np.array([np.cos(theta), np.sin(theta)]), np.array([-np.sin(theta), np.cos(theta)])
    near = points[_away(points, foot, foot + way) < NEAR_PX]
    if len(near) < 8:
        return foot, foot + way
    vx, vy, x, y = (float(v) for v in cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    start = np.array([x, y])
    return start, start + np.array([vx, vy])


def _away(points: Array, a: Array, b: Array) -> Array:
    along = (b - a) / np.linalg.norm(b - a)
    return np.asarray(np.abs((points - a) @ np.array([-along[1], along[0]])))


def fours(runs: list[Straight], border: Array, mask: Mask, most: int = 3) -> list[Array]:
    """Return the (4, 2) corners of up to `most` fours of straights that fit the patch, the best first, each in turn."""
    near = [_away(border, *run) < NEAR_PX for run in runs]
    found: list[tuple[float, Array]] = []
    for four in combinations(range(len(runs)), 4):
        corners = _corners([runs[i] for i in four])
        if corners is not None and _sensible(corners, mask.shape):
            explained = float(np.any([near[i] for i in four], axis=0).mean())
            found.append((explained + 1.5 * _match(corners, mask), corners))
    return [corners for _, corners in sorted(found, key=lambda f: -f[0])[:most]]


def _corners(four: list[Straight]) -> Array | None:
    """Return the corners of four straights: opposite sides are the two pairs that are most nearly parallel."""
    ways = [np.arctan2(*(b - a)[::-1]) % np.pi for a, b in four]
    order = sorted(range(4), key=lambda i: ways[i])
    turns = [(ways[order[(k + 1) % 4]] - ways[order[k]]) % np.pi for k in range(4)]
    shift = 0 if turns[0] + turns[2] <= turns[1] + turns[3] else 1
    one, two = (order[shift], order[(shift + 1) % 4]), (order[(shift + 2) % 4], order[(shift + 3) % 4])
    joints = [
        meet(*four[i], *four[j]) for i, j in ((one[0], two[0]), (two[0], one[1]), (one[1], two[1]), (two[1], one[0]))
    ]
    return None if any(j is None for j in joints) else np.array(joints)


def _sensible(corners: Array, shape: tuple[int, ...]) -> bool:
    height, width = shape[:2]
    return bool(np.all(corners > [-0.3 * width, -0.3 * height]) and np.all(corners < [1.3 * width, 1.3 * height]))


def _match(corners: Array, mask: Mask) -> float:
    """Return how well a shape holds the patch: what it leaves out counts double what it adds."""
    drawn = np.zeros((mask.shape[0] // 4, mask.shape[1] // 4), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(corners / 4).astype(np.int32), 255)
    small = mask[::4, ::4][: drawn.shape[0], : drawn.shape[1]]
    patch = max(cv2.countNonZero(small), 1)
    missed = cv2.countNonZero(cv2.subtract(small, drawn)) / patch
    added = cv2.countNonZero(cv2.subtract(drawn, small)) / patch
    return 1.0 - 2.0 * missed - added
