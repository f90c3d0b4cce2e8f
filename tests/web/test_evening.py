"""An evening at the desk: begun, played, the next frame, over, the next match, without another page or a dialog."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import doubtful
import pytest
from browsing import page_of, served
from playwright.sync_api import expect
from test_axe import serious
from test_desk import desk_at, has_score, match_at, narrowest, press

from tests.servers import wait_until
from tracker.domain.book.setup import Start
from tracker.domain.table.ball import COLOURS
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.steps import BeginMatch, ByHand, LetCameraCall, MakeCalls
from tracker.rules.desk import Fouled, Scored
from tracker.rules.snooker.frame.calls import Accept, Choose, Concede, NominateFree

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))


@pytest.fixture
def table(port: int) -> Iterator[Table]:
    with served(Memory(), port) as hall:
        yield hall.table("1")


@pytest.fixture(params=[(390, 844), (768, 1024), (1280, 800)], ids=["phone", "tablet", "desktop"])
def desk(browser: "Browser", table: Table, port: int, request: pytest.FixtureRequest) -> "Iterator[Page]":
    with page_of(browser, *request.param) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.locator("#stage form").wait_for()
        yield opened


def begin(desk: "Page", *, best_of: int = 3) -> None:
    form = desk.locator("#stage form")
    for name, value in (("first", "Anna"), ("second", "Bo"), ("best_of", str(best_of))):
        form.locator(f"[name={name}]").fill(value)
    form.get_by_role("button", name="Begin a match").click()
    desk.locator("#pad button").first.wait_for()


def begun(scores: tuple[int, int], on: str, reds: int, best_of: int = 9) -> BeginMatch:
    start = Start(scores=scores, reds=reds, on=on, colours=("black",) if on == "black" else COLOURS)
    setup = replace(doubtful.BEGIN.header.setup, start=start, frames=best_of)
    return BeginMatch(header=replace(doubtful.BEGIN.header, setup=setup), abandon=True)


def test_a_match_is_played_from_beginning_to_end_and_the_next_one_begun(desk: "Page", table: Table) -> None:
    begin(desk)
    for points in (1, 8):
        desk.locator(f"#pad [data-do={'red' if points == 1 else 'black'}]").click()
        has_score(desk, points, 0)
    table.do(CONCEDED)
    desk.locator("#stage").get_by_text("Anna wins the frame").wait_for()
    expect(desk.locator("#pad")).to_be_hidden()
    assert narrowest(desk.locator("#stage button:visible")) >= 48
    assert serious(desk) == []
    desk.locator("[data-do=interval]").click()
    desk.locator("#stage .clock", has_text="Interval: 14:").wait_for()
    desk.locator("[data-do=next]").click()
    desk.locator("#side1[data-turn=yes]").wait_for()
    press(desk, "r", "k")
    has_score(desk, 0, 8)
    table.do(CONCEDED)
    desk.locator("#stage").get_by_text("Anna wins the match").wait_for()
    expect(desk.locator("[data-do=next]")).to_have_count(0)
    assert serious(desk) == []
    desk.locator("[data-do=again]").click()
    has_score(desk, 0, 0)
    setup = match_at(table).frame.header.setup
    assert (setup.names, setup.frames, setup.starter) == (("Anna", "Bo"), 3, 1)
    expect(desk.locator("dialog[open]")).to_have_count(0)
    assert desk.url.endswith("/desk/1?lang=en")


def test_the_next_frame_is_one_key_or_one_tap_for_the_other_side(desk: "Page", table: Table) -> None:
    begin(desk)
    table.do(CONCEDED)
    desk.locator("[data-do=next]").wait_for()
    press(desk, "n")
    desk.get_by_text("Frame 2").first.wait_for()
    assert match_at(table).frame.header.setup.starter == 1


def test_what_cannot_be_done_now_is_not_offered(desk: "Page", table: Table) -> None:
    begin(desk)

    def offers(*deeds: str) -> None:
        enabled = "all => all.map(one => one.dataset.do)"
        offered = desk.locator("#pad button:enabled")
        wait_until(lambda: offered.evaluate_all(enabled) == [*deeds], f"offered: {deeds}")

    offers("red", "end", "foul", "several")
    press(desk, "r")
    has_score(desk, 1, 0)
    offers("yellow", "green", "brown", "blue", "pink", "black", "end", "foul", "several", "undo")
    table.do(ByHand(deed=Fouled(points=4)))
    has_score(desk, 1, 4)
    expect(desk.locator("#pad [data-do=free]")).to_be_enabled()
    table.do(CONCEDED)
    desk.locator("#stage .ended").wait_for()
    before = table.moment.at
    press(desk, "r", "Space", "8", "f")
    desk.wait_for_timeout(300)
    assert table.moment.at == before
    expect(desk.locator("#pad, #draft, #after").filter(visible=True)).to_have_count(0)
    press(desk, "z")
    desk.locator("#change").get_by_role("button", name="Do it").click()
    desk.locator("#pad button").first.wait_for()


@pytest.mark.parametrize(
    ("step", "calls", "said"),
    [
        (begun((61, 26), "red", 1), (), "Frame ball"),
        (begun((61, 26), "red", 1, 1), (), "Match ball"),
        (begun((10, 3), "black", 0, 9), (ByHand(deed=Fouled(points=7)),), "Re-spotted black"),
        (begun((0, 0), "red", 6), (ByHand(deed=Fouled(points=4, free_ball=True)),), "Free ball"),
    ],
    ids=["frame ball", "match ball", "re-spotted black", "free ball"],
)
def test_what_the_stroke_to_come_decides_is_said_on_every_screen(
    browser: "Browser", table: Table, port: int, step: BeginMatch, calls: tuple[ByHand, ...], said: str
) -> None:
    for one in (step, *calls):
        table.do(one)
    for path, where in (("/desk/1", "#facts .state"), ("/board/1", ".strip"), ("/overlay/1", ".strip")):
        with page_of(browser, 1280, 800) as opened:
            opened.goto(f"http://127.0.0.1:{port}{path}?lang=en")
            opened.locator(where, has_text=said).first.wait_for()


def test_the_free_ball_that_was_named_is_the_ball_on_of_every_screen(
    browser: "Browser", table: Table, port: int
) -> None:
    table.do(begun((0, 0), "red", 6))
    table.do(ByHand(deed=Fouled(points=4, free_ball=True)))
    table.do(MakeCalls(calls=(Choose(what="play"), NominateFree(ball="blue"))))
    for path, where in (("/desk/1", "#facts .fact"), ("/board/1", ".fact"), ("/overlay/1", ".fact.on")):
        with page_of(browser, 1280, 800) as opened:
            opened.goto(f"http://127.0.0.1:{port}{path}?lang=en")
            opened.locator(where, has_text="Blue").first.wait_for()


def test_that_the_camera_calls_is_a_choice_when_a_match_begins_and_one_tap_during_it(
    desk: "Page", table: Table
) -> None:
    table.camera_is("live")
    desk.locator("#stage").get_by_text("called at once, without anybody at the desk").wait_for()
    desk.get_by_label("No referee: the camera calls").check()
    begin(desk)
    desk.locator("#caller").get_by_text("The camera calls:").wait_for()
    assert desk_at(table).policy is not None
    assert serious(desk) == []
    desk.locator("#caller button", has_text="A referee calls").click()
    desk.locator("#caller button", has_text="No referee: the camera calls").click()
    desk.locator("#caller").get_by_text("The camera calls:").wait_for()
    desk.locator("#book").get_by_text("A referee calls").wait_for()


def test_a_desk_without_a_camera_offers_no_camera_that_calls(desk: "Page", table: Table) -> None:
    begin(desk)
    expect(desk.locator("#caller button, [name=camera_calls]")).to_have_count(0)
    table.do(LetCameraCall(on=True))
    desk.locator("#caller button").wait_for()


def test_an_abandoned_match_says_so_and_goes_on_when_that_is_undone(desk: "Page", table: Table) -> None:
    begin(desk)
    desk.get_by_role("button", name="Match", exact=True).click()
    desk.get_by_role("button", name="Abandon the match").click()
    desk.locator("#change").get_by_role("button", name="Do it").click()
    desk.locator("#stage").get_by_text("Match abandoned").wait_for()
    assert match_at(table).over
    desk.locator("#stage").get_by_role("button", name="Undo").click()
    desk.locator("#change").get_by_role("button", name="Do it").click()
    desk.locator("#pad button").first.wait_for()
    table.do(ByHand(deed=Scored(potted=("red",))))
    has_score(desk, 1, 0)
