"""What is kept of a stroke to look at it again: its time and evidence, the verdicts given, the clips made of it.

A frame whose beginning is corrected, or that is taken up again, goes on in a new book with the same entries. What was
kept of an entry is kept of it there too: it is looked for in all books of that frame, by the very same line.
"""

import json
from typing import Any, Final

from sqlalchemy import Column, Select, insert, select

from tracker.domain.book.verdict import Verdict
from tracker.match.book.entries import EntryName
from tracker.store.database import schema
from tracker.store.database.footage import StoredClip, StrokeTime, must_know_entry
from tracker.store.database.opening import Database

Columns = tuple[Column[Any], ...]
STROKE: Final[Columns] = tuple(column for column in schema.strokes.c if column.name != "evidence")
EVIDENCE: Final[Columns] = (schema.strokes.c.evidence,)
VERDICT: Final[Columns] = tuple(schema.verdicts.c)
CLIP: Final[Columns] = tuple(schema.clips.c)


def keep_verdict(database: Database, entry: EntryName, verdict: Verdict) -> None:
    """Add a verdict to those that were given on a stroke.

    Raises:
        UnknownName: there is no such entry.
    """
    row = {
        "table_name": entry.table, "epoch": entry.epoch, "sequence": entry.sequence, "verdict": verdict.verdict,
        "note": verdict.note, "pictures": json.dumps(verdict.pictures), "by_whom": verdict.by,
        "given_us": verdict.at_us,
    }  # fmt: skip
    with database.writing() as connection:
        must_know_entry(connection, entry.table, entry.epoch, entry.sequence)
        connection.execute(insert(schema.verdicts).values(row))


def strokes_of(database: Database, table: str, epoch: int, sequence: int | None = None) -> dict[int, StrokeTime]:
    """Return when the strokes of a book were played, or one of them, by the number of the entry."""
    return {number: StrokeTime(**_values(row)) for number, row in _kept(database, STROKE, table, epoch, sequence)}


def evidence_of(database: Database, entry: EntryName) -> str:
    """Return what the eyes saw of a stroke, as they wrote it; empty: nothing was kept."""
    rows = _kept(database, EVIDENCE, entry.table, entry.epoch, entry.sequence)
    return str(rows[-1][1]["evidence"]) if rows else ""


def verdicts_of(
    database: Database, table: str, epoch: int, sequence: int | None = None
) -> dict[int, tuple[Verdict, ...]]:
    """Return the verdicts given on the strokes of a book, or on one, by the number of the entry, the last one last."""
    given: dict[int, tuple[Verdict, ...]] = {}
    for number, row in _kept(database, VERDICT, table, epoch, sequence):
        given[number] = (*given.get(number, ()), _verdict(row))
    return given


def clips_showing(database: Database, entry: EntryName) -> tuple[StoredClip, ...]:
    """Return the clips that were made of a stroke, in the order in which they were made."""
    rows = _kept(database, CLIP, entry.table, entry.epoch, entry.sequence)
    return tuple(sorted((StoredClip(**_values(row)) for _, row in rows), key=lambda clip: clip.kept_us))


def _kept(
    database: Database, columns: Columns, table: str, epoch: int, sequence: int | None
) -> list[tuple[int, dict[str, Any]]]:
    """Return what is kept of the entries of a book, each with the number of its entry, what was kept last last."""
    wanted = _wanted(columns, table, epoch, sequence)
    with database.reading() as connection:
        rows = connection.execute(wanted)
        return [(row[0], {column.name: row[n] for n, column in enumerate(columns, 1)}) for row in rows]


def _wanted(columns: Columns, table: str, epoch: int, sequence: int | None) -> Select[Any]:
    things = columns[0].table
    book, twin = schema.frames.alias(), schema.frames.alias()
    asked, there = schema.entries.alias(), schema.entries.alias()
    same_frame = (twin.c.match_id == book.c.match_id) & (twin.c.number == book.c.number)
    of_book = (asked.c.table_name == book.c.table_name) & (asked.c.epoch == book.c.epoch)
    same_entry = (
        (there.c.table_name == twin.c.table_name) & (there.c.epoch == twin.c.epoch)
        & (there.c.sequence == asked.c.sequence) & (there.c.line == asked.c.line)
    )  # fmt: skip
    of_entry = (
        (things.c.table_name == there.c.table_name) & (things.c.epoch == there.c.epoch)
        & (things.c.sequence == there.c.sequence)
    )  # fmt: skip
    joined = book.join(twin, same_frame).join(asked, of_book).join(there, same_entry).join(things, of_entry)
    found = select(asked.c.sequence, *columns).select_from(joined)
    found = found.where(book.c.table_name == table, book.c.epoch == epoch)
    found = found if sequence is None else found.where(asked.c.sequence == sequence)
    order = things.c.id if things is schema.verdicts else things.c.epoch
    return found.order_by(asked.c.sequence, order)


def _values(row: dict[str, Any]) -> dict[str, Any]:
    return {"table": row.pop("table_name"), **row}


def _verdict(row: dict[str, Any]) -> Verdict:
    pictures = tuple(json.loads(row["pictures"]))
    return Verdict(
        verdict=row["verdict"], note=row["note"], pictures=pictures, by=row["by_whom"], at_us=row["given_us"]
    )
