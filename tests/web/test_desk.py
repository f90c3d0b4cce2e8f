"""The referee's desk: a frame by keys, undoing with what it changes, and what is suggested, at one tap each."""

import re
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import doubtful
import pytest
from browsing import BEGIN, client_of, page_of, served
from playwright.sync_api import expect
from starlette.testclient import TestClient

from tracker.domain.book.setup import Setup
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Memory
from tracker.live.table.showing import referee_state
from tracker.live.table.table import Moment, Table
from tracker.match.book.entries import Called, Header
from tracker.match.desk.desk import Desk, Policy
from tracker.match.frames import Match
from tracker.match.steps import AcceptSuggestion, Amend, BeginFrame, BeginMatch, ByHand, MakeCalls, See, Step
from tracker.rules import shelf
from tracker.rules.desk import Scored
from tracker.rules.snooker.frame.calls import After, Foul, Played
from tracker.show.plan import Plan, table_sheet
from tracker.store.kits import find_kit
from tracker.web.application import create_app
from tracker.web.hall.hall import About, hall_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

LIE = Standing(
    at_us=9_000_000,
    places=(
        Place(ball="white", at=Point(700.0, 900.0), sd_mm=2.0),
        *(Place(ball="red", at=Point(800.0 + 60 * n, 2700.0), sd_mm=2.0) for n in range(14)),
        Place(ball="black", at=Point(889.0, 3245.0), sd_mm=2.0),
    ),
)
RED_SEEN = Stroke(
    number=1, began_us=1_000_000, ended_us=9_000_000, cue_ball="white", origin=Point(889.0, 600.0), first_hit=("red",),
    cushions=(Bounce(at_us=2_000_000, ball="white", cushion="top", sure=1.0),),
    potted=(Pot(at_us=3_000_000, ball="red", pocket="top-left", sure=0.97),),
)  # fmt: skip
SIZES = """all => all.map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return Math.min(width, height);
})"""


def match_at(table: Table) -> Match:
    assert table.moment.match is not None
    return table.moment.match


def narrowest(buttons: "Locator") -> float:
    """Return the least width or height of what is to be touched, in px: all at one moment, for pages draw anew."""
    return float(min(buttons.evaluate_all(SIZES)))


def desk_at(table: Table) -> Desk[Any]:
    return match_at(table).frame.desk


@pytest.fixture
def desk(browser: "Browser", table: Table, port: int) -> "Iterator[Page]":
    with page_of(browser, 1280, 800) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.locator("#pad button").first.wait_for()
        yield opened


def has_score(desk: "Page", first: int, second: int) -> None:
    for side, points in enumerate((first, second)):
        expect(desk.locator(f"#side{side} .points")).to_have_text(str(points))


def press(desk: "Page", *keys: str) -> None:
    for key in keys:
        desk.keyboard.press(key)


def undo(desk: "Page") -> None:
    """Take back the newest entry, once it is seen what that changes."""
    press(desk, "z")
    desk.locator("#change[open]").wait_for()
    press(desk, "z")
    desk.locator("#change[open]").wait_for(state="detached")
    expect(desk.locator("#pad [data-do=redo]")).to_be_enabled()


def test_a_frame_is_scored_by_keys_alone(desk: "Page", table: Table) -> None:
    press(desk, *"rkrb", "Space")
    has_score(desk, 13, 0)
    press(desk, "r", "5", "f", "6", "8")
    has_score(desk, 19, 6)
    desk.locator("[data-mark=free_ball][aria-pressed=true]").wait_for()  # it is a step of its own, after the foul
    assert desk_at(table).position.free_ball
    press(desk, "b", "k", "+", "r", "1", "Enter")
    has_score(desk, 29, 6)
    assert desk_at(table).position.reds == 10


