"""The page of a run on which its strokes move: it needs nothing from anywhere, and says what each of them came to."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import makers_show as make
import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import chromium, page_of
from playwright.sync_api import expect
from reading import Tree

from tests.servers import wait_until
from tracker.show.run.summary import say_words
from tracker.show.sheets.moving import moving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLACE = """() =>
  [...document.querySelectorAll('#table [data-ball=white] circle')].map((one) => one.getAttribute("cx")).join()"""
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with chromium() as opened:
        yield opened


@pytest.fixture(params=[390, 768, 1280, 1920])
def page(browser: "Browser", request: pytest.FixtureRequest) -> "Iterator[Page]":
    with page_of(browser, request.param, 900) as opened:
        opened.set_content(moving(make.run()))
        yield opened


def test_the_page_is_well_formed_and_fetches_nothing() -> None:
    text = moving(make.run())
    assert Tree(text).open == []
    assert re.findall(r"https?:(?!//www\.w3\.org)|<link|<img|@import|url\(|src=", text) == []


def test_what_a_player_is_called_cannot_break_the_page() -> None:
    first, *rest = make.strokes()
    evil = "</script><b>"
    marked = replace(first, after=replace(make.line((1, 2), 0, "A", 1, 3), names=(evil, "B")))
    assert "</script><b>" not in moving(replace(make.run(), strokes=(marked, *rest)))


def test_the_balls_move_by_themselves_and_stand_still_when_told_to(page: "Page") -> None:
    before = page.evaluate(PLACE)
    wait_until(lambda: page.evaluate(PLACE) != before, "a ball moves")
    page.locator("#play").click()
    still = page.evaluate(PLACE)
    page.wait_for_timeout(200)
    assert page.evaluate(PLACE) == still
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stroke_is_chosen_and_looked_at_at_any_moment(page: "Page") -> None:
    page.locator("#play").click()
    page.locator("#next").click()
    page.locator("#at").fill("1000")
    second = make.strokes()[1]
    assert second.after is not None
    say = ", ".join(say_words(call) for call in second.suggestions)
    score = " – ".join(f"{name} {points}" for name, points in zip(make.NAMES, second.after.points, strict=True))
    expect(page.locator("#said")).to_have_text(f"2 / 5  {say}  {score}")
    assert [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in SERIOUS] == []


def test_a_run_without_a_stroke_says_so() -> None:
    assert "No stroke was seen." in moving(replace(make.run(), strokes=()))
