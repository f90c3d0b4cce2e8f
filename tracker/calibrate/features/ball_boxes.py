"""Where a network points at balls on the bed that a camera sees: boxes round them, good to a pixel of its own picture.

The same network that sees balls once the table is known (`tracker.vision`) is asked here, before its size is: it knows
balls from 8 to 28 px wide, and those of all tables differ by no more than a factor of two on one bed.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.networks.boxes import boxes_of, surest
from tracker.networks.inputs import padded, planes
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.networks.registry import DETECTORS

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

MOST_PX: Final = 1024 * 1280
"""No more pixels than this, for speed."""
SURE: Final = 0.5
"""What the network is less sure of is no witness of how large balls are."""


def ball_boxes(picture: Picture, camera: Camera, kit: Kit, wanted_px: float) -> Array:
    """Return (n, 4) left, top, right, bottom (px) of what looks like a ball on the bed that `camera` sees.

    The picture (h, w, 3 BGR) is shown to the network so large that a ball of `kit` is `wanted_px` wide in the middle.

    Raises:
        BadInput: the network is missing, or not the one that the registry names.
    """
    ball_px = 2 * float(camera.ball_radius_px([(kit.width_mm / 2, kit.length_mm / 2)], kit.ball_radius_mm)[0])
    reach = _reach(camera, kit, ball_px)
    if reach is None:
        return np.zeros((0, 4))
    left, top, right, bottom = reach
    part = picture[top:bottom, left:right]
    scale = min(wanted_px / ball_px, (MOST_PX / (part.shape[0] * part.shape[1])) ** 0.5)
    size = max(round(part.shape[1] * scale), 1), max(round(part.shape[0] * scale), 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = np.asarray(cv2.resize(part, size, interpolation=way), np.uint8)
    boxes, scores = boxes_of(OnnxNetwork.usual(DETECTORS).answer(planes(padded(shown)))[0], SURE)
    boxes = boxes[surest(boxes, scores.max(axis=1, initial=0.0))]
    across = np.tile([part.shape[1] / size[0], part.shape[0] / size[1]], 2)
    return np.asarray((boxes + 0.5) * across - 0.5 + [left, top, left, top])


def _reach(camera: Camera, kit: Kit, margin_px: float) -> tuple[int, int, int, int] | None:
    """Return left, top, right, bottom of the part of the picture that shows the bed; None where none does."""
    corners = np.array([(0, 0), (kit.width_mm, 0), (kit.width_mm, kit.length_mm), (0, kit.length_mm)], float)
    ring = np.concatenate([np.linspace(corners[i - 1], corners[i], 12) for i in range(4)])
    seen = camera.project_on(ring, kit.nose_height_mm)
    if not np.all(np.isfinite(seen)) or not 1.0 < margin_px < max(camera.image_size):
        return None
    low = np.clip(seen.min(axis=0) - margin_px, 0, camera.image_size).astype(int)
    high = np.clip(seen.max(axis=0) + margin_px + 1, 0, camera.image_size).astype(int)
    return (*low.tolist(), *high.tolist()) if np.all(high > low) else None