def test_a_key_means_what_the_screen_shows_once_the_keys_before_it_have_done_their_work(
    desk: "Page", table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    does = table.do

    def slowly(step: Step, seen: tuple[int, int] | None = None, once: str = "") -> Moment:
        time.sleep(0.1)
        return does(step, seen, once)

    monkeypatch.setattr(table, "do", slowly)
    press(desk, *"rkzzy")  # the first z asks what undoing the black changes, the next one does it; y is then the yellow
    has_score(desk, 3, 0)
    lines = [line for line in referee_state(table.moment).book if line.stands and line.calls]
    assert [line.calls[-1]["potted"] for line in lines] == [["red"], ["yellow"]]


@pytest.mark.parametrize(
    ("rulebook", "keys", "score"),
    [
        ("billiards-2024", [*"ri", "+", *"ri", "Enter", "f", "2"], (12, 2)),
        ("novuss-2015", [*"pp", "Space", *"p"], (2, 1)),
    ],
)
def test_the_other_games_have_keys_of_their_own(
    desk: "Page", table: Table, rulebook: str, keys: list[str], score: tuple[int, int]
) -> None:
    kit = {"billiards-2024": "billiards-12ft", "novuss-2015": "novuss"}[rulebook]
    table.do(BeginMatch(header=Header(rulebook=rulebook, table=kit, setup=Setup(names=("Anna", "Bo"))), abandon=True))
    desk.locator("[data-do='cannon'], [data-do='puck']").first.wait_for()
    press(desk, *keys)
    has_score(desk, *score)
    is_of_pucks = rulebook == "novuss-2015"
    expect(desk.get_by_text("Series", exact=False)).to_have_count(int(is_of_pucks))
    expect(
        desk.locator("[data-do=several]", has_text="Several pucks" if is_of_pucks else "Several balls")
    ).to_have_count(1)


def test_the_beginning_of_a_frame_is_corrected_once_it_is_seen_what_that_changes(desk: "Page", table: Table) -> None:
    desk.get_by_role("button", name="Match").click()
    expect(desk.get_by_label("Who plays first")).to_have_value("0")
    desk.get_by_label("Who plays first").select_option("1")
    desk.get_by_role("button", name="Correct this frame").click()
    desk.locator("#change").get_by_text("Bo").wait_for()
    desk.get_by_role("button", name="Do it").click()
    desk.locator("#side1[data-turn=yes]").wait_for()
    assert match_at(table).frame.header.setup.starter == 1


def test_what_an_undoing_changes_is_shown_before_it_is_done(desk: "Page", table: Table) -> None:
    press(desk, *"rk")
    has_score(desk, 8, 0)
    press(desk, "z")
    change = desk.locator("#change")
    change.get_by_text("8–0").wait_for()
    expect(change.locator("b", has_text="1–0")).to_have_count(1)
    press(desk, "Escape")
    has_score(desk, 8, 0)
    press(desk, "z")
    change.get_by_text("8–0").wait_for()
    press(desk, "Enter")
    has_score(desk, 1, 0)
    press(desk, "Control+y")
    change.get_by_text("8–0").wait_for()
    press(desk, "y")
    has_score(desk, 8, 0)
    desk.locator("#book .line").last.click()
    change.get_by_role("heading", name="Back to the beginning").wait_for()
    expect(change.locator("ul li")).to_have_count(2)
    change.get_by_role("button", name="Do it").click()
    has_score(desk, 0, 0)


def test_an_earlier_entry_is_corrected_by_a_key(desk: "Page", table: Table) -> None:
    press(desk, *"rkr")
    has_score(desk, 9, 0)
    desk.locator("#book .line[data-number='2']").click()
    desk.locator("#book").get_by_role("button", name="Amend").click()
    press(desk, "p")
    desk.locator("#change").get_by_role("button", name="Do it").click()
    has_score(desk, 8, 0)


def test_a_refusal_is_one_clear_line(desk: "Page", table: Table) -> None:
    press(desk, "k")
    desk.get_by_role("alert").get_by_text("black is not on").wait_for()
    press(desk, "r")
    has_score(desk, 1, 0)
    expect(desk.get_by_role("alert")).to_have_text("")


def test_a_suggestion_is_accepted_and_the_balls_lie_as_they_were_seen(desk: "Page", table: Table) -> None:
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    card = desk.locator(".ask.first")
    card.get_by_text("99 %").wait_for()
    expect(card.locator(".why")).to_contain_text("potted")
    expect(desk.locator(".lying")).to_have_count(16)
    card.get_by_role("button", name="Accept").click()
    has_score(desk, 1, 0)
    desk.get_by_text("Nothing waits for you.").wait_for()


def test_an_unsure_suggestion_asks_and_is_answered_by_the_nearest_alternative(desk: "Page", table: Table) -> None:
    doubt = Doubt(about="first_hit", why="two candidates within 4 ms", candidates=(("brown",), ("red",)))
    brown = replace(RED_SEEN, first_hit=("brown",), first_hit_sure=0.58, doubts=(doubt,))
    readings = (Reading(stroke=brown, standing=LIE, log_odds=5.0), Reading(stroke=RED_SEEN, standing=LIE, log_odds=0.0))
    table.do(See(seen=Alternatives(readings=readings)))
    card = desk.locator(".ask.first")
    (waiting,) = referee_state(table.moment).waiting
    assert waiting.advice[0].sure < 0.95
    card.get_by_text(f"{100 * waiting.advice[0].sure:.0f} %").wait_for()
    expect(card.get_by_text("Please look").first).to_be_attached()
    nearest = card.locator(".nearest [data-about]").first
    expect(nearest).to_have_text("RRed hit firstR 1")
    expect(card.locator("[data-about='price']")).to_have_text(["5", "6", "7"])
    nearest.click()
    has_score(desk, 1, 0)
    assert desk_at(table).waiting == ()


@pytest.fixture
def policy_desk(browser: "Browser", port: int) -> "Iterator[tuple[Page, Table]]":
    with served(Memory(), port, policy=Policy()) as hall, page_of(browser, 1280, 800) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.get_by_text("No match at this table").wait_for()
        yield opened, hall.table("1")


@pytest.mark.parametrize(
    ("answer", "score"),
    [("tap", (0, 5)), ("d", (0, 0)), ("e", (0, 5))],
    ids=["a tap", "key of one", "key of the other"],
)
def test_what_stays_even_is_asked_with_both_scores_and_answered_at_once(
    policy_desk: "tuple[Page, Table]", answer: str, score: tuple[int, int]
) -> None:
    desk, table = policy_desk
    for step in (doubtful.BEGIN, doubtful.EVEN, *doubtful.quiet(2, 7)):
        table.do(step)
    card = desk.locator(".question")
    card.get_by_text("(0–0), or blue hit first").wait_for()
    expect(card.locator("[data-option] b")).to_have_text(["0–0", "Foul and a miss 5", "0–5"])
    card.locator("[data-option='other']").click() if answer == "tap" else press(desk, answer)
    has_score(desk, *score)
    card.wait_for(state="detached")
    desk.locator("#book").get_by_text("by the referee").wait_for()
    assert desk_at(table).questions == ()


def test_a_stroke_that_is_told_just_then_takes_no_tap_away(policy_desk: "tuple[Page, Table]") -> None:
    desk, table = policy_desk
    told = iter((doubtful.BEGIN, doubtful.even(1), *doubtful.quiet(2, 2), doubtful.even(4), *doubtful.quiet(5, 7)))

    def meanwhile(route: "Route") -> None:
        table.do(next(told))
        route.continue_()

    desk.route("**/steps", meanwhile, times=1)  # long before the tap: what is sent at that very moment may slip past it
    while not (table.moment.match and desk_at(table).questions):
        table.do(next(told))
    assert [one.stroke for one in desk_at(table).questions] == [1]
    box = desk.locator(".question [data-option='other']").bounding_box()
    assert box is not None
    desk.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk.mouse.down()
    while len(desk_at(table).questions) == 1:
        table.do(next(told))
    desk.locator(f"#book [data-number='{referee_state(table.moment).book[-1].number}']").wait_for()
    assert [one.stroke for one in desk_at(table).questions] == [1, 4]  # the cards are drawn anew for that
    desk.mouse.up()
    expect(desk.locator(".question")).to_have_count(1)
    assert [one.stroke for one in desk_at(table).questions] == [4]
    has_score(desk, 0, 5)


def test_a_question_that_somebody_else_answered_is_not_answered_again(
    policy_desk: "tuple[Page, Table]",
) -> None:
    desk, table = policy_desk

    def meanwhile(route: "Route") -> None:
        (asked,) = desk_at(table).questions
        table.do(Amend(number=asked.called or 0, calls=asked.options[0].calls))
        route.continue_()

    desk.route("**/steps", meanwhile, times=1)  # long before a key: what is sent at that very moment may slip past it
    for step in (doubtful.BEGIN, doubtful.EVEN, *doubtful.quiet(2, 7)):
        table.do(step)
    desk.locator(".question [data-option='other']").wait_for()
    press(desk, "e")
    desk.locator("#trouble").get_by_text("look again").wait_for()
    has_score(desk, 0, 0)


def test_the_entry_that_was_shown_is_undone_though_a_stroke_is_called_before_that_is_confirmed(
    policy_desk: "tuple[Page, Table]",
) -> None:
    desk, table = policy_desk
    for step in (doubtful.BEGIN, doubtful.RED_IN):
        table.do(step)
    has_score(desk, 1, 0)
    press(desk, "z")
    desk.locator("#change[open]").wait_for()
    (safety,) = doubtful.quiet(2, 1)
    table.do(safety)
    press(desk, "z")
    has_score(desk, 0, 0)
    assert [line.stands for line in referee_state(table.moment).book if line.kind == "called"] == [False, True]


def test_the_book_marks_what_is_provisional_and_says_why_the_program_amended_itself(
    policy_desk: "tuple[Page, Table]",
) -> None:
    desk, table = policy_desk
    for step in (doubtful.BEGIN, doubtful.RED_IN, doubtful.PINK_UNSURE):
        table.do(step)
    desk.locator("#book .provisional").wait_for()
    desk.locator("#facts .provisional").wait_for()
    table.do(doubtful.PINK_BACK)
    has_score(desk, 8, 0)
    amended = desk.locator("#book .line", has_text="corrects 6")
    expect(amended.locator(".told")).to_have_text("the pink fell into the top-left pocket")
    expect(amended).to_contain_text("by itself")
    amended.click()
    desk.locator("#book").get_by_text("stroke 2: pink potted").wait_for()


@pytest.mark.parametrize("way", ["tap", "key"])
def test_all_that_is_certain_is_taken_at_once_up_to_what_is_not(desk: "Page", table: Table, way: str) -> None:
    for step in (replace(doubtful.BEGIN, abandon=True), doubtful.RED_IN, doubtful.PINK_UNSURE):
        table.do(step)
    button = desk.get_by_role("button", name="Take all that is certain")
    desk.locator("#certain b", has_text="1").wait_for()
    button.click() if way == "tap" else press(desk, "t")
    has_score(desk, 1, 0)
    button.wait_for(state="detached")
    nearest = desk.locator(".ask.first [data-about='read']").first
    expect(nearest).to_contain_text("the pink fell into the top-left pocket")
    nearest.click()
    has_score(desk, 7, 0)
    again: tuple[Step, ...] = (replace(doubtful.BEGIN, abandon=True), doubtful.EVEN, *doubtful.quiet(2, 1))
    for one in again:
        table.do(one)
    button.wait_for()
    expect(button).to_be_disabled()


def test_a_key_answers_what_waits_and_a_refusal_passes_it_over(desk: "Page", table: Table) -> None:
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    desk.get_by_text("Your key answers stroke 1").wait_for()
    press(desk, "Space")
    desk.get_by_text("Nothing waits for you.").wait_for()
    called = desk_at(table).book.entries[-1]
    assert isinstance(called, Called)
    assert called.about == 1
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    desk.locator(".ask.first").wait_for()
    press(desk, "x")
    desk.get_by_text("Nothing waits for you.").wait_for()
    has_score(desk, 0, 0)


def test_the_review_is_one_key_away_and_leads_back_to_the_entry_that_it_changes(
    desk: "Page", table: Table, port: int
) -> None:
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    table.do(AcceptSuggestion(number=2))
    press(desk, "v")
    desk.wait_for_url(f"http://127.0.0.1:{port}/review/1")
    desk.goto(f"http://127.0.0.1:{port}/desk/1?lang=en&amend=1.1")
    desk.get_by_text("Your key corrects entry 3").wait_for()
    desk.wait_for_url(f"http://127.0.0.1:{port}/desk/1?lang=en")


def test_keys_can_be_given_to_other_letters_and_are_kept(desk: "Page", table: Table) -> None:
    press(desk, "?")
    desk.locator("#help [data-key='red']").click()
    press(desk, "q")
    desk.locator("#help [data-key='red'] kbd", has_text="Q").wait_for()
    press(desk, "Escape")
    desk.reload()
    desk.locator("#pad button").first.wait_for()
    press(desk, "q", "k")
    has_score(desk, 8, 0)


def test_what_is_keyed_in_while_the_line_is_lost_is_sent_when_it_is_back(browser: "Browser", port: int) -> None:
    memory = Memory()
    with page_of(browser, 800, 1280) as opened:
        with served(memory, port) as hall:
            hall.table("1").do(BEGIN)
            opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
            opened.locator("#pad button").first.wait_for()
        opened.get_by_text("No connection: last known score").wait_for()
        press(opened, *"rk")
        opened.get_by_text("2 waiting to be sent").wait_for()
        with served(memory, port):
            has_score(opened, 8, 0)
            expect(opened.locator("#line")).to_have_text("")


def test_what_was_not_sent_outlives_the_page_and_is_not_given_to_another_one(browser: "Browser", port: int) -> None:
    memory = Memory()
    with page_of(browser, 390, 844) as opened, page_of(browser, 390, 844) as other:
        with served(memory, port) as hall:
            hall.table("1").do(BEGIN)
            for page in (opened, other):
                page.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
                page.locator("#pad button").first.wait_for()
        opened.get_by_text("No connection: last known score").wait_for()
        press(opened, *"rk")
        opened.get_by_text("2 waiting to be sent").wait_for()
        with served(memory, port) as hall:
            other.reload()
            opened.reload()
            has_score(opened, 8, 0)
            has_score(other, 8, 0)
            assert match_at(hall.table("1")).sequence == 2


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_every_target_is_48_px_and_nothing_is_wider_than_the_screen(
    browser: "Browser", table: Table, port: int, size: tuple[int, int]
) -> None:
    table.do(ByHand(deed=Scored(potted=("red",))))
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    with page_of(browser, *size) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=sv")
        opened.locator(".ask.first").wait_for()
        assert narrowest(opened.locator("button:visible, input:visible")) >= 48
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("names", [("Maximilian Oberhuber", "Giovanna Castellini"), ("Bo", "Wolfeschlegelsteinhausen")])
def test_names_are_whole_on_a_phone_in_the_head_and_on_the_sheet_of_conduct(
    browser: "Browser", port: int, names: tuple[str, str]
) -> None:
    whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1"
    with served(Memory(), port) as hall, page_of(browser, 390, 844) as opened:
        hall.table("1").do(BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=names, frames=3))))
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.locator("#pad button").first.wait_for()
        expect(opened.locator("header .name")).to_have_text(list(names))
        for name in opened.locator("header .name").all():
            assert name.evaluate(whole)
        press(opened, "q")
        for act in opened.locator("#more li .row button").all():
            assert act.evaluate(whole), act.text_content()


