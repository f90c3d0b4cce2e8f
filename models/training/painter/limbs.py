"""Arms, hands, cues, heads and bodies: chains of tapering round pieces, shaded as round things are.

A piece between two points with two radii is drawn as the set of pixels nearer to its axis than its radius there. It
hides a ball only where it is nearer to the camera than the ball is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Lamp, Limb
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

SHADOW_BLUR_PX = 40.0
"""How far a shadow, drawn at a quarter of the size and blurred there, may reach beyond its edge."""


def paint_limb(picture: Floats, reach_mm: Floats, taken: Floats, camera: Camera, limb: Limb) -> None:
    """Draw a limb onto a picture in place; `taken` gets how much of each pixel it covers.

    `reach_mm` (h, w) is the distance from the camera of what already stands there and may hide the limb.
    """
    points = np.array(limb.points_mm, float)
    seen = camera.project(points)
    away = np.linalg.norm(points - camera.centre_mm, axis=1)
    if np.any(~np.isfinite(seen)) or np.abs(seen).max() > 20000:
        return
    radii = camera.matrix[0, 0] * np.array(limb.radii_mm) / away
    last = max(len(points) - 1, 1)
    for i in range(last):
        j = min(i + 1, len(points) - 1)
        ends = (limb.colour, limb.end_colour or limb.colour)
        mix = [np.array(ends[0]) * (1 - t) + np.array(ends[1]) * t for t in (i / last, (i + 1) / last)]
        piece = _Piece(
            ends=(seen[i], seen[j]), radii=(radii[i], radii[j]), away=(away[i], away[j]), colours=(mix[0], mix[1])
        )
        _draw(picture, reach_mm, taken, piece, limb.shine)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Piece:
    """One tapering piece in the picture: px, px, mm from the camera, colours; each at both ends."""

    ends: tuple[Array, Array]
    radii: tuple[float, float]
    away: tuple[float, float]
    colours: tuple[Array, Array]


def _window(piece: _Piece, size: tuple[int, ...]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return the corners (x, y) of the part of the picture that a piece can reach."""
    widest = max(piece.radii) + 2
    low = np.maximum(np.floor(np.minimum(*piece.ends) - widest), 0).astype(int)
    high = np.minimum(np.ceil(np.maximum(*piece.ends) + widest), (size[1], size[0])).astype(int)
    return low, high


def _draw(picture: Floats, reach_mm: Floats, taken: Floats, piece: _Piece, shine: float) -> None:
    low, high = _window(piece, taken.shape)
    if np.any(high <= low):
        return
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    ends, radii, away, colours = piece.ends, piece.radii, piece.away, piece.colours
    x = np.arange(low[0], high[0], dtype=np.float32)[None, :] - np.float32(ends[0][0])
    y = np.arange(low[1], high[1], dtype=np.float32)[:, None] - np.float32(ends[0][1])
    dx, dy = (ends[1] - ends[0]).astype(np.float32)
    t = np.clip((x * dx + y * dy) / np.float32(max(dx * dx + dy * dy, 1e-6)), 0, 1)
    radius = np.float32(radii[0]) + t * np.float32(radii[1] - radii[0])
    side_x, side_y = x - t * dx, y - t * dy
    distance = np.sqrt(side_x * side_x + side_y * side_y)
    cover = np.clip(radius - distance + 0.5, 0, 1) * np.minimum(1, 2 * radius)
    cover = cover * (np.float32(away[0]) + t * np.float32(away[1] - away[0]) < reach_mm[window])
    # Light comes from above: the upper side of a round thing is the brighter one.
    round_ = np.sqrt(np.clip(1 - (distance / np.maximum(radius, 1e-3)) ** 2, 0, 1))
    light = 0.5 + 0.42 * round_ - 0.22 * side_y / np.maximum(radius, 1e-3)
    glint = shine * np.clip(round_ - 0.55 - side_y / np.maximum(radius, 1e-3), 0, 1) ** 2 * 120
    paint = light[..., None] * (colours[0] * (1 - t[..., None]) + colours[1] * t[..., None]) + glint[..., None]
    picture[window] += cover[..., None].astype(np.float32) * (paint.astype(np.float32) - picture[window])
    taken[window] = np.maximum(taken[window], cover)


def limb_shadow(camera: Camera, limbs: tuple[Limb, ...], lamps: tuple[Lamp, ...], strength: float) -> Floats | None:
    """Return (h, w) how much light limbs take from the cloth, drawn small and blurred; None without limbs."""
    over = [limb for limb in limbs if not limb.is_behind]
    if not over or not lamps:
        return None
    width, height = camera.image_size
    small = np.zeros((height // 4, width // 4), np.float32)
    for lamp in lamps:
        mask = np.zeros(small.shape, np.uint8)
        for limb in over:
            _cast(mask, camera, limb, np.array(lamp.centre_mm))
        small += mask * np.float32(strength * lamp.power / 255)
    soft = cv2.GaussianBlur(small, (0, 0), 2.2)
    return np.asarray(cv2.resize(np.minimum(soft, 0.75), (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def reach_px(camera: Camera, limb: Limb, lamps: tuple[Lamp, ...]) -> tuple[float, float, float, float] | None:
    """Return x0, y0, x1, y1 in px of all that a limb and its shadows may change; None where that is not known."""
    points = np.array(limb.points_mm, float)
    away = np.linalg.norm(points - camera.centre_mm, axis=1)
    wide = camera.matrix[0, 0] * np.array(limb.radii_mm) / away
    seen, spread = [camera.project(points)], [wide + 2]
    for lamp in lamps:
        low = points[:, 2] < lamp.centre_mm[2] - 50
        if np.any(low):
            slip = points[low, 2] / (lamp.centre_mm[2] - points[low, 2])
            ground = points[low, :2] + (points[low, :2] - np.array(lamp.centre_mm[:2])) * slip[:, None]
            seen.append(camera.project_on(ground, 0.0))
            spread.append(1.7 * wide[low] + SHADOW_BLUR_PX)
    corners, margin = np.vstack(seen), np.concatenate(spread)[:, None]
    if not np.all(np.isfinite(corners)):
        return None
    (x0, y0), (x1, y1) = (corners - margin).min(axis=0), (corners + margin).max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _cast(mask: NDArray[np.uint8], camera: Camera, limb: Limb, lamp: Array) -> None:
    """Draw the shadow of a limb on the cloth from one lamp."""
    points = np.array(limb.points_mm, float)
    low = points[points[:, 2] < lamp[2] - 50]
    if len(low) == 0:
        return
    slip = low[:, 2] / (lamp[2] - low[:, 2])
    ground = low[:, :2] + (low[:, :2] - lamp[:2]) * slip[:, None]
    seen = camera.project_on(ground, 0.0)
    if np.any(~np.isfinite(seen)) or np.abs(seen).max() > 20000:
        return
    away = np.linalg.norm(low - camera.centre_mm, axis=1)
    wide = camera.matrix[0, 0] * np.array(limb.radii_mm)[: len(low)] / away / 4
    for i in range(max(len(low) - 1, 1)):
        a, b = seen[i] / 4, seen[min(i + 1, len(low) - 1)] / 4
        thick = max(round(float(wide[i]) * 1.7), 1)
        cv2.line(mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 255, thick)
