"""What the cameras leave: when a stroke of the book was played, which clips are kept, how a camera sees a table."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from tracker.domain.errors import UnknownName
from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.opening import Database
from tracker.store.database.people import must_know_table


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeTime:
    """When the stroke of a `Seen` entry was played, by the clock, so that it is found in the recording."""

    table: str
    epoch: int
    sequence: int
    """Number of the entry."""
    began_us: int
    ended_us: int
    reel: str = ""
    """What tells the recording that shows it from every other; empty: none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClip:
    """A part of the recording that is kept: retention does not touch it."""

    id: str
    """What a request names it by; never a path."""
    table: str
    epoch: int | None = None
    """With `sequence`, the entry that it shows; None: it belongs to none."""
    sequence: int | None = None
    purpose: str
    """`foul`, `review` or `export`."""
    file: str
    """Where it lies, from the folder of recordings."""
    began_us: int
    ended_us: int
    kept_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCalibration:
    """How a camera saw a table, as it was kept."""

    id: int = 0
    """Given when it is kept; 0: it is not yet."""
    table: str
    source: str
    """Names the camera, without credentials."""
    text: str
    """Of a `calibration.json`."""
    kept_us: int
    how: str = "eyes"
    """How it came to be: `live.table.keeping` has the words."""
    set_by: str = ""
    """Who set it; empty: nobody whose name is known."""


def keep_stroke(database: Database, stroke: StrokeTime, evidence: str = "") -> None:
    """Keep when a stroke was played and what the eyes saw of it, or put right what was kept.

    Raises:
        UnknownName: its book has no such entry.
    """
    row = _row(stroke) | {"evidence": evidence}
    with database.writing() as connection:
        must_know_entry(connection, stroke.table, stroke.epoch, stroke.sequence)
        kept = insert_into(connection, schema.strokes).values(row)
        connection.execute(kept.on_conflict_do_update(index_elements=schema.ENTRY_NAME, set_=row))


def keep_clip(database: Database, clip: StoredClip) -> None:
    """Keep a clip, or put right what was kept of it.

    Raises:
        UnknownName: there is no such table, or no such entry in its books.
    """
    row = _row(clip)
    with database.writing() as connection:
        must_know_table(connection, clip.table)
        if clip.epoch is not None and clip.sequence is not None:
            must_know_entry(connection, clip.table, clip.epoch, clip.sequence)
        kept = insert_into(connection, schema.clips).values(row)
        connection.execute(kept.on_conflict_do_update(index_elements=["id"], set_=row))


def clip_named(database: Database, id: str) -> StoredClip | None:
    """Return the clip that a request names; None: there is none."""
    with database.reading() as connection:
        row = connection.execute(select(schema.clips).where(schema.clips.c.id == id)).one_or_none()
    return None if row is None else StoredClip(**_values(row))


def keep_calibration(database: Database, kept: StoredCalibration) -> None:
    """Keep how a camera sees a table; those before it stay.

    Raises:
        UnknownName: there is no such table.
    """
    row = _row(kept)
    del row["id"]
    with database.writing() as connection:
        must_know_table(connection, kept.table)
        connection.execute(insert(schema.calibrations).values(row))


def calibrations_of(database: Database, table: str, source: str) -> tuple[StoredCalibration, ...]:
    """Return all that was kept of how a camera saw a table, the newest first."""
    c = schema.calibrations.c
    wanted = select(schema.calibrations).where(c.table_name == table, c.source == source).order_by(c.id.desc())
    with database.reading() as connection:
        return tuple(StoredCalibration(**_values(row)) for row in connection.execute(wanted))


def must_know_entry(connection: Connection, table: str, epoch: int, sequence: int) -> None:
    """Do nothing if a book has this entry.

    Raises:
        UnknownName: it has not.
    """
    e = schema.entries.c
    here = select(e.sequence).where(e.table_name == table, e.epoch == epoch, e.sequence == sequence)
    if connection.execute(here).one_or_none() is None:
        raise UnknownName(f"table {table} has no entry {sequence} in a book of epoch {epoch}")


def _row(kept: StrokeTime | StoredClip | StoredCalibration) -> dict[str, Any]:
    """Return the row of a value; only the table is called otherwise in SQL, where the word is taken."""
    values = asdict(kept)
    return {"table_name": values.pop("table"), **values}


def _values(row: Row[Any]) -> dict[str, Any]:
    values = dict(row._mapping)
    return {"table": values.pop("table_name"), **values}
