"""What else a stroke may have been: where a person is asked, what would be called if a fact were the other way.

Each answer is the judge's own view of the same stroke with one fact put otherwise and held to be certain: the ball
hit first, a pot, a ball off the table. What the frame as a whole leaves open comes first, then the facts that the
camera doubts, then those that it takes for one another most easily, then what is left for the referee to say of a foul,
and last other prices. What comes to the same calls is one answer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.incidents import CONTACT, POT, TOUCH, TOUCHING_BALLS, kind_told_by
from tracker.domain.strokes.stroke import Doubt, Pot, Standing, Stroke, Touch
from tracker.match.book.book import calls_of, position_before, seen_about
from tracker.match.book.entries import Seen, Suggested
from tracker.match.desk.desk import Desk
from tracker.match.desk.revising import told
from tracker.rules.desk import Deed, Fouled, Scored
from tracker.rules.ruleset import RuleSet, S, apply_all

FIRST_HIT, MET, POTTED, TOUCHING = CONTACT.fact, TOUCH.fact, POT.fact, TOUCHING_BALLS.fact
READ: Final = "read"
SAID: Final = "said"
PRICE: Final = "price"
SURE_POT: Final = 0.9
"""A pot less sure than this may be asked about."""
OFFERED: Final = 0.01
"""What the frame leaves less open than this is not worth a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One thing that a person may say to a question."""

    about: str
    """The fact put otherwise: a field of Stroke or Standing; `read`: all of it is read otherwise; `said`: what was left
    open of a foul; `price`: its points."""
    balls: tuple[str, ...] = ()
    """The balls that it is about."""
    holds: bool = True
    """Whether it is so of them: hit first, met later, potted, off the table, jumped over, touching."""
    calls: tuple[Call, ...] = ()
    """What is called then."""
    why: str = ""
    """What happened then, in few words, where `about` does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Otherwise:
    """A stroke with one fact put otherwise."""

    about: str
    balls: tuple[str, ...]
    holds: bool
    stroke: Stroke
    standing: Standing


def answers_to(desk: Desk[Any], number: int) -> tuple[Answer, ...]:
    """Return what else may be said to the waiting suggestion `number`, the nearest first; none if nothing is asked."""
    entry = desk.book.entry(number)
    if not isinstance(entry, Suggested) or not any(one.ask for one in entry.ruling.suggestions):
        return ()
    seen = desk.book.entry(entry.about)
    if not isinstance(seen, Seen):
        return ()
    position, calls = _position_before(desk, number), entry.ruling.calls
    judged = _all_judged(desk.rules, position, seen)
    said = (Answer(about=SAID, calls=other) for other in desk.rules.desk.left_open(calls))
    priced = (Answer(about=PRICE, calls=other) for other in desk.rules.desk.priced(calls))
    found = chain(_read(desk, entry.about, judged), judged, said, priced)
    return tuple(_distinct(desk.rules, position, found, calls))


def corrections_of(desk: Desk[Any], number: int) -> tuple[Answer, ...]:
    """Return what else entry `number` may have had to call, the nearest first; what the law would not have is left out.

    Of a stroke that was seen: as it may be read otherwise, likeliest first, and its facts the other way; then, as of
    one that was keyed in, what was left open of a foul, its other prices, that nothing was scored, and a foul.

    Raises:
        CallRefused: there is no such entry, or it is no call that stands.
    """
    position, calls = position_before(desk.rules, desk.book, number), calls_of(desk.book, number)
    seen = seen_about(desk.book, number)
    read = _readings(desk, seen, position) if seen else ()
    said = (Answer(about=SAID, calls=other) for other in desk.rules.desk.left_open(calls))
    priced = (Answer(about=PRICE, calls=other) for other in desk.rules.desk.priced(calls))
    keyed = (Answer(about=SAID, calls=_keyed(desk, number, deed)) for deed in (Scored(), Fouled()))
    return tuple(_distinct(desk.rules, position, chain(read, said, priced, keyed), calls))


def _keyed(desk: Desk[Any], number: int, deed: Deed) -> tuple[Call, ...]:
    witness = desk.rules.desk.witness_in(calls_of(desk.book, number))
    return desk.rules.desk.calls_for(position_before(desk.rules, desk.book, number), deed, witness)


def _readings(desk: Desk[Any], seen: Seen, position: Any) -> Iterator[Answer]:
    """Give what a called stroke may be: what the frame leaves open, its other readings, its facts otherwise."""
    judged = _all_judged(desk.rules, position, seen)
    yield from _read(desk, seen.number, judged)
    for reading in sorted(seen.alternatives.readings, key=lambda one: -one.log_odds):
        ruling = desk.rules.judge(position, reading.stroke, reading.standing)
        main = ruling.suggestions[0].why if ruling.suggestions else ""
        yield Answer(about=READ, calls=ruling.calls, why=reading.why or main)
    yield from judged


def _read(desk: Desk[Any], about: int, judged: Iterable[Answer]) -> Iterator[Answer]:
    """Give what the frame as a whole leaves open, likeliest first; by the fact that sets it apart where one does."""
    by_fact = {answer.calls: answer for answer in reversed(tuple(judged))}
    for outcome in desk.outcomes(about):
        if outcome.probability >= OFFERED:
            calls = outcome.choice.ruling.calls if outcome.choice.ruling else outcome.choice.calls
            yield by_fact.get(calls) or Answer(about=READ, calls=calls, why=told(outcome))


