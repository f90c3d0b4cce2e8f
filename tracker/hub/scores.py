"""What the hub tells of its halls: the score at every table, read off its newest books, and how old that is.

A book of a length never changes, so that each is read once and then again only when it has grown, and only when
somebody looks.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tracker.domain.errors import UnknownName
from tracker.domain.law.ruling import Outcome
from tracker.live.table.table import rules_for
from tracker.match.book.book import UNREADABLE, Book, is_abandoned, replay
from tracker.match.result import match_result
from tracker.store.database.books import book_of
from tracker.store.database.history import BookMark, book_marks
from tracker.store.database.opening import Database
from tracker.store.database.people import tables
from tracker.store.mirror.halls import BookHere, HallKnown, halls, newest_books

Told = dict[str, Any]
SILENT_US: Final = 60_000_000
"""A hall that was not heard from for so long is taken for offline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameScore:
    """What a book comes to."""

    names: tuple[str, str]
    number: int
    part: str
    points: tuple[int, int]
    outcome: Outcome | None
    best_of: int | None
    abandoned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The scores at all tables of all halls."""

    database: Database
    federation: str
    now_us: Callable[[], int]
    pages: Mapping[str, str] = field(default_factory=dict)
    """Where the pages of a hall are, by its name."""
    _read: dict[tuple[str, int], tuple[int, FrameScore]] = field(default_factory=dict)
    """What a book came to, by its name, with the length that it had."""

    def told(self) -> Told:
        """Return all halls with their tables."""
        books, labels = newest_books(self.database), {one.name: one.label for one in tables(self.database)}
        of_hall: dict[str, list[Told]] = {}
        for book in books:
            of_hall.setdefault(book.hall, []).append(self._table(book, labels.get(book.table, "")))
        now_us = self.now_us()
        return {
            "schema": 1, "federation": self.federation, "now_us": now_us,
            "halls": [self._hall(one, of_hall.get(one.name, []), now_us) for one in halls(self.database)],
        }  # fmt: skip

    def table(self, hall: str, table: str) -> Told:
        """Return a table with its hall.

        Raises:
            UnknownName: there is none.
        """
        known = {one.name: one for one in halls(self.database)}
        book = next((one for one in newest_books(self.database) if (one.hall, one.hall_table) == (hall, table)), None)
        if hall not in known or book is None:
            raise UnknownName(f"hall {hall!r} has told of no table {table!r}: see /")
        label = {one.name: one.label for one in tables(self.database)}.get(book.table, "")
        now_us = self.now_us()
        books = [one.frame for one in standing_books(self.database, book)]
        told = self._hall(known[hall], [self._table(book, label)], now_us)
        return {"schema": 1, "federation": self.federation, "now_us": now_us, "hall": told, "books": books}

    def _table(self, book: BookHere, label: str) -> Told:
        told = {
            "table": book.hall_table, "label": label, "match": book.match, "taken_us": book.taken_us, "trouble": "",
            "names": None, "won": None, "frame": None,
        }  # fmt: skip
        try:
            scores = [self._frame(one) for one in standing_books(self.database, book)]
        except UNREADABLE as unreadable:
            return told | {"trouble": str(unreadable)}
        last = scores[-1]
        result = match_result([one.outcome for one in scores], last.best_of, abandoned=last.abandoned)
        frame = {
            "number": last.number, "part": last.part, "points": last.points, "over": last.outcome is not None
        }  # fmt: skip
        match = {"best_of": last.best_of, "over": result.over, "abandoned": last.abandoned}
        return told | {"names": last.names, "won": result.won, "frame": frame} | match

    def _hall(self, hall: HallKnown, its_tables: list[Told], now_us: int) -> Told:
        silent = hall.heard_us is None or now_us - hall.heard_us > SILENT_US
        return {
            "hall": hall.name, "label": hall.label, "heard_us": hall.heard_us, "ahead_us": hall.ahead_us,
            "silent": silent, "page": self.pages.get(hall.name, ""), "tables": its_tables,
        }  # fmt: skip

    def _frame(self, mark: BookMark) -> FrameScore:
        length, score = self._read.get((mark.table, mark.epoch), (-1, None))
        if score is None or length != mark.entries:
            book = book_of(self.database, mark.table, mark.epoch)
            score = frame_score(book)
            self._read[mark.table, mark.epoch] = len(book.entries), score
        return score


def standing_books(database: Database, newest: BookHere) -> tuple[BookMark, ...]:
    """Return the books of a match up to its newest: later ones are of a hall that was put back to earlier."""
    return tuple(one for one in book_marks(database, newest.match)[newest.match] if one.frame <= newest.frame)


def frame_score(book: Book) -> FrameScore:
    """Return what a book comes to under its own rulebook.

    Raises:
        CuewatchError: this program cannot play it.
    """
    rules, setup = rules_for(book.header), book.header.setup
    position = replay(rules, book).position
    line = rules.scoreline(position)
    return FrameScore(
        names=setup.names, number=setup.frame, part=line.part, points=line.points, outcome=rules.outcome(position),
        best_of=setup.frames, abandoned=is_abandoned(book.entries),
    )  # fmt: skip
