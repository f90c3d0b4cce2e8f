"""Who may do what: every route has a line, every guard holds, and what it holds back gets through without it."""

import io
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from browsing import client_of
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from httpx2 import Response
from room_fixtures import Cuewatch
from starlette.routing import Mount
from starlette.testclient import TestClient

from tracker.cli.commands.serve import door_to
from tracker.domain.errors import NotAllowed, TooManyAttempts
from tracker.domain.roles import GIVEN, Role
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.database.tokens import Token, keep_token, revoke_token
from tracker.store.database.users import Session, User, has_admin, keep_session, keep_user, remove_user
from tracker.web.access import guards as at
from tracker.web.access.attempts import FREE, LONGEST_S, Attempts
from tracker.web.access.door import Credentials, Door, is_here
from tracker.web.access.guards import GUARDS, Guard
from tracker.web.access.rights import RIGHTS, STEPS, RouteRight, Who, line_of
from tracker.web.access.secrets import hashed_password, hashed_word
from tracker.web.application import create_app
from tracker.web.hall.hall import About, hall_of
from tracker.web.hall.steps import Body
from tracker.web.routes.tables import StepRequest, allowed_step

AWAY = "192.0.2.7"
PASSWORD = "a long enough word"
BEGIN = {"step": {"do": "begin-match", "names": ["Anna", "Bo"]}}
RED_IN = {"step": {"do": "score", "potted": ["red"]}}
STEPS_AT = "/api/tables/1/steps"
ENDLESS = "/events"


@pytest.fixture(scope="module")
def hashed() -> str:
    return hashed_password(PASSWORD)


@pytest.fixture
def club(database: Database, hashed: str) -> Database:
    """A club with a user of each role, signed in by a session of that name, and a token that reads table 1."""
    now_us = time.time_ns() // 1000
    for role in GIVEN:
        keep_user(database, User(name=role.word, role=role, password_hash=hashed, created_us=now_us))
        session = Session(
            token_hash=hashed_word(role.word), user=role.word, created_us=now_us, expires_us=now_us + 60_000_000
        )
        keep_session(database, session)
    for table in "12":
        keep_table(database, ClubTable(name=table))
    keep_token(database, Token(token_hash=hashed_word("obs"), table="1", label="obs", created_us=now_us))
    return database


def app_of(database: Database | None = None, guards: Sequence[Guard] = GUARDS) -> FastAPI:
    hall = hall_of([Table(name, Memory(), lambda: 7) for name in "12"], lambda: 7, "snooker-2024")
    return create_app(hall, door=Door(database=database), guards=guards)


def signed_in(client: TestClient, role: Role) -> TestClient:
    if role is not Role.NOBODY:
        client.headers["cookie"] = f"{at.COOKIE}={role.word}"
    return client


# Every route and every step has its line


def routes_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    for context in iter_route_contexts(app.routes):
        if isinstance(context.route, Mount):
            yield "GET", f"{context.route.path}/{{file:path}}"
        else:
            yield from ((method, context.path or "") for method in context.methods or () if method != "HEAD")


def test_every_route_has_one_line_and_every_line_a_route() -> None:
    lines = [(line.method, line.path) for line in RIGHTS]
    assert len(set(lines)) == len(lines)
    assert set(routes_of(app_of())) == set(lines), "give each route its line in tracker/web/access/rights.py"


def test_no_address_is_of_two_routes() -> None:
    for line in RIGHTS:
        address = line.path.replace("{table}", "1").replace("{file:path}", "server/live.js")
        assert [one for one in RIGHTS if one.method == line.method and one.table_in(address) is not None] == [line]


def test_every_step_has_its_role() -> None:
    bodies = get_args(get_args(Body)[0])
    assert {do for body in bodies for do in get_args(body.model_fields["do"].annotation)} == set(STEPS)


def test_whoever_only_sees_changes_nothing() -> None:
    changing = [line for line in RIGHTS if line.method not in at.READS]
    assert {line.path for line in changing if line.least < Role.SCORER} == {"/api/session"}


# Roles


