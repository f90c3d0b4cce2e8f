"""Routes to what the camera of a table sees now, and its picture: for the referee's desk, never kept."""

from fastapi import APIRouter, Response

from tracker.show.pictures.still import still_event
from tracker.show.screens.sight import Sight, sight_event, sight_json
from tracker.web.routes.tables import FRESH, JSON, REFUSALS, ChannelHere, EventStream, HallHere

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


@router.get("/{table}/picture/events", response_class=EventStream)
def picture_events(channel: ChannelHere, hall: HallHere) -> EventStream:
    """Stream the camera's newest picture, at most seven times a second; asked for only while somebody listens here."""
    events = channel.picture.events(lambda still: still_event(still) if still else b"", hall.clock)
    return EventStream(events, headers=FRESH | {"X-Accel-Buffering": "no"})
