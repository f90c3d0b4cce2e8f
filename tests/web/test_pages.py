"""The pages in a browser: what is called is on the screens at once, and stays there when the line is lost."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import doubtful
import numpy as np
import pytest
from browsing import BEGIN, page_of, served
from playwright.sync_api import expect

from tracker.domain.book.setup import Start
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.desk.desk import Policy
from tracker.match.steps import BeginMatch, ByHand, Undo
from tracker.rules.desk import Fouled, Scored

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RED_IN = ByHand(deed=Scored(potted=("red",)))
FOUL = ByHand(deed=Fouled(points=5, free_ball=True))


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    with page_of(browser, 1920, 1080) as opened:
        yield opened


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def table(memory: Memory, port: int) -> Iterator[Table]:
    with served(memory, port) as hall:
        hall.table("1").do(BEGIN)
        yield hall.table("1")


def begun_at(scores: tuple[int, int]) -> BeginMatch:
    setup = replace(BEGIN.header.setup, start=Start(scores=scores))
    return BeginMatch(header=replace(BEGIN.header, setup=setup), abandon=True)


def shown(page: "Page", words: str) -> None:
    page.get_by_text(words, exact=True).first.wait_for(state="visible")


def test_the_overlay_shows_each_call_and_strips_come_and_go(page: "Page", table: Table, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/overlay/1?lang=it")
    table.do(RED_IN)
    page.locator(".points.first", has_text="1").wait_for()
    expect(page.locator(".under .ball")).to_have_text(["R", "?"])
    table.do(FOUL)
    shown(page, "Fallo")
    shown(page, "Bilia libera")
    expect(page.locator(".side[data-turn=yes] .name")).to_have_text("Bo")
    table.do(Undo())
    page.locator(".strip").first.wait_for(state="detached")
    picture = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert picture[20, 20, 3] == 0


def test_screens_keep_their_state_through_a_lost_line_and_are_right_within_two_seconds(
    page: "Page", browser: "Browser", memory: Memory, port: int
) -> None:
    with served(memory, port) as hall:
        hall.table("1").do(BEGIN)
        hall.table("1").do(RED_IN)
        other = browser.new_page()
        other.goto(f"http://127.0.0.1:{port}/board/1?lang=en")
        page.goto(f"http://127.0.0.1:{port}/overlay/1")
        page.locator(".points.first", has_text="1").wait_for()
        other.locator("#side0 .points", has_text="1").wait_for()
    shown(other, "No connection: last known score")
    expect(page.locator(".points.first")).to_have_text("1")
    with served(memory, port) as hall:
        hall.table("1").do(ByHand(deed=Scored(potted=("black",))))
        page.locator(".points.first", has_text="8").wait_for()
        other.locator("#side0 .points", has_text="8").wait_for()
        expect(other.locator("#line")).to_have_text("")
    other.close()


def test_the_last_score_is_there_before_the_first_answer_of_the_server(page: "Page", table: Table, port: int) -> None:
    table.do(RED_IN)
    page.goto(f"http://127.0.0.1:{port}/overlay/1")
    page.locator(".points.first", has_text="1").wait_for()
    page.route("**/events", lambda asked: asked.abort())
    page.reload()
    page.locator(".points.first", has_text="1").wait_for()


def test_casparcg_and_spx_play_update_and_stop_the_template(page: "Page", table: Table, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/overlay/1?start=off&lang=en")
    graphic = page.locator("cuewatch-overlay")
    page.locator(".name", has_text="Anna").wait_for()
    expect(graphic).to_have_attribute("data-on", "no")
    page.evaluate("play()")
    expect(graphic).to_have_attribute("data-on", "yes")
    page.evaluate("""update('{"size": "small", "lang": "sv"}')""")
    shown(page, "Spelbar")
    page.evaluate("next()")
    expect(graphic).to_have_attribute("data-size", "large")
    xml = '<templateData><componentData id="size"><data id="text" value="small"/></componentData></templateData>'
    page.evaluate("data => update(data)", xml)
    expect(graphic).to_have_attribute("data-size", "small")
    page.evaluate("stop()")
    expect(graphic).to_have_attribute("data-on", "no")
    page.evaluate("remove()")
    expect(graphic).to_have_count(0)


@pytest.mark.parametrize(("lang", "word"), [("en", "Provisional"), ("it", "Provvisorio"), ("sv", "Preliminärt")])
def test_the_screens_mark_a_score_that_may_be_amended_and_tell_players_nothing_of_why(
    page: "Page", memory: Memory, port: int, lang: str, word: str
) -> None:
    with served(memory, port, policy=Policy()) as hall:
        for step in (doubtful.BEGIN, doubtful.RED_IN):
            hall.table("1").do(step)
        for path in ("board", "overlay"):
            page.goto(f"http://127.0.0.1:{port}/{path}/1?lang={lang}")
            page.locator(".points", has_text="1").first.wait_for()
            expect(page.get_by_text(word, exact=True).filter(visible=True)).to_have_count(0)
        hall.table("1").do(doubtful.PINK_UNSURE)
        assert b"pink" not in hall.channel("1").shown.public_json
        shown(page, word)
        expect(page.locator(".points[data-provisional=yes]")).to_have_count(2)
        page.goto(f"http://127.0.0.1:{port}/board/1?lang={lang}")
        shown(page, word)


def test_points_of_three_and_four_figures_stay_in_their_box(page: "Page", table: Table, port: int) -> None:
    room = """() => [...document.querySelectorAll(".points")].map((points) => {
      const range = document.createRange();
      range.selectNodeContents(points);
      return points.clientWidth - range.getBoundingClientRect().width;
    })"""
    page.goto(f"http://127.0.0.1:{port}/board/1")
    for scores in ((113, 24), (1024, 7)):
        table.do(begun_at(scores))
        page.locator("#side0 .points", has_text=str(scores[0])).wait_for()
        for width, height in ((390, 844), (820, 1180), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            assert min(page.evaluate(room)) >= 0, (scores, width)


OGRAF = """async () => {
  const { default: Graphic } = await import("/web/overlay/ograf.mjs");
  customElements.define("a-graphic", Graphic);
  const graphic = document.body.appendChild(document.createElement("a-graphic"));
  const said = [await graphic.load({ data: { table: "1", lang: "en" } })];
  said.push(await graphic.playAction({ skipAnimation: true }));
  said.push(await graphic.updateAction({ data: { size: "small" } }));
  said.push(await graphic.stopAction({ skipAnimation: true }));
  said.push(await graphic.customAction({ id: "none" }));
  await graphic.dispose();
  return said;
}"""


def test_a_renderer_can_drive_the_ograf_graphic(page: "Page", table: Table, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/")
    said = page.evaluate(OGRAF)
    assert [one["statusCode"] for one in said] == [200, 200, 200, 200, 400]
    assert said[1]["currentStep"] == 0


def test_a_match_is_begun_on_the_first_screen(page: "Page", memory: Memory, port: int) -> None:
    with served(memory, port) as hall:
        page.goto(f"http://127.0.0.1:{port}/")
        page.get_by_label("First player or side").fill("Anna")
        page.get_by_label("Second player or side").fill("Bo")
        page.get_by_label("Best of").fill("5")
        page.get_by_label("the second", exact=True).check()
        page.get_by_role("button", name="Begin", exact=True).click()
        shown(page, "Anna and Bo")
        match = hall.table("1").moment.match
        assert match is not None
        assert (match.best_of, match.frame.desk.scoreline.striker) == (5, 1)
        page.get_by_role("button", name="Begin", exact=True).click()
        page.get_by_role("alert").get_by_text("a match is being played").wait_for()
