"""Understand a frame as a whole: what each stroke came to, given all strokes that were seen. Knows no game.

Theory: a hidden Markov model over positions of the law. A layer of the lattice holds the positions that may stand
after a stroke, an arc what leads from one to the next: a reading of the stroke, and the calls that follow from it by
law, what nobody says aloud included. Arcs are weighed by the reading's log-odds, the law's prior, how the balls lay
before the stroke, and who played it. Positions with the same future are merged, so that forward and backward sums give
the probability of every outcome of every stroke (Rabiner 1989), and maxima the likeliest frame (Viterbi). A layer keeps
only what is within reach of its best: a beam.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Any, Final, Generic

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Place
from tracker.match.decoder.arcs import REMEMBERED, arcs_left_open, change_shown, effect_of, moved_by_hand, striker_of
from tracker.match.decoder.lattice import Choice, Layer, Node, OpenArc, Transition, log_sum, merged, pruned
from tracker.match.decoder.stances import applied
from tracker.match.decoder.unseen import seen_last
from tracker.rules.ruleset import RuleSet, S

NOT_AS_CALLED: Final = -9.0
"""What it costs a frame that a person called something that it holds no reading for."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableEvent:
    """Something that happened at the table, in order: what was seen of a stroke, what a person called, or both.

    Last of all it may be that the recording ended.
    """

    entry: int = 0
    """Its number in the book."""
    seen: Alternatives | None = None
    calls: tuple[Call, ...] | None = None
    """None: nobody has called anything about it."""
    position: Any = None
    """Where the book stands after the calls: the frame is taken up there if nothing that was supposed allows them."""
    ended: bool = False
    """The recording ended: nothing was called of that, either."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Decoding(Generic[S]):
    """What has been made of a frame so far."""

    rules: RuleSet[S]
    layers: tuple[Layer[S], ...]
    """The positions before the first event, and after each."""
    events: tuple[TableEvent, ...] = ()

    def after(self, event: TableEvent) -> "Decoding[S]":
        """Return what is made of the frame after one event more."""
        if event.ended:
            layer = _ended(self)
        elif event.calls is not None:
            layer = _called(self, event)
        elif event.seen is not None:
            layer = _advanced(self, event.seen)
        else:
            raise ValueError("an event in which nothing was seen and nothing called")
        layer = pruned(layer)
        return replace(self, layers=(*self.layers, layer), events=(*self.events, event))

    @property
    def log_evidence(self) -> float:
        """Return the logarithm of how likely all that was seen and called is, if the frame began as supposed.

        Each layer is kept on a scale of its own (`pruned`): what was taken off is counted again.
        """
        left = sum(
            max((forward_log_probability(old, node) for node in new), default=0.0) for old, new in pairwise(self.layers)
        )
        return left + log_sum(node.sum for node in self.layers[-1])

    def till(self, count: int) -> "Decoding[S]":
        """Return what was made of it after the first `count` events."""
        return replace(self, layers=self.layers[: count + 1], events=self.events[:count])


def begin(rules: RuleSet[S], position: S) -> Decoding[S]:
    """Return a frame in which nothing has happened."""
    return Decoding(rules=rules, layers=((Node(state=position, line=rules.scoreline(position)),),))


def forward_log_probability(before: Layer[S], node: Node[S]) -> float:
    """Return the logarithm of the probability of all ways to a position, on the scale of the layer before."""
    return log_sum(before[arc.origin].sum + arc.weight for arc in node.arcs)


def decode(before: Decoding[S], events: Sequence[TableEvent]) -> Decoding[S]:
    """Return what is made of `events`, where `before` may have been made of the first of them."""
    same = 0
    for old, new in zip(before.events, events, strict=False):
        if (old.entry, old.calls) != (new.entry, new.calls):
            break
        same += 1
    decoding = before.till(same)
    for event in events[same:]:
        decoding = decoding.after(event)
    return decoding


def _advanced(decoding: Decoding[S], seen: Alternatives) -> Layer[S]:
    """Return the positions after a stroke that nobody has called anything about."""
    layer, rules = decoding.layers[-1], decoding.rules
    ways = arcs_left_open(rules, layer, seen, _seen_last(decoding))
    if seen.hand is not None:
        ways += moved_by_hand(rules, layer, seen)
    return merged(rules, layer, ways)


def _seen_last(decoding: Decoding[S]) -> Mapping[str, Place]:
    """Return where balls were seen last."""
    return seen_last((event.seen for event in decoding.events if event.seen is not None), decoding.rules.kit)


def _called(decoding: Decoding[S], event: TableEvent) -> Layer[S]:
    """Return the positions after something that a person called: evidence that nothing overturns."""
    calls = event.calls
    assert calls is not None
    layer, rules = decoding.layers[-1], decoding.rules
    left_open = () if event.seen is None else arcs_left_open(rules, layer, event.seen, _seen_last(decoding))
    ways: list[OpenArc[S]] = []
    for number, node in enumerate(layer):
        state = applied(rules, node.state, calls)
        if state is None:
            continue
        line = rules.scoreline(state)
        change = change_shown(node.line, line)
        agreeing = [
            way.arc for way in left_open if way.arc.origin == number and change_shown(node.line, way.line) == change
        ]
        likeliest = max(agreeing, key=lambda arc: arc.weight, default=None)
        weight = log_sum(arc.weight for arc in agreeing) if likeliest else NOT_AS_CALLED
        choice = Choice(reading=likeliest.choice.reading if likeliest else None, calls=calls)
        effect = likeliest.effect if likeliest else change
        arc = Transition(origin=number, effect=effect, weight=weight, choice=choice)
        struck = () if event.seen is None else (striker_of(node.line) if calls else None,)
        ways.append(
            OpenArc(
                arc=arc, state=state, line=line, surplus=node.surplus, strikers=(*struck, *node.strikers)[:REMEMBERED],
                handled=event.seen is None or not calls,
            )
        )  # fmt: skip
    return merged(rules, layer, ways) or (Node(state=event.position, line=rules.scoreline(event.position)),)


def _ended(decoding: Decoding[S]) -> Layer[S]:
    """Return the positions as a recording ends: where the frame is over by them, that is why; else it broke off.

    How seldom it breaks off is told by how often it went on: after n strokes without breaking off, once in n + 1 (the
    rule of succession; Jaynes, Probability Theory, 2003, ch. 18).
    """
    layer, rules = decoding.layers[-1], decoding.rules
    breaks_off = -log(1 + sum(event.seen is not None for event in decoding.events))
    ways = []
    for number, node in enumerate(layer):
        weight = 0.0 if node.line.over else breaks_off
        effect, choice = effect_of(node.line, node.line, node.line), Choice(reading=None, calls=())
        arc = Transition(origin=number, choice=choice, weight=weight, effect=effect)
        ways.append(
            OpenArc(
                arc=arc, state=node.state, line=node.line, surplus=node.surplus, strikers=node.strikers,
                handled=node.handled,
            )
        )  # fmt: skip
    return merged(rules, layer, ways)
