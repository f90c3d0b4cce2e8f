"""Whether who is down on a stroke played earlier ones, too: players told apart by their looks alone.

In the last second and a half before the strike the player is down, a hand near the cue-ball; a referee's hand comes
between strokes. The colours seen there at two strokes are compared by Hellinger's distance (1909), from 0, all alike,
to 1, none in common, and the distance is weighed by a logistic curve, fitted to equal numbers of pairs of strokes of
one player and of two (`python -m bench.fit_player`). Two players may be dressed alike, though, which no drawn frame
shows: likeness says less than that curve, and difference as much.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.alternatives import Alternatives
from tracker.geometry.sightings import Bystander

Colours = NDArray[np.float64]
"""(bins,) share of the pixels of a player that have each coarse colour; sums to 1."""

DOWN_US, STRIKES_US = 1_500_000, 80_000
"""From so long before the strike to so shortly before it the player is down on it."""
STEEP, EVEN = 15.4, 0.529
"""Log-odds for each unit of distance, and the distance that speaks for neither."""
ALIKE = 0.2
"""Share of pairs of players who are dressed so alike that no camera tells them apart: assumed, not measured."""
MOST = 4.0
"""No pair of looks is worth more, either way: a passer-by may have been looked at."""
COMPARED = 24
"""With so many strokes before it one is compared: a long break does not make the other player forgotten."""

Looks = tuple[Colours | None, ...]
"""How who played the last strokes looked, the newest first; None: not seen."""


def player_at(began_us: int, bystanders: Sequence[Bystander]) -> Colours | None:
    """Return how the player of a stroke that began then looks; None: nobody was seen."""
    down = [b.colours for b in bystanders if DOWN_US >= began_us - b.at_us >= STRIKES_US]
    if not down:
        return None
    sums = np.sum(down, axis=0, dtype=np.float64)
    return np.asarray(sums / sums.sum())


def distance(a: Colours, b: Colours) -> float:
    """Return Hellinger's distance between two looks: 0 alike, 1 nothing in common."""
    return float(np.sqrt(max(0.0, 1.0 - float(np.sqrt(a * b).sum()))))


def same_player(now: Colours | None, before: Colours | None) -> float:
    """Return the natural log-odds that two looks are of one player, were both as likely beforehand; 0: not known."""
    if now is None or before is None:
        return 0.0
    apart = STEEP * (distance(now, before) - EVEN)
    odds = -log(ALIKE + (1 - ALIKE) * exp(apart))
    return max(-MOST, min(MOST, odds))


def with_players(strokes: Sequence[Alternatives], bystanders: Sequence[Bystander], before: Looks) -> list[Alternatives]:
    """Return the strokes, each with whether who played it played those before; `before` is who played the last ones."""
    told: list[Alternatives] = []
    for stroke in strokes:
        now = player_of(stroke, bystanders)
        alike, *earlier = (round(same_player(now, then), 3) for then in before or (None,))
        told.append(replace(stroke, same_player=alike, earlier_players=tuple(earlier)))
        before = (now, *before)[:COMPARED]
    return told


def looks_after(strokes: Sequence[Alternatives], bystanders: Sequence[Bystander], before: Looks) -> Looks:
    """Return how who played the last strokes looked once `strokes` were told, too."""
    return (*(player_of(stroke, bystanders) for stroke in reversed(strokes)), *before)[:COMPARED]


def player_of(stroke: Alternatives, bystanders: Sequence[Bystander]) -> Colours | None:
    """Return how the player of a stroke looks; None: nobody was seen."""
    return player_at(stroke.likeliest.stroke.began_us, bystanders)
