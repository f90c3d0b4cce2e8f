"""Run the network through OpenVINO: about twice as fast on a CPU, where it is installed.

The network is compiled anew for each size of picture, because a fixed size runs fastest; a fixed camera has one size.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import openvino

from tracker.vision.boxes import decode
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detections, Likes, Picture


class OpenVinoDetector:
    """A detector behind OpenVINO on the CPU."""

    def __init__(self, weights: bytes, order: Sequence[int], threads: int, like: Likes) -> None:
        self._like = like
        self._core = openvino.Core()
        self._weights = weights
        self._threads = threads
        self._order = tuple(order)
        self._compiled: dict[tuple[int, int], Any] = {}

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
        request = self._request(picture.shape[0], picture.shape[1])
        request.infer([np.ascontiguousarray(picture)[None]])
        return decode(np.array(request.get_output_tensor(0).data[0]), self._order)

    def _request(self, high: int, wide: int) -> Any:
        if (high, wide) not in self._compiled:
            self._compiled[high, wide] = self._compile(high, wide)
        return self._compiled[high, wide]

    def _compile(self, high: int, wide: int) -> Any:
        """Return a request of the network for one size of picture, the change from BGR bytes built in."""
        model = self._core.read_model(self._weights)
        model.reshape([1, 3, high, wide])
        ready = openvino.preprocess.PrePostProcessor(model)
        ready.input().tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
        ready.input().tensor().set_color_format(openvino.preprocess.ColorFormat.BGR)
        ready.input().model().set_layout(openvino.Layout("NCHW"))
        steps = ready.input().preprocess().convert_color(openvino.preprocess.ColorFormat.RGB)
        steps.convert_element_type(openvino.Type.f32).scale(255.0)
        settings = {"INFERENCE_NUM_THREADS": self._threads, "PERFORMANCE_HINT": "LATENCY"}
        return self._core.compile_model(ready.build(), "CPU", settings).create_infer_request()
