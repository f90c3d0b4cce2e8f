"""Routes to look again at a stroke: its evidence, each of its pictures by number, the verdict, and its clips."""

from typing import Annotated, Final, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Header, Path, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from tracker.domain.book.verdict import Verdict
from tracker.match.book.entries import EntryName
from tracker.show.screens.incidents import IncidentKinds, incident_kinds
from tracker.show.screens.review import PictureSpan, StrokeLine, StrokeReview
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import FRESH, REFUSALS, ChannelHere, HallHere

router = APIRouter(tags=["review"], responses=REFUSALS)

STROKES = "/api/tables/{table}/strokes"
STROKE = STROKES + "/{epoch}/{sequence}"
ASKED_AGAIN: Final = {"Cache-Control": "private, no-cache"}
"""A browser keeps a picture for ever, and asks each time whether the address still means it: a club that begins with a
new database gives the same addresses to other strokes."""
FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""The id of a clip is of no other."""
Count = Annotated[int, Path(ge=0, lt=1 << 53)]
ClipId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Number = Annotated[int, Field(ge=0, lt=1 << 53)]


@router.get("/api/incidents")
def incidents(response: Response) -> IncidentKinds:
    """Return the kinds of incidents: how the review marks each, and what is answered about it at the desk."""
    response.headers.update(FRESH)
    return incident_kinds()


class VerdictGiven(BaseModel):
    """What a referee found on looking again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    verdict: Literal["upheld", "changed", "inconclusive"]
    note: Annotated[str, Field(max_length=2_000)] = ""
    pictures: Annotated[list[Number], Field(max_length=100)] = []
    """Numbers of the pictures that show it."""


class ClipRequest(BaseModel):
    """A clip that is asked for: its first and last picture, and whether the marks are drawn in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    begin: Annotated[int, Field(alias="from", ge=0, lt=1 << 53)]
    until: Number
    marks: bool = True


class Made(BaseModel):
    """A clip that was made; `/api/clips/ID` shows it."""

    id: str


class Jpeg(Response):
    """A picture."""

    media_type = "image/jpeg"


def entry_named(channel: ChannelHere, epoch: Count, sequence: Count) -> EntryName:
    """Return the entry that the address names."""
    return EntryName(table=channel.table.name, epoch=epoch, sequence=sequence)


EntryHere = Annotated[EntryName, Depends(entry_named)]


class Mp4(FileResponse):
    """A clip."""

    media_type = "video/mp4"


@router.get(STROKES)
def strokes(channel: ChannelHere, hall: HallHere) -> list[StrokeLine]:
    """Return the strokes that were seen in the present match, the newest last."""
    return list(hall.archive.strokes(channel.table))


@router.get(STROKE)
def stroke(entry: EntryHere, channel: ChannelHere, hall: HallHere) -> StrokeReview:
    """Return all that is known of a stroke."""
    return hall.archive.stroke(channel.table, entry)


@router.post(STROKE + "/verdict")
def verdict(found: VerdictGiven, entry: EntryHere, channel: ChannelHere, hall: HallHere, who: WhoHere) -> Verdict:
    """Keep what was found on looking again; what was found before stays as well."""
    given = Verdict(
        verdict=found.verdict, note=found.note, pictures=tuple(found.pictures), by=who.name, at_us=hall.clock() * 1000
    )
    hall.archive.give(channel.table, entry, given)
    return given


@router.get(STROKE + "/pictures/{number}.jpg", response_class=Jpeg)
async def picture(
    number: Count,
    entry: EntryHere,
    channel: ChannelHere,
    hall: HallHere,
    held: Annotated[str, Header(alias="if-none-match")] = "",
) -> Jpeg:
    """Return a picture of a stroke by its number: that very one of the recording."""
    headers = ASKED_AGAIN | {"ETag": f'"{hall.archive.reel(channel.table.name)}-{number}"'}
    if held == headers["ETag"]:
        return Jpeg(status_code=304, headers=headers)
    still = await run_sync(hall.archive.picture, channel.table, entry, number, limiter=hall.lookers)
    return Jpeg(still.jpeg, headers=headers)


@router.post(STROKE + "/clips")
async def cut(asked: ClipRequest, entry: EntryHere, channel: ChannelHere, hall: HallHere) -> Made:
    """Make a clip of the pictures of a stroke; it is kept, however old the recording. It may take a while."""
    span = PictureSpan(begin=asked.begin, until=asked.until, marks=asked.marks)
    return Made(id=await run_sync(hall.archive.cut, channel.table, entry, span, limiter=hall.cutters))


@router.get("/api/clips/{id}", response_class=Mp4)
def clip(id: ClipId, hall: HallHere) -> Mp4:
    """Return a clip."""
    return Mp4(hall.archive.clip(id), headers=FOR_EVER)
