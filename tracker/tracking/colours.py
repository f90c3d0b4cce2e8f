"""Which ball is which: decided for all balls at once, because there is one of most kinds and at most so many of others.

The most likely naming of a whole table is an assignment problem: each ball takes one of the pieces that the game has,
at the cost of the negative log odds (Kuhn 1955, Munkres 1957). A brown that looks a little more like red stays brown
when nothing else can be the brown. In a frame every colour is up while a red is, and later every one of more value
than the least that is up (`Kit.sequence`); that the table is not like that, because one is hidden or waits to be put
back, or because nobody plays a frame, costs as much as such a thing is rare. A ball that no free piece suits is given
the name of its best colour as a surplus.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

SURPLUS_COST, GLANCE_SURPLUS_COST = 12.0, 4.0
"""What a second ball of a kind costs, in log odds, against taking another free name: of balls that were looked at for
long, and in a single picture. Looks at one ball err together, so many of them speak less surely than their sum."""
INCOMPLETE_COST = 3.0
"""What it costs, in log odds, that a colour is missing which must be up in a frame: about one table in twenty, however
long it was looked at."""
LEAST_ODDS = 0.004
NEVER = 1e6
FILLED = 1e4
"""What fills a piece that must be up gains so much, more than all other costs together."""
CAN_FILL = 0.5
"""A ball that counts for less does not prove that a colour is up."""


class NamingCosts(NamedTuple):
    """What names cost, in log odds, that do not fit the game's set of balls."""

    surplus: float = SURPLUS_COST
    """Of a ball without a piece."""
    incomplete: float = INCOMPLETE_COST
    """Of a table without a colour that must be up in a frame."""


LONG = NamingCosts()
GLANCE = NamingCosts(surplus=GLANCE_SURPLUS_COST)


def assign_colours(odds: Array, kit: Kit, sure: Array | None = None) -> tuple[tuple[str, ...], Array]:
    """Name n balls of one moment.

    Args:
        odds: (n, k) odds of each of the kit's kinds.
        kit: its `pieces` say how many there are of each.
        sure: (n,) how sure each is to be a ball at all; a doubtful one does not push a sure one from its name.

    Returns:
        n names, and (n,) how sure each name is, 0 to 1.
    """
    logs = np.log(np.clip(odds, LEAST_ODDS, 1.0))
    return name_table(logs, kit, np.ones(len(odds)) if sure is None else sure, GLANCE)


def name_table(logs: Array, kit: Kit, sure: Array, costs: NamingCosts = LONG) -> tuple[tuple[str, ...], Array]:
    """Name n balls by their (n, k) log odds, as `assign_colours`; `costs`: the price of what does not fit the set."""
    if len(logs) == 0:
        return (), np.zeros(0)
    weight = np.clip(sure, 0.1, 1.0)
    free = Naming(kinds=(), cost=costs.incomplete, must=())
    tables = [named(logs, kit, weight, costs, table) for table in (free, *tables_in_play(len(logs), kit))]
    best = min((table for table in tables if table is not None), key=lambda table: table.cost)
    sures = sures_of(logs, best.kinds, kit, costs.incomplete if best.must else 0.0)
    return tuple(kit.kinds[k] for k in best.kinds), sures


class Naming(NamedTuple):
    """The kinds of some balls, on a table of which it is supposed what must be up and what cannot be."""

    kinds: tuple[int, ...]
    cost: float
    """In log odds: how unlikely it is."""
    must: tuple[int, ...]
    """Kinds of which there is one, and it is up."""
    cannot: tuple[int, ...] = ()


def tables_in_play(balls: int, kit: Kit) -> list[Naming]:
    """Return what can be up in a frame with so many balls: all colours with reds, or those left when reds are gone."""
    colours = [kit.kinds.index(colour) for colour in kit.sequence]
    if not colours:
        return []
    many = kit.kinds.index(kit.several[0])
    left = [colours[gone:] for gone in range(len(colours)) if balls <= len(colours) - gone + 1]
    late = [Naming((), 0.0, tuple(up), (many, *set(colours).difference(up))) for up in left]
    return [Naming((), 0.0, tuple(colours)), *late] if balls >= len(colours) else late


def named(logs: Array, kit: Kit, weight: Array, costs: NamingCosts, table: Naming) -> Naming | None:
    """Return the naming at the least cost of n balls on such a table; None where nothing is what must be up.

    Args:
        logs: (n, k) log odds of each kind.
        kit: its `pieces` say how many there are of each.
        weight: (n,) how much each ball counts.
        costs: what does not fit the set.
        table: what is supposed of it, and what that costs.
    """
    slots = [kind for kind, count in enumerate(kit.pieces.values()) for _ in range(count)]
    cost = -logs * weight[:, None]
    gains = FILLED * np.array([kind in table.must for kind in slots]) * (weight >= CAN_FILL)[:, None]
    taken = cost[:, slots] - gains + NEVER * np.array([kind in table.cannot for kind in slots])
    full = np.hstack([taken, surplus_costs(cost, kit, costs.surplus)])
    rows, columns = linear_sum_assignment(full)
    kinds = tuple(slots[c] if c < len(slots) else int(np.argmin(cost[row])) for row, c in enumerate(columns))
    total = full[rows, columns].sum() + FILLED * len(table.must)
    return table._replace(kinds=kinds, cost=table.cost + float(total)) if total < FILLED / 2 else None


def surplus_costs(cost: Array, kit: Kit, surplus_cost: float) -> Array:
    """Return (n, n) costs of staying without a piece, so much more than its best name: column i is open to ball i."""
    playable = [kind for kind, count in enumerate(kit.pieces.values()) if count]
    own = np.full((len(cost), len(cost)), NEVER)
    np.fill_diagonal(own, cost[:, playable].min(axis=1) + surplus_cost)
    return own


def sures_of(logs: Array, kinds: Sequence[int], kit: Kit, due: float = 0.0) -> Array:
    """Return (n,) how sure each name is: its odds once names that suit others better are discounted.

    `due` are the log odds that speak for each ball of the kit's sequence because it must be up.
    """
    taken = np.zeros(len(kit.kinds))
    for kind in kinds:
        if kit.kinds[kind] not in kit.several:
            taken[kind] = 2.0
    in_turn = [kit.kinds.index(ball) for ball in kit.sequence]
    discounted = logs - taken
    rows = np.arange(len(kinds))
    discounted[rows, list(kinds)] = logs[rows, list(kinds)] + due * np.array([kind in in_turn for kind in kinds])
    odds = np.exp(discounted - discounted.max(axis=1, keepdims=True))
    return np.asarray(odds[rows, list(kinds)] / odds.sum(axis=1))
