"""Networks through ONNX Runtime: the way that works on every machine.

Each picture is looked at by the thread that asks, alone; several threads may ask at once.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tracker.networks import quiet
from tracker.networks.registry import listed, models_folder, read_weights

onnxruntime = quiet.onnxruntime()


class OnnxNetwork:
    """A network with one input and one output, behind ONNX Runtime on the CPU."""

    def __init__(self, weights: bytes) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # 25 MB a table, and no picture takes longer without
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    @classmethod
    def usual(cls, which: str) -> "OnnxNetwork":
        """Return the usual network of one of the registry's lists, started anew: in 20 ms, and let go after.

        Raises:
            BadInput: it is missing, or not the one that the registry names.
        """
        return cls(read_weights(listed(which, models_folder())[0]))

    def answer(self, given: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what it answers, in the shapes that the registry tells."""
        return np.asarray(self._session.run(None, {self._input: given})[0], np.float32)