def ask(client: TestClient, line: RouteRight, file: str = "server/live.js", table: str = "1") -> Response:
    address = line.path.replace("{table}", table).replace("{file:path}", file)
    body: dict[str, Any] = (
        {"content": b"{}", "headers": {"content-type": line.takes.kind}} if line.method not in at.READS else {}
    )
    return client.request(line.method, address, **body)


GUARDED = [line for line in RIGHTS if line.least > Role.NOBODY and not line.path.endswith(ENDLESS)]


@pytest.mark.parametrize("line", GUARDED, ids=lambda line: f"{line.method} {line.path}")
def test_each_route_is_for_its_role_and_for_those_above(club: Database, line: RouteRight) -> None:
    unguarded = tuple(guard for guard in GUARDS if guard is not at.role_is_enough)
    for role in Role:
        answer = ask(signed_in(client_of(app_of(club), AWAY), role), line)
        expected = role >= line.least
        assert (answer.status_code not in (401, 403)) is expected, (role, answer.text)
    assert ask(client_of(app_of(club, unguarded), AWAY), line).status_code not in (401, 403)


def test_what_the_desk_shows_is_for_those_who_may_open_it() -> None:
    least = {line.path: line.least for line in RIGHTS}
    of_desk = ("referee", "referee/events", "sight", "sight/events", "picture.jpg", "picture/events")
    assert {least[f"/api/tables/{{table}}/{what}"] for what in of_desk} == {least["/desk/{table}"]} == {Role.SCORER}


def test_how_a_camera_sees_its_table_is_set_by_admins_alone() -> None:
    of_cameras = [line for line in RIGHTS if re.search(r"/camera(/|$)", line.path)]
    assert len(of_cameras) == 5
    assert {line.least for line in of_cameras} == {Role.ADMIN}


STREAMS = [line.path.replace("{table}", "1") for line in RIGHTS if line.path.endswith(ENDLESS)]


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_is_for_its_role(club: Database, path: str) -> None:
    line = line_of("GET", path)
    assert line is not None
    least = line.least
    for role in Role:
        if role < least:
            assert signed_in(client_of(app_of(club), AWAY), role).get(path).status_code in (401, 403)


def test_a_scorer_keeps_the_score_and_a_referee_decides() -> None:
    keeps = {
        "score", "foul", "mark-foul", "begin-match", "begin-again", "begin-frame", "camera-calls", "interval", "undo",
        "redo", "note",
    }  # fmt: skip
    assert {do for do, least in STEPS.items() if least <= Role.SCORER} == keeps
    assert {least for do, least in STEPS.items() if do not in keeps} == {Role.REFEREE}


def test_where_scorers_are_named_nobody_else_changes_the_score_but_an_admin(club: Database) -> None:
    guards = (*GUARDS, at.scorers_only({"1": frozenset({Role.SCORER.word})}))
    named, other, admin = (
        signed_in(client_of(app_of(club, guards), AWAY), role) for role in (Role.SCORER, Role.REFEREE, Role.ADMIN)
    )
    assert other.post(STEPS_AT, json=BEGIN).status_code == 403
    assert other.get("/api/tables/1/referee").status_code == 200
    assert other.post("/api/tables/2/steps", json=BEGIN).status_code == 200
    assert named.post(STEPS_AT, json=BEGIN).status_code == 200
    assert admin.post(STEPS_AT, json=BEGIN).status_code == 200


@pytest.mark.parametrize(
    ("kit", "rulebook", "begun"),
    [
        ("snooker-10ft", "snooker-2024", "snooker-10ft"),
        (None, "snooker-2024", "snooker-12ft"),
        ("snooker-10ft", "billiards-2024", "billiards-12ft"),
    ],
)
def test_a_match_begins_on_the_table_that_the_club_has_there_if_its_game_is_played_on_it(
    club: Database, kit: str | None, rulebook: str, begun: str
) -> None:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    hall = replace(hall, about={"1": About(rulebook=rulebook, kit=kit)})
    client = signed_in(client_of(create_app(hall, door=Door(database=club)), AWAY), Role.SCORER)
    assert client.post(STEPS_AT, json={"step": BEGIN["step"] | {"rulebook": rulebook}}).status_code == 200
    match = hall.table("1").moment.match
    assert match is not None
    assert match.frame.desk.book.header.table == begun


