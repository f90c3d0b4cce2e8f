"""Run the network through ONNX Runtime: the way that works on every machine.

Each picture is looked at by the thread that asks, alone; several threads may ask at once.
"""

import numpy as np

from tracker.networks.inputs import planes
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.vision.colours import Array, ColourReader
from tracker.vision.detector import Detections, Likes, Picture
from tracker.vision.runtimes.boxes import decode


class OnnxDetector:
    """A detector behind ONNX Runtime on the CPU."""

    def __init__(self, weights: bytes, like: Likes) -> None:
        self._like = like
        self._network = OnnxNetwork(weights)

    @property
    def sees(self) -> tuple[str, ...]:
        """Return the kinds of ball that it tells apart."""
        return self._like.sees

    @property
    def ball_px(self) -> float:
        """Return the diameter in px of the median ball that it sees best."""
        return self._like.ball_px

    @property
    def colours(self) -> ColourReader | None:
        """Return what was learnt beside it about the colours of balls, if anything."""
        return self._like.colours

    def detect(self, picture: Picture) -> Detections:
        """Return what looks like balls in an (h, w, 3) BGR picture, h and w multiples of 32."""
        return decode(self._network.answer(planes(picture))[0], self._like.sees)


class OnnxColours:
    """What was learnt about the colours of balls, behind ONNX Runtime."""

    def __init__(self, weights: bytes, sees: tuple[str, ...]) -> None:
        self._network = OnnxNetwork(weights)
        self._sees = sees

    @property
    def sees(self) -> tuple[str, ...]:
        """Return the kinds that it tells apart."""
        return self._sees

    def read(self, features: Array) -> Array:
        """Return (n, k) odds of the kinds that it `sees` for (n, 16) `features`; rows sum to 1."""
        if not len(features):
            return np.zeros((0, len(self._sees)))
        return np.asarray(self._network.answer(features.astype(np.float32)), float)
