"""Routes of the referee's desk: its page, and the empty table that it lays the balls on."""

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from tracker.app.web.pages import FOLDER
from tracker.app.web.tables import FRESH, ChannelHere, HallHere
from tracker.rules import shelf
from tracker.show.plan import Plan, table_sheet

router = APIRouter(tags=["desk"])


@router.get("/desk/{table}", include_in_schema=False)
def desk(channel: ChannelHere) -> FileResponse:
    """Return the referee's desk."""
    return FileResponse(FOLDER / "desk.html")


@router.get("/api/tables/{table}/plan.svg")
def plan(channel: ChannelHere, hall: HallHere) -> Response:
    """Return the empty table from above, of the kit that is played on or offered."""
    match = channel.table.moment.match
    rules = match.frame.desk.rules if match else shelf.find(hall.rulebook)
    drawing = table_sheet(Plan(kit=rules.kit, upright=False))
    return Response(drawing, media_type="image/svg+xml", headers=FRESH)