@pytest.mark.parametrize("name", ["Anna\x1b[31m", "\u202eanna", "a\nb"])
def test_no_match_begins_with_a_name_that_cannot_be_shown(club: Database, name: str) -> None:
    client = signed_in(client_of(app_of(club), AWAY), Role.SCORER)
    assert client.post(STEPS_AT, json={"step": BEGIN["step"] | {"names": [name, "Bo"]}}).status_code == 422


def test_a_scorer_ends_no_match_by_beginning_another(club: Database) -> None:
    client = signed_in(client_of(app_of(club), AWAY), Role.SCORER)
    assert client.post("/api/tables/1/steps", json=BEGIN).status_code == 200
    again = {"step": BEGIN["step"] | {"abandon": True}}
    assert client.post("/api/tables/1/steps", json=again).status_code == 403


def test_where_the_camera_calls_whoever_keeps_the_score_corrects_it(club: Database) -> None:
    client = signed_in(client_of(app_of(club), AWAY), Role.SCORER)

    def answered(**step: Any) -> int:
        return client.post("/api/tables/1/steps", json={"step": step}).status_code

    amends = {"do": "amend", "number": 1, "calls": [{"is": "Played", "points": 0}]}
    assert answered(**BEGIN["step"], camera_calls=True) == 200
    assert answered(do="score", potted=["red"]) == 200
    assert answered(**amends) == 200
    assert answered(do="camera-calls", on=False) == 200
    assert answered(**amends) == 403
    assert answered(do="strike-out", number=1) == 403


def test_a_viewer_may_look_and_change_nothing() -> None:
    seen = {line.path for line in RIGHTS if line.least <= Role.VIEWER and line.method == "GET"}
    assert not [path for path in seen if re.search("desk|referee|sight|review|strokes|admin|upload|clips", path)]
    assert {line.path for line in RIGHTS if line.least <= Role.VIEWER and line.method != "GET"} == {"/api/session"}


@pytest.mark.parametrize(("do", "least"), STEPS.items())
def test_each_step_is_for_its_role(club: Database, do: str, least: Role) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "begin-match": {"names": ["Anna", "Bo"]}, "call": {"calls": [{"is": "Played"}]}, "note": {"text": "x"},
        "amend": {"number": 1, "calls": [{"is": "Played"}]}, "camera-calls": {"on": True},
    }  # fmt: skip
    body = bodies.get(do, {"number": 1} if do in ("accept", "pass-over", "strike-out", "go-back-to") else {})
    for role in (Role.SCORER, Role.REFEREE):
        for path in (STEPS_AT, "/api/tables/1/preview"):
            answer = signed_in(client_of(app_of(club), AWAY), role).post(path, json={"step": {"do": do, **body}})
            assert (answer.status_code != 403) is (role >= least), (role, answer.text)


def unchecked(asked: StepRequest) -> StepRequest:
    return asked


def test_a_scorer_decides_nothing_unless_the_guard_of_steps_is_taken_out(club: Database) -> None:
    app = app_of(club)
    client = signed_in(client_of(app, AWAY), Role.SCORER)
    ends = {**BEGIN["step"], "abandon": True}
    for step in (ends, {**RED_IN["step"], "about": 1}, {**RED_IN["step"], "instead": 1}):
        assert client.post(STEPS_AT, json={"step": step}).status_code == 403
    app.dependency_overrides[allowed_step] = unchecked
    assert client.post(STEPS_AT, json={"step": ends}).status_code == 200


# Guards: each holds something back, which gets through when it alone is taken out