def test_a_match_is_begun_on_a_phone_without_scrolling_to_the_form(browser: "Browser", port: int) -> None:
    with served(Memory(), port), page_of(browser, 390, 844) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        begin = opened.get_by_role("button", name="Begin a match")
        begin.wait_for()
        box = begin.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844


def test_conduct_is_called_from_one_sheet_once_it_is_seen_what_it_ends(desk: "Page", table: Table) -> None:
    for _ in range(2):
        table.do(ByHand(deed=Scored()))
    press(desk, "q")
    warning = desk.locator("#more [data-act=unsporting][data-by='1']")
    expect(warning).to_have_text("Warning to Bo")
    assert narrowest(desk.locator("#more button:visible")) >= 48
    expect(desk.locator("#more li").first).to_contain_text("§ 4.1(a)")
    desk.locator("#more [data-ball=pink]").click()
    desk.locator("#more [data-act=ball-touched][data-by='0']", has_text="Foul 6").wait_for()
    warning.click()
    change = desk.locator("#change")
    change.get_by_text("The score stays as it is.").wait_for()
    change.get_by_role("button", name="Do it").click()
    desk.locator("#book").get_by_text("Warning to Bo").wait_for()
    press(desk, "q")
    warning.get_by_text("Bo loses the frame").click()
    change.get_by_text("The frame is over").wait_for()
    assert not match_at(table).frame.over
    change.get_by_role("button", name="Do it").click()
    desk.locator("#facts").get_by_text("Anna wins the frame").wait_for()
    desk.locator("#facts").get_by_text("frame awarded: unsporting").wait_for()
    press(desk, "q")
    desk.locator("#more [data-act=serious-unsporting][data-by='0']").click()
    change.get_by_role("button", name="Do it").click()
    desk.locator("#facts").get_by_text("frame awarded: unsporting; next frame awarded: unsporting").wait_for()
    table.do(BeginFrame())
    desk.locator("#facts").get_by_text("Bo wins the frame").wait_for()
    desk.locator("#facts").get_by_text("frame awarded before it began").wait_for()
    table.do(BeginFrame())
    press(desk, "q")
    desk.locator("#more [data-act=unsporting][data-by='0']", has_text="Anna loses the match").wait_for()


