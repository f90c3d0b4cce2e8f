"""What the strokes of a frame came to, by all that was seen since: odds of outcomes, and the likeliest frame.

Theory: the backward pass over the decoder's lattice; forward and backward together give the marginals (Rabiner 1989).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from typing import Generic

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.strokes.alternatives import Reading, kinds_in_question, told_of
from tracker.match.decoder.decoder import Decoding
from tracker.match.decoder.lattice import Choice, Layer, Node, Transition, log_sum
from tracker.rules.ruleset import S


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StrokeOutcome:
    """One thing that a stroke may have come to, by what it does to the score and to whose turn it is."""

    effect: Hashable
    probability: float
    choice: Choice
    """The likeliest way to it."""
    scoreline: Scoreline
    """What a scoreboard shows now, on the likeliest way through it."""

    @property
    def points(self) -> tuple[int, int]:
        """What the score is now."""
        return self.scoreline.points


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Smoothed(Generic[S]):
    """A frame as it is understood now."""

    outcomes: tuple[tuple[StrokeOutcome, ...], ...]
    """Of each event, the likeliest first."""
    frame: tuple[Choice | None, ...]
    """The likeliest frame, event by event; None: before the frame was taken up where a person's calls lead."""
    positions: tuple[S, ...]
    """Where it stands at the beginning and after each event; before it was taken up any that was supposed."""
    probability: float
    """Of the score at which it stands."""

    @property
    def position(self) -> S:
        """Where the likeliest frame stands now."""
        return self.positions[-1]

    def chance(self, event: int) -> float:
        """Return the probability of what the likeliest frame has for this event."""
        choice = self.frame[event]
        return next((one.probability for one in self.outcomes[event] if one.choice is choice), 1.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Ahead:
    """What lies ahead of a node: sum and maximum over all ways on, and the last node of the likeliest."""

    sum: float
    best: float
    last: int


def smoothed(decoding: Decoding[S]) -> Smoothed[S]:
    """Return how the frame is understood, with all that was seen and called up to now."""
    layers = decoding.layers
    ahead = _ahead(layers)
    last = layers[-1]
    lines = [node.line for node in last]
    number = max(range(len(last)), key=lambda n: last[n].best)
    path, nodes = _path(layers, number)
    outcomes = tuple(_outcomes(layers[i], layers[i + 1], ahead[i + 1], lines, path[i]) for i in range(len(layers) - 1))
    total = log_sum(node.sum for node in last)
    same = log_sum(node.sum for node in last if node.line.points == lines[number].points)
    return Smoothed(
        outcomes=outcomes, probability=exp(same - total), positions=tuple(node.state for node in nodes),
        frame=tuple(arc.choice if arc is not None else None for arc in path),
    )  # fmt: skip


def fact_chances(decoding: Decoding[S], understood: Smoothed[S]) -> tuple[Mapping[str, float], ...]:
    """Return for each event how likely each fact is as the likeliest frame has it: what was met first, what fell.

    By all that was seen, then and later, but not by what the law makes likely of such a stroke. Nothing of an event in
    which nobody struck, or which a person called.
    """
    ahead = _ahead(decoding.layers)
    return tuple(
        dict(_fact_chances(layer, after, on, choice.reading) if choice and choice.reading else ())
        for layer, after, on, choice in zip(
            decoding.layers[:-1], decoding.layers[1:], ahead[1:], understood.frame, strict=True
        )
    )


def _fact_chances(
    layer: Layer[S], after: Layer[S], ahead: Sequence[_Ahead], taken: Reading
) -> Iterator[tuple[str, float]]:
    weighed = [
        (layer[arc.origin].sum + weight + on.sum, reading)
        for node, on in zip(after, ahead, strict=True)
        for arc in node.arcs
        for reading, weight in arc.readings
    ]
    total = log_sum(weight for weight, _ in weighed)
    for kind in kinds_in_question() if weighed else ():
        told = told_of(taken.stroke, kind)
        same = (weight for weight, reading in weighed if reading and told_of(reading.stroke, kind) == told)
        yield kind.fact, exp(log_sum(same) - total)


def _ahead(layers: Sequence[Layer[S]]) -> list[list[_Ahead]]:
    """Return what lies ahead of each node of each layer."""
    found = [[_Ahead(sum=0.0, best=0.0, last=number) for number in range(len(layers[-1]))]]
    for layer, after in zip(reversed(layers[:-1]), reversed(layers[1:]), strict=True):
        sums: list[list[float]] = [[] for _ in layer]
        bests: list[tuple[float, int]] = [(-inf, 0) for _ in layer]
        for node, on in zip(after, found[0], strict=True):
            for arc in node.arcs:
                sums[arc.origin].append(arc.weight + on.sum)
                bests[arc.origin] = max(bests[arc.origin], (arc.weight + on.best, on.last))
        found.insert(0, [_Ahead(sum=log_sum(s), best=b, last=n) for s, (b, n) in zip(sums, bests, strict=True)])
    return found


def _path(layers: Sequence[Layer[S]], number: int) -> tuple[list[Transition | None], list[Node[S]]]:
    """Return the likeliest arcs to a node of the last layer (None: none leads on to an earlier one), and its nodes."""
    arcs: list[Transition | None] = []
    nodes: list[Node[S]] = [layers[-1][number]]
    for layer in reversed(layers[:-1]):
        node = nodes[-1]
        arc = node.arcs[node.best_arc] if node.best_arc >= 0 and (not arcs or arcs[-1] is not None) else None
        arcs.append(arc)
        nodes.append(layer[arc.origin] if arc is not None else max(layer, key=lambda one: one.best))
    return arcs[::-1], nodes[::-1]


def _outcomes(
    layer: Layer[S],
    after: Layer[S],
    ahead: Sequence[_Ahead],
    lines: Sequence[Scoreline],
    taken: Transition | None,
) -> tuple[StrokeOutcome, ...]:
    """Return what one event may have come to; what the likeliest frame has for it is shown by its own arc."""
    sums: dict[Hashable, list[float]] = {}
    bests: dict[Hashable, tuple[float, Transition, int]] = {}
    for node, on in zip(after, ahead, strict=True):
        for arc in node.arcs:
            before = layer[arc.origin]
            sums.setdefault(arc.effect, []).append(before.sum + arc.weight + on.sum)
            best = inf if arc is taken else before.best + arc.weight + on.best
            if arc.effect not in bests or best > bests[arc.effect][0]:
                bests[arc.effect] = best, arc, on.last
    total = log_sum(log_sum(weights) for weights in sums.values())
    found = [
        StrokeOutcome(
            effect=effect, probability=exp(log_sum(sums[effect]) - total), choice=arc.choice, scoreline=lines[last]
        )
        for effect, (_, arc, last) in bests.items()
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: -one.probability))
