"""The application: every route over one hall, what an error becomes, and a log line for every request."""

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tracker import __version__
from tracker.domain.errors import (
    BadInput,
    CalibrationUnreadable,
    CallRefused,
    CuewatchError,
    DatabaseUnusable,
    MovedOn,
    NoRoom,
    NotAllowed,
    TableNotFound,
    TooLarge,
    TooManyAttempts,
    TooSlow,
    UnknownName,
)
from tracker.review.above import FromAbove
from tracker.review.replays import Replays
from tracker.web.access.door import Door
from tracker.web.access.guards import GUARDS, Guard, Guarded
from tracker.web.access.headers import SecurityHeaders
from tracker.web.access.rights import RIGHTS, RouteRight
from tracker.web.hall.hall import Hall
from tracker.web.hall.logs import LoggedRequests
from tracker.web.routes import (
    care,
    club,
    desk,
    history,
    overview,
    pages,
    players,
    review,
    service,
    session,
    sharing,
    sight,
    tables,
    uploads,
)
from tracker.web.routes.cameras import advice, setting_up
from tracker.web.streams import graphics, obs, theme

NOT_FOUND: Final = 404
ROUTERS = (
    tables.router, desk.router, sight.router, review.router, session.router, service.router, club.router, care.router,
    players.router, history.router, sharing.router, uploads.router, overview.router, advice.router, setting_up.router,
    theme.router, graphics.router, obs.router, pages.router,
)  # fmt: skip

STATUS: tuple[tuple[type[CuewatchError], int], ...] = (
    (DatabaseUnusable, 503),
    (CallRefused, 409),
    (NotAllowed, 403),
    (UnknownName, 404),
    (NoRoom, 409),
    (TooLarge, 413),
    (TooSlow, 408),
    (BadInput, 422),
    (TableNotFound, 422),
    (CalibrationUnreadable, 422),
    (CuewatchError, 503),
)
"""What an error of ours is on the web; the first that fits holds."""


def create_app(
    hall: Hall, more: Sequence[APIRouter] = (), *, door: Door | None = None, guards: Sequence[Guard] = GUARDS
) -> FastAPI:
    """Return the application over `hall`, with the routes of other parts in `more`; whoever comes in passes `guards`.

    Without a `door` nobody has a password, and only this machine may ask for anything.
    """
    app = FastAPI(title="Cuewatch", version=__version__, docs_url=None, redoc_url=None)
    app.state.hall = hall
    app.state.replays = Replays(hall.archive)
    app.state.above = FromAbove(hall.archive)
    for router in (*ROUTERS, *more):
        app.include_router(router)
    return guarded(app, door, guards)


def guarded(
    app: FastAPI, door: Door | None, guards: Sequence[Guard] = GUARDS, rights: Sequence[RouteRight] = RIGHTS
) -> FastAPI:
    """Return an application with the files of the pages, behind `guards` that go by `rights`."""
    app.mount("/web", pages.PageFiles(directory=pages.FOLDER), name="web")
    app.add_exception_handler(CuewatchError, _refused)
    app.add_exception_handler(HTTPException, _nowhere)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(TooManyAttempts, session.too_many)
    nowhere = pages.FOLDER / "home/nowhere.html"
    app.add_middleware(Guarded, door=door or Door(), guards=guards, nowhere=nowhere, rights=rights)
    app.add_middleware(SecurityHeaders, pages=pages.FOLDER)
    app.add_middleware(LoggedRequests)
    return app


async def _refused(request: Request, trouble: Exception) -> Response:
    status = next(status for kind, status in STATUS if isinstance(trouble, kind))
    if status == NOT_FOUND and _wants_a_page(request):
        return pages.page("home/nowhere.html", status)
    moved_on = {"moved_on": True} if isinstance(trouble, MovedOn) else {}
    return JSONResponse({"refused": str(trouble)} | moved_on, status_code=status)


async def _nowhere(request: Request, trouble: Exception) -> Response:
    """Show a page to whoever asks for an address that is none, and tell a program in its own words."""
    assert isinstance(trouble, HTTPException)
    if trouble.status_code == NOT_FOUND and _wants_a_page(request):
        return pages.page("home/nowhere.html", NOT_FOUND)
    return await http_exception_handler(request, trouble)


def _wants_a_page(request: Request) -> bool:
    """Tell whether a person asks, with a browser, for something to look at."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


async def _not_understood(_request: Request, trouble: Exception) -> JSONResponse:
    """Say what was wrong with a request in one line, as with all that is refused; what was sent is not sent back."""
    assert isinstance(trouble, RequestValidationError)
    wrong = (f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in trouble.errors())
    return JSONResponse({"refused": "; ".join(wrong)}, status_code=422)
