"""Understand a frame as a whole: what each stroke came to, given all strokes that were seen. Knows no game.

Theory: a hidden Markov model over positions of the law. A layer of the lattice holds the positions that may stand
after a stroke, an arc what leads from one to the next: a reading of the stroke, and the calls that follow from it by
law, what nobody says aloud included. Arcs are weighed by the reading's log-odds, the law's prior, how the balls lay
before the stroke, and who played it. Positions with the same future are merged, so that forward and backward sums give
the probability of every outcome of every stroke (Rabiner 1989), and maxima the likeliest frame (Viterbi). A layer keeps
only what is within reach of its best: a beam.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log
from typing import Any, Final, Generic

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.match.decoder.lattice import REACH, Choice, Layer, Node, OpenArc, Transition, log_sum, merged, pruned
from tracker.match.decoder.unseen import with_unseen_met
from tracker.match.decoder.weighing import (
    CHANCES,
    HandsSeen,
    Surplus,
    Weight,
    after_hiding,
    weigh_cue_ball,
    weigh_found,
    weigh_names,
    weigh_origin,
    weigh_player,
    weigh_rest,
    weigh_struck_from,
)  # fmt: skip
from tracker.rules.ruleset import RuleSet, S

POOR_FIT: Final = -4.0
"""Where the balls lie worse than this by every position, a stroke may have been missed."""
MOST_MISSED: Final = 2
"""So many strokes in a row may have been missed."""
REMEMBERED: Final = 24
"""So many strokes back it is known who played them: by how who plays now looked then, he is known."""
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


# ---- forward -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Stance(Generic[S]):
    """A position in which the stroke may have been played, with what led to it since the last stroke."""

    origin: int
    state: S
    line: Scoreline
    calls: tuple[Call, ...]
    log_prior: float
    fit: float
    """Log-likelihood of how the balls lay."""
    surplus: Surplus
    lay: Expected
    """How they were to lie before any stroke that nobody saw."""
    why: str
    against: tuple[str, ...]


def _advanced(decoding: Decoding[S], seen: Alternatives) -> Layer[S]:
    """Return the positions after a stroke that nobody has called anything about."""
    layer, rules = decoding.layers[-1], decoding.rules
    ways = _left_open(rules, layer, seen)
    if seen.hand is not None:
        ways += _by_hand(rules, layer, seen)
    return merged(rules, layer, ways)


def _stances(rules: RuleSet[S], layer: Layer[S], seen: Alternatives) -> list[_Stance[S]]:
    """Return the positions in which a stroke may have been played; strokes missed where the balls fit none of them."""
    before, stroke = seen.before, seen.likeliest.stroke
    heard = [
        _stance(rules, layer, number, branch, seen)
        for number, node in enumerate(layer)
        for branch in rules.between(node.state, before)
    ]
    found, last = list(heard), [one for one in heard if not layer[one.origin].handled]
    for _ in range(MOST_MISSED):
        if before is None or not last or max(one.fit for one in last) > POOR_FIT:
            break
        last = [
            _stance_after(rules, layer, one, branch, before, stroke)
            for one in _within_reach(layer, last)
            for branch in rules.missed(one.state, before)
        ]
        found += last
    return found


def _within_reach(layer: Layer[S], stances: Sequence[_Stance[S]]) -> list[_Stance[S]]:
    """Return the stances within reach of the best by all but how the balls lie: a stroke that was missed moves them."""
    likely = [layer[one.origin].sum + one.log_prior for one in stances]
    return [one for one, log_p in zip(stances, likely, strict=True) if log_p > max(likely) - REACH]


def _stance(rules: RuleSet[S], layer: Layer[S], origin: int, heard: Branch, seen: Alternatives) -> _Stance[S]:
    node, stroke = layer[origin], seen.likeliest.stroke
    state = applied(rules, node.state, heard.calls)
    assert state is not None, "the law offers no branch that it refuses"
    expected = rules.expected(state)
    lay = replace(expected, places=None) if node.handled else expected
    if seen.before is None:
        rest = weigh_origin(lay, stroke.cue_ball, stroke.origin, node.surplus, rules.kit)
    else:
        moved = frozenset(stroke.moved_between)
        placed = moved | ({stroke.cue_ball} if node.was_handled else set())
        rest = weigh_rest(lay, seen.before, node.surplus, rules.kit, hands=HandsSeen(carried=moved, placed=placed))
    struck = weigh_struck_from(expected, stroke)
    return _Stance(
        origin=origin, state=state, line=rules.scoreline(state), calls=heard.calls, log_prior=heard.log_prior,
        fit=rest.log_likelihood + struck.log_likelihood, surplus=rest.surplus, lay=lay, why=heard.why,
        against=tuple(note for note in (rest.against, struck.against) if note),
    )  # fmt: skip


def _stance_after(
    rules: RuleSet[S], layer: Layer[S], stance: _Stance[S], missed: Branch, before: Standing, stroke: Stroke
) -> _Stance[S]:
    """Return a stance with a stroke after it that nobody saw: it must have moved the cue-ball, and may have others."""
    state = applied(rules, stance.state, missed.calls)
    assert state is not None, "the law offers no branch that it refuses"
    expected = replace(rules.expected(state), places=stance.lay.places, in_hand=stance.lay.in_hand)
    rest = weigh_rest(expected, before, layer[stance.origin].surplus, rules.kit, missed_with=stroke.cue_ball)
    fit = rest.log_likelihood + weigh_struck_from(expected, stroke).log_likelihood
    return replace(
        stance, state=state, line=rules.scoreline(state), calls=(*stance.calls, *missed.calls), fit=fit,
        surplus=rest.surplus,
        log_prior=stance.log_prior + log(CHANCES.lost) + missed.log_prior, why=missed.why, against=(),
    )  # fmt: skip


def _ways(
    rules: RuleSet[S], node: Node[S], stance: _Stance[S], reading: Reading, seen: Alternatives
) -> list[OpenArc[S]]:
    """Return where one reading of a stroke, with its log-probability for odds, leads from one stance."""
    striker = _striker(stance.line)
    player = weigh_player(striker, node.strikers, seen.players)
    base = stance.log_prior + stance.fit + reading.log_odds + player.log_likelihood
    base += weigh_cue_ball(reading.stroke, reading.standing)
    base += weigh_names(stance.surplus, node.surplus, reading.renamed) if seen.before else 0.0
    base += weigh_found(stance.lay, stance.surplus, reading.stroke, reading.standing, rules.kit)
    ways, surplus = list[OpenArc[S]](), after_hiding(stance.surplus, reading.standing)
    judged = [
        (branch, state)
        for branch in rules.branches(stance.state, reading.stroke, reading.standing)
        if (state := applied(rules, stance.state, branch.calls)) is not None
    ]
    rarity = log_sum(branch.log_prior for branch, _ in judged)
    for branch, state in judged:
        ruling = branch.ruling and replace(branch.ruling, calls=(*stance.calls, *branch.ruling.calls))
        choice = Choice(
            reading=reading, calls=(*stance.calls, *branch.calls), ruling=ruling, why=stance.why or branch.why,
            against=_against(stance, player, branch),
        )  # fmt: skip
        line = rules.scoreline(state)
        effect = _effect(node.line, stance.line, line)
        weight = base + branch.log_prior
        read = ((reading, weight - rarity),)
        arc = Transition(origin=stance.origin, weight=weight, effect=effect, choice=choice, readings=read)
        strikers = (striker, *node.strikers)[:REMEMBERED]
        ways.append(OpenArc(arc=arc, state=state, line=line, surplus=surplus, strikers=strikers))
    return ways


def _against(stance: _Stance[Any], player: Weight, branch: Branch) -> tuple[str, ...]:
    foul = branch.ruling.findings[0].why if branch.ruling and branch.ruling.findings else ""
    return tuple(note for note in (*stance.against, player.against, foul and f"it would be a foul: {foul}") if note)


def _by_hand(rules: RuleSet[S], layer: Layer[S], seen: Alternatives) -> list[OpenArc[S]]:
    """Return what may stay when nobody struck: balls that were cleaned lie where they lay, or all are put back.

    Putting back takes a while, and the hand may not have done with it: how the balls lie then tells the next stroke.
    Where they lie as no hand would leave them a stroke may have been played out of view, too.
    """
    found = list[OpenArc[S]]()
    standing, log_odds = _rest_after_hand(seen), seen.log_probabilities[-1]
    for number, node in enumerate(layer):
        for branch in rules.between(node.state, standing):
            state = applied(rules, node.state, branch.calls)
            assert state is not None, "the law offers no branch that it refuses"
            lay = rules.expected(state)
            put_back = lay.places != rules.expected(node.state).places
            due = replace(lay, places=None, in_hand=frozenset()) if put_back else lay
            moved = frozenset((seen.likeliest.stroke.cue_ball,))
            hands = HandsSeen(placed=moved, held=moved)
            rest = weigh_rest(due, standing, node.surplus, rules.kit, hands=hands)
            choice = Choice(
                reading=None, calls=branch.calls, why=branch.why or "hands moved the balls",
                against=(rest.against,) if rest.against else (),
            )  # fmt: skip
            weight = log_odds + branch.log_prior + rest.log_likelihood
            line = rules.scoreline(state)
            effect = _effect(node.line, line, line)
            arc = Transition(
                origin=number, choice=choice, weight=weight, effect=effect, readings=((None, weight),)
            )  # fmt: skip
            handled = rest.log_likelihood < POOR_FIT
            strikers = (None, *node.strikers)[:REMEMBERED]
            way = OpenArc(
                arc=arc, state=state, line=line, surplus=rest.surplus, strikers=strikers, handled=handled
            )  # fmt: skip
            found.append(way)
            if handled:
                before = replace(way, arc=replace(arc, weight=log_odds + branch.log_prior))
                found += _behind_hand(rules, node, before, seen)
    return found


def _rest_after_hand(seen: Alternatives) -> Standing:
    """Return the balls at rest once a hand has moved some; what nobody saw before it may have gone yet."""
    standing = seen.likeliest.standing
    if seen.before is None:
        return standing
    return replace(standing, hidden=tuple((Counter(standing.hidden) | Counter(seen.before.hidden)).elements()))


def _behind_hand(rules: RuleSet[S], node: Node[S], by_hand: OpenArc[S], seen: Alternatives) -> list[OpenArc[S]]:
    """Return what one stroke that nobody saw may have come to, where hands were seen; `by_hand`: without it."""
    stroke, standing, state = seen.likeliest.stroke, _rest_after_hand(seen), by_hand.state
    lay, striker = rules.expected(state), _striker(by_hand.line)
    player = weigh_player(striker, node.strikers, seen.players)
    found = []
    for branch in rules.missed(state, standing):
        after = applied(rules, state, branch.calls)
        assert after is not None, "the law offers no branch that it refuses"
        due = replace(rules.expected(after), places=lay.places, in_hand=lay.in_hand)
        rest = weigh_rest(due, standing, node.surplus, rules.kit, missed_with=stroke.cue_ball)
        weight = by_hand.arc.weight + log(CHANCES.lost) + branch.log_prior
        before, line = by_hand.arc.choice, rules.scoreline(after)
        choice = replace(before, calls=(*before.calls, *branch.calls), why=branch.why, against=())
        arc = replace(
            by_hand.arc, weight=weight + rest.log_likelihood + player.log_likelihood, choice=choice,
            effect=_effect(node.line, by_hand.line, line),
        )  # fmt: skip
        strikers = (striker, *node.strikers)[:REMEMBERED]
        found.append(OpenArc(arc=arc, state=after, line=line, surplus=rest.surplus, strikers=strikers))
    return found


def _called(decoding: Decoding[S], event: TableEvent) -> Layer[S]:
    """Return the positions after something that a person called: evidence that nothing overturns."""
    calls = event.calls
    assert calls is not None
    layer, rules = decoding.layers[-1], decoding.rules
    left_open = () if event.seen is None else _left_open(rules, layer, event.seen)
    ways: list[OpenArc[S]] = []
    for number, node in enumerate(layer):
        state = applied(rules, node.state, calls)
        if state is None:
            continue
        line = rules.scoreline(state)
        change = _change(node.line, line)
        agreeing = [way.arc for way in left_open if way.arc.origin == number and _change(node.line, way.line) == change]
        likeliest = max(agreeing, key=lambda arc: arc.weight, default=None)
        weight = log_sum(arc.weight for arc in agreeing) if likeliest else NOT_AS_CALLED
        choice = Choice(reading=likeliest.choice.reading if likeliest else None, calls=calls)
        effect = likeliest.effect if likeliest else change
        arc = Transition(origin=number, effect=effect, weight=weight, choice=choice)
        struck = () if event.seen is None else (_striker(node.line) if calls else None,)
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
        effect, choice = _effect(node.line, node.line, node.line), Choice(reading=None, calls=())
        arc = Transition(origin=number, choice=choice, weight=weight, effect=effect)
        ways.append(
            OpenArc(
                arc=arc, state=node.state, line=node.line, surplus=node.surplus, strikers=node.strikers,
                handled=node.handled,
            )
        )  # fmt: skip
    return merged(rules, layer, ways)


def _left_open(rules: RuleSet[S], layer: Layer[S], seen: Alternatives) -> list[OpenArc[S]]:
    """Return the ways that a stroke leaves open while nobody has called anything about it."""
    readings = [
        replace(reading, stroke=stroke, log_odds=log_odds)
        for reading, stroke, log_odds in zip(seen.readings, seen.settled, seen.log_probabilities, strict=False)
    ]
    weighed = [
        (layer[stance.origin].sum + stance.log_prior + stance.fit + reading.log_odds, stance, reading)
        for stance in _stances(rules, layer, seen)
        for reading in with_unseen_met(readings, stance.lay, seen.before, stance.surplus, rules.kit)
    ]
    best, found = -inf, list[OpenArc[S]]()
    for most, stance, reading in sorted(weighed, key=lambda each: -each[0]):
        if most < best - REACH:  # whatever the law makes of it, the beam would give it up
            break
        ways = _ways(rules, layer[stance.origin], stance, reading, seen)
        best = max([best, *(layer[way.arc.origin].sum + way.arc.weight for way in ways)])
        found += ways
    return found


def applied(rules: RuleSet[S], state: S, calls: Iterable[Call]) -> S | None:
    """Return the position after `calls`; None: the law refuses one of them."""
    try:
        for call in calls:
            state = rules.apply(state, call)
    except CallRefused:
        return None
    return state


def _striker(at: Scoreline) -> Hashable:
    return at.striker, at.player


def _change(before: Scoreline, after: Scoreline) -> Hashable:
    """Return what leads from one position to the other as a scoreboard shows it."""
    gained = after.points[0] - before.points[0], after.points[1] - before.points[1]
    return gained, after.striker, after.player, after.over, after.winner


def _effect(due: Scoreline, at: Scoreline, then: Scoreline) -> Hashable:
    """Return what a stroke comes to as its striker sees it: so a doubt about an earlier turn is none about this stroke.

    Who struck (whoever was to play, or not), what he and the other side gained, who plays next, and who has won.

    Args:
        due: before what was said ahead of the stroke.
        at: as it was played.
        then: after it.
    """
    gained = tuple(new - old for old, new in zip(due.points, then.points, strict=True))
    mine, other = gained[at.striker], gained[1 - at.striker]
    won = None if then.winner is None else then.winner == at.striker
    same = (due.striker, due.player) == (at.striker, at.player)
    return same, mine, other, then.striker == at.striker, then.over, won
