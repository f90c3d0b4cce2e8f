"""The players of the club: kept by whoever keeps the score, offered by two letters, shown with flag and short name."""

import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from browsing import client_of, page_of, served
from fastapi import FastAPI
from httpx2 import Response
from playwright.sync_api import expect
from starlette.testclient import TestClient
from test_axe import serious
from test_desk import narrowest

from tests.servers import wait_until
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, keep_player, players
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.hall import Hall, hall_of
from tracker.web.hall.roster import Roster

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ANNA: dict[str, Any] = {
    "name": "Anna-Karin Ångström-Lindqvist",
    "short_name": "Anna Å",
    "country": "SE",
    "handicap": 14,
}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
BADGE = f"data:image/png;base64,{PIXEL}"
WIDTHS = [(390, 844), (768, 1024), (1280, 800)]


@pytest.fixture
def app(database: Database) -> FastAPI:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024", roster=Roster(database))
    return create_app(hall, door=Door(database=database))


def post(client: TestClient, path: str, status: int, **body: Any) -> Response:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer


def test_a_player_is_added_changed_and_removed(app: FastAPI) -> None:
    client = client_of(app)
    post(client, "players", 201, **ANNA)
    assert client.get("/api/players").json() == [ANNA]
    assert "there is one already" in post(client, "players", 422, name=ANNA["name"]).json()["refused"]
    post(client, "players/change", 204, was=ANNA["name"], name="Anna", country="GB-SCT")
    assert client.get("/api/players").json() == [
        {"name": "Anna", "short_name": "", "country": "GB-SCT", "handicap": 0},
    ]
    post(client, "players/remove", 204, name="Anna")
    post(client, "players/remove", 404, name="Anna")
    assert client.get("/api/players").json() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"badge": "data:text/html;base64,AA=="},
        {"country": "England"},
        {"country": "gb"},
        {"handicap": 1000},
        {"name": " "},
        {"short_name": "x" * 17},
        {"x": 1},
    ],
    ids=str,
)
def test_what_is_no_player_is_refused(app: FastAPI, wrong: dict[str, Any]) -> None:
    post(client_of(app), "players", 422, **(ANNA | wrong))


def test_every_screen_is_told_short_name_flag_and_badge_as_soon_as_they_are_known(app: FastAPI) -> None:
    client = client_of(app)
    begin = {"step": {"do": "begin-match", "names": [ANNA["name"], "Bo"]}}
    assert client.post("/api/tables/1/steps", json=begin).status_code == 200
    post(client, "players", 201, **ANNA, badge=BADGE)
    for told in (client.get("/api/tables/1/state").json(), client.get("/api/tables/1/referee").json()["public"]):
        assert told["match"]["short_names"] == ["Anna Å", ""]
        assert told["match"]["countries"] == ["SE", ""]
        assert told["match"]["badges"] == [BADGE, ""]
    row = client.get("/api/tables/1/vmix.json").json()[0]
    assert (row["short1"], row["short2"], row["country1"], row["country2"]) == ("Anna Å", "Bo", "SE", "")


@pytest.fixture
def club(database: Database, port: int) -> Iterator[Hall]:
    keep_player(database, Player(**ANNA))
    keep_player(database, Player(name="Bo", country="GB-WLS", badge=BADGE))
    with served(Memory(), port, Door(database=database), roster=Roster(database)) as hall:
        yield hall


def options(page: "Page") -> list[str]:
    page.locator("#known-players option").first.wait_for(state="attached")
    found = page.locator("#known-players option").evaluate_all("(found) => found.map(({ value }) => value)")
    return list(map(str, found))


@pytest.mark.parametrize(("path", "form"), [("/", "#begin"), ("/desk/1", "#stage form")])
def test_the_players_are_offered_where_a_match_begins_and_a_guest_plays_too(
    browser: "Browser", club: Hall, port: int, path: str, form: str
) -> None:
    with page_of(browser, 390, 844) as page:
        page.goto(f"http://127.0.0.1:{port}{path}?lang=en")
        first = page.locator(f"{form} [name=first]")
        first.wait_for()
        wait_until(lambda: options(page) == [ANNA["name"], "Bo"], "both are offered")
        expect(first).to_have_attribute("list", "known-players")
        first.fill(str(ANNA["name"]))
        page.locator(f"{form} [name=second]").fill("A guest")
        page.locator(f"{form} button.strong").click()
        wait_until(lambda: club.table("1").moment.match is not None, "the match begins")
        match = club.table("1").moment.match
        assert match is not None
        assert match.frame.header.setup.names == (ANNA["name"], "A guest")


