"""The tables of all halls as screens follow them: taken up when somebody first looks, and read again as they grow.

Nothing is written to them here: their one writer sits in the hall.
"""

from tracker.domain.errors import BadInput, UnknownName
from tracker.hub.scores import standing_books
from tracker.live.table.keeping import KeptCalibration, SetBy, Written
from tracker.live.table.table import Table, WallClock
from tracker.match.book.book import UNREADABLE, Book
from tracker.store.database.books import book_of
from tracker.store.database.opening import Database
from tracker.store.mirror.halls import BookHere, halls, newest_books

ELSEWHERE = "the score is kept in the hall: put it right there, and it is so here too"


class Mirrored:
    """A keeper of what halls have sent; it keeps nothing else."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, table: str, written: Written) -> None:
        """Refuse it.

        Raises:
            BadInput: always.
        """
        raise BadInput(ELSEWHERE)

    def kept(self, table: str) -> tuple[tuple[int, Book], ...]:
        """Return the books of the last match of a table with their epochs, in order."""
        book = newest_at(self._database, table)
        if book is None:
            return ()
        books = standing_books(self._database, book)
        return tuple((one.epoch, book_of(self._database, one.table, one.epoch)) for one in books)

    def keep_calibration(self, table: str, source: str, kit: str, text: str, set_by: SetBy) -> None:
        """Refuse it.

        Raises:
            BadInput: always.
        """
        raise BadInput(ELSEWHERE)

    def calibrations(self, table: str, source: str) -> tuple[KeptCalibration, ...]:
        """Return none: cameras are known in the halls."""
        return ()


def newest_at(database: Database, table: str) -> BookHere | None:
    """Return the newest book of a table by its name at the hub (`crown:1`); None: no hall has told of one."""
    hall, _, inner = table.partition(":")
    return next(iter(newest_books(database, (hall, inner))), None)


def taken_up(database: Database, name: str, clock: WallClock) -> Table:
    """Return a table as its hall has sent it.

    Raises:
        UnknownName: no hall has told of it.
        BadInput: this program cannot play its books.
    """
    if newest_at(database, name) is None:
        raise UnknownName(f"no hall has told of a table {name!r}: see /")
    try:
        return Table(name, Mirrored(database), clock)
    except UNREADABLE as trouble:
        raise BadInput(f"table {name}: its books cannot be played by this version ({trouble})") from trouble


def brought_up_to_date(database: Database, table: Table) -> None:
    """Have a table show what its hall has sent by now, and when the hall was heard from.

    Raises:
        BadInput: this program cannot play its books.
    """
    book, hall = newest_at(database, table.name), table.name.partition(":")[0]
    heard_us = next((one.heard_us for one in halls(database) if one.name == hall), None)
    as_of_ms = max(heard_us or 0, book.taken_us if book else 0) // 1000
    try:
        if book is None or table.moment.at != (book.epoch, book.sequence):
            table.take_up(as_of_ms)
        elif table.moment.as_of_ms != as_of_ms:
            table.is_as_of(as_of_ms)
    except UNREADABLE as trouble:
        raise BadInput(f"table {table.name}: its books cannot be played by this version ({trouble})") from trouble
