"""Train the network for cushions: `python -m models.training.cushions.train --drawn FOLDER --out NETWORK.onnx`.

`models.training.cushions.draw` has drawn the pictures. It learns at which row of a band nose and wood run, column by
column, by the cross entropy of the rows; kept for the trial are the last examples of the folder. Weights are kept every
few minutes (`OUT.pt`), and taken up again with --resume.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.training.cushions.examples import Example, Taught, read, taught
from models.training.cushions.network import GIVEN, CushionNetwork
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS

TRIAL: Final = 60
"""So many examples are kept for the trial, or a quarter of a few."""
SHARE: Final = 0.2
"""For each drawn picture so many photographs are seen, each of them again and again."""
BATCH: Final = 8
FASTEST: Final = 3e-3
DECAY: Final = 1e-4
KEEP_EVERY: Final = 200
SPREAD_ROWS: Final = 0.7
"""How far (1 sigma) the edge may lie from the row that is taught."""


@lru_cache(maxsize=400)
def _picture(file: Path) -> np.ndarray:
    return np.asarray(cv2.imread(str(file)), np.uint8)


def made(task: tuple[int, int, list[Example]]) -> list[Taught]:
    """Return a batch of examples, each shown by chance."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(task[:2])
    return [taught(rng, _picture(one.file), one.shown) for one in task[2]]


def batches(examples: list[Example], steps: int, seed: int) -> Iterator[list[Taught]]:
    """Yield so many batches, made ready beside the training."""
    rng = np.random.default_rng(seed)

    def task(step: int) -> tuple[int, int, list[Example]]:
        return seed, step, [examples[n] for n in rng.integers(len(examples), size=BATCH)]

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        waiting = [beside.submit(made, task(step)) for step in range(6)]
        for step in range(steps):
            waiting.append(beside.submit(made, task(step + 6)))
            yield waiting.pop(0).result()


def tensors(some: list[Taught]) -> tuple[Tensor, Tensor, Tensor]:
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


def tried(network: CushionNetwork, some: list[Taught]) -> str:
    """Return how far (rows: median, nine in ten) nose and wood are told from where they are."""
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
    return "; ".join(said)


def trained(network: CushionNetwork, examples: list[Example], kept: list[Example], options: argparse.Namespace) -> None:
    """Train a network in place."""
    trial = made((options.seed, 0, kept))
    steering = torch.optim.AdamW(network.parameters(), lr=options.fastest, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(steering, options.fastest, options.steps, pct_start=0.1)
    began, mean = time.monotonic(), 0.0
    for step, some in enumerate(batches(examples, options.steps, options.seed), 1):
        seen, rows, counts = tensors(some)
        logits = network(seen.contiguous(memory_format=torch.channels_last))
        loss = lost(logits, rows, counts)
        steering.zero_grad()
        loss.backward()
        steering.step()
        pace.step()
        mean += (float(loss.detach()) - mean) / min(step, 50)
        if step % KEEP_EVERY == 0 or step == options.steps:
            torch.save(network.state_dict(), options.out.with_suffix(".pt"))
            took_s = time.monotonic() - began
            print(f"{step}: {mean:.4f} nats; {tried(network, trial)} rows off; {took_s:.0f} s", flush=True)


def export(network: CushionNetwork, target: Path) -> None:
    """Write a network as ONNX: "bands" (6, 6, rows, columns) to "odds" (6, 2, rows, columns), 0 to 1 in each column."""
    network.eval()
    torch.onnx.export(
        nn.Sequential(network, nn.Softmax(2)), (torch.zeros(6, GIVEN, ROWS, COLUMNS),), str(target), opset_version=17,
        input_names=["bands"], output_names=["odds"], dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train and export as asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--drawn", type=Path, required=True, help="folder of drawn pictures and cameras")
    asked.add_argument("--photographs", type=Path, help="folder of television pictures and cameras")
    asked.add_argument("--out", type=Path, required=True, help="the network to write (ONNX)")
    asked.add_argument("--steps", type=int, default=3000, help=f"batches of {BATCH}")
    asked.add_argument("--fastest", type=float, default=FASTEST, help="the pace at its height")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--threads", type=int, default=1)
    asked.add_argument("--resume", type=Path, help="weights to begin with")
    options = asked.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network = CushionNetwork().to(memory_format=torch.channels_last)
    if options.resume is not None:
        network.load_state_dict(torch.load(options.resume, weights_only=True))
    if options.steps:
        examples = read(options.drawn)
        apart = len(examples) - min(TRIAL, len(examples) // 4)
        seen = read(options.photographs) if options.photographs is not None else []
        times = round(SHARE * apart / len(seen)) if seen else 0
        trained(network, seen * times + examples[:apart], examples[apart:], options)
    export(network, options.out)


if __name__ == "__main__":
    main()
