"""Routes of the players of the club: who they are, and what whoever keeps the score may change of that.

As with users, a player stands in the body of a change: a name may hold anything that can be printed.
"""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse
from pydantic import Field

from tracker.domain.errors import NotAllowed
from tracker.live.log import say
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, change_player, keep_player, players, remove_player
from tracker.web.routes.club import AskedChange, Label, Name, Named, database_of
from tracker.web.routes.pages import PICTURE, page
from tracker.web.routes.session import WhoHere
from tracker.web.routes.tables import REFUSALS, HallHere

router = APIRouter(tags=["players"], responses=REFUSALS)
COUNTRY: Final = r"^([A-Z]{2}|GB-(ENG|SCT|WLS|NIR))?$"
"""Nobody plays for the United Kingdom, so that its parts have their own codes (ISO 3166-2)."""
LARGEST_BADGE: Final = 40_000
"""Characters of a badge's address, about 30 kB of picture: it travels with every state of a table."""


def database_for_people(who: WhoHere, database: Annotated[Database, Depends(database_of)]) -> Database:
    """Return where players and matches are kept; what an overlay reads by shows its table and nothing else.

    Raises:
        NotAllowed: it is an overlay that asks.
        UnknownName: nothing is kept.
    """
    if who.only is not None:
        raise NotAllowed("this token is for a table: sign in")
    return database


KeptForPeople = Annotated[Database, Depends(database_for_people)]


class PlayerBody(AskedChange):
    """Somebody who plays."""

    name: Name
    short_name: Annotated[Label, Field(max_length=16)] = ""
    country: Annotated[str, Field(pattern=COUNTRY)] = ""
    handicap: Annotated[int, Field(ge=-200, le=200)] = 0
    badge: Annotated[str, Field(pattern=PICTURE, max_length=LARGEST_BADGE)] = ""

    def player(self) -> Player:
        """Return the player as the database keeps one."""
        return Player(
            name=self.name, short_name=self.short_name, country=self.country, handicap=self.handicap, badge=self.badge
        )  # fmt: skip


class ChangedPlayer(PlayerBody):
    """What is known of a player by now; `was` is the name until now."""

    was: Name


@router.get("/players", include_in_schema=False)
def players_page() -> FileResponse:
    """Return the page of all players."""
    return page("history/players.html")


@router.get("/api/players")
def all_players(database: KeptForPeople) -> list[dict[str, Any]]:
    """Return everybody who plays, or has played; badges are told with the statistics."""
    return [
        {"name": one.name, "short_name": one.short_name, "country": one.country, "handicap": one.handicap}
        for one in players(database)
    ]


@router.post("/api/players", status_code=201)
def add_player(asked: PlayerBody, database: KeptForPeople, hall: HallHere, who: WhoHere) -> Named:
    """Keep a player who is new."""
    keep_player(database, asked.player())
    hall.call_players_anew()
    say("player added", player=asked.name, by=who.name)
    return Named(name=asked.name)


@router.post("/api/players/change", status_code=204)
def other_player(asked: ChangedPlayer, database: KeptForPeople, hall: HallHere, who: WhoHere) -> None:
    """Keep something else of a player; the matches played stay theirs."""
    change_player(database, asked.was, asked.player())
    hall.call_players_anew()
    say("player changed", player=asked.was, name=asked.name, by=who.name)


@router.post("/api/players/remove", status_code=204)
def no_more_player(asked: Named, database: KeptForPeople, hall: HallHere, who: WhoHere) -> None:
    """Forget a player who has played no match."""
    remove_player(database, asked.name)
    hall.call_players_anew()
    say("player removed", player=asked.name, by=who.name)
