"""The program itself: its files are written, halls named, the hub served and killed, and its pages read."""

import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import page_of
from halls import BOOKS, HallAtWork, at_work, books_in
from room_fixtures import Cuewatch, browser, cuewatch

from tests.servers import Nats, Postgres, free_port, nats_program, wait_until
from tracker.cli.club.reading import ClubUnreadable, club_from
from tracker.cli.club.serving import serving_by_file
from tracker.cli.hub.form import read_hub
from tracker.domain.errors import BadInput
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.hub.feeding import FeedOrder
from tracker.hub.joining import NatsServer
from tracker.match.book.codec import book_from_text
from tracker.match.book.entries import Seen
from tracker.show.spoken import LANGUAGES
from tracker.store.database.books import book_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser", "cuewatch"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
STANDING = Standing(at_us=10, places=())
TABLES = '[[tables]]\nname = "1"\n'


def told(port: int, path: str) -> Any:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return json.loads(answer.read())


@contextmanager
def serving(folder: Path, port: int) -> "Iterator[subprocess.Popen[bytes]]":
    command = [sys.executable, "-m", "tracker.cli.main", "hub", "serve", "--config", str(folder / "hub.toml")]
    with (folder / "hub.log").open("ab") as log:
        running = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | {"PYTHONPATH": os.getcwd()})
    try:
        wait_until(lambda: answers_at(port), "the hub's pages", 240)
        yield running
    finally:
        with suppress(ProcessLookupError):
            running.kill()
        running.wait()


def answers_at(port: int) -> bool:
    with suppress(OSError):
        return bool(told(port, "/health"))
    return False


@pytest.fixture
def hub(cuewatch: Cuewatch, postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Path, int, Nats]]:
    """A hub with TLS and two halls, of which one has fed it; its folder, the port of its pages, its NATS server."""
    folder = tmp_path / "hub"
    folder.mkdir()
    file = folder / "hub.toml"
    assert cuewatch("hub", "init", "--name", "Baltic League", "--config", file)[0] == 0
    port, nats_port = free_port(), free_port()
    text = file.read_text().replace("postgresql:///cuewatch", postgres.new_database())
    text = text.replace("8090", str(port)).replace("4222", str(nats_port)).replace("7422", str(free_port()))
    file.write_text(text)
    for more in (["crown", "--label", "The Crown"], ["gate", "--leaf"]):
        assert cuewatch("hub", "add-hall", *more, "--config", file)[0] == 0
    server = Nats(program=nats_program(), file=folder / "nats" / "hub.conf", port=nats_port)
    server.start()
    yield folder, port, server
    server.stop()


def order_of(folder: Path) -> FeedOrder:
    """Return how the hall feeds the hub, by the files that it was given."""
    given = folder / "halls" / "crown"
    file = club_from((given / "club-hub.toml").read_text() + TABLES, given / "club.toml")
    address = serving_by_file(file, given).hub
    assert address is not None
    password = address.password_file.read_text()
    server = NatsServer(address=address.address, user="crown", password=password, certificate=address.certificate)
    return FeedOrder(hall="crown", server=server, is_leaf=address.is_leaf, every_s=0.5, again_s=0.2)


def test_a_hub_is_killed_while_a_hall_writes_and_its_pages_tell_of_it(
    hub: tuple[Path, int, Nats], tmp_path: Path, browser: "Browser"
) -> None:
    folder, port, _ = hub
    with at_work("crown", tmp_path / "crown.db", order_of(folder)) as hall:
        with serving(folder, port) as running:
            book = hall.plays("six-reds", entries=8)
            wait_until(lambda: told(port, "/api/halls")["halls"][0]["tables"], "the table is told of")
            running.send_signal(signal.SIGKILL)
            hall.notes(*book, "called while the hub was dead")
        with serving(folder, port):
            hall.plays("maximum", table="2")

            def books() -> dict[int, bytes]:
                listed = told(port, "/api/matches")["matches"]
                return {one["match"]: fetched(port, f"/api/matches/{one['match']}/books/1.jsonl") for one in listed}

            wanted = sorted(text.encode() for text in books_in(hall).values())
            wait_until(lambda: sorted(books().values()) == wanted, "the books as the hall has them", 60)
            halls = {one["hall"]: one for one in told(port, "/api/halls")["halls"]}
            assert (halls["crown"]["silent"], halls["gate"]["heard_us"]) == (False, None)
            maximum = next(one for one in halls["crown"]["tables"] if one["table"] == "2")
            assert max(maximum["frame"]["points"]) == 147
            pages(browser, port)
            a_recording_is_asked_for(browser, port, hall, book)
            overlay_is_followed(browser, port, hall, book)


