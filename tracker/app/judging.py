"""From strokes to a book: the setup read off the table, every stroke before the judge, sure advice called."""

from dataclasses import dataclass

from tracker import __version__
from tracker.app.watching import Watched
from tracker.domain.ball import COLOURS, RED
from tracker.domain.kit import Kit
from tracker.domain.ruling import Ruling
from tracker.domain.scoreline import Scoreline
from tracker.domain.setup import Setup, Start
from tracker.domain.stroke import Standing
from tracker.match.book import Book
from tracker.match.desk import Policy, open_desk
from tracker.match.entries import Header
from tracker.rules import shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The book of a recording, and what the judge said of each stroke."""

    book: Book
    rulings: tuple[Ruling, ...]
    lines: tuple[Scoreline, ...]
    """The score before the first stroke and after each, as if all advice were taken."""
    called: Scoreline
    """The score by what was called: unsure advice waits for a person."""
    assumed: tuple[str, ...]
    waiting: int
    """How many strokes wait for a person."""


def judge(watched: Watched, kit: Kit, rules: str, score: tuple[int, int] | None, on: str | None) -> Judged:
    """Judge the strokes in order under the rulebook `rules`.

    Raises:
        UnknownName: no rulebook of that name.
        BadInput: `on` names a ball that is not on the table.
    """
    book = shelf.find(rules, kit)
    setup = setup_for(watched.opening, book.kit, score, on)
    header = Header(rulebook=rules, setup=setup, table=kit.name, software=f"cuewatch {__version__}")
    desk = open_desk(book, header, Policy(assume_start=True))
    rulings: list[Ruling] = []
    lines = [desk.expected_scoreline]
    for stroke, standing in watched.strokes:
        desk, ruling = desk.see(stroke, standing)
        rulings.append(ruling)
        lines.append(desk.expected_scoreline)
    return Judged(
        book=desk.book,
        rulings=tuple(rulings),
        lines=tuple(lines),
        called=desk.scoreline,
        assumed=assumed(setup, score, rulings),
        waiting=len(desk.waiting),
    )


def setup_for(opening: Standing, kit: Kit, score: tuple[int, int] | None, on: str | None) -> Setup:
    """Return how the recording begins: a whole frame where all balls stand on the table, else in the middle of one."""
    reds, colours = opening.count(RED), tuple(ball for ball in COLOURS if opening.count(ball))
    if score is None and on is None and reds == kit.pieces.get(RED) and colours == COLOURS:
        return Setup()
    places = tuple(place for place in opening.places)
    return Setup(start=Start(scores=score or (0, 0), reds=reds, colours=colours, on=on, places=places))


def assumed(setup: Setup, score: tuple[int, int] | None, rulings: list[Ruling]) -> tuple[str, ...]:
    """Return what was taken for granted because the pictures cannot show it, a sentence each."""
    own = [f"the score stood at 0–0 and {setup.names[0]} was at the table: give --score"] if score is None else []
    return tuple(dict.fromkeys([*own, *(said for ruling in rulings for said in ruling.assumed)]))
