"""Routes of a match sheet that is read by a link, without an account, where the club allows that."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from tracker.history.reading import History
from tracker.history.telling import whole_match_told
from tracker.live.log import say
from tracker.store.database.opening import Database
from tracker.store.database.players import players
from tracker.store.database.sharing import are_sheets_shared, match_shared_by, share_sheets, word_of_sheet
from tracker.web.access.secrets import new_word
from tracker.web.routes.club import AskedChange, database_of
from tracker.web.routes.history import LARGEST, history_over
from tracker.web.routes.pages import page
from tracker.web.routes.players import KeptForPeople
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import FRESH, REFUSALS

router = APIRouter(tags=["sharing"], responses=REFUSALS)
UNLISTED: Final = {**FRESH, "X-Robots-Tag": "noindex"}
"""Whoever has the link reads the sheet; nobody is led to it by a search."""


class SharingMeant(AskedChange):
    """Whether sheets are to be read by their links."""

    on: bool


class MatchMeant(AskedChange):
    """A match by its number."""

    match: Annotated[int, Field(ge=0, le=LARGEST)]


class SharedSheet(BaseModel):
    """Where a sheet is read."""

    address: str


def shared_match(
    word: Annotated[str, Path(max_length=200)], database: Annotated[Database, Depends(database_of)]
) -> int:
    """Return the match whose sheet the address names.

    Raises:
        UnknownName: it names none, or the club shares none.
    """
    return match_shared_by(database, word)


SharedHere = Annotated[int, Depends(shared_match)]
HistoryOver = Annotated[History, Depends(history_over)]


@router.get("/sheet/{word}", include_in_schema=False)
def shared_page(match: SharedHere) -> FileResponse:
    """Return the page of a sheet that is shared."""
    shown = page("history/match.html")
    shown.headers.update(UNLISTED)
    return shown


@router.get("/api/sheets/{word}")
def shared_sheet(match: SharedHere, history: HistoryOver, response: Response) -> dict[str, Any]:
    """Return a match whose sheet is shared."""
    response.headers.update(UNLISTED)
    return whole_match_told(history.match(match), players(history.database))


@router.get("/api/sharing")
def sharing(database: KeptForPeople) -> SharingMeant:
    """Return whether sheets are read by their links."""
    return SharingMeant(on=are_sheets_shared(database))


@router.post("/api/sharing", status_code=204)
def let_share(asked: SharingMeant, database: KeptForPeople, who: WhoHere) -> None:
    """Let sheets be read by their links, or no longer."""
    share_sheets(database, on=asked.on)
    say("sharing of sheets", on=asked.on, by=who.name)


@router.post("/api/matches/share")
def share(asked: MatchMeant, database: KeptForPeople, who: WhoHere) -> SharedSheet:
    """Return where the sheet of a match is read without an account."""
    word = word_of_sheet(database, asked.match, new_word())
    say("sheet shared", match=asked.match, by=who.name)
    return SharedSheet(address=f"/sheet/{word}")