def _position_before(desk: Desk[S], number: int) -> S:
    """Return the position in which the stroke was judged: after all that is called and all that has waited longer."""
    position = desk.position
    for earlier in desk.waiting:
        entry = desk.book.entry(earlier)
        if earlier < number and isinstance(entry, Suggested):
            after = _after(desk.rules, position, entry.ruling.calls)
            position = position if after is None else after
    return position


def _after(rules: RuleSet[S], position: S, calls: tuple[Call, ...]) -> S | None:
    try:
        return apply_all(rules, position, calls)[0]
    except CallRefused:
        return None


def _all_judged(rules: RuleSet[S], position: S, seen: Seen) -> tuple[Answer, ...]:
    others = _otherwise(seen.stroke, seen.standing, rules.desk.lookalikes)
    return tuple(_judged(rules, position, other) for other in others)


def _judged(rules: RuleSet[S], position: S, other: _Otherwise) -> Answer:
    ruling = rules.judge(position, other.stroke, other.standing)
    return Answer(about=other.about, balls=other.balls, holds=other.holds, calls=ruling.calls)


def _otherwise(stroke: Stroke, standing: Standing, lookalikes: Mapping[str, str]) -> Iterator[_Otherwise]:
    for doubt in (*stroke.doubts, *standing.doubts, *_unsaid(stroke, lookalikes)):
        if put := _put(doubt.about):
            named = next((balls for balls in doubt.candidates if balls), ())
            for balls in doubt.candidates:
                holds = bool(balls) or doubt.about == FIRST_HIT
                said = balls if holds else named
                other, stands = put(stroke, standing, said, holds)
                certain = replace(other, doubts=tuple(one for one in other.doubts if one != doubt))
                rest = replace(stands, doubts=tuple(one for one in stands.doubts if one != doubt))
                yield _Otherwise(about=doubt.about, balls=said, holds=holds, stroke=certain, standing=rest)


def _unsaid(stroke: Stroke, lookalikes: Mapping[str, str]) -> Iterator[Doubt]:
    """Give what the camera did not doubt aloud, but gets wrong most easily."""
    for ball in stroke.first_hit:
        if ball in lookalikes:
            yield Doubt(about=FIRST_HIT, why="", candidates=((lookalikes[ball],),))
    for pot in stroke.potted:
        if pot.sure < SURE_POT:
            yield Doubt(about=POTTED, why="", candidates=((pot.ball,), ()))


Put = Callable[[Stroke, Standing, tuple[str, ...], bool], tuple[Stroke, Standing]]


def _put_first_hit(stroke: Stroke, standing: Standing, balls: tuple[str, ...], holds: bool) -> tuple[Stroke, Standing]:
    return replace(stroke, first_hit=balls, first_hit_sure=1.0), standing


def _put_met(stroke: Stroke, standing: Standing, balls: tuple[str, ...], holds: bool) -> tuple[Stroke, Standing]:
    """Put a ball as met by the cue-ball for certain, when it was told or by the end, or as not met by it."""
    both = (stroke.cue_ball, balls[0])
    others = tuple(touch for touch in stroke.touches if touch.balls != both)
    told = next((touch for touch in stroke.touches if touch.balls == both), None)
    certain = replace(told, sure=1.0) if told else Touch(at_us=stroke.ended_us, balls=both, at=stroke.origin, sure=1.0)
    return replace(stroke, touches=(*others, certain) if holds else others), standing


def _put_potted(stroke: Stroke, standing: Standing, balls: tuple[str, ...], holds: bool) -> tuple[Stroke, Standing]:
    """Put one ball as potted for certain, or as still on the table."""
    pot = next((one for one in stroke.potted if one.ball in balls), None)
    others = tuple(one for one in stroke.potted if one is not pot)
    certain = replace(pot, sure=1.0) if pot else Pot(at_us=stroke.ended_us, ball=balls[0], pocket="", sure=1.0)
    return replace(stroke, potted=(*others, certain) if holds else others), standing


def _put_named(field: str) -> Put:
    """Return what puts balls into a tuple of names, or takes them out."""

    def put(stroke: Stroke, standing: Standing, balls: tuple[str, ...], holds: bool) -> tuple[Stroke, Standing]:
        others = tuple(name for name in getattr(stroke, field) if name not in balls)
        names: Any = {field: (*others, *balls) if holds else others}
        return replace(stroke, **names), standing

    return put


def _put_touching(stroke: Stroke, standing: Standing, balls: tuple[str, ...], holds: bool) -> tuple[Stroke, Standing]:
    others = tuple(pair for pair in standing.touching if set(pair) != set(balls))
    pairs = (*others, (balls[0], balls[-1])) if holds else others
    return stroke, replace(standing, touching=pairs)


def _put(fact: str) -> Put | None:
    """Return how a fact is put otherwise; None: nobody is asked about it."""
    kind = kind_told_by(fact)
    return PUT.get(fact) or _put_named(fact) if kind and kind.answers else None


PUT: Final[Mapping[str, Put]] = {
    FIRST_HIT: _put_first_hit, MET: _put_met, POTTED: _put_potted, TOUCHING: _put_touching,
}  # fmt: skip
"""How facts are put otherwise that are more than names of balls."""


def _distinct(
    rules: RuleSet[S], position: S, answers: Iterable[Answer], suggested: tuple[Call, ...]
) -> Iterator[Answer]:
    """Give the answers that the law allows and that come to something else than the suggestion and those before."""
    known = [suggested]
    for answer in answers:
        if answer.calls and answer.calls not in known and _after(rules, position, answer.calls) is not None:
            known.append(answer.calls)
            yield answer
