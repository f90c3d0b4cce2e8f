"""What the hub makes of the lines that halls send: each is kept once, in order, in a book that is the hall's.

A line may come twice, too early, or otherwise than before, since a hall that was restored from a backup writes on from
there. What is there already is passed over. What comes too early, or after something else than what is here, is not
kept, and told as lacking: the hall is asked for it. What comes otherwise begins the book anew from where they part; the
earlier one stays, as a frame stays that was begun again (`matches.frames_of`), so that nothing called is lost here
either.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select, update

from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.matches import StoredMatch, add_match, add_seats, sides_of
from tracker.store.database.opening import Database
from tracker.store.database.people import id_of
from tracker.store.mirror.lines import HEADER, NOTHING, Head, MatchFacts, SentLine, digest

Brought = Iterable[tuple[str, Sequence[SentLine]]]
"""Lines, and the hall that sent them."""


def table_at_hub(hall: str, table: str) -> str:
    """Return what the hub calls a table of a hall."""
    return f"{hall}:{table}"


def take(database: Database, brought: Brought, now_us: int) -> tuple[tuple[str, Head], ...]:
    """Keep what halls brought, in the order in which it came; return what lacks, hall by hall, with its last line.

    All is kept in one transaction. A `NOTHING` asks for a book from its header on.

    Raises:
        DatabaseUnusable: nothing was kept.
    """
    with database.writing() as connection:
        found = [
            (hall, _Taking(connection, hall, now_us).run(tuple(run)))
            for hall, lines in brought
            for _, run in groupby(lines, key=lambda line: line.book)
        ]
    return tuple((hall, lack) for hall, lack in found if lack is not None)


def cut(database: Database, hall: str, told: Iterable[Head], now_us: int) -> tuple[Head, ...]:
    """Have books end where their hall says that they do, and the newest of each table be the last one told of.

    What goes on after that stays in the database, in the earlier book. Return the books that are other ones, to be
    asked for.
    """
    with database.writing() as connection:
        taking = _Taking(connection, hall, now_us)
        found = [taking.cut(one) for one in sorted(told, key=lambda one: one.book)]
    return tuple(one for one in found if one is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stands:
    """The hub's book that stands for one of a hall."""

    table: str
    epoch: int
    sequence: int
    digest: str


