"""Which parts of a picture differ from the one before: only there must light be followed again.

What moves changes the picture where it was and where it is, with its shadow on the table. The light that it throws back
on the rest of the table is left as it was, far less than the noise of a sensor; so is the floor, where the shadow of a
person may end at the edge of a part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Limb
from tracker.geometry.camera import Camera

BALL_REACH_MM, LIMB_REACH_MM = 110.0, 260.0
"""How far round a ball, or a limb, its shadow may lie on the cloth."""
WHOLE = 0.6
"""Where more than this share of the picture changed, all of it is drawn again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lit:
    """A ball in a picture: its name and where its centre is when the shutter opens, half way, and when it closes."""

    ball: str
    places_mm: tuple[tuple[float, float, float], ...]


class Seen(NamedTuple):
    """All that may move in a picture."""

    balls: tuple[Lit, ...]
    limbs: tuple[Limb, ...]


class Box(NamedTuple):
    """A part of a picture, in whole px: from its left and top to before its right and low."""

    x0: int
    y0: int
    x1: int
    y1: int


def changed(camera: Camera, before: Seen, now: Seen) -> tuple[Box, ...]:
    """Return the parts, none over another, in which two pictures may differ."""
    balls = set(before.balls) ^ set(now.balls)
    limbs = set(before.limbs) ^ set(now.limbs)
    width, height = camera.image_size
    found = [_box(camera, _round(ball.places_mm, BALL_REACH_MM)) for ball in balls]
    found += [_box(camera, _round(limb.points_mm, LIMB_REACH_MM)) for limb in limbs]
    parts = merged(box for box in found if box.x1 > box.x0 and box.y1 > box.y0)
    area = sum((box.x1 - box.x0) * (box.y1 - box.y0) for box in parts)
    return (Box(0, 0, width, height),) if area > WHOLE * width * height else parts


def merged(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Return boxes that cover the same and do not overlap: two that do become one round both."""
    apart: list[Box] = []
    for box in boxes:
        grown = box
        while over := [one for one in apart if _overlap(one, grown)]:
            apart = [one for one in apart if one not in over]
            low, high = np.min([*over, grown], axis=0), np.max([*over, grown], axis=0)
            grown = Box(int(low[0]), int(low[1]), int(high[2]), int(high[3]))
        apart.append(grown)
    return tuple(apart)


def _overlap(a: Box, b: Box) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def _round(points_mm: Sequence[tuple[float, float, float]], reach_mm: float) -> NDArray[np.float64]:
    """Return the corners of what lies round points and under them."""
    points = np.array(points_mm)
    low, high = points.min(axis=0) - reach_mm, points.max(axis=0) + reach_mm
    low[2] = min(low[2], 0.0)
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def _box(camera: Camera, corners_mm: NDArray[np.float64]) -> Box:
    seen = camera.project(corners_mm)
    if not np.all(np.isfinite(seen)):
        return Box(0, 0, *camera.image_size)
    low = np.clip(np.floor(seen.min(axis=0)), 0, camera.image_size).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)) + 1, 0, camera.image_size).astype(int)
    return Box(int(low[0]), int(low[1]), int(high[0]), int(high[1]))
