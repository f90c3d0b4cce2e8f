"""The lattice of a frame: positions of the law that may stand after a stroke, and the ways from each to the next.

Positions with the same future are merged, and a layer keeps only what is within reach of its best: a beam.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, inf, log
from typing import Final, Generic

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.alternatives import Reading
from tracker.match.decoder.weighing import Surplus
from tracker.rules.ruleset import RuleSet, S

WIDTH: Final = 24
"""Positions that a layer keeps."""
REACH: Final = 12.0
"""A position less likely than the best by this (natural logarithm) is given up: one in 160 000, as with readings."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Choice:
    """What is supposed of one stroke: how it is read, and what is called then."""

    reading: Reading | None
    """None: nobody struck, hands moved the balls; or a person called without a stroke."""
    calls: tuple[Call, ...]
    ruling: Ruling | None = None
    """The judge's, who may leave something of it to a person; its calls are those of this choice, so left."""
    why: str = ""
    """What is supposed that nobody said and nobody saw."""
    against: tuple[str, ...] = ()
    """What of the table, of the players and of the law speaks against it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Transition:
    """A way from position number `origin` of the layer before."""

    origin: int
    choice: Choice
    weight: float
    """Natural logarithm."""
    effect: Hashable
    """What the stroke comes to, as its striker sees it."""
    readings: tuple[tuple[Reading | None, float], ...] = ()
    """How it may be read where it leads this way (None: nobody struck), each with the weight that it has whatever the
    law makes likely: that fouls are rare is no sight of this stroke."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Node(Generic[S]):
    """A position that may stand, and all ways that lead to it."""

    state: S
    line: Scoreline
    """What a scoreboard shows then."""
    arcs: tuple[Transition, ...] = ()
    sum: float = 0.0
    """Logarithm of the probability of all ways to it."""
    best: float = 0.0
    """Logarithm of that of the likeliest."""
    surplus: Surplus = ()
    strikers: tuple[Hashable, ...] = ()
    """Who played the strokes that led to it, the newest first, on the likeliest way; None: nobody did, or not known."""
    handled: bool = False
    """Hands have moved the balls since: nobody knows where they lie by law."""
    best_arc: int = -1
    """Number of the arc on the likeliest way to it; below 0: it has none, the frame is taken up here."""

    @property
    def was_handled(self) -> bool:
        """Say whether what led to it last was no stroke, but hands at the balls."""
        return self.strikers[:1] == (None,)


Layer = tuple[Node[S], ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OpenArc(Generic[S]):
    """An arc while it is being laid: where it leads, and what the next look at the table must know."""

    arc: Transition
    state: S
    line: Scoreline
    surplus: Surplus
    strikers: tuple[Hashable, ...]
    handled: bool = False


def merged(rules: RuleSet[S], layer: Layer[S], ways: Iterable[OpenArc[S]]) -> Layer[S]:
    """Return one node for each future, with all ways to it."""
    same: defaultdict[Hashable, list[OpenArc[S]]] = defaultdict(list)
    for way in ways:
        key = rules.signature(way.state), way.line.points, way.surplus, way.strikers[:1], way.handled
        same[key].append(way)
    return tuple(_node(layer, group) for group in same.values())


def _node(layer: Layer[S], group: Sequence[OpenArc[S]]) -> Node[S]:
    """Return the node to which these ways lead; those from one origin, which come to the same, are one arc."""
    by_origin: defaultdict[int, list[OpenArc[S]]] = defaultdict(list)
    for way in group:
        by_origin[way.arc.origin].append(way)
    likeliest = [max(ways, key=lambda way: way.arc.weight) for ways in by_origin.values()]
    arcs = tuple(
        replace(
            way.arc,
            weight=log_sum(one.arc.weight for one in ways),
            readings=tuple(reading for one in ways for reading in one.arc.readings),
        )
        for way, ways in zip(likeliest, by_origin.values(), strict=True)
    )
    bests = [layer[arc.origin].best + arc.weight for arc in arcs]
    number = bests.index(max(bests))
    return Node(
        state=likeliest[number].state, line=likeliest[number].line, arcs=arcs, best=bests[number], best_arc=number,
        sum=log_sum(layer[arc.origin].sum + arc.weight for arc in arcs),
        surplus=likeliest[number].surplus, strikers=likeliest[number].strikers, handled=likeliest[number].handled,
    )  # fmt: skip


def pruned(layer: Layer[S]) -> Layer[S]:
    """Return the nodes within reach of the best, on a scale on which that is 0."""
    top = max((node.sum for node in layer), default=0.0)
    kept = sorted((node for node in layer if node.sum > top - REACH), key=lambda node: -node.sum)[:WIDTH]
    return tuple(replace(node, sum=node.sum - top, best=node.best - top) for node in kept)


def log_sum(weights: Iterable[float]) -> float:
    """Return the logarithm of the sum of the exponentials of `weights`."""
    weights = list(weights)
    most = max(weights, default=-inf)
    return most if most == -inf else most + log(sum(exp(weight - most) for weight in weights))
