"""How the club's graphics look, as one text among its settings."""

from typing import Final

from sqlalchemy import select

from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.opening import Database

THEME: Final = "theme"


def kept_theme(database: Database) -> str:
    """Return what was kept last; empty: nothing was."""
    s = schema.settings.c
    with database.reading() as connection:
        return connection.scalar(select(s.value).where(s.name == THEME)) or ""


def keep_theme(database: Database, text: str) -> None:
    """Keep another theme."""
    with database.writing() as connection:
        new = insert_into(connection, schema.settings).values(name=THEME, value=text)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_={"value": text}))
