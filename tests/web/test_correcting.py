"""A stroke is corrected at two taps: it, and what it was; the score that this comes to is on the button before."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import doubtful
import pytest
from browsing import page_of, served
from playwright.sync_api import expect
from test_axe import serious
from test_desk import desk_at, has_score, narrowest, press

from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.desk.desk import Policy
from tracker.match.steps import AcceptSettled, ByHand, MakeCalls
from tracker.rules.desk import Fouled, Scored
from tracker.rules.snooker.frame.calls import Choose

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(params=[None, Policy()], ids=["a referee calls", "the camera calls"])
def table(port: int, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A red potted, and a pink that is rather taken to lie behind somebody than to have fallen."""
    with served(Memory(), port, policy=request.param) as hall:
        table = hall.table("1")
        for step in (doubtful.BEGIN, doubtful.RED_IN, doubtful.PINK_UNSURE):
            table.do(step)
        if request.param is None:
            table.do(AcceptSettled())
        yield table


@pytest.fixture(params=[(390, 844), (768, 1024), (1280, 800)], ids=["phone", "tablet", "desktop"])
def desk(browser: "Browser", table: Table, port: int, request: pytest.FixtureRequest) -> "Iterator[Page]":
    with page_of(browser, *request.param) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.locator(".lastStroke").first.wait_for()
        yield opened


def test_two_taps_correct_a_stroke_with_the_score_shown_before(desk: "Page", table: Table) -> None:
    while desk_at(table).waiting:
        press(desk, "Enter")
        desk.get_by_text("Nothing waits for you.").wait_for()
    desk.locator(".lastStroke").nth(1).wait_for()
    has_score(desk, 1, 0)
    stroke = desk.locator(".lastStroke").last
    expect(stroke).to_contain_text("Anna")
    stroke.click()
    first = desk.locator("#last .nearest button").first
    first.wait_for()
    expect(first).to_contain_text("the pink fell into the top-left pocket")
    expect(first).to_contain_text("7–0")
    assert narrowest(desk.locator("#last button:visible")) >= 48
    assert serious(desk) == []
    first.click()
    has_score(desk, 7, 0)
    expect(desk.locator("dialog[open]")).to_have_count(0)
    expect(desk.locator("#last .nearest")).to_have_count(0)
    expect(desk.locator("#draft")).to_have_text("")


def test_what_would_fall_is_said_and_the_pad_corrects_what_no_button_has(desk: "Page", table: Table) -> None:
    while desk_at(table).waiting:
        press(desk, "Enter")
        desk.get_by_text("Nothing waits for you.").wait_for()
    table.do(ByHand(deed=Scored(potted=("red",))))
    before = desk_at(table).scoreline.points
    desk.locator(".lastStroke").first.click()
    desk.locator("#last .nearest button").first.wait_for()
    expect(desk.locator("#last .falls").first).to_be_attached()
    press(desk, "Escape")
    desk.locator("#last .nearest").wait_for(state="detached")
    assert desk_at(table).scoreline.points == before
    desk.locator(".lastStroke").last.click()
    desk.get_by_text("Your key corrects entry").first.wait_for()
    press(desk, "Space")
    change = desk.locator("#change")
    change.get_by_role("button", name="Do it").click()
    desk.locator("#book").get_by_text("corrected by").first.wait_for()


def test_what_is_no_stroke_does_not_stand_among_the_last(desk: "Page", table: Table) -> None:
    while desk_at(table).waiting:
        press(desk, "Enter")
        desk.get_by_text("Nothing waits for you.").wait_for()
    for step in (ByHand(deed=Fouled(points=4)), MakeCalls(calls=(Choose(what="play-again"),))):
        table.do(step)
    desk.locator("#book").get_by_text("Must play again").wait_for()
    said = desk.locator(".lastStroke .said")
    expect(said).to_have_count(3)
    expect(said.last).to_have_text("Foul 4")