@dataclass(frozen=True, slots=True)
class _Taking:
    connection: Connection
    hall: str
    now_us: int
    _read: dict[tuple[str, int], list[tuple[str, str]]] = field(default_factory=dict)
    """Entries of books as they are here, each with the digest of the book before it."""

    def run(self, lines: Sequence[SentLine]) -> Head | None:
        """Take lines of one book that came one after the other; return what it lacks."""
        table, epoch = lines[0].book
        stands = self._stands(table, epoch)
        for line in lines:
            if line.number == HEADER:
                stands = self._headed(stands, line)
            elif stands is None:
                return Head(table=table, epoch=epoch, sequence=NOTHING, digest="")
            elif line.number > stands.sequence + 1:
                return Head(table=table, epoch=epoch, sequence=stands.sequence, digest=stands.digest)
            else:
                added = self._added(stands, line) if line.number > stands.sequence else self._met(stands, line)
                if added is None:
                    return Head(table=table, epoch=epoch, sequence=NOTHING, digest="")
                stands = added
        if stands is not None:
            self._end(stands, lines[-1].ended_us)
        return None

    def _stands(self, table: str, epoch: int) -> _Stands | None:
        m = schema.mirrored.c
        wanted = select(m.table_name, m.epoch, m.sequence, m.digest)
        row = self.connection.execute(wanted.where(*self._is_of(table), m.hall_epoch == epoch)).one_or_none()
        if row is None:
            return None
        return _Stands(table=row.table_name, epoch=row.epoch, sequence=row.sequence, digest=row.digest)

    def _is_of(self, table: str) -> tuple[Any, Any]:
        return schema.mirrored.c.hall == self.hall, schema.mirrored.c.hall_table == table

    def _headed(self, stands: _Stands | None, line: SentLine) -> _Stands:
        """Return the book of a header: the one that is here, or a new one where it is another."""
        f = schema.frames.c
        if stands is not None:
            here = select(f.header, f.begun_us).where(f.table_name == stands.table, f.epoch == stands.epoch)
            if tuple(self.connection.execute(here).one()) == (line.text, line.at_us):
                return stands
        assert line.match is not None
        self._know_table(line.table, line.match)
        row = {
            "table_name": table_at_hub(self.hall, line.table), "match_id": self._match(line.table, line.match),
            "number": line.match.frame, "header": line.text, "begun_us": line.at_us,
        }  # fmt: skip
        return self._begun(row, line.book, HEADER)

    def _added(self, stands: _Stands, line: SentLine) -> _Stands | None:
        """Add the next line; None: it does not follow what is here."""
        if line.before != stands.digest:
            return None
        row = {"table_name": stands.table, "epoch": stands.epoch, "sequence": line.number}
        self.connection.execute(insert(schema.entries).values(row | {"line": line.text, "written_us": line.at_us}))
        self._read.get((stands.table, stands.epoch), []).append((line.before, line.text))
        longer = replace(stands, sequence=line.number, digest=line.after)
        self._keep(line.book, longer)
        return longer

    def _met(self, stands: _Stands, line: SentLine) -> _Stands | None:
        """Return the book in which a line stands that came before: another one where it is another line."""
        before, text = self._before(stands, line.number)
        if before != line.before:
            return None
        if text == line.text:
            return stands
        return self._added(self._parted(stands, line.book, line.number - 1, before), line)

    def cut(self, told: Head) -> Head | None:
        """Have a book end where its hall says, and be the last one of its table; return it where it is another one."""
        stands = self._stands(*told.book)
        if stands is None:
            return None
        if stands.sequence <= told.sequence:
            self._forget_after(told.book)
            return None
        before, _ = self._before(stands, told.sequence + 1)
        if before != told.digest:
            return replace(told, sequence=NOTHING, digest="")
        self._parted(stands, told.book, told.sequence, before)
        return None

    def _parted(self, stands: _Stands, book: tuple[str, int], last: int, so_far: str) -> _Stands:
        """Begin a book anew with what it has up to its entry `last`, the digest of which is `so_far`."""
        f, e = schema.frames.c, schema.entries.c
        was = select(f.table_name, f.match_id, f.number, f.header, f.begun_us)
        here = was.where(f.table_name == stands.table, f.epoch == stands.epoch)
        begun = self._begun(dict(self.connection.execute(here).one()._mapping), book, last)
        copied = select(e.table_name, literal(begun.epoch), e.sequence, e.line, e.written_us).where(
            e.table_name == stands.table, e.epoch == stands.epoch, e.sequence <= last
        )
        self.connection.execute(insert(schema.entries).from_select(
            ["table_name", "epoch", "sequence", "line", "written_us"], copied.order_by(e.sequence)
        ))  # fmt: skip
        parted = replace(begun, digest=so_far)
        self._keep(book, parted)
        return parted

    def _before(self, stands: _Stands, number: int) -> tuple[str, str]:
        """Return the digest of a book before one of its entries, and the text of that; each book is read once."""
        book = (stands.table, stands.epoch)
        if book not in self._read:
            self._read[book] = list(self._entries(stands))
        return self._read[book][number - 1]

    def _entries(self, stands: _Stands) -> Iterator[tuple[str, str]]:
        e, f = schema.entries.c, schema.frames.c
        header = select(f.header).where(f.table_name == stands.table, f.epoch == stands.epoch)
        so_far = digest("", self.connection.scalars(header).one())
        of_book = select(e.line).where(e.table_name == stands.table, e.epoch == stands.epoch).order_by(e.sequence)
        for text in self.connection.scalars(of_book):
            yield so_far, text
            so_far = digest(so_far, text)

    def _begun(self, row: dict[str, Any], book: tuple[str, int], sequence: int) -> _Stands:
        """Begin a book; the hall's later ones at the table are no longer what is here under their names."""
        f = schema.frames.c
        last = self.connection.scalar(select(func.max(f.epoch)).where(f.table_name == row["table_name"]))
        epoch = (last or 0) + 1
        self.connection.execute(insert(schema.frames).values(row | {"epoch": epoch}))
        self._forget_after(book)
        begun = _Stands(table=row["table_name"], epoch=epoch, sequence=sequence, digest=digest("", row["header"]))
        self._keep(book, begun)
        return begun

    def _forget_after(self, book: tuple[str, int]) -> None:
        """Have no book stand for a later one of the hall at the table."""
        table, epoch = book
        later = schema.mirrored.c.hall_epoch > epoch
        self.connection.execute(delete(schema.mirrored).where(*self._is_of(table), later))

    def _keep(self, book: tuple[str, int], stands: _Stands) -> None:
        kept = {
            "table_name": stands.table, "epoch": stands.epoch, "sequence": stands.sequence, "digest": stands.digest,
            "taken_us": self.now_us,
        }  # fmt: skip
        named = {"hall": self.hall, "hall_table": book[0], "hall_epoch": book[1]}
        row = insert_into(self.connection, schema.mirrored).values(named | kept)
        self.connection.execute(row.on_conflict_do_update(index_elements=list(named), set_=kept))

    def _know_table(self, table: str, facts: MatchFacts) -> None:
        h = schema.halls.c
        hall = self.connection.scalar(select(h.label).where(h.name == self.hall)) or self.hall
        kept = {"label": facts.label, "kit": facts.kit, "club_id": id_of(self.connection, schema.clubs, hall)}
        row = insert_into(self.connection, schema.tables).values(name=table_at_hub(self.hall, table), **kept)
        self.connection.execute(row.on_conflict_do_update(index_elements=["name"], set_=kept))

    def _match(self, table: str, facts: MatchFacts) -> int:
        """Return the number that a hall's match has here: a new one where it is another match than it was."""
        m, named = schema.mirrored_matches.c, table_at_hub(self.hall, table)
        wanted = select(m.match_id, m.begun_us).where(m.hall == self.hall, m.number == facts.number)
        row = self.connection.execute(wanted).one_or_none()
        if row is not None and row.begun_us == facts.begun_us:
            self._correct(row.match_id, facts)
            return int(row.match_id)
        self._end_those_at(named, facts.begun_us)
        begun = add_match(self.connection, StoredMatch(
            table=named, rulebook=facts.rulebook, sides=facts.sides, begun_us=facts.begun_us, title=facts.title,
            best_of=facts.best_of,
        ))  # fmt: skip
        kept = {"match_id": begun.number, "begun_us": facts.begun_us}
        row_of = insert_into(self.connection, schema.mirrored_matches).values(
            hall=self.hall, number=facts.number, **kept
        )
        self.connection.execute(row_of.on_conflict_do_update(index_elements=["hall", "number"], set_=kept))
        return begun.number

    def _correct(self, match: int, facts: MatchFacts) -> None:
        """Keep who plays a match by now, and for how many frames."""
        s = schema.match_players.c
        said = {"best_of": facts.best_of, "title": facts.title}
        self.connection.execute(update(schema.matches).where(schema.matches.c.id == match).values(said))
        sides = sides_of(self.connection, match)
        if (sides.get(0, ()), sides.get(1, ())) != facts.sides:
            self.connection.execute(delete(schema.match_players).where(s.match_id == match))
            add_seats(self.connection, match, facts.sides)

    def _end_those_at(self, table: str, at_us: int) -> None:
        """End what went on at a table where something else begins."""
        m = schema.matches.c
        going_on = update(schema.matches).where(m.table_name == table, m.ended_us.is_(None))
        self.connection.execute(going_on.values(ended_us=at_us))

    def _end(self, stands: _Stands, at_us: int | None) -> None:
        """Keep whether the match of a book has ended; of a book that is not the newest, nothing but that it has."""
        f, m = schema.frames.c, schema.matches.c
        number = select(f.match_id).where(f.table_name == stands.table, f.epoch == stands.epoch).scalar_subquery()
        of_match = update(schema.matches).where(m.id == number, m.ended_us.is_distinct_from(at_us))
        self.connection.execute(of_match.values(ended_us=at_us))
