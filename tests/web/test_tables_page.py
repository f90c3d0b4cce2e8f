"""The first screen of a club: a card for each table, live, and what an admin may do there."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from browsing import BEGIN, page_of, served
from playwright.sync_api import expect
from test_axe import serious
from test_desk import narrowest

from tests.servers import wait_until
from tracker.domain.roles import Role
from tracker.live.supervision.pace import Pace
from tracker.live.table.keeping import Memory
from tracker.match.steps import ByHand
from tracker.rules.desk import Scored
from tracker.show.pictures.still import Still
from tracker.store.database.opening import Database
from tracker.store.database.users import User, keep_user
from tracker.web.access.door import Door
from tracker.web.access.secrets import hashed_password
from tracker.web.hall.hall import Hall

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PASSWORD = "a long enough word"
RED_IN = ByHand(deed=Scored(potted=("red",)))


class Eyes:
    """The watching of a table whose camera shows one picture."""

    def __init__(self) -> None:
        self.is_paused, self.pace = False, Pace()

    def pause(self, on: bool) -> None:
        self.is_paused = on


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def hall(port: int, eyes: Eyes, database: Database) -> Iterator[Hall]:
    """Three tables: one with a camera and a match, one with a match, one with nothing."""
    green = cv2.imencode(".jpg", np.full((90, 160, 3), (60, 120, 20), np.uint8))[1].tobytes()
    with served(
        Memory(), port, Door(database=database), names=("1", "2", "3"), watching={"1": eyes}, club="The Crown"
    ) as hall:
        hall.channels["1"].picture.tell(Still(jpeg=green, width=160, height=90, taken_ms=0))
        hall.table("1").camera_is("live")
        for table in ("1", "2"):
            hall.table(table).do(BEGIN)
        yield hall


@pytest.fixture(params=[(390, 844), (1280, 900)], ids=["phone", "desktop"])
def page(browser: "Browser", hall: Hall, port: int, request: pytest.FixtureRequest) -> "Iterator[Page]":
    with page_of(browser, *request.param) as opened:
        opened.goto(f"http://127.0.0.1:{port}/?lang=en")
        opened.locator(".card").nth(2).wait_for()
        yield opened


def test_every_table_has_a_card_whose_score_follows_the_calls(page: "Page", hall: Hall) -> None:
    expect(page.locator("#tablesTitle")).to_have_text("The Crown")
    hall.table("2").do(RED_IN)
    card = page.locator(".card").nth(1)
    card.locator("b", has_text="1").wait_for()
    expect(card.locator(".side span")).to_have_text(["Anna", "Bo"])
    expect(card.locator(".stands")).to_contain_text("Frame 1")
    expect(page.locator(".card").nth(2).locator(".stands")).to_have_text("No match at this table")
    assert narrowest(page.locator(".card .acts a, .card .acts button")) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []


def test_a_card_shows_what_its_camera_sees_until_it_is_paused(page: "Page", eyes: Eyes) -> None:
    image = page.locator(".card img").first
    image.wait_for()
    wait_until(lambda: image.evaluate("image => image.naturalWidth") == 160, "the picture is there")
    page.get_by_role("button", name="Pause the camera").click()
    image.wait_for(state="hidden")
    assert eyes.is_paused
    page.get_by_role("button", name="Watch again").click()
    image.wait_for()
    assert not eyes.is_paused
    expect(page.locator(".card img:visible")).to_have_count(1)


def test_a_score_that_cannot_be_asked_for_is_said_to_be_the_last_known(page: "Page") -> None:
    page.route("**/api/club", lambda asked: asked.abort())
    page.get_by_text("No connection: last known score").wait_for()
    expect(page.locator(".card")).to_have_count(3)
    page.unroute("**/api/club")
    page.get_by_text("No connection: last known score").wait_for(state="hidden")


def test_a_viewer_sees_scores_and_no_picture_and_pauses_nothing(
    browser: "Browser", hall: Hall, port: int, database: Database
) -> None:
    assert hall.club
    hashed = hashed_password(PASSWORD)
    for name, role in (("Eva", Role.ADMIN), ("Vic", Role.VIEWER)):
        keep_user(database, User(name=name, role=role, password_hash=hashed, created_us=0))
    with page_of(browser, 1280, 900) as page:
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url))
        address = f"http://127.0.0.1:{port}"
        page.goto(f"{address}/login?lang=en")
        page.get_by_label("Name").fill("Vic")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator(".card").nth(2).wait_for()
        page.wait_for_timeout(2500)
        expect(page.locator(".card .acts").first).to_have_text("Scoreboard")
        assert not [url for url in asked if "picture.jpg" in url]
        told = page.evaluate("async () => JSON.stringify(await (await fetch('/api/club')).json())")
        assert len(json.loads(told)["tables"]) == 3
