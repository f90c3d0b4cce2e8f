"""Which ball is which: decided for all balls at once, because there is one of each colour and at most fifteen reds.

The most likely naming of a whole table is an assignment problem: each ball takes one of the pieces that the game has,
at the cost of the negative log odds (Kuhn 1955, Munkres 1957). A brown that looks a little more like red stays brown
when nothing else can be the brown. A ball that no free piece suits is given the name of its best colour as a surplus.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tracker.domain.ball import SNOOKER
from tracker.domain.kit import Kit

Array = NDArray[np.float64]

SURPLUS_COST, GLANCE_SURPLUS_COST = 12.0, 4.0
"""What a second ball of a kind costs, in log odds, against taking another free name: of balls that were looked at for
long, and in a single picture. Looks at one ball err together, so many of them speak less surely than their sum."""
LEAST_ODDS = 0.004


def assign_colours(odds: Array, kit: Kit, sure: Array | None = None) -> tuple[tuple[str, ...], Array]:
    """Name n balls of one moment.

    Args:
        odds: (n, 8) odds of each kind in the order of `domain.ball.SNOOKER`.
        kit: its `pieces` say how many there are of each.
        sure: (n,) how sure each is to be a ball at all; a doubtful one does not push a sure one from its name.

    Returns:
        n names, and (n,) how sure each name is, 0 to 1.
    """
    logs = np.log(np.clip(odds, LEAST_ODDS, 1.0))
    return name_table(logs, kit, np.ones(len(odds)) if sure is None else sure, GLANCE_SURPLUS_COST)


def name_table(logs: Array, kit: Kit, sure: Array, surplus_cost: float = SURPLUS_COST) -> tuple[tuple[str, ...], Array]:
    """Name n balls by their (n, 8) log odds, as `assign_colours`; `surplus_cost`: the price of having no free piece."""
    if len(logs) == 0:
        return (), np.zeros(0)
    slots = [kind for kind, name in enumerate(SNOOKER) for _ in range(kit.pieces.get(name, 0))]
    cost = -logs * np.clip(sure, 0.1, 1.0)[:, None]
    full = np.hstack([cost[:, slots], surplus_costs(cost, kit, surplus_cost)])
    _, columns = linear_sum_assignment(full)
    kinds = [slots[c] if c < len(slots) else int(np.argmin(cost[row])) for row, c in enumerate(columns)]
    return tuple(SNOOKER[k] for k in kinds), sures_of(logs, kinds)


def surplus_costs(cost: Array, kit: Kit, surplus_cost: float) -> Array:
    """Return (n, n) costs of staying without a piece, so much more than its best name: column i is open to ball i."""
    playable = [kind for kind, name in enumerate(SNOOKER) if kit.pieces.get(name, 0)]
    own = np.full((len(cost), len(cost)), 1e6)
    np.fill_diagonal(own, cost[:, playable].min(axis=1) + surplus_cost)
    return own


def sures_of(logs: Array, kinds: Sequence[int]) -> Array:
    """Return (n,) how sure each name is: its odds once names that suit others better are discounted."""
    taken = np.zeros(len(SNOOKER))
    for kind in kinds:
        if kind != SNOOKER.index("red"):
            taken[kind] = 2.0
    discounted = logs - taken
    rows = np.arange(len(kinds))
    discounted[rows, list(kinds)] = logs[rows, list(kinds)]
    odds = np.exp(discounted - discounted.max(axis=1, keepdims=True))
    return np.asarray(odds[rows, list(kinds)] / odds.sum(axis=1))
