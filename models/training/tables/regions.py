"""What the network for tables is to tell of each pixel, hidden or not: within the wood, the noses, a pocket."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

REGIONS: Final = ("wood", "noses", "pockets")
"""Within the wooden edges behind the cushions, within the noses before them, within a pocket's fall."""


def regions(camera: Camera, kit: Kit, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return (h, w, 3) `REGIONS` as 0 or 255 for a picture that is shrunk to `size` (width, height).

    Each pixel's ray is met with the plane of the noses, so that no lens and no edge of the picture cuts an outline off.
    """
    width, height = size
    scale = camera.image_size[0] / width, camera.image_size[1] / height
    us, vs = np.meshgrid((np.arange(width) + 0.5) * scale[0] - 0.5, (np.arange(height) + 0.5) * scale[1] - 0.5)
    at = camera.place(np.column_stack([us.ravel(), vs.ravel()]), kit.nose_height_mm)
    table = np.array([kit.width_mm, kit.length_mm])
    beyond = np.max(np.maximum(-at, at - table), axis=1)
    falls = [np.linalg.norm(at - np.array(pocket.fall), axis=1) < pocket.radius_mm for pocket in kit.pockets]
    seen = np.isfinite(beyond)
    told = [seen & (beyond < kit.cushion_mm), seen & (beyond < 0), seen & np.any(falls, axis=0)]
    return np.stack([255 * one.reshape(height, width).astype(np.uint8) for one in told], axis=-1)
