"""Matches and their frames: who plays whom, under which rulebook, and where the book of each frame lies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from tracker.domain.book.setup import Setup
from tracker.domain.errors import UnknownName
from tracker.match.book.book import Book
from tracker.match.book.codec import header_from_line, header_line
from tracker.match.book.entries import Entry, Header
from tracker.store.database import schema
from tracker.store.database.books import add_entries
from tracker.store.database.opening import Database
from tracker.store.database.people import id_of, must_know_table

Side = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match at one table."""

    number: int = 0
    """Given when it is kept."""
    table: str
    rulebook: str
    sides: tuple[Side, Side]
    """Players of each side in playing order."""
    begun_us: int
    title: str = ""
    """The event, or the round of it."""
    best_of: int | None = None
    """Frames at most; None: not agreed."""
    ended_us: int | None = None
    """None: it goes on."""

    @property
    def names(self) -> tuple[str, str]:
        """What a scoreboard calls the two sides."""
        first, second = self.sides
        return " & ".join(first), " & ".join(second)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFrame:
    """A frame of a match, and the name of its book: table and epoch."""

    match: int
    number: int = 0
    """Counts the frames of the match from 1."""
    table: str
    epoch: int = 0
    """Given when it is begun."""
    header: Header
    begun_us: int


def keep_match(database: Database, match: StoredMatch, books: Iterable[Book]) -> StoredMatch:
    """Keep a whole match with a book for each frame, or nothing of it; return it with its number.

    Raises:
        UnknownName: there is no such table.
    """
    with database.writing() as connection:
        kept = add_match(connection, match)
        for book in books:
            frame = StoredFrame(match=kept.number, table=kept.table, header=book.header, begun_us=kept.begun_us)
            _add_frame(connection, frame, book.entries)
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """When a match ended; `at_us` None: it goes on after all."""

    match: int
    at_us: int | None


def begin_book(
    database: Database,
    frame: StoredFrame,
    entries: Iterable[Entry] = (),
    *,
    match: StoredMatch | None = None,
    ended: Iterable[Ended] = (),
) -> StoredFrame:
    """Begin a book under the next epoch of its table, with the match that begins with it and those that ended.

    All of it is kept or nothing. The frame is returned as it was kept: without a number it is the next one of its
    match. One with the number of a frame that was begun before is that frame begun again (see `frames_of`); the book of
    the earlier one is kept as it is.

    Args:
        database: where it is kept.
        frame: the frame; of which match is not said where one begins.
        entries: the book's first ones.
        match: the match that begins; None: the frame's own goes on.
        ended: matches that ended, or go on, with it; number 0 is the one that begins.

    Raises:
        UnknownName: there is no such match, or no such table.
        DatabaseUnusable: the disk is full or gone; nothing has changed.
    """
    with database.writing() as connection:
        number = frame.match if match is None else add_match(connection, match).number
        if match is None:
            _correct_match(connection, number, frame.header.setup)
        begun = _add_frame(connection, replace(frame, match=number), entries)
        for one in ended:
            _end(connection, replace(one, match=one.match or number))
    return begun


def go_on(
    database: Database, book: tuple[str, int], entries: Sequence[Entry], at_us: int, ended: Ended | None = None
) -> None:
    """Add entries to a book (table and epoch), and write whether its match ended: both or neither.

    On return they stand on the disk. They are numbered from the one after the book's last, as the writer knows it.

    Raises:
        BookTaken: the book does not end before the first of them: another writer has added to it.
        UnknownName: there is no such book, or no such match.
        DatabaseUnusable: the disk is full or gone; nothing has changed.
    """
    with database.writing() as connection:
        if entries:
            add_entries(connection, book, entries[0].number - 1, entries, at_us)
        if ended is not None:
            _end(connection, ended)


def _end(connection: Connection, ended: Ended) -> None:
    _row_of(connection, ended.match)
    connection.execute(update(schema.matches).where(schema.matches.c.id == ended.match).values(ended_us=ended.at_us))


def matches(database: Database) -> tuple[StoredMatch, ...]:
    """Return all matches, the newest first."""
    m = schema.matches.c
    with database.reading() as connection:
        rows = connection.execute(select(schema.matches).order_by(m.begun_us.desc(), m.id.desc())).all()
        sides = _sides(connection)
    return tuple(_match(row, sides) for row in rows)


def match_numbered(database: Database, number: int) -> StoredMatch:
    """Return the match of that number.

    Raises:
        UnknownName: there is none.
    """
    with database.reading() as connection:
        return _match(_row_of(connection, number), _sides(connection))


def frames_of(database: Database, match: int) -> tuple[StoredFrame, ...]:
    """Return the frames of a match that stand, in order.

    One that was begun again stands in place of the frame of its number and of all after it, as in `match.frames`.
    """
    f = schema.frames.c
    with database.reading() as connection:
        rows = connection.execute(select(schema.frames).where(f.match_id == match).order_by(f.epoch)).all()
    standing: tuple[StoredFrame, ...] = ()
    for frame in map(_frame, rows):
        standing = (*(before for before in standing if before.number < frame.number), frame)
    return standing


