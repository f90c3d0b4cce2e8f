"""The guards at the door: each looks at a request before any route does, and says why it may not pass, or nothing.

Source: OWASP cheat sheets on CSRF (custom header, Origin, SameSite) and on DNS rebinding (the Host is checked).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tracker.domain.errors import CuewatchError, TooLarge, TooSlow
from tracker.domain.roles import Role
from tracker.web.access.bodies import JSON_BODY, bounded, whole
from tracker.web.access.door import Credentials, Door, is_here
from tracker.web.access.rights import RIGHTS, RouteRight, Who, line_of

COOKIE: Final = "cuewatch"
OUR_HEADER: Final = "x-cuewatch"
NOT_FOUND: Final = 404
READS: Final = ("GET", "HEAD")
ELSEWHERE: Final = ("cross-site", "same-site")
PASSED_ON: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of proxies: what came through one was not asked for at this machine, whatever address it is said to have."""
AGAIN_S: Final = 10.0
"""How often a stream asks whether it may go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedRequest:
    """A request, as far as a guard looks at it."""

    method: str
    path: str
    headers: Headers
    names: frozenset[str]
    """What this machine is known by, beside addresses in figures."""
    line: RouteRight | None
    who: Who

    @property
    def changes(self) -> bool:
        """Whether it may change anything."""
        return self.method not in READS


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request does not pass."""

    status: int
    says: str


Guard = Callable[[GuardedRequest], Refusal | None]


def host_is_ours(visit: GuardedRequest) -> Refusal | None:
    """Refuse a name that is not ours: another's page could have given its own name our address.

    An address in figures cannot be given to anybody else, so any of them will do.
    """
    host = _name_of(f"//{visit.headers.get('host', '')}")
    if host in visit.names or _is_address(host):
        return None
    return Refusal(status=421, says=f"nothing is served by the name {host!r}: use the address in figures, or --name")


def origin_is_ours(visit: GuardedRequest) -> Refusal | None:
    """Refuse what another site's page asks for, but what every screen may know, and a person whom it leads here.

    A browser names the page's origin where that matters most; of what is only embedded (pictures, scripts) it says in
    `Sec-Fetch-Site` alone that another site did it.
    """
    origin, fetched = visit.headers.get("origin"), visit.headers.get("sec-fetch-site", "none")
    is_public = not visit.changes and (visit.line is None or visit.line.least <= Role.VIEWER)
    is_embedded = fetched in ELSEWHERE and visit.headers.get("sec-fetch-mode") != "navigate"
    is_foreign = is_embedded if origin is None else _netloc_of(origin) != visit.headers.get("host")
    if is_public or not is_foreign:
        return None
    return Refusal(status=403, says="this was asked for by a page of another site")


def change_is_of_its_kind(visit: GuardedRequest) -> Refusal | None:
    """Refuse a change that is not JSON, or what else the route takes: a form of another site can send neither."""
    kind = visit.line.takes.kind if visit.line else JSON_BODY.kind
    if not visit.changes or visit.headers.get("content-type", "").split(";")[0].strip() == kind:
        return None
    return Refusal(status=415, says=f"this is sent as {kind}")


def body_is_small(visit: GuardedRequest) -> Refusal | None:
    """Refuse at once what says of itself that it is too large; what says nothing is counted as it comes."""
    takes, says = visit.line.takes if visit.line else JSON_BODY, visit.headers.get("content-length", "0")
    if not visit.changes or (says.isdecimal() and int(says[:20]) <= takes.most_bytes):
        return None
    return Refusal(status=413, says=takes.says_most)


def change_is_meant(visit: GuardedRequest) -> Refusal | None:
    """Refuse a change without our own header: a browser sends it for no page but ours."""
    if not visit.changes or visit.headers.get(OUR_HEADER):
        return None
    return Refusal(status=403, says="a change needs the header X-Cuewatch: 1")


def role_is_enough(visit: GuardedRequest) -> Refusal | None:
    """Refuse what the role of whoever asks does not cover, and what nobody may ask for."""
    if visit.line is None:
        return Refusal(status=404, says="there is nothing at this address that this can be asked of")
    if visit.who.role >= visit.line.least:
        return None
    status = 403 if visit.who.name or visit.who.only else 401
    return Refusal(status=status, says=f"this needs the role {visit.line.least.word}: sign in")


def token_fits_table(visit: GuardedRequest) -> Refusal | None:
    """Refuse a token of one table at another, and where the whole club is shown; what needs no role stays open."""
    line, only = visit.line, visit.who.only
    if only is None or line is None or line.least is Role.NOBODY or line.table_in(visit.path) == only:
        return None
    return Refusal(status=403, says=f"this token is for table {only} alone")


