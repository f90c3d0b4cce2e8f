"""The caller's voice: off until it is switched on; says the break, the foul, who won, in the language of the desk."""

from typing import TYPE_CHECKING

import pytest
from browsing import page_of
from playwright.sync_api import expect
from test_desk import has_score, press, undo

from tests.servers import wait_until
from tracker.live.table.table import Table
from tracker.match.steps import BeginFrame, MakeCalls
from tracker.rules.snooker.frame.calls import Accept, Concede

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))
HEAR = """window.heard = [];
const tenths = (volume) => Math.round(10 * volume) / 10;
speechSynthesis.speak = ({ text, lang, volume }) => window.heard.push([text, lang, tenths(volume)]);"""
"""What is given to the browser to say is noted: a browser without a screen has no voice."""


def opened(page: "Page", port: int, lang: str, mode: str = "") -> None:
    page.add_init_script(HEAR)
    if mode:
        page.add_init_script(f"localStorage.setItem('cuewatch-voice', '{mode}')")
    page.goto(f"http://127.0.0.1:{port}/desk/1?lang={lang}")
    page.locator("#pad button").first.wait_for()


def heard(page: "Page") -> list[str]:
    return [text for text, *_ in page.evaluate("window.heard")]


def hears(page: "Page", *said: str) -> None:
    """Wait until just this was said: keys are answered in turn, and what comes of a call comes by the line."""
    wait_until(lambda: heard(page) == list(said), f"{said} is said")


def play(page: "Page", table: Table) -> None:
    press(page, "r", "k")
    has_score(page, 8, 0)
    press(page, "f", "4")
    has_score(page, 8, 4)
    press(page, "r", "Space")
    has_score(page, 8, 5)
    page.locator("#side0[data-turn=yes]").wait_for()
    table.do(CONCEDED)
    page.locator("#stage .ended").wait_for()
    table.do(BeginFrame())
    page.locator("#pad button").first.wait_for()


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["1", "8", "Foul, 4 away", "1", "Bo, 1", "Anna wins the frame", "Frame 2"]),
        ("it", ["1", "8", "Fallo, 4 all’avversario", "1", "Bo, 1", "Anna vince la partita", "Partita 2"]),
        ("sv", ["1", "8", "Foul, 4 till motståndaren", "1", "Bo, 1", "Anna vinner framet", "Frame 2"]),
        ("zh", ["1", "8", "犯规，罚 4 分", "1", "Bo，1 分", "Anna 赢得本局", "第 2 局"]),
    ],
)
def test_the_calls_and_the_score_are_said(
    browser: "Browser", table: Table, port: int, lang: str, said: list[str]
) -> None:
    with page_of(browser, 1280, 800) as page:
        opened(page, port, lang, "all")
        play(page, table)
        hears(page, *said)


def test_it_is_off_at_first_and_a_key_asks_for_the_break(browser: "Browser", table: Table, port: int) -> None:
    with page_of(browser, 768, 1024) as page:
        opened(page, port, "en")
        press(page, "r", "k")
        has_score(page, 8, 0)
        assert heard(page) == []
        press(page, "s")
        hears(page, "8")
        press(page, "Space")
        page.locator("#side1[data-turn=yes]").wait_for()
        press(page, "s")
        hears(page, "8", "0, 8")


def test_the_break_alone_is_said_where_no_more_is_wanted(browser: "Browser", table: Table, port: int) -> None:
    with page_of(browser, 1280, 800) as page:
        opened(page, port, "en", "break")
        play(page, table)
        hears(page, "1", "8", "1")


def test_a_correction_is_said_with_the_score(browser: "Browser", table: Table, port: int) -> None:
    with page_of(browser, 1280, 800) as page:
        opened(page, port, "en", "all")
        press(page, "r", "k")
        has_score(page, 8, 0)
        undo(page)
        has_score(page, 1, 0)
        hears(page, "1", "8", "Corrected: 1, 0")


def test_mode_and_volume_are_chosen_in_the_menu_and_kept(browser: "Browser", table: Table, port: int) -> None:
    with page_of(browser, 390, 844) as page:
        opened(page, port, "it")
        page.locator("#openMatch").click()
        expect(page.locator("[name=voice]")).to_have_value("off")
        page.locator("[name=voice]").select_option("all")
        page.locator("[name=volume]").fill("0.3")
        press(page, "Escape")
        page.reload()
        page.locator("#pad button").first.wait_for()
        page.locator("#pad [data-do=red]").click()
        has_score(page, 1, 0)
        wait_until(lambda: page.evaluate("window.heard") == [["1", "it-IT", 0.3]], "it is said")
