"""The libraries that run networks, kept from telling their makers that somebody uses them.

To import OpenVINO (2026.4) imports its converter of models, which we have no use for and which tells Google Analytics
of each import from a process of its own, given up after three seconds where there is no network
(`openvino_telemetry`). ONNX Runtime (1.32) sends its events to Microsoft, from a thread and a database under
`~/.cache`, unless it is told otherwise before it is imported (its Privacy.md). A club's table is nobody's business.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

CONVERTER: Final = "openvino.tools.ovc"


def openvino() -> Any:
    """Return the module `openvino`, without its converter of models unless that was imported before."""
    with _left_out(CONVERTER):
        return import_module("openvino")


def onnxruntime() -> Any:
    """Return the module `onnxruntime`."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    return import_module("onnxruntime")


@contextmanager
def _left_out(module: str) -> Iterator[None]:
    """Have a module missing while this is entered: None in its place makes its import an ImportError."""
    if module in sys.modules:
        yield
        return
    sys.modules[module] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[module]
