"""A database as a person names it: a file, or the address of one that a PostgreSQL server keeps."""

from pathlib import Path
from typing import Final

from tracker.domain.errors import BadInput
from tracker.store.database.opening import Database, open_database

SERVED: Final = "postgresql://"


def database_at(name: str) -> Database:
    """Return the database that somebody names, up to date.

    Raises:
        BadInput: it cannot be used, or what speaks to PostgreSQL is not installed.
    """
    if not name.startswith(SERVED):
        return open_database(Path(name))
    try:
        from tracker.store.database.dialects.postgres import open_postgres  # noqa: PLC0415  few need it

        return open_postgres(name)
    except ModuleNotFoundError as trouble:
        raise BadInput(f"{trouble.name} is not installed: pip install 'cuewatch[hub]'") from trouble


def existing_database(name: str) -> Database:
    """Return the database that is there; a name typed wrong makes no empty one.

    Raises:
        BadInput: there is none, or it cannot be used.
    """
    if not name.startswith(SERVED) and not Path(name).exists():
        raise BadInput(f"--db {name}: there is no such database: check the name")
    return database_at(name)
