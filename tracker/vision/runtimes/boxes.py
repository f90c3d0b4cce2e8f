"""From a network's raw numbers to boxes: keep the sure ones, and one box for each ball.

A YOLO head gives for each cell of the picture a box (centre, width, height) and a score for each class. Boxes on the
same ball are reduced to the surest by greedy suppression (Neubeck & Van Gool 2006), over all classes together: one
ball cannot be red and brown at once. The scores of a ball's classes are kept as odds rather than reduced to the best.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.vision.detector import Detections, suppress

LEAST_SURE = 0.12
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