def test_what_is_put_right_is_called_from_the_sheet_once_a_ball_is_named(desk: "Page", table: Table) -> None:
    press(desk, "q")
    desk.locator("#more [data-ball=blue]").click()
    sheet, change = desk.locator("#more"), desk.locator("#change")
    sheet.get_by_role("heading", name="Put right, nobody pays").wait_for()
    expect(sheet.locator("li", has_text="Colour up by mistake")).to_contain_text("§ 3.7(b)")
    sheet.locator("[data-act=colour-spotted-in-error]", has_text="Taken off").click()
    change.get_by_role("button", name="Do it").click()
    desk.locator("#book").get_by_text("Taken off").wait_for()
    assert "blue" not in desk_at(table).position.colours
    press(desk, "q")
    sheet.locator("[data-ball=blue]").click()
    sheet.locator("[data-act=colour-missing]", has_text="Put up").click()
    change.get_by_role("button", name="Do it").click()
    desk.locator("#book").get_by_text("Put up").wait_for()
    assert "blue" in desk_at(table).position.colours


def test_a_time_out_sets_the_clocks_from_the_sheet(desk: "Page", table: Table) -> None:
    table.do(BeginMatch(header=Header(rulebook="shoot-out-2024", setup=Setup(names=("Anna", "Bo"))), abandon=True))
    desk.get_by_text("Remaining").first.wait_for()
    press(desk, "q")
    sheet, change = desk.locator("#more"), desk.locator("#change")
    sheet.get_by_label("Match clock, seconds").fill("125")
    sheet.get_by_label("Match clock, seconds").press("Tab")
    sheet.get_by_text("TIME OUT: match 2:05, stroke 0:00").click()
    change.get_by_role("button", name="Do it").click()
    desk.locator("#book").get_by_text("TIME OUT: match 2:05").wait_for()
    assert desk_at(table).position.clock.match_us == 125_000_000


