"""Whether a match sheet may be read by a link without an account, and the word that each such link holds.

The word is kept as it is: it opens one sheet, which whoever holds the database can read anyway, and has to be shown
again to whoever looks for the link. Where the club says that nothing is shared no word opens anything.
"""

from typing import Final

from sqlalchemy import select, update

from tracker.domain.errors import BadInput, UnknownName
from tracker.store.database import schema
from tracker.store.database.dialects.inserting import insert_into
from tracker.store.database.opening import Database

SHEETS: Final = "sheets-by-link"
ON, OFF = "on", "off"


def are_sheets_shared(database: Database) -> bool:
    """Tell whether the club lets sheets be read by their links; it does not unless somebody has said so."""
    s = schema.settings.c
    with database.reading() as connection:
        return connection.scalar(select(s.value).where(s.name == SHEETS)) == ON


def share_sheets(database: Database, *, on: bool) -> None:
    """Let sheets be read by their links, or no longer: the links that were given out open again when this is on."""
    kept = {"value": ON if on else OFF}
    with database.writing() as connection:
        new = insert_into(connection, schema.settings).values(name=SHEETS, **kept)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=kept))


def word_of_sheet(database: Database, match: int, new_word: str) -> str:
    """Return the word by which the sheet of a match is read: `new_word` where it has none yet.

    Raises:
        UnknownName: there is no such match.
        BadInput: the club shares no sheets.
    """
    if not are_sheets_shared(database):
        raise BadInput("the club shares no sheets: an admin may allow it on /admin")
    m = schema.matches.c
    with database.writing() as connection:
        connection.execute(
            update(schema.matches).where(m.id == match, m.share_word.is_(None)).values(share_word=new_word)
        )
        word = connection.scalar(select(m.share_word).where(m.id == match))
    if word is None:
        raise UnknownName(f"there is no match {match}: see /matches")
    return str(word)


def match_shared_by(database: Database, word: str) -> int:
    """Return the match whose sheet a word opens.

    Raises:
        UnknownName: it opens none, or the club shares none.
    """
    m = schema.matches.c
    with database.reading() as connection:
        number = connection.scalar(select(m.id).where(m.share_word == word))
    if number is None or not are_sheets_shared(database):
        raise UnknownName("no match sheet is shared at this address: ask the club for the link")
    return int(number)
