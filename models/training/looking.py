"""Look at pictures through an exported network, with onnxruntime and numpy alone.

The answer holds for every cell of 8 x 8 px a box and the odds of each kind. A ball is found where the greatest odds
pass a level; of boxes that overlap by more than `APART` the best is kept, whatever its kind, since one place holds one
ball.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.crops import rescaled
from models.training.footage import Array, Picture
from tracker.networks import quiet

APART = 0.55
MULTIPLE_PX = 32


def overlap(boxes: Array, others: Array) -> Array:
    """Return the (n, m) intersection over union of boxes given as rows u, v, width, height."""
    low = np.maximum((boxes[:, :2] - boxes[:, 2:] / 2)[:, None], (others[:, :2] - others[:, 2:] / 2)[None])
    high = np.minimum((boxes[:, :2] + boxes[:, 2:] / 2)[:, None], (others[:, :2] + others[:, 2:] / 2)[None])
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    return np.asarray(shared / (np.prod(boxes[:, 2:], 1)[:, None] + np.prod(others[:, 2:], 1)[None] - shared + 1e-9))


def best_of(boxes: Array, odds: Array) -> list[int]:
    """Return the indices kept by greedy suppression, the surest first."""
    order = list(np.argsort(-odds.max(axis=1)))
    kept: list[int] = []
    shared = overlap(boxes, boxes)
    for index in order:
        if all(shared[index, other] < APART for other in kept):
            kept.append(int(index))
    return kept


class Network:
    """An exported network and how to ask it."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        runtime = quiet.onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self.kinds = tuple(self._session.get_modelmeta().custom_metadata_map["kinds"].split(","))

    def answer(self, picture: Picture) -> NDArray[np.float32]:
        """Return the raw (4 + k, n) answer to a BGR picture of any size, padded at the right and below with grey."""
        height, width = (-(-side // MULTIPLE_PX) * MULTIPLE_PX for side in picture.shape[:2])
        padded = np.full((height, width, 3), 114, np.uint8)
        padded[: picture.shape[0], : picture.shape[1]] = picture
        planes = cv2.cvtColor(padded, cv2.COLOR_BGR2RGB).transpose(2, 0, 1)[None].astype(np.float32) / 255.0
        return np.asarray(self._session.run(None, {self._input: np.ascontiguousarray(planes)})[0][0])

    def look(self, picture: Picture, scale: float = 1.0, level: float = 0.25) -> tuple[Array, Array]:
        """Return boxes (n, 4) as u, v, width, height in px of the picture given, and odds (n, k)."""
        answer = self.answer(rescaled(picture, scale) if scale != 1.0 else picture).astype(np.float64)
        answer = answer[:, answer[4:].max(axis=0) >= level].T
        kept = best_of(answer[:, :4], answer[:, 4:])
        return answer[kept, :4] / scale, answer[kept, 4:]
