"""What the network for tables is made of: a small U-Net that sees the whole.

A cushion is told by what lies far from it: where the other sides run, and how a camera sees a rectangle. So the
coarsest level looks far (dilated convolutions; Yu, Koltun, ICLR 2016) and adds what the whole picture shows on average.
"""

from typing import Final

from torch import Tensor, nn

from models.training.unet import UNet, layer

WIDTHS: Final = (32, 48, 80, 128)
"""Channels of each level, the first of a quarter of the picture's size, each further one of half the one before."""
DILATIONS: Final = (1, 2, 4)
STRIDE: Final = 32
"""Height and width of a picture are multiples of this."""


class _Whole(nn.Module):  # type: ignore[misc]
    """Adds to every place what the whole picture shows on average."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.mixed = nn.Linear(width, width)

    def forward(self, seen: Tensor) -> Tensor:
        """Return (n, c, h, w) features that know of each other."""
        return seen + self.mixed(seen.mean((2, 3)))[:, :, None, None]


class TableNetwork(UNet):
    """Pictures (n, 3, h, w), RGB, 0 to 1, to logits (n, k, h/2, w/2) of `REGIONS`.

    A quarter of the picture's size is the finest that is thought in: that halves what training costs, and an outline is
    told finer than that by four numbers a place (sub-pixel convolution; Shi et al., CVPR 2016).
    """

    def __init__(self, regions: int) -> None:
        first, *_, last = WIDTHS
        super().__init__(
            WIDTHS,
            begun=nn.Sequential(nn.Conv2d(3, first, 6, 4, 1), nn.ReLU(inplace=True), layer(first, first)),
            far=nn.Sequential(*(layer(last, last, 1, step) for step in DILATIONS), _Whole(last)),
            told=nn.Sequential(nn.Conv2d(first, 4 * regions, 3, 1, 1), nn.PixelShuffle(2)),
        )
