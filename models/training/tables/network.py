"""What the network for tables is made of: a small U-Net (Ronneberger, Fischer, Brox, MICCAI 2015) that sees the whole.

A cushion is told by what lies far from it: where the other sides run, and how a camera sees a rectangle. So the
coarsest level looks far (dilated convolutions; Yu, Koltun, ICLR 2016) and adds what the whole picture shows on average.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTHS: Final = (32, 48, 80, 128)
"""Channels of each level, the first of a quarter of the picture's size, each further one of half the one before."""
DILATIONS: Final = (1, 2, 4)
STRIDE: Final = 32
"""Height and width of a picture are multiples of this."""


def _layer(given: int, made: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(given, made, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(made), nn.ReLU(inplace=True)
    )


class _Whole(nn.Module):  # type: ignore[misc]
    """Adds to every place what the whole picture shows on average."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.mixed = nn.Linear(width, width)

    def forward(self, seen: Tensor) -> Tensor:
        """Return (n, c, h, w) features that know of each other."""
        return seen + self.mixed(seen.mean((2, 3)))[:, :, None, None]


class TableNetwork(nn.Module):  # type: ignore[misc]
    """Pictures (n, 3, h, w), RGB, 0 to 1, to logits (n, k, h/2, w/2) of `REGIONS`.

    A quarter of the picture's size is the finest that is thought in: that halves what training costs, and an outline is
    told finer than that by four numbers a place (sub-pixel convolution; Shi et al., CVPR 2016).
    """

    def __init__(self, regions: int, widths: Sequence[int] = WIDTHS) -> None:
        super().__init__()
        pairs = list(pairwise(widths))
        begun = nn.Sequential(nn.Conv2d(3, widths[0], 6, 4, 1), nn.ReLU(inplace=True), _layer(widths[0], widths[0]))
        coarser = (nn.Sequential(_layer(above, width, 2), _layer(width, width)) for above, width in pairs)
        self.down = nn.ModuleList([begun, *coarser])
        self.far = nn.Sequential(*(_layer(widths[-1], widths[-1], 1, step) for step in DILATIONS), _Whole(widths[-1]))
        self.up = nn.ModuleList(_layer(fine + coarse, fine) for fine, coarse in reversed(pairs))
        self.told = nn.Sequential(nn.Conv2d(widths[0], 4 * regions, 3, 1, 1), nn.PixelShuffle(2))

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the logits of each region."""
        found = [pictures]
        for level in self.down:
            found.append(level(found[-1]))
        here: Tensor = self.far(found.pop())
        for level in self.up:
            finer = found.pop()
            enlarged = functional.interpolate(here, scale_factor=2.0, mode="bilinear", align_corners=False)
            here = level(torch.cat([finer, enlarged], 1))
        logits: Tensor = self.told(here)
        return logits
