"""Routes of the pages: files of the package, the same for every table; a page reads its table from its address."""

import json
import os
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from tracker.show.screens.ograf import ograf_package
from tracker.web.routes.tables import ChannelHere

PICTURE: Final = r"^(data:image/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]+)?$"
"""A picture that the club gives to its screens, as a `data:` address, or none."""
FOLDER: Final = Path(str(files("tracker") / "show" / "web"))
FILES: Final = frozenset(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file())
KEPT: Final = tuple(sorted(f"/web/{name}" for name in FILES if not name.endswith((".html", ".woff2", "worker.js"))))
"""What a browser keeps for when there is no network; a large font only once it was needed."""
ASK_AGAIN: Final = {"Cache-Control": "no-cache"}
"""A browser asks whether its copy is still good: the files of a newer program must not meet those of an older one."""
ANY_ORIGIN: Final = {"Access-Control-Allow-Origin": "*"}
"""Modules are loaded by renderers of graphics too, whose pages come from elsewhere."""


class PageFiles(StaticFiles):
    """The files that the pages load: those of the package, each by its path there; no other is taken from a request."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return where a file of that path lies, or nothing."""
        return super().lookup_path(path) if path in FILES else ("", None)

    def file_response(self, *given: Any, **named: Any) -> Response:
        """Return a file, or that the browser's copy is still good."""
        answer = super().file_response(*given, **named)
        answer.headers.update(told_of_files() | ANY_ORIGIN)
        return answer


def page(name: str, status: int = 200) -> FileResponse:
    """Return a page of the package, by its path there."""
    return FileResponse(FOLDER / name, status, headers=told_of_files())


@cache
def version() -> str:
    """Return what tells these files from those of another program."""
    told = sha256()
    for name in sorted(FILES):
        told.update(name.encode() + (FOLDER / name).read_bytes())
    return told.hexdigest()[:16]


def told_of_files() -> dict[str, str]:
    """Return the headers of a file: to be asked for again, and of which program it is."""
    return {**ASK_AGAIN, "Cuewatch-Pages": version()}


router = APIRouter(include_in_schema=False)


@router.get("/")
def home() -> FileResponse:
    """Return the first screen, which starts a match."""
    return page("home/home.html")


@router.get("/overlay/{table}")
def overlay(channel: ChannelHere) -> FileResponse:
    """Return the graphics over a streamer's picture."""
    return page("overlay/overlay.html")


@router.get("/board/{table}")
def board(channel: ChannelHere) -> FileResponse:
    """Return the scoreboard for a club's television."""
    return page("board/board.html")


@router.get("/review/{table}")
def review(channel: ChannelHere) -> FileResponse:
    """Return the review of strokes, picture by picture."""
    return page("review/review.html")


@router.get("/service-worker.js")
def service_worker() -> Response:
    """Return the script that keeps the pages in a browser, with what it keeps; another one for other files."""
    pages = json.dumps({"version": version(), "files": KEPT})
    script = f"const PAGES = {pages};\n{(FOLDER / 'offline/worker.js').read_text('utf-8')}"
    return Response(script, media_type="text/javascript", headers=ASK_AGAIN)


@router.get("/ograf.zip")
def ograf() -> Response:
    """Return the overlay as an OGraf package."""
    package = ograf_package(lambda name: (FOLDER / name).read_bytes())
    return Response(package, media_type="application/zip")
