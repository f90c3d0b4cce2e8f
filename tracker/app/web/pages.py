"""Routes of the pages: files of the package, the same for every table; a page reads its table from its address."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from tracker.app.web.tables import ChannelHere
from tracker.show.ograf import ograf_package

FOLDER: Final = Path(str(files("tracker") / "show" / "web"))

router = APIRouter(include_in_schema=False)


@router.get("/")
def home() -> FileResponse:
    """Return the first screen, which starts a match."""
    return FileResponse(FOLDER / "home.html")


@router.get("/overlay/{table}")
def overlay(channel: ChannelHere) -> FileResponse:
    """Return the graphics over a streamer's picture."""
    return FileResponse(FOLDER / "overlay.html")


@router.get("/board/{table}")
def board(channel: ChannelHere) -> FileResponse:
    """Return the scoreboard for a club's television."""
    return FileResponse(FOLDER / "board.html")


@router.get("/ograf.zip")
def ograf() -> Response:
    """Return the overlay as an OGraf package."""
    package = ograf_package(lambda name: (FOLDER / name).read_bytes())
    return Response(package, media_type="application/zip")
