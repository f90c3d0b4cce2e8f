"""Routes of a table: its state, its stream of states, the steps that may be taken at it, and what one would change."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Final

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import Receive, Scope, Send

from tracker.domain.errors import NoRoom
from tracker.domain.table.kit import Kit
from tracker.match.steps import BeginMatch, Change, Step
from tracker.rules import shelf
from tracker.show.screens.state import PublicState, RefereeState
from tracker.show.screens.vmix import vmix_rows
from tracker.store.kits import find_kit
from tracker.web.access.rights import must_be_allowed
from tracker.web.access.visitor import OF_ALL
from tracker.web.hall.channel import Channel, Form
from tracker.web.hall.hall import Hall
from tracker.web.hall.steps import BeginMatchBody, Body


class Refused(BaseModel):
    """Why something was not done, in words for a person."""

    refused: str
    moved_on: bool = False
    """It was meant for another state than that of now (`seen`); it may be asked for again for this one."""


Headers = Mapping[str, str] | None


class EventStream(StreamingResponse):
    """A stream of server-sent events, for as long as somebody listens."""

    media_type = "text/event-stream"
    listening: ClassVar[int] = 0
    """How many streams are being sent."""

    def __init__(self, events: AsyncIterator[bytes], status_code: int = 200, headers: Headers = None) -> None:
        """Prepare to send events; of the status FastAPI's description of the routes wants to read here what is usual.

        Raises:
            NoRoom: so many listen already that nobody else could come in.
        """
        if EventStream.listening >= MOST_STREAMS:
            raise NoRoom(f"{MOST_STREAMS} screens listen already: close some")
        super().__init__(events, status_code, headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        EventStream.listening += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            EventStream.listening -= 1


REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"model": Refused, "description": "Somebody must sign in"},
    403: {"model": Refused, "description": "Another role is due"},
    404: {"model": Refused, "description": "There is no such table, rulebook or kit"},
    409: {"model": Refused, "description": "The law, or the state of the match, does not allow it"},
    422: {"model": Refused, "description": "It was not understood"},
    503: {"model": Refused, "description": "It could not be kept"},
}
router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)

MOST_STREAMS: Final = OF_ALL * 3 // 4
"""The other connections are for those who ask and score."""
JSON: Final = "application/json"
FRESH: Final = {"Cache-Control": "no-store"}
ANYWHERE: Final = {"Access-Control-Allow-Origin": "*"}
"""What everybody may know may be read by a page of any origin: graphics often lie on a machine of their own."""
NO_MORE: Final[Mapping[str, str]] = {}


def hall_of_request(request: Request) -> Hall:
    """Return the hall that the application serves."""
    hall: Hall = request.app.state.hall
    return hall


def channel_of_request(table: str, request: Request) -> Channel:
    """Return the line of the table that the address names.

    Raises:
        UnknownName: there is none.
    """
    return hall_of_request(request).channel(table)


HallHere = Annotated[Hall, Depends(hall_of_request)]
ChannelHere = Annotated[Channel, Depends(channel_of_request)]


class StepRequest(BaseModel):
    """A step, and the state in which it was meant: epoch and sequence."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    step: Body
    seen: tuple[int, int] | None = None
    once: Annotated[str, Field(max_length=64)] = ""
    """A word for it, so that it counts once though it is sent again; empty: it has none."""


def allowed_step(asked: StepRequest, request: Request, channel: ChannelHere) -> StepRequest:
    """Return a step that whoever asks may take.

    Raises:
        NotAllowed: another role is due.
    """
    match = channel.table.moment.match
    camera_calls = match is not None and match.frame.desk.policy is not None
    must_be_allowed(request.scope["who"], asked.step, camera_calls=camera_calls)
    return asked


AllowedStep = Annotated[StepRequest, Depends(allowed_step)]


class Done(BaseModel):
    """Where the book stands after a step."""

    epoch: int
    sequence: int


@router.get("")
def tables(hall: HallHere) -> list[str]:
    """Return the names of the tables."""
    return list(hall.channels)


@router.get("/{table}/state", response_model=PublicState)
def state(channel: ChannelHere) -> Response:
    """Return what every screen may know of a table."""
    return Response(channel.shown.public_json, media_type=JSON, headers=FRESH | ANYWHERE)


@router.get("/{table}/referee", response_model=RefereeState)
def referee(channel: ChannelHere) -> Response:
    """Return what the referee's desk shows."""
    return Response(channel.shown.referee_json, media_type=JSON, headers=FRESH)


@router.get("/{table}/vmix.json")
def vmix(channel: ChannelHere) -> list[dict[str, Any]]:
    """Return the score as rows of a vMix data source."""
    return vmix_rows(channel.shown.public)


@router.get("/{table}/events", response_class=EventStream)
def events(channel: ChannelHere, hall: HallHere) -> EventStream:
    """Stream what every screen may know, now and whenever it changes."""
    return _stream(channel, hall, lambda shown: shown.public_event, ANYWHERE)


@router.get("/{table}/referee/events", response_class=EventStream)
def referee_events(channel: ChannelHere, hall: HallHere) -> EventStream:
    """Stream what the referee's desk shows, now and whenever it changes."""
    return _stream(channel, hall, lambda shown: shown.referee_event)


@router.post("/{table}/steps")
def take_step(asked: AllowedStep, channel: ChannelHere, hall: HallHere) -> Done:
    """Take one step at a table."""
    with hall.metrics.timed(asked.step.do):
        epoch, sequence = channel.table.do(step_at(asked.step, channel, hall), asked.seen, asked.once).at
    return Done(epoch=epoch, sequence=sequence)


@router.post("/{table}/preview")
def preview(asked: AllowedStep, channel: ChannelHere, hall: HallHere) -> Change:
    """Return what a step would change; nothing is done."""
    return channel.table.preview(step_at(asked.step, channel, hall))


def step_at(body: Body, channel: Channel, hall: Hall) -> Step:
    """Return a step at a table; a match begins on the kit that the club says this is, if its game is played there.

    Raises:
        CuewatchError: it cannot be read as one.
    """
    step = body.step(channel.table.moment.match)
    if not isinstance(body, BeginMatchBody) or not isinstance(step, BeginMatch) or body.kit:
        return step
    kit = kit_for(step.header.rulebook, channel.table.name, hall)
    return replace(step, header=replace(step.header, table=kit.name))


def kit_for(rulebook: str, table: str, hall: Hall) -> Kit:
    """Return what is played on at a table under a rulebook: what the club says it is, if the game is played on that.

    Raises:
        UnknownName: there is no such rulebook, or no such kit.
    """
    described, there = shelf.find(rulebook).kit, hall.kit_at(table)
    kit = described if there is None else find_kit(there)
    return kit if set(kit.pieces) == set(described.pieces) else described


def _stream(channel: Channel, hall: Hall, form: Form, more: Mapping[str, str] = NO_MORE) -> EventStream:
    headers = FRESH | {"X-Accel-Buffering": "no"} | dict(more)
    return EventStream(channel.events(form, hall.clock), headers=headers)
