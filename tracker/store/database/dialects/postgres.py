"""Open a database that a PostgreSQL server keeps: the same tables, made by the same steps, behind the same functions.

A commit returns when it is on the server's disk (`synchronous_commit`, which a server has on unless it is told
otherwise). Writers take turns by a lock of the database, as those of a file do; readers see one moment and wait for
nobody. Source: postgresql.org/docs/15 (13.2 Transaction Isolation, 13.3.5 Advisory Locks, 20.5 Write Ahead Log).
"""

from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError

from tracker.domain.errors import BadInput
from tracker.store.database.opening import APPLICATION_ID, WAIT_MS, Database, bring_up_to_date, is_current, unusable

REMEDY: Final = "see that the server runs and lets this program in"
SET: Final = f"-c lock_timeout={WAIT_MS} -c synchronous_commit=on -c timezone=UTC"
CONNECT_S: Final = 5


def open_postgres(address: str) -> Database:
    """Return the database at `address`, up to date: `postgresql://USER@HOST/NAME`, `postgresql:///NAME` by a socket.

    Raises:
        BadInput: that is no address of one.
        DatabaseUnusable: the server does not answer or lets nobody in, or the database is another program's or was
            written by a newer one; it has not been changed.
    """
    engine = _engine(address)
    where = engine.url.render_as_string(hide_password=True).replace("postgresql+psycopg", "postgresql")
    database = Database(where=where, engine=engine, remedy=REMEDY)
    try:
        with database.reading() as connection:
            held = set(inspect(connection).get_table_names())
            if held and "alembic_version" not in held:
                raise unusable(where, "belongs to another program", "name an empty one")
            up_to_date = is_current(connection, where)
        if not up_to_date:
            with database.writing() as connection:
                bring_up_to_date(connection)
    except BaseException:
        database.close()
        raise
    return database


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.get_backend_name() != "postgresql":
            raise BadInput(
                f"{url.render_as_string()} is no address of a PostgreSQL database: postgresql://USER@HOST/NAME"
            )
        url = url.set(drivername="postgresql+psycopg")
    except ArgumentError as trouble:
        raise BadInput("the database's address cannot be read: write postgresql://USER@HOST/NAME") from trouble
    engine = create_engine(url, pool_pre_ping=True, connect_args={"options": SET, "connect_timeout": CONNECT_S})
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    """Begin as a reader, who sees one moment, or as the one writer."""
    options: Any = connection.get_execution_options()
    if "begin" in options:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
