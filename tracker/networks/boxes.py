"""From a network's raw numbers to boxes: the sure ones, and of those on one ball the surest.

A YOLO head gives for each cell of the picture a box (centre, width, height) and a score for each class. Boxes on the
same ball are reduced to the surest by greedy suppression (Neubeck & Van Gool 2006), over all classes together: one
ball cannot be red and brown at once.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

OVERLAP = 0.65
"""Two balls that touch in the picture overlap far less than this, even one half behind the other."""


def boxes_of(raw: NDArray[np.float32], least_sure: float) -> tuple[Array, Array]:
    """Return (n, 4) left, top, right, bottom and (n, k) scores of what a head's (4 + k, cells) output is surer of.

    Boxes in `raw` count from the corner of the first pixel, those returned from its centre.
    """
    kept = raw[:, raw[4:].max(axis=0) > least_sure].astype(float)
    middle, half = kept[:2] - 0.5, kept[2:4] / 2
    return np.concatenate([middle - half, middle + half]).T.reshape(-1, 4), kept[4:].T


def surest(boxes: Array, sure: Array) -> NDArray[np.intp]:
    """Return the indices of the surest of (n, 4) boxes on each ball, the (n,) `sure` ones first."""
    if not len(boxes):
        return np.zeros(0, np.intp)
    corner_size = np.hstack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])
    kept = cv2.dnn.NMSBoxes(corner_size.tolist(), sure.tolist(), 0.0, OVERLAP)
    return np.asarray(kept, np.intp).reshape(-1)
