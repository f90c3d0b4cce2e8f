"""What a hall has not sent to the hub yet: the books are what waits, and beside them stands how far each is sent.

So nothing is kept twice, and a hall that is restored from a backup sends from where that backup stood.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Exists, Row, delete, exists, func, or_, select

from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.matches import sides_of
from tracker.store.database.opening import Database
from tracker.store.mirror.lines import HEADER, Head, MatchFacts, SentLine, digest


def unsent(database: Database, most: int) -> tuple[SentLine, ...]:
    """Return the next lines to be sent, at most so many: those of one book in order, and the books of a table too."""
    lines: list[SentLine] = []
    with database.reading() as connection:
        for book in connection.execute(_books_due(most)).all():
            lines.extend(_lines_of(connection, book, most - len(lines)))
            if len(lines) >= most:
                break
    return tuple(lines)


def sent(database: Database, lines: Iterable[SentLine]) -> int:
    """Keep that lines need not be sent again, since somebody else has them on a disk; return of how many books."""
    last = {line.book: line for line in lines}
    with database.writing() as connection:
        for line in last.values():
            kept = {"sequence": line.number, "digest": line.after}
            row = insert_into(connection, schema.fed).values(table_name=line.table, epoch=line.epoch, **kept)
            connection.execute(row.on_conflict_do_update(index_elements=["table_name", "epoch"], set_=kept))
    return len(last)


def send_again(database: Database, wanted: Iterable[Head]) -> int:
    """Have books sent again after the lines that somebody has, and return how many; one that is not there is none."""
    f, fed, found = schema.frames.c, schema.fed.c, 0
    with database.writing() as connection:
        for one in wanted:
            connection.execute(delete(schema.fed).where(fed.table_name == one.table, fed.epoch == one.epoch))
            header = select(f.header).where(f.table_name == one.table, f.epoch == one.epoch)
            text = connection.scalar(header)
            found += text is not None
            if text is not None and one.sequence >= HEADER:
                so_far = _digest_at(connection, one, text)
                row = {"table_name": one.table, "epoch": one.epoch, "sequence": one.sequence, "digest": so_far}
                connection.execute(insert_into(connection, schema.fed).values(row))
    return found


def heads(database: Database, *, newest: bool) -> tuple[Head, ...]:
    """Return how far the books go that are sent in full, or those of them that are the newest of their tables.

    So what is told of a book is all that there is of it, and nobody has more of it by right.
    """
    f, fed = schema.frames.c, schema.fed.c
    wanted = select(fed.table_name, fed.epoch, fed.sequence, fed.digest).order_by(fed.table_name, fed.epoch)
    if newest:
        last = select(f.table_name, func.max(f.epoch).label("epoch")).group_by(f.table_name).subquery()
        wanted = wanted.join(last, (last.c.table_name == fed.table_name) & (last.c.epoch == fed.epoch))
    wanted = wanted.where(~_grown())
    with database.reading() as connection:
        return tuple(
            Head(table=row.table_name, epoch=row.epoch, sequence=row.sequence, digest=row.digest)
            for row in connection.execute(wanted)
        )


@cache
def _books_due(most: int) -> Any:
    """Return the question for the books of which something waits; built once, since it takes longer than its answer."""
    f, m, t, fed = (table.c for table in (schema.frames, schema.matches, schema.tables, schema.fed))
    of_book = (fed.table_name == f.table_name) & (fed.epoch == f.epoch)
    joined = schema.frames.join(schema.matches).join(schema.tables, t.name == f.table_name)
    return (
        select(
            f.table_name, f.epoch, f.header, f.begun_us, f.number, f.match_id, m.title, m.rulebook, m.best_of,
            m.begun_us.label("match_begun_us"), m.ended_us, t.label, t.kit, fed.sequence, fed.digest,
        )
        .select_from(joined.outerjoin(schema.fed, of_book))
        .where(or_(fed.sequence.is_(None), _grown()))
        .order_by(f.table_name, f.epoch)
        .limit(most)
    )  # fmt: skip


def _grown() -> Exists:
    """Return that a book has lines after those that were sent."""
    e, fed = schema.entries.c, schema.fed.c
    return exists().where(e.table_name == fed.table_name, e.epoch == fed.epoch, e.sequence > fed.sequence)


def _lines_of(connection: Connection, book: Row[Any], most: int) -> list[SentLine]:
    e = schema.entries.c
    lines: list[SentLine] = []
    so_far, last = book.digest or "", book.sequence
    if last is None:
        facts = _facts(book, sides_of(connection, book.match_id))
        lines.append(_line(book, HEADER, book.header, book.begun_us, "", facts))
        so_far, last = lines[0].after, HEADER
    wanted = select(e.sequence, e.line, e.written_us).where(
        e.table_name == book.table_name, e.epoch == book.epoch, e.sequence > last
    )
    for row in connection.execute(wanted.order_by(e.sequence).limit(max(0, most - len(lines)))):
        lines.append(_line(book, row.sequence, row.line, row.written_us, so_far))
        so_far = lines[-1].after
    return lines


def _line(book: Row[Any], number: int, text: str, at_us: int, before: str, match: MatchFacts | None = None) -> SentLine:
    return SentLine(
        table=book.table_name, epoch=book.epoch, number=number, text=text, at_us=at_us, before=before,
        ended_us=book.ended_us, match=match,
    )  # fmt: skip


def _facts(book: Row[Any], sides: Mapping[int, tuple[str, ...]]) -> MatchFacts:
    return MatchFacts(
        number=book.match_id, frame=book.number, title=book.title, rulebook=book.rulebook,
        sides=(sides.get(0, ()), sides.get(1, ())), best_of=book.best_of, begun_us=book.match_begun_us,
        label=book.label, kit=book.kit,
    )  # fmt: skip


def _digest_at(connection: Connection, head: Head, header: str) -> str:
    e = schema.entries.c
    wanted = select(e.line).where(
        e.table_name == head.table, e.epoch == head.epoch, e.sequence <= head.sequence
    ).order_by(e.sequence)  # fmt: skip
    so_far = digest("", header)
    for text in connection.scalars(wanted):
        so_far = digest(so_far, text)
    return so_far
