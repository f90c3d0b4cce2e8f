"""A bad network: pages open without one; what waits says its score, and is asked about where others scored since."""

import socket
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from browsing import BEGIN, page_of, served
from playwright.sync_api import expect
from starlette.responses import HTMLResponse
from test_axe import serious
from test_desk import LIE, RED_SEEN, desk_at, has_score, match_at, narrowest, press

from tests.servers import wait_until
from tracker.domain.errors import MovedOn
from tracker.domain.strokes.alternatives import Alternatives
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.book.entries import Called
from tracker.match.steps import ByHand, Note, See, Step
from tracker.rules.desk import Fouled, Scored
from tracker.web.routes import pages
from tracker.web.server import now_ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KEEP = "async () => (await import('/web/offline/register.js')).keepPages()"
KEPT = """async () => {
  const kept = await Promise.all([location.pathname, '/api/tables/1/plan.svg'].map((path) => caches.match(path)));
  return Boolean(navigator.serviceWorker.controller) && kept.every(Boolean);
}"""


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
            wait_until(lambda: opened.evaluate(KEPT), "the pages are kept")
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
    expect(pad.locator("[data-do=red]")).to_be_enabled()
    expect(pad.locator("[data-do=black]")).to_be_disabled()
    assert narrowest(waits.locator("button")) >= 48
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(desk) == []
    with served(memory, port) as hall:
        has_score(desk, 8, 5)
        waits.wait_for(state="hidden")
        assert match_at(hall.table("1")).sequence == 3


@pytest.mark.parametrize(
    ("meanwhile", "now", "answered"),
    [
        (ByHand(deed=Fouled(points=4)), "0–4", ("send", (0, 5))),
        (replace(BEGIN, abandon=True), "0–0", ("drop", (0, 0))),
    ],
)
def test_what_waits_is_asked_about_where_somebody_else_scored_or_began_another_match_meanwhile(
    desk: "Page", memory: Memory, port: int, meanwhile: Step, now: str, answered: tuple[str, tuple[int, int]]
) -> None:
    answer, score = answered
    press(desk, "r")
    desk.locator("#unsent").get_by_text("1 call waits to be sent").wait_for()
    before = Table("1", memory, now_ms).do(meanwhile).at
    with served(memory, port) as hall:
        question = desk.locator("#unsent .parted")
        question.get_by_text(f"When you keyed it was 0–0, now it is {now}").wait_for()
        assert hall.table("1").moment.at == before
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
        ("snooker", "red", 35, [pot("red"), pot("pink"), pot("yellow")], [[9, 0], 0, "green"]),
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
    desk.get_by_text("2 calls wait to be sent").wait_for()
    Table("1", memory, now_ms).do(Note(text="the phone has no network"))
    with served(memory, port):
        has_score(desk, 8, 0)


def test_one_call_that_waits_answers_the_suggestion_and_the_desk_goes_on_with_a_program_that_begins_empty(
    browser: "Browser", memory: Memory, port: int
) -> None:
    anew = Memory()
    Table("1", anew, now_ms).do(BEGIN)
    with page_of(browser, 820, 1180) as page:
        with served(memory, port) as hall:
            hall.table("1").do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
            page.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
            page.locator("article.ask").wait_for()
        page.get_by_text("No connection: last known score").wait_for()
        press(page, "r")
        page.get_by_text("1 call waits to be sent").wait_for()
        page.locator("article.ask").wait_for(state="detached")
        press(page, "k")
        with served(memory, port) as hall:
            has_score(page, 8, 0)
            entries = desk_at(hall.table("1")).book.entries
            assert [entry.about for entry in entries if isinstance(entry, Called)] == [1, None]
        with served(anew, port):
            has_score(page, 0, 0)
            press(page, "r")
            page.get_by_text("look again").wait_for()
            press(page, "r")
            has_score(page, 1, 0)


def test_the_first_screen_and_the_board_open_without_a_network_or_a_mute_one_and_say_that_the_score_is_old(
    browser: "Browser", memory: Memory, port: int
) -> None:
    home, old = f"http://127.0.0.1:{port}/", "No connection: last known score"
    with page_of(browser, 390, 844) as opened:
        with served(memory, port):
            opened.goto(f"{home}board/1?lang=en")
            opened.evaluate(KEEP)
            wait_until(lambda: opened.evaluate("Boolean(navigator.serviceWorker.controller)"), "the worker serves")
            opened.goto(f"{home}?lang=en")
            opened.locator("#playing").get_by_text("Anna").wait_for()
            expect(opened.locator("#line")).to_have_text("")
        for page, name, network in (
            (f"{home}board/1?lang=en", "#side0", nullcontext()),
            (
                f"{home}?lang=en",
                "#playing",
                socket.create_server(("127.0.0.1", port)),
            ),  # takes in who comes, says nothing
        ):
            with network:
                opened.goto(page, wait_until="commit")
                opened.locator(name).get_by_text("Anna").wait_for()
                opened.locator("#line").get_by_text(old).wait_for()


def test_after_an_upgrade_nothing_of_the_older_program_is_shown_or_kept(
    browser: "Browser", memory: Memory, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = f"http://127.0.0.1:{port}/board/1?lang=en"
    older = "async () => (await caches.open('cuewatch-older')).match('/board/1').then(kept => kept?.text())"
    with page_of(browser, 390, 844) as opened:
        monkeypatch.setattr(pages, "version", lambda: "older")
        with served(memory, port):
            opened.goto(board)
            opened.evaluate(KEEP)
            wait_until(lambda: opened.evaluate(KEPT), "the pages are kept")
            was = opened.evaluate(older)
        monkeypatch.setattr(pages, "version", lambda: "newer")
        monkeypatch.setattr(pages, "KEPT", ("/web/not-there",))  # the newer pages cannot be kept yet
        monkeypatch.setattr(pages, "page", lambda name: HTMLResponse("newer", headers=pages.told_of_files()))
        with served(memory, port):
            opened.goto(board)
            expect(opened.locator("body")).to_have_text("newer")
            assert opened.evaluate(older) == was
        monkeypatch.setattr(pages, "KEPT", ())
        with served(memory, port):
            opened.goto(board)
            opened.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
            named = "async () => String(await caches.keys())"
            wait_until(lambda: opened.evaluate(named) == "cuewatch-newer", "what was kept of the older program is gone")


def test_a_step_whose_answer_was_lost_counts_once_and_one_for_an_older_state_says_so() -> None:
    table = Table("1", Memory(), now_ms)
    before = table.do(BEGIN).at
    first = table.do(ByHand(deed=Scored(potted=("red",))), before, "a word")
    assert table.do(ByHand(deed=Scored(potted=("red",))), before, "a word") == first
    assert table.moment == first
    after = table.do(Note(text="from another desk"), first.at, "its own word")
    assert table.do(ByHand(deed=Scored(potted=("red",))), before, "a word") == first
    assert table.moment == after
    with pytest.raises(MovedOn):
        table.do(ByHand(deed=Scored(potted=("red",))), before, "another word")