def fetched(port: int, path: str) -> bytes:
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return bytes(answer.read())
    return b""


def pages(browser: "Browser", port: int) -> None:
    """Every page says how old what it shows is, in each language, and has nothing that axe-core calls serious."""
    for path, ready in (("/", ".tables .score"), ("/halls/crown/2", ".single .score"), ("/matches", "a.match")):
        with page_of(browser, 1280, 800) as page:
            page.goto(f"http://127.0.0.1:{port}{path}")
            page.locator(ready).first.wait_for()
            found = Axe().run(page).response["violations"]
            assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    said = set()
    for lang in ("en", *LANGUAGES):
        with page_of(browser, 1280, 800) as page:
            page.goto(f"http://127.0.0.1:{port}/?lang={lang}")
            page.locator(".age").first.wait_for()
            said.add(page.locator(".age").first.inner_text())
            if shots := os.environ.get("SHOTS"):
                page.screenshot(path=f"{shots}/halls-{lang}.png")
    assert len(said) == 1 + len(LANGUAGES)


def a_recording_is_asked_for(browser: "Browser", port: int, hall: HallAtWork, book: tuple[str, int]) -> None:
    """Whoever may judge sees the strokes of a table, and why the recording of one does not come."""
    stroke = Stroke(number=1, began_us=0, ended_us=9, cue_ball="white", origin=Point(889.0, 600.0))
    seen = Seen(number=len(book_of(hall.database, *book).entries) + 1, stroke=stroke, standing=STANDING)
    hall.adds(*book, (seen,))
    with page_of(browser, 390, 844) as page:
        page.goto(f"http://127.0.0.1:{port}/halls/crown/1?lang=en")
        page.locator("#recordings").get_by_role("button", name="Fetch: Stroke 1").click()
        page.get_by_role("status").get_by_text("this hall gives no recordings to the hub").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        violations = Axe().run(page).response["violations"]
        assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []


def overlay_is_followed(browser: "Browser", port: int, hall: HallAtWork, book: tuple[str, int]) -> None:
    """An overlay at the hub says how old it is, and goes on by itself with what is called in the hall."""
    with page_of(browser, 1920, 1080) as page:
        page.goto(f"http://127.0.0.1:{port}/overlay/crown:1?age=yes")
        page.locator(".age", has_text="As it was").wait_for()
        points = page.locator(".points.first")
        before = points.inner_text()
        played = book_from_text((BOOKS / "six-reds.jsonl").read_text("utf-8")).entries
        last = len(book_of(hall.database, *book).entries)
        hall.adds(*book, [replace(one, number=last + at) for at, one in enumerate(played[8:12], 1)])
        points.filter(has_not_text=before).wait_for()
        if shots := os.environ.get("SHOTS"):
            page.screenshot(path=f"{shots}/hub-overlay.png", omit_background=True)


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ('hall = "crown"\naddress = "hub.example.org"\npassword_file = "word"', "line 3: hub.address"),
        ('hall = "crown"\naddress = "tls://hub:4222"\npassword_file = "none"', "cannot be read"),
        ('hall = "crown"\naddress = "tls://hub:4222"\npassword_file = "word"\ncertificate = "none"', "bring it"),
        ('hall = "crown"\npassword_file = "word"', "hub.address: is missing"),
    ],
)
def test_what_is_wrong_with_the_hub_in_a_clubs_file_is_told(part: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("w")
    with pytest.raises(ClubUnreadable, match=why):
        club_from(f"[hub]\n{part}\n{TABLES}", tmp_path / "club.toml")


def test_a_hall_has_passwords_for_its_owner_alone_and_a_name_once(cuewatch: Cuewatch, tmp_path: Path) -> None:
    file = tmp_path / "hub.toml"
    assert cuewatch("hub", "init", "--without-tls", "--config", file)[0] == 0
    assert cuewatch("hub", "init", "--config", file)[0] == 2
    assert cuewatch("hub", "add-hall", "crown", "--label", 'The "Crown"', "--config", file)[0] == 0
    assert tomllib.loads(file.read_text())["halls"] == [{"name": "crown", "label": 'The "Crown"', "leaf": False}]
    for name in ("crown", "The Crown"):
        status, _, complaint = cuewatch("hub", "add-hall", name, "--config", file)
        assert (status, complaint.count("\n")) == (2, 1)
    private = [one for one in tmp_path.rglob("*") if one.is_file() and one.name != "hub.toml"]
    assert {one.stat().st_mode & 0o077 for one in private} == {0}
    file.write_text(file.read_text() + "port = 1\n")
    with pytest.raises(BadInput, match=r"hub\.toml, line \d+: halls\.0\.port"):
        read_hub(file)
