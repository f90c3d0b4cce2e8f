"""Routes of how graphics look: the page on which that is chosen, and what every graphic of a table reads."""

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse
from pydantic import AfterValidator, Field

from tracker.live.log import say
from tracker.show.screens.theme import COLOURED, LONGEST_LOGO, TYPES, Theme, theme_text
from tracker.store.database.themes import keep_theme
from tracker.web.routes.club import AskedChange, Label
from tracker.web.routes.pages import PICTURE, page
from tracker.web.routes.players import KeptForPeople
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import ANYWHERE, FRESH, REFUSALS, ChannelHere, HallHere

router = APIRouter(tags=["streams"], responses=REFUSALS)
COLOUR: Final = r"^#[0-9a-fA-F]{6}$"


def _known(colours: dict[str, str]) -> dict[str, str]:
    if strange := [name for name in colours if name not in COLOURED]:
        raise ValueError(f"there is no colour {strange[0]!r}: use {', '.join(COLOURED)}")
    return colours


def _a_type(name: str) -> str:
    if name not in TYPES:
        raise ValueError(f"there is no type {name!r}: use {', '.join(filter(None, TYPES))}, or none")
    return name


class ThemeBody(AskedChange):
    """The theme that graphics are to have."""

    title: Annotated[Label, Field(max_length=60)] = ""
    stage: Annotated[Label, Field(max_length=60)] = ""
    logo: Annotated[str, Field(pattern=PICTURE, max_length=LONGEST_LOGO)] = ""
    type: Annotated[str, AfterValidator(_a_type)] = ""
    colours: Annotated[dict[str, Annotated[str, Field(pattern=COLOUR)]], AfterValidator(_known)] = Field({})


@router.get("/streams", include_in_schema=False)
def streams() -> FileResponse:
    """Return the page for streamers."""
    return page("streams/streams.html")


@router.get("/api/tables/{table}/theme")
def theme(channel: ChannelHere, response: Response) -> dict[str, Any]:
    """Return the theme of a table's graphics."""
    response.headers.update(FRESH | ANYWHERE)
    return asdict(channel.roster.theme)


@router.post("/api/theme", status_code=204)
def change_theme(asked: ThemeBody, database: KeptForPeople, hall: HallHere, who: WhoHere) -> None:
    """Have all graphics look so from now on."""
    keep_theme(database, theme_text(Theme(**asked.model_dump())))
    hall.call_players_anew()
    say("graphics look otherwise", by=who.name)