FORM = {"content-type": "text/plain"}
HELD_BACK: dict[Guard, tuple[str, str, dict[str, str], Role]] = {
    at.host_is_ours: ("GET", "/api/tables/1/state", {"host": "rebound.example:8080"}, Role.VIEWER),
    at.origin_is_ours: ("POST", STEPS_AT, {"origin": "http://elsewhere.example"}, Role.REFEREE),
    at.change_is_of_its_kind: ("POST", STEPS_AT, FORM, Role.REFEREE),
    at.change_is_meant: ("POST", STEPS_AT, {"x-cuewatch": ""}, Role.REFEREE),
    at.body_is_small: ("POST", STEPS_AT, {"content-length": "99999999999"}, Role.REFEREE),
    at.role_is_enough: ("POST", STEPS_AT, {}, Role.VIEWER),
    at.token_fits_table: ("GET", "/api/tables/2/state?token=obs", {}, Role.NOBODY),
}


def test_every_guard_is_tried() -> None:
    assert set(HELD_BACK) == set(GUARDS)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_what_a_guard_holds_back_gets_through_without_it(club: Database, guard: Guard) -> None:
    method, path, headers, role = HELD_BACK[guard]
    more: dict[str, Any] = {"headers": headers} | ({} if method == "GET" else {"json": BEGIN})
    held = signed_in(client_of(app_of(club), AWAY), role).request(method, path, **more)
    assert held.status_code in (401, 403, 413, 415, 421)
    assert list(held.json()) == ["refused"]
    without = tuple(one for one in GUARDS if one is not guard)
    through = signed_in(client_of(app_of(club, without), AWAY), role).request(method, path, **more)
    passed = (403, 422) if guard in (at.role_is_enough, at.change_is_of_its_kind) else (200,)
    assert through.status_code in passed, through.text
    assert held.text != through.text


def test_foreign_pages_read_what_is_public_and_nothing_else(club: Database) -> None:
    client = signed_in(client_of(app_of(club), AWAY), Role.REFEREE)
    foreign = {"origin": "http://elsewhere.example"}
    assert client.get("/api/tables/1/state", headers=foreign).status_code == 200
    assert client.get("/api/tables/1/referee", headers=foreign).status_code == 403
    assert client.get("/api/tables/1/referee", headers={"origin": "http://127.0.0.1:8080"}).status_code == 200
    assert client.post(STEPS_AT, json=BEGIN, headers={"origin": "null"}).status_code == 403


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "192.0.2.1:80", "[::1]:8080", "LOCALHOST"])
def test_this_machine_by_figures_or_as_localhost_is_served(host: str) -> None:
    assert client_of(app_of()).get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["", "[::1", "127.0.0.1.rebound.example", "localhost.rebound.example"])
def test_any_other_name_is_not(host: str) -> None:
    assert client_of(app_of()).get("/health", headers={"host": host}).status_code == 421


def test_nothing_is_changed_by_reading_nor_by_another_method() -> None:
    client = client_of(app_of())
    for method in ("GET", "PUT", "PATCH", "DELETE", "HEAD"):
        answer = client.request(method, STEPS_AT, json=BEGIN)
        assert answer.status_code in (404, 405)
    assert client.get("/api/tables/1/state").json()["match"] is None


@pytest.mark.parametrize(
    "path",
    [
        "/web/..%2Fweb%2Fhome%2Fhome.html", "/web/%2e%2e/plan.py", "/web/desk/../../plan.py", "/web/%2e%2e/__init__.py",
        "/web//etc/passwd", "/web/x.js", "/web/live.js", "/web/", "/web/desk", "/web/desk/", "/web/desk/keys",
    ],
)  # fmt: skip
def test_no_path_is_taken_from_a_request(path: str) -> None:
    assert client_of(app_of()).get(path).status_code == 404
    open_app = client_of(app_of(guards=()))
    assert open_app.get(path).status_code == 404
    assert open_app.get("/web/server/live.js").status_code == 200


def test_a_file_is_served_only_when_it_was_there_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.web.routes.pages.FILES", frozenset({"board/board.js"}))
    client = client_of(app_of())
    assert [client.get(f"/web/{name}").status_code for name in ("board/board.js", "server/live.js")] == [200, 404]


def test_a_name_is_served_when_it_was_given(database: Database) -> None:
    hall = hall_of([], lambda: 7, "snooker-2024")
    client = client_of(create_app(hall, door=door_to(database, ["Club.local"])))
    assert client.get("/health", headers={"host": "club.local:8080"}).status_code == 200
    assert client.get("/health", headers={"host": "club.example"}).status_code == 421


