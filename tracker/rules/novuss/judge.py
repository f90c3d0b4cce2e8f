"""From a stroke of novuss to advice: run every clause, keep every finding, rule by the gravest, say what to look at.

Order of the catalogue's ALG-NOV: acts that lose the set, penalties (one puck at most for a stroke, N6 ¶20), what was
pocketed, whether the series goes on, the end of the set, and what is put back on the board.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.domain.strokes.incidents import doubted
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.rules.novuss.board import placed, taken
from tracker.rules.novuss.calls import After, Picks, Played, SetLost
from tracker.rules.novuss.clauses import (
    GRAVITY,
    PENALTY,
    SET,
    TURN,
    Clause,
    asked_of,
    attacks_blind_zone,
    attacks_centre,
)
from tracker.rules.novuss.facts import STRIKER, Facts
from tracker.rules.novuss.law import side_of
from tracker.rules.novuss.position import Pair, Position, Put, changed
from tracker.rules.novuss.told import BLIND, Told

Apply = Callable[[Position, Call], Position]
Found = tuple[tuple[Clause, Finding], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What the judge works with: the clauses in force, the board, and the law that applies a call."""

    clauses: tuple[Clause, ...]
    kit: Kit
    apply: Apply


def judge(bench: Bench, at: Position, seen: Stroke, standing: Standing, told: Told) -> Ruling:
    """Return the ruling on a stroke; where no stroke may be played, an empty one that says why."""
    inferred = _answering(at, told)
    for pick in inferred:
        at = bench.apply(at, pick)
    facts = Facts(at=at, stroke=seen, standing=standing, told=told, kit=bench.kit)
    if trouble := _no_stroke(facts):
        return Ruling(suggestions=(), calls=(), doubts=(trouble,))
    found = _found(bench, facts)
    costs = max((clause.costs for clause, _ in found), key=GRAVITY.index, default="")
    call = _call(facts, found, costs)
    then = bench.apply(at, call)
    spots = placed(bench.kit, then.put, _board_after(facts))
    if isinstance(call, Played):
        call = replace(call, after=replace(call.after, lie=_lie(facts, spots)))
    doubts = (*_doubts(bench, facts), *asked_of(facts), *_homeless(then))
    said = _suggestion(facts, bench.apply(at, call), found, costs, doubts)
    findings = tuple(finding for _, finding in found)
    return Ruling(
        suggestions=(said,),
        calls=(*inferred, call),
        findings=findings,
        spots=tuple(spot for _, spot in spots),
        doubts=doubts,
    )


def _answering(at: Position, told: Told) -> tuple[Picks, ...]:
    """Infer from a stroke who of the pair answers: the one that was named, or the next in turn."""
    if at.chooser is None or at.over:
        return ()
    by = told.by if told.by is not None and told.by[0] == at.chooser else (at.chooser, at.player)
    return (Picks(side=by[0], player=by[1], inferred=True),)


def _no_stroke(facts: Facts) -> str:
    at, by = facts.at, facts.told.by
    if at.over:
        return "the set is over: this stroke counts for nothing"
    if by is not None and by != (at.striker, at.player) and at.strokes:
        return "played out of turn: the book speaks of the first stroke only, the referee must decide"
    return ""


def _found(bench: Bench, facts: Facts) -> Found:
    """Run all clauses; what the referee did not see before the next stroke costs no more than the turn."""
    found = ((clause, finding) for clause in bench.clauses if (finding := clause.find(facts)) is not None)
    kept = tuple(one for one in found if not facts.told.unseen or one[0].costs == TURN)
    breach = any(clause.costs == PENALTY for clause, _ in kept)
    return tuple(one for one in kept if one[0].id != KNOWINGLY or breach)


KNOWINGLY = "NOV-5.4"
"""Intent alone is no breach: the stroke must break another sentence."""


def _call(facts: Facts, found: Found, costs: str) -> Played | SetLost:
    gravest = [(clause, finding) for clause, finding in found if clause.costs == costs]
    if costs == SET:
        side = facts.side if facts.told.by is None else facts.told.by[0]
        return SetLost(side=side, because=gravest[0][1].why)
    own, opponent = facts.pocketed
    return Played(
        own=own, opponent=opponent, off=facts.off, penalised=costs == PENALTY,
        backslide=any(clause.id == BACKSLIDE for clause, _ in found), after=_counted(facts),
    )  # fmt: skip


