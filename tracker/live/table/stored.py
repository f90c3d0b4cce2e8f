"""Keeps the books of live tables, and how their cameras see them, in the club's database."""

from tracker.domain.errors import BookTaken
from tracker.live.table.keeping import Written
from tracker.live.table.table import Clock
from tracker.match.book.book import Book
from tracker.match.book.entries import Header
from tracker.store.database.books import append, book_of, since
from tracker.store.database.matches import (
    Frame,
    Match,
    begin_frame,
    begin_match,
    end_match,
    frames_of,
    latest_frame,
    match_numbered,
)
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table, tables


class Stored:
    """A keeper over a database; what it has kept is on the disk."""

    def __init__(self, database: Database, clock: Clock) -> None:
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
            self._begin(table, written, written.header)
        elif written.entries:
            before = written.entries[0].number - 1
            append(self._database, table, written.epoch, before, written.entries, self._now_us())
        self._at[table] = (written.epoch, written.sequence)
        if table in self._match and written.over is not None:
            end_match(self._database, self._match[table], self._now_us() if written.over else None)

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

    def keep_calibration(self, table: str, source: str, kit: str, text: str) -> None:
        """Keep how a camera sees a table.

        Raises:
            DatabaseUnusable: the disk is full or gone.
            CalibrationUnreadable, UnknownName: it makes no sense, or is for no table that we know.
        """
        from tracker.live.table import calibrated  # noqa: PLC0415  a score kept by hand need not wait for it

        self._must_have(table, kit)
        calibrated.keep(self._database, (table, source), text, self._now_us())

    def kept_calibration(self, table: str, source: str, kit: str) -> str | None:
        """Return what was kept last.

        Raises:
            CalibrationUnreadable: it is that of another program.
        """
        from tracker.live.table import calibrated  # noqa: PLC0415  a score kept by hand need not wait for it

        return calibrated.kept(self._database, (table, source), kit)

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

    def _begin(self, table: str, written: Written, header: Header) -> None:
        if written.epoch == written.first:
            self._abandon(table)
            self._match[table] = self._begun(table, header)
        frame = Frame(
            match=self._match[table], number=header.setup.frame, table=table, header=header, begun_us=self._now_us()
        )
        begin_frame(self._database, frame, written.entries)

    def _abandon(self, table: str) -> None:
        """Write that the match before ended now, if it went on."""
        before = self._match.get(table)
        if before is not None and match_numbered(self._database, before).ended_us is None:
            end_match(self._database, before, self._now_us())

    def _begun(self, table: str, header: Header) -> int:
        self._must_have(table, header.table)
        setup = header.setup
        one, other = (players or (name,) for players, name in zip(setup.players, setup.names, strict=True))
        match = Match(
            table=table, rulebook=header.rulebook, sides=(one, other), begun_us=self._now_us(), best_of=setup.frames
        )
        return begin_match(self._database, match).number

    def _now_us(self) -> int:
        return self._clock() * 1000