# Nobody has a password


def test_with_nobody_kept_this_machine_may_do_all_and_others_nothing(database: Database) -> None:
    for door in (None, database):
        assert client_of(app_of(door)).post(STEPS_AT, json=BEGIN).status_code == 200
        assert client_of(app_of(door), AWAY).get("/api/tables/1/state").status_code == 401


def test_as_soon_as_there_is_somebody_roles_hold_here_too(database: Database, hashed: str) -> None:
    client = client_of(app_of(database))
    keep_user(database, User(name="Eva", role=Role.VIEWER, password_hash=hashed, created_us=1))
    assert client.get("/api/tables/1/state").status_code == 200
    assert client.get("/api/tables/1/referee").status_code == 401
    assert client.post(STEPS_AT, json=BEGIN).status_code == 401


@pytest.mark.parametrize(("address", "here"), [
    ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("::ffff:127.0.0.1", True),
    ("0.0.0.0", False), ("::", False), ("192.0.2.1", False), ("localhost.example", False), ("", False),
])  # fmt: skip
def test_this_machine_is_known_by_its_address(address: str, here: bool) -> None:
    assert is_here(address) is here


# Signing in and out


def test_one_signs_in_and_out_and_only_a_hash_is_kept(club: Database, tmp_path: Path) -> None:
    client = client_of(app_of(club), AWAY)
    answer = client.post("/api/session", json={"name": "referee", "password": PASSWORD})
    assert answer.json() == {"name": "referee", "role": "referee"}
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "max-age=43200", "path=/"))
    assert "secure" not in cookie
    word = client.cookies[at.COOKIE]
    club.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("club.db*"))
    assert word.encode() not in kept
    assert PASSWORD.encode() not in kept
    assert hashed_word(word).encode() in kept
    assert client.post(STEPS_AT, json=BEGIN).status_code == 200
    assert client.request("DELETE", "/api/session", json={}).status_code == 204
    client.cookies.set(at.COOKIE, word)
    assert client.post(STEPS_AT, json=RED_IN).status_code == 401


def test_the_cookie_is_secure_where_the_line_is(club: Database) -> None:
    client = client_of(app_of(club), AWAY)
    answer = client.post("https://127.0.0.1/api/session", json={"name": "viewer", "password": PASSWORD})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_session_runs_out_and_ends_with_its_user(club: Database) -> None:
    now_us = time.time_ns() // 1000
    keep_session(
        club, Session(token_hash=hashed_word("old"), user="admin", created_us=now_us - 9, expires_us=now_us - 1)
    )
    door = Door(database=club)
    assert door.who(Credentials(address=AWAY, session="old")).role is Role.NOBODY
    assert door.who(Credentials(address=AWAY, session="admin")).role is Role.ADMIN
    remove_user(club, "admin", last_admin=True)
    assert door.who(Credentials(address=AWAY, session="admin")).role is Role.NOBODY
    assert not has_admin(club)