BACKSLIDE = "NOV-7.5"


def _board_after(facts: Facts) -> tuple[Place, ...]:
    """Return where the pucks lie after the stroke, one that was driven where it may not be put back; empty: unknown."""
    lie = tuple(place for place in facts.standing.places if place.ball != STRIKER)
    _, now, before = facts.drove
    if now is None or before is None or not is_attack_undone(facts):
        return lie
    return (*(place for place in lie if place is not now), before)


def is_attack_undone(facts: Facts) -> bool:
    """Tell whether an opponent's puck is put back where it was (N3 ¶11, ¶17; N9 ¶3)."""
    return attacks_centre(facts) is not None or attacks_blind_zone(facts) is not None


BLIND_ZONE, CIRCLE = "blind", "centre"


def _counted(facts: Facts) -> After:
    """Return how many pucks are light and blind after the stroke: as they lie, or else as they went."""
    board = _board_after(facts)
    if board:
        points = [place.at for place in board]
        return After(
            light=facts.counts(board, "light"), blind=facts.counts(board, "blind"), occupied=taken(facts.kit, points)
        )
    at, (own, _) = facts.at, facts.pocketed
    blind = min(own, at.blind[facts.side]) if facts.first == BLIND else 0
    driven = "" if is_attack_undone(facts) else facts.drove[0]
    light = changed(_light_after(facts, own - blind), 1 - facts.side, -(driven in (BLIND_ZONE, CIRCLE)))
    return After(
        light=light, blind=changed(changed(at.blind, facts.side, -blind), 1 - facts.side, driven == BLIND_ZONE)
    )


def _light_after(facts: Facts, own: int) -> Pair:
    off = [side_of(puck.ball) for puck in facts.off]
    gone = changed((facts.pocketed[1],) * 2, facts.side, own - facts.pocketed[1])
    a, b = (max(0, facts.at.light[side] - gone[side] - off.count(side)) for side in (0, 1))
    return a, b


def _lie(facts: Facts, spots: tuple[tuple[Put, Place], ...]) -> tuple[Place, ...] | None:
    """Return where all pucks lie, those that were put on the board among them; None: not known."""
    board = _board_after(facts)
    return (*board, *(_named(put, place) for put, place in spots)) if board else None


def _named(put: Put, place: Place) -> Place:
    return place if put.side is None else replace(place, ball="ab"[put.side])


def _doubts(bench: Bench, facts: Facts) -> tuple[str, ...]:
    """Return the doubts about facts that the clauses read, in words."""
    read = frozenset[str]().union(*(clause.reads for clause in bench.clauses))
    return tuple(doubted(doubt) for doubt in (*facts.stroke.doubts, *facts.standing.doubts) if doubt.about in read)


def _homeless(then: Position) -> tuple[str, ...]:
    """Name the pucks for which the book leaves the place to the referee (N2 ¶14)."""
    return tuple(
        f"{put.ball} is put near the centre, on the imagined diagonal toward where it left"
        for put in then.put
        if not put.place
    )


def _suggestion(facts: Facts, then: Position, found: Found, costs: str, doubts: tuple[str, ...]) -> Suggestion:
    gravest = [finding for clause, finding in found if clause.costs == costs]
    others = [finding.why for _, finding in found if finding not in gravest[:1]]
    own, _ = facts.pocketed
    fair = f"{own} pocketed" if own else "fair stroke"
    why = "; also ".join([gravest[0].why if gravest else fair, *others])
    sure = min([facts.stroke.first_hit_sure, *(pot.sure for pot in facts.stroke.potted)])
    return Suggestion(
        say=then.said[0] if then.said else str(own) if own else SILENT,
        value=None,
        cite=gravest[0].cite if gravest else "N2 ¶10",
        why="; ".join((why, *doubts)),
        sure=sure,
        ask=bool(doubts),
    )
