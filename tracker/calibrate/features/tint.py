"""The tint of a colour: shade makes a cloth darker and leaves its tint; wood has mostly another."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

LEVELS: Final = 160.0
"""Levels of a tint."""
DIM: Final = 12.0
"""Levels that are added to how light a pixel is, so that the dark, which is mostly noise, has hardly a tint."""
LIGHTNESS: Final = 0.14
"""Weight of lightness beside tint: it must tell grey from grey."""


def tint_of(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (h, w, 4): the direction of each pixel's colour (h, w, 3), and a little of how light it is."""
    light = np.sqrt(np.einsum("ijk,ijk->ij", colours, colours))
    direction = colours * (LEVELS / (light + DIM))[..., None]
    return np.asarray(np.dstack([direction, LIGHTNESS * light]), np.float32)
