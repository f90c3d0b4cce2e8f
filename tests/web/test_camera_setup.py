"""The camera of a table is set up in the browser: by mouse, finger and keys; what is kept, and what is refused."""

import base64
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from browsing import BEGIN, client_of, free_port, page_of, served
from playwright.sync_api import expect
from test_axe import serious

from bench.samples import SAMPLES
from tracker.capture.picture import Image
from tracker.capture.sources.source import open_source
from tracker.cli.commands.serve import with_kept, with_kit_as_set_up
from tracker.cli.serving import ServedTable
from tracker.live.messages import Order
from tracker.live.supervision.pace import Pace
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.show.pictures.still import Still
from tracker.store.database.opening import Database
from tracker.store.database.people import tables
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.channel import Channel
from tracker.web.hall.hall import hall_of
from tracker.web.routes.cameras.looking import calibration_by, seen_as

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from starlette.testclient import TestClient

ORDER = Order(source="rtsp://bob:secret@camera/live", realtime=True, kit="snooker-12ft")
SOURCE = "rtsp://camera/live"
SETTING = "/api/tables/1/camera"
SMALL = "snooker-10ft"
HELD_MS = 60_000
"""A machine that is busy takes long to find a table."""


def jpeg_of(picture: cv2.typing.MatLike) -> bytes:
    return cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 95))[1].tobytes()


def in_base64(picture: cv2.typing.MatLike) -> str:
    return base64.b64encode(jpeg_of(picture)).decode()


def picture_of_board() -> Image:
    """The first picture of the sample clip of novuss."""
    return next(iter(open_source(str(SAMPLES / "0008-novuss" / "clip.mp4")).pictures())).image


class Eyes:
    """The watching of a table by eyes that see one picture, begun by the order that stands by now."""

    def __init__(self, table: Table, order: Order = ORDER) -> None:
        self.is_paused, self.pace, self.begun = False, Pace(), 0
        self._table, self._order = table, order

    @property
    def order(self) -> Order:
        return with_kept(self._order, self._table)

    def pause(self, on: bool) -> None:
        self.is_paused = on

    def begin_anew(self) -> None:
        self.begun += 1


@contextmanager
def looking(channel: Channel, picture: Image) -> Iterator[None]:
    """Give the picture to whoever asks for it, until the block is left."""
    height, width = picture.shape[:2]
    still, over = Still(jpeg=jpeg_of(picture), width=width, height=height, taken_ms=0), threading.Event()
    channel.picture.tell(still)

    def show() -> None:
        while not over.wait(0.02):
            if channel.whole_picture.viewers:
                channel.whole_picture.tell(still)

    shower = threading.Thread(target=show)
    shower.start()
    try:
        yield
    finally:
        over.set()
        shower.join()


@pytest.fixture(scope="module")
def seen(table_picture: Image) -> Any:
    """The table as it is found in the picture."""
    return seen_as(calibration_by(table_picture), "en")


@pytest.fixture(scope="module")
def near(table_picture: Image, seen: Any) -> Any:
    """A smaller table at the same corners, whose Baulk end a person says is the near one."""
    return seen_as(calibration_by(table_picture, SMALL, seen["corners"], "near"), "en")


@pytest.fixture
def table(database: Database) -> Table:
    return Table("1", Stored(database, lambda: 7_000), lambda: 7)


@pytest.fixture
def eyes(table: Table) -> Eyes:
    return Eyes(table)


@pytest.fixture
def client(database: Database, table: Table, eyes: Eyes, table_picture: Image) -> "Iterator[TestClient]":
    """An admin at the machine itself, and a table whose camera looks at it from behind the Top end."""
    hall = hall_of([table, Table("2", Stored(database, lambda: 7), lambda: 7)], lambda: 7, "snooker-2024")
    hall.watching["1"] = eyes  # type: ignore[index]  # as yet an empty dict of its own
    with looking(hall.channel("1"), table_picture):
        yield client_of(create_app(hall, door=Door(database=database)))


