"""Routes of those who run the club: who may do what, who is signed in, what overlays read by, how tables are called.

Each change is asked for with a body of its own: a user's name may hold anything that can be printed, so that it never
stands in an address.
"""

import time
from threading import Lock
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tracker.domain.errors import BadInput, UnknownName, or_why, printable
from tracker.domain.roles import Role
from tracker.live.log import say
from tracker.rules import shelf
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table, label_table, tables
from tracker.store.database.tokens import Token, keep_token, revoke_token, tokens
from tracker.store.database.users import (
    User,
    change_password,
    change_role,
    end_session,
    has_users,
    keep_user,
    remove_user,
    sessions,
    users,
)
from tracker.store.kits import DEFAULT_TABLE, find_kit
from tracker.web.access.secrets import LONGEST, SHORTEST, hashed_password, hashed_word, new_word
from tracker.web.hall.hall import NewTable
from tracker.web.routes.pages import page
from tracker.web.routes.session import DoorHere, GivenHere, WhoHere
from tracker.web.routes.tables import REFUSALS, HallHere, hall_of_request

router = APIRouter(tags=["club"], responses=REFUSALS)
ADDING: Final = Lock()
"""One table after the other is added: none replaces a hall that another one has just grown."""
ID_LENGTH: Final = 16
"""So much of a session's hash names it; it signs nobody in, since only the hash of the word is known here."""


def _label(text: str) -> str:
    return printable(text.strip())


def _name(text: str) -> str:
    if not (name := _label(text)):
        raise ValueError("it is empty")
    return name


Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_name)]
Label = Annotated[str, AfterValidator(_label)]
Password = Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST, repr=False)]
RoleWord = Literal["viewer", "scorer", "referee", "admin"]


class AskedChange(BaseModel):
    """A change that is asked for."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewUser(AskedChange):
    """Somebody who is to sign in."""

    name: Name
    role: RoleWord
    password: Password


class OtherRole(AskedChange):
    """Somebody's other role."""

    name: Name
    role: RoleWord


class OtherPassword(AskedChange):
    """Somebody's other password."""

    name: Name
    password: Password


class Named(AskedChange):
    """Who is meant."""

    name: Name


class NewToken(AskedChange):
    """What an overlay is to read by."""

    label: Name
    table: Annotated[str, Field(max_length=20)]


class Labelled(AskedChange):
    """A token by what people call it."""

    label: Name


class TableLabel(AskedChange):
    """What people call a table; empty: by its name."""

    table: Annotated[str, Field(max_length=20)]
    label: Annotated[Label, Field(max_length=80)]


class AddedTable(AskedChange):
    """A table that is to be served from now on; without a camera its score is kept by hand."""

    name: Annotated[str, Field(pattern=r"^[\w-]{1,20}$")]
    label: Annotated[Label, Field(max_length=80)] = ""
    kit: Annotated[str, AfterValidator(or_why(find_kit))] = DEFAULT_TABLE
    rulebook: Annotated[str, AfterValidator(or_why(shelf.find))] = shelf.DEFAULT
    camera: Annotated[str, Field(max_length=500, pattern=r"^(([a-z]+://|camera:)\S+)?$")] = ""
    """An address, or `camera:0`; a file is named in the club's own file alone."""
    user: Annotated[str, Field(max_length=200)] = ""
    password: Annotated[str, Field(max_length=200, pattern=r"^[^\r\n]*$", repr=False)] = ""


class SessionMeant(AskedChange):
    """A browser in which somebody is signed in."""

    id: Annotated[str, Field(pattern=f"^[0-9a-f]{{{ID_LENGTH}}}$")]


def database_of(door: DoorHere) -> Database:
    """Return where users are kept.

    Raises:
        UnknownName: nowhere.
    """
    if door.database is None:
        raise UnknownName("nothing is kept here: start the program with --db")
    return door.database


KeptHere = Annotated[Database, Depends(database_of)]


@router.get("/admin", include_in_schema=False)
def admin() -> FileResponse:
    """Return the page of those who run the club."""
    return page("admin/admin.html")


@router.get("/api/users")
def all_users(database: KeptHere) -> list[dict[str, Any]]:
    """Return everybody who can sign in."""
    return [{"name": one.name, "role": one.role.word, "created_us": one.created_us} for one in users(database)]


@router.post("/api/users", status_code=201)
def add_user(asked: NewUser, database: KeptHere, who: WhoHere) -> Named:
    """Let somebody sign in; the first one is an admin, or nobody could let in a second."""
    role = Role[asked.role.upper()]
    if role is not Role.ADMIN and not has_users(database):
        raise BadInput("the first user must be an admin: nobody else could add another")
    hashed = hashed_password(asked.password)
    keep_user(database, User(name=asked.name, role=role, password_hash=hashed, created_us=_now_us()))
    say("user added", user=asked.name, role=asked.role, by=who.name)
    return Named(name=asked.name)


