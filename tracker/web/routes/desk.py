"""Routes of the referee's desk: its page, the empty table that it lays the balls on, what else may be called."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from tracker.match.book.codec import plain
from tracker.match.desk.acts import acts
from tracker.rules import shelf
from tracker.show.plan import Plan, table_sheet
from tracker.web.routes.pages import FOLDER
from tracker.web.routes.tables import FRESH, REFUSALS, ChannelHere, HallHere

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


class ActBody(BaseModel):
    """Something that may be called beside the strokes."""

    group: str
    name: str
    by: int | None
    cite: str
    calls: list[dict[str, Any]]
    ends: str


@router.get("/api/tables/{table}/acts", responses=REFUSALS)
def acts_now(
    channel: ChannelHere,
    ball: Annotated[str, Query(max_length=20)] = "",
    seconds: Annotated[float | None, Query(ge=0, le=86_400)] = None,
) -> list[ActBody]:
    """Return what may be called beside the strokes now, as the law has it.

    `ball` is the one that something concerns, `seconds` what a clock is set to or is given.
    """
    match = channel.table.moment.match
    if match is None:
        return []
    desk = match.frame.desk
    return [
        ActBody(group=act.group, name=act.name, by=act.by, cite=act.cite, calls=[*map(plain, act.calls)], ends=act.ends)
        for act in acts(desk.rules, desk.position, ball, seconds)
    ]
