"""Who plays where: the clubs and their tables, each known by a name; `players` has who plays."""

from dataclasses import dataclass

from sqlalchemy import Connection, Table, select

from tracker.domain.errors import UnknownName
from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.opening import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTable:
    """A table of the club."""

    name: str
    """As it stands in addresses, such as `1`; it never changes."""
    label: str = ""
    """As people call it; empty: by its name."""
    kit: str = "snooker-12ft"
    """What it is: a file of `calibration/tables`."""
    club: str | None = None


def keep_table(database: Database, table: ClubTable) -> None:
    """Keep a table, or what has changed of it; its club is kept with it."""
    with database.writing() as connection:
        club = None if table.club is None else id_of(connection, schema.clubs, table.club)
        kept = {"label": table.label, "kit": table.kit, "club_id": club}
        new = insert_into(connection, schema.tables).values(name=table.name, **kept)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=kept))


def tables(database: Database) -> tuple[ClubTable, ...]:
    """Return all tables by name."""
    t, c = schema.tables.c, schema.clubs.c
    wanted = select(t.name, t.label, t.kit, c.name.label("club")).select_from(schema.tables.outerjoin(schema.clubs))
    with database.reading() as connection:
        return tuple(ClubTable(**row) for row in connection.execute(wanted.order_by(t.name)).mappings())


def label_table(database: Database, name: str, label: str) -> None:
    """Have people call a table so from now on; one that was not kept is kept."""
    with database.writing() as connection:
        new = insert_into(connection, schema.tables).values(name=name, label=label, kit=ClubTable(name=name).kit)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_={"label": label}))


def must_know_table(connection: Connection, name: str) -> None:
    """Do nothing if there is a table of that name.

    Raises:
        UnknownName: there is none.
    """
    known = connection.scalars(select(schema.tables.c.name).order_by(schema.tables.c.name)).all()
    if name not in known:
        raise UnknownName(f"table {name!r} is not known: use one of {', '.join(known) or '(none is kept yet)'}")


def id_of(connection: Connection, table: Table, name: str) -> int:
    """Return the number of the club or player called `name`, who is kept from now on."""
    connection.execute(insert_into(connection, table).values(name=name).on_conflict_do_nothing())
    return int(connection.scalars(select(table.c.id).where(table.c.name == name)).one())
