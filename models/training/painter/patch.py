"""What pieces of any kind need to be drawn: a patch of the picture, smeared as they move, and a shadow on the bed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import DrawnBall, Look
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]
Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 of the pixels x0..x1-1, y0..y1-1."""

MOST_PX = 900
"""A piece that is larger in the picture is too near to the camera to be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patch:
    """A small piece of picture: where it lies, its colours and how much of each pixel it covers."""

    x0: int
    y0: int
    colour: Floats
    """(h, w, 3)."""
    cover: Floats
    """(h, w) 0 to 1."""
    whole_px: float
    """Pixels that it covers by more than half of its peak, also those outside of the picture."""
    peak: float
    """The most that it covers of one pixel: less than 1 where it is smeared over more than its own width."""
    distance_mm: float


def ray_patch(camera: Camera, box: Window) -> Array:
    """Return (h, w, 3) unit rays of the pixels x0..x1-1, y0..y1-1, between those of the patch's corners."""
    x0, y0, x1, y1 = box
    corners = camera.rays([(x0, y0), (x1 - 1, y0), (x0, y1 - 1), (x1 - 1, y1 - 1)])
    right = np.linspace(0, 1, x1 - x0)[None, :, None]
    down = np.linspace(0, 1, y1 - y0)[:, None, None]
    top = corners[0] * (1 - right) + corners[1] * right
    low = corners[2] * (1 - right) + corners[3] * right
    rays = top * (1 - down) + low * down
    return np.asarray(rays / np.linalg.norm(rays, axis=2, keepdims=True))


def smeared(
    camera: Camera,
    look: Look,
    piece: DrawnBall,
    steps: int,
    box_px: Callable[[Array], Box],
    draw: Callable[[Window, Array], tuple[Array, Array]],
) -> Patch | None:
    """Return a piece smeared over `steps` places while the shutter is open; None where it is not in view.

    Args:
        camera: who sees it.
        look: how long the shutter is open.
        piece: what is drawn.
        steps: over how many places.
        box_px: the box round the piece at a (3,) place.
        draw: the light (h, w, 3) of the piece at a (3,) place in a window, as far as it covers a pixel, and that
            cover (h, w).
    """
    offsets = (np.arange(steps) + 0.5) / steps - 0.5
    places = np.array(piece.at_mm) + offsets[:, None] * look.shutter_s * np.array(piece.velocity_mm_s)
    boxes = np.array([box_px(place) for place in places])
    if not np.all(np.isfinite(boxes)):
        return None
    low = np.floor(boxes[:, :2].min(axis=0)).astype(int) - 2
    high = np.ceil(boxes[:, 2:].max(axis=0)).astype(int) + 3
    width, height = camera.image_size
    if high[0] <= 0 or high[1] <= 0 or low[0] >= width or low[1] >= height or np.any(high - low > MOST_PX):
        return None
    layers = [draw((low[0], low[1], high[0], high[1]), place) for place in places]
    paint, cover = (np.mean([layer[k] for layer in layers], axis=0) for k in (0, 1))
    peak = float(cover.max())
    return Patch(
        x0=int(low[0]), y0=int(low[1]), colour=(paint / np.maximum(cover, 1e-4)[..., None]).astype(np.float32),
        cover=cover.astype(np.float32), whole_px=float(np.sum(cover > peak / 2)), peak=peak,
        distance_mm=float(np.linalg.norm(np.array(piece.at_mm) - camera.centre_mm)),
    )  # fmt: skip


def shaded_bed(
    camera: Camera, at: tuple[float, float], reach_mm: float, darkness: Callable[[Array], Array]
) -> tuple[int, int, Floats] | None:
    """Return x0, y0 and (h, w) how much light is taken from the bed round a place; None where that is not in view.

    `darkness` gives it for (h, w, 2) places on the bed, in mm.
    """
    x, y = at
    box = camera.project_on([(x + a * reach_mm, y + b * reach_mm) for a in (-1, 1) for b in (-1, 1)], 0.0)
    width, height = camera.image_size
    if not np.all(np.isfinite(box)):
        return None
    low = np.maximum(np.floor(box.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(box.max(axis=0)).astype(int) + 1, (width, height))
    if np.any(high - low < 2):
        return None
    rays = ray_patch(camera, (low[0], low[1], high[0], high[1]))
    ground = camera.centre_mm[:2] + rays[..., :2] * (-camera.centre_mm[2] / np.minimum(rays[..., 2:3], -1e-6))
    return int(low[0]), int(low[1]), darkness(ground).astype(np.float32)
