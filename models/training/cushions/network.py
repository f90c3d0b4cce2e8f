"""What the network for cushions is made of: a small U-Net that sees the six cushions of a table beside each other.

What is nose and what is shade looks alike on all cushions of one table, as seen from either side; so what one shows on
the whole is added to what all of them show.
"""

from typing import Final

from torch import Tensor, nn

from models.training.unet import UNet, layer

WIDTHS: Final = (16, 24, 40, 64)
"""Channels of each level, the first of all rows and half the columns, each further one of half the one before."""
CUSHIONS: Final = 6
GIVEN, TOLD = 6, 2
"""Channels of a band (`Bands.seen`), and lines that are told of it."""


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


class CushionNetwork(UNet):
    """Bands (6 n, 6, rows, columns) to the log odds (6 n, 2, rows, columns / 2) that nose and wood run in a row."""

    def __init__(self) -> None:
        first, *_, last = WIDTHS
        super().__init__(
            WIDTHS,
            begun=nn.Sequential(nn.Conv2d(GIVEN, first, (3, 4), (1, 2), 1), nn.ReLU(inplace=True), layer(first, first)),
            far=nn.Sequential(layer(last, last, 1, 2), _Shared(last), layer(last, last)),
            told=nn.Conv2d(first, TOLD, 3, 1, 1),
        )
