"""Routes of what was played: matches, players, their statistics, as pages, JSON and tables for a spreadsheet."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import FileResponse

from tracker.history.reading import History, MatchSearch
from tracker.history.sheets import kept_frames, match_view
from tracker.history.tables import breaks_csv, matches_csv, players_csv, results_csv
from tracker.history.telling import match_told, player_told, table_told, whole_match_told, whole_player_told
from tracker.match.book.ledger import ledger
from tracker.show.sheets.match_sheet import match_html
from tracker.store.database.matches import match_numbered
from tracker.store.database.opening import Database
from tracker.store.database.players import players
from tracker.store.match_csv import match_csv
from tracker.web.routes.club import database_of
from tracker.web.routes.pages import page
from tracker.web.routes.players import KeptForPeople
from tracker.web.routes.tables import FRESH, REFUSALS, HallHere

router = APIRouter(tags=["history"], responses=REFUSALS)
MOST: Final = 50
"""So many matches are listed at once."""
LARGEST: Final = 2**63 - 1
"""No number of the database is larger."""
Number = Annotated[int, Path(ge=0, le=LARGEST)]


def history_over(request: Request, database: Annotated[Database, Depends(database_of)]) -> History:
    """Return the history of the club; what it has read of a book it keeps until the program ends."""
    state = request.app.state
    if getattr(state, "history", None) is None:
        state.history = History(database=database)
    history: History = state.history
    return history


def history_of(history: Annotated[History, Depends(history_over)], _for_people: KeptForPeople) -> History:
    """Return the same for whoever may look for anything in it."""
    return history


def search_of(
    player: Annotated[str, Query(max_length=80)] = "",
    table: Annotated[str, Query(max_length=80)] = "",
    since: date | None = None,
    until: date | None = None,
    before: Annotated[int | None, Query(ge=0, le=LARGEST)] = None,
) -> MatchSearch:
    """Return which matches are looked for: by part of a player's name, table, and days (UTC), the last one included."""
    begun = {"since_us": _us(since), "until_us": _us(until, days=1)}
    return MatchSearch(player=player.strip(), table=table.strip(), before=before, **begun)


def _us(day: date | None, days: int = 0) -> int | None:
    """Return when a day begins, or one so many days later; None: it is beyond all days."""
    if day is None:
        return None
    try:
        begins = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=days)
        return round(begins.timestamp() * 1_000_000)
    except (OverflowError, ValueError):
        return None


HistoryHere = Annotated[History, Depends(history_of)]
SearchHere = Annotated[MatchSearch, Depends(search_of)]


@router.get("/matches", include_in_schema=False)
def matches_page() -> FileResponse:
    """Return the page of all matches."""
    return page("history/matches.html")


@router.get("/matches/{number}", include_in_schema=False)
def match_page(number: Number) -> FileResponse:
    """Return the sheet of a match."""
    return page("history/match.html")


@router.get("/players/{name}", include_in_schema=False)
def player_page(name: str) -> FileResponse:
    """Return the page of a player."""
    return page("history/player.html")


@router.get("/tables/{name}", include_in_schema=False)
def table_page(name: str) -> FileResponse:
    """Return the page of what was played at a table."""
    return page("history/table.html")


@router.get("/api/matches")
def all_matches(history: HistoryHere, search: SearchHere) -> dict[str, Any]:
    """Return the matches looked for, the newest first; `more`: there are older ones, to be asked for by `before`."""
    found = history.found(search, MOST + 1)
    return {"schema": 1, "matches": list(map(match_told, found[:MOST])), "more": len(found) > MOST}


@router.get("/api/matches.csv", response_class=Response)
def matches_table(history: HistoryHere, search: SearchHere) -> Response:
    """Return the matches looked for, a row each."""
    return csv_file("matches.csv", matches_csv(history.found(search)))


@router.get("/api/results.csv", response_class=Response)
def results_table(history: HistoryHere, search: SearchHere) -> Response:
    """Return the matches looked for as score cards of a league have them, a row each."""
    return csv_file("results.csv", results_csv(history.found(search)))


@router.get("/api/breaks.csv", response_class=Response)
def breaks_table(history: HistoryHere, search: SearchHere) -> Response:
    """Return all breaks of the matches looked for, a row each."""
    return csv_file("breaks.csv", breaks_csv(history.found(search)))


@router.get("/api/matches/{number}")
def one_match(number: Number, history: HistoryHere) -> dict[str, Any]:
    """Return a match with its frames, and what each side has done in it."""
    return whole_match_told(history.match(number), players(history.database))


@router.get("/api/matches/{number}/calls.csv", response_class=Response)
def calls_table(number: Number, database: KeptForPeople) -> Response:
    """Return all calls of a match, a row each."""
    match = match_numbered(database, number)
    frames = ((frame.number, ledger(book).lines) for frame, book in kept_frames(database, match.number))
    return csv_file(f"match-{match.number}.csv", match_csv(frames))


@router.get("/api/matches/{number}/sheet.html", response_class=Response)
def whole_sheet(number: Number, database: KeptForPeople) -> Response:
    """Return the long match sheet, with every call and the strokes that were seen, drawn."""
    match = match_numbered(database, number)
    text = match_html(match_view(match, kept_frames(database, match.number)))
    return Response(text, media_type="text/html", headers=FRESH)


@router.get("/api/matches/{number}/sheet.pdf", response_class=Response)
def whole_sheet_on_paper(number: Number, database: KeptForPeople) -> Response:
    """Return the same as pages of A4."""
    from tracker.show.sheets.match_pdf import match_pdf  # noqa: PLC0415  a score kept by hand need not wait for it

    match = match_numbered(database, number)
    pages = match_pdf(match_view(match, kept_frames(database, match.number)))
    return as_file(f"match-{match.number}.pdf", pages, "application/pdf")


@router.get("/api/players.csv", response_class=Response)
def players_table(history: HistoryHere) -> Response:
    """Return all players with what they have done, a row for each game."""
    return csv_file("players.csv", players_csv(history.statistics()))


@router.get("/api/statistics")
def all_statistics(history: HistoryHere) -> dict[str, Any]:
    """Return all players with what they have done in each game."""
    return {"schema": 1, "players": [player_told(player, games) for player, games in history.statistics()]}


@router.get("/api/player")
def one_player(name: Annotated[str, Query(max_length=80)], history: HistoryHere) -> dict[str, Any]:
    """Return a player with his matches, his breaks, and what he has done in each game."""
    return whole_player_told(*history.player(name))


@router.get("/api/table")
def one_table(name: Annotated[str, Query(max_length=80)], history: HistoryHere, hall: HallHere) -> dict[str, Any]:
    """Return a table with what was played at it: how much of each game, its highest breaks, its matches."""
    played = history.found(MatchSearch(table=name))
    return table_told(name if played else hall.table(name).name, played)


def csv_file(name: str, text: str) -> Response:
    """Return a table as a file."""
    return as_file(name, text.encode(), "text/csv; charset=utf-8")


def as_file(name: str, content: bytes, kind: str) -> Response:
    """Return something to be kept under a name."""
    headers = {**FRESH, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
