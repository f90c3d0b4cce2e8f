"""What somebody might try who means harm: bodies that never end, lines held open, headings that lie, deep JSON."""

import asyncio
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from browsing import client_of, free_port, served
from fastapi import FastAPI
from starlette.types import Message, Receive

from tracker.domain.errors import NotAllowed, TooLarge, TooManyAttempts, TooSlow
from tracker.domain.roles import Role
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.database.opening import Database, open_database
from tracker.store.database.users import User, keep_user
from tracker.web.access import guards, visitor
from tracker.web.access.bodies import JSON_BODY, Takes, bounded, whole
from tracker.web.access.door import Credentials, Door, network_of
from tracker.web.access.guards import COOKIE, PASSED_ON
from tracker.web.access.secrets import hashed_password
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of
from tracker.web.routes import tables
from tracker.web.routes.tables import EventStream

AWAY = "192.0.2.7"
PASSWORD = "a long enough word"
STEPS_AT = "/api/tables/1/steps"
BEGIN = {"step": {"do": "begin-match", "names": ["Anna", "Bo"]}}


def app_of(door: Door | None = None) -> FastAPI:
    return create_app(hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024"), door=door or Door())


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "club.db") as database:
        keep_user(database, User(name="Eva", role=Role.REFEREE, password_hash=hashed_password(PASSWORD), created_us=1))
        yield database


# Bodies


def sent(*pieces: bytes, pause_s: float = 0.0) -> Receive:
    """Return what receives a body in pieces, each after a pause."""
    left = list(pieces)

    async def receive() -> Message:
        await asyncio.sleep(pause_s)
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    return receive


def body_of(receive: Receive, takes: Takes) -> bytes:
    async def read() -> bytes:
        body: bytes = (await (await whole(bounded(receive, takes)))())["body"]
        return body

    return asyncio.run(read())


SMALL = Takes(kind="application/json", most_bytes=10, within_s=0.2, silent_s=0.1)


def test_a_body_is_taken_whole_and_within_its_bounds() -> None:
    assert body_of(sent(b"12345", b"67890"), SMALL) == b"1234567890"
    with pytest.raises(TooLarge):
        body_of(sent(b"12345", b"678901"), SMALL)
    with pytest.raises(TooSlow):
        body_of(sent(b"12345", pause_s=0.15), SMALL)
    with pytest.raises(TooSlow):
        body_of(sent(*[b"1"] * 8, pause_s=0.06), SMALL)


def test_a_body_that_hides_its_size_is_refused_as_it_comes_even_of_one_who_has_not_signed_in(club: Database) -> None:
    client = client_of(app_of(Door(database=club)), AWAY)
    pieces = (b" " * 65_536 for _ in range(100))
    headers = {"content-type": "application/json"}
    answer = client.post("/api/session", content=pieces, headers=headers)
    assert (answer.status_code, answer.json()) == (413, {"refused": JSON_BODY.says_most})


def test_a_body_that_stops_coming_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asks() -> list[Message]:
        answers: list[Message] = []

        async def send(message: Message) -> None:
            answers.append(message)

        async def never() -> Message:
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"x-cuewatch", b"1")]
        scope = {
            "type": "http", "method": "POST", "path": "/api/session", "query_string": b"", "headers": headers,
            "client": ("127.0.0.1", 1), "scheme": "http", "http_version": "1.1",
        }  # fmt: skip
        await app_of()(scope, never, send)
        return answers

    real = bounded
    monkeypatch.setattr(guards, "bounded", lambda receive, _takes: real(receive, SMALL))
    assert asyncio.run(asyncio.wait_for(asks(), 10))[0]["status"] == 408


