"""A ledger says what stands in the book, and nothing that the score does not rest on."""

import tomllib
from pathlib import Path

import pytest

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text
from tracker.match.book.entries import Called, Header, StruckOut
from tracker.match.book.ledger import ledger
from tracker.match.desk.desk import Policy, open_desk
from tracker.rules import shelf
from tracker.rules.snooker.frame.calls import Foul, Nominate, Played

BOOKS = Path(__file__).parents[1] / "books"
EXPECTED = tomllib.loads((BOOKS / "expected.toml").read_text("utf-8"))
HEADER = Header(rulebook="snooker-2024")
RED_IN = Played(points=1, potted=("red",))


@pytest.mark.parametrize("name", EXPECTED)
def test_the_gains_of_all_lines_are_the_score(name: str) -> None:
    told = ledger(book_from_text((BOOKS / f"{name}.jsonl").read_text("utf-8")))
    opening = told.opening.points
    sums = [opening[side] + sum(line.gains[side] for line in told.lines) for side in (0, 1)]
    assert sums == list(told.score.points) == EXPECTED[name]["points"]
    assert told.outcome is not None
    assert told.outcome.because == EXPECTED[name]["because"]
    assert all(before.after == line.before for before, line in zip(told.lines, told.lines[1:], strict=False))


def test_a_line_says_what_was_potted_said_and_amended() -> None:
    desk = open_desk(shelf.find(HEADER.rulebook), HEADER)
    desk = (
        desk.call((RED_IN,)).call((Nominate(ball="pink"), Played(points=6, potted=("pink",)))).call((Foul(points=4),))
    )
    desk = desk.amend(2, (Nominate(ball="black"), Played(points=7, potted=("black",))))
    red, black, foul = ledger(desk.book).lines
    assert (red.made, red.is_amended, red.is_foul, red.by) == (("red",), False, False, "referee")
    assert (black.entry, black.made, black.is_amended, black.after.points) == (2, ("black",), True, (8, 0))
    assert (foul.said, foul.is_foul, foul.gains) == (("FOUL", "4"), True, (0, 4))


def test_what_is_struck_out_is_not_there() -> None:
    desk = open_desk(shelf.find(HEADER.rulebook), HEADER)
    desk = desk.call((RED_IN,)).call((Nominate(ball="black"), Played(points=7, potted=("black",))))
    assert [line.entry for line in ledger(desk.strike_out(2).book).lines] == [1]


def test_a_ledger_ends_before_what_no_longer_fits() -> None:
    book = Book(header=HEADER)
    for calls in ((RED_IN,), (Nominate(ball="black"), Played(points=7, potted=("black",)))):
        book = book.having(Called(number=0, calls=calls))
    told = ledger(book.having(StruckOut(number=0, entry=1)))
    assert told.lines == ()
    assert told.trouble is not None
    assert told.trouble.entry == 2
    assert told.score == told.opening


def test_a_stroke_that_was_seen_stands_beside_its_calls() -> None:
    stroke = Stroke(number=1, began_us=10, ended_us=20, cue_ball="white", origin=Point(889, 700), first_hit=("red",))
    desk = open_desk(shelf.find(HEADER.rulebook), HEADER, Policy())
    desk, _ = desk.see(Alternatives.certain(stroke, Standing(at_us=20, places=())))
    (line,) = ledger(desk.book).lines
    assert line.seen is not None
    assert line.seen.stroke == stroke
    assert line.at_us == 20
    assert line.by == "policy"
