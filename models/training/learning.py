"""How a network is trained here: what is asked on the command line, what is kept for the trial, and the steps."""

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

import torch
from torch import Tensor, nn

Example = TypeVar("Example")

TRIAL: Final = 60
"""So many examples are kept for the trial, or a quarter of a few."""
SHARE: Final = 0.2
"""For each drawn picture so many photographs are seen, each of them again and again."""
FASTEST: Final = 3e-3
DECAY: Final = 1e-4
KEEP_EVERY: Final = 200
"""Weights are kept, and the trial is held, after so many steps each."""
LATELY: Final = 50
"""What is lost is told as the mean of about so many steps."""


def options_of(description: str | None, batch: int) -> argparse.ArgumentParser:
    """Return the options of a training, whose steps see so many examples."""
    asked = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--drawn", type=Path, required=True, help="folder of drawn pictures")
    asked.add_argument("--photographs", type=Path, help="folder of labelled television pictures")
    asked.add_argument("--out", type=Path, required=True, help="the network to write (ONNX)")
    asked.add_argument("--steps", type=int, default=3000, help=f"batches of {batch}")
    asked.add_argument("--fastest", type=float, default=FASTEST, help="the pace at its height")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--threads", type=int, default=2)
    asked.add_argument("--resume", type=Path, help="weights to begin with")
    return asked


def begun(make: Callable[[], nn.Module], options: argparse.Namespace) -> nn.Module:
    """Return a network to train: from random weights, or from those that are taken up again."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network = make().to(memory_format=torch.channels_last)
    if options.resume is not None:
        network.load_state_dict(torch.load(options.resume, weights_only=True))
    return network


def examples(read: Callable[[Path], list[Example]], options: argparse.Namespace) -> tuple[list[Example], list[Example]]:
    """Return what is learnt from, photographs among it, and what is kept for the trial: the last that were drawn."""
    drawn = read(options.drawn)
    apart = len(drawn) - min(TRIAL, len(drawn) // 4)
    seen = read(options.photographs) if options.photographs is not None else []
    times = round(SHARE * apart / len(seen)) if seen else 0
    return seen * times + drawn[:apart], drawn[apart:]


def learn(network: nn.Module, losses: Iterable[Tensor], trial: Callable[[], str], options: argparse.Namespace) -> None:
    """Train a network in place.

    Args:
        network: what is trained.
        losses: of each step what is lost (nats), computed as it is asked for.
        trial: holds the trial, and tells what came of it.
        options: as asked (`options_of`).
    """
    steering = torch.optim.AdamW(network.parameters(), lr=options.fastest, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(steering, options.fastest, options.steps, pct_start=0.1)
    began, mean = time.monotonic(), 0.0
    for step, loss in enumerate(losses, 1):
        steering.zero_grad()
        loss.backward()
        steering.step()
        pace.step()
        mean += (float(loss.detach()) - mean) / min(step, LATELY)
        if step % KEEP_EVERY == 0 or step == options.steps:
            torch.save(network.state_dict(), options.out.with_suffix(".pt"))
            print(f"{step}: {mean:.4f} nats; {trial()}; {time.monotonic() - began:.0f} s", flush=True)
