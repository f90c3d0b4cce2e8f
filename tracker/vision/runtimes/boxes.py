"""What a network of balls says of a picture: a box for each ball, and how likely it is of each kind.

The scores of a ball's classes are kept as odds rather than reduced to the best.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.networks.boxes import boxes_of
from tracker.vision.detector import Detections, suppress

LEAST_SURE = 0.12
DOUBT = 0.01
"""Odds that a score of zero still leaves to a class: a network is never certain."""


def decode(raw: NDArray[np.float32], sees: tuple[str, ...], least_sure: float = LEAST_SURE) -> Detections:
    """Return the balls in a head's (4 + k, cells) output, whose last k rows are the scores of the kinds that it `sees`.

    Boxes in `raw` count from the corner of the first pixel, those returned from its centre.
    """
    boxes, scores = boxes_of(raw, least_sure)
    sure = scores.max(axis=1, initial=0.0)
    found = Detections(boxes_px=boxes, odds=soften(scores), sure=sure, kinds=sees)
    return found.only(suppress(found))


def soften(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n, 8) class scores as odds that sum to 1, none of them zero."""
    raised = scores + DOUBT
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
