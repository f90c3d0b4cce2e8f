"""Routes to sign in and out, and to learn who one is."""

from math import ceil
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import FileResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from tracker.domain.errors import TooManyAttempts
from tracker.web.access.door import SESSION_S, Credentials, Door
from tracker.web.access.guards import COOKIE
from tracker.web.access.rights import Who
from tracker.web.routes.pages import page

router = APIRouter(tags=["session"])


class SignIn(BaseModel):
    """A name and its password."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=80)]
    password: Annotated[str, Field(min_length=1, max_length=200, repr=False)]


class SessionIdentity(BaseModel):
    """Who asks: the name is empty for somebody who has not signed in."""

    name: str
    role: str


def door_of(request: Request) -> Door:
    """Return the door by which the request came."""
    door: Door = request.scope["door"]
    return door


def credentials_of(request: Request) -> Credentials:
    """Return what the request brought."""
    given: Credentials = request.scope["credentials"]
    return given


def who_asks(request: Request) -> Who:
    """Return who asks."""
    who: Who = request.scope["who"]
    return who


DoorHere = Annotated[Door, Depends(door_of)]
GivenHere = Annotated[Credentials, Depends(credentials_of)]
WhoHere = Annotated[Who, Depends(who_asks)]


@router.get("/login", include_in_schema=False)
def login() -> FileResponse:
    """Return the page to sign in on."""
    return page("login/login.html")


@router.get("/api/session")
def session(who: WhoHere) -> SessionIdentity:
    """Return who asks."""
    return _known(who)


@router.post("/api/session")
def sign_in(asked: SignIn, request: Request, response: Response, door: DoorHere, given: GivenHere) -> SessionIdentity:
    """Sign in: the browser is given a cookie that no script can read."""
    who, word = door.sign_in(asked.name, asked.password, given)
    response.set_cookie(
        COOKIE, word, max_age=SESSION_S, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return _known(who)


@router.delete("/api/session", status_code=204)
def sign_out(response: Response, door: DoorHere, given: GivenHere) -> None:
    """Sign out."""
    door.sign_out(given)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


async def too_many(_request: Request, trouble: Exception) -> JSONResponse:
    """Say when it may be tried again."""
    assert isinstance(trouble, TooManyAttempts)
    wait = {"Retry-After": str(ceil(trouble.pause_s))}
    return JSONResponse({"refused": str(trouble)}, status_code=429, headers=wait)


def _known(who: Who) -> SessionIdentity:
    return SessionIdentity(name=who.name, role=who.role.word)