def latest_frame(database: Database, table: str) -> StoredFrame | None:
    """Return the frame that was begun last at a table; None: none was."""
    f = schema.frames.c
    wanted = select(schema.frames).where(f.table_name == table).order_by(f.epoch.desc()).limit(1)
    with database.reading() as connection:
        row = connection.execute(wanted).one_or_none()
    return None if row is None else _frame(row)


def sides_of(connection: Connection, match: int) -> dict[int, Side]:
    """Return the players of each side of a match in playing order."""
    s, p = schema.match_players.c, schema.players.c
    seats = select(s.side, p.name).join(schema.players).where(s.match_id == match).order_by(s.side, s.turn)
    by_side = groupby(connection.execute(seats), key=lambda seat: seat.side)
    return {side: tuple(seat.name for seat in seats) for side, seats in by_side}


def add_match(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Keep a new match and its players within a transaction that is under way; return it with its number.

    Raises:
        UnknownName: there is no such table.
    """
    must_know_table(connection, match.table)
    row = {
        "table_name": match.table, "rulebook": match.rulebook, "title": match.title, "best_of": match.best_of,
        "begun_us": match.begun_us, "ended_us": match.ended_us,
    }  # fmt: skip
    number = connection.scalars(insert(schema.matches).values(row).returning(schema.matches.c.id)).one()
    add_seats(connection, number, match.sides)
    return replace(match, number=number)


def _correct_match(connection: Connection, number: int, setup: Setup) -> None:
    """Write who plays a match, and for how many frames, where a frame begins otherwise than the one before it.

    The books are compared, not the names kept: a player who is called otherwise by now is still the one who plays.
    """
    f, s = schema.frames.c, schema.match_players.c
    last = select(f.header).where(f.match_id == number).order_by(f.epoch.desc()).limit(1)
    line = connection.scalar(last)
    if line is None:
        return
    before = header_from_line(line, f"match {number}").setup
    if before.frames != setup.frames:
        connection.execute(update(schema.matches).where(schema.matches.c.id == number).values(best_of=setup.frames))
    if before.sides != setup.sides:
        connection.execute(delete(schema.match_players).where(s.match_id == number))
        add_seats(connection, number, setup.sides)


def add_seats(connection: Connection, number: int, sides: tuple[Side, Side]) -> None:
    """Keep who plays a match, of whom nobody is kept yet."""
    for side, names in enumerate(sides):
        for turn, name in enumerate(names):
            player = id_of(connection, schema.players, name)
            seat = {"match_id": number, "side": side, "turn": turn, "player_id": player}
            connection.execute(insert(schema.match_players).values(seat))


def _add_frame(connection: Connection, frame: StoredFrame, entries: Iterable[Entry]) -> StoredFrame:
    f = schema.frames.c
    must_know_table(connection, frame.table)
    _row_of(connection, frame.match)
    of_match = select(f.number).where(f.match_id == frame.match).order_by(f.epoch.desc()).limit(1)
    last_number = connection.scalars(of_match).one_or_none()
    last_epoch = connection.scalars(select(func.max(f.epoch)).where(f.table_name == frame.table)).one()
    begun = replace(frame, number=frame.number or (last_number or 0) + 1, epoch=(last_epoch or 0) + 1)
    connection.execute(insert(schema.frames).values(_frame_row(begun)))
    add_entries(connection, (begun.table, begun.epoch), 0, entries, begun.begun_us)
    return begun


def _row_of(connection: Connection, number: int) -> Row[Any]:
    row = connection.execute(select(schema.matches).where(schema.matches.c.id == number)).one_or_none()
    if row is None:
        raise UnknownName(f"there is no match {number}: see `cuewatch matches list`")
    return row


def _sides(connection: Connection) -> dict[tuple[int, int], Side]:
    """Return the players of each (match, side) in playing order."""
    s, p = schema.match_players.c, schema.players.c
    seats = select(s.match_id, s.side, p.name).join(schema.players).order_by(s.match_id, s.side, s.turn)
    by_side = groupby(connection.execute(seats), key=lambda seat: (seat.match_id, seat.side))
    return {side: tuple(seat.name for seat in seats) for side, seats in by_side}


def _match(row: Row[Any], sides: dict[tuple[int, int], Side]) -> StoredMatch:
    return StoredMatch(
        number=row.id,
        table=row.table_name,
        rulebook=row.rulebook,
        sides=(sides.get((row.id, 0), ()), sides.get((row.id, 1), ())),
        begun_us=row.begun_us,
        title=row.title,
        best_of=row.best_of,
        ended_us=row.ended_us,
    )


def _frame(row: Row[Any]) -> StoredFrame:
    header = header_from_line(row.header, f"table {row.table_name}, epoch {row.epoch}")
    return StoredFrame(
        match=row.match_id, number=row.number, table=row.table_name, epoch=row.epoch, header=header,
        begun_us=row.begun_us,
    )  # fmt: skip


def _frame_row(frame: StoredFrame) -> dict[str, object]:
    return {
        "match_id": frame.match, "number": frame.number, "table_name": frame.table, "epoch": frame.epoch,
        "header": header_line(frame.header), "begun_us": frame.begun_us,
    }  # fmt: skip
