"""Positions of the law in which a stroke may have been played, weighed by how the balls lay before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, Generic

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.match.decoder.lattice import REACH, Layer
from tracker.match.decoder.weighing import CHANCES, HandsSeen, Surplus, weigh_origin, weigh_rest, weigh_struck_from
from tracker.rules.ruleset import RuleSet, S

POOR_FIT: Final = -4.0
"""Where the balls lie worse than this by every position, a stroke may have been missed."""
MOST_MISSED: Final = 2
"""So many strokes in a row may have been missed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stance(Generic[S]):
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


def stances_before(rules: RuleSet[S], layer: Layer[S], seen: Alternatives) -> list[Stance[S]]:
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


def _within_reach(layer: Layer[S], stances: Sequence[Stance[S]]) -> list[Stance[S]]:
    """Return the stances within reach of the best by all but how the balls lie: a stroke that was missed moves them."""
    likely = [layer[one.origin].sum + one.log_prior for one in stances]
    return [one for one, log_p in zip(stances, likely, strict=True) if log_p > max(likely) - REACH]


def _stance(rules: RuleSet[S], layer: Layer[S], origin: int, heard: Branch, seen: Alternatives) -> Stance[S]:
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
    return Stance(
        origin=origin, state=state, line=rules.scoreline(state), calls=heard.calls, log_prior=heard.log_prior,
        fit=rest.log_likelihood + struck.log_likelihood, surplus=rest.surplus, lay=lay, why=heard.why,
        against=tuple(note for note in (rest.against, struck.against) if note),
    )  # fmt: skip


def _stance_after(
    rules: RuleSet[S], layer: Layer[S], stance: Stance[S], missed: Branch, before: Standing, stroke: Stroke
) -> Stance[S]:
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


def applied(rules: RuleSet[S], state: S, calls: Iterable[Call]) -> S | None:
    """Return the position after `calls`; None: the law refuses one of them."""
    try:
        for call in calls:
            state = rules.apply(state, call)
    except CallRefused:
        return None
    return state
