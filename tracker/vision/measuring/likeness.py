"""How much places in a picture look like a ball that was seen: patches of balls, and where else their like is.

A patch is sampled in shares of the ball's radius, so that balls near and far are alike in it; likeness is normalised
cross-correlation (Lewis, Fast Normalized Cross-Correlation, 1995) over the part of a patch that belongs to the ball.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.geometry.interpolated import read
from tracker.vision.detector import Picture

Array = NDArray[np.float64]
Patch = NDArray[np.float32]


def grid(half: int, per_radius: int) -> Array:
    """Return (side, side, 2) where the samples of a patch lie, in radii from its middle; side is 2 `half` + 1."""
    along = np.arange(-half, half + 1) / per_radius
    return np.stack(np.meshgrid(along, along), axis=-1)


def patches(picture: Picture, centres_px: Array, radii_px: Array, samples: Array) -> Patch:
    """Return the (n, side, side, 3) patches of balls at (n, 2) centres with (n,) radii; `samples` as `grid` gives."""
    points = centres_px[:, None, None] + samples * radii_px[:, None, None, None]
    return np.asarray(read(picture, points), np.float32)


def likeness(window: Patch, patch: Patch, own: NDArray[np.bool_]) -> Array:
    """Return (h, w) the correlation of a patch with a larger one, -1 to 1, its middle at each place where it is whole.

    Args:
        window: (h + side - 1, w + side - 1, 3) sampled as densely as the patch.
        patch: (side, side, 3) what to look for.
        own: (side, side) which of its samples count.
    """
    mask = np.repeat(own.astype(np.float32)[:, :, None], 3, axis=2)
    like = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED, mask=mask)
    return np.asarray(np.nan_to_num(like, nan=0.0, posinf=0.0, neginf=0.0), float)
