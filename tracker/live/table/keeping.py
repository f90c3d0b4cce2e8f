"""What the live table needs of a store: keep what a step added, for good, and give it back after a power cut."""

from dataclasses import dataclass
from typing import Final, Protocol

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


EYES, FOUND, POINTED, BACK = "eyes", "found", "pointed", "back"
"""How a calibration came to be: the eyes found the table while they watched; somebody took what was found, pointed at
the corners, or went back to an earlier one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBy:
    """How a calibration came to be, and by whom."""

    how: str = EYES
    name: str = ""
    """Empty: nobody, or nobody who had signed in."""


BY_THE_EYES: Final = SetBy()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCalibration:
    """How a camera saw a table: one of the versions that one can go back to."""

    number: int
    kit: str
    """What table it was taken for."""
    text: str
    """Of a `calibration.json`."""
    at_us: int
    set_by: SetBy

    @property
    def is_set_up(self) -> bool:
        """Whether a person set it."""
        return self.set_by.how != EYES


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

    def keep_calibration(self, table: str, source: str, kit: str, text: str, set_by: SetBy) -> None:
        """Keep how a camera sees a table: the text of a `calibration.json`; `kit` is what table it is.

        Raises:
            CuewatchError: it was not kept.
        """
        ...

    def calibrations(self, table: str, source: str) -> tuple[KeptCalibration, ...]:
        """Return what was kept of a camera and a table, the newest first.

        Raises:
            CuewatchError: nothing can be read any more.
        """
        ...


class Memory:
    """A keeper that forgets when the program ends: for tests, and for trying things out."""

    def __init__(self) -> None:
        self.books: dict[str, dict[int, Book]] = {}
        self._calibrations: dict[tuple[str, str], tuple[KeptCalibration, ...]] = {}

    def keep(self, table: str, written: Written) -> None:
        """Keep it until the program ends."""
        books = {} if written.epoch == written.first and written.header else self.books.get(table, {})
        book = Book(header=written.header) if written.header else books[written.epoch]
        entries = (*book.entries, *written.entries)
        self.books[table] = {**books, written.epoch: Book(header=book.header, entries=entries)}

    def kept(self, table: str) -> tuple[tuple[int, Book], ...]:
        """Return the books of the table's last match."""
        return tuple(sorted(self.books.get(table, {}).items()))

    def keep_calibration(self, table: str, source: str, kit: str, text: str, set_by: SetBy) -> None:
        """Keep it until the program ends."""
        before = self.calibrations(table, source)
        kept = KeptCalibration(number=len(before) + 1, kit=kit, text=text, at_us=0, set_by=set_by)
        self._calibrations[table, source] = (kept, *before)

    def calibrations(self, table: str, source: str) -> tuple[KeptCalibration, ...]:
        """Return what was kept, the newest first."""
        return self._calibrations.get((table, source), ())
