"""How well balls at rest will be placed in pictures that nobody has taken yet, by how large they come out in them.

What the outline of a ball says of its own place (`discs`, `rims`) hangs on its size in the picture, and beside another
ball on how flatly the camera looks over the cloth: the one before hides the other's rim, and mirrors in it. How much,
was read off drawn tables, and stands in `foretold.toml` (`python -m bench.fit_sightings`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain import parameters
from tracker.domain.parameters import of

Array = NDArray[np.float64]
FILE: Final = "foretold.toml"


@dataclass(frozen=True, slots=True)
class Foretold:
    """How far (1 sigma, along an axis) one sighting of a ball at rest tells itself to err."""

    floor_px: float = of("px", "how far the centre of a ball in the open errs, however small it is")
    share: float = of("radii", "the same, by its size in the picture")
    beside: float = of("times", "how many times as far a ball errs that lies beside another")
    hidden_px2: float = of("px^2", "the same, over its radius, where the camera looks flatly over the cloth")
    least_px: float = of("px", "radius of the smallest balls that all this was read off")


@lru_cache(maxsize=1)
def foretold() -> Foretold:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.vision", FILE, "foretold", Foretold)


def open_sd_px(radii_px: Array, by: Foretold) -> Array:
    """Return (n,) how far the centres of balls in the open, so large in the picture, will err."""
    return np.asarray(np.hypot(by.floor_px, by.share * radii_px))


def beside_sd_px(radii_px: Array, flat: Array, by: Foretold) -> Array:
    """Return (n,) how far the centres of balls that lie beside another will err.

    `flat` (n,) is the cosine of the angle at which the camera looks down on the cloth there: 0 straight from above.
    """
    return np.asarray(np.hypot(by.beside * open_sd_px(radii_px, by), by.hidden_px2 * flat / radii_px))
