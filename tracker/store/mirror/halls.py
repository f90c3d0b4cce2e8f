"""The halls as the hub knows them: what each is called, when it was heard from, and which books stand for its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, Select, func, select, tuple_, update

from tracker.domain.errors import UnknownName
from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.opening import Database
from tracker.store.mirror.lines import NOTHING, Head

NAMED_AT_ONCE: Final = 1000
"""So many books are named in one question: a database takes tens of thousands of words in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallKnown:
    """A hall."""

    name: str
    """In small letters; stands in addresses."""
    label: str
    """As people call it."""
    heard_us: int | None = None
    """When it was heard from last, by the hub's clock; None: never."""
    ahead_us: int = 0
    """How far its clock is ahead of the hub's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookHere:
    """The hub's book that stands for one of a hall."""

    hall: str
    hall_table: str
    hall_epoch: int
    table: str
    """With `epoch`, its name here."""
    epoch: int
    sequence: int
    taken_us: int
    """When its last line came, by the hub's clock."""
    match: int
    frame: int


def know_halls(database: Database, named: Iterable[tuple[str, str]]) -> None:
    """Keep halls, each with its name and label."""
    with database.writing() as connection:
        for name, label in named:
            row = insert_into(connection, schema.halls).values(name=name, label=label)
            connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"label": label}))


def halls(database: Database) -> tuple[HallKnown, ...]:
    """Return all halls by name."""
    h = schema.halls.c
    wanted = select(h.name, h.label, h.heard_us, h.ahead_us).order_by(h.name)
    with database.reading() as connection:
        return tuple(HallKnown(**row) for row in connection.execute(wanted).mappings())


def heard(database: Database, when: Mapping[str, tuple[int, int]]) -> None:
    """Keep when halls were heard from last, each with how far its clock is ahead of ours."""
    with database.writing() as connection:
        for hall, (at_us, ahead_us) in when.items():
            known = update(schema.halls).where(schema.halls.c.name == hall)
            connection.execute(known.values(heard_us=at_us, ahead_us=ahead_us))


def newest_books(database: Database, of: tuple[str, str] | None = None) -> tuple[BookHere, ...]:
    """Return the newest book of every table of every hall, or `of` one table of a hall."""
    m, f = schema.mirrored.c, schema.frames.c
    last = select(m.hall, m.hall_table, func.max(m.hall_epoch).label("hall_epoch")).group_by(m.hall, m.hall_table)
    newest = last.subquery()
    of_it = (m.hall == newest.c.hall) & (m.hall_table == newest.c.hall_table) & (m.hall_epoch == newest.c.hall_epoch)
    joined = schema.mirrored.join(newest, of_it).join(
        schema.frames, (f.table_name == m.table_name) & (f.epoch == m.epoch)
    )
    wanted = select(
        m.hall, m.hall_table, m.hall_epoch, m.table_name.label("table"), m.epoch, m.sequence, m.taken_us,
        f.match_id.label("match"), f.number.label("frame"),
    ).select_from(joined)  # fmt: skip
    if of is not None:
        wanted = wanted.where(m.hall == of[0], m.hall_table == of[1])
    with database.reading() as connection:
        rows = connection.execute(wanted.order_by(m.hall, m.hall_table)).mappings()
        return tuple(BookHere(**row) for row in rows)


def book_in_hall(database: Database, table: str, epoch: int) -> tuple[str, str, int]:
    """Return the hall whose book stands under a name here, and its table and epoch there.

    Raises:
        UnknownName: none does: the hall has another book by now, or never had it.
    """
    m = schema.mirrored.c
    wanted = select(m.hall, m.hall_table, m.hall_epoch).where(m.table_name == table, m.epoch == epoch)
    with database.reading() as connection:
        row = connection.execute(wanted).one_or_none()
    if row is None:
        raise UnknownName(f"no hall has a book {epoch} of table {table!r} now")
    return row.hall, row.hall_table, row.hall_epoch


