"""From strokes to a book: the setup read off the table, the frame understood as a whole, the likeliest called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker import __version__
from tracker.domain.book.scoreline import Scoreline
from tracker.domain.book.setup import Setup
from tracker.domain.frozen import replace
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Doubt, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.match.book.book import Book
from tracker.match.book.entries import Header
from tracker.match.decoder.smoothing import fact_chances
from tracker.match.desk.desk import Desk, Open, Policy, open_desk
from tracker.match.desk.revising import SETTLED, Amendment, amendments
from tracker.pipeline.opening import NO_TERMS, FirstPlayer, opening_setup, openings, who_may_begin
from tracker.pipeline.watched import Watched
from tracker.rules import shelf
from tracker.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The book of a recording, and what became of each stroke."""

    book: Book
    strokes: tuple[tuple[Stroke, Standing], ...]
    """Each stroke and the balls at rest after it, as the whole frame has it, with doubts where that leaves it open;
    what was no stroke is left out."""
    rulings: tuple[Ruling, ...]
    """What the judge says of each, as sure as all that was seen makes it."""
    lines: tuple[Scoreline, ...]
    """The score before the first stroke and after each."""
    called: Scoreline
    """The score by what was called, with what of it is provisional."""
    assumed: tuple[str, ...]
    asked: tuple[str, ...]
    """What a person is asked, a sentence each."""
    provisional: tuple[Open, ...] = ()
    """The strokes that are called and not settled."""
    amended: tuple[Amendment, ...] = ()
    """What was called first, and otherwise when later strokes were seen."""
    doubts: tuple[Doubt, ...] = ()
    """What was seen at the start that does not fit the game."""


def judge(
    watched: Watched,
    kit: Kit,
    rules: str,
    score: tuple[int, int] | None,
    on: str | None,
    *,
    terms: Setup = NO_TERMS,
) -> Judged:
    """Judge the strokes in order under the rulebook `rules`, by `terms` that were agreed: who is named first begins.

    Where the first stroke leaves open who plays it, or later ones show more balls than the first pictures did, the
    frame is understood from each beginning, and the likelier kept.

    Raises:
        UnknownName: no rulebook of that name.
        BadInput: `on` is the name of no ball.
    """
    book = shelf.find(rules, kit)
    first = [seen.likeliest.stroke for seen in watched.alternatives[:1]]
    may_begin = [who for stroke in first for who in who_may_begin(stroke, book, terms)] or [FirstPlayer()]
    ways = [
        opening_setup(opening, book, score, on, first=who, terms=terms)
        for opening in openings(watched.opening, watched.alternatives, book.kit)
        for who in may_begin
    ]
    desks = [desk_of(began.setup, book, watched) for began in ways]
    began, desk = max(zip(ways, desks, strict=True), key=lambda way: way[0].log_prior + way[1].decoding.log_evidence)
    setup = began.setup
    understood = desk.understood
    sure = fact_chances(desk.decoding, understood)
    strokes = {
        number: (with_doubts(choice.reading.stroke, event.seen, chances), choice.reading.standing)
        for number, (event, choice, chances) in enumerate(
            zip(desk.decoding.events, understood.frame, sure, strict=True)
        )
        if choice is not None and choice.reading is not None and event.seen is not None
    }
    said = desk.rulings
    rulings = tuple(said[number] for number in strokes)
    lines = (understood.positions[0], *(understood.positions[number + 1] for number in strokes))
    return Judged(
        book=desk.book,
        strokes=tuple(strokes.values()),
        rulings=rulings,
        lines=tuple(map(book.scoreline, lines)),
        called=desk.scoreline,
        assumed=assumed(setup, score, rulings),
        asked=desk.asked,
        provisional=desk.provisional,
        amended=amendments(desk.book),
        doubts=began.doubts,
    )


def desk_of(setup: Setup, book: RuleSet[Any], watched: Watched) -> Desk[Any]:
    """Return the desk that saw all strokes of a recording, by how it began."""
    header = Header(rulebook=book.name, setup=setup, table=book.kit.name, software=f"cuewatch {__version__}")
    desk = open_desk(book, header, Policy())
    for seen in watched.alternatives:
        desk, _ = desk.see(seen)
    return desk.closed(ended=watched.is_to_the_end)


def with_doubts(stroke: Stroke, seen: Alternatives, sure: Mapping[str, float]) -> Stroke:
    """Return a stroke of the likeliest frame with the doubts that the pictures had and the frame leaves open.

    Args:
        stroke: as the frame has it, without doubts about what readings tell apart.
        seen: what the pictures left open.
        sure: by fact, how likely it is as the frame has it.
    """
    known = frozenset(stroke.doubts)
    doubts = (one for one in seen.likeliest.stroke.doubts if one not in known and sure.get(one.about, 1.0) < SETTLED)
    return replace(stroke, doubts=(*stroke.doubts, *doubts))


def assumed(setup: Setup, score: tuple[int, int] | None, rulings: tuple[Ruling, ...]) -> tuple[str, ...]:
    """Return what was taken for granted because the pictures cannot show it, a sentence each."""
    (a, b), side = ((0, 0), setup.starter) if setup.start is None else (setup.start.scores, setup.start.striker)
    stood = f"the score stood at {a}–{b} and {setup.names[side]} was at the table: give --score"
    own = [stood] if score is None else []
    return tuple(dict.fromkeys([*own, *(said for ruling in rulings for said in ruling.assumed)]))
