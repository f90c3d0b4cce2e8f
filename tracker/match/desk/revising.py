"""From a frame as it is understood to lines of the book: what the policy calls, amends and asks, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import SILENT, Ruling
from tracker.match.book.book import Book, fallen, seen_about, standing_calls
from tracker.match.book.entries import POLICY, Amended, Called
from tracker.match.decoder.decoder import Decoding, TableEvent
from tracker.match.decoder.lattice import Choice
from tracker.match.decoder.smoothing import Smoothed, StrokeOutcome
from tracker.match.decoder.stances import applied
from tracker.match.desk.heard import slots
from tracker.rules.ruleset import RuleSet, S

SUREST: Final = 0.9999
"""No doubt that is left is rounded away."""
SETTLED: Final = 0.95
EVEN: Final = 0.8
BY_HAND: Final = "hands moved the balls: nobody struck"


def revised(rules: RuleSet[S], book: Book, decoding: Decoding[S], understood: Smoothed[S], why: str) -> Book:
    """Return the book in which every stroke that no person has answered is called as the frame is understood.

    What is called already and comes to the same stays; what does not is amended, with `why`.
    """
    where, stands = slots(book), dict(standing_calls(book.entries))
    state = rules.opening(book.header.setup)
    for event, choice, then in zip(decoding.events, understood.frame, understood.positions[1:], strict=True):
        slot = where.get(event.entry)
        held = stands.get(slot.called if slot else event.entry)
        kept = None if held is None else applied(rules, state, held)
        if event.calls is not None or choice is None or (kept is not None and _alike(rules, kept, then)):
            state = state if kept is None else kept
            continue
        if slot is not None and slot.struck is not None:
            continue
        after = applied(rules, state, choice.calls)
        if after is None:
            break  # a person's call, which nothing overturns, stands in the way: what follows it stays as it was called
        state = after
        if slot is None:
            at_us = event.seen.likeliest.stroke.ended_us if event.seen else None
            book = book.having(Called(number=0, at_us=at_us, calls=choice.calls, about=event.entry, by=POLICY))
        else:
            book = book.having(
                Amended(number=0, entry=slot.called, calls=choice.calls, by=POLICY, why=_reason(choice, why))
            )
    return book


def _alike(rules: RuleSet[S], one: S, other: S) -> bool:
    same_score = rules.scoreline(one).points == rules.scoreline(other).points
    return same_score and rules.signature(one) == rules.signature(other)


def _reason(choice: Choice, why: str) -> str:
    read = choice.reading.why if choice.reading else BY_HAND
    return "; ".join(dict.fromkeys(part for part in (why, read, choice.why) if part))


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What the program called of a stroke, and called otherwise later."""

    stroke: int
    why: str


def amendments(book: Book) -> tuple[Amendment, ...]:
    """Return what the policy amended by itself, in order, where that still stands."""
    struck = fallen(book.entries)
    made = (e for e in book.entries if isinstance(e, Amended) and e.by == POLICY and e.number not in struck)
    seen = ((entry, seen_about(book, entry.entry)) for entry in made)
    return tuple(Amendment(stroke=one.stroke.number, why=entry.why) for entry, one in seen if one is not None)


def objection(before: Decoding[Any], after: Decoding[Any]) -> str:
    """Return what the newest stroke has against the frame as it was understood before it, in words; may be nothing."""
    if len(after.layers) != len(before.layers) + 1:
        return ""
    layer = before.layers[-1]
    number = max(range(len(layer)), key=lambda n: layer[n].best)
    arcs = [arc for node in after.layers[-1] for arc in node.arcs if arc.origin == number]
    seen = after.events[-1].seen
    stroke = f"before stroke {seen.likeliest.stroke.number} " if seen else ""
    best = max(arcs, key=lambda arc: arc.weight, default=None)
    if best is None:
        return f"{stroke}what was called fits nothing that was seen any more"
    return stroke + " and ".join(best.choice.against) if best.choice.against else ""


def advice(choice: Choice, chance: float, settled: float, *, has_policy: bool) -> Ruling:
    """Return the ruling to suggest: the judge's, as sure as the frame as a whole makes it.

    What the judge leaves to a person stays open where there is one.
    """
    if choice.ruling is None:
        return Ruling(suggestions=(), calls=choice.calls, doubts=(choice.why or BY_HAND,))
    ruling = choice.ruling
    assumed = (*ruling.assumed, *((choice.why,) if choice.why else ()))
    if not ruling.suggestions:
        return replace(ruling, assumed=assumed)
    main, *beside = ruling.suggestions
    ask = chance < settled or (main.ask and not has_policy)
    sure = min(round(chance, 4), SUREST) if chance < 1 else 1.0
    said = (replace(main, sure=sure, ask=ask), *beside)
    return replace(ruling, suggestions=said, calls=choice.calls if has_policy else ruling.calls, assumed=assumed)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOption:
    """One thing that a stroke may have come to, for a person to choose."""

    words: str
    """What happened then, in few words."""
    scoreline: Scoreline
    """What a scoreboard shows now, if it is so."""
    probability: float
    calls: tuple[Call, ...]
    """What is called then; empty: the law does not allow it where the book stands."""

    @property
    def points(self) -> tuple[int, int]:
        """The score now, if it is so."""
        return self.scoreline.points


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A stroke that may have come to two things."""

    stroke: int
    probability: float
    """Of the likelier."""
    text: str
    options: tuple[CallOption, ...]
    """The two, the likelier first."""


def even(event: TableEvent, outcomes: Sequence[StrokeOutcome]) -> OpenQuestion | None:
    """Return what may be asked about a stroke: its two likeliest outcomes, with both scores; None: nothing is open.

    Outcomes that read alike are one to whoever is asked: a hazard that ends a game to so many points counts less of
    them the more were scored before, and is the same hazard; if the scores differ that is another stroke's question.
    """
    if event.seen is None or len(outcomes) < 2:
        return None
    first, *others = outcomes
    alike = [one for one in outcomes if told(one) == told(first)]
    second = next((one for one in others if one not in alike), None)
    if second is None:
        return None
    stroke = event.seen.likeliest.stroke.number
    text = f"stroke {stroke}: {told(first)} ({_score(first)}), or {told(second)} ({_score(second)})?"
    options = tuple(
        CallOption(words=told(one), scoreline=one.scoreline, probability=one.probability, calls=one.choice.calls)
        for one in (first, second)
    )
    probability = sum(one.probability for one in alike)
    return OpenQuestion(stroke=stroke, probability=probability, text=text, options=options)


def told(outcome: StrokeOutcome) -> str:
    """Return what an outcome says happened, in few words."""
    choice = outcome.choice
    main = choice.ruling.main if choice.ruling else None
    if choice.reading is None or main is None:
        return BY_HAND
    read = f", {choice.reading.why}" if choice.reading.why else ""
    supposed = f", {choice.why}" if choice.why else ""
    return f"{main.why if main.say != SILENT else 'no score'}{read}{supposed}"


def _score(outcome: StrokeOutcome) -> str:
    return f"{outcome.points[0]}–{outcome.points[1]}"
