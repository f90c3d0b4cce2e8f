"""From a stroke to advice: run every clause, keep every finding, charge the dearest, say what to look at.

Order of the catalogue's section 0.6: infringements, pots, spots, penalty, next ball on, free ball,
touching ball, options.
Doubt is handled here and nowhere else: a doubt about any fact that the clauses read turns the advice into
*please look*.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import SILENT, Finding, Ruling
from tracker.domain.strokes.incidents import doubted
from tracker.domain.strokes.stroke import Doubt, Place, Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.rules.snooker.frame.calls import After, Foul, Penalty, Played
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.judge.clauses import Clause
from tracker.rules.snooker.judge.edge import excused, play_again_ruling, with_ball_back
from tracker.rules.snooker.judge.facts import Facts, named, on_in_words
from tracker.rules.snooker.judge.notes import notes_on
from tracker.rules.snooker.judge.remarks import (
    Remark,
    free_ball_remark,
    may_have_touched,
    miss_remark,
    touching_remark,
)
from tracker.rules.snooker.judge.reports import conduct_in_stroke
from tracker.rules.snooker.judge.settle import Inference, settle
from tracker.rules.snooker.judge.shootout import rule_on_attempt
from tracker.rules.snooker.law.misses import MissLaw
from tracker.rules.snooker.law.turns import side_of, turn_taken
from tracker.rules.snooker.places.spotting import spot_colours

Apply = Callable[[Position, Call], Position]

OVER: Final = "the frame is over: this stroke counts for nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What the judge works with: the clauses in force, the table, and the law that applies a call."""

    clauses: tuple[Clause, ...]
    misses: MissLaw | None
    """When a failure is a miss; None: never."""
    kit: Kit
    apply: Apply


def judge(bench: Bench, at: Position, seen: Stroke, standing: Standing, told: Told) -> Ruling:
    """Return the ruling on a stroke; one that comes when the frame is over, or is by what it implies, is no ruling."""
    if at.over:
        return Ruling(suggestions=(), calls=(), doubts=(OVER,))
    if {told.by, side_of(at, told.player)} - {None, at.striker}:
        facts = Facts(at=at, stroke=seen, standing=standing, told=told, kit=bench.kit)
        return _foul_out_of_turn(bench, facts) if at.terms.any_game_out_of_turn else _out_of_turn(facts)
    settled, inferences = settle(at, seen, bench.apply)
    if settled.over:
        implied = tuple(inference.call for inference in inferences)
        return Ruling(suggestions=(), calls=implied, doubts=(*(inference.why for inference in inferences), OVER))
    facts = Facts(at=settled, stroke=seen, standing=standing, told=told, kit=bench.kit)
    findings = excused(facts, _findings(bench, facts))
    ruling = _ruling(bench, facts, findings)
    doubts = (*_doubts(bench, facts, findings), *_open_touch(bench, facts, findings), *_misfits(facts))
    return _finish(bench, at, ruling, inferences, doubts)


def _ruling(bench: Bench, facts: Facts, findings: tuple[Finding, ...]) -> Ruling:
    if facts.at.shootout:
        return rule_on_attempt(facts, findings)
    if facts.told.unseen:
        return replace(_fair_ruling(bench, facts), findings=findings)
    if facts.falls_in_the_way and not findings:
        return play_again_ruling(facts)
    ruling = _foul_ruling(bench, facts, findings) if findings else _fair_ruling(bench, facts)
    fall = facts.told.fell
    return ruling if fall is None or fall.would_be_hit else with_ball_back(ruling, fall.ball)


def _out_of_turn(facts: Facts) -> Ruling:
    """Penalise the side that is not in play for playing a stroke: all balls go back (SNK-3.3.k, AMB-65)."""
    concerned = (*facts.stroke.first_hit, *facts.potted, *facts.off)
    value = facts.dearest(concerned)
    side = 1 - facts.at.striker
    why = "a stroke by the side that is not in play: all balls go back"
    finding = Finding(clause="SNK-3.11.e", cite="3.11(e)", why=why, value=value)
    said = Suggestion(say="PENALTY", value=value, cite="3.3(k)", why=why, sure=1.0, ask=False)
    call = Penalty(side=side, points=value, everything=True)
    return Ruling(suggestions=(said,), calls=(call,), findings=(finding,))


