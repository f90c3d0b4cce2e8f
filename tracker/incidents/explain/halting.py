"""What cannot be sworn to because pictures were missing: the camera faltered, or nobody had time to look at them all.

Between two pictures a ball is where the physics of its way puts it. Over a few that is as good as seeing it; over more,
balls that cross each other's ways may change their names, and who was met first is a guess.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Doubt, Stroke
from tracker.geometry.paths import Path

MOST_APART_US = 130_000
"""Two pictures may be lost of 25 in a second; where more are, what happened then is asked."""
ABOUT_US = 100_000
"""So long before and after a contact or a fall it must have been watched."""


def halting_doubts(stroke: Stroke, paths: Sequence[Path]) -> tuple[Doubt, ...]:
    """Return the doubts about the first contact and the pots of a stroke, where pictures about them are missing.

    Where no ball was met, none may have been missed from the strike to the end.
    """
    stamps = np.unique(np.concatenate([path.at_us for path in paths]))
    met_us = [touch.at_us for touch in stroke.touches[:1]] or [stroke.began_us, stroke.ended_us]
    spans = [("first_hit", met_us[0], met_us[-1]), *(("potted", pot.at_us, pot.at_us) for pot in stroke.potted)]
    apart = [
        (about, longest_apart_us(stamps, from_us - ABOUT_US, until_us + ABOUT_US)) for about, from_us, until_us in spans
    ]
    return tuple(
        Doubt(about=about, why="pictures are missing", margin=f"{apart_us / 1e6:.2f} s between two pictures")
        for about, apart_us in dict(sorted(apart, key=lambda each: each[1])).items()
        if apart_us > MOST_APART_US
    )


def longest_apart_us(stamps: NDArray[np.int64], from_us: int, until_us: int) -> int:
    """Return how far two pictures that follow on each other lie apart at most, of those that reach into a span (us)."""
    reaching = (stamps[:-1] < until_us) & (stamps[1:] > from_us)
    return int(np.max(np.diff(stamps)[reaching], initial=0))