@router.post("/api/users/role", status_code=204)
def other_role(asked: OtherRole, database: KeptHere, who: WhoHere) -> None:
    """Give somebody another role, from the next request on."""
    change_role(database, asked.name, Role[asked.role.upper()])
    say("role changed", user=asked.name, role=asked.role, by=who.name)


@router.post("/api/users/password", status_code=204)
def other_password(asked: OtherPassword, database: KeptHere, who: WhoHere) -> None:
    """Give somebody another password, and sign them out."""
    change_password(database, asked.name, hashed_password(asked.password))
    say("password changed", user=asked.name, by=who.name)


@router.post("/api/users/remove", status_code=204)
def no_more_user(asked: Named, database: KeptHere, who: WhoHere) -> None:
    """Let somebody sign in no more, and sign them out; the last admin stays."""
    remove_user(database, asked.name)
    say("user removed", user=asked.name, by=who.name)


@router.get("/api/sessions")
def all_sessions(database: KeptHere, given: GivenHere) -> list[dict[str, Any]]:
    """Return who is signed in; `mine` is the browser that asks."""
    mine = hashed_word(given.session)
    return [
        {
            "id": one.token_hash[:ID_LENGTH], "user": one.user, "created_us": one.created_us,
            "expires_us": one.expires_us, "mine": one.token_hash == mine,
        }
        for one in sessions(database, _now_us())
    ]  # fmt: skip


@router.post("/api/sessions/end", status_code=204)
def no_more_session(asked: SessionMeant, database: KeptHere, who: WhoHere) -> None:
    """Sign a browser out; its streams end within some ten to twenty seconds."""
    meant = [one for one in sessions(database, _now_us()) if one.token_hash.startswith(asked.id)]
    if not meant:
        raise UnknownName("nobody is signed in by that session any more")
    for one in meant:
        end_session(database, one.token_hash)
        say("session ended", user=one.user, by=who.name)


@router.get("/api/tokens")
def all_tokens(database: KeptHere) -> list[dict[str, Any]]:
    """Return all tokens, without themselves."""
    return [
        {"label": one.label, "table": one.table, "created_us": one.created_us, "revoked": one.revoked_us is not None}
        for one in tokens(database)
    ]


@router.post("/api/tokens", status_code=201)
def add_token(asked: NewToken, database: KeptHere, hall: HallHere, who: WhoHere) -> dict[str, str]:
    """Make a token; this answer alone holds it, in the address of an overlay."""
    name = hall.table(asked.table).name
    if name not in {table.name for table in tables(database)}:
        label_table(database, name, "")
    word = new_word()
    keep_token(database, Token(table=name, label=asked.label, token_hash=hashed_word(word), created_us=_now_us()))
    say("token made", label=asked.label, table=name, by=who.name)
    return {"label": asked.label, "address": f"/overlay/{name}?token={word}"}


@router.post("/api/tokens/revoke", status_code=204)
def no_more_token(asked: Labelled, database: KeptHere, who: WhoHere) -> None:
    """Let nobody read by a token any more."""
    revoke_token(database, asked.label, _now_us())
    say("token revoked", label=asked.label, by=who.name)


@router.post("/api/tables", status_code=201)
def add_table(asked: AddedTable, request: Request, database: KeptHere, who: WhoHere) -> Named:
    """Serve one more table from now on, and after a restart; its camera is watched at once."""
    new = NewTable(
        name=asked.name, label=asked.label, kit=asked.kit, rulebook=asked.rulebook, camera=asked.camera,
        user=asked.user, password=asked.password,
    )  # fmt: skip
    with ADDING:
        hall = hall_of_request(request).with_table(new)
        keep_table(database, ClubTable(name=new.name, label=new.label, kit=new.kit, club=hall.club or None))
        request.app.state.hall = hall
    say("table added", table=new.name, by=who.name)
    return Named(name=new.name)


@router.get("/api/labels")
def labels(hall: HallHere, door: DoorHere) -> dict[str, str]:
    """Return what people call each table that is served; empty: by its name."""
    kept = {table.name: table.label for table in tables(door.database)} if door.database else {}
    return {name: kept.get(name, "") for name in hall.channels}


@router.post("/api/labels", status_code=204)
def label(asked: TableLabel, database: KeptHere, hall: HallHere) -> None:
    """Have people call a table so."""
    label_table(database, hall.table(asked.table).name, asked.label)


def _now_us() -> int:
    return time.time_ns() // 1000
