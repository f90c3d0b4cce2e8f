"""The lines of the books: added in one committed transaction, never changed, and never mixed by two writers.

Before an entry is shown it is committed, so that no screen has shown what a crash can lose. A writer says where it
believes the book to end; where that is wrong, somebody else has written, and nothing is added.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, func, insert, select

from tracker.domain.errors import BookTaken, UnknownName
from tracker.match.book.book import Book
from tracker.match.book.codec import entry_from_line, entry_line, header_from_line
from tracker.match.book.entries import Entry, Header
from tracker.store.database import schema
from tracker.store.database.opening import Database


def add_entries(
    connection: Connection, book: tuple[str, int], sequence: int, entries: Iterable[Entry], at_us: int
) -> None:
    """Add entries to a book within a transaction that is under way.

    Args:
        connection: the transaction.
        book: table and epoch.
        sequence: number of the book's last entry, as the writer knows it; 0: it has none.
        entries: the new ones, numbered from `sequence` + 1.
        at_us: the time of day, in microseconds UTC.

    Raises:
        BookTaken: the book does not end there: another writer has added to it.
        UnknownName: there is no such book.
    """
    table, epoch = book
    _header(connection, table, epoch)  # refuses a book that nobody has begun
    last = _last(connection, table, epoch)
    if last != sequence:
        raise BookTaken(
            f"{_where(table, epoch)} ends at entry {last}, not {sequence}: another program writes to it; "
            "nothing was added: read it again"
        )
    rows = [_row(table, epoch, number, entry, at_us) for number, entry in enumerate(entries, sequence + 1)]
    if rows:
        connection.execute(insert(schema.entries), rows)


def book_of(database: Database, table: str, epoch: int) -> Book:
    """Return a whole book.

    Raises:
        UnknownName: there is none of this table and epoch.
        BadInput: it holds what this program cannot read; the message names the entry.
    """
    with database.reading() as connection:
        header = _header(connection, table, epoch)
        return Book(header=header, entries=_entries(connection, table, epoch, 0, header))


def since(database: Database, table: str, epoch: int, sequence: int) -> tuple[Entry, ...]:
    """Return the entries of a book after `sequence`, in order.

    Raises:
        UnknownName: there is no book of this table and epoch.
        BadInput: it holds what this program cannot read; the message names the entry.
    """
    with database.reading() as connection:
        return _entries(connection, table, epoch, sequence, _header(connection, table, epoch))


def _header(connection: Connection, table: str, epoch: int) -> Header:
    f = schema.frames.c
    line = connection.scalars(select(f.header).where(f.table_name == table, f.epoch == epoch)).one_or_none()
    if line is None:
        raise UnknownName(f"table {table} has no book of epoch {epoch}: see `cuewatch matches list`")
    return header_from_line(line, _where(table, epoch))


def _last(connection: Connection, table: str, epoch: int) -> int:
    e = schema.entries.c
    last = select(func.max(e.sequence)).where(e.table_name == table, e.epoch == epoch)
    return connection.scalars(last).one() or 0


def _entries(connection: Connection, table: str, epoch: int, after: int, header: Header) -> tuple[Entry, ...]:
    e = schema.entries.c
    wanted = select(e.sequence, e.line).where(e.table_name == table, e.epoch == epoch, e.sequence > after)
    return tuple(
        entry_from_line(line, header.rulebook, f"{_where(table, epoch)}, entry {sequence}")
        for sequence, line in connection.execute(wanted.order_by(e.sequence))
    )


def _row(table: str, epoch: int, sequence: int, entry: Entry, at_us: int) -> dict[str, object]:
    if entry.number != sequence:
        raise ValueError(f"entry {entry.number} is given where {sequence} is due")
    line = entry_line(entry)
    return {"table_name": table, "epoch": epoch, "sequence": sequence, "line": line, "written_us": at_us}


def _where(table: str, epoch: int) -> str:
    return f"book of table {table}, epoch {epoch}"
