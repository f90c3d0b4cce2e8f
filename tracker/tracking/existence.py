"""Whether there is a ball at all: what each picture speaks for it or against it.

The log odds of independent looks add up (Wald, Sequential Analysis, 1947; it is the score of a track in Blackman &
Popoli, Modern Tracking Systems, 1999): a look that is surely a ball speaks for one, a doubtful look hardly, a look that
is hardly a ball against it, and so does bare cloth where a ball at rest should lie. Looks in quick succession err
together, so each counts by the time since the one before, or by how far the ball has come since: one that is followed
over new ground is seen before something else each time. What was told against a ball never weighs on later looks
(Page 1954): the sum does not fall below zero.
"""

from collections.abc import Iterable

import numpy as np

LOOK_US = 100_000
"""Two looks so far apart, or farther, err independently."""
SUREST = 0.98
"""No single look is trusted further than this."""
BARE_CLOTH = -3.0
"""Log odds of a look that finds bare cloth in place of a ball at rest."""
BALL = 12.0
"""Log odds that make a ball of a life: fingers, chalk and highlights are seen in thousands of pictures."""


def seen_evidence(sure: float, passed_us: int, come: float = 0.0) -> float:
    """Return what a sighting that is a ball with chance `sure` speaks for one, `passed_us` after the look before.

    `come` is how far the ball has come since that look, in its diameters.
    """
    held = min(max(sure, 1 - SUREST), SUREST)
    return max(share_of_look(passed_us), min(come, 1.0)) * float(np.log(held / (1 - held)))


def bare_evidence(passed_us: int) -> float:
    """Return what bare cloth in place of a ball at rest speaks against it."""
    return share_of_look(passed_us) * BARE_CLOTH


def share_of_look(passed_us: int) -> float:
    """Return how much of an independent look there is in one that comes so long after the one before."""
    return min(passed_us / LOOK_US, 1.0)


def believed(before: float, evidence: float) -> float:
    """Return the log odds after one more look."""
    return max(before + evidence, 0.0)


def strongest(evidence: Iterable[float]) -> float:
    """Return the greatest log odds that a life reached."""
    best = belief = 0.0
    for one in evidence:
        belief = believed(belief, one)
        best = max(best, belief)
    return best
