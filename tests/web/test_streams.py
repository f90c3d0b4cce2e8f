"""What a streamer needs: graphics in the event's own theme, each a browser source, and scenes that OBS imports."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from browsing import BEGIN, chromium, client_of, page_of, served
from playwright.sync_api import expect
from test_axe import serious
from test_desk import LIE, RED_SEEN

from tests.servers import wait_until
from tracker.domain.book.setup import Setup
from tracker.domain.strokes.alternatives import Alternatives
from tracker.live.messages import Struck
from tracker.live.strokes.evidence import evidence_text
from tracker.live.table.keeping import Memory
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import BeginFrame, BeginMatch, ByHand, MakeCalls, See, Undo
from tracker.review.archive import Archive
from tracker.rules.desk import Fouled, Scored
from tracker.rules.snooker.frame.calls import Accept, Concede
from tracker.show.screens.review import BallWay, Evidence
from tracker.show.screens.sight import SeenBall, Sight
from tracker.show.screens.theme import COLOURED
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, keep_player
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.hall import Hall, hall_of
from tracker.web.hall.roster import Roster

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Page
    from starlette.testclient import TestClient

PARTS = ("score", "title", "table", "players", "statistics")
PIXEL = "data:image/png;base64,iVBORw0KGgo="
RED, BLACK = (ByHand(deed=Scored(potted=(ball,))) for ball in ("red", "black"))
CONCEDED = MakeCalls(calls=(Concede(side=1), Accept(side=0)))


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with chromium() as opened:
        yield opened


@pytest.fixture
def hall(database: Database, port: int) -> Iterator[Hall]:
    """A hall whose match is between players with flags, and whose graphics look as they do by themselves."""
    for name, country in (("Anna", "SE"), ("Bo", "IT")):
        keep_player(database, Player(name=name, country=country))
    door = Door(database=database)
    with served(Stored(database, lambda: 7), port, door=door, roster=Roster(database)) as opened:
        opened.table("1").do(BEGIN)
        yield opened


@pytest.fixture
def client(hall: Hall, database: Database) -> "TestClient":
    return client_of(create_app(hall, door=Door(database=database)))


@pytest.fixture
def home(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    with page_of(browser, 1920, 1080) as opened:
        yield opened


def corner(page: "Page") -> int:
    """Return how solid the picture is in its corner, 0 to 255."""
    picture = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    return int(picture[4, 4, 3])


# How graphics look


def test_a_look_is_seen_before_it_is_saved_and_on_air_at_once_when_it_is(
    page: "Page", browser: "Browser", hall: Hall, home: str
) -> None:
    with page_of(browser, 1920, 1080) as air:
        air.goto(f"{home}/overlay/1?part=title&lang=en")
        page.goto(f"{home}/streams?lang=en")
        page.get_by_label("Title of the event").fill("Riverside Open")
        page.get_by_label("Stage").fill("Final")
        page.get_by_label("Accent").fill("#ff0000")
        page.locator("cuewatch-title").get_by_text("Riverside Open").wait_for()
        accent = "name => getComputedStyle(document.querySelector(name)).getPropertyValue('--brass')"
        wait_until(lambda: page.evaluate(accent, "cuewatch-overlay") == "#ff0000", "the accent is seen")
        expect(air.get_by_text("Riverside Open")).to_have_count(0)
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved: the graphics on air have it.").wait_for()
        air.get_by_text("Riverside Open").wait_for()
        air.get_by_text("Final").wait_for()
        wait_until(lambda: air.evaluate(accent, "cuewatch-title") == "#ff0000", "the accent is on air")
        page.reload()
        expect(page.get_by_label("Title of the event")).to_have_value("Riverside Open")
        expect(page.get_by_label("Accent")).to_have_value("#ff0000")
    assert hall.channel("1").shown.public.theme


def test_a_logo_is_taken_and_what_is_too_large_or_no_picture_is_told(page: "Page", hall: Hall, home: str) -> None:
    page.goto(f"{home}/streams?lang=en")
    logo = page.locator("#theme input[name=logo]")
    wrong: tuple[tuple[FilePayload, str], ...] = (
        ({"name": "a.txt", "mimeType": "text/plain", "buffer": b"x"}, "This is no picture that can be shown"),
        ({"name": "a.png", "mimeType": "image/png", "buffer": b"x" * 130_001}, "This picture is larger than 130 kB"),
    )
    for file, told in wrong:
        logo.set_input_files(files=file)
        page.locator("#trouble", has_text=told).wait_for()
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    logo.set_input_files(files={"name": "a.svg", "mimeType": "image/svg+xml", "buffer": svg})
    page.locator(".logo-now img").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved: the graphics on air have it.").wait_for()
    page.goto(f"{home}/overlay/1?part=title")
    logo_width = "() => document.querySelector('cuewatch-title')?.shadowRoot?.querySelector('img')?.naturalWidth"
    wait_until(lambda: page.evaluate(logo_width), "the logo is drawn")


def test_a_colour_that_cannot_be_read_is_told(page: "Page", hall: Hall, home: str) -> None:
    page.goto(f"{home}/streams?lang=en")
    page.locator("#theme .warns").wait_for(state="attached")
    expect(page.locator("#theme .warns")).to_have_text("")
    page.get_by_label("Background", exact=True).fill("#f0f0f0")
    page.get_by_text("Text on “Background” is hard to read.").wait_for()
    page.get_by_role("button", name="As it was made").click()
    expect(page.locator("#theme .warns")).to_have_text("")


@pytest.mark.parametrize(
    "wrong",
    [
        {"colours": {"ink": "red"}}, {"colours": {"url": "#000000"}}, {"logo": "https://elsewhere.example/logo.png"},
        {"logo": "data:text/html;base64,AAAA"}, {"type": "comic"}, {"title": "x" * 61}, {"more": 1},
        {"logo": f"data:image/png;base64,{'A' * 180_000}"},
    ],
)  # fmt: skip
def test_what_is_no_look_is_refused(client: "TestClient", wrong: dict[str, Any]) -> None:
    assert client.post("/api/theme", json=wrong).status_code == 422
    assert client.get("/api/tables/1/theme").json()["colours"] == {}


def test_a_look_is_kept_and_may_be_read_by_a_page_of_any_origin(client: "TestClient", database: Database) -> None:
    theme = {"title": "Open", "stage": "", "logo": PIXEL, "type": "serif", "colours": {"ink": "#ffffff"}}
    assert client.post("/api/theme", json=theme).status_code == 204
    answer = client.get("/api/tables/1/theme")
    assert (answer.json(), answer.headers["access-control-allow-origin"]) == (theme, "*")
    assert Roster(database).theme.title == "Open"


def test_the_page_and_the_program_know_the_same_colours(page: "Page", hall: Hall, home: str) -> None:
    page.goto(f"{home}/login")
    assert tuple(page.evaluate("async () => Object.keys((await import('/web/overlay/theme.js')).COLOURS)")) == COLOURED
    written = page.evaluate("""async () => {
      const { COLOURS } = await import("/web/overlay/theme.js");
      const css = getComputedStyle(document.documentElement);
      return Object.entries(COLOURS).filter(([name, value]) => css.getPropertyValue(`--${name}`).trim() !== value);
    }""")
    assert written == []


# What graphics show


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)], ids=["1080p", "2160p"])
@pytest.mark.parametrize("part", PARTS)
def test_each_graphic_is_there_at_both_sizes_with_nothing_behind_it(
    browser: "Browser", hall: Hall, home: str, client: "TestClient", part: str, size: tuple[int, int]
) -> None:
    width, height = size
    client.post("/api/theme", json={"title": "Riverside Open", "stage": "Final"})
    hall.table("1").do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    with page_of(browser, width, height) as page:
        page.goto(f"{home}/overlay/1?part={part}&lang=en")
        inner = {"score": ".bar", "table": ".lying", "statistics": "tbody", "players": ".who", "title": "b"}[part]
        page.locator(inner).first.wait_for()
        box = page.locator({"score": ".stage"}.get(part, ".box")).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["width"] > (0.03 if part == "title" else 0.25) * width
        assert box["y"] + box["height"] <= height
        assert corner(page) == 0
        page.wait_for_timeout(600)
        assert serious(page) == []


def test_a_break_of_fifty_pops_up_once_and_goes(page: "Page", hall: Hall, home: str) -> None:
    table = hall.table("1")
    page.clock.install()
    page.goto(f"{home}/overlay/1?lang=en")
    for _ in range(6):
        table.do(RED)
        table.do(BLACK)
    table.do(RED)
    page.locator(".points.first", has_text="49").wait_for()
    expect(page.locator(".popup")).to_have_count(0)
    table.do(BLACK)
    page.locator(".popup", has_text="Break of 56").get_by_text("Anna").wait_for()
    page.clock.run_for(8_000)
    page.locator(".popup").wait_for(state="detached")
    table.do(Undo())
    table.do(BLACK)
    page.locator(".points.first", has_text="56").wait_for()
    page.reload()
    page.locator(".points.first", has_text="56").wait_for()
    expect(page.locator(".popup")).to_have_count(0)


POPUPS = """async ([before, now]) => {
  const { popupOf } = await import("/web/overlay/popups.js");
  const { wordsOf } = await import("/web/words/words.js");
  const { graphicWordsOf } = await import("/web/overlay/words.js");
  const state = (frame) => ({ epoch: 1, match: { game: "snooker", names: ["Anna", "Bo"] },
    frame: { striker: 0, player: "Anna", points: [0, 0], visit: 0, ball: "", over: false, ...frame } });
  return popupOf(before && state(before), state(now), wordsOf("en"), graphicWordsOf("en"))?.title ?? null;
}"""


@pytest.mark.parametrize(
    ("before", "now", "title"),
    [
        ({"visit": 49}, {"visit": 50}, "Break of 50"), ({"visit": 99}, {"visit": 106}, "Break of 106"),
        ({"visit": 140}, {"visit": 147}, "Maximum break"), ({"visit": 50}, {"visit": 57}, None),
        (None, {"visit": 57}, None),
        ({"visit": 57}, {"visit": 50}, None), ({"visit": 49, "striker": 1}, {"visit": 50}, None),
        ({"ball": ""}, {"ball": "match"}, "Match ball"), ({"ball": "match"}, {"ball": "match"}, None),
        ({"ball": ""}, {"ball": "frame"}, None),
    ],
)  # fmt: skip
def test_what_pops_up(page: "Page", hall: Hall, home: str, before: Any, now: Any, title: str | None) -> None:
    page.goto(f"{home}/login")
    assert page.evaluate(POPUPS, [before, now]) == title


def test_the_statistics_come_between_frames_and_go(page: "Page", hall: Hall, home: str) -> None:
    table = hall.table("1")
    page.goto(f"{home}/overlay/1?part=statistics&when=between&lang=en")
    page.locator("cuewatch-figures[data-on=no]").wait_for(state="attached")
    for step in (RED, BLACK, ByHand(deed=Fouled(points=4)), CONCEDED):
        table.do(step)
    page.locator("cuewatch-figures[data-on=yes]").wait_for(state="attached")
    rows = page.locator("tbody tr")
    page.locator("tbody .first", has_text="8").first.wait_for()
    for row, text in ((0, "8Points4"), (1, "8Highest break0"), (4, "1Fouls0")):
        expect(rows.nth(row)).to_have_text(text)
    expect(page.locator(".frames li")).to_have_text(["18–4"])
    table.do(BeginFrame())
    page.locator("cuewatch-figures[data-on=no]").wait_for(state="attached")


def test_the_table_from_above_follows_the_balls_and_shows_the_last_stroke_once_they_lie(
    page: "Page", hall: Hall, home: str
) -> None:
    hall.table("1").do(See(seen=Alternatives.certain(RED_SEEN, LIE)))
    page.goto(f"{home}/overlay/1?part=table")
    page.locator(".way-white").wait_for(state="attached")
    expect(page.locator(".lying")).to_have_count(len(LIE.places))
    for y_mm, moving in ((1000.0, True), (2000.0, False)):
        ball = SeenBall(ball="white", x_mm=500.0, y_mm=y_mm, sd_mm=1.0, seen=True, moving=moving)
        hall.channel("1").sight.tell(Sight(table="1", camera="live", view="seen", balls=(ball,)))
        page.locator(f"cuewatch-table[data-moving={'yes' if moving else 'no'}]").wait_for(state="attached")
        expect(page.locator(".lying")).to_have_count(1)
        expect(page.locator(".way")).to_have_count(0 if moving else 1)
    expect(page.locator(".lying")).to_have_attribute("style", re.compile("translate"))


WAY = BallWay(
    ball="red", track=3, points=tuple((n, 0.0, 0.0, 100.0 + 50 * n, 200.0 + 9 * n * n, True) for n in range(9))
)
"""A way in a bow, which only its evidence tells."""


def test_a_stroke_is_drawn_as_it_ran_though_a_screen_looked_before_its_evidence_was_kept(
    database: Database, port: int
) -> None:
    archive, seen = Archive(database), Alternatives.certain(RED_SEEN, LIE)
    with served(Stored(database, lambda: 7), port, archive=archive) as hall:
        table, sight = hall.table("1"), hall.channel("1").sight
        table.do(BEGIN)
        put = table.do(See(seen=seen))
        with urlopen(f"http://127.0.0.1:{port}/api/tables/1/above/events") as lines:
            told = (json.loads(line[6:]) for line in lines if line.startswith(b"data: {") and b"ways" in line)
            assert [way["ball"] for way in next(told)["ways"]] == ["white"]
            archive.keep(put, Struck(seen=seen, evidence=evidence_text(Evidence(tracks=(WAY,)))))
            ball = SeenBall(ball="white", x_mm=500.0, y_mm=900.0, sd_mm=1.0, seen=True, moving=False)
            sight.tell(Sight(table="1", camera="live", view="seen", strokes=1, balls=(ball,)))
            ways = next(told)["ways"]
    assert [(way["ball"], len(way["points"]) > 2) for way in ways] == [("red", True)]


def test_players_screens_are_told_of_the_balls_and_of_no_doubt(client: "TestClient", hall: Hall) -> None:
    ball = SeenBall(ball="pink", x_mm=500.4, y_mm=900.0, sd_mm=7.0, seen=False, moving=False)
    hall.channel("1").sight.tell(Sight(table="1", camera="live", view="seen", balls=(ball,), why="a secret"))
    told = client.get("/api/tables/1/above").json()
    assert told["balls"] == [{"ball": "pink", "x_mm": 500, "y_mm": 900, "moving": False}]
    assert not {"sd_mm", "seen", "why", "camera"} & {*told, *told["balls"][0]}


def test_lower_thirds_name_both_players_with_their_flags_or_one_of_them(page: "Page", hall: Hall, home: str) -> None:
    page.goto(f"{home}/overlay/1?part=players&lang=sv")
    page.locator(".who").nth(1).wait_for()
    for side, country in enumerate(("Sverige", "Italien")):
        expect(page.locator(".who .flag").nth(side)).to_have_attribute("aria-label", country)
    page.goto(f"{home}/overlay/1?part=players&who=second")
    page.locator(".who .name", has_text="Bo").wait_for()
    expect(page.locator(".who")).to_have_count(1)
    page.evaluate("stop()")
    expect(page.locator("cuewatch-players")).to_have_attribute("data-on", "no")


def test_long_names_fit_every_graphic(browser: "Browser", port: int) -> None:
    long = "Maximiliana Wolfeschlegelsteinhausen-Bergerdorff the Third"
    setup = Setup(names=(long, long[::-1].title()), frames=9)
    with served(Memory(), port) as hall, page_of(browser, 1920, 1080) as page:
        hall.table("1").do(BeginMatch(header=Header(rulebook="snooker-2024", setup=setup)))
        for part, name in (("players", ".name"), ("statistics", ".called")):
            page.goto(f"http://127.0.0.1:{port}/overlay/1?part={part}")
            page.locator(name).first.wait_for()
            # In one moment: a graphic is drawn anew with all that comes, its theme or its figures.
            inside = page.locator(name).evaluate_all("""all => all.map((each) => {
              const [rim, outer] = [each, each.closest(".box")].map((element) => element.getBoundingClientRect());
              return rim.width > 0 && outer.left <= rim.left && rim.right <= outer.right;
            })""")
            assert inside == [True, True]


# OBS


@pytest.mark.parametrize("lines", [1080, 2160])
def test_the_scenes_for_obs_hold_together_and_lead_to_graphics_that_are_there(client: "TestClient", lines: int) -> None:
    answer = client.get(f"/api/tables/1/obs.json?lines={lines}&lang=it&key=a-word")
    assert "attachment" in answer.headers["content-disposition"]
    told = json.loads(answer.text)
    sources = {one["uuid"]: one for one in told["sources"]}
    assert len(sources) == len(told["sources"]) == len({one["name"] for one in told["sources"]})
    scenes = {one["name"]: one["settings"]["items"] for one in told["sources"] if one["id"] == "scene"}
    assert [one["name"] for one in told["scene_order"]] == list(scenes)
    assert told["current_scene"] in scenes
    for items in scenes.values():
        assert [sources[item["source_uuid"]]["name"] for item in items] == [item["name"] for item in items]
        assert sources[items[0]["source_uuid"]]["id"] == "ffmpeg_source"
        assert len({item["id"] for item in items}) == len(items)
        assert {item["bounds"]["x"] / item["bounds"]["y"] for item in items} == {16 / 9}
    graphics = [one["settings"] for one in told["sources"] if one["id"] == "browser_source"]
    assert {(one["width"], one["height"]) for one in graphics} == {(lines * 16 // 9, lines)}
    for one in graphics:
        address = urlsplit(one["url"])
        assert "lang=it" in address.query
        assert "token=a-word" in address.query
        assert address.netloc == "127.0.0.1:8080"
        assert client.get(address.path).status_code == 200


def test_a_collection_for_obs_leaves_its_user_what_obs_gives_a_new_one(client: "TestClient") -> None:
    """As OBS 29.0.2 wrote a new collection: without these no quick transitions stand there, and timers end at once."""
    told = client.get("/api/tables/1/obs.json").json()
    assert [(one["id"], one["name"], one["fade_to_black"]) for one in told["quick_transitions"]] == [
        (1, "Cut", False), (2, "Fade", False), (3, "Fade", True),
    ]  # fmt: skip
    timer = told["modules"]["output-timer"]
    assert (timer["streamTimerSeconds"], timer["recordTimerSeconds"], timer["pauseRecordTimer"]) == (30, 30, True)


# The page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1280, 800), (1920, 1080)])
def test_the_page_is_whole_at_every_width_and_leads_to_every_graphic(
    browser: "Browser", hall: Hall, home: str, width: int, height: int
) -> None:
    with page_of(browser, width, height) as page:
        page.goto(f"{home}/streams?lang=en")
        page.locator("#obs ol li").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for part in ("Table from above", "Players", "Statistics between frames", "Event", "Pop-up"):
            page.get_by_role("button", name=part, exact=True).click()
        page.locator(".popup").wait_for()
        addresses = page.locator("#sources code")
        expect(addresses).to_have_count(6)
        assert all(page.request.get(address).ok for address in addresses.all_text_contents())
        page.wait_for_timeout(600)
        assert serious(page) == []


def test_the_first_screen_leads_there(page: "Page", hall: Hall, home: str) -> None:
    page.goto(f"{home}/?lang=en")
    page.locator("#streams[href]").click()
    page.wait_for_url("**/streams?table=1")
    page.locator("#preview .screen").wait_for()


def test_a_table_without_a_match_has_graphics_that_show_nothing(browser: "Browser", port: int) -> None:
    hall = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
    assert client_of(create_app(hall)).get("/api/tables/1/figures").json() == {"frames": [], "sides": [], "last": []}