def scorers_only(by_table: Mapping[str, frozenset[str]]) -> Guard:
    """Return the guard that lets nobody change a table's score but those named for it, and admins."""

    def scores_here(visit: GuardedRequest) -> Refusal | None:
        table = visit.line.table_in(visit.path) if visit.line and visit.changes else None
        if not table or visit.who.role >= Role.ADMIN or visit.who.name in by_table.get(table, (visit.who.name,)):
            return None
        return Refusal(status=403, says=f"table {table} is scored by others: ask an admin to name you for it")

    return scores_here


GUARDS: Final[tuple[Guard, ...]] = (
    host_is_ours, origin_is_ours, change_is_of_its_kind, change_is_meant, body_is_small, role_is_enough,
    token_fits_table,
)  # fmt: skip


class Guarded:
    """Lets a request pass to the application where every guard does, and ends a stream where one no longer does."""

    def __init__(
        self,
        app: ASGIApp,
        door: Door,
        guards: Sequence[Guard] = GUARDS,
        nowhere: Path | None = None,
        rights: Sequence[RouteRight] = RIGHTS,
    ) -> None:
        """Guard `app`; `nowhere` is the page for a browser at an address where there is nothing."""
        self.app, self.door, self.guards, self.nowhere, self.rights = app, door, guards, nowhere, rights

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why not; of what is not a request, only the start and the end pass."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] != "http":
            return
        given = credentials_in(scope)
        try:
            visit = self._visit(scope, await run_in_threadpool(self.door.who, given))
        except CuewatchError as trouble:
            await self._answer(Refusal(status=503, says=str(trouble)), scope)(scope, receive, send)
            return
        if refusal := self._refusal(visit):
            await self._answer(refusal, scope)(scope, receive, send)
            return
        scope["door"], scope["credentials"], scope["who"] = self.door, given, visit.who
        try:
            body = await taken(visit, receive)
        except (TooLarge, TooSlow) as trouble:
            status = 413 if isinstance(trouble, TooLarge) else 408
            await self._answer(Refusal(status=status, says=str(trouble)), scope)(scope, receive, send)
            return
        await self.app(scope, body, self._while_allowed(visit, given, send))

    def _visit(self, scope: Scope, who: Who) -> GuardedRequest:
        method, path = scope["method"], scope["path"]
        return GuardedRequest(
            method=method, path=path, line=line_of(method, path, self.rights), who=who, headers=Headers(scope=scope),
            names=self.door.names,
        )  # fmt: skip

    def _answer(self, refusal: Refusal, scope: Scope) -> Response:
        """Return the refusal as JSON, or, to a person who opened a page, where to sign in or that there is none."""
        is_page = scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
        if is_page and refusal.status in (401, 403):
            return RedirectResponse(f"/login?next={quote(scope['path'], safe='')}", status_code=303)
        if is_page and refusal.status == NOT_FOUND and self.nowhere and not scope["path"].startswith("/api/"):
            return FileResponse(self.nowhere, NOT_FOUND)
        return JSONResponse({"refused": refusal.says}, status_code=refusal.status)

    def _refusal(self, visit: GuardedRequest) -> Refusal | None:
        return next((refusal for guard in self.guards if (refusal := guard(visit))), None)

    def _while_allowed(self, visit: GuardedRequest, given: Credentials, send: Send) -> Send:
        """Return what carries an answer, and ends it when whoever asked is signed out or the token is revoked."""
        asked_s, over = time.monotonic(), False

        async def carry(message: Message) -> None:
            nonlocal asked_s, over
            if over:
                return
            if message.get("more_body") and time.monotonic() - asked_s >= AGAIN_S:
                asked_s = time.monotonic()
                who = await run_in_threadpool(self.door.who, given)
                over = self._refusal(replace(visit, who=who)) is not None
            await send({"type": "http.response.body", "body": b"", "more_body": False} if over else message)

        return carry


async def taken(visit: GuardedRequest, receive: Receive) -> Receive:
    """Return the body that a request brings, within bounds; JSON is waited for, before it takes up anybody's time.

    Raises:
        TooLarge, TooSlow: it keeps to none.
    """
    if not visit.changes:
        return receive
    takes = visit.line.takes if visit.line else JSON_BODY
    body = bounded(receive, takes)
    return await whole(body) if takes.kind == JSON_BODY.kind else body


def credentials_in(scope: Scope) -> Credentials:
    """Return what a request brings that may tell who asks."""
    headers, client = Headers(scope=scope), scope.get("client")
    kind, _, bearer = headers.get("authorization", "").partition(" ")
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
    address = client[0] if client else ""
    is_passed_on = is_here(address) and any(name in headers for name in PASSED_ON)
    return Credentials(
        address="" if is_passed_on else address,
        session=cookie_parser(headers.get("cookie", "")).get(COOKIE, ""),
        token=bearer.strip() if kind.lower() == "bearer" else asked,
    )


def _name_of(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _netloc_of(origin: str) -> str | None:
    """Return the host and port of an origin; None: it has none that can be read, and so not ours."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
