"""Arcs of the lattice: where the readings of a stroke, or a hand on the balls, lead from the positions before."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import inf, log
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Place, Standing
from tracker.match.decoder.lattice import REACH, Choice, Layer, Node, OpenArc, Transition, log_sum
from tracker.match.decoder.stances import POOR_FIT, Stance, applied, stances_before
from tracker.match.decoder.unseen import lying, with_unseen_met
from tracker.match.decoder.weighing import (
    CHANCES,
    HandsSeen,
    Weight,
    after_hiding,
    weigh_cue_ball,
    weigh_found,
    weigh_names,
    weigh_player,
    weigh_rest,
)
from tracker.rules.ruleset import RuleSet, S

REMEMBERED: Final = 24
"""So many strokes back it is known who played them: by how who plays now looked then, he is known."""


def arcs_left_open(
    rules: RuleSet[S], layer: Layer[S], seen: Alternatives, lain: Mapping[str, Place]
) -> list[OpenArc[S]]:
    """Return the ways that a stroke leaves open while nobody has called anything about it.

    `lain`: where balls were seen last before it (`unseen.seen_last`).
    """
    readings = [
        replace(reading, stroke=stroke, log_odds=log_odds)
        for reading, stroke, log_odds in zip(seen.readings, seen.settled, seen.log_probabilities, strict=False)
    ]
    weighed = [
        (layer[stance.origin].sum + stance.log_prior + stance.fit + reading.log_odds, stance, reading)
        for stance in stances_before(rules, layer, seen)
        for reading in with_unseen_met(readings, lying(stance.lay, lain), seen.before, stance.surplus, rules.kit)
    ]
    best, found = -inf, list[OpenArc[S]]()
    for most, stance, reading in sorted(weighed, key=lambda each: -each[0]):
        if most < best - REACH:  # whatever the law makes of it, the beam would give it up
            break
        ways = _ways(rules, layer[stance.origin], stance, reading, seen)
        best = max([best, *(layer[way.arc.origin].sum + way.arc.weight for way in ways)])
        found += ways
    return found


def _ways(
    rules: RuleSet[S], node: Node[S], stance: Stance[S], reading: Reading, seen: Alternatives
) -> list[OpenArc[S]]:
    """Return where one reading of a stroke, with its log-probability for odds, leads from one stance."""
    striker = striker_of(stance.line)
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
        effect = effect_of(node.line, stance.line, line)
        weight = base + branch.log_prior
        read = ((reading, weight - rarity),)
        arc = Transition(origin=stance.origin, weight=weight, effect=effect, choice=choice, readings=read)
        strikers = (striker, *node.strikers)[:REMEMBERED]
        ways.append(OpenArc(arc=arc, state=state, line=line, surplus=surplus, strikers=strikers))
    return ways


def _against(stance: Stance[Any], player: Weight, branch: Branch) -> tuple[str, ...]:
    foul = branch.ruling.findings[0].why if branch.ruling and branch.ruling.findings else ""
    return tuple(note for note in (*stance.against, player.against, foul and f"it would be a foul: {foul}") if note)


def moved_by_hand(rules: RuleSet[S], layer: Layer[S], seen: Alternatives) -> list[OpenArc[S]]:
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
            hands = HandsSeen(placed=moved, held=moved | lay.in_hand)
            rest = weigh_rest(due, standing, node.surplus, rules.kit, hands=hands)
            choice = Choice(
                reading=None, calls=branch.calls, why=branch.why or "hands moved the balls",
                against=(rest.against,) if rest.against else (),
            )  # fmt: skip
            weight = log_odds + branch.log_prior + rest.log_likelihood
            line = rules.scoreline(state)
            effect = effect_of(node.line, line, line)
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
    lay, striker = rules.expected(state), striker_of(by_hand.line)
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
            effect=effect_of(node.line, by_hand.line, line),
        )  # fmt: skip
        strikers = (striker, *node.strikers)[:REMEMBERED]
        found.append(OpenArc(arc=arc, state=after, line=line, surplus=rest.surplus, strikers=strikers))
    return found


def striker_of(at: Scoreline) -> Hashable:
    """Return who is to play: the side, and which of its players."""
    return at.striker, at.player


def change_shown(before: Scoreline, after: Scoreline) -> Hashable:
    """Return what leads from one position to the other as a scoreboard shows it."""
    gained = after.points[0] - before.points[0], after.points[1] - before.points[1]
    return gained, after.striker, after.player, after.over, after.winner


def effect_of(due: Scoreline, at: Scoreline, then: Scoreline) -> Hashable:
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
