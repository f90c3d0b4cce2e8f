"""Who runs the club: users, sessions, tokens and labels are changed by an admin, and there is always one."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import client_of
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from tracker.domain.roles import Role
from tracker.live.log import say
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.database.opening import Database
from tracker.store.database.people import ClubTable, keep_table, tables
from tracker.store.database.users import user_named, users
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.hall import Kept, hall_of
from tracker.web.hall.logs import LINES, Recent, logged_to_stderr

AWAY = "192.0.2.7"
EVA = {"name": "Eva", "role": "admin", "password": "a long enough word"}
BO = {"name": "Bo / the second", "role": "scorer", "password": "another long word"}


@pytest.fixture
def app(database: Database, tmp_path: Path) -> FastAPI:
    tables_here = [Table(name, Memory(), lambda: 7) for name in "12"]
    hall = hall_of(tables_here, lambda: 7, "snooker-2024")
    kept = (Kept(what="database", path=tmp_path / "club.db"), Kept(what="recording", path=tmp_path / "to" / "come"))
    return create_app(replace(hall, kept=kept), door=Door(database=database))


def post(client: TestClient, path: str, status: int = 204, **body: Any) -> Response:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer


@pytest.fixture
def eva(app: FastAPI) -> TestClient:
    """The owner, who has come in as the first, in her browser."""
    client = client_of(app)
    post(client, "users", 201, **EVA)
    post(client, "session", 200, name="Eva", password=EVA["password"])
    return client


def test_a_new_owner_at_this_machine_becomes_the_first_admin_and_nobody_else_does(
    app: FastAPI, database: Database
) -> None:
    here, away = client_of(app), client_of(app, AWAY)
    assert away.get("/admin").status_code == 401
    post(away, "users", 401, **EVA)
    assert here.get("/admin").status_code == 200
    assert "must be an admin" in post(here, "users", 422, **BO).json()["refused"]
    post(here, "users", 201, **EVA)
    post(here, "users", 401, **BO)
    assert here.get("/api/users").status_code == 401
    assert [user.name for user in users(database)] == ["Eva"]


def test_users_are_added_changed_and_removed(eva: TestClient, database: Database, app: FastAPI) -> None:
    post(eva, "users", 201, **BO)
    assert "taken" in post(eva, "users", 422, **BO).json()["refused"]
    bo = client_of(app, AWAY)
    post(bo, "session", 200, name=BO["name"], password=BO["password"])
    assert bo.get("/api/tables/1/referee").status_code == 200
    assert [(one["name"], one["role"]) for one in eva.get("/api/users").json()] == [
        (BO["name"], "scorer"), ("Eva", "admin"),
    ]  # fmt: skip
    post(eva, "users/role", name=BO["name"], role="viewer")
    assert bo.get("/api/tables/1/referee").status_code == 403
    post(eva, "users/password", name=BO["name"], password="yet another word")
    assert bo.get("/api/tables/1/state").status_code == 401
    post(eva, "users/remove", name=BO["name"])
    post(eva, "users/remove", 404, name=BO["name"])
    assert user_named(database, BO["name"]) is None


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x00b", "a\u202eb", "x" * 81])
def test_a_name_can_be_printed(eva: TestClient, name: str) -> None:
    post(eva, "users", 422, name=name, role="viewer", password=BO["password"])


def test_the_last_admin_stays(eva: TestClient, database: Database) -> None:
    assert "last admin" in post(eva, "users/remove", 422, name="Eva").json()["refused"]
    assert "last admin" in post(eva, "users/role", 422, name="Eva", role="referee").json()["refused"]
    kept = user_named(database, "Eva")
    assert kept is not None
    assert kept.role is Role.ADMIN
    post(eva, "users", 201, **BO | {"role": "admin"})
    post(eva, "users/role", name="Eva", role="referee")
    assert eva.get("/api/users").status_code == 403


def test_whoever_is_signed_in_is_listed_and_can_be_signed_out(eva: TestClient, app: FastAPI) -> None:
    post(eva, "users", 201, **BO)
    bo = client_of(app, AWAY)
    post(bo, "session", 200, name=BO["name"], password=BO["password"])
    listed = eva.get("/api/sessions").json()
    assert {one["user"]: one["mine"] for one in listed} == {"Eva": True, BO["name"]: False}
    (other,) = (one["id"] for one in listed if not one["mine"])
    post(eva, "sessions/end", id=other)
    assert bo.get("/api/tables/1/state").status_code == 401
    post(eva, "sessions/end", 404, id=other)
    post(eva, "sessions/end", 422, id="%")
    assert eva.get("/api/sessions").status_code == 200


def test_a_token_is_shown_once_and_revoked(eva: TestClient, app: FastAPI) -> None:
    made = post(eva, "tokens", 201, label="obs", table="2").json()
    away = client_of(app, AWAY)
    assert away.get(made["address"]).status_code == 200
    assert made["address"].split("=")[1] not in eva.get("/api/tokens").text
    assert [(one["label"], one["table"], one["revoked"]) for one in eva.get("/api/tokens").json()] == [
        ("obs", "2", False)
    ]
    post(eva, "tokens", 404, label="vmix", table="9")
    post(eva, "tokens/revoke", label="obs")
    assert away.get(made["address"]).status_code == 401
    post(eva, "tokens/revoke", 404, label="obs")


def test_a_table_is_called_by_its_label(eva: TestClient, database: Database) -> None:
    keep_table(database, ClubTable(name="1", kit="billiards-12ft"))
    post(eva, "labels", table="1", label=" The window table ")
    assert eva.get("/api/labels").json() == {"1": "The window table", "2": ""}
    assert tables(database) == (ClubTable(name="1", label="The window table", kit="billiards-12ft"),)
    post(eva, "labels", table="1", label="")
    post(eva, "labels", 404, table="9", label="x")
    post(eva, "labels", 422, table="1", label="a\nb")
    assert eva.get("/api/labels").json()["1"] == ""


def test_how_the_program_fares_is_told_without_a_path(eva: TestClient, tmp_path: Path) -> None:
    told = eva.get("/api/care")
    assert [one["table"] for one in told.json()["cameras"]] == ["1", "2"]
    assert [one["what"] for one in told.json()["disk"]] == ["database", "recording"]
    assert all(0 < one["free_bytes"] <= one["total_bytes"] for one in told.json()["disk"])
    assert str(tmp_path) not in told.text


def test_the_last_lines_of_the_log_are_held_but_no_requests(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log, recent = logging.getLogger("cuewatch"), Recent()
    monkeypatch.setattr(log, "handlers", [recent])
    with caplog.at_level(logging.INFO, "cuewatch"):
        for number in range(LINES + 5):
            say("eyes", number=number)
            say("request", path="/")
    assert [line["number"] for line in recent.lines] == list(range(5, LINES + 5))


def test_the_log_is_written_while_a_hall_is_served_and_no_longer(capsys: pytest.CaptureFixture[str]) -> None:
    recent = Recent()
    with logged_to_stderr(recent):
        say("eyes", number=1)
    say("eyes", number=2)
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["number"] == 1
    assert [line["number"] for line in recent.lines] == [1]


def test_what_was_done_is_logged_with_who_did_it_and_without_a_secret(
    eva: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "cuewatch"):
        post(eva, "users", 201, **BO)
        word = post(eva, "tokens", 201, label="obs", table="1").json()["address"].split("=")[1]
    said: list[Any] = [
        vars(record)["said"] for record in caplog.records if record.getMessage() in ("user added", "token made")
    ]
    assert [(one["by"], one.get("user", one.get("label"))) for one in said] == [("Eva", BO["name"]), ("Eva", "obs")]
    assert not any(secret in str(record.__dict__) for record in caplog.records for secret in (word, BO["password"]))