def test_a_desk_without_a_match_offers_one(browser: "Browser", port: int) -> None:
    with served(Memory(), port) as hall, page_of(browser, 800, 1280) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.get_by_role("combobox", name="First player or side").fill("Anna")
        opened.get_by_role("combobox", name="Second player or side").fill("Bo")
        opened.get_by_role("button", name="Begin a match").click()
        opened.locator("#pad button").first.wait_for()
        assert match_at(hall.table("1")).frame.header.setup.names == ("Anna", "Bo")


def test_balls_are_put_back_with_what_is_missing_told_while_they_are_moved(desk: "Page", table: Table) -> None:
    white, red = Point(400.0, 500.0), Point(300.0, 2700.0)
    before = (Place(ball="white", at=white, sd_mm=2.0), Place(ball="red", at=red, sd_mm=2.0))
    left = (replace(before[0], at=Point(1200.0, 900.0)), before[1])
    table.do(MakeCalls(calls=(Played(points=0, after=After(lie=before)),)))
    table.do(MakeCalls(calls=(Foul(points=4, miss=True, after=After(lie=left)),)))
    desk.get_by_text("All balls go back: 1 to go").wait_for()
    expect(desk.locator(".backs li").first).to_contain_text("894 mm off")
    desk.get_by_role("button", name="Balls put back, plays again").click()
    desk.get_by_role("heading", name="Balls back where they were").wait_for()
    desk.get_by_text("No camera sees the balls now").wait_for()
    near = replace(before[0], at=Point(407.0, 500.0))
    table.balls_lie(Standing(at_us=1, places=(near, before[1])))
    desk.get_by_text("left 7").wait_for()
    expect(desk.locator(".unseen")).to_have_count(0)
    expect(desk.locator(".ghosts circle")).to_have_count(1)
    table.balls_lie(Standing(at_us=2, places=before))
    desk.get_by_text("All are back").wait_for()
    expect(desk.locator(".ghosts circle")).to_have_count(0)


