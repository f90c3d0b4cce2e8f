"""How long ways in the plane are, many at once."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def lengths(ways: Array) -> Array:
    """Return the (...) lengths of (..., 2) ways: `numpy.linalg.norm` takes several times as long over few."""
    return np.hypot(ways[..., 0], ways[..., 1])
