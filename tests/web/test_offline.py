"""A bad network: pages open without one; what waits says its score, and is asked about where others scored since."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from browsing import BEGIN, page_of, served
from test_axe import serious
from test_desk import has_score, match_at, narrowest, press

from tracker.domain.errors import MovedOn
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.steps import ByHand, Note
from tracker.rules.desk import Fouled, Scored
from tracker.web.server import now_ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KEEP = "async () => (await import('/web/offline/register.js')).keepPages()"
KEPT = "async () => Boolean(navigator.serviceWorker.controller && await caches.match('/api/tables/1/plan.svg'))"


@pytest.fixture
def memory() -> Memory:
    memory = Memory()
    Table("1", memory, now_ms).do(BEGIN)
    return memory


@pytest.fixture
def desk(browser: "Browser", memory: Memory, port: int) -> "Iterator[Page]":
    """The desk on a phone, of a program that has gone."""
    with page_of(browser, 390, 844) as opened:
        with served(memory, port):
            opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
            opened.locator("#pad button").first.wait_for()
            opened.evaluate(KEEP)
            opened.wait_for_function(KEPT)
        opened.get_by_text("No connection: last known score").wait_for()
        yield opened


def test_the_desk_is_loaded_anew_without_a_network_and_what_waits_says_the_score_that_it_comes_to(
    desk: "Page", memory: Memory, port: int
) -> None:
    pad, waits = desk.locator("#pad"), desk.locator("#unsent")
    for ball in ("red", "black", "red"):
        pad.locator(f"[data-do={ball}]").click()
    waits.get_by_text("3 calls wait to be sent").wait_for()
    desk.reload()
    waits.get_by_text("With them it would be 9–0 · Anna, Break 9").wait_for()
    pad.locator("[data-do=undo]").click()
    waits.get_by_text("With them it would be 8–0 · Anna, Break 8").wait_for()
    press(desk, "f", "5")
    waits.get_by_text("With them it would be 8–5 · Bo").wait_for()
    assert pad.locator("[data-do=red]").is_enabled()
    assert pad.locator("[data-do=black]").is_disabled()
    assert narrowest(waits.locator("button")) >= 48
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(desk) == []
    with served(memory, port) as hall:
        has_score(desk, 8, 5)
        waits.wait_for(state="hidden")
        assert match_at(hall.table("1")).sequence == 3


@pytest.mark.parametrize(("answer", "score"), [("send", (0, 5)), ("drop", (0, 4))])
def test_what_waits_is_asked_about_where_somebody_else_scored_meanwhile(
    desk: "Page", memory: Memory, port: int, answer: str, score: tuple[int, int]
) -> None:
    press(desk, "r")
    desk.locator("#unsent").get_by_text("1 call waits to be sent").wait_for()
    Table("1", memory, now_ms).do(ByHand(deed=Fouled(points=4)))
    with served(memory, port) as hall:
        question = desk.locator("#unsent .parted")
        question.get_by_text("When you keyed it was 0–0, now it is 0–4").wait_for()
        assert hall.table("1").moment.at == (1, 1)
        assert serious(desk) == []
        desk.locator(f"[data-decide={answer}]").click()
        desk.locator("#unsent").wait_for(state="hidden")
        has_score(desk, *score)


AHEAD = """async ([hall, steps]) => {
  const { foreseen } = await import("/web/desk/waiting/foreseen.js");
  const told = foreseen(hall, steps);
  return told && [told.points, told.striker, told.on];
}"""


def pot(*balls: str) -> dict[str, Any]:
    return {"do": "score", "potted": balls}


def test_the_score_to_come_is_added_up_and_no_more_is_said_than_that_tells(
    browser: "Browser", memory: Memory, port: int
) -> None:
    foul, free = {"do": "foul", "points": 4}, {"do": "foul", "points": 5, "free_ball": True}
    cases: tuple[tuple[str, str, int, list[Any], Any], ...] = (
        ("snooker", "red", 147, [pot("red"), pot("black"), pot(), pot("red", "red")], [[8, 2], 1, "colour"]),
        ("snooker", "colour", 34, [pot("pink"), pot("yellow")], [[8, 0], 0, "green"]),
        ("snooker", "green", 25, [foul, pot("green")], [[0, 7], 1, "brown"]),
        ("snooker", "red", 147, [free, pot()], [[0, 5], 0, "red"]),
        ("snooker", "red", 147, [free, pot("blue")], None),
        ("snooker", "red", 147, [pot("black")], None),
        ("snooker", "red", 147, [pot("red"), {"do": "undo"}], None),
        ("billiards", "", 0, [pot("red") | {"cannon": True}, pot() | {"in_off": "white"}, pot()], [[7, 0], 1, ""]),
        ("novuss", "", 0, [pot("puck") | {"opponent": 1}], [[1, 1], 0, ""]),
    )
    with served(memory, port), page_of(browser, 390, 844) as page:
        page.goto(f"http://127.0.0.1:{port}/login")
        for game, on, remaining, steps, told in cases:
            frame = {"points": [0, 0], "striker": 0, "visit": 0, "on": on, "remaining": remaining, "strips": []}
            found = page.evaluate(AHEAD, [{"match": {"game": game}, "frame": frame}, steps])
            assert found == told, steps


def test_what_waits_goes_on_by_itself_where_the_score_is_still_the_same(
    desk: "Page", memory: Memory, port: int
) -> None:
    press(desk, *"rk")
    Table("1", memory, now_ms).do(Note(text="the phone has no network"))
    with served(memory, port):
        has_score(desk, 8, 0)


def test_the_first_screen_and_the_board_open_without_a_network(browser: "Browser", memory: Memory, port: int) -> None:
    home = f"http://127.0.0.1:{port}/"
    with page_of(browser, 390, 844) as opened:
        with served(memory, port):
            opened.goto(f"{home}board/1?lang=en")
            opened.evaluate(KEEP)
            opened.wait_for_function("async () => Boolean(navigator.serviceWorker.controller)")
            opened.goto(f"{home}?lang=en")
            opened.locator("#playing").get_by_text("Anna").wait_for()
        opened.goto(f"{home}board/1?lang=en")
        opened.get_by_text("Anna").first.wait_for()
        opened.goto(f"{home}?lang=en")
        opened.locator("#playing").get_by_text("Anna").wait_for()


def test_a_step_whose_answer_was_lost_counts_once_and_one_for_an_older_state_says_so() -> None:
    table = Table("1", Memory(), now_ms)
    before = table.do(BEGIN).at
    first = table.do(ByHand(deed=Scored(potted=("red",))), before, "a word")
    assert table.do(ByHand(deed=Scored(potted=("red",))), before, "a word") == first
    assert table.moment == first
    with pytest.raises(MovedOn):
        table.do(ByHand(deed=Scored(potted=("red",))), before, "another word")
