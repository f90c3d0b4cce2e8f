"""Which of what was pointed at are balls where they crowd, told of all of them together: no two are in one place.

A network sees more in a pack than there is: between two balls a third, of half of each. Were the surest taken one after
the other, and what lies too near to it left out, one that is pointed at badly would cost both its neighbours. So those
are taken that are likelier together: by their own odds, less what it costs that two seem to lie nearer than balls can,
by how far both may be misplaced. They are found by a local search: each one that was left out is put in for those in
its way, and what then has room again beside it is taken back; what is likelier is kept, until nothing is. (Of 190
crowds of drawn stills, of up to 46 looks, an integer program finds none likelier.)
Source: the heaviest independent set, with soft edges (Andrade, Resende and Werneck, Fast local search for the maximum
independent set problem, 2012).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.lengths import lengths

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

NEAREST: Final = 0.72
"""No two balls seem to lie nearer than this share of a diameter, whatever their places err by. Set by hand."""
MISPLACED: Final = 0.1
"""By how much of a diameter a place may be off beyond what is told of it (1 sigma): of a ball half behind another the
visible part is measured. Of 400 drawn stills (`bench.looks`, training seeds 7100 to 7499) as many are counted right
with 0.05, 0.1 and 0.15, and seven fewer with 0.01."""
LEAST_CHANCE: Final = 1e-6
"""Nothing is told surer to be a ball, or none, than this allows: odds stay finite."""
BETTER: Final = 1e-9
"""What is likelier by less (nats) is likelier by rounding."""
CROWDS: Final = 256
"""So many crowds are remembered: one that lies still is the same in the next picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Things pointed at that lie near each other, as parallel arrays of length n."""

    odds: Array
    """(n,) log odds of each to be a ball."""
    cost: Array
    """(n, n) what it costs that two of them are balls (nats); infinite: they are in one place."""

    def worth(self, chosen: Mask) -> float:
        """Return how likely (n,) those chosen are, all together (nats)."""
        own = np.flatnonzero(chosen)
        return float(self.odds[own].sum() - self.cost[np.ix_(own, own)].sum() / 2)

    def filled(self, chosen: Mask) -> Mask:
        """Return those chosen and, the likeliest first, whatever gains by being a ball beside them."""
        chosen = chosen.copy()
        for k in np.argsort(-self.odds, kind="stable"):
            if not chosen[k] and self.odds[k] > self.cost[k, chosen].sum():
                chosen[k] = True
        return chosen

    def with_in(self, chosen: Mask, one: int) -> Mask:
        """Return those chosen with one more put in for whatever loses by being a ball beside it."""
        chosen = chosen.copy()
        chosen[one] = True
        while True:
            own = np.flatnonzero(chosen & (np.arange(len(chosen)) != one))
            left = self.odds[own] - self.cost[np.ix_(own, np.append(own, one))].sum(axis=1)
            if not len(own) or left.min() >= 0:
                return self.filled(chosen)
            chosen[own[left.argmin()]] = False


def likeliest_together(places: Array, spread_mm2: Array, sure: Array, touching_mm: float) -> NDArray[np.intp]:
    """Return the indices of those that are balls, and of what is rather none but lies in no ball's place.

    Args:
        places: (n, 2) where they seem to lie (mm).
        spread_mm2: (n,) variance of each place along an axis, as it is told.
        sure: (n,) how sure each is to be a ball, taken for itself.
        touching_mm: how far apart the middles of two balls are that touch.
    """
    apart = lengths(places[:, None] - places)
    np.fill_diagonal(apart, np.inf)
    if not len(places) or apart.min() >= touching_mm:
        return np.arange(len(places))
    held = np.clip(sure, LEAST_CHANCE, 1 - LEAST_CHANCE)
    odds = np.log(held / (1 - held))
    variance = spread_mm2 + (MISPLACED * touching_mm) ** 2
    cost = np.maximum(touching_mm - apart, 0.0) ** 2 / (2 * (variance[:, None] + variance))
    cost[apart <= NEAREST * touching_mm] = np.inf
    kept = np.zeros(len(places), bool)
    for crowd in crowds(cost, odds > 0):
        kept[crowd] = chosen_of(odds[crowd].tobytes(), cost[np.ix_(crowd, crowd)].tobytes())
    for k in np.argsort(-sure, kind="stable"):
        if odds[k] <= 0 and np.isfinite(cost[k, kept]).all():
            kept[k] = True
    return np.flatnonzero(kept)


def crowds(cost: Array, likely: Mask) -> list[NDArray[np.intp]]:
    """Return the indices of the likely ones in parts: what costs anything beside each other is in one."""
    beside, left = cost > 0, likely.copy()
    parts = []
    while left.any():
        part = np.zeros(len(left), bool)
        part[left.argmax()] = True
        while (wider := part | (beside[part].any(axis=0) & likely)).sum() > part.sum():
            part = wider
        left &= ~part
        parts.append(np.flatnonzero(part))
    return parts


@lru_cache(maxsize=CROWDS)
def chosen_of(odds: bytes, cost: bytes) -> Mask:
    """Return which of a crowd are balls, by the bytes of its odds and costs."""
    own = np.frombuffer(odds)
    crowd = Crowd(own, np.frombuffer(cost).reshape(len(own), len(own)))
    chosen = crowd.filled(np.zeros(len(own), bool))
    best = crowd.worth(chosen)
    while True:
        for one in np.flatnonzero(~chosen):
            other = crowd.with_in(chosen, int(one))
            if (worth := crowd.worth(other)) > best + BETTER:
                chosen, best = other, worth
                break
        else:
            chosen.setflags(write=False)  # it is remembered
            return chosen
