"""What is taken out and brought in again is the same to the letter; a table of calls adds up."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.frames.wild import Wild, play
from tests.frames.wild_billiards import BILLIARDS
from tests.frames.wild_novuss import NOVUSS
from tests.frames.wild_snooker import SNOOKER
from tracker.domain.errors import BadInput, UnknownName
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Header, Noted
from tracker.match.book.ledger import ledger
from tracker.rules import shelf
from tracker.store.database.books import book_of
from tracker.store.database.matches import StoredMatch, frames_of, keep_match, matches
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.exports import read_books, write_export
from tracker.store.match_csv import COLUMNS, match_csv

GAMES = (("snooker-2024", SNOOKER), ("six-reds-2024", SNOOKER), ("billiards-2024", BILLIARDS), ("novuss-2015", NOVUSS))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Give one that grows from test to test: for those that ask nothing about what it held before."""
    with club(tmp_path_factory.mktemp("club")) as opened:
        yield opened


@contextmanager
def club(folder: Path) -> Iterator[Database]:
    with open_database(folder / "club.db") as opened:
        keep_table(opened, ClubTable(name="1"))
        yield opened


def kept(database: Database, *books: Book) -> StoredMatch:
    rulebook = books[0].header.rulebook
    match = StoredMatch(table="1", rulebook=rulebook, sides=(("A",), ("B",)), begun_us=1, ended_us=2)
    return keep_match(database, match, books)


def out_again(database: Database, match: StoredMatch) -> tuple[Book, ...]:
    return tuple(book_of(database, frame.table, frame.epoch) for frame in frames_of(database, match.number))


@pytest.mark.parametrize(("name", "wild"), GAMES, ids=[name for name, _ in GAMES])
def test_any_match_is_the_same_after_it_went_out_and_in(
    database: Database, tmp_path: Path, name: str, wild: Wild
) -> None:
    @settings(max_examples=8, deadline=None, derandomize=True)
    @given(st.integers(0, 2**48))
    def holds(seed: int) -> None:
        frame = play(shelf.find(name), wild, seed)
        books = (frame.book, replace(frame.book, entries=frame.book.entries[:3]))
        first = out_again(database, kept(database, *books))
        assert first == books
        files = write_export(tmp_path, {f"frame-{n}.jsonl": book_to_text(book) for n, book in enumerate(first, 1)})
        assert out_again(database, kept(database, *read_books(files))) == books

    holds()


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=40), st.text(min_size=1, max_size=20).filter(str.isprintable))
def test_any_words_come_out_as_they_went_in(database: Database, text: str, name: str) -> None:
    header = replace(Header(rulebook="snooker-2024"), setup=replace(Header(rulebook="").setup, names=(name, "B")))
    book = Book(header=header, entries=(Noted(number=1, text=text),))
    assert out_again(database, kept(database, book)) == (book,)
    assert book_from_text(book_to_text(book)) == book


def test_a_line_separator_inside_of_a_word_ends_no_line() -> None:
    book = Book(header=Header(rulebook="snooker-2024"), entries=(Noted(number=1, text="a\u2028b\x85c\x0bd"),))
    assert book_from_text(book_to_text(book)) == book


def test_half_a_letter_is_refused_on_reading() -> None:
    text = book_to_text(Book(header=Header(rulebook="snooker-2024"), entries=(Noted(number=1, text="half"),)))
    with pytest.raises(BadInput, match=r"line 2: .* half a letter"):
        book_from_text(text.replace('"half"', '"\\ud800"'))


@pytest.mark.parametrize(("name", "wild"), GAMES, ids=[name for name, _ in GAMES])
def test_the_table_of_calls_adds_up(name: str, wild: Wild) -> None:
    for seed in range(5):
        told = ledger(play(shelf.find(name), wild, seed).book)
        rows = list(csv.DictReader(io.StringIO(match_csv([(1, told.lines), (2, told.lines)]))))
        assert [row["frame"] for row in rows] == ["1"] * len(told.lines) + ["2"] * len(told.lines)
        points = list(told.opening.points)
        for row in rows[: len(told.lines)]:
            points = [points[0] + int(row["points_a"]), points[1] + int(row["points_b"])]
            assert points == [int(row["score_a"]), int(row["score_b"])]
            assert (row["winner"] == "" and row["next"] != "") or row["over"] == "1"


def test_the_columns_are_those_that_are_documented() -> None:
    told = (Path(__file__).parents[2] / "docs" / "exports.md").read_text("utf-8")
    listed = [
        line.split("`")[1] for line in told.partition("## From the pages")[0].splitlines() if line.startswith("| `")
    ]
    assert tuple(listed) == COLUMNS
    assert match_csv([]).split("\n")[0].split(",") == list(COLUMNS)


def test_a_name_is_no_formula_to_a_spreadsheet() -> None:
    book = book_from_text((Path(__file__).parents[1] / "books" / "maximum.jsonl").read_text("utf-8"))
    setup = replace(book.header.setup, names=("=1+1", "@b"))
    told = ledger(replace(book, header=replace(book.header, setup=setup)))
    row = next(csv.DictReader(io.StringIO(match_csv([(1, told.lines)]))))
    assert row["player"] == row["next"] == "'=1+1"


def test_books_of_two_matches_are_not_one(tmp_path: Path) -> None:
    books = Path(__file__).parents[1] / "books"
    with pytest.raises(BadInput, match="of another match"):
        read_books((books / "maximum.jsonl", books / "novuss-set.jsonl"))
    (tmp_path / "picture.jsonl").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(BadInput, match="no UTF-8 text"):
        read_books((tmp_path / "picture.jsonl",))


def test_nothing_is_kept_of_a_match_that_cannot_be_kept_whole(tmp_path: Path) -> None:
    whole = Book(header=Header(rulebook="snooker-2024"), entries=(Noted(number=1, text="x"),))
    broken = replace(whole, entries=(Noted(number=7, text="out of order"),))
    with club(tmp_path) as database:
        match = kept(database, whole)
        before = matches(database)
        with pytest.raises(ValueError, match="entry 7"):
            kept(database, whole, broken)
        with pytest.raises(UnknownName):
            keep_match(database, replace(match, number=0, table="nowhere"), [whole])
        assert len(before) == 1
        assert matches(database) == before


def test_an_export_takes_the_place_of_the_one_before_and_of_no_file(tmp_path: Path) -> None:
    write_export(tmp_path / "out", {"a.txt": "one", "b.bin": b"\x00"})
    (kept_at,) = write_export(tmp_path / "out", {"a.txt": "two"})
    assert kept_at.read_text() == "two"
    assert json.dumps(sorted(path.name for path in (tmp_path / "out").iterdir())) == '["a.txt", "b.bin"]'
    with pytest.raises(BadInput, match="is a file"):
        write_export(kept_at, {})