@pytest.mark.parametrize("deep", [100, 900, 20_000])
def test_json_in_json_without_end_is_refused(deep: int) -> None:
    nested = '{"step": {"do": "call", "calls": [{"is": ' + "[" * deep + "]" * deep + "}]}}"
    client = client_of(app_of())
    client.post(STEPS_AT, json=BEGIN)
    answer = client.post(STEPS_AT, content=nested, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500


# Headings


@pytest.mark.parametrize("origin", ["null", "http://[::1", "", "http://", "http://127.0.0.1:8080@elsewhere.example"])
def test_an_origin_that_is_none_is_not_ours(origin: str) -> None:
    client = client_of(app_of())
    assert client.post(STEPS_AT, json=BEGIN, headers={"origin": origin}).status_code == 403
    assert client.get("/api/tables/1/referee", headers={"origin": origin}).status_code == 403
    signs_in = client.post("/api/session", json={"name": "Eva", "password": PASSWORD}, headers={"origin": origin})
    assert signs_in.status_code == 403


@pytest.mark.parametrize(("site", "mode", "path", "status"), [
    ("cross-site", "no-cors", "/api/tables/1/referee", 403),
    ("same-site", "cors", "/api/tables/1/referee", 403),
    ("cross-site", "navigate", "/desk/1", 200),
    ("same-origin", "cors", "/api/tables/1/referee", 200),
    ("cross-site", "no-cors", "/api/tables/1/state", 200),
])  # fmt: skip
def test_what_another_site_embeds_is_public_or_refused(site: str, mode: str, path: str, status: int) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
    assert client_of(app_of()).get(path, headers=headers).status_code == status


@pytest.mark.parametrize("name", PASSED_ON)
def test_what_came_through_a_proxy_was_not_asked_for_here(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(app_of())
    headers = {name: "127.0.0.1"}
    assert client.get("/api/tables/1/referee", headers=headers).status_code == 401
    monkeypatch.setattr(guards, "PASSED_ON", ())
    assert client.get("/api/tables/1/referee", headers=headers).status_code == 200


def test_a_cookie_of_another_program_does_not_sign_anybody_out(club: Database) -> None:
    client = client_of(app_of(Door(database=club)), AWAY)
    client.post("/api/session", json={"name": "Eva", "password": PASSWORD})
    word = client.cookies[COOKIE]
    client.cookies.clear()
    answer = client.get("/api/session", headers={"cookie": f'other={{"a b": 1}}; {COOKIE}={word}'})
    assert answer.json()["name"] == "Eva"


def test_a_session_that_somebody_planted_is_none_and_signing_in_gives_another(club: Database) -> None:
    client = client_of(app_of(Door(database=club)), AWAY)
    client.cookies.set(COOKIE, "planted")
    client.post("/api/session", json={"name": "Eva", "password": PASSWORD})
    assert "planted" not in [cookie.value for cookie in client.cookies.jar if cookie.domain != ""]
    door = Door(database=club)
    assert door.who(Credentials(address=AWAY, session="planted")).role is Role.NOBODY


def test_one_network_is_one_guesser(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.web.access.door.is_password", lambda *_: False)
    door = Door(database=club)
    for number in range(4):
        with pytest.raises(NotAllowed, match="do not go together"):
            door.sign_in(f"user{number}", "x", Credentials(address=f"2001:db8::{number}"))
    with pytest.raises(TooManyAttempts):
        door.sign_in("user9", "x", Credentials(address="2001:db8::9"))
    assert network_of("2001:db8::9") == "2001:db8::/64"
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"


def test_nobody_elsewhere_locks_a_person_out(club: Database) -> None:
    door = Door(database=club)
    for _ in range(4):
        with pytest.raises(NotAllowed, match="do not go together"):
            door.sign_in("Eva", "wrong", Credentials(address=AWAY))
    with pytest.raises(TooManyAttempts):
        door.sign_in("Eva", PASSWORD, Credentials(address=AWAY))
    assert door.sign_in("Eva", PASSWORD, Credentials(address="192.0.2.8"))[0].name == "Eva"


def test_one_who_may_sign_in_guesses_no_faster_at_another_name(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_user(club, User(name="Bo", role=Role.SCORER, password_hash=hashed_password(PASSWORD), created_us=1))
    monkeypatch.setattr("tracker.web.access.door.is_password", lambda password, _: password == PASSWORD)
    door = Door(database=club)
    for _ in range(4):
        door.sign_in("Bo", PASSWORD, Credentials(address=AWAY))
        with pytest.raises(NotAllowed, match="do not go together"):
            door.sign_in("Eva", "wrong", Credentials(address=AWAY))
    with pytest.raises(TooManyAttempts):
        door.sign_in("Eva", "wrong", Credentials(address=AWAY))


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
@pytest.mark.parametrize("path", ["/api/tables/1/referee", "/desk/1", "/api/users", STEPS_AT])
def test_no_other_method_goes_round_a_role(club: Database, method: str, path: str) -> None:
    answer = client_of(app_of(Door(database=club)), AWAY).request(method, path)
    assert answer.status_code in (401, 404, 415)
    assert "access-control-allow-origin" not in answer.headers


# Lines held open


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    monkeypatch.setattr(visitor, "ASK_S", 0.5)
    port = free_port()
    with served(Memory(), port):
        yield "127.0.0.1", port


def is_closed_within(line: socket.socket, seconds: float) -> bool:
    line.settimeout(seconds)
    try:
        while line.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_who_asks_for_nothing_or_letter_by_letter_is_let_go(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as silent:
        assert is_closed_within(silent, 10)
    with socket.create_connection(address) as dripping:
        began_s = time.monotonic()
        with pytest.raises(OSError, match=r"reset|[Bb]roken"):
            drip(dripping, b"GET /health HTTP/1.1\r\nX-Drips: " + b"x" * 1000)
        assert time.monotonic() - began_s < 20


def drip(line: socket.socket, heading: bytes) -> None:
    for letter in heading:
        line.send(bytes([letter]))
        time.sleep(0.05)


def test_who_asked_is_answered_however_long_that_takes(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as line:
        line.sendall(b"GET /api/tables/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert not is_closed_within(line, 1.5)


def test_those_who_only_listen_leave_room_for_those_who_score(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_STREAMS", EventStream.listening + 1)
    host, port = address
    with socket.create_connection(address) as listening:
        listening.sendall(b"GET /api/tables/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert listening.recv(12) == b"HTTP/1.1 200"
        for path, status in (("events", 409), ("state", 200)):
            line = HTTPConnection(host, port, timeout=60)
            line.request("GET", f"/api/tables/1/{path}")
            assert line.getresponse().status == status
            line.close()


def test_who_never_reads_what_was_asked_for_is_let_go(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "READ_S", 0.5)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(address)
        with pytest.raises(OSError, match=r"reset|[Bb]roken"):
            ask_on(line)


def ask_on(line: socket.socket) -> None:
    for _ in range(200):
        line.sendall(b"GET /web/words/words.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
        time.sleep(0.05)


def test_one_machine_holds_only_so_many_lines(address: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor, "OF_ONE", 3)
    monkeypatch.setattr(visitor, "ASK_S", 60.0)
    monkeypatch.setattr(visitor, "is_here", lambda _: False)
    lines = [socket.create_connection(address) for _ in range(4)]
    assert is_closed_within(lines[3], 5)
    assert not any(is_closed_within(line, 0.1) for line in lines[:3])
    lines[0].close()
    monkeypatch.setattr(visitor, "OF_ALL", 2)
    with socket.create_connection(address) as another:
        assert is_closed_within(another, 5)
    for line in lines:
        line.close()
