"""Routes of the referee's desk: its page, the empty table that it lays the balls on, what else may be called."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.match.book.codec import plain
from tracker.match.desk.acts import acts
from tracker.match.desk.answers import corrections_of
from tracker.match.frames import Match
from tracker.match.steps import Amend
from tracker.rules import shelf
from tracker.show.plan import Plan, table_sheet
from tracker.web.hall.channel import Channel
from tracker.web.routes.pages import page
from tracker.web.routes.tables import FRESH, REFUSALS, ChannelHere, HallHere, kit_for

router = APIRouter(tags=["desk"])
MOST: Final = 8
"""More corrections than these are keyed in faster than they are read."""


@router.get("/desk/{table}", include_in_schema=False)
def desk(channel: ChannelHere) -> FileResponse:
    """Return the referee's desk."""
    return page("desk/desk.html")


@router.get("/api/tables/{table}/plan.svg")
def plan(channel: ChannelHere, hall: HallHere) -> Response:
    """Return the empty table from above, of the kit that is played on or offered."""
    match, table = channel.table.moment.match, channel.table.name
    offered = hall.rulebook_at(table)
    rules = match.frame.desk.rules if match else shelf.find(offered, kit_for(offered, table, hall))
    seats = rules.seats(match.frame.header.setup if match else Setup())
    drawing = table_sheet(Plan(kit=rules.kit, upright=False, seats=seats))
    return Response(drawing, media_type="image/svg+xml", headers=FRESH)


class ActBody(BaseModel):
    """Something that may be called beside the strokes."""

    group: str
    name: str
    by: int | None
    cite: str
    calls: list[dict[str, Any]]
    ends: str


class CorrectionBody(BaseModel):
    """Something else that an entry may have had to call, and where the score would stand then."""

    about: str
    balls: tuple[str, ...]
    holds: bool
    why: str
    calls: list[dict[str, Any]]
    points: tuple[int, int]
    """The score now, if it is so."""
    fall: tuple[int, ...]
    """Later entries that would count no more."""


@router.get("/api/tables/{table}/corrections/{number}", responses=REFUSALS)
def corrections(channel: ChannelHere, number: Annotated[int, Path(ge=1)]) -> list[CorrectionBody]:
    """Return what else an entry of the present frame may have had to call, the nearest first, each with the score then.

    Raises:
        CallRefused: it is no call that stands.
    """
    match = channel.table.moment.match
    if match is None:
        raise CallRefused("no match has begun at this table")
    return list(islice(_corrections(channel, match, number), MOST))


def _corrections(channel: Channel, match: Match, number: int) -> Iterator[CorrectionBody]:
    for one in corrections_of(match.frame.desk, number):
        with suppress(CallRefused):
            change = channel.table.preview(Amend(number=number, calls=one.calls))
            yield CorrectionBody(
                about=one.about, balls=one.balls, holds=one.holds, why=one.why, calls=[*map(plain, one.calls)],
                points=change.after.points, fall=change.fall,
            )  # fmt: skip


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
