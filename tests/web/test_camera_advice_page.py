"""A camera is tried in the browser before it is bought: the form, the picture, the words, and what is refused."""

import base64
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from browsing import client_of, free_port, page_of, served
from playwright.sync_api import expect

from tests.servers import wait_until
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.store.kits import DEFAULT_TABLE, table_names
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from starlette.testclient import TestClient

STAND = {"x": 889.0, "y": -3000.0, "z": 2500.0, "lens": 55.0}


@pytest.fixture(scope="module")
def client() -> "TestClient":
    return client_of(create_app(hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")))


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    port = free_port()
    with served(Memory(), port), page_of(browser, 390, 844) as opened:
        opened.goto(f"http://127.0.0.1:{port}/camera-advice?lang=en")
        opened.locator("#places tbody tr").first.wait_for()
        yield opened


def test_the_advice_comes_with_its_picture_and_its_words_in_the_language_asked_for(client: "TestClient") -> None:
    told = client.get("/api/camera-advice", params={**STAND, "lang": "it", "width": 3840, "height": 2160}).json()
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(told["picture"]), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (720, 1280, 3)
    assert told["stand"]["size_px"] == [3840, 2160]
    assert [row[0] for row in told["rows"]][:2] == ["buca d’acchito sinistra", "buca d’acchito destra"]
    assert told["said"][0]["sentences"][0] == "Tutto il tavolo è nell’immagine."
    assert len(told["headings"]) == len(told["rows"][0])


def test_all_tables_may_be_set_up_the_usual_one_first_and_what_a_board_will_decide_is_not_foretold(
    client: "TestClient",
) -> None:
    kits = client.get("/api/kits").json()
    assert kits[0]["name"] == DEFAULT_TABLE
    assert {kit["name"] for kit in kits} == set(table_names())
    assert {kit["name"] for kit in kits if not kit["is_foretold"]} == {"novuss"}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"z": 10}, 422), ({"lens": "nan"}, 422), ({"x": "inf"}, 422), ({"width": 10**9}, 422), ({"lens": ""}, 422),
        ({"table": "pool"}, 404), ({"table": "3000x200"}, 422), ({"table": "novuss"}, 422),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(client: "TestClient", change: dict[str, int | str], status: int) -> None:
    answer = client.get("/api/camera-advice", params={**STAND, **change})
    assert answer.status_code == status
    assert "\n" not in answer.json()["refused"]


def test_a_person_tries_a_camera_by_keys_on_a_phone(page: "Page") -> None:
    expect(page.get_by_text("The whole table is in the picture.")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_label("Lens").fill("25")
    page.keyboard.press("Enter")
    page.get_by_text("Take a wider lens").wait_for()
    image = page.locator("#picture img")
    wait_until(lambda: image.evaluate("image => image.naturalWidth") == 1280, "the picture is there")
    page.get_by_label("Z, above the cloth").fill("20")
    page.keyboard.press("Enter")
    page.get_by_text("raise it, Z is 110 at least").wait_for()
    expect(page.locator("#places")).to_be_hidden()


def test_another_language_keeps_what_was_filled_in(page: "Page") -> None:
    page.get_by_label("Lens").fill("48")
    page.locator("#lang").select_option("sv")
    page.get_by_text("Hela bordet är i bild.").wait_for()
    expect(page.get_by_label("Objektiv")).to_have_value("48")
    page.locator("#places tbody th", has_text="höger topphål").wait_for()
