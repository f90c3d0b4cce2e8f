"""What may be called beside a pot or a foul: a miss, a free ball, a touching ball. Each may be asked.

Theory: Section 3 Rules 8, 12 and 14; the catalogue's ALG-MISS and ALG-SNOOKER. A margin nearer to nothing than three
times the spread of the places is not decided here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from tracker.domain.frozen import replace
from tracker.domain.law.ruling import Finding
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.judge.facts import Facts, named
from tracker.rules.snooker.law.misses import MissLaw, after_failure
from tracker.rules.snooker.places.from_hand import open_from_hand_mm
from tracker.rules.snooker.places.open_table import can_be_hit
from tracker.rules.snooker.places.sight import could_be_on, open_by_mm, path_to, split

CURVED_CUSHION = "curved-cushion"
"""What hides the ball on, where an official says that it is no ball."""

SPREADS = 3.0
"""A margin within so many standard deviations is left to a person."""

ROUNDING_MM = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something said beside the main call."""

    holds: bool | None
    says: tuple[str, ...]
    cite: str
    why: str
    sure: float = 1.0
    ask: bool = False
    referee_only: bool = False
    balls: tuple[str, ...] = ()


MISSES = ("SNK-3.11.a.vi", "SNK-3.11.b.iv", "SNK-3.11.d.iii")
"""Findings that say by themselves that a ball on was not met first (SNK-2.21)."""


def _failed(facts: Facts, findings: tuple[Finding, ...]) -> bool:
    """Tell whether a ball on was not met first, neither alone nor together with another (SNK-2.21)."""
    first = facts.stroke.first_hit
    none_of_several = len(first) > 1 and bool(facts.may_hit) and facts.may_hit.isdisjoint(first)
    return not first or none_of_several or any(finding.clause in MISSES for finding in findings)


def miss_remark(
    law: MissLaw, facts: Facts, findings: tuple[Finding, ...], penalty: int
) -> tuple[Remark | None, str | None]:
    """Return the view on a miss (None: this foul cannot be one) and the best straight path there was to a ball on."""
    if not _failed(facts, findings) or facts.touching_on or facts.at.is_last_black:
        return None, None
    touching = facts.at.terms.touching_is_full and could_be_on(facts.at) & set(facts.at.touching)
    then = after_failure(facts.at, penalty, facts.reds_gone)
    told = "full" if touching else facts.told.path
    paths = (told,) if told else paths_before(facts)
    view, *others = (law(facts.at, facts.told, path, then) for path in paths)
    miss, why = view.miss, view.why
    if any(other.miss != miss for other in others):
        miss, why = None, f"was there a straight path to a ball on? It is decided by less than {slack_mm(facts):.1f} mm"
    remark = Remark(holds=miss, says=("FOUL AND A MISS",), cite=view.cite, why=why, referee_only=view.of_scores)
    return remark, paths[0]


def paths_before(facts: Facts) -> tuple[str | None, ...]:
    """Return the best straight path to a ball on before the stroke, and what else it may have been by the spread.

    None where the places were not known.
    """
    if facts.at.lie is None:
        return (None,)
    on, others = split(facts.at.lie, could_be_on(facts.at), facts.cue)
    if not on:
        return (None,)
    slack, touching_mm, cue = slack_mm(facts), facts.kit.touching_mm, facts.stroke.origin
    least = path_to(cue, on, others, touching_mm, slack)
    most = least if slack == 0.0 or least == "full" else path_to(cue, on, others, touching_mm, -slack)
    if least == most:
        return (least,)
    return tuple(dict.fromkeys((path_to(cue, on, others, touching_mm), least, most)))


def slack_mm(facts: Facts) -> float:
    """Return by how much (mm) two measured places may be nearer or further apart than they seem."""
    return SPREADS * spread_mm(facts.at.lie or ())


def spread_mm(lie: Iterable[Place]) -> float:
    """Return the spread (1 sigma, mm) of the distance between the two balls whose places are least sure."""
    return hypot(*sorted((place.sd_mm for place in lie), reverse=True)[:2])


def free_ball_remark(then: Position, told: Told, kit: Kit) -> Remark:
    """Return whether the next player is snookered in `then` (SNK-3.12); `told` is what officials say about it."""
    if then.anywhere:
        return _free_from_anywhere(then, told, kit)
    if could_be_on(then) & set(then.touching) and not then.in_hand:
        return _free(False, "the cue-ball touches a ball on: playing away from it counts as hitting it")
    if told.snookered is not None:
        return _free_by_word(then, told)
    return _free_by_places(then, kit)


def _free_by_places(then: Position, kit: Kit) -> Remark:
    if then.lie is None:
        return _free(None, "is the next player snookered? The places of the balls are not known")
    views = clearances(then, kit)
    if not views:
        return _free(None, "is the next player snookered? No ball on is seen on the table")
    best_mm = max(view.seen_mm for view in views)
    is_open = any(view.least_mm > 0 for view in views)
    if is_open or all(view.most_mm < 0 for view in views):
        return _free(not is_open, f"the next player is snookered, by {-best_mm:.1f} mm")
    return _free(None, f"is the next player snookered? It is decided by {abs(best_mm):.1f} mm")


def _free_by_word(then: Position, told: Told) -> Remark:
    if told.snookered_by == CURVED_CUSHION and then.terms.curved_cushions:
        return _free(False, "a curved cushion nearer than any ball hides the ball on")
    return _free(told.snookered, "the next player is snookered on every ball on")


