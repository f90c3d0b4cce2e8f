"""Odds of the kinds of ball: of more kinds than a game has, those of the game's own."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LEAST = 1e-6
"""What looks like none of a game's kinds may be any of them."""


def odds_of(kinds: Sequence[str], told: Sequence[str], odds: Array) -> Array:
    """Return (n, k) odds of these `kinds`, rows summing to 1, out of (n, m) odds of the kinds that were `told`.

    Raises:
        ValueError: odds of one of them were not told.
    """
    if tuple(kinds) == tuple(told):
        return odds
    if missing := [kind for kind in kinds if kind not in told]:
        raise ValueError(f"nothing tells {', '.join(missing)}: odds are of {', '.join(told)}")
    own = odds[:, [list(told).index(kind) for kind in kinds]] + LEAST
    return np.asarray(own / own.sum(axis=1, keepdims=True))
