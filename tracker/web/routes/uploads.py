"""Routes of clips sent for review: send one, see how far each is, read its report, remove it.

What is sent goes to the disk as it comes, under a random name; nothing of it is looked at in this process.
"""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from tracker.domain.errors import BadInput, CuewatchError, TooSlow, UnknownName
from tracker.review.uploads.reviewing import Arriving, Reviewing, UploadProgress
from tracker.web.access.bodies import CLIP_BODY
from tracker.web.routes.pages import page
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import FRESH, REFUSALS, HallHere, Refused

PIECE: Final = 2**20
BROKEN_OFF: Final = "the line broke off"
SENT: Final[dict[str, Any]] = {
    "requestBody": {"required": True, "content": {CLIP_BODY.kind: {"schema": {"type": "string", "format": "binary"}}}}
}
MORE: Final[dict[int | str, dict[str, Any]]] = {
    408: {"model": Refused, "description": "It stopped coming"},
    413: {"model": Refused, "description": "It is too large"},
}
router = APIRouter(tags=["uploads"], responses=REFUSALS)


def reviewing_of(hall: HallHere) -> Reviewing:
    """Return what takes clips in.

    Raises:
        UnknownName: nothing does.
    """
    if hall.reviewing is None:
        raise UnknownName("no clips are taken here")
    return hall.reviewing


ReviewingHere = Annotated[Reviewing, Depends(reviewing_of)]
Id = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.get("/uploads", include_in_schema=False)
def uploads() -> FileResponse:
    """Return the page on which clips are sent."""
    return page("uploads/uploads.html")


@router.get("/api/uploads")
def all_uploads(reviewing: ReviewingHere) -> dict[str, Any]:
    """Return all clips, the newest first, and how much is taken."""
    room = reviewing.room
    return {
        "most_bytes": room.largest_bytes, "under_way": room.under_way, "clips": [_told(one) for one in reviewing.all()],
    }  # fmt: skip


@router.post("/api/uploads", status_code=201, openapi_extra=SENT, responses=MORE)
async def send(request: Request, reviewing: ReviewingHere, who: WhoHere) -> dict[str, str]:
    """Send a clip, as the bytes of its file; it is checked and watched when those before it are done."""
    arriving = await run_in_threadpool(reviewing.begin, who.name)
    try:
        await _arrive(request, arriving)
        upload = await run_in_threadpool(reviewing.arrived, arriving)
    except ClientDisconnect:
        await run_in_threadpool(reviewing.abandon, arriving, BROKEN_OFF)
        raise TooSlow(BROKEN_OFF) from None
    except CuewatchError as trouble:
        await run_in_threadpool(reviewing.abandon, arriving, str(trouble))
        raise
    except BaseException:
        reviewing.abandon(arriving, "the program was stopped")
        raise
    return {"id": upload.id}


@router.get("/api/uploads/{id}/report", response_class=FileResponse)
def report(id: Id, reviewing: ReviewingHere) -> FileResponse:
    """Return the report of a clip, in which nothing can run and from which nothing can be asked for."""
    return FileResponse(reviewing.report(id), media_type="text/html", headers=FRESH)


@router.delete("/api/uploads/{id}", status_code=204)
def remove(id: Id, reviewing: ReviewingHere, who: WhoHere) -> None:
    """Remove a clip with all that was made of it."""
    reviewing.remove(id, who.name)


async def _arrive(request: Request, arriving: Arriving) -> None:
    """Write a clip to the disk in pieces, off the thread on which the score lives."""
    held = bytearray()
    async for piece in request.stream():
        held += piece
        if len(held) >= PIECE:
            await run_in_threadpool(arriving.write, bytes(held))
            held.clear()
    await run_in_threadpool(arriving.write, bytes(held))
    if not arriving.size:
        raise BadInput("nothing was sent: choose a clip")


def _told(standing: UploadProgress) -> dict[str, Any]:
    one = standing.upload
    return {
        "id": one.id, "by": one.by, "at_us": one.at_us, "bytes": one.size, "state": one.state, "why": one.why,
        "share": round(standing.share, 3),
    }  # fmt: skip
