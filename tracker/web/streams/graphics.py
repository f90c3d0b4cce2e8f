"""Routes of what graphics show beside the score: the table from above, figures between frames, a stroke once more."""

from typing import Annotated, Any, Final

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from tracker.history.figures import MatchFigures, figures_of
from tracker.review.above import FromAbove
from tracker.review.replays import Of, ReplayClip, Replays
from tracker.show.screens.above import Above, above_event, above_json
from tracker.show.screens.sight import Sight
from tracker.web.routes.review import Mp4
from tracker.web.routes.tables import ANYWHERE, FRESH, JSON, REFUSALS, ChannelHere, EventStream, HallHere

router = APIRouter(prefix="/api/tables", tags=["streams"], responses=REFUSALS)
Strokes = Annotated[str, Path(pattern=r"^[0-9]{1,15}-[0-9]{1,15}$")]
KEPT_A_WHILE: Final = {"Cache-Control": "private, max-age=600"}


def replays_of_request(request: Request) -> Replays:
    """Return the strokes that are shown again."""
    replays: Replays = request.app.state.replays
    return replays


def above_of_request(request: Request) -> FromAbove:
    """Return what is shown from above, with the ways that were read already."""
    above: FromAbove = request.app.state.above
    return above


ReplaysHere = Annotated[Replays, Depends(replays_of_request)]
AboveHere = Annotated[FromAbove, Depends(above_of_request)]


@router.get("/{table}/above", response_model=Above)
def above(channel: ChannelHere, source: AboveHere) -> Response:
    """Return the table from above: where the balls lie, and the ways of the last stroke."""
    source.read(channel.table)
    shown = source.now(channel.table, channel.sight.newest)
    return Response(above_json(shown), media_type=JSON, headers=FRESH | ANYWHERE)


@router.get("/{table}/above/events", response_class=EventStream)
def above_events(channel: ChannelHere, hall: HallHere, source: AboveHere) -> EventStream:
    """Stream the same, now and about five times a second while a camera sees the table."""
    table = channel.table

    async def told(sight: Sight) -> bytes:
        if not source.is_read(table):
            await run_sync(source.read, table, limiter=hall.readers)
        return above_event(source.now(table, sight))

    return EventStream(channel.sight.events(told, hall.clock), headers=FRESH | ANYWHERE | {"X-Accel-Buffering": "no"})


@router.get("/{table}/figures")
def figures(channel: ChannelHere, response: Response) -> MatchFigures:
    """Return what is shown of the match between its frames."""
    response.headers.update(FRESH | ANYWHERE)
    return figures_of(channel.table.moment.match)


@router.get("/{table}/replay")
def replay(
    channel: ChannelHere, replays: ReplaysHere, response: Response, of: Annotated[Of, Query()] = "pot"
) -> ReplayClip | dict[str, Any]:
    """Return which stroke is shown again: the last that scored, or the one that a verdict was given on last."""
    response.headers.update(FRESH | ANYWHERE)
    return replays.newest(channel.table, of) or {}


@router.get("/{table}/replay/{id}.mp4", response_class=Mp4)
async def replay_clip(id: Strokes, channel: ChannelHere, hall: HallHere, replays: ReplaysHere) -> Mp4:
    """Return the pictures of a stroke as the camera sent them; it may take a moment."""
    file = await run_sync(replays.file, channel.table, id, limiter=hall.cutters)
    return Mp4(file, headers=KEPT_A_WHILE | ANYWHERE)
