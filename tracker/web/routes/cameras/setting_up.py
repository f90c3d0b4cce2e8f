"""Routes by which an admin sets up the camera of a table: the page, how the table is seen, what is kept of that.

Nothing is held here between two requests: the page sends back the calibration that it was given and wants kept. The
table is looked for in the camera's own picture with all its pixels, or in a still that the page sends.
"""

import json
from dataclasses import replace
from math import isfinite
from typing import Annotated, Any, Final, Literal

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import FileResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tracker.capture.addresses import shown_name
from tracker.domain.errors import BadInput, CallRefused, UnknownName, or_why
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration, scaled_to
from tracker.live.log import say
from tracker.live.messages import Order
from tracker.live.table.keeping import BACK, FOUND, POINTED, KeptCalibration, SetBy
from tracker.store.calibrations import calibration_from, calibration_text
from tracker.store.database.people import ClubTable, keep_table, tables
from tracker.store.kits import DEFAULT_TABLE, find_kit
from tracker.vision.runtimes.networks import must_be_seen
from tracker.web.access.bodies import STILL_BODY
from tracker.web.hall.channel import Channel
from tracker.web.hall.hall import Hall, TableWatching
from tracker.web.routes.club import ADDING
from tracker.web.routes.pages import page
from tracker.web.routes.session import DoorHere, WhoHere
from tracker.web.routes.tables import REFUSALS, ChannelHere, HallHere, hall_of_request

PICTURE_S: Final = 8.0
"""So long a camera may take to give a picture."""
MOST_VERSIONS: Final = 12
"""So many of those kept are shown; older ones are kept too."""
SHAPE: Final = 0.01
"""Pictures whose shapes differ by no more than this share are of one camera, scaled."""
router = APIRouter(tags=["camera"], responses=REFUSALS)

KitName = Annotated[str, Field(max_length=40), AfterValidator(or_why(find_kit))]
Coordinate = Annotated[float, Field(ge=-20_000, le=20_000, allow_inf_nan=False)]
Language = Annotated[str, Query(max_length=5)]


class LookBody(BaseModel):
    """How the table is to be looked for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kit: KitName | None = None
    """What table it is; nothing: all for snooker that are known come into question."""
    corners: Annotated[list[tuple[Coordinate, Coordinate]], Field(min_length=4, max_length=4)] | None = None
    """Where a person says that the corners are (px), in turn; nothing: they are to be found."""
    baulk: End | None = None
    still: Annotated[str, Field(max_length=STILL_BODY.most_bytes)] | None = None
    """A JPEG in base 64; nothing: the camera's own picture."""


class UseBody(BaseModel):
    """A calibration that is to be used from now on: the record that `look` gave."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    calibration: dict[str, Any]
    how: Literal["found", "pointed"]


class BackBody(BaseModel):
    """An earlier calibration, by its number."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Annotated[int, Field(ge=1)]


def watching_of(channel: ChannelHere, hall: HallHere) -> TableWatching:
    """Return the watching of a table.

    Raises:
        UnknownName: no camera is named for it.
    """
    name = channel.table.name
    if name not in hall.watching:
        raise UnknownName(f"no camera is named for table {name}: name one in the club's file, and start again")
    return hall.watching[name]


WatchingHere = Annotated[TableWatching, Depends(watching_of)]


@router.get("/camera/{table}", include_in_schema=False)
def camera_page(channel: ChannelHere) -> FileResponse:
    """Return the page on which the camera of a table is set up."""
    return page("camera/camera.html")


@router.get("/api/tables/{table}/camera")
def camera(channel: ChannelHere, hall: HallHere, lang: Language = "en") -> dict[str, Any]:
    """Return how the camera of a table sees it, and what was kept of that before, the newest first."""
    name = channel.table.name
    watching = hall.watching.get(name)
    if watching is None:
        kit = hall.kit_at(name) or DEFAULT_TABLE
        return {"table": name, "watched": False, "paused": False, "kit": kit, "now": None, "versions": []}
    order = watching.order
    kept = channel.table.calibrations(shown_name(order.source))
    text = order.calibration or next((one.text for one in kept), None)
    return {
        "table": name, "watched": True, "paused": watching.is_paused, "kit": order.kit,
        "now": _drawn(text, lang) if text else None,
        "versions": [_version(one) for one in kept[:MOST_VERSIONS]],
    }  # fmt: skip


@router.post("/api/tables/{table}/camera/look")
async def look(asked: LookBody, channel: ChannelHere, hall: HallHere, lang: Language = "en") -> dict[str, Any]:
    """Return how the table is seen, found or pointed at, and what that camera will decide; nothing is kept."""

    def found() -> dict[str, Any]:
        from tracker.capture.jpeg import still_of_jpeg  # noqa: PLC0415  large, and only wanted here
        from tracker.web.routes.cameras import looking  # noqa: PLC0415

        image = looking.sent(asked.still) if asked.still is not None else still_of_jpeg(_taken(channel, hall))
        return looking.seen_as(looking.calibration_by(image, asked.kit, asked.corners, asked.baulk), lang)

    return await to_thread.run_sync(found, limiter=hall.finders)