def _foul_out_of_turn(bench: Bench, facts: Facts) -> Ruling:
    """Judge a stroke by the side that is not in play as a stroke of that side, which is a foul (ED-34)."""
    at, told = facts.at, facts.told
    player = told.player if side_of(at, told.player) != at.striker else _opponent(at)
    as_told = replace(told, by=None, player="", unseen=False, turn_taken=True)
    ruling = judge(bench, turn_taken(at, player), facts.stroke, facts.standing, as_told)
    calls = (replace(call, by=player) if isinstance(call, Foul) else call for call in ruling.calls)
    return replace(ruling, calls=tuple(calls))


def _opponent(at: Position) -> str:
    """Return the player of the other side whose turn comes next."""
    return at.order[(at.seat + 1) % len(at.order)] if at.order else at.names[1 - at.striker]


def _findings(bench: Bench, facts: Facts) -> tuple[Finding, ...]:
    """Run all clauses, and last those that ask whether any other was broken."""
    first = _found(bench, facts, after_others=False)
    broken = replace(facts, broken=tuple(finding.clause for finding in first))
    return (*first, *_found(bench, broken, after_others=True))


def _found(bench: Bench, facts: Facts, *, after_others: bool) -> tuple[Finding, ...]:
    chosen = (clause for clause in bench.clauses if clause.after_others == after_others)
    return tuple(found for clause in chosen if (found := clause.find(facts)) is not None)


