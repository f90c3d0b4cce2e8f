"""The hub's application: the routes of the federation and of what was played, behind the same guards as a club's."""

from typing import Final

from fastapi import APIRouter, FastAPI

from tracker import __version__
from tracker.domain.roles import Role
from tracker.hub.recordings.fetching import Fetching
from tracker.hub.scores import Scores
from tracker.rules import shelf
from tracker.web.access.door import Door
from tracker.web.access.rights import RouteRight
from tracker.web.application import guarded
from tracker.web.federation import recordings, routes, screens
from tracker.web.federation.channels import HubChannels
from tracker.web.hall.hall import Hall
from tracker.web.routes import history, players, service, session
from tracker.web.server import now_ms

RIGHTS: Final = tuple(
    RouteRight(method=method, path=path, least=least)
    for least, method, path in (
        (Role.NOBODY, "GET", "/login"),
        (Role.NOBODY, "GET", "/web/{file:path}"),
        (Role.NOBODY, "GET", "/health"),
        (Role.NOBODY, "GET", "/api/session"),
        (Role.NOBODY, "POST", "/api/session"),
        (Role.NOBODY, "DELETE", "/api/session"),
        (Role.VIEWER, "GET", "/"),
        (Role.NOBODY, "GET", "/service-worker.js"),
        (Role.VIEWER, "GET", "/halls/{hall}/{name}"),
        (Role.VIEWER, "GET", "/overlay/{table}"),
        (Role.VIEWER, "GET", "/board/{table}"),
        (Role.VIEWER, "GET", "/ograf.zip"),
        (Role.VIEWER, "GET", "/api/tables/{table}/state"),
        (Role.VIEWER, "GET", "/api/tables/{table}/events"),
        (Role.VIEWER, "GET", "/api/tables/{table}/vmix.json"),
        (Role.VIEWER, "GET", "/api/tables/{table}/figures"),
        (Role.REFEREE, "GET", "/api/tables/{table}/strokes"),
        (Role.REFEREE, "GET", "/api/tables/{table}/strokes/{epoch}/{sequence}/recording"),
        (Role.REFEREE, "POST", "/api/tables/{table}/strokes/{epoch}/{sequence}/recording"),
        (Role.REFEREE, "GET", "/api/tables/{table}/strokes/{epoch}/{sequence}/recording.mp4"),
        (Role.VIEWER, "GET", "/api/halls"),
        (Role.VIEWER, "GET", "/api/halls/{hall}/tables/{name}"),
        (Role.VIEWER, "GET", "/api/matches/{number}/books/{frame}.jsonl"),
        (Role.VIEWER, "GET", "/api/rulebooks"),
        (Role.VIEWER, "GET", "/metrics"),
        (Role.VIEWER, "GET", "/players"),
        (Role.VIEWER, "GET", "/players/{name}"),
        (Role.VIEWER, "GET", "/matches"),
        (Role.VIEWER, "GET", "/matches/{number}"),
        (Role.VIEWER, "GET", "/tables/{name}"),
        (Role.VIEWER, "GET", "/api/table"),
        (Role.VIEWER, "GET", "/api/players"),
        (Role.VIEWER, "GET", "/api/players.csv"),
        (Role.VIEWER, "GET", "/api/statistics"),
        (Role.VIEWER, "GET", "/api/player"),
        (Role.VIEWER, "GET", "/api/matches"),
        (Role.VIEWER, "GET", "/api/matches.csv"),
        (Role.VIEWER, "GET", "/api/results.csv"),
        (Role.VIEWER, "GET", "/api/breaks.csv"),
        (Role.VIEWER, "GET", "/api/matches/{number}"),
        (Role.VIEWER, "GET", "/api/matches/{number}/calls.csv"),
        (Role.VIEWER, "GET", "/api/matches/{number}/sheet.html"),
        (Role.VIEWER, "GET", "/api/matches/{number}/sheet.pdf"),
    )
)
"""Who may ask the hub for what: it tells, and changes nothing; names and scores are put right in the halls.

Recordings of people are for those who may judge by them."""
ROUTERS: Final[tuple[APIRouter, ...]] = (
    routes.router, screens.router, recordings.router, session.router, service.router, players.router, history.router,
)  # fmt: skip


def create_hub(scores: Scores, channels: HubChannels, fetching: Fetching, door: Door) -> FastAPI:
    """Return the application that tells of these scores, and of tables by their lines, to those who pass the door."""
    app = FastAPI(title="Cuewatch hub", version=__version__, docs_url=None, redoc_url=None)
    app.state.hall = Hall(channels=channels, clock=now_ms, rulebook=shelf.DEFAULT)
    app.state.scores, app.state.fetching = scores, fetching
    for router in ROUTERS:
        app.include_router(router)
    return guarded(app, door, rights=RIGHTS)
