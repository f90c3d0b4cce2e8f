"""A picture as networks are shown it."""

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE, GREY = 32, 114
"""Networks see pictures whose sides are multiples of their stride, filled up with the grey that they were taught by."""


def padded(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture (h, w, 3) filled up at the right and the bottom to multiples of the stride."""
    height, width = picture.shape[:2]
    return np.asarray(
        cv2.copyMakeBorder(
            picture, 0, -height % STRIDE, 0, -width % STRIDE, cv2.BORDER_CONSTANT, value=(GREY, GREY, GREY)
        )
    )


def planes(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a picture (h, w, 3 BGR) as a network is shown it: (1, 3, h, w), RGB, 0 to 1."""
    return np.asarray(cv2.dnn.blobFromImage(picture, 1 / 255.0, swapRB=True), np.float32)
