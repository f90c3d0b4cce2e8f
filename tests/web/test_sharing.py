"""A match sheet is read by a link without an account, where the club says so, and nowhere else."""

import re
from typing import TYPE_CHECKING

import pytest
from browsing import client_of, page_of, served
from fastapi import FastAPI
from played_matches import keep_golden
from playwright.sync_api import expect
from starlette.testclient import TestClient
from test_axe import serious

from tracker.domain.roles import Role
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.database.opening import Database
from tracker.store.database.sharing import are_sheets_shared, share_sheets, word_of_sheet
from tracker.store.database.users import User, keep_user
from tracker.web.access.door import Door
from tracker.web.access.secrets import hashed_password
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AWAY = "192.0.2.7"
PASSWORD = "a long enough word"


@pytest.fixture
def club(database: Database) -> Database:
    keep_golden(database, ("Anna", "Bo"), ("maximum",), (2026, 9, 3))
    for role in (Role.ADMIN, Role.SCORER):
        hashed = hashed_password(PASSWORD)
        keep_user(database, User(name=role.word, role=role, password_hash=hashed, created_us=1))
    return database


@pytest.fixture
def app(club: Database) -> FastAPI:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    return create_app(hall, door=Door(database=club))


def signed_in(app: FastAPI, role: Role) -> TestClient:
    client = client_of(app, AWAY)
    assert client.post("/api/session", json={"name": role.word, "password": PASSWORD}).status_code == 200
    return client


def test_nothing_is_shared_until_an_admin_says_so(app: FastAPI, club: Database) -> None:
    scorer, admin, stranger = signed_in(app, Role.SCORER), signed_in(app, Role.ADMIN), client_of(app, AWAY)
    assert scorer.get("/api/sharing").json() == {"on": False}
    refused = scorer.post("/api/matches/share", json={"match": 1})
    assert (refused.status_code, "shares no sheets" in refused.json()["refused"]) == (422, True)
    assert scorer.post("/api/sharing", json={"on": True}).status_code == 403
    assert admin.post("/api/sharing", json={"on": True}).status_code == 204
    address = scorer.post("/api/matches/share", json={"match": 1}).json()["address"]
    assert scorer.post("/api/matches/share", json={"match": 1}).json()["address"] == address
    sheet = stranger.get(f"/api/sheets/{address.removeprefix('/sheet/')}")
    assert sheet.json()["names"] == ["Anna", "Bo"]
    assert sheet.headers["x-robots-tag"] == "noindex"
    assert stranger.get(address).status_code == 200
    assert stranger.get("/api/matches/1").status_code == 401
    assert admin.post("/api/sharing", json={"on": False}).status_code == 204
    assert not are_sheets_shared(club)
    for path in (address, f"/api/sheets/{address.removeprefix('/sheet/')}"):
        assert stranger.get(path).status_code == 404


@pytest.mark.parametrize("word", ["1", "None", "x" * 43, "%00"])
def test_no_word_that_was_not_given_out_opens_anything(app: FastAPI, club: Database, word: str) -> None:
    share_sheets(club, on=True)
    assert client_of(app, AWAY).get(f"/api/sheets/{word}").status_code == 404


def test_only_a_match_that_there_is_can_be_shared(app: FastAPI, club: Database) -> None:
    share_sheets(club, on=True)
    assert signed_in(app, Role.SCORER).post("/api/matches/share", json={"match": 9}).status_code == 404


def test_an_admin_allows_it_on_the_page_of_the_club_and_the_sheet_gives_its_link(
    browser: "Browser", database: Database, port: int
) -> None:
    keep_golden(database, ("Anna", "Bo"), ("maximum",), (2026, 9, 3))
    address = f"http://127.0.0.1:{port}"
    with served(Memory(), port, Door(database=database)), page_of(browser, 390, 844) as page:
        page.goto(f"{address}/matches/1?lang=en")
        page.locator(".frames").wait_for()
        expect(page.get_by_role("button", name="Link to this sheet")).to_have_count(0)
        hashed = hashed_password(PASSWORD)
        keep_user(database, User(name="Eva", role=Role.ADMIN, password_hash=hashed, created_us=1))
        page.goto(f"{address}/login?next=%2Fadmin&lang=en")
        page.locator("input").first.fill("Eva")
        page.locator("input[type=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("#sharing input").check()
        page.get_by_text("Saved.").wait_for()
        assert serious(page) == []
        page.goto(f"{address}/matches/1?lang=en")
        page.get_by_role("button", name="Link to this sheet").click()
        shown = page.get_by_label("Whoever has this link")
        expect(shown).to_have_value(re.compile("."))
        link = shown.input_value()
        assert link.endswith(word_of_sheet(database, 1, "another"))
    with served(Memory(), port, Door(database=database)), page_of(browser, 390, 844) as page:
        page.goto(f"{link}?lang=en")
        page.get_by_text("Anna won").first.wait_for()
        assert serious(page) == []
        expect(page.locator(".sheet a, .files, .ways a")).to_have_count(0)
