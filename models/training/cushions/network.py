"""What the network for cushions is made of: a small U-Net that sees the six cushions of a table beside each other.

What is nose and what is shade looks alike on all cushions of one table, as seen from either side; so what one shows on
the whole is added to what all of them show.
"""

from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTHS: Final = (16, 24, 40, 64)
"""Channels of each level, the first of full size, each further one of half the one before."""
CUSHIONS: Final = 6
GIVEN, TOLD = 6, 2


def _layer(given: int, made: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(given, made, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(made), nn.ReLU(inplace=True)
    )


class _Shared(nn.Module):  # type: ignore[misc]
    """Adds to every place what its cushion, and all cushions of the table, show on average."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.own = nn.Linear(width, width)
        self.all = nn.Linear(width, width)

    def forward(self, seen: Tensor) -> Tensor:
        """Return (6 n, c, h, w) features that know of each other."""
        own = seen.mean((2, 3))
        table = own.reshape(-1, CUSHIONS, own.shape[1]).mean(1)
        both = self.own(own) + self.all(table).repeat_interleave(CUSHIONS, 0)
        return seen + both[:, :, None, None]


class CushionNetwork(nn.Module):  # type: ignore[misc]
    """Bands (6 n, 6, rows, columns) to the log odds (6 n, 2, rows, columns / 2) that nose and wood run in a row."""

    def __init__(self) -> None:
        super().__init__()
        pairs = list(pairwise(WIDTHS))
        begun = nn.Sequential(
            nn.Conv2d(GIVEN, WIDTHS[0], (3, 4), (1, 2), 1), nn.ReLU(inplace=True), _layer(WIDTHS[0], WIDTHS[0])
        )
        coarser = (nn.Sequential(_layer(above, width, 2), _layer(width, width)) for above, width in pairs)
        self.down = nn.ModuleList([begun, *coarser])
        last = WIDTHS[-1]
        self.far = nn.Sequential(_layer(last, last, 1, 2), _Shared(last), _layer(last, last))
        self.up = nn.ModuleList(_layer(fine + coarse, fine) for fine, coarse in reversed(pairs))
        self.told = nn.Conv2d(WIDTHS[0], TOLD, 3, 1, 1)

    def forward(self, bands: Tensor) -> Tensor:
        """Return the log odds."""
        found = [bands]
        for level in self.down:
            found.append(level(found[-1]))
        here: Tensor = self.far(found.pop())
        for level in self.up:
            finer = found.pop()
            enlarged = functional.interpolate(here, scale_factor=2.0, mode="bilinear", align_corners=False)
            here = level(torch.cat([finer, enlarged], 1))
        logits: Tensor = self.told(here)
        return logits
