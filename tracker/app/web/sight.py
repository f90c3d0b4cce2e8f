"""Routes to what the camera of a table sees now: for the referee's desk, several times a second, never kept."""

from fastapi import APIRouter, Response

from tracker.app.web.tables import FRESH, JSON, REFUSALS, ChannelHere, EventStream, HallHere
from tracker.show.sight import Sight, sight_event, sight_json

router = APIRouter(prefix="/api/tables", tags=["sight"], responses=REFUSALS)


@router.get("/{table}/sight", response_model=Sight)
def sight(channel: ChannelHere) -> Response:
    """Return what the camera of a table sees."""
    return Response(sight_json(channel.sight.newest), media_type=JSON, headers=FRESH)


@router.get("/{table}/sight/events", response_class=EventStream)
def sight_events(channel: ChannelHere, hall: HallHere) -> EventStream:
    """Stream what the camera of a table sees, now and about five times a second while it looks."""
    events = channel.sight.events(sight_event, hall.clock)
    return EventStream(events, headers=FRESH | {"X-Accel-Buffering": "no"})
