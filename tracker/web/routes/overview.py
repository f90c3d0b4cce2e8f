"""Routes of the whole club: all tables at a glance, a picture of each, and which of them are watched."""

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from tracker.domain.errors import UnknownName
from tracker.domain.roles import Role
from tracker.store.database.people import tables
from tracker.web.hall.hall import Hall
from tracker.web.routes.session import DoorHere, WhoHere
from tracker.web.routes.tables import FRESH, REFUSALS, ChannelHere, HallHere

router = APIRouter(tags=["club"], responses=REFUSALS)


class WatchingMeant(BaseModel):
    """Whether a table is to be watched."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    on: bool


@router.get("/api/club")
def club(hall: HallHere, door: DoorHere, who: WhoHere) -> dict[str, Any]:
    """Return how every table of the club stands; an overlay's token shows its own alone."""
    labels = {table.name: table.label for table in tables(door.database)} if door.database else {}
    shown = [name for name in hall.channels if who.only in (None, name)]
    return {"club": hall.club, "tables": [_table(hall, name, labels.get(name, ""), who.role) for name in shown]}


@router.get("/api/tables/{table}/picture.jpg", response_class=Response)
def picture(channel: ChannelHere) -> Response:
    """Return what the camera of a table saw last, and have a newer picture asked for."""
    still = channel.picture.glance()
    if still is None:
        raise UnknownName("there is no picture of this table yet: ask again in a moment")
    return Response(still.jpeg, media_type="image/jpeg", headers=FRESH)


@router.post("/api/tables/{table}/watching", status_code=204)
def watching(asked: WatchingMeant, channel: ChannelHere, hall: HallHere) -> None:
    """Have a table watched, or pause that; the score by hand goes on either way."""
    name = channel.table.name
    if name not in hall.watching:
        raise UnknownName(f"no camera is named for table {name}: name one in the club's file, and start again")
    hall.watching[name].pause(not asked.on)


def _table(hall: Hall, name: str, label: str, role: Role) -> dict[str, Any]:
    channel, watched = hall.channels[name], hall.watching.get(name)
    public, pace = channel.shown.public, watched.pace if watched else None
    match, frame = public.match, public.frame
    return {
        "table": name, "label": label, "rulebook": hall.rulebook_at(name), "camera": public.camera,
        "watched": watched is not None, "paused": bool(watched and watched.is_paused),
        "rate": None if pace is None or pace.rate is None else round(pace.rate, 1),
        "passed_over": None if pace is None or pace.passed_over is None else round(pace.passed_over, 3),
        "crowded": bool(pace and pace.is_crowded),
        "why": channel.sight.newest.why if role >= Role.SCORER else "",
        "match": match and {
            "names": match.names, "won": match.won, "best_of": match.best_of, "target": match.target,
            "handicap": match.handicap, "over": match.over,
        },
        "frame": frame and {
            "part": frame.part, "number": frame.number, "points": frame.points, "over": frame.over,
            "provisional": frame.provisional,
        },
    }  # fmt: skip
