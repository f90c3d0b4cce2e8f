"""Let an exported network learn on: `python -m models.training.thaw models/balls-5.onnx OUT.pt --data FOLDER`.

An exported network has its batch norms folded into its convolutions. Here each gets one again that changes nothing:
mean and variance as they are over crops to learn from, and a scale and an offset that undo them (Ioffe and Szegedy,
Batch Normalization, 2015). So training goes on where it stopped, though the weights it left off with are gone.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from models.training import backend

BATCHES, BATCH = 24, 16
"""How many crops tell the means and variances: so many batches of so many."""
SAME = 1e-2
"""By what the answers of a thawed network, boxes in px among them, may differ: the order of sums."""


def thaw(exported: Path, crops: Path) -> Any:
    """Return the network with an export's weights, ready to be trained; `crops` is a folder of pictures.

    Raises:
        ValueError: the export is not of this network.
    """
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    frozen = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(exported)).graph.initializer}
    network = backend.yolo(backend.NETWORK)
    parts = dict(network.model.named_modules())
    convolutions = {name: part for name, part in parts.items() if isinstance(part, torch.nn.Conv2d)}
    missing = [name for name in convolutions if f"{name}.weight" not in frozen]
    if missing:
        raise ValueError(f"{exported} has no weights of {missing[0]}: export it from models/training/balls.yaml")
    network.model.eval()
    with torch.no_grad():
        for name, part in convolutions.items():
            part.weight.copy_(torch.tensor(frozen[f"{name}.weight"]))
            if part.bias is not None:
                part.bias.copy_(torch.tensor(frozen[f"{name}.bias"]))
        norms = {name: parts[name.removesuffix("conv") + "bn"] for name, part in convolutions.items()
                 if part.bias is None and name.removesuffix("conv") + "bn" in parts}  # fmt: skip
        for name, norm in norms.items():
            stand_by(norm, torch.tensor(frozen[f"{name}.bias"]))
        measure(network.model, list(norms.values()), batches(crops))
    return network


def stand_by(norm: Any, offset: torch.Tensor) -> None:
    """Let a batch norm add an offset and nothing else."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)
    norm.weight.fill_(1.0)
    norm.bias.copy_(offset)


def measure(model: Any, norms: list[Any], pictures: Iterator[torch.Tensor]) -> None:
    """Give batch norms that only add an offset the mean and variance of what comes to them, and undo both."""
    sums = {id(norm): torch.zeros(3, norm.num_features, dtype=torch.float64) for norm in norms}

    def add(norm: Any, given: tuple[torch.Tensor, ...]) -> None:
        came = given[0].double()
        count = torch.full((norm.num_features,), came.numel() / norm.num_features, dtype=torch.float64)
        sums[id(norm)] += torch.stack([count, came.sum(dim=(0, 2, 3)), (came**2).sum(dim=(0, 2, 3))])

    hooks = [norm.register_forward_pre_hook(add) for norm in norms]
    for batch in pictures:
        model(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        count, first, second = sums[id(norm)]
        mean = first / count
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(second / count - mean**2)
        norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
        norm.bias.add_(mean.to(norm.bias.dtype))


def batches(crops: Path) -> Iterator[torch.Tensor]:
    """Give some batches of crops as the network takes them."""
    rng = np.random.default_rng(3)
    files = rng.permutation(sorted(str(path) for path in crops.glob("*.jpg")))[: BATCHES * BATCH]
    for first in range(0, len(files), BATCH):
        pictures = [
            cv2.cvtColor(np.asarray(cv2.imread(name), np.uint8), cv2.COLOR_BGR2RGB)
            for name in files[first : first + BATCH]
        ]
        yield torch.tensor(np.stack(pictures).transpose(0, 3, 1, 2)).float() / 255.0


def apart(network: Any, exported: Path) -> float:
    """Return by how much a thawed network's answers to noise differ from the export's, at most."""
    from tracker.networks import quiet  # noqa: PLC0415

    picture = np.random.default_rng(1).random((1, 3, 256, 320), np.float32)
    session = quiet.onnxruntime().InferenceSession(str(exported), providers=["CPUExecutionProvider"])
    due = session.run(None, {session.get_inputs()[0].name: picture})[0]
    with torch.no_grad():
        got = network.model.eval()(torch.tensor(picture))[0].numpy()
    return float(np.abs(got - due).max())


def main() -> None:
    """Thaw as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("exported", type=Path)
    asked.add_argument("target", type=Path)
    asked.add_argument("--data", type=Path, required=True, help="folder of a data set that `prepare` wrote")
    args = asked.parse_args()
    network = thaw(args.exported, args.data / "train" / "images")
    torch.save({"model": network.model}, args.target)
    print(f"{args.target}: ready to be trained on; answers as the export but for {apart(network, args.exported):.1e}")


if __name__ == "__main__":
    main()
