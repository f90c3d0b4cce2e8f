"""What the live table needs of a store: keep what a step added, for good, and give it back after a power cut."""

from dataclasses import dataclass
from typing import Protocol

from tracker.match.book.book import Book
from tracker.match.book.entries import Entry, Header


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What one step added to a table: entries, and a new book where a frame (or its correction) began with it."""

    epoch: int
    first: int
    """Epoch with which the match began; equal to `epoch` where this begins a match."""
    header: Header | None
    """What the new book is written under; None: the entries go on in the book of this epoch."""
    entries: tuple[Entry, ...]
    """Their numbers are the sequence: (table, epoch, number) is unique for ever."""
    sequence: int
    """Entries that the book of this epoch then has."""
    over: bool | None = None
    """Whether the match is over with this, where that has changed; None: it has not."""


class Keeper(Protocol):
    """A store, as a table sees it."""

    def keep(self, table: str, written: Written) -> None:
        """Keep it in one transaction; when this returns, `kill -9` cannot lose it any more.

        Raises:
            CuewatchError: it was not kept; nothing of it was.
        """
        ...

    def kept(self, table: str) -> tuple[tuple[int, Book], ...]:
        """Return the books of the last match of a table with their epochs, in that order; empty: none was played."""
        ...

    def keep_calibration(self, table: str, source: str, kit: str, text: str) -> None:
        """Keep how a camera sees a table: the text of a `calibration.json`; `kit` is what table it is.

        Raises:
            CuewatchError: it was not kept.
        """
        ...

    def kept_calibration(self, table: str, source: str, kit: str) -> str | None:
        """Return what was kept last of a camera and a table; None: nothing was, or the kit was another.

        Raises:
            CuewatchError: it cannot be read.
        """
        ...


class Memory:
    """A keeper that forgets when the program ends: for tests, and for trying things out."""

    def __init__(self) -> None:
        self.books: dict[str, dict[int, Book]] = {}
        self.calibrations: dict[tuple[str, str, str], str] = {}

    def keep(self, table: str, written: Written) -> None:
        """Keep it until the program ends."""
        books = {} if written.epoch == written.first and written.header else self.books.get(table, {})
        book = Book(header=written.header) if written.header else books[written.epoch]
        entries = (*book.entries, *written.entries)
        self.books[table] = {**books, written.epoch: Book(header=book.header, entries=entries)}

    def kept(self, table: str) -> tuple[tuple[int, Book], ...]:
        """Return the books of the table's last match."""
        return tuple(sorted(self.books.get(table, {}).items()))

    def keep_calibration(self, table: str, source: str, kit: str, text: str) -> None:
        """Keep it until the program ends."""
        self.calibrations[table, source, kit] = text

    def kept_calibration(self, table: str, source: str, kit: str) -> str | None:
        """Return what was kept last."""
        return self.calibrations.get((table, source, kit))