def _free_from_anywhere(then: Position, told: Told, kit: Kit) -> Remark:
    """In hand anywhere there is a free ball only where no ball on can be hit from any place (SHO-19.ii)."""
    on, others = split(then.lie or (), could_be_on(then), WHITE)
    shut_in = told.possible is False or (bool(on) and told.possible is None and not can_be_hit(on, others, kit))
    return replace(_free(shut_in, "no ball on can be hit from anywhere on the table"), cite="SO 19(ii)")


def _free(holds: bool | None, why: str) -> Remark:
    return Remark(holds=holds, says=("FREE BALL",), cite="3.12", why=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearance:
    """By how much (mm) a ball on stands open on both edges; below 0: it is hidden."""

    seen_mm: float
    least_mm: float
    most_mm: float
    """As it may be at least, and at most, for how well the balls are placed."""


def clearances(then: Position, kit: Kit) -> list[Clearance]:
    """Return by how much each ball on stands open for the next player; from hand, one number for all of them.

    Empty: the cue-ball is not seen, or no ball on is.
    """
    lie, kinds = then.lie or (), could_be_on(then)
    on, others = split(lie, kinds, WHITE)
    if then.in_hand and on:
        slack = SPREADS * spread_mm(lie)
        seen = open_from_hand_mm(on, others, kit, slack)
        return [Clearance(seen_mm=seen, least_mm=seen - slack, most_mm=seen + slack)]
    cue = next((place for place in lie if place.ball == WHITE and not then.in_hand), None)
    objects = [place for place in lie if place.ball != WHITE]
    hiding = [place for place in objects if place.ball not in kinds]
    return [clearance(cue, ball, hiding, kit) for ball in objects if cue and ball.ball in kinds]


def clearance(cue: Place, ball: Place, hiding: Iterable[Place], kit: Kit) -> Clearance:
    """Return by how much a ball stands open beside those that may hide it, each as well placed as it is.

    A path between two balls is nowhere less sure than the less sure of both. How well others are placed does not count:
    a red deep in a pack leaves open where it lies itself.
    """
    found = [Clearance(seen_mm=kit.touching_mm, least_mm=kit.touching_mm, most_mm=kit.touching_mm)]
    for other in hiding:
        seen = open_by_mm(cue.at, [ball.at], [other.at], kit.touching_mm)
        slack = SPREADS * hypot(max(cue.sd_mm, ball.sd_mm), other.sd_mm)
        found.append(Clearance(seen_mm=seen, least_mm=seen - slack, most_mm=seen + slack))
    return Clearance(
        seen_mm=min(one.seen_mm for one in found), least_mm=min(one.least_mm for one in found),
        most_mm=min(one.most_mm for one in found),
    )  # fmt: skip


def touching_remark(facts: Facts, then: Position) -> Remark | None:
    """Return the call for a ball on that rests against the cue-ball (SNK-3.8.a), or a silent note of any other."""
    balls, doubted = touching_balls(facts, then), doubted_touches(facts)
    if not (balls or doubted) or then.in_hand or then.over:
        return None
    kinds = could_be_on(then)
    called = tuple(ball for ball in balls if ball in kinds)
    open_ones = tuple(ball for ball in doubted if ball in kinds and ball not in called)
    says = ("TOUCHING BALL", "DECLARE") if then.on == COLOUR and then.terms.asks_to_declare else ("TOUCHING BALL",)
    if called:
        why = f"cue-ball rests against {named(called)}"
        return Remark(holds=True, says=says, cite="3.8(a)", why=why, balls=balls, ask=set(called) <= doubted.keys())
    why = "; ".join(doubted[ball] for ball in open_ones)
    return Remark(holds=None if open_ones else False, says=says[:1], cite="3.8(a)", why=why, balls=balls)


def doubted_touches(facts: Facts) -> dict[str, str]:
    """Return the balls of which the eyes cannot tell whether they rest against the cue-ball, each with the doubt."""
    doubts = (doubt for doubt in facts.standing.doubts if doubt.about == "touching")
    pairs = ((pair, doubt.why) for doubt in doubts for pair in doubt.candidates if facts.cue in pair)
    return {ball: why for pair, why in pairs for ball in pair if ball != facts.cue}


def touching_balls(facts: Facts, then: Position) -> tuple[str, ...]:
    """Return the balls that rest against the cue-ball: those that the eyes name, and those whose places say so."""
    pairs = (pair for pair in facts.standing.touching if facts.cue in pair)
    named_by_eyes = [next(ball for ball in pair if ball != facts.cue) for pair in pairs]
    measured = balls_against(facts.cue, then.lie or (), facts.kit)
    known = {RED, *COLOURS}
    return tuple(dict.fromkeys(ball for ball in (*named_by_eyes, *measured) if ball in known))


def may_have_touched(facts: Facts) -> tuple[str, ...]:
    """Return the balls that lay so near the cue-ball before the stroke that their spread hides whether they touched."""
    lie = facts.at.lie or ()
    cue = next((place for place in lie if place.ball == facts.cue and not facts.at.in_hand), None)
    if cue is None:
        return ()
    near = (
        place.ball
        for place in lie
        if place.ball not in (facts.cue, *facts.at.touching)
        and distance_mm(cue.at, place.at) - facts.kit.touching_mm <= SPREADS * spread_mm((cue, place))
    )
    return tuple(dict.fromkeys(near))


def balls_against(cue: str, lie: tuple[Place, ...], kit: Kit) -> tuple[str, ...]:
    """Return the balls whose places say that they rest against the cue-ball."""
    at = next((place.at for place in lie if place.ball == cue), None)
    others = [] if at is None else [place for place in lie if place.ball != cue]
    return tuple(other.ball for other in others if at and distance_mm(at, other.at) <= kit.touching_mm + ROUNDING_MM)
