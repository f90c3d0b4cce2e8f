"""Routes for those who keep the program running: is it well, and its numbers."""

from typing import Any

from fastapi import APIRouter, Response

from tracker import __version__
from tracker.rules import shelf
from tracker.web.hall.metrics import CONTENT_TYPE
from tracker.web.routes.tables import HallHere

router = APIRouter(tags=["service"])


@router.get("/health")
def health(hall: HallHere) -> dict[str, Any]:
    """Tell that the program answers, and how each table stands."""
    return {
        "status": "ok",
        "version": __version__,
        "tables": {
            name: {"epoch": at.at[0], "sequence": at.at[1], "camera": at.camera, "viewers": channel.viewers}
            for name, channel in hall.channels.items()
            if (at := channel.shown.moment)
        },
    }


@router.get("/api/rulebooks")
def rulebooks(hall: HallHere) -> list[dict[str, Any]]:
    """Return the rulebooks that a match may be played under, each with the tables at which it is offered first."""
    tables = list(hall.channels)
    return [
        {
            "name": book.name, "title": book.title, "game": book.game,
            "offered_at": [table for table in tables if hall.rulebook_at(table) == book.name],
        }
        for book in map(shelf.find, shelf.names())
    ]  # fmt: skip


@router.get("/metrics")
def metrics(hall: HallHere) -> Response:
    """Return the numbers as Prometheus reads them."""
    return Response(hall.metrics.text(), media_type=CONTENT_TYPE)
