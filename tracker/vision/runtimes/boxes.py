"""From a network's raw numbers to boxes: keep the sure ones, and one box for each ball.

A YOLO head gives for each cell of the picture a box (centre, width, height) and a score for each class. Boxes on the
same ball are reduced to the surest by greedy suppression (Neubeck & Van Gool 2006), over all classes together: one
ball cannot be red and brown at once. The scores of a ball's classes are kept as odds rather than reduced to the best.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.vision.detector import Detections

LEAST_SURE = 0.12
OVERLAP = 0.65
"""Two balls that touch in the picture overlap far less than this, even one half behind the other."""
DOUBT = 0.01
"""Odds that a score of zero still leaves to a class: a network is never certain."""


def decode(raw: NDArray[np.float32], sees: tuple[str, ...], least_sure: float = LEAST_SURE) -> Detections:
    """Return the balls in a head's (4 + k, cells) output, whose last k rows are the scores of the kinds that it `sees`.

    Boxes in `raw` count from the corner of the first pixel, those returned from its centre.
    """
    scores = raw[4:].max(axis=0)
    kept = raw[:, scores > least_sure].astype(float)
    middle, half = kept[:2] - 0.5, kept[2:4] / 2
    boxes = np.concatenate([middle - half, middle + half]).T
    sure = kept[4:].max(axis=0) if kept.size else np.zeros(0)
    found = Detections(boxes_px=boxes.reshape(-1, 4), odds=soften(kept[4:].T), sure=sure, kinds=sees)
    return found.only(suppress(found))


def soften(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n, 8) class scores as odds that sum to 1, none of them zero."""
    raised = scores + DOUBT
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def suppress(found: Detections, overlap: float = OVERLAP) -> NDArray[np.intp]:
    """Return the indices of the surest box on each ball, surest first."""
    if not len(found):
        return np.zeros(0, np.intp)
    corner_size = np.hstack([found.boxes_px[:, :2], found.sizes_px])
    kept = cv2.dnn.NMSBoxes(corner_size.tolist(), found.sure.tolist(), 0.0, overlap)
    return np.asarray(kept, np.intp).reshape(-1)
