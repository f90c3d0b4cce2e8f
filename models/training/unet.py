"""What the networks for tables and cushions are made of: a U-Net (Ronneberger, Fischer, Brox, MICCAI 2015)."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional


def layer(given: int, made: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a convolution over 3 x 3 places from so many channels to so many, its batch's norm and a rectifier."""
    return nn.Sequential(
        nn.Conv2d(given, made, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(made), nn.ReLU(inplace=True)
    )


class UNet(nn.Module):  # type: ignore[misc]
    """Features of several sizes, each half as fine as the one before, and back to the finest, each beside its like."""

    def __init__(self, widths: Sequence[int], begun: nn.Module, far: nn.Module, told: nn.Module) -> None:
        """Make one of its parts.

        Args:
            widths: channels of each level, the finest first.
            begun: from what is given to the finest level.
            far: what the coarsest level makes of its features, as many as before.
            told: from the finest level to the answer.
        """
        super().__init__()
        pairs = list(pairwise(widths))
        coarser = (nn.Sequential(layer(above, width, 2), layer(width, width)) for above, width in pairs)
        self.down = nn.ModuleList([begun, *coarser])
        self.far = far
        self.up = nn.ModuleList(layer(fine + coarse, fine) for fine, coarse in reversed(pairs))
        self.told = told

    def forward(self, given: Tensor) -> Tensor:
        """Return the logits."""
        found = [given]
        for level in self.down:
            found.append(level(found[-1]))
        here: Tensor = self.far(found.pop())
        for level in self.up:
            finer = found.pop()
            enlarged = functional.interpolate(here, scale_factor=2.0, mode="bilinear", align_corners=False)
            here = level(torch.cat([finer, enlarged], 1))
        logits: Tensor = self.told(here)
        return logits
