"""The desk shows what the camera sees, and over it where balls belong: a sample clip is watched as a match would be."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from browsing import BEGIN, chromium, free_port, page_of, served
from numpy.typing import ArrayLike
from playwright.sync_api import expect

from bench.samples import RUNTIME, SAMPLES
from tests.servers import wait_until
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point
from tracker.live.messages import Order
from tracker.live.supervision.supervisor import Hearers, VisionSupervisor
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.steps import MakeCalls
from tracker.rules.snooker.frame.calls import After, Foul, Played

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tracker.web.hall.channel import Channel

CLIP = SAMPLES / "0001-red-then-black"
ORDER = Order(
    source=str(CLIP / "clip.mp4"), realtime=True, kit="snooker-12ft", runtime=RUNTIME,
    calibration=(CLIP / "calibration.json").read_text(),
)  # fmt: skip
SOON_MS = 60_000
"""A machine that is busy takes long to start what sees."""


@pytest.fixture(scope="module")
def lie() -> tuple[Place, ...]:
    """The balls as they lie in the first three seconds of the clip."""
    truth = json.loads((CLIP / "truth.json").read_text())
    first = truth["pictures"][0]["places_mm"]
    return tuple(Place(ball=b, at=Point(*at), sd_mm=1.0) for b, at in zip(truth["balls"], first, strict=True))


def missed(table: Table, before: tuple[Place, ...], left: tuple[Place, ...]) -> None:
    """Have a miss called at this table."""
    table.do(MakeCalls(calls=(Played(points=0, after=After(lie=before)),)))
    table.do(MakeCalls(calls=(Foul(points=4, miss=True, after=After(lie=left)),)))


def off_mm(channel: "Channel", ball: str) -> float | None:
    """Return how far from where it belongs a ball is seen to lie; None: that is not told."""
    back = channel.shown.referee.back
    return None if back is None else next((one.off_mm for one in back.balls if one.ball == ball), None)


def ghost(page: "Page", ball: str) -> Any:
    """Return a ghost as it is drawn: points in px of the camera's picture, and whether the ball is in place."""
    return page.evaluate(
        """ball => {
          const group = document.querySelector(`#video g[data-ball=${ball}]`);
          const points = [...group.querySelector("polygon").points].map(({x, y}) => [x, y]);
          const drawn = group.querySelector("polygon").getBoundingClientRect();
          const shown = document.querySelector("#video img").getBoundingClientRect();
          const inside = drawn.left >= shown.left && drawn.right <= shown.right;
          return { points, isIn: group.classList.contains("in"), inside };
        }""",
        ball,
    )


def inside(jpeg: bytes, points: ArrayLike) -> np.ndarray:
    """Return the mean colour (BGR) within an outline given in px of the 1280 px wide picture."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    mask = np.zeros(picture.shape[:2], np.uint8)
    outline = np.asarray(np.round(np.array(points) * picture.shape[1] / 1280), np.int32)
    cv2.fillPoly(mask, [outline], 255)
    return np.asarray(list(cv2.mean(picture, mask)[:3]))


def test_the_picture_is_shown_live_with_ghosts_in_its_own_perspective(lie: tuple[Place, ...]) -> None:
    port = free_port()
    with chromium() as browser, served(Memory(), port) as hall, page_of(browser, 1280, 800) as page:
        table, channel = hall.table("1"), hall.channel("1")
        table.do(BEGIN)
        moved = replace(lie[0], at=Point(lie[0].at.x_mm + 200, lie[0].at.y_mm))
        missed(table, before=(moved, *lie[1:]), left=lie)
        with VisionSupervisor(table, ORDER, Hearers(sight=channel.sight.tell, screens=channel.picture)):
            page.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
            image = page.locator("#video img")
            wide = "image => image.naturalWidth === 960"
            wait_until(lambda: image.evaluate(wide), "a picture is shown", SOON_MS / 1000)
            page.locator("#video g.ghost.in[data-ball=blue]").wait_for(timeout=SOON_MS)
            first = image.get_attribute("data-taken") or ""
            expect(image).not_to_have_attribute("data-taken", first, timeout=SOON_MS)
            blue, white = ghost(page, "blue"), ghost(page, "white")
            assert channel.picture.newest is not None
            jpeg = channel.picture.newest.jpeg
            wait_until(lambda: off_mm(channel, "white") is not None, "the white is seen where it lies", SOON_MS / 1000)
        assert blue["isIn"]
        assert blue["inside"]
        assert not white["isIn"]
        assert inside(jpeg, blue["points"]).argmax() == 0
        assert off_mm(channel, "white") == pytest.approx(200, abs=6)
        page.keyboard.press("h")
        page.locator("#video g.ghost").first.wait_for(state="detached")
        expect(page.locator(".ghosts circle")).to_have_count(0)
        table.camera_is("lost")
        page.get_by_text("The camera is lost: the score is kept by hand. Picture").wait_for()
        expect(page.locator("#video img")).to_be_visible()


def test_pictures_are_asked_for_only_while_a_desk_looks() -> None:
    port = free_port()
    with chromium() as browser, served(Memory(), port) as hall, page_of(browser, 800, 1280) as page:
        hall.table("1").camera_is("live")
        assert hall.channel("1").picture.viewers == 0
        page.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
        awaited(lambda: hall.channel("1").picture.viewers == 1)
        page.goto("about:blank")
        awaited(lambda: hall.channel("1").picture.viewers == 0)


def awaited(holds: Callable[[], bool]) -> None:
    due_s = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < due_s
        time.sleep(0.02)
