"""Route of the scene collection that OBS imports."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from tracker.show.screens.obs import Stream, scene_collection
from tracker.web.routes.tables import FRESH, REFUSALS, ChannelHere

router = APIRouter(prefix="/api/tables", tags=["streams"], responses=REFUSALS)


@router.get("/{table}/obs.json")
def obs(
    channel: ChannelHere,
    request: Request,
    response: Response,
    lines: Literal["1080", "2160"] = "1080",
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
    key: Annotated[str, Query(max_length=200, pattern=r"^[A-Za-z0-9_-]*$")] = "",
) -> dict[str, Any]:
    """Return a scene collection with all graphics of a table; `key` is the token that another machine reads by."""
    response.headers.update(FRESH | {"Content-Disposition": 'attachment; filename="cuewatch-obs.json"'})
    origin, table = str(request.base_url), channel.table.name
    return scene_collection(Stream(origin=origin, table=table, lines=int(lines), lang=lang, token=key))