def test_after_a_miss_keyed_by_hand_the_balls_may_be_put_back_or_it_is_said_why_not(desk: "Page", table: Table) -> None:
    def lying(x_mm: float, moving: Collection[str] = ()) -> None:
        places = (Place(ball="white", at=Point(x_mm, 500.0), sd_mm=2.0), *LIE.places[1:])
        table.balls_lie(Standing(at_us=round(x_mm), places=places), frozenset(moving))

    press(desk, "Space")
    expect(desk.locator("body")).to_have_text(re.compile(r"At the table\s*Bo"))
    lying(400.0)
    lying(600.0, {"white"})
    lying(1200.0)
    press(desk, "f", "m", "4")
    has_score(desk, 4, 0)
    desk.get_by_text("All balls go back: 1 to go").wait_for()
    expect(desk.locator(".backs li").first).to_contain_text("800 mm off")
    expect(desk.locator(".ghosts circle")).to_have_count(1)
    desk.get_by_role("button", name="Balls put back, plays again").click()
    desk.get_by_role("heading", name="Balls back where they were").wait_for()
    lying(400.0, {"white"})
    lying(400.0)
    desk.get_by_text("All are back").wait_for()
    lying(900.0, {"white"})
    lying(900.0)
    press(desk, "f", "m", "4")
    has_score(desk, 8, 0)
    desk.get_by_text("All balls go back: 1 to go").wait_for()
    expect(desk.locator(".backs li").first).to_contain_text("500 mm off")
    desk.get_by_role("button", name="Plays as it lies").click()
    press(desk, "f", "m", "4")
    has_score(desk, 8, 4)
    desk.get_by_text("Where the balls lay is not known: the camera saw no stroke since the last call.").wait_for()


