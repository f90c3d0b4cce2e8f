"""Who may ask for what: one line for each route, and one for each step; what has no line is refused to everybody.

A scorer keeps the score, as a marker does: begins a match, with the camera to call it where there is no referee; what
was potted, fouls, the next frame, undoing a slip. What decides (the answer to a suggestion, a correction, the end of a
match that is being played) is the referee's.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from starlette.routing import compile_path

from tracker.domain.errors import NotAllowed
from tracker.domain.roles import Role
from tracker.web.access.bodies import CLIP_BODY, JSON_BODY, STILL_BODY, Takes
from tracker.web.hall.steps import BeginMatchBody, Body, FoulBody, ScoreBody


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who asks."""

    role: Role
    name: str = ""
    """Empty: nobody who has signed in."""
    only: str | None = None
    """The one table that may be read: it is an overlay that asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteRight:
    """What a route needs."""

    method: str
    path: str
    """As the router has it: `{table}` is one step of an address, `{file:path}` any number of them."""
    least: Role
    takes: Takes = JSON_BODY
    """What it takes as its body, where it changes anything."""

    def table_in(self, path: str) -> str | None:
        """Return the table that an address of this route names: empty, none; None, it is of another route."""
        found = _pattern(self.path).fullmatch(path)
        return found and found.groupdict().get("table", "")


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return compile_path(path)[0]


BODIES: Final = {
    ("POST", "/api/uploads"): CLIP_BODY,
    ("POST", "/api/tables/{table}/camera/look"): STILL_BODY,
}
"""What is sent otherwise than as a little JSON."""

RIGHTS: Final = tuple(
    RouteRight(method=method, path=path, least=least, takes=BODIES.get((method, path), JSON_BODY))
    for least, method, path in (
        (Role.NOBODY, "GET", "/login"),
        (Role.NOBODY, "GET", "/web/{file:path}"),
        (Role.NOBODY, "GET", "/service-worker.js"),
        (Role.NOBODY, "GET", "/health"),
        (Role.NOBODY, "GET", "/api/session"),
        (Role.NOBODY, "POST", "/api/session"),
        (Role.NOBODY, "DELETE", "/api/session"),
        (Role.NOBODY, "GET", "/sheet/{word}"),
        (Role.NOBODY, "GET", "/api/sheets/{word}"),
        (Role.VIEWER, "GET", "/"),
        (Role.VIEWER, "GET", "/overlay/{table}"),
        (Role.VIEWER, "GET", "/board/{table}"),
        (Role.VIEWER, "GET", "/ograf.zip"),
        (Role.VIEWER, "GET", "/api/incidents"),
        (Role.VIEWER, "GET", "/players"),
        (Role.VIEWER, "GET", "/api/players"),
        (Role.VIEWER, "GET", "/api/players.csv"),
        (Role.VIEWER, "GET", "/api/statistics"),
        (Role.VIEWER, "GET", "/players/{name}"),
        (Role.VIEWER, "GET", "/api/player"),
        (Role.VIEWER, "GET", "/matches"),
        (Role.VIEWER, "GET", "/matches/{number}"),
        (Role.VIEWER, "GET", "/tables/{name}"),
        (Role.VIEWER, "GET", "/api/table"),
        (Role.VIEWER, "GET", "/api/matches"),
        (Role.VIEWER, "GET", "/api/matches.csv"),
        (Role.VIEWER, "GET", "/api/results.csv"),
        (Role.VIEWER, "GET", "/api/breaks.csv"),
        (Role.VIEWER, "GET", "/api/matches/{number}"),
        (Role.VIEWER, "GET", "/api/matches/{number}/calls.csv"),
        (Role.VIEWER, "GET", "/api/matches/{number}/sheet.html"),
        (Role.VIEWER, "GET", "/api/matches/{number}/sheet.pdf"),
        (Role.VIEWER, "GET", "/openapi.json"),
        (Role.VIEWER, "GET", "/metrics"),
        (Role.VIEWER, "GET", "/api/rulebooks"),
        (Role.VIEWER, "GET", "/api/tables"),
        (Role.VIEWER, "GET", "/api/labels"),
        (Role.VIEWER, "GET", "/api/club"),
        (Role.VIEWER, "GET", "/api/tables/{table}/state"),
        (Role.VIEWER, "GET", "/api/tables/{table}/events"),
        (Role.VIEWER, "GET", "/api/tables/{table}/vmix.json"),
        (Role.VIEWER, "GET", "/api/tables/{table}/plan.svg"),
        (Role.VIEWER, "GET", "/api/tables/{table}/theme"),
        (Role.VIEWER, "GET", "/api/tables/{table}/above"),
        (Role.VIEWER, "GET", "/api/tables/{table}/above/events"),
        (Role.VIEWER, "GET", "/api/tables/{table}/figures"),
        (Role.VIEWER, "GET", "/api/tables/{table}/replay"),
        (Role.VIEWER, "GET", "/api/tables/{table}/replay/{id}.mp4"),
        (Role.SCORER, "GET", "/streams"),
        (Role.SCORER, "GET", "/api/tables/{table}/obs.json"),
        (Role.REFEREE, "POST", "/api/theme"),
        (Role.SCORER, "GET", "/desk/{table}"),
        (Role.SCORER, "GET", "/review/{table}"),
        (Role.SCORER, "GET", "/camera-advice"),
        (Role.SCORER, "GET", "/api/camera-advice"),
        (Role.SCORER, "GET", "/api/kits"),
        (Role.SCORER, "GET", "/api/tables/{table}/referee"),
        (Role.SCORER, "GET", "/api/tables/{table}/referee/events"),
        (Role.SCORER, "GET", "/api/tables/{table}/sight"),
        (Role.SCORER, "GET", "/api/tables/{table}/sight/events"),
        (Role.SCORER, "GET", "/api/tables/{table}/strokes"),
        (Role.SCORER, "GET", "/api/tables/{table}/strokes/{epoch}/{sequence}"),
        (Role.SCORER, "GET", "/api/tables/{table}/strokes/{epoch}/{sequence}/pictures/{number}.jpg"),
        (Role.SCORER, "GET", "/api/clips/{id}"),
        (Role.SCORER, "GET", "/api/tables/{table}/picture/events"),
        (Role.SCORER, "GET", "/api/tables/{table}/picture.jpg"),
        (Role.SCORER, "GET", "/api/tables/{table}/acts"),
        (Role.SCORER, "GET", "/api/tables/{table}/corrections/{number}"),
        (Role.SCORER, "POST", "/api/tables/{table}/steps"),
        (Role.SCORER, "POST", "/api/tables/{table}/preview"),
        (Role.SCORER, "GET", "/api/sharing"),
        (Role.SCORER, "POST", "/api/matches/share"),
        (Role.SCORER, "POST", "/api/players"),
        (Role.SCORER, "POST", "/api/players/change"),
        (Role.SCORER, "POST", "/api/players/remove"),
        (Role.REFEREE, "POST", "/api/tables/{table}/strokes/{epoch}/{sequence}/verdict"),
        (Role.REFEREE, "POST", "/api/tables/{table}/strokes/{epoch}/{sequence}/clips"),
        (Role.REFEREE, "GET", "/uploads"),
        (Role.REFEREE, "GET", "/api/uploads"),
        (Role.REFEREE, "POST", "/api/uploads"),
        (Role.REFEREE, "GET", "/api/uploads/{id}/report"),
        (Role.REFEREE, "DELETE", "/api/uploads/{id}"),
        (Role.ADMIN, "GET", "/admin"),
        (Role.ADMIN, "GET", "/api/users"),
        (Role.ADMIN, "POST", "/api/users"),
        (Role.ADMIN, "POST", "/api/users/role"),
        (Role.ADMIN, "POST", "/api/users/password"),
        (Role.ADMIN, "POST", "/api/users/remove"),
        (Role.ADMIN, "GET", "/api/sessions"),
        (Role.ADMIN, "POST", "/api/sessions/end"),
        (Role.ADMIN, "GET", "/api/tokens"),
        (Role.ADMIN, "POST", "/api/tokens"),
        (Role.ADMIN, "POST", "/api/tokens/revoke"),
        (Role.ADMIN, "POST", "/api/tables"),
        (Role.ADMIN, "POST", "/api/labels"),
        (Role.ADMIN, "POST", "/api/sharing"),
        (Role.ADMIN, "POST", "/api/tables/{table}/watching"),
        (Role.ADMIN, "GET", "/camera/{table}"),
        (Role.ADMIN, "GET", "/api/tables/{table}/camera"),
        (Role.ADMIN, "POST", "/api/tables/{table}/camera/look"),
        (Role.ADMIN, "POST", "/api/tables/{table}/camera/use"),
        (Role.ADMIN, "POST", "/api/tables/{table}/camera/back"),
        (Role.ADMIN, "GET", "/api/care"),
    )
)

STEPS: Final = {
    "score": Role.SCORER,
    "foul": Role.SCORER,
    "mark-foul": Role.SCORER,
    "begin-frame": Role.SCORER,
    "undo": Role.SCORER,
    "redo": Role.SCORER,
    "note": Role.SCORER,
    "begin-match": Role.SCORER,
    "begin-again": Role.SCORER,
    "camera-calls": Role.SCORER,
    "interval": Role.SCORER,
    "abandon-match": Role.REFEREE,
    "correct-beginning": Role.REFEREE,
    "reopen-frame": Role.REFEREE,
    "call": Role.REFEREE,
    "accept": Role.REFEREE,
    "accept-settled": Role.REFEREE,
    "pass-over": Role.REFEREE,
    "amend": Role.REFEREE,
    "strike-out": Role.REFEREE,
    "go-back-to": Role.REFEREE,
}


CORRECTS: Final = frozenset({"score", "foul", "amend", "strike-out"})
"""What puts right what the camera called."""


def line_of(method: str, path: str, rights: Sequence[RouteRight] = RIGHTS) -> RouteRight | None:
    """Return what a request needs, or None where nobody may ask for it."""
    asked = "GET" if method == "HEAD" else method
    return next((line for line in rights if line.method == asked and line.table_in(path) is not None), None)


def least_for(step: Body) -> Role:
    """Return who may take a step; to score in place of an entry, answer a suggestion or end a match is to decide."""
    if isinstance(step, BeginMatchBody) and step.abandon:
        return Role.REFEREE
    if isinstance(step, ScoreBody | FoulBody) and (step.about or step.instead):
        return Role.REFEREE
    return STEPS[step.do]


def must_be_allowed(who: Who, step: Body, *, camera_calls: bool = False) -> None:
    """Do nothing if this step may be taken; where the camera calls, whoever keeps the score corrects it.

    Raises:
        NotAllowed: another role is due.
    """
    least = Role.SCORER if camera_calls and step.do in CORRECTS else least_for(step)
    if who.role < least:
        raise NotAllowed(f"{step.do}: this needs the role {least.word}: sign in as somebody who has it")
