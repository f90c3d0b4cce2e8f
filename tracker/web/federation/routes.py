"""Routes of the hub: the scores of all halls, a table, and the books as the halls wrote them."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import FileResponse

from tracker.domain.errors import UnknownName
from tracker.hub.scores import Scores
from tracker.match.book.codec import book_to_text
from tracker.store.database.books import book_of
from tracker.store.database.matches import frames_of
from tracker.web.routes.history import Number, as_file
from tracker.web.routes.pages import page
from tracker.web.routes.tables import FRESH, REFUSALS

router = APIRouter(tags=["hub"], responses=REFUSALS)


def scores_of(request: Request, response: Response) -> Scores:
    """Return the scores that the application tells of."""
    response.headers.update(FRESH)
    scores: Scores = request.app.state.scores
    return scores


ScoresHere = Annotated[Scores, Depends(scores_of)]


@router.get("/", include_in_schema=False)
def home() -> FileResponse:
    """Return the page of all halls."""
    return page("federation/halls.html")


@router.get("/halls/{hall}/{name}", include_in_schema=False)
def table_page(hall: str, name: str) -> FileResponse:
    """Return the page of a table."""
    return page("federation/table.html")


@router.get("/api/halls")
def all_halls(scores: ScoresHere) -> dict[str, Any]:
    """Return all halls with the score at each of their tables, and when each was heard from."""
    return scores.told()


@router.get("/api/halls/{hall}/tables/{name}")
def one_table(hall: str, name: str, scores: ScoresHere) -> dict[str, Any]:
    """Return the score at a table."""
    return scores.table(hall, name)


@router.get("/api/matches/{number}/books/{frame}.jsonl", response_class=Response)
def book(number: Number, frame: Number, scores: ScoresHere) -> Response:
    """Return the book of a frame, byte for byte as its hall wrote it."""
    found = next((one for one in frames_of(scores.database, number) if one.number == frame), None)
    if found is None:
        raise UnknownName(f"there is no frame {frame} of match {number}")
    text = book_to_text(book_of(scores.database, found.table, found.epoch))
    return as_file(f"match-{number}-frame-{frame}.jsonl", text.encode(), "application/x-ndjson")
