"""Whether the cue-ball touched a ball that was not seen to move: it brushed past, or just reached it as it stopped.

A touch always moves a ball, be it by a hair. How far goes with the square of the speed along the line of centres, so
that only a very thin brush, or the last millimetre of a roll, leaves a ball within its noise; how often that happens by
chance follows from how narrow it is. Odds of touched to untouched, by Bayes: over all overlaps that may have been, how
well they foretell the place of the cue-ball and how far the ball was displaced, against no touch at all.
"""

from dataclasses import dataclass
from math import erf, hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.incidents.noise import SIGMAS
from tracker.physics.collide import GIVEN
from tracker.physics.constants import ROLLING_MM_S2, ROLLS_AT

Array = NDArray[np.float64]

SHIFTED, SHIFTED_MM = 0.28, 0.75
"""How often a ball that stayed is seen elsewhere afterwards than before, as light or the video's coding change, and
how far (1 sigma); fitted to the balls of drawn clips that lay still, clip by clip: either half says alike."""
OUTLIER, OUTLIER_MM = 0.03, 10.0
"""How often for a grosser reason (a cue-ball or an arm beside it), and how far at most. What would have gone farther
than that and is seen where it lay was not touched, however the way led: the cue-ball jumped, or its way errs."""
ASTRAY, ASTRAY_MM = 0.1, 1.5
"""How often two balls, one of which passes, are seen nearer or farther than their spreads allow for, and how much more
(1 sigma): of 17 that passed by less than 40 mm in drawn clips one was seen 1.8 mm too near, 3.7 times its spread."""
REACHED, LEFT_OVER, LEFT_SD = 0.5, 0.4, 0.4
"""Of the way that a rolling ball had still to go: how far the ball goes that it meets full, and the gap left."""
STEPS = np.linspace(0.0, 1.0, 401)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brush:
    """A ball that lay near the way of the cue-ball, by how little it was missed, and how far it was displaced."""

    gap_mm: float
    """Between the edges where the cue-ball came nearest; below 0, they would have overlapped."""
    gap_sd_mm: float
    moved_mm: float
    """How far the ball lay afterwards from where it had lain, along the line of centres."""
    moved_sd_mm: float
    speed_mm_s: float
    """The cue-ball's there; 0 where it came to rest."""


def odds_touched(brush: Brush, radius_mm: float) -> float:
    """Return the odds that a ball was touched to that it was not."""
    reach = max(6 * brush.gap_sd_mm, 4.0, 2 / REACHED * brush.moved_mm)
    over, steps = reach * STEPS, reach / (len(STEPS) - 1)
    moved, gap, gap_sd = reached(over) if brush.speed_mm_s <= 0 else brushed(over, brush.speed_mm_s, radius_mm)
    close, free = np.zeros(len(over)), 0.0
    for share, sd_mm in ((1 - ASTRAY, brush.gap_sd_mm), (ASTRAY, hypot(brush.gap_sd_mm, ASTRAY_MM))):
        close += share * bell(brush.gap_mm, gap, np.hypot(sd_mm, gap_sd))
        free += share * 0.5 * (1.0 + erf(brush.gap_mm / sd_mm / sqrt(2.0)))
    stood = free * float(likely(brush.moved_mm, np.zeros(1), brush.moved_sd_mm)[0])
    return float(np.sum(likely(brush.moved_mm, moved, brush.moved_sd_mm) * close) * steps) / max(stood, 1e-12)


def hardly_moved(brush: Brush) -> bool:
    """Say whether a ball lies no farther on than one that only seems to have moved."""
    return brush.moved_mm < SIGMAS * hypot(brush.moved_sd_mm, SHIFTED_MM)


def reached(over_mm: Array) -> tuple[Array, Array, Array]:
    """Return how far a ball goes, and the gap that is left and its spread, when one that would roll on so far meets it.

    How wide the gap is depends on how full it was met, and on what spin the cue-ball had left.
    """
    return REACHED * over_mm, LEFT_OVER * over_mm, LEFT_SD * over_mm


def brushed(overlap_mm: Array, speed_mm_s: float, radius_mm: float) -> tuple[Array, Array, Array]:
    """Return how far a ball goes when one passes that overlaps it by so much, and the gap its way shows.

    The speed along the line of centres is that of the mover times sqrt(overlap / R); 5/7 of it is left to roll.
    """
    given = (ROLLS_AT * GIVEN * speed_mm_s) ** 2 * overlap_mm / radius_mm
    return given / (2 * ROLLING_MM_S2), -overlap_mm, np.zeros(len(overlap_mm))


def bell(x: float, mean: Array, sd: Array | float) -> Array:
    """Return the normal density."""
    return np.asarray(np.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi)))


def likely(x: float, mean: Array, sd: float) -> Array:
    """Return the density of a measured displacement, with shifts that are none of the ball's."""
    seen = (1 - SHIFTED) * bell(x, mean, sd) + SHIFTED * bell(x, mean, hypot(sd, SHIFTED_MM))
    return (1 - OUTLIER) * seen + OUTLIER / (2 * OUTLIER_MM) * (np.abs(x - mean) < OUTLIER_MM)
