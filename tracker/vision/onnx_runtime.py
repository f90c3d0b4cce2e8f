"""Run the network through ONNX Runtime: the way that works on every machine."""

from collections.abc import Sequence

import cv2
import numpy as np
import onnxruntime

from tracker.vision.boxes import decode
from tracker.vision.detector import Detections, Picture


class OnnxDetector:
    """A detector behind ONNX Runtime on the CPU."""

    def __init__(self, weights: bytes, order: Sequence[int], threads: int, ball_px: float) -> None:
        self._ball_px = ball_px
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._order = tuple(order)

    @property
    def ball_px(self) -> float:
        """Return the diameter in px of the median ball that it sees best."""
        return self._ball_px

    def detect(self, picture: Picture) -> Detections:
        """Return what looks like balls in an (h, w, 3) BGR picture, h and w multiples of 32."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255.0, swapRB=True)
        raw = np.asarray(self._session.run(None, {self._input: blob})[0])
        return decode(raw[0], self._order)
