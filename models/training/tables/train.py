"""Train the network for tables: `python -m models.training.tables.train --drawn FOLDER --out models/tables-1.onnx`.

`models.training.tables.draw` has drawn the pictures. It learns `REGIONS` by their cross entropy, of which pixels near
an outline count more; kept for the trial are the last numbers of the folder. Weights are kept every few minutes
(`OUT.pt`), and taken up again with --resume.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from models.training.learning import begun, examples, learn, options_of
from models.training.tables.examples import SHAPES, Example, changed, fitted, read
from models.training.tables.network import TableNetwork
from models.training.tables.regions import REGIONS

BATCH: Final = 16
NEAR_OUTLINE, NEAR_PX = 8.0, 7
"""So much more a pixel counts where half of its neighbours within so many px are of the other side."""
LOADERS: Final = 2


def batch(examples: list[Example]) -> tuple[Tensor, Tensor]:
    """Return pictures (n, 3, h, w), RGB, 0 to 1, and regions (n, 3, h/2, w/2), 0 to 1."""
    pictures = np.stack([example.picture[..., ::-1] for example in examples]).transpose(0, 3, 1, 2)
    told = np.stack([example.regions for example in examples]).transpose(0, 3, 1, 2)
    scaled = torch.from_numpy(np.ascontiguousarray(pictures)).float() / 255
    halved = nn.functional.avg_pool2d(torch.from_numpy(np.ascontiguousarray(told)).float() / 255, 2)
    return scaled.contiguous(memory_format=torch.channels_last), halved


def batches(learnt: list[Example], steps: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield so many batches, each of one shape, made ready beside the training."""
    wide = [one for one in learnt if not one.is_upright]
    upright = [one for one in learnt if one.is_upright]

    def made(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng((seed, step))
        shape = SHAPES[rng.choice(len(SHAPES), p=(0.5, 0.2, 0.2, 0.1))]
        among = upright if shape[1] > shape[0] else wide
        return batch([changed(rng, among[rng.integers(len(among))], shape) for _ in range(BATCH)])

    with ThreadPoolExecutor(LOADERS) as beside:
        waiting = [beside.submit(made, step) for step in range(3)]
        for step in range(steps):
            waiting.append(beside.submit(made, step + 3))
            yield waiting.pop(0).result()


def lost(logits: Tensor, told: Tensor) -> Tensor:
    """Return the mean cross entropy of the regions (nats), pixels near their outlines counting more."""
    around = nn.functional.avg_pool2d(told, NEAR_PX, 1, NEAR_PX // 2, count_include_pad=False)
    weights = 1 + NEAR_OUTLINE * 2 * (told - around).abs()
    each = nn.functional.binary_cross_entropy_with_logits(logits.float(), told, reduction="none")
    return (weights * each).sum() / weights.sum()


def tried(network: nn.Module, examples: list[Example]) -> list[float]:
    """Return of each region how much of it and what is told of it is common to both (intersection over union)."""
    network.eval()
    both, either = np.zeros(len(REGIONS)), np.zeros(len(REGIONS))
    for example in examples:
        pictures, told = batch([fitted(example, SHAPES[3] if example.is_upright else SHAPES[1])])
        with torch.no_grad():
            found, due = (network(pictures)[0] > 0).numpy(), (told[0] > 0.5).numpy()
        both += (found & due).sum((1, 2))
        either += (found | due).sum((1, 2))
    network.train()
    return [float(share) for share in both / np.maximum(either, 1)]


def losses(network: nn.Module, learnt: list[Example], options: argparse.Namespace) -> Iterator[Tensor]:
    """Yield what is lost of each batch."""
    for pictures, told in batches(learnt, options.steps, options.seed):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = network(pictures)
        yield lost(logits, told)


def trial(network: nn.Module, kept: list[Example]) -> str:
    """Return what is common to what is told and what is true of each region, in words."""
    return ", ".join(f"{name} {share:.3f}" for name, share in zip(REGIONS, tried(network, kept), strict=True))


def export(network: nn.Module, target: Path) -> None:
    """Write a network as ONNX: "images" (1, 3, h, w) to "regions" (1, 3, h/2, w/2), 0 to 1."""
    network.eval()
    sizes = {2: "h", 3: "w"}
    torch.onnx.export(
        nn.Sequential(network, nn.Sigmoid()), (torch.zeros(1, 3, 288, 512),), str(target), opset_version=17,
        input_names=["images"], output_names=["regions"], dynamic_axes={"images": sizes, "regions": sizes},
        dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train and export as asked."""
    options = options_of(__doc__, BATCH).parse_args()
    network = begun(partial(TableNetwork, len(REGIONS)), options)
    if options.steps:
        learnt, kept = examples(read, options)
        learn(network, losses(network, learnt, options), partial(trial, network, kept), options)
    export(network, options.out)


if __name__ == "__main__":
    main()
