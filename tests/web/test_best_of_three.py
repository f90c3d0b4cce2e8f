"""A best of three as a club plays it, on a tablet: a camera tells its first strokes, and all else is keyed in."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import page_of, served
from playwright.sync_api import expect
from test_desk import has_score, press

from bench.samples import RUNTIME, SAMPLES
from tracker.cli.commands.serve import watched
from tracker.cli.ordering import WatchOptions, order_of
from tracker.cli.serving import ServedTable
from tracker.domain.book.setup import Start
from tracker.live.table.stored import Stored
from tracker.match.steps import CorrectBeginning
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, keep_player
from tracker.web.access.door import Door
from tracker.web.hall.roster import Roster
from tracker.web.server import now_ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLIP = SAMPLES / "0001-red-then-black"
RULES = "snooker-2024"
SEEN_MS = 120_000
"""The eyes begin, and look at every picture, at the pace of this machine."""


def filmed(folder: Path) -> ServedTable:
    """Table 1, whose camera is a clip of a drawn frame: a red is potted, and then the black."""
    watch = WatchOptions(
        source=str(CLIP / "clip.mp4"), calibration=CLIP / "calibration.json", rules=RULES, runtime=RUNTIME
    )
    return ServedTable(name="1", rulebook=RULES, folder=folder, order=order_of(watch))


def begin(desk: "Page") -> None:
    form = desk.locator("#stage form")
    for name, value in (("first", "Anna"), ("second", "Bo"), ("best_of", "3")):
        form.locator(f"[name={name}]").fill(value)
    form.get_by_role("button", name="Begin a match").click()
    desk.locator("#pad button").first.wait_for()


def accept(desk: "Page", first: int, second: int) -> None:
    """Take what the camera suggests."""
    desk.locator(".ask.first").get_by_role("button", name="Accept").click(timeout=SEEN_MS)
    has_score(desk, first, second)


def correct(desk: "Page", ball: str) -> None:
    """Say which ball the last stroke potted: one tap for the stroke, one for the ball, and the change is taken."""
    desk.locator(".lastStroke").last.click()
    desk.locator(f"#pad [data-do={ball}]").click()
    desk.locator("#change").get_by_role("button", name="Do it").click()


def concede(desk: "Page", side: int) -> None:
    press(desk, "q")
    desk.locator(f"#more [data-act=concede][data-by='{side}']").click()
    desk.locator("#change").get_by_role("button", name="Do it").click()
    desk.locator("#after").get_by_role("button", name="accepts").click()


@pytest.mark.slow
def test_a_best_of_three_with_a_camera_from_its_beginning_to_the_history(
    browser: "Browser", database: Database, port: int, tmp_path: Path
) -> None:
    for player in (Player(name="Anna", country="SE"), Player(name="Bo", country="IT")):
        keep_player(database, player)
    home, door = f"http://127.0.0.1:{port}", Door(database=database)
    with (
        served(Stored(database, now_ms), port, door, roster=Roster(database)) as hall,
        page_of(browser, 820, 1180) as desk,
    ):
        desk.goto(f"{home}/desk/1?lang=en")
        begin(desk)
        hall.table("1").do(CorrectBeginning(changes={"start": Start(reds=6, on="red")}))  # as the clip begins
        with watched(hall, [filmed(tmp_path)]):
            accept(desk, 1, 0)
            accept(desk, 8, 0)
        correct(desk, "pink")
        has_score(desk, 7, 0)
        concede(desk, 1)
        desk.locator("#stage").get_by_text("Anna wins the frame").wait_for()
        press(desk, "n")
        desk.locator("#side1[data-turn=yes]").wait_for()
        press(desk, *"rb")
        has_score(desk, 0, 5)
        concede(desk, 0)
        desk.locator("#stage").get_by_text("Bo wins the frame").wait_for()
        desk.locator("[data-do=next]").click()
        desk.locator("#side0[data-turn=yes]").wait_for()
        press(desk, *"rk", "Space", "f", "4")
        has_score(desk, 12, 0)
        concede(desk, 1)
        desk.locator("#stage").get_by_text("Anna wins the match").wait_for()
        desk.goto(f"{home}/matches?lang=en")
        desk.locator("a[href$='/matches/1']").first.click()
        desk.locator(".result", has_text="Anna won").wait_for()
        expect(desk.locator(".score").first).to_have_text("2 – 1")
        expect(desk.locator("table").first.locator("tbody tr")).to_have_count(3)
        desk.goto(f"{home}/players/Anna?lang=en")
        desk.locator(".tiles").get_by_text("1 / 1").wait_for()
        desk.locator(".tiles").get_by_text("2 / 3").wait_for()
