"""Keeps the books of live tables, and how their cameras see them, in the club's database."""

from tracker.domain.errors import BookTaken
from tracker.live.table.keeping import KeptCalibration, SetBy, Written
from tracker.live.table.table import WallClock
from tracker.match.book.book import Book
from tracker.match.book.entries import Header
from tracker.store.database.books import book_of, since
from tracker.store.database.matches import (
    Ended,
    StoredFrame,
    StoredMatch,
    begin_book,
    frames_of,
    go_on,
    latest_frame,
    match_numbered,
)
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table, tables


class Stored:
    """A keeper over a database; what it has kept is on the disk."""

    def __init__(self, database: Database, clock: WallClock) -> None:
        self._database, self._clock = database, clock
        self._match: dict[str, int] = {}
        self._at: dict[str, tuple[int, int]] = {}

    def keep(self, table: str, written: Written) -> None:
        """Keep what a step added: the entries with the book that begins with them, all or nothing.

        Raises:
            BookTaken: another program has written to this table.
            DatabaseUnusable: the disk is full or gone.
        """
        self._must_be_ours(table)
        if written.header is not None:
            self._match[table] = self._begin(table, written, written.header)
        else:
            at = (table, written.epoch)
            go_on(self._database, at, written.entries, self._now_us(), self._ended(self._match.get(table), written))
        self._at[table] = (written.epoch, written.sequence)

    def kept(self, table: str) -> tuple[tuple[int, Book], ...]:
        """Return the books of the last match of a table with their epochs, in that order.

        Raises:
            BadInput: a book holds what this program cannot read.
        """
        last = latest_frame(self._database, table)
        if last is None:
            return ()
        self._match[table] = last.match
        epochs = sorted(frame.epoch for frame in frames_of(self._database, last.match))
        books = tuple((epoch, book_of(self._database, table, epoch)) for epoch in epochs)
        self._at[table] = (last.epoch, len(books[-1][1].entries))
        return books

    def keep_calibration(self, table: str, source: str, kit: str, text: str, set_by: SetBy) -> None:
        """Keep how a camera sees a table.

        Raises:
            DatabaseUnusable: the disk is full or gone.
            CalibrationUnreadable, UnknownName: it makes no sense, or is for no table that we know.
        """
        from tracker.live.table import calibrated  # noqa: PLC0415  a score kept by hand need not wait for it

        self._must_have(table, kit)
        calibrated.keep(self._database, (table, source), text, set_by, self._now_us())

    def calibrations(self, table: str, source: str) -> tuple[KeptCalibration, ...]:
        """Return what was kept, the newest first."""
        from tracker.live.table import calibrated  # noqa: PLC0415  a score kept by hand need not wait for it

        return calibrated.kept(self._database, (table, source))

    def _must_have(self, table: str, kit: str) -> None:
        if all(known.name != table for known in tables(self._database)):
            keep_table(self._database, ClubTable(name=table, kit=kit))

    def _must_be_ours(self, table: str) -> None:
        """Make sure that nothing was written since this keeper last read or wrote (ADR 0007: one writer a table).

        Raises:
            BookTaken: something was.
        """
        epoch, sequence = self._at.get(table, (0, 0))
        last = latest_frame(self._database, table)
        grown = last is not None and since(self._database, table, last.epoch, sequence if last.epoch == epoch else 0)
        if grown or (last.epoch if last else 0) != epoch:
            raise BookTaken(f"table {table!r} is written to by another program: stop one of them, and start again")

    def _begin(self, table: str, written: Written, header: Header) -> int:
        """Keep a new book, with the match that begins with it; return the number of the match."""
        begins, before = written.epoch == written.first, self._match.get(table)
        if begins:
            self._must_have(table, header.table)
        number = 0 if begins else self._match[table]
        frame = StoredFrame(
            match=number, number=header.setup.frame, table=table, header=header, begun_us=self._now_us()
        )
        ended = (self._abandoned(before) if begins else None, self._ended(number, written))
        match = self._match_of(table, header) if begins else None
        return begin_book(self._database, frame, written.entries, match=match, ended=filter(None, ended)).match

    def _abandoned(self, before: int | None) -> Ended | None:
        """Return that the match before ended now, if it went on."""
        if before is None or match_numbered(self._database, before).ended_us is not None:
            return None
        return Ended(match=before, at_us=self._now_us())

    def _ended(self, match: int | None, written: Written) -> Ended | None:
        """Return whether a match is over with what was written, where that has changed."""
        if match is None or written.over is None:
            return None
        return Ended(match=match, at_us=self._now_us() if written.over else None)

    def _match_of(self, table: str, header: Header) -> StoredMatch:
        setup = header.setup
        return StoredMatch(
            table=table, rulebook=header.rulebook, sides=setup.sides, begun_us=self._now_us(), best_of=setup.frames
        )

    def _now_us(self) -> int:
        return self._clock() * 1000