def lacking(database: Database, hall: str, told: Iterable[Head]) -> tuple[Head, ...]:
    """Return which of the books that a hall tells of are not here as it has them, with the last line that is.

    One that parts from what is here is asked for from its header on: only the hall knows where it does.
    """
    lacks, told = [], tuple(told)
    here = _here(database, hall, told)
    for one in told:
        book = here.get(one.book)
        if book is not None and (book.sequence > one.sequence or book.digest == one.digest):
            continue
        goes_on = book is not None and book.sequence < one.sequence
        sequence = book.sequence if book is not None and goes_on else NOTHING
        lacks.append(Head(table=one.table, epoch=one.epoch, sequence=sequence, digest=""))
    return tuple(lacks)


def gone_beyond(database: Database, hall: str, told: Iterable[Head], *, newest: bool) -> tuple[Head, ...]:
    """Return which of the books that a hall tells of go on here after what it has.

    Where they are the `newest` of their tables, those are returned too after which others stand here. That is so for a
    moment, where lines overtake what is told, and lastingly where a hall was put back to a backup.
    """
    told = tuple(told)
    here = _here(database, hall, told)
    last = _last_epochs(database, hall) if newest else {}
    return tuple(
        one
        for one in told
        if (one.book in here and here[one.book].sequence > one.sequence) or last.get(one.table, 0) > one.epoch
    )


def _last_epochs(database: Database, hall: str) -> dict[str, int]:
    """Return the hall's epoch of the newest book that is here of each of its tables."""
    m = schema.mirrored.c
    wanted = select(m.hall_table, func.max(m.hall_epoch).label("last")).where(m.hall == hall).group_by(m.hall_table)
    with database.reading() as connection:
        return {row.hall_table: row.last for row in connection.execute(wanted)}


def _here(database: Database, hall: str, books: Sequence[Head]) -> dict[tuple[str, int], Head]:
    """Return how far some books of a hall have come here, by their names in the hall."""
    m = schema.mirrored.c
    named, found = tuple_(m.hall_table, m.hall_epoch), _of_hall(hall)
    with database.reading() as connection:
        heads = [
            _head(row)
            for at in range(0, len(books), NAMED_AT_ONCE)
            for row in connection.execute(found.where(named.in_([one.book for one in books[at : at + NAMED_AT_ONCE]])))
        ]
    return {one.book: one for one in heads}


def _of_hall(hall: str) -> Select[Any]:
    m = schema.mirrored.c
    return select(m.hall_table, m.hall_epoch, m.sequence, m.digest).where(m.hall == hall)


def _head(row: Row[Any]) -> Head:
    return Head(table=row.hall_table, epoch=row.hall_epoch, sequence=row.sequence, digest=row.digest)


def book_text(database: Database, hall: str, table: str, epoch: int) -> str:
    """Return a hall's book as the hall exports it, to the letter.

    Raises:
        UnknownName: there is no such book.
    """
    m, f, e = schema.mirrored.c, schema.frames.c, schema.entries.c
    named = select(m.table_name, m.epoch).where(m.hall == hall, m.hall_table == table, m.hall_epoch == epoch)
    with database.reading() as connection:
        book = connection.execute(named).one_or_none()
        if book is None:
            raise UnknownName(f"hall {hall} has sent no book of table {table}, epoch {epoch}")
        header = select(f.header).where(f.table_name == book.table_name, f.epoch == book.epoch)
        lines = select(e.line).where(e.table_name == book.table_name, e.epoch == book.epoch).order_by(e.sequence)
        texts = (connection.scalars(header).one(), *connection.scalars(lines))
    return "".join(f"{text}\n" for text in texts)


def books_of_hall(database: Database, hall: str) -> tuple[Head, ...]:
    """Return how far each book of a hall has come here."""
    m = schema.mirrored.c
    with database.reading() as connection:
        return tuple(map(_head, connection.execute(_of_hall(hall).order_by(m.hall_table, m.hall_epoch))))
