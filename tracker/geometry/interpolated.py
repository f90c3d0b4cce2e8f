"""A picture's colours between its pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]


def read(picture: Picture, points_px: Array) -> Array:
    """Return the picture's colours, linearly interpolated, at (..., 2) points: (..., 3)."""
    shape = (*points_px.shape[:-1], 3)
    if not points_px.size:
        return np.zeros(shape)
    u, v = points_px.reshape(len(points_px), -1, 2).transpose(2, 0, 1).astype(np.float32)
    seen = cv2.remap(picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, float).reshape(shape)