def test_who_signs_in_stays_so_for_an_evening_and_not_until_the_next(
    club: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    door, began_us = Door(database=club), time.time_ns() // 1000
    _, word = door.sign_in("referee", PASSWORD, Credentials(address=AWAY))
    for hours, role in ((10, Role.REFEREE), (20, Role.NOBODY)):
        monkeypatch.setattr("tracker.web.access.door._now_us", lambda later=hours: began_us + later * 3600 * 1_000_000)
        assert door.who(Credentials(address=AWAY, session=word)).role is role


def test_a_wrong_password_and_an_unknown_name_are_refused_alike(club: Database) -> None:
    client = client_of(app_of(club), AWAY)
    wrong = [
        client.post("/api/session", json={"name": name, "password": "something else"}) for name in ("admin", "nobody")
    ]
    assert {(answer.status_code, answer.text) for answer in wrong} == {(403, wrong[0].text)}
    assert "set-cookie" not in wrong[0].headers


def test_a_person_who_opens_a_page_is_led_to_sign_in(club: Database) -> None:
    client = client_of(app_of(club), AWAY)
    answer = client.get("/desk/1", headers={"accept": "text/html"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fdesk%2F1")
    assert client.get("/login").status_code == 200


# Attempts


def test_the_pause_grows_with_each_failure_and_ends_with_success() -> None:
    attempts, pauses = Attempts(), []
    for _ in range(20):
        attempts.failed(["name x"], 0.0)
        pauses.append(attempts.pause_s(["name x", "address y"], 0.0))
    assert pauses[:FREE] == [0, 0, 0, 2.0]
    assert pauses[FREE : FREE + 3] == [4.0, 8.0, 16.0]
    assert pauses[-1] == LONGEST_S
    assert attempts.pause_s(["name x"], 290.0) == pytest.approx(10.0)
    attempts.succeeded(["name x"])
    assert attempts.pause_s(["name x"], 0.0) == 0.0


class Unlimited(Attempts):
    def failed(self, keys: object, now_s: float) -> None:
        pass


def test_guessing_is_slowed_by_address_unless_that_is_taken_out(
    club: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.web.access.door.is_password", lambda password, _hash: password == PASSWORD)

    def guess(door: Door, number: int, password: str = "wrong one") -> object:
        return door.sign_in(f"user{number}", password, Credentials(address=AWAY))

    slow, free = Door(database=club), Door(database=club, attempts=Unlimited())
    for door in (slow, free):
        for number in range(FREE):
            with pytest.raises(NotAllowed, match="do not go together"):
                guess(door, number)
    with pytest.raises(TooManyAttempts):
        guess(slow, FREE, PASSWORD)
    with pytest.raises(NotAllowed, match="do not go together"):
        guess(free, FREE)


def test_whoever_guesses_elsewhere_does_not_lock_the_owner_of_a_name_out(club: Database) -> None:
    door = Door(database=club)
    for _ in range(FREE):
        with pytest.raises(NotAllowed):
            door.sign_in("admin", "a guess", Credentials(address="198.51.100.1"))
    with pytest.raises(TooManyAttempts):
        door.sign_in("admin", PASSWORD, Credentials(address="198.51.100.1"))
    who, _ = door.sign_in("admin", PASSWORD, Credentials(address=AWAY))
    assert who.name == "admin"


def test_too_many_attempts_are_told_with_the_time_to_wait(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.web.access.door.is_password", lambda *_: False)
    client = client_of(app_of(club), AWAY)
    answers = [client.post("/api/session", json={"name": "admin", "password": "no"}) for _ in range(FREE + 1)]
    assert [answer.status_code for answer in answers] == [403] * FREE + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 2


# Tokens


def test_a_token_reads_its_table_and_no_more_until_it_is_revoked(club: Database) -> None:
    client = client_of(app_of(club), AWAY)
    readable = ("/overlay/1", "/board/1", "/api/tables/1/state", "/api/tables/1/vmix.json")
    assert [client.get(f"{path}?token=obs").status_code for path in readable] == [200] * 4
    assert client.get("/api/tables/1/state", headers={"authorization": "Bearer obs"}).status_code == 200
    assert client.get("/api/tables/1/referee?token=obs").status_code == 403
    assert client.post(f"{STEPS_AT}?token=obs", json=BEGIN).status_code == 403
    revoke_token(club, "obs", 5)
    assert [client.get(f"{path}?token=obs").status_code for path in readable] == [401] * 4


OF_A_TABLE = {
    "/overlay/{table}", "/board/{table}", "/api/tables/{table}/state", "/api/tables/{table}/events",
    "/api/tables/{table}/vmix.json", "/api/tables/{table}/plan.svg", "/api/tables/{table}/theme",
    "/api/tables/{table}/above", "/api/tables/{table}/above/events", "/api/tables/{table}/figures",
    "/api/tables/{table}/replay", "/api/tables/{table}/replay/{id}.mp4",
}  # fmt: skip
"""What docs/access.md says that a token opens."""


@pytest.mark.parametrize("line", RIGHTS, ids=lambda line: f"{line.method} {line.path}")
def test_a_token_opens_of_all_routes_those_that_it_is_said_to(club: Database, line: RouteRight) -> None:
    client = client_of(app_of(club), AWAY)
    client.headers["authorization"] = "Bearer obs"
    for table in "12":
        opens = line.least is Role.NOBODY or (line.path in OF_A_TABLE and table == "1")
        if opens and line.path.endswith(ENDLESS):
            continue  # it would not end; `test_a_stream_ends_when_its_token_is_revoked` reads it
        assert (ask(client, line, table=table).status_code not in (401, 403)) is opens, (table, line)


def test_a_stream_ends_when_its_token_is_revoked(club: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at, "AGAIN_S", 0.0)
    asked = []
    whom = Door.who

    def revoking(door: Door, given: Credentials) -> Who:
        asked.append(given)
        if len(asked) == 2:
            revoke_token(club, "obs", 5)
        return whom(door, given)

    monkeypatch.setattr(Door, "who", revoking)
    answer = client_of(app_of(club), AWAY).get("/api/tables/1/events?token=obs")
    assert (answer.status_code, answer.text, len(asked)) == (200, "", 2)


# What a browser is told


def test_every_answer_says_what_a_browser_must_refuse() -> None:
    client = client_of(app_of())
    for path in ("/", "/login", "/desk/1", "/overlay/1", "/api/tables/1/state", "/web/server/live.js", "/nowhere"):
        headers = client.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert "unsafe" not in policy["script-src"]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        framed = path.startswith("/overlay/")
        assert (policy.get("frame-ancestors"), headers.get("x-frame-options")) == (
            (None, None) if framed else ("'none'", "DENY")
        )


# The command line


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_users_are_added_listed_and_removed(cuewatch: Cuewatch, typed: Callable[[str], None]) -> None:
    typed(f"{PASSWORD}\n")
    assert cuewatch("users", "add", "Eva", "--role", "admin")[:2] == (0, "Eva may sign in as admin\n")
    typed(f"{PASSWORD}\n")
    status, _, err = cuewatch("users", "add", "Eva", "--role", "viewer")
    assert (status, "the name is taken" in err) == (2, True)
    typed("short\n")
    assert cuewatch("users", "password", "Eva")[0] == 2
    assert cuewatch("users", "list")[1] == "admin    Eva\n"
    assert cuewatch("users", "remove", "Eva")[0] == 0
    status, _, err = cuewatch("users", "remove", "Eva")
    assert (status, "no user 'Eva'" in err) == (2, True)


def test_tokens_are_made_and_revoked(cuewatch: Cuewatch) -> None:
    with open_database(Path("cuewatch.db")):
        pass
    status, out, _ = cuewatch("tokens", "add", "obs", "--table", "4")
    assert (status, out.startswith("/overlay/4?token=")) == (0, True)
    assert cuewatch("tokens", "add", "obs")[0] == 2
    assert cuewatch("tokens", "list")[1] == "table 4  obs\n"
    assert cuewatch("tokens", "revoke", "obs")[0] == 0
    assert cuewatch("tokens", "list")[1] == "table 4  obs  (revoked)\n"
    assert cuewatch("tokens", "revoke", "obs")[0] == 2


def test_others_are_let_in_only_when_there_is_an_admin(
    cuewatch: Cuewatch, typed: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = []
    monkeypatch.setattr("tracker.cli.commands.serve.serve", lambda *given: served.append(given))
    status, _, err = cuewatch("serve", "--host", "0.0.0.0", "--port", "0")
    assert (status, err.count("\n"), "cuewatch users add NAME --role admin --db cuewatch.db" in err) == (2, 1, True)
    assert cuewatch("serve", "--port", "0")[0] == 0
    typed(f"{PASSWORD}\n")
    cuewatch("users", "add", "Eva", "--role", "referee")
    assert cuewatch("serve", "--host", "0.0.0.0", "--port", "0")[0] == 2
    typed(f"{PASSWORD}\n")
    cuewatch("users", "add", "Ida", "--role", "admin")
    assert cuewatch("serve", "--host", "0.0.0.0", "--port", "0")[0] == 0
    assert [door.database is not None for _, _, door, _ in served] == [True, True]
