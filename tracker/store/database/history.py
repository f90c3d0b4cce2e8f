"""Which books stand for which match, and how long each is: what tells whether something read before is still true."""

from dataclasses import dataclass

from sqlalchemy import func, select

from tracker.store.database import schema
from tracker.store.database.opening import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class BookMark:
    """A book as it is now: no book of that table, epoch and length ever says anything else."""

    table: str
    epoch: int
    frame: int
    """Number of the frame in its match."""
    entries: int


def book_marks(database: Database, of: int | None = None) -> dict[int, tuple[BookMark, ...]]:
    """Return, for each match by its number or `of` one, the books of the frames that stand, in order (`frames_of`)."""
    f, e = schema.frames.c, schema.entries.c
    length = select(func.max(e.sequence)).where(e.table_name == f.table_name, e.epoch == f.epoch).scalar_subquery()
    wanted = select(f.match_id, f.table_name, f.epoch, f.number, func.coalesce(length, 0).label("entries"))
    if of is not None:
        wanted = wanted.where(f.match_id == of)
    with database.reading() as connection:
        rows = connection.execute(wanted.order_by(f.match_id, f.epoch)).all()
    standing: dict[int, tuple[BookMark, ...]] = {}
    for row in rows:
        before = (mark for mark in standing.get(row.match_id, ()) if mark.frame < row.number)
        mark = BookMark(table=row.table_name, epoch=row.epoch, frame=row.number, entries=row.entries)
        standing[row.match_id] = (*before, mark)
    return standing
