"""How far a ball has gone that was set going without spin: it slides until 5/7 of its speed is left, then it rolls.

Source: Coriolis (1835); Alciatore, The Illustrated Principles of Pool and Billiards (2004).
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.physics import ROLLING_MM_S2, ROLLS_AT, SLIDING_MM_S2

Array = NDArray[np.float64]


def gone_mm(pace_mm_s: float, since_s: Array) -> Array:
    """Return (n,) how far (mm) a ball is (n,) seconds after it was set going; 0 before, and no farther once it lies."""
    passed = np.maximum(since_s, 0.0)
    slides_s = (1 - ROLLS_AT) * pace_mm_s / SLIDING_MM_S2
    sliding = np.minimum(passed, slides_s)
    rolling = np.clip(passed - slides_s, 0.0, ROLLS_AT * pace_mm_s / ROLLING_MM_S2)
    slid_mm = pace_mm_s * sliding - SLIDING_MM_S2 * sliding**2 / 2
    return np.asarray(slid_mm + ROLLS_AT * pace_mm_s * rolling - ROLLING_MM_S2 * rolling**2 / 2)


def pace_to_go(way_mm: float) -> float:
    """Return how fast (mm/s) a ball was set going, without turning, that came to rest so far away.

    It slid until ROLLS_AT of its speed was left, and rolled to its stop; either way goes with the square of the speed.
    """
    slid, rolled = (1 - ROLLS_AT**2) / (2 * SLIDING_MM_S2), ROLLS_AT**2 / (2 * ROLLING_MM_S2)
    return float(np.sqrt(way_mm / (slid + rolled)))