@pytest.mark.parametrize(("path", "form"), [("/", "#begin"), ("/desk/1", "#stage form")])
def test_a_start_follows_from_the_handicaps_and_can_be_changed(
    browser: "Browser", club: Hall, port: int, path: str, form: str
) -> None:
    with page_of(browser, 390, 844) as page:
        page.goto(f"http://127.0.0.1:{port}{path}?lang=en")
        page.locator(f"{form} [name=first]").wait_for()
        wait_until(lambda: options(page) == [ANNA["name"], "Bo"], "both are offered")
        for name, value in (("first", "Bo"), ("second", str(ANNA["name"]))):
            page.locator(f"{form} [name={name}]").fill(value)
        starts = [page.locator(f"{form} [name=start{side}]") for side in (0, 1)]
        for start, points in zip(starts, ("", "14"), strict=True):
            expect(start).to_have_value(points)
        starts[1].fill("10")
        page.locator(f"{form} [name=second]").press("End")
        page.locator(f"{form} button.strong").click()
        wait_until(lambda: club.table("1").moment.match is not None, "the match begins")
        page.goto(f"http://127.0.0.1:{port}/board/1?lang=en")
        page.get_by_text("Start 0–10").wait_for()
        page.locator("#side1 .points", has_text="10").wait_for()


@pytest.mark.parametrize(("path", "form"), [("/", "#begin"), ("/desk/1", "#stage form")])
def test_teams_of_two_play_billiards_to_so_many_points(
    browser: "Browser", club: Hall, port: int, path: str, form: str
) -> None:
    with page_of(browser, 820, 1180) as page:
        page.goto(f"http://127.0.0.1:{port}{path}?lang=en")
        fields = page.locator(form)
        fields.get_by_label("Teams of two players").check()
        for name, value in (("first", ANNA["name"]), ("second", "Bo"), ("partner0", "Cy"), ("partner1", "Di")):
            fields.locator(f"[name={name}]").fill(str(value))
        expect(fields.locator("[name=start0]")).to_have_value("")
        fields.locator("[name=rulebook]").select_option("billiards-2024")
        fields.get_by_label("Points that win the game").fill("200")
        assert serious(page) == []
        fields.locator("button.strong").click()
        wait_until(lambda: club.table("1").moment.match is not None, "the match begins")
        page.goto(f"http://127.0.0.1:{port}/board/1?lang=en")
        page.locator("#best", has_text="To 200 points").wait_for()
        page.locator("#side0 .name", has_text="& Cy").wait_for()
        match = club.table("1").moment.match
        assert match is not None
        assert match.frame.header.setup.sides == ((ANNA["name"], "Cy"), ("Bo", "Di"))


@pytest.mark.parametrize("path", ["/desk/1", "/overlay/1?size=small", "/board/1"])
def test_narrow_screens_show_the_short_name_and_all_the_flag_or_the_badge(
    browser: "Browser", club: Hall, port: int, path: str
) -> None:
    step = {"step": {"do": "begin-match", "names": [ANNA["name"], "Bo"]}}
    with page_of(browser, 390, 844) as page:
        page.goto(f"http://127.0.0.1:{port}/")
        page.evaluate(
            "(step) => fetch('/api/tables/1/steps', { method: 'POST', body: step,"
            " headers: { 'Content-Type': 'application/json', 'X-Cuewatch': '1' } })",
            json.dumps(step),
        )
        page.goto(f"http://127.0.0.1:{port}{path}")
        page.get_by_role("img", name="Sweden").first.wait_for()
        page.get_by_text("Anna Å", exact=True).first.wait_for()
        page.locator(".badge").first.wait_for()


@pytest.mark.parametrize("size", WIDTHS, ids=["phone", "tablet", "desktop"])
def test_players_are_kept_on_a_page_by_keys_alone(
    browser: "Browser", club: Hall, port: int, size: tuple[int, int], database: Database
) -> None:
    with page_of(browser, *size) as page:
        page.goto(f"http://127.0.0.1:{port}/players?lang=en")
        page.get_by_text(str(ANNA["name"])).wait_for()
        assert serious(page) == []
        assert narrowest(page.locator("main button:visible")) >= 48
        page.locator("#adding").get_by_label("Flag").select_option("IE")
        page.locator("#adding input[type=file]").set_input_files(
            {"name": "badge.png", "mimeType": "image/png", "buffer": b64decode(PIXEL)}
        )
        page.locator("#adding .badges img").wait_for()
        name = page.locator("#adding").get_by_label("Name", exact=True)
        name.fill("Cy")
        name.press("Enter")
        page.get_by_text("Cy is added.").wait_for()
        page.get_by_label("Find a player").fill("cy")
        page.locator("#players li", has_text="Cy").get_by_role("button", name="Change").press("Enter")
        page.locator("dialog").get_by_label("Handicap").fill("21")
        assert serious(page) == []
        page.keyboard.press("Enter")
        page.get_by_text("handicap 21").wait_for()
        cy = next(one for one in players(database) if one.name == "Cy")
        assert replace(cy, badge="") == Player(name="Cy", country="IE", handicap=21)
        assert cy.badge.startswith("data:image/png;base64,")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
