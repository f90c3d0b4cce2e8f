"""Two balls cannot be in one place: of the places that were seen, those are taken that leave every ball its room.

Each place gives way the more the less it is known, as little as will do: least squares under the constraint that
centres lie at least a ball's diameter apart. It is solved pair by pair, over and over (projected Gauss-Seidel on the
multipliers, as engines of rigid bodies solve contacts: Catto, Iterative Dynamics with Temporal Coherence, 2005).
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUNDS = 30
ENOUGH_MM = 0.01
"""Balls that overlap by no more than this have room."""


def kept_apart(places_mm: Array, spread_mm2: Array, least_mm: float) -> Array:
    """Return the (n, 2) places nearest to `places_mm`, by their (n, 2, 2) spreads, at least `least_mm` apart."""
    places = places_mm.copy()
    pairs = np.argwhere(np.triu(np.linalg.norm(places[:, None] - places[None], axis=2) < 1.5 * least_mm, 1))
    pushes = np.zeros(len(pairs))
    for _ in range(ROUNDS):
        worst = 0.0
        for k, (i, j) in enumerate(pairs):
            way = places[i] - places[j]
            apart = float(np.hypot(*way)) or 1.0
            if apart >= least_mm and not pushes[k]:
                continue
            way /= apart
            give = (spread_mm2[i] + spread_mm2[j]) @ way
            push = max(pushes[k] + (least_mm - apart) / float(way @ give), 0.0) - pushes[k]
            pushes[k] += push
            places[i] += spread_mm2[i] @ way * push
            places[j] -= spread_mm2[j] @ way * push
            worst = max(worst, abs(least_mm - apart) if push else 0.0)
        if worst < ENOUGH_MM:
            break
    return places