@router.post("/api/tables/{table}/camera/use", status_code=204)
def use(
    asked: UseBody, request: Request, channel: ChannelHere, watching: WatchingHere, door: DoorHere, who: WhoHere
) -> None:
    """Have the table watched by a calibration from now on, and after a restart; those before it stay kept."""
    given = calibration_from(json.dumps(asked.calibration), "that was sent")
    kit, order = find_kit(given.table), watching.order
    must_be_seen(kit)
    _must_not_be_played_on(kit, order, channel)
    calibration = as_the_camera_takes(given, channel)
    how = FOUND if asked.how == "found" else POINTED
    _keep(channel, order, kit.name, calibration_text(calibration, kit), SetBy(how=how, name=who.name))
    _is_of_kit(request, door, channel.table.name, kit.name)
    watching.begin_anew()


@router.post("/api/tables/{table}/camera/back", status_code=204)
def back(
    asked: BackBody, request: Request, channel: ChannelHere, watching: WatchingHere, door: DoorHere, who: WhoHere
) -> None:
    """Have the table watched by an earlier calibration: it is kept once more, as the newest."""
    order = watching.order
    kept = channel.table.calibrations(shown_name(order.source))
    meant = next((one for one in kept if one.number == asked.version), None)
    if meant is None:
        raise UnknownName(f"no calibration {asked.version} of this camera is kept: look at the list again")
    _must_not_be_played_on(find_kit(meant.kit), order, channel)
    _keep(channel, order, meant.kit, meant.text, SetBy(how=BACK, name=who.name))
    _is_of_kit(request, door, channel.table.name, meant.kit)
    watching.begin_anew()


def _drawn(text: str, lang: str) -> dict[str, Any]:
    """Return a calibration that is kept with what a page draws and says of it."""
    from tracker.web.routes.cameras import looking  # noqa: PLC0415  large, and only wanted here

    return looking.seen_as(calibration_from(text, "kept"), lang)


def as_the_camera_takes(calibration: Calibration, channel: Channel) -> Calibration:
    """Return a calibration for pictures of the size that the camera sends, as far as that is known.

    Raises:
        BadInput: it was made of a picture of another shape.
    """
    still, made = channel.picture.newest, calibration.camera.image_size
    if still is None or made == (still.width, still.height):
        return calibration
    if abs(made[0] * still.height / (made[1] * still.width) - 1) > SHAPE:
        raise BadInput(
            f"the still is {made[0]}x{made[1]} and the camera sends {still.width}x{still.height}:"
            " take the still with that camera, the same way up"
        )
    return scaled_to(calibration, (still.width, still.height))


def _taken(channel: Channel, hall: Hall) -> bytes:
    """Return the camera's picture with all its pixels, as a JPEG.

    Raises:
        UnknownName: no camera gives one now.
    """
    name = channel.table.name
    watching = hall.watching.get(name)
    if watching is None:
        raise UnknownName(f"no camera is named for table {name}: name one in the club's file, and start again")
    if watching.is_paused:
        raise UnknownName(f"the watching of table {name} is paused: let it go on first")
    still = channel.whole_picture.fetched(PICTURE_S)
    if still is None:
        raise UnknownName(f"the camera of table {name} gives no picture: look at its cable and its address")
    return still.jpeg


def _must_not_be_played_on(kit: Kit, order: Order, channel: Channel) -> None:
    """Do nothing if a table may be of this kit from now on.

    Raises:
        CallRefused: a match goes on there that was begun on another one.
    """
    match = channel.table.moment.match
    if kit.name == order.kit or match is None or match.over or match.frame.header.table == kit.name:
        return
    raise CallRefused(f"a match is being played here on {match.frame.header.table}: finish it, or choose that table")


def _keep(channel: Channel, order: Order, kit: str, text: str, set_by: SetBy) -> None:
    channel.table.keep_calibration(shown_name(order.source), kit, text, set_by)
    say("camera set up", table=channel.table.name, kit=kit, how=set_by.how, by=set_by.name)


def _is_of_kit(request: Request, door: DoorHere, name: str, kit: str) -> None:
    """Have matches begin on this kit from now on."""
    with ADDING:
        hall = hall_of_request(request)
        if hall.kit_at(name) != kit:
            request.app.state.hall = hall.with_kit(name, kit)
    if door.database is not None:
        known = next((one for one in tables(door.database) if one.name == name), ClubTable(name=name))
        keep_table(door.database, replace(known, kit=kit))


def _version(one: KeptCalibration) -> dict[str, Any]:
    error_mm = calibration_from(one.text, "kept").error_mm
    return {
        "number": one.number, "at_us": one.at_us, "how": one.set_by.how, "by": one.set_by.name, "kit": one.kit,
        "error_mm": round(error_mm, 1) if isfinite(error_mm) else None,
    }  # fmt: skip
