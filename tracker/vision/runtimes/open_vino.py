"""Run the network through OpenVINO: a little faster on most CPUs, where it is installed and asked for.

The network is compiled once, for pictures of any size: what has changed of a picture has another size each time. The
first of a size takes some ms longer. There are as many requests as pictures that may be looked at at once, one thread
each.
"""

from queue import SimpleQueue
from threading import Lock
from typing import Any

import numpy as np

from tracker.networks import quiet
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detections, Likes, Picture
from tracker.vision.runtimes.boxes import decode

openvino = quiet.openvino()

STRIDE = 32
"""Sides of pictures are multiples of this."""


class OpenVinoDetector:
    """A detector behind OpenVINO on the CPU."""

    def __init__(self, weights: bytes, at_once: int, like: Likes) -> None:
        self._like = like
        self._core = openvino.Core()
        self._weights = weights
        self._at_once = at_once
        self._compiling = Lock()
        self._idle: SimpleQueue[Any] | None = None

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
        idle = self._requests()
        request = idle.get()
        try:
            request.infer([np.ascontiguousarray(picture)[None]])
            raw = np.array(request.get_output_tensor(0).data[0])
        finally:
            idle.put(request)
        return decode(raw, self._like.sees)

    def _requests(self) -> "SimpleQueue[Any]":
        """Return the requests that nobody is using."""
        with self._compiling:
            if self._idle is None:
                self._idle = self._compile()
            return self._idle

    def _compile(self) -> "SimpleQueue[Any]":
        """Return requests of the network, the change from BGR bytes built in."""
        model = self._core.read_model(self._weights)
        model.reshape([1, 3, -1, -1])
        ready = openvino.preprocess.PrePostProcessor(model)
        ready.input().tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
        ready.input().tensor().set_color_format(openvino.preprocess.ColorFormat.BGR)
        ready.input().model().set_layout(openvino.Layout("NCHW"))
        steps = ready.input().preprocess().convert_color(openvino.preprocess.ColorFormat.RGB)
        steps.convert_element_type(openvino.Type.f32).scale(255.0)
        settings = {"INFERENCE_NUM_THREADS": self._at_once, "NUM_STREAMS": self._at_once, "ENABLE_CPU_PINNING": False}
        compiled = self._core.compile_model(ready.build(), "CPU", settings)
        idle: SimpleQueue[Any] = SimpleQueue()
        for _ in range(self._at_once):
            idle.put(compiled.create_infer_request())
        _woken(idle)
        return idle


def _woken(idle: "SimpleQueue[Any]") -> None:
    """Look at a blank picture, alone.

    On its first use of arrays OpenVINO sets up its way to NumPy, and two threads that come to that at once wait for
    each other for ever (2026.4.1: a static's guard round pybind11's `gil_safe_call_once_and_store`).
    """
    request = idle.get()
    request.infer([np.zeros((1, STRIDE, STRIDE, 3), np.uint8)])
    assert request.get_output_tensor(0).data.size
    idle.put(request)
