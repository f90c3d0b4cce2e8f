"""What ultralytics needs to run well on two processor cores without a GPU; import this before ultralytics.

Three facts, measured (1024 x 512, batch 8): two threads instead of one, 2.9 -> 4.7 pictures/s; channels-last memory,
6.0; bfloat16 arithmetic, 10.5. And the torchvision that the registry has for this torch is linked against CUDA and
fails to import beside a CPU build; ultralytics uses only its `nms`, for which it has its own.
"""

import importlib.machinery
import os
import sys
import types
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch

NETWORK = Path(__file__).parent / "balls.yaml"
"""What the network for balls is made of."""


def stand_in_for_torchvision() -> None:
    """Put a torchvision with nothing but `ops.nms` in place where the real one fails to import."""
    try:
        import torchvision  # noqa: F401, PLC0415
    except Exception:
        for name in [name for name in sys.modules if name.split(".")[0] == "torchvision"]:
            del sys.modules[name]
        vision, ops = types.ModuleType("torchvision"), types.ModuleType("torchvision.ops")
        vision.__spec__ = importlib.machinery.ModuleSpec("torchvision", None)
        vision.__path__ = []
        vision.ops = ops  # type: ignore[attr-defined]
        sys.modules |= {"torchvision": vision, "torchvision.ops": ops}
        from ultralytics.utils.nms import TorchNMS  # noqa: PLC0415

        ops.nms = TorchNMS.nms  # type: ignore[attr-defined]


def yolo(weights: Path) -> Any:
    """Return ultralytics' YOLO for a network description (.yaml) or weights (.pt)."""
    stand_in_for_torchvision()
    from ultralytics import YOLO  # noqa: PLC0415

    return YOLO(str(weights), task="detect")


def use_bfloat16() -> None:
    """Let ultralytics' trainer run its forward pass in bfloat16 on the processor."""
    from ultralytics.engine import trainer  # noqa: PLC0415

    trainer.autocast = lambda *_args, **_kwargs: torch.autocast("cpu", dtype=torch.bfloat16)


def quicken(threads: int) -> Any:
    """Return a callback for `on_train_start` that sets threads and memory layout."""

    def on_train_start(trainer: Any) -> None:
        torch.set_num_threads(threads)
        trainer.model.to(memory_format=torch.channels_last)

    return on_train_start