def _doubts(bench: Bench, facts: Facts, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Return the doubts about facts that the clauses read, in words; not those that cannot change what is called."""
    read = frozenset[str]().union(*(clause.reads for clause in bench.clauses))
    seen = (doubt for doubt in (*facts.stroke.doubts, *facts.standing.doubts) if doubt.about in read)
    return tuple(doubted(doubt) for doubt in seen if not _comes_to_the_same(bench, facts, findings, doubt))


def _comes_to_the_same(bench: Bench, facts: Facts, findings: tuple[Finding, ...], doubt: Doubt) -> bool:
    """Tell whether every candidate for the first contact (two reds, say) breaks the same clauses at the same price."""
    if doubt.about != "first_hit" or not doubt.candidates:
        return False
    others = (replace(facts, stroke=replace(facts.stroke, first_hit=hit)) for hit in doubt.candidates)
    return all(_priced(_findings(bench, other)) == _priced(findings) for other in others)


def _priced(findings: tuple[Finding, ...]) -> set[tuple[str, int]]:
    return {(finding.clause, finding.value) for finding in findings}


def _open_touch(bench: Bench, facts: Facts, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Ask whether the cue-ball lay against a ball, where places cannot tell and the findings hang on it (3.8(c))."""
    near = may_have_touched(facts)
    touching = replace(facts, at=replace(facts.at, touching=(*facts.at.touching, *near)))
    if not near or _priced(_findings(bench, touching)) == _priced(findings):
        return ()
    return (f"did the cue-ball rest against the {named(near)} before the stroke?",)


def _misfits(facts: Facts) -> tuple[str, ...]:
    """Say where the pictures and the book cannot both be right."""
    gone = (*facts.potted, *facts.off)
    missing = tuple(ball for ball in gone if ball in COLOURS and ball not in facts.at.colours)
    too_many = gone.count(RED) > facts.at.reds
    return (
        *(f"the book says that the {ball} is off the table already" for ball in missing),
        *((f"the book has only {facts.at.reds} reds on the table",) if too_many else ()),
        *_vanished(facts, gone),
    )


def _vanished(facts: Facts, gone: tuple[str, ...]) -> tuple[str, ...]:
    """Say which balls lay on the table before the stroke, do not after it, and were not seen to go."""
    if facts.at.lie is None or not facts.standing.places:
        return ()
    before = Counter(place.ball for place in facts.at.lie)
    after = Counter(place.ball for place in facts.standing.places)
    lost = {ball: before[ball] - after[ball] - gone.count(ball) for ball in (RED, *COLOURS)}
    return tuple(f"{count} {ball} less on the table, not seen to go" for ball, count in lost.items() if count > 0)


def _gone(facts: Facts, balls: Iterable[str]) -> tuple[str, ...]:
    """Return those of `balls` that the book still has on the table; a red more than it knows is left out."""
    kept: list[str] = []
    for ball in balls:
        fits = kept.count(RED) < facts.at.reds if ball == RED else ball in facts.at.colours and ball not in kept
        if fits or ball == facts.cue:
            kept.append(ball)
    return tuple(kept)


def _fair_ruling(bench: Bench, facts: Facts) -> Ruling:
    """No sentence was broken: the pots score."""
    potted = _gone(facts, facts.counted())
    points = _points(facts, potted)
    finally_off = {facts.at.on} if facts.at.on in potted else set()
    spots = _spots(bench, facts, set(_gone(facts, facts.potted)) - finally_off - {RED})
    played = Played(points=points, potted=potted, after=After(spots=spots, lie=_lie(facts, spots)))
    then = bench.apply(facts.at, played)
    touch = touching_remark(facts, then)
    played = replace(played, after=_touched(played.after, touch))
    said = _pot_suggestion(facts, points, potted)
    return Ruling(suggestions=(*said, *_say(touch)), calls=(played,), spots=(*spots, *_respot(bench, then)))


def _points(facts: Facts, potted: tuple[str, ...]) -> int:
    if facts.at.on == RED:
        return len(potted)
    return facts.on_value if potted else 0


def _pot_suggestion(facts: Facts, points: int, potted: tuple[str, ...]) -> tuple[Suggestion, ...]:
    sure = min(facts.pot_sure(), facts.first_sure)
    if not points:
        why = f"fair stroke, no pot, {on_in_words(facts)}"
        return (Suggestion(say=SILENT, value=0, cite="2.5(a)", why=why, sure=sure, ask=False),)
    cite = "3.3(h)(i)" if facts.at.on == COLOUR else "3.3(g)" if facts.at.on == RED else "3.3(h)(iii)"
    why = f"{named(potted)} potted, {on_in_words(facts)}"
    return (Suggestion(say=str(points), value=points, cite=cite, why=why, sure=sure, ask=False),)


def _foul_ruling(bench: Bench, facts: Facts, findings: tuple[Finding, ...]) -> Ruling:
    """Charge the dearest finding, then look for a miss, a touching ball and a free ball."""
    dearest = max(findings, key=lambda finding: finding.value)
    foul = _foul_call(bench, facts, dearest.value)
    miss, path = miss_remark(bench.misses, facts, findings, dearest.value) if bench.misses else (None, None)
    foul = replace(foul, miss=miss.holds if miss else False, full_ball=path == "full", hidden=path == "none")
    then = bench.apply(facts.at, foul)
    touch = touching_remark(facts, then)
    resting = replace(then, touching=touch.balls) if touch and touch.holds else then
    free = None if then.over or then.lots else free_ball_remark(resting, facts.told, bench.kit)
    foul = replace(foul, free_ball=free.holds if free else False, after=_touched(foul.after, touch))
    open_miss = miss if miss and miss.holds is None else None
    return Ruling(
        suggestions=(_foul_suggestion(findings, dearest, miss), *_say(open_miss), *_say(free), *_say(touch)),
        calls=(foul, *conduct_in_stroke(facts, bench.apply(facts.at, foul))),
        findings=findings,
        spots=(*foul.after.spots, *_respot(bench, then)),
        notes=notes_on(facts, miss, then, {place.ball for place in foul.after.spots}),
    )


def _foul_call(bench: Bench, facts: Facts, points: int) -> Foul:
    """Return the foul as far as the stroke alone decides it."""
    restored = facts.falls_in_the_way
    cue = (facts.cue,) if facts.cue_gone else ()
    gone = () if restored else _gone(facts, (*facts.potted, *facts.off, *cue))
    spots = _spots(bench, facts, set(gone) - {RED, facts.cue})
    return Foul(
        points=points,
        gone=gone,
        after=After(spots=spots, lie=_lie(facts, spots)),
        by=facts.stand_in,
        unscored=facts.unscored,
        restored=restored,
        on_purpose=facts.reported("unsporting", "deliberate-foul") and facts.at.terms.restores_before_stroke,
    )


def _foul_suggestion(findings: tuple[Finding, ...], dearest: Finding, miss: Remark | None) -> Suggestion:
    others = [f"{finding.why} ({finding.value})" for finding in findings if finding is not dearest]
    why = "; also ".join([dearest.why, *others])
    is_miss = miss is not None and miss.holds is True
    if miss is not None and is_miss:
        why += f"; a miss by {miss.cite}: {miss.why}"
    return Suggestion(
        say="FOUL AND A MISS" if is_miss else "FOUL",
        value=dearest.value,
        cite=dearest.cite,
        why=why,
        sure=min(finding.sure for finding in findings),
        ask=any(finding.ask for finding in findings),
        referee_only=is_miss and miss is not None and miss.referee_only,
    )


def _say(remark: Remark | None) -> tuple[Suggestion, ...]:
    if remark is None or remark.holds is False:
        return ()
    ask = remark.ask or remark.holds is None
    return tuple(
        Suggestion(
            say=word,
            value=None,
            cite=remark.cite,
            why=remark.why,
            sure=remark.sure,
            ask=ask,
            referee_only=remark.referee_only,
        )
        for word in remark.says
    )


def _touched(after: After, touch: Remark | None) -> After:
    if touch is None:
        return after
    return replace(after, touching=touch.balls, says=touch.says if touch.holds else ())


def _places(facts: Facts) -> tuple[Place, ...] | None:
    """Return where the balls lie after the stroke, as the standing has it or else as the stroke was followed."""
    if facts.standing.places:
        return facts.standing.places
    rest = [Place(ball=ball, at=at, sd_mm=0.0) for ball, spots in facts.stroke.rest.items() for at in spots]
    return tuple(rest) or None


def _lie(facts: Facts, spots: tuple[Place, ...]) -> tuple[Place, ...] | None:
    places = _places(facts)
    if places is None:
        return None
    away = {place.ball for place in spots} | ({facts.cue} if facts.cue_gone else set())
    return (*(place for place in places if place.ball not in away), *spots)


def _spots(bench: Bench, facts: Facts, colours: set[str]) -> tuple[Place, ...]:
    lying: tuple[Point, ...] = tuple(
        place.at
        for place in _places(facts) or ()
        if place.ball not in colours and not (place.ball == facts.cue and facts.cue_gone)
    )
    return spot_colours(colours, lying, bench.kit)


def _respot(bench: Bench, then: Position) -> tuple[Place, ...]:
    return spot_colours((then.on,), (), bench.kit) if then.lots else ()


def _finish(
    bench: Bench, at: Position, ruling: Ruling, inferences: tuple[Inference, ...], doubts: tuple[str, ...]
) -> Ruling:
    """Add what was inferred, and turn the advice into *please look* where a fact or an inference is in doubt."""
    notes = "; ".join(inference.why for inference in inferences)
    asked = (*doubts, *(inference.why for inference in inferences if inference.ask))
    main, *beside = ruling.suggestions
    why = "; ".join(filter(None, (main.why, notes, *doubts)))
    suggestions = (replace(main, why=why, ask=main.ask or bool(asked)), *beside)
    calls = (*(inference.call for inference in inferences), *ruling.calls)
    _check(bench, at, calls)
    return replace(
        ruling,
        suggestions=suggestions,
        calls=calls,
        assumed=tuple(inference.why for inference in inferences if inference.open_start),
        doubts=(*doubts, *(inference.why for inference in inferences if inference.ask and not inference.open_start)),
    )


def _check(bench: Bench, at: Position, calls: tuple[Call, ...]) -> None:
    """Make sure that the calls fit the position: a ruling that the law refuses would be our mistake."""
    try:
        for call in calls:
            at = bench.apply(at, call)
    except CallRefused as trouble:  # pragma: no cover
        raise AssertionError(f"the judge's own calls do not fit: {trouble}") from trouble
