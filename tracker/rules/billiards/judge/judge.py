"""From a stroke to advice: run every clause, then score the stroke, and say what else the referee must call.

Order: infringements, a ball that fell in by itself, a miss, scores, announcements, a touching ball. Doubt is
handled here and nowhere else: a doubt about any fact that the clauses or the scores read becomes *please look*.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.domain.strokes.incidents import doubted
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.ball import RED
from tracker.domain.table.plane import distance_mm
from tracker.rules.billiards.game.calls import After, Announce, Annul, Choose, Foul, Miss, Played, PlaysFirst
from tracker.rules.billiards.game.position import AS_LEFT, BALLS, CUE_BALLS, IN_HAND_SPOTTED, Position
from tracker.rules.billiards.game.told import Told
from tracker.rules.billiards.judge.clauses import Clause
from tracker.rules.billiards.judge.facts import SPREADS, Facts, named
from tracker.rules.billiards.law import limits
from tracker.rules.billiards.law.law import PENALTY
from tracker.rules.billiards.law.spotting import HOME, touching_pairs
from tracker.rules.billiards.law.voice import CROSSED, TOUCHING, words_of

Apply = Callable[[Position, Call], Position]

READS: Final = frozenset({"first_hit", "potted", "off_table", "touches", "touching"})
"""Facts of a stroke and of a standing that the scores depend on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What the judge works with: the clauses in force, and the law that applies a call."""

    clauses: tuple[Clause, ...]
    apply: Apply


def judge(bench: Bench, at: Position, seen: Stroke, standing: Standing, told: Told) -> Ruling:
    """Return the ruling on a stroke; a game that is over gives an empty one."""
    if at.over:
        return Ruling(suggestions=(), calls=(), doubts=("the game is over: this stroke counts for nothing",))
    if at.choices and told.by is not None and told.by == at.offender:
        return _played_on(bench, Facts(at=at, stroke=seen, standing=standing, told=told))
    settled = _settled(at, seen)
    facts = Facts(at=bench.apply(at, settled[0]) if settled else at, stroke=seen, standing=standing, told=told)
    condoned = told.unseen and facts.by == facts.at.striker
    findings = () if condoned else _findings(bench, facts)
    doubts = _doubts(bench, facts)
    main = _call(facts, findings)
    said = _main(facts, main, findings)
    said = replace(said, why="; ".join((said.why, *doubts)), ask=said.ask or bool(doubts))
    then = bench.apply(facts.at, main)
    announced = tuple(Announce(what=what) for what in limits.due(then)) if _goes_on(then) else ()
    return Ruling(
        suggestions=(said, *_beside(facts, main, then), *map(_announcement, announced)),
        calls=(*settled, main, *announced), findings=findings, spots=then.spotted, doubts=doubts,
    )  # fmt: skip


def _goes_on(then: Position) -> bool:
    return bool(then.visit) and not then.over


def _settled(at: Position, seen: Stroke) -> tuple[Call, ...]:
    """Return the choice that a stroke implies where nobody was heard to make it.

    The side whose ball is struck plays first; after a foul the balls are played as they lie, unless a ball in play is
    seen to be played from in-hand.
    """
    if at.chooser is not None:
        side = CUE_BALLS.index(seen.cue_ball) if seen.cue_ball in CUE_BALLS else at.chooser
        return (PlaysFirst(side=side, inferred=True),)
    if not at.choices:
        return ()
    from_hand = seen.in_hand and not at.in_hand and not at.touching
    return (Choose(what=IN_HAND_SPOTTED if from_hand else AS_LEFT, inferred=True),)


def _played_on(bench: Bench, facts: Facts) -> Ruling:
    """Charge a further foul to an offender who plays on; before any stroke only if he means it (3.15(e), 3.16(a))."""
    why = "played on after a foul was called"
    if facts.at.stopped and facts.told.intent is False:
        return Ruling(suggestions=(_said(SILENT, "3.16(a)", f"{why}, but not on purpose"),), calls=())
    finding = Finding(clause="BIL-3.15.e", cite="3.16(a)", why=why, value=PENALTY)
    if facts.at.stopped and facts.told.intent is None:
        asked = replace(_said("FOUL", "3.16(a)", f"{why}: on purpose?", value=PENALTY), ask=True)
        return Ruling(suggestions=(asked,), calls=(), findings=(finding,))
    foul = _foul(facts)
    said = _said("FOUL", "3.16(a)", why, value=PENALTY)
    return Ruling(suggestions=(said,), calls=(foul,), findings=(finding,), spots=bench.apply(facts.at, foul).spotted)


def _findings(bench: Bench, facts: Facts) -> tuple[Finding, ...]:
    return tuple(found for clause in bench.clauses if (found := clause.find(facts)) is not None)


def _call(facts: Facts, findings: tuple[Finding, ...]) -> Call:
    """Return what the stroke comes to."""
    fell = facts.told.fell
    would_be_hit = fell is not None and fell.would_be_hit
    if findings:
        return replace(_foul(facts), restored=would_be_hit)
    if would_be_hit:
        return Annul()
    after = _after(facts)
    if not facts.met and facts.in_hand and not facts.outside:
        return Miss(pocketed=facts.cue_in, after=after)
    return replace(facts.played, after=after, condoned=facts.told.unseen)


def _foul(facts: Facts) -> Foul:
    return Foul(by=facts.by, gone=facts.gone, red_hit=facts.red_hit, after=_after(facts))


def _after(facts: Facts) -> After:
    places = facts.places
    lie = None if places is None else tuple(p for p in places if p.ball not in facts.gone and p.ball in BALLS)
    named_by_eyes = tuple(pair for pair in facts.standing.touching if set(pair) <= set(BALLS))
    return After(lie=lie, touching=tuple(dict.fromkeys((*named_by_eyes, *touching_pairs(lie, facts.kit)))))


def _main(facts: Facts, call: Call, findings: tuple[Finding, ...]) -> Suggestion:
    match call:
        case Foul():
            why = "; also ".join(finding.why for finding in findings)
            sure, ask = max(finding.sure for finding in findings), all(finding.ask for finding in findings)
            return Suggestion(say="FOUL", value=PENALTY, cite=findings[0].cite, why=why, sure=sure, ask=ask)
        case Miss():
            why = "from in-hand with no ball out of Baulk, no ball hit"
            return _said("MISS", "3.17", why, facts.stroke.first_hit_sure, PENALTY)
        case Played(points=points) if points:
            return _said(str(points), "3.4", _score_words(facts), _sure(facts), points)
        case Annul():
            return _said("PLAY AGAIN", "3.12(b)(i)", "a ball that would have been hit fell in: all go back")
        case _:
            return _said(SILENT, "2.6(a)", "legal stroke, no score", _sure(facts), 0)


def _said(say: str, cite: str, why: str, sure: float = 1.0, value: int | None = None) -> Suggestion:
    return Suggestion(say=say, value=value, cite=cite, why=why, sure=sure, ask=False)


def _score_words(facts: Facts) -> str:
    played = facts.played
    made = (
        "cannon" if played.cannon else "",
        f"pot {named(played.potted)}" if played.potted else "",
        f"in-off {played.in_off}" if played.in_off else "",
    )
    return ", ".join(filter(None, made))


def _sure(facts: Facts) -> float:
    pots = (pot.sure for pot in facts.stroke.potted)
    touches = (touch.sure for touch in facts.stroke.touches)
    return min((facts.stroke.first_hit_sure, *pots, *touches))


def _beside(facts: Facts, call: Call, then: Position) -> tuple[Suggestion, ...]:
    """Return what is said with the stroke: the Baulk-line crossed, a touching ball."""
    cites = {CROSSED: ("3.8(f)", "the cue-ball crossed the Baulk-line"), TOUCHING: ("3.14(a)", "a ball rests touching")}
    words = tuple(word for word in words_of(facts.at, call, then.lifted) if word in cites)
    return tuple(_said(word, *cites[word]) for word in words)


def _announcement(call: Announce) -> Suggestion:
    cite = {limits.TEN: "3.11(a)", limits.SEVENTY: "3.10(a)"}.get(call.what, "3.8(c)")
    return _said(call.what, cite, "due in this break")


def _doubts(bench: Bench, facts: Facts) -> tuple[str, ...]:
    """Return in words the doubts about facts that matter, and the measures that are too near to tell."""
    read = READS.union(*(clause.reads for clause in bench.clauses))
    seen = (doubt for doubt in (*facts.stroke.doubts, *facts.standing.doubts) if doubt.about in read)
    told = tuple(doubted(doubt) for doubt in seen)
    return (*told, *_near_the_line(facts), *_near_the_spot(facts), *_uncrossed(facts))


def _near_the_line(facts: Facts) -> tuple[str, ...]:
    """Doubt which object balls lay in Baulk, where it matters: from in-hand."""
    if not facts.in_hand or facts.told.outside is not None:
        return ()
    balls = (place for place in facts.at.lie or () if place.ball in facts.objects)
    gaps = ((p.ball, abs(p.at.y_mm - facts.kit.baulk_mm), SPREADS * p.sd_mm) for p in balls)
    return tuple(f"was the {ball} in Baulk? It is decided by {gap:.1f} mm" for ball, gap, near in gaps if gap < near)


def _near_the_spot(facts: Facts) -> tuple[str, ...]:
    """Doubt whether the spot that the red needs is free, where the places are too near to tell."""
    if RED not in facts.gone:
        return ()
    others = tuple(place for place in facts.places or () if place.ball not in facts.gone)
    gaps = (
        (spot, abs(distance_mm(facts.kit.spots[spot], p.at) - facts.kit.touching_mm), p)
        for spot in HOME
        for p in others
    )
    return tuple(
        f"is the {spot} occupied by the {p.ball}? It is decided by {gap:.1f} mm"
        for spot, gap, p in gaps
        if gap < SPREADS * p.sd_mm
    )


def _uncrossed(facts: Facts) -> tuple[str, ...]:
    """Doubt whether the Baulk-line was crossed, where it matters: while a window is open."""
    waiting = bool(facts.at.counts.windows) and facts.crossed is None and bool(facts.played.points)
    return ("did the cue-ball cross the Baulk-line into Baulk?",) if waiting else ()
