"""Where people at the desk were led astray: letters, focus, the book, what a camera asks, addresses that are none."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import doubtful
import pytest
from browsing import client_of, page_of
from playwright.sync_api import expect
from test_desk import LIE, RED_SEEN, has_score, press, undo

from tests.servers import wait_until
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.table.ball import SNOOKER
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.steps import ByHand, See
from tracker.rules.desk import Fouled, Scored
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LETTERS = "async (lang) => (await import('/web/words/words.js')).wordsOf(lang).letters"
KEYS = "async () => (await import('/web/desk/keys/keys.js')).DEFAULTS"
BLUE_FIRST = replace(doubtful.stroke(1, "blue"), doubts=())


@pytest.fixture(params=[(390, 844), (768, 1024), (1280, 800)], ids=["phone", "tablet", "desktop"])
def desk(browser: "Browser", table: Table, port: int, request: pytest.FixtureRequest) -> "Iterator[Page]":
    with page_of(browser, *request.param) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.locator("#pad button").first.wait_for()
        yield opened


def test_a_ball_carries_the_letter_of_its_key(desk: "Page") -> None:
    keys = desk.evaluate(KEYS)
    for lang in ("en", "it", "sv"):
        letters = desk.evaluate(LETTERS, lang)
        assert [letters[ball] for ball in SNOOKER] == [keys[ball].upper() for ball in SNOOKER]
    chinese = desk.evaluate(LETTERS, "zh")
    assert len({chinese[ball] for ball in SNOOKER}) == len(SNOOKER)
    brown = desk.locator("#pad .padKey", has_text="Brown")
    expect(brown.locator("kbd")).to_have_text("B")


def test_keys_score_again_once_a_dialog_is_closed(desk: "Page") -> None:
    for opened in ("#openMatch", "#openKeys", "#openMore"):
        desk.locator(opened).click()
        desk.locator("dialog[open]").wait_for()
        press(desk, "Escape")
        desk.locator("dialog[open]").wait_for(state="detached")
        press(desk, "r", "Space")
        desk.locator("#book .line[data-number]").nth(1).wait_for()
        expect(desk.locator("dialog[open]")).to_have_count(0)
        undo(desk)
        undo(desk)
        has_score(desk, 0, 0)


def test_a_corrected_entry_is_struck_and_the_score_stands_with_what_corrects_it(desk: "Page", table: Table) -> None:
    table.do(ByHand(deed=Scored(potted=("red",))))
    table.do(ByHand(deed=Scored(potted=("black",))))
    table.do(ByHand(deed=Scored(potted=("pink",)), instead=2))
    has_score(desk, 7, 0)
    old, new = (desk.locator(f"#book .line[data-number='{number}']") for number in (2, 3))
    expect(desk.locator("#book li.fallen")).to_have_count(1)
    expect(old).to_contain_text("corrected by 3")
    expect(old.locator(".score")).to_have_text("")
    expect(new.locator(".score")).to_have_text("7–0")
    old.click()
    expect(desk.locator("#book").get_by_role("button", name="Undo")).to_have_count(0)


def test_each_row_of_the_book_names_who_was_at_the_table(desk: "Page", table: Table) -> None:
    for deed in (Scored(potted=("red",)), Fouled(points=4), Scored()):
        table.do(ByHand(deed=deed))
    desk.locator("#book .line[data-number='3']").wait_for()
    expect(desk.locator("#book .player")).to_have_text(["Bo", "Anna", "Anna"])


def test_what_waits_is_judged_anew_once_the_suggestion_before_it_is_refused(desk: "Page", table: Table) -> None:
    table.do(replace(doubtful.BEGIN, abandon=True))
    blue_first = (BLUE_FIRST, doubtful.table(6, doubtful.CUE[1]), 0.0, "")
    table.do(doubtful.seen(doubtful.table(6, doubtful.CUE[0]), blue_first))
    table.do(doubtful.quiet(2, 1)[0])
    desk.locator(".ask").nth(1).wait_for()
    press(desk, "x")
    desk.locator(".ask.first h3", has_text="Stroke 2").wait_for()
    press(desk, "Enter")
    desk.get_by_text("Nothing waits for you.").wait_for()
    expect(desk.locator("#trouble")).to_have_text("")


def test_after_the_cameras_foul_and_a_miss_the_balls_can_be_put_back(desk: "Page", table: Table) -> None:
    before = doubtful.table(15, doubtful.CUE[0])
    reading = (BLUE_FIRST, doubtful.table(15, doubtful.CUE[1]), 0.0, "")
    table.do(doubtful.seen(before, reading))
    desk.locator(".ask.first .accept").wait_for()
    press(desk, "Enter")
    desk.get_by_text("All balls go back").wait_for()
    expect(desk.locator(".ghosts circle")).to_have_count(1)


def test_what_is_asked_of_a_foul_is_said_above_the_answers_and_not_called_certain(desk: "Page", table: Table) -> None:
    blue_first = replace(RED_SEEN, first_hit=("blue",), potted=())
    table.do(See(seen=Alternatives.certain(blue_first, LIE)))
    card = desk.locator(".ask.first")
    card.get_by_text("Was it a miss?").wait_for()
    expect(card).not_to_contain_text("100 %")
    expect(card.locator(".accept")).to_contain_text("Miss to be said")
    expect(card.locator("[data-about='said']").last).to_contain_text("no miss")
    asked, answers = card.locator(".asked").bounding_box(), card.locator(".nearest").bounding_box()
    assert asked is not None
    assert answers is not None
    assert asked["y"] < answers["y"]


def test_an_address_that_is_none_shows_a_page_in_a_browser_and_words_to_a_program(
    browser: "Browser", table: Table, port: int
) -> None:
    with page_of(browser, 390, 844) as opened:
        for path in ("/boards", "/desk/9", "/web/nothing.js"):
            answer = opened.goto(f"http://127.0.0.1:{port}{path}")
            assert answer is not None
            assert answer.status == 404
            opened.get_by_role("link", name="To the first screen").wait_for()
            opened.get_by_text(path, exact=True).wait_for()
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    with client_of(create_app(hall)) as client:
        assert "refused" in client.get("/desk/9").json()
        assert client.get("/api/tables/9/state", headers={"accept": "text/html"}).json()["refused"]


@pytest.mark.parametrize(
    ("lang", "words"), [("it", "Nera: non è accesa"), ("sv", "Svart är inte spelbar"), ("zh", "黑球不是活球")]
)
def test_a_refusal_is_in_the_language_of_the_desk(
    browser: "Browser", table: Table, port: int, lang: str, words: str
) -> None:
    with page_of(browser, 768, 1024) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang={lang}")
        opened.locator("#pad button").first.wait_for()
        press(opened, "k")
        opened.locator("#trouble", has_text=words).wait_for()


def test_the_titles_of_the_rulebooks_are_in_the_language_of_the_page(
    browser: "Browser", table: Table, port: int
) -> None:
    with page_of(browser, 390, 844) as opened:
        opened.goto(f"http://127.0.0.1:{port}/?lang=it")
        opened.locator("#rulebook option", has_text="regole ufficiali WPBSA, settembre 2024").first.wait_for(
            state="attached"
        )


@pytest.mark.parametrize(("path", "ready"), [("/", "form"), ("/overlay/1", ".points")])
def test_chinese_is_readable_on_a_machine_without_a_chinese_font(
    browser: "Browser", table: Table, port: int, path: str, ready: str
) -> None:
    with page_of(browser, 390, 844) as opened:
        opened.goto(f"http://127.0.0.1:{port}{path}?lang=zh")
        opened.locator(ready).first.wait_for()
        loaded = """async () => (await document.fonts.load('16px "Cuewatch SC"', '斯诺克')).map((one) => one.status)"""
        wait_until(lambda: opened.evaluate(loaded) == ["loaded"], "the font is there")