def looked(client: "TestClient", **body: Any) -> Any:
    answer = client.post(f"{SETTING}/look", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def taken(client: "TestClient", seen: Any, how: str = "found") -> None:
    answer = client.post(f"{SETTING}/use", json={"calibration": seen["calibration"], "how": how})
    assert answer.status_code == 204, answer.text


# What is told


def test_the_table_is_found_in_the_cameras_own_picture_and_told_in_words(client: "TestClient") -> None:
    answer = client.post(f"{SETTING}/look?lang=it", json={})
    assert answer.status_code == 200
    seen = answer.json()
    assert seen["kit"] == "snooker-12ft"
    assert seen["size_px"] == [1280, 720]
    (_, baulk_down), (_, top_down) = seen["corners"][0], seen["corners"][2]
    assert baulk_down < top_down, "the camera stands behind the Top end"
    assert {line["kind"] for line in seen["lines"]} == {"nose", "mark", "pocket"}
    assert seen["error_mm"] < 5
    assert seen["verdict"]["grade"] == "fair"
    assert "Tutto il tavolo è nell’immagine." in seen["verdict"]["remarks"]


def test_corners_are_taken_with_the_end_that_a_person_names(seen: Any, near: Any) -> None:
    assert near["kit"] == SMALL
    assert near["calibration"]["found_by"] == "points"
    assert [note[:36] for note in near["notes"]] == ["the balls speak against snooker-10ft"]
    found = seen["corners"]
    for corner, other in zip(near["corners"], [*found[2:], *found[:2]], strict=True):
        assert corner == pytest.approx(other, abs=4)


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"still": "no base 64"}, 422, "cannot be read as a picture"),
        ({"still": "fotografía"}, 422, "cannot be read as a picture"),
        ({"still": base64.b64encode(b"GIF89a").decode()}, 422, "cannot be read as a picture"),
        ({"kit": "pool"}, 422, "is not known"),
        ({"corners": [[0, 0], [1, 1], [2, 2], [3, 3]]}, 422, "in turn round the table"),
        ({"corners": [[0, 0], [1, 1]]}, 422, "at least 4 items"),
        ({"corners": [["nan", 0], [1, 1], [2, 2], [3, 3]]}, 422, "finite"),
        ({"baulk": "up"}, 422, "'near', 'far', 'left', 'right'"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_in_one_line(
    client: "TestClient", body: dict[str, Any], status: int, says: str
) -> None:
    answer = client.post(f"{SETTING}/look", json=body)
    assert answer.status_code == status
    assert says in answer.json()["refused"]
    assert "\n" not in answer.json()["refused"]


def test_a_board_is_found_and_turned_to_where_side_a_sits(client: "TestClient", eyes: Eyes, table: Table) -> None:
    still = in_base64(picture_of_board())
    first = looked(client, still=still, kit="novuss")
    assert (first["kit"], first["verdict"]["grade"]) == ("novuss", "")
    assert "not foretold" in first["verdict"]["remarks"][0]
    turned = looked(client, still=still, kit="novuss", corners=first["corners"], baulk="right")
    ends = [sum(x for x, _ in turned["corners"][k : k + 2]) for k in (0, 2)]
    assert ends[0] > ends[1], "the side of A is the right one of the picture"
    taken(client, turned, "pointed")
    assert (eyes.order.kit, eyes.order.rules, eyes.order.baulk) == ("novuss", None, None)


def test_a_still_without_a_table_and_one_too_large_are_refused(client: "TestClient", table_picture: Image) -> None:
    grey = np.full_like(table_picture, 90)
    assert "no table found" in client.post(f"{SETTING}/look", json={"still": in_base64(grey)}).json()["refused"]
    large = cv2.resize(grey, (4700, 400))
    assert "4700x400 is too large" in client.post(f"{SETTING}/look", json={"still": in_base64(large)}).json()["refused"]


def test_a_table_without_a_camera_keeps_nothing(client: "TestClient", seen: Any) -> None:
    other = "/api/tables/2/camera"
    assert client.get(other).json()["watched"] is False
    assert "no camera is named for table 2" in client.post(f"{other}/look", json={}).json()["refused"]
    answer = client.post(f"{other}/use", json={"calibration": seen["calibration"], "how": "found"})
    assert (answer.status_code, "no camera is named" in answer.text) == (404, True)


# What is kept


def test_what_is_taken_is_watched_by_at_once_and_an_earlier_one_can_be_gone_back_to(
    client: "TestClient", table: Table, eyes: Eyes, seen: Any, near: Any
) -> None:
    table.keep_calibration(SOURCE, ORDER.kit, json.dumps(seen["calibration"]))
    taken(client, near, "pointed")
    assert (eyes.begun, eyes.order.kit) == (1, SMALL)
    told = client.get(SETTING).json()
    assert [one["how"] for one in told["versions"]] == ["pointed", "eyes"]
    assert told["now"]["corners"] == near["corners"]
    first = told["versions"][1]["number"]
    assert client.post(f"{SETTING}/back", json={"version": first}).status_code == 204
    assert [one["how"] for one in client.get(SETTING).json()["versions"]] == ["back", "pointed", "eyes"]
    assert (eyes.begun, eyes.order.kit) == (2, ORDER.kit)
    assert client.get(SETTING).json()["now"]["corners"] == seen["corners"]
    assert client.post(f"{SETTING}/back", json={"version": 99}).status_code == 404


def test_what_an_admin_set_up_holds_rather_than_what_the_program_was_started_with(
    client: "TestClient", table: Table, seen: Any
) -> None:
    started = Order(source=ORDER.source, realtime=True, kit="snooker-9ft", corners=((1.0, 2.0),) * 4)
    assert with_kept(started, table) == started
    taken(client, seen)
    held = with_kept(started, table)
    assert (held.kit, held.corners) == ("snooker-12ft", ())
    assert held.calibration is not None
    table.keep_calibration(SOURCE, held.kit, held.calibration)  # the eyes, which found it again where it was knocked to
    assert with_kept(started, table).corners == ()
    served_so = ServedTable(name="1", rulebook="snooker-2024", folder=Path(), order=started, kit=started.kit)
    assert with_kit_as_set_up(served_so, table).kit == "snooker-12ft"


def test_another_kit_is_what_matches_begin_on_but_not_while_one_goes_on(
    client: "TestClient", table: Table, database: Database, eyes: Eyes, near: Any
) -> None:
    table.do(BEGIN)
    answer = client.post(f"{SETTING}/use", json={"calibration": near["calibration"], "how": "pointed"})
    assert (answer.status_code, eyes.begun) == (409, 0)
    assert "a match is being played here on snooker-12ft" in answer.json()["refused"]
    begun = {"do": "begin-match", "names": ["Anna", "Bo"]}
    assert client.post("/api/tables/1/steps", json={"step": {"do": "abandon-match"}}).status_code == 200
    taken(client, near, "pointed")
    assert client.post("/api/tables/1/steps", json={"step": begun}).status_code == 200
    assert table.moment.match is not None
    assert table.moment.match.frame.header.table == SMALL
    assert {one.name: one.kit for one in tables(database)}["1"] == SMALL


def test_a_still_of_the_same_shape_sets_the_camera_and_another_does_not(
    client: "TestClient", eyes: Eyes, seen: Any, table_picture: Image
) -> None:
    large = cv2.resize(table_picture, (1920, 1080), interpolation=cv2.INTER_CUBIC)
    taken(client, looked(client, still=in_base64(large), kit=ORDER.kit))
    now = client.get(SETTING).json()["now"]
    assert now["size_px"] == [1280, 720]
    for corner, own in zip(now["corners"], seen["corners"], strict=True):
        assert corner == pytest.approx(own, abs=1.5)
    record = {**seen["calibration"], "image_size": [880, 720]}
    answer = client.post(f"{SETTING}/use", json={"calibration": record, "how": "found"})
    assert (answer.status_code, eyes.begun) == (422, 1)
    assert "the still is 880x720 and the camera sends 1280x720" in answer.json()["refused"]


@pytest.mark.parametrize("change", [{"schema": 9}, {"camera_matrix": [[1]]}, {"table": "pool"}, {"image_size": [0, 0]}])
def test_nonsense_is_not_kept(
    client: "TestClient", table: Table, eyes: Eyes, seen: Any, change: dict[str, Any]
) -> None:
    record = {**seen["calibration"], **change}
    answer = client.post(f"{SETTING}/use", json={"calibration": record, "how": "found"})
    assert answer.status_code in (404, 422)
    assert "\n" not in answer.json()["refused"]
    assert (table.calibrations(SOURCE), eyes.begun) == ((), 0)


# In the browser


def centre(corner: "Locator") -> tuple[float, float]:
    box = corner.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def settled(page: "Page", words: str) -> None:
    """Wait until the program has said what came of it."""
    page.locator("#told", has_text=words).wait_for(timeout=HELD_MS)
    expect(page.locator("#act-find")).to_be_enabled(timeout=HELD_MS)


def test_a_secretary_sets_up_a_camera_by_mouse_keys_and_finger(
    browser: "Browser", database: Database, table_picture: Image
) -> None:
    port = free_port()
    watching: dict[str, Eyes] = {}
    with served(Stored(database, lambda: 7_000), port, Door(database=database), watching=watching) as hall:
        eyes = watching["1"] = Eyes(hall.table("1"))
        with looking(hall.channel("1"), table_picture):
            with page_of(browser, 1440, 900) as page:
                by_mouse_and_keys(page, f"http://127.0.0.1:{port}", eyes)
            with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
                by_finger(phone.new_page(), f"http://127.0.0.1:{port}", eyes)


def by_mouse_and_keys(page: "Page", address: str, eyes: Eyes) -> None:
    page.goto(f"{address}/camera/1?lang=en")
    page.get_by_role("button", name="Point at the corners").click()
    expect(page.locator(".corner:focus")).to_have_attribute("aria-label", re.compile("Corner Baulk left: "))
    page.get_by_role("button", name="Find again").click()
    settled(page, "Found: snooker-12ft.")
    page.get_by_text("It will do: pots are told").wait_for()
    assert serious(page) == []
    corner, lens = page.locator(".corner").nth(2), page.locator("#lens")
    x, y = centre(corner)
    page.mouse.move(x + 10, y + 6)
    page.mouse.down()
    page.mouse.move(x + 16, y + 2, steps=3)
    expect(lens).to_be_visible()
    assert centre(corner) == pytest.approx((x + 6, y - 4), abs=1)
    expect(page.locator("#drawn.guess polyline").first).to_be_attached()
    page.mouse.up()
    expect(lens).not_to_be_visible()
    settled(page, "By your corners: snooker-12ft.")
    assert centre(corner) == pytest.approx((x, y), abs=2.5), "the cushions say more than the hand"
    page.get_by_label("Which table it is").select_option("another size …")
    for field, given in (("Length, mm", "3569"), ("Width, mm", "1778"), ("Ball, mm across", "52.5")):
        page.get_by_label(field).fill(given)
    assert serious(page) == []
    page.get_by_role("button", name="Take this size").click()
    settled(page, "By your corners: 3569x1778x52.5.")
    page.get_by_label("Which table it is").select_option("snooker-12ft")
    settled(page, "By your corners: snooker-12ft.")
    corner.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(lens).to_be_visible()
    expect(page.locator("#act-use")).to_be_enabled()
    settled(page, "By your corners: snooker-12ft.")
    first = corner.get_attribute("aria-label") or ""
    page.get_by_role("button", name="Turn round: Baulk is the other end").press("Enter")
    expect(corner).not_to_have_attribute("aria-label", first, timeout=HELD_MS)
    settled(page, "By your corners: snooker-12ft.")
    page.get_by_role("button", name="Use this").click()
    page.get_by_text("The table is watched by this from now on.").wait_for()
    expect(page.get_by_role("button", name="This is in use")).to_be_disabled()
    page.get_by_text("corners by somebody at this computer").wait_for()
    assert eyes.begun == 1
    eyes.pause(True)
    page.get_by_role("button", name="Find again").click()
    page.get_by_text("The camera of table 1 is paused").wait_for()
    page.reload()
    page.get_by_role("button", name="Let it watch again").click()
    page.locator("#act-watch").wait_for(state="hidden")
    assert not eyes.is_paused


def by_finger(page: "Page", address: str, eyes: Eyes) -> None:
    page.set_default_timeout(HELD_MS)
    page.goto(f"{address}/camera/1?lang=sv")
    settled(page, "Används: snooker-12ft.")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    corner = page.locator(".corner").nth(0)
    corner.scroll_into_view_if_needed()
    x, y = centre(corner)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x + 8, y + 8)
    touch("touchMove", x + 11, y + 12)
    touch("touchMove", x + 12, y + 14)
    expect(page.locator("#lens")).to_be_visible()
    assert centre(corner) == pytest.approx((x + 4, y + 6), abs=1.5)
    touch("touchEnd")
    settled(page, "Efter dina hörn: snooker-12ft.")
    page.get_by_label("Vilket bord det är").select_option("snooker-9ft")
    settled(page, "Efter dina hörn: snooker-9ft.")
    assert serious(page) == []
    page.get_by_role("button", name="Använd detta").tap()
    page.get_by_text("Bordet följs så från och med nu.").wait_for()
    page.get_by_role("button", name="Gå tillbaka till denna").first.tap()
    page.get_by_text("Bordet följs åter som tidigare.").wait_for()
    assert (eyes.begun, eyes.order.kit) == (3, "snooker-12ft")