@pytest.fixture
def asked() -> Iterator[tuple[Table, TestClient]]:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    with client_of(create_app(hall)) as client:
        yield hall.table("1"), client


def test_the_desk_and_its_empty_table_are_served(asked: tuple[Table, TestClient]) -> None:
    table, client = asked
    assert client.get("/desk/1").headers["content-type"].startswith("text/html")
    assert client.get("/desk/9").status_code == 404
    drawing = client.get("/api/tables/1/plan.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert 'data-radius="26.2"' in drawing.text
    table.do(BeginMatch(header=Header(rulebook="novuss-2015", table="novuss")))
    assert 'data-radius="26.2"' not in client.get("/api/tables/1/plan.svg").text


TWO_GAMES = {
    "1": About(rulebook="snooker-2024", kit="snooker-10ft"),
    "2": About(rulebook="novuss-2015", kit="novuss"),
    "3": About(rulebook="billiards-2024", kit="snooker-12ft"),
}
"""What a club may say of its tables: at the last the game is played with other balls than the kit that is named."""


@pytest.mark.parametrize(("table", "kit"), [("1", "snooker-10ft"), ("2", "novuss"), ("3", "billiards-12ft")])
def test_each_table_offers_its_own_rulebook_and_draws_what_that_is_played_on(table: str, kit: str) -> None:
    hall = replace(hall_of([Table(name, Memory(), lambda: 7) for name in TWO_GAMES], lambda: 7, "snooker-2024"),
                   about=TWO_GAMES)  # fmt: skip
    client = client_of(create_app(hall))
    books = client.get("/api/rulebooks").json()
    assert [book["name"] for book in books if table in book["offered_at"]] == [TWO_GAMES[table].rulebook]
    played = shelf.find(TWO_GAMES[table].rulebook, find_kit(kit))
    drawn = table_sheet(Plan(kit=played.kit, upright=False, seats=played.seats(Setup())))
    assert client.get(f"/api/tables/{table}/plan.svg").text == drawn


def test_the_lie_is_the_referees_alone(asked: tuple[Table, TestClient]) -> None:
    table, client = asked
    table.do(BEGIN)
    assert client.get("/api/tables/1/referee").json()["lie"] is None
    table.do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    assert len(client.get("/api/tables/1/referee").json()["lie"]["balls"]) == 16
    assert "lie" not in client.get("/api/tables/1/state").json()


def test_a_match_is_begun_under_the_rulebook_of_its_table(browser: "Browser", port: int) -> None:
    with (
        served(Memory(), port, names=tuple(TWO_GAMES), about=TWO_GAMES) as hall,
        page_of(browser, 1280, 800) as opened,
    ):
        opened.goto(f"http://127.0.0.1:{port}/?lang=en")
        for table, about in TWO_GAMES.items():
            opened.locator("#table").select_option(table)
            expect(opened.locator("[name=rulebook]")).to_have_value(about.rulebook)
        opened.goto(f"http://127.0.0.1:{port}/desk/2?lang=en")
        expect(opened.locator("[name=rulebook]")).to_have_value("novuss-2015")
        for name in ("first", "second"):
            opened.locator(f"[name={name}]").fill(name)
        opened.get_by_role("button", name="Begin a match").click()
        opened.locator("#pad button").first.wait_for()
        header = match_at(hall.table("2")).frame.header
        assert (header.rulebook, header.table) == ("novuss-2015", "novuss")


def test_a_game_of_billiards_begins_to_so_many_points_and_to_time(browser: "Browser", port: int) -> None:
    with served(Memory(), port) as hall, page_of(browser, 1280, 800) as opened:
        opened.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        opened.get_by_role("button", name="Begin a match").wait_for()
        expect(opened.get_by_label("Points that win")).not_to_be_visible()
        opened.locator("[name=rulebook]").select_option("billiards-2024")
        for name, text in {"first": "Anna", "second": "Bo", "target": "300", "minutes": "60"}.items():
            opened.locator(f"[name={name}]").fill(text)
        opened.get_by_role("button", name="Begin a match").click()
        opened.locator("#pad button").first.wait_for()
        setup = match_at(hall.table("1")).frame.header.setup
        assert (setup.names, setup.target, setup.time_limit_s) == (("Anna", "Bo"), 300, 3600)
