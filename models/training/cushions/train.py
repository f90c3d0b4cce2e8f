"""Train the network for cushions: `python -m models.training.cushions.train --drawn FOLDER --out NETWORK.onnx`.

`models.training.cushions.draw` has drawn the pictures. It learns at which row of a band nose and wood run, column by
column, by the cross entropy of the rows; kept for the trial are the last examples of the folder. Weights are kept every
few minutes (`OUT.pt`), and taken up again with --resume.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.training.cushions.examples import BandExample, LabelledPicture, laid_aside, read
from models.training.cushions.network import GIVEN, CushionNetwork
from models.training.learning import begun, examples, learn, options_of
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS

BATCH: Final = 8
SPREAD_ROWS: Final = 0.7
"""How far (1 sigma) the edge may lie from the row that is taught."""


@lru_cache(maxsize=400)
def _picture(file: Path) -> np.ndarray:
    return np.asarray(cv2.imread(str(file)), np.uint8)


def made(task: tuple[int, int, list[LabelledPicture]]) -> list[BandExample]:
    """Return a batch of examples, each shown by chance."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(task[:2])
    return [laid_aside(rng, _picture(one.file), one.label) for one in task[2]]


def batches(learnt: list[LabelledPicture], steps: int, seed: int) -> Iterator[list[BandExample]]:
    """Yield so many batches, made ready beside the training."""
    rng = np.random.default_rng(seed)

    def task(step: int) -> tuple[int, int, list[LabelledPicture]]:
        return seed, step, [learnt[n] for n in rng.integers(len(learnt), size=BATCH)]

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        waiting = [beside.submit(made, task(step)) for step in range(6)]
        for step in range(steps):
            waiting.append(beside.submit(made, task(step + 6)))
            yield waiting.pop(0).result()


def tensors(some: list[BandExample]) -> tuple[Tensor, Tensor, Tensor]:
    """Return bands (6 n, ...), rows and whether they count."""
    seen, rows, counts = (np.concatenate([getattr(one, name) for one in some]) for name in ("seen", "rows", "counts"))
    halved, both = (rows[..., ::2] + rows[..., 1::2]) / 2, counts[..., ::2] & counts[..., 1::2]
    return torch.from_numpy(seen), torch.from_numpy(halved), torch.from_numpy(both)


def lost(logits: Tensor, rows: Tensor, counts: Tensor) -> Tensor:
    """Return the mean cross entropy (nats) of the rows; where an edge is out of the band, any row is as good."""
    grid = torch.arange(ROWS, dtype=torch.float32)[None, None, :, None]
    near = torch.exp(-0.5 * ((grid - rows[:, :, None]) / SPREAD_ROWS) ** 2) + 1e-6
    due = torch.where(counts[:, :, None], near, torch.ones_like(near))
    due = due / due.sum(2, keepdim=True)
    each = -(due * torch.log_softmax(logits.float(), 2)).sum(2)
    weights = torch.where(counts, 1.0, 0.1)
    return (weights * each).sum() / weights.sum()


def tried(network: nn.Module, some: list[BandExample]) -> str:
    """Return how far (rows: median, nine in ten, 98 in 100) nose and wood are told from where they are, in words."""
    network.eval()
    said = []
    grid = torch.arange(ROWS, dtype=torch.float32)[None, None, :, None]
    with torch.no_grad():
        seen, rows, counts = tensors(some)
        odds = torch.softmax(network(seen), 2)
    off = ((odds * grid).sum(2) - rows).abs()
    for n, name in enumerate(("nose", "wood")):
        apart = off[:, n][counts[:, n]]
        said.append(f"{name} {apart.median():.2f}, {apart.quantile(0.9):.2f}, {apart.quantile(0.98):.2f}")
    network.train()
    return "; ".join(said) + " rows off"


def losses(network: nn.Module, learnt: list[LabelledPicture], options: argparse.Namespace) -> Iterator[Tensor]:
    """Yield what is lost of each batch."""
    for some in batches(learnt, options.steps, options.seed):
        bands, rows, counts = tensors(some)
        yield lost(network(bands.contiguous(memory_format=torch.channels_last)), rows, counts)


def export(network: nn.Module, target: Path) -> None:
    """Write a network as ONNX: "bands" (6, 6, rows, columns) to "odds" (6, 2, rows, columns), 0 to 1 in each column."""
    network.eval()
    torch.onnx.export(
        nn.Sequential(network, nn.Softmax(2)), (torch.zeros(6, GIVEN, ROWS, COLUMNS),), str(target), opset_version=17,
        input_names=["bands"], output_names=["odds"], dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train and export as asked."""
    options = options_of(__doc__, BATCH).parse_args()
    network = begun(CushionNetwork, options)
    if options.steps:
        learnt, kept = examples(read, options)
        trial = partial(tried, network, made((options.seed, 0, kept)))
        learn(network, losses(network, learnt, options), trial, options)
    export(network, options.out)


if __name__ == "__main__":
    main()
