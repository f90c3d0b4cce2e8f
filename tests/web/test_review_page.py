"""The page of the review: exact pictures by number, moments by key, two pictures against each other, the verdict."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import free_port, page_of, served
from playwright.sync_api import expect
from reviewing import Archive, incident, shade, stroke
from test_axe import serious
from test_desk import narrowest

from tests.servers import wait_until
from tracker.domain.book.setup import Setup
from tracker.domain.roles import Role
from tracker.live.table.keeping import Memory
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch
from tracker.store.database.opening import open_database
from tracker.store.database.users import User, keep_user
from tracker.web.access.door import Door
from tracker.web.access.secrets import hashed_password

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PASSWORD = "a long enough word"
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"))))
MIDDLE = """() => {
  const canvas = document.querySelector("#stage canvas");
  return canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[1];
}"""
RIMS = """() => ["svg.marks .label", "#stage"]
    .map(one => document.querySelector(one).getBoundingClientRect().toJSON())"""
WATCH = """() => {
  window.seen = [];
  new MutationObserver(() => seen.push(Number(document.querySelector("#stage").dataset.shown)))
    .observe(document.querySelector("#stage"), { attributeFilter: ["data-shown"] });
}"""


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    port = free_port()
    with served(Memory(), port) as hall:
        hall.table("1").do(BEGIN)
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def archive() -> Archive:
    return Archive(strokes=[stroke(1), stroke(2)])


@pytest.fixture
def page(browser: "Browser", home: str, archive: Archive) -> "Iterator[Page]":
    with page_of(browser, 1280, 800) as opened:
        archive.stand_in(opened)
        opened.goto(f"{home}/review/1?lang=en&epoch=1&sequence=2&picture=110")
        shows(opened, 110)
        yield opened


def shows(page: "Page", *numbers: int) -> None:
    page.locator(f"#stage[data-shown='{' '.join(map(str, numbers))}']").wait_for()


def press(page: "Page", *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# Through the pictures


def test_each_step_shows_exactly_the_next_picture_under_its_number(page: "Page", archive: Archive) -> None:
    press(page, ".", ".", ".")
    shows(page, 113)
    expect(page.locator("#number")).to_have_value("113")
    assert page.evaluate(MIDDLE) == pytest.approx(shade(113), abs=1)
    press(page, ",")
    shows(page, 112)
    assert page.evaluate(MIDDLE) == pytest.approx(shade(112), abs=1)
    assert {110, 111, 112, 113} <= set(archive.asked)
    assert len(archive.asked) == len(set(archive.asked))


def test_a_picture_is_gone_to_by_its_number_and_found_again_after_a_reload(page: "Page") -> None:
    page.fill("#number", "141")
    press(page, "Enter")
    shows(page, 141)
    assert page.evaluate(MIDDLE) == pytest.approx(shade(141), abs=1)
    page.wait_for_url("**picture=141*")
    page.reload()
    shows(page, 141)


def test_no_picture_stands_under_the_number_of_another(page: "Page", archive: Archive) -> None:
    held = archive.pictures
    archive.pictures = lambda number: b"no picture" if number == 133 else held(number)
    page.reload()  # it may have been asked for ahead of time, as those are that may be looked at soon
    shows(page, 110)
    page.fill("#number", "133")
    press(page, "Enter")
    page.get_by_text("Picture 133 cannot be had").wait_for()
    expect(page.locator("#tag")).to_have_text("110")
    expect(page.locator("#stage")).to_have_attribute("data-shown", "110")


def test_a_letter_goes_to_the_incident_that_bears_it_and_again_to_the_next(page: "Page") -> None:
    for key, number in (("c", 118), ("c", 131), ("c", 118), ("b", 125), ("p", 140), ("t", 102), ("r", 155), ("n", 102)):
        press(page, key)
        shows(page, number)
    press(page, "n")
    shows(page, 118)
    press(page, "Shift+C")
    shows(page, 131)
    press(page, "Shift+N")
    shows(page, 125)
    press(page, "x")
    page.get_by_role("status").get_by_text("Off the table: not in this stroke").wait_for()
    shows(page, 125)


def test_it_goes_round_between_in_and_out(page: "Page") -> None:
    press(page, "i", ".", ".", ".", "o")
    page.evaluate(WATCH)
    press(page, "l")
    # A busy machine shows some pictures of a round only: it goes round until it showed them all.
    rounds = "() => seen.filter(number => number === 113).length > 1 && new Set(seen).size >= 4"
    wait_until(lambda: page.evaluate(rounds), "it went round more than once")
    press(page, "k")
    assert set(page.evaluate("seen")) == {110, 111, 112, 113}


def test_again_is_faster_and_the_pace_is_kept(page: "Page") -> None:
    press(page, "g", "g", "l", "l")
    expect(page.locator(".speed")).to_have_text("½×")
    press(page, "k")
    expect(page.locator(".speed")).to_have_text("¼×")
    page.evaluate(WATCH)
    press(page, "j")
    wait_until(lambda: page.evaluate("seen.length > 3"), "it plays")
    press(page, "k")
    seen = page.evaluate("seen")
    assert seen == sorted(seen, reverse=True)


def test_few_pictures_are_kept_where_they_are_large(page: "Page") -> None:
    kept = """async () => {
      const { picturesOf, roomFor } = await import("/web/review/pictures/pictures.js");
      const pictures = picturesOf(number => `/api/tables/1/strokes/1/2/pictures/${number}.jpg`, 5, () => {});
      for (let number = 100; number < 140; number += 1) {
        pictures.want([number, number + 1, number + 2]);
        while (!pictures.get(number)) await new Promise(done => setTimeout(done, 5));
      }
      return [Math.max(...pictures.numbers()) >= 139, pictures.numbers().length <= 5, roomFor(3840, 2160)];
    }"""
    assert page.evaluate(kept) == [True, True, 12]


# Marks, zoom, two pictures


def test_marks_tell_time_sureness_and_margin_and_each_kind_can_be_left_out(page: "Page") -> None:
    press(page, "c")
    shows(page, 118)
    label = page.locator(".marks .label")
    expect(label).to_have_text(["Contact · +0.720 s · 93 % sure · margin 4 ms"])
    expect(page.locator(".marks .ring")).to_have_count(3)
    page.locator("[data-layer=touch]").click()
    expect(label).to_have_count(0)
    press(page, "7")
    expect(page.locator(".marks .ring")).to_have_count(0)
    expect(page.locator(".marks .shape-pot")).to_have_count(1)
    press(page, "m")
    expect(page.locator(".marks .shape, .marks .nose")).to_have_count(0)
    press(page, "m", "p", ".")
    shows(page, 141)
    expect(page.locator(".marks .ring")).to_have_count(2)  # the red that was potted is on the table no more


def test_it_is_zoomed_by_wheel_fingers_and_keys_and_a_double_click_shows_all(page: "Page") -> None:
    def width() -> float:
        box = page.get_attribute("#stage .marks", "viewBox")
        assert box is not None
        return float(box.split()[2])

    whole = width()
    page.mouse.move(400, 300)
    page.mouse.wheel(0, -400)
    expect(page.locator("#stage")).to_have_attribute("data-zoomed", "yes")
    assert width() < whole / 1.5
    page.mouse.dblclick(400, 300)
    assert width() == whole
    press(page, "+", "+")
    assert width() == pytest.approx(whole / 1.4**2)
    press(page, "z")
    assert width() == pytest.approx(whole / 5)
    press(page, "0")
    pinch = """() => {
      const stage = document.querySelector("#stage");
      stage.setPointerCapture = () => {};
      const finger = (type, pointerId, clientX) =>
        stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 300 }));
      finger("pointerdown", 1, 400);
      finger("pointerdown", 2, 500);
      finger("pointermove", 2, 600);
      finger("pointerup", 1, 400);
      finger("pointerup", 2, 600);
    }"""
    page.evaluate(pinch)
    assert width() == pytest.approx(whole / 2)


def test_two_pictures_are_blended(page: "Page") -> None:
    press(page, "a")
    page.fill("#number", "150")
    press(page, "Enter", "s", "d")
    shows(page, 110, 150)
    assert page.evaluate(MIDDLE) == pytest.approx((shade(110) + shade(150)) / 2, abs=2)
    page.locator("#mix").fill("100")
    wait_until(lambda: page.evaluate(MIDDLE) > shade(150) - 3, "only the second picture is seen")
    press(page, "Escape", "d")
    shows(page, 150)


def test_two_pictures_blink_and_only_by_hand_where_less_movement_is_asked_for(page: "Page") -> None:
    page.evaluate(WATCH)
    press(page, "a", ".", ".", "f")
    wait_until(lambda: page.evaluate("seen.filter(number => number === 110).length > 1"), "they blink")
    press(page, "f")
    page.emulate_media(reduced_motion="reduce")
    shows(page, 112)
    press(page, "f")
    shows(page, 110)
    page.wait_for_timeout(600)
    shows(page, 110)
    press(page, "f")
    shows(page, 112)


def test_the_timeline_goes_to_the_nearest_incident_above_and_to_any_time_below(page: "Page") -> None:
    box = page.locator("#timeline").bounding_box()
    mark = page.locator("#timeline .told[data-kind=cushion]").bounding_box()
    assert box is not None
    assert mark is not None
    page.mouse.click(mark["x"] + 20, mark["y"] + 8)
    shows(page, 125)
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] - 10)
    shows(page, 100)
    expect(page.locator("#timeline")).to_have_attribute("aria-valuenow", "100")
    page.locator("#timeline").focus()
    press(page, "ArrowUp", "PageUp")
    shows(page, 111)


# What is found


def test_a_verdict_is_kept_with_its_evidence_and_shown_after_a_reload(page: "Page", archive: Archive) -> None:
    press(page, "e", ".", "e")
    page.get_by_role("button", name="Changed").click()
    page.get_by_label("Note").fill("the blue first")
    page.get_by_role("button", name="Keep the verdict").click()
    page.get_by_text("The verdict is kept.").wait_for()
    kept = archive.strokes[1]["verdict"]
    assert (kept["verdict"], kept["note"], kept["pictures"]) == ("changed", "the blue first", [110, 111])
    page.reload()
    page.locator("#given").get_by_text("the blue first").wait_for()
    page.locator("#strokes [data-sequence='2']").get_by_text("Changed").wait_for()
    expect(page.get_by_role("link", name="Amend this entry")).to_have_attribute("href", "/desk/1?amend=1.2")
    page.locator("#given [data-picture='111']").click()
    shows(page, 111)


def test_a_verdict_is_chosen_before_it_is_kept(page: "Page", archive: Archive) -> None:
    page.get_by_role("button", name="Keep the verdict").click()
    page.get_by_role("alert").get_by_text("Choose a verdict first.").wait_for()
    assert archive.strokes[1]["verdict"] is None


def test_the_clip_from_in_to_out_is_exported_with_its_marks(page: "Page", archive: Archive) -> None:
    press(page, "i", ".", ".", "o")
    page.get_by_role("button", name="Export the clip Pictures 110–112").click()
    expect(page.get_by_role("link", name="Save the clip")).to_have_attribute("href", "/api/clips/c1")
    assert archive.clips == [{"from": 110, "until": 112, "marks": True}]


def test_strokes_are_listed_newest_first_and_gone_through_by_key(page: "Page") -> None:
    expect(page.locator("#strokes .number")).to_have_text(["Stroke 2", "Stroke 1"])
    press(page, "ArrowDown")
    page.locator("#strokes [aria-current=true]", has_text="Stroke 1").wait_for()
    shows(page, 118)


@pytest.mark.parametrize(("late", "pressed", "then", "given"), [
    ("/1/1", "Keep the verdict", (1, 2), 1), ("/1/2/verdict", "Keep the verdict", (1,), 0),
    ("/1/2/clips", "Export the clip", (1,), 0),
])  # fmt: skip
def test_what_is_answered_late_is_not_taken_for_what_is_shown_by_then(
    page: "Page", archive: Archive, late: str, pressed: str, then: tuple[int, ...], given: int
) -> None:
    archive.late = frozenset({late})
    page.get_by_role("button", name="Changed").click()
    page.get_by_role("button", name=pressed).click()
    for sequence in then:
        page.locator(f"#strokes [data-sequence='{sequence}']").click()
    shown = page.locator("#strokes [aria-current=true]", has_text=f"Stroke {then[-1]}")
    shown.wait_for()
    with page.expect_response(lambda answer: answer.url.endswith(late)):
        archive.release()
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    shown.wait_for()
    expect(page.get_by_role("link", name="Save the clip")).to_have_count(0)
    expect(page.locator("#given .given")).to_have_count(given)


def test_where_there_are_no_pictures_it_says_why(browser: "Browser", home: str) -> None:
    gone = {"pictures": [], "has_pictures": False, "why_no_pictures": "the recording of that time is deleted"}
    with page_of(browser, 1280, 800) as opened:
        Archive(strokes=[stroke(1, **gone)]).stand_in(opened)
        opened.goto(f"{home}/review/1?lang=en")
        opened.get_by_text("No pictures: the recording of that time is deleted").wait_for()
        expect(opened.locator("#stage")).not_to_be_visible()
        opened.locator("#none .shape-touch").first.wait_for()
        expect(opened.locator("#none .shape")).to_have_count(6)
        press(opened, "c", ".", "l")
        opened.get_by_role("button", name="Keep the verdict").wait_for()


def test_without_a_stroke_it_says_so(browser: "Browser", home: str) -> None:
    with page_of(browser, 1280, 800) as opened:
        Archive(strokes=[]).stand_in(opened)
        opened.goto(f"{home}/review/1?lang=en")
        opened.get_by_text("No stroke has been seen in this match.").wait_for()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("x_px", [150.0, 316.0])
def test_what_is_said_of_an_incident_stays_within_the_picture(
    browser: "Browser", home: str, archive: Archive, size: tuple[int, int], x_px: float
) -> None:
    told = incident("touch", 118, "white", "red", sure=0.57, margin="0.32 s between two pictures", x_px=x_px)
    archive.strokes = [stroke(1, incidents=[told])]
    with page_of(browser, *size) as opened:
        archive.stand_in(opened)
        opened.goto(f"{home}/review/1?lang=en&epoch=1&sequence=1&picture=118")
        shows(opened, 118)
        said, rim = opened.evaluate(RIMS)
        assert rim["left"] <= said["left"]
        assert said["right"] <= rim["right"]
        assert said["bottom"] <= rim["bottom"]


# For everybody


@pytest.mark.parametrize(
    ("size", "lang"),
    [((1280, 800), "sv"), ((800, 1280), "it"), ((390, 844), "it"), ((390, 844), "zh")],
)
def test_every_target_is_48_px_nothing_is_wider_than_the_screen_and_axe_finds_nothing_serious(
    browser: "Browser", home: str, archive: Archive, size: tuple[int, int], lang: str
) -> None:
    with page_of(browser, *size) as opened:
        archive.stand_in(opened)
        opened.goto(f"{home}/review/1?lang={lang}")
        shows(opened, 118)
        press(opened, "e", "i")
        assert narrowest(opened.locator("button:visible, input:visible, a:visible")) >= 48
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert serious(opened) == []
        press(opened, "?")
        assert serious(opened) == []


def test_a_viewer_is_refused(browser: "Browser", tmp_path: Path) -> None:
    with open_database(tmp_path / "club.db") as database:
        for role in (Role.VIEWER, Role.SCORER):
            keep_user(database, User(name=role.word, role=role, password_hash=hashed_password(PASSWORD), created_us=1))
        port = free_port()
        home = f"http://127.0.0.1:{port}"
        with served(Memory(), port, Door(database=database)), page_of(browser, 1280, 800) as opened:
            opened.goto(f"{home}/review/1")
            opened.wait_for_url(f"{home}/login?next=*")
            sign_in(opened, Role.VIEWER)
            opened.get_by_text("You are signed in as viewer").wait_for()
            assert opened.request.get(f"{home}/api/tables/1/strokes").status == 403
            sign_in(opened, Role.SCORER)
            opened.wait_for_url(f"{home}/review/1")
            opened.get_by_text("Verdicts and exports are the referee’s.").wait_for()
            expect(opened.locator("#verdict")).not_to_be_visible()


def sign_in(page: "Page", role: Role) -> None:
    page.get_by_label("Name").fill(role.word)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
