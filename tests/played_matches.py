"""A club's matches for tests of the history: made of the golden books, with the names of people who play there."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text
from tracker.store.database.matches import StoredMatch, keep_match
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table

BOOKS = Path(__file__).parent / "books"


def golden_book(name: str, names: tuple[str, str], frame: int = 1, frames: int | None = None) -> Book:
    """Return a golden book as if these two had played it."""
    book = book_from_text((BOOKS / f"{name}.jsonl").read_text("utf-8"), name)
    setup = replace(book.header.setup, names=names, players=((), ()), frame=frame, frames=frames)
    return replace(book, header=replace(book.header, setup=setup))


def at_us(year: int, month: int, day: int) -> int:
    """Return noon of a day (UTC)."""
    return round(datetime(year, month, day, 12, tzinfo=UTC).timestamp() * 1_000_000)


def keep_golden(
    database: Database, names: tuple[str, str], frames: tuple[str, ...], day: tuple[int, int, int], title: str = ""
) -> int:
    """Keep a match whose frames are these golden books, and return its number."""
    keep_table(database, ClubTable(name="1"))
    books = [golden_book(name, names, number, len(frames)) for number, name in enumerate(frames, 1)]
    match = StoredMatch(
        table="1", rulebook=books[0].header.rulebook, sides=((names[0],), (names[1],)), begun_us=at_us(*day),
        ended_us=at_us(*day), best_of=len(frames), title=title,
    )  # fmt: skip
    return keep_match(database, match, books).number
