"""A hall that is served on this machine while a test runs, a client of it, and a browser to look at its pages."""

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn
from playwright.sync_api import expect, sync_playwright
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.needs import missing
from tracker.domain.book.setup import Setup
from tracker.live.table.keeping import Keeper
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Policy
from tracker.match.steps import BeginMatch
from tracker.review.archive import Archive
from tracker.web.access.door import Door
from tracker.web.access.visitor import Visitor
from tracker.web.application import create_app
from tracker.web.hall.hall import Hall, hall_of
from tracker.web.server import Server, now_ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS = 60_000
"""How long a page may take to show what it is waited for: machines that run tests are busy, and may halt for 20 s."""
expect.set_options(timeout=PATIENCE_MS)
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo"), frames=9)))
"""A match of nine frames, as most tests of the pages begin one."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
"""Without a window's own pages, which take as much of a processor as ours, where Debian's shell is installed."""


def client_of(app: ASGIApp, address: str = "127.0.0.1") -> TestClient:
    """Return a client as our pages are one, on the machine of this address."""
    return TestClient(app, "http://127.0.0.1:8080", client=(address, 50_000), headers={"X-Cuewatch": "1"})


def from_here(app: ASGIApp) -> ASGIApp:
    """Return the application as it is asked from this machine."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "client": ("127.0.0.1", 50_000)}, receive, send)

    return asked


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def served(
    keeper: Keeper,
    port: int,
    door: Door | None = None,
    archive: Archive | None = None,
    policy: Policy | None = None,
    names: tuple[str, ...] = ("1",),
    **more: Any,
) -> Iterator[Hall]:
    """Serve table 1, or those named, until the end of the block, and let their screens go as a stopped program does."""
    tables = [Table(name, keeper, now_ms, policy) for name in names]
    hall = replace(hall_of(tables, now_ms, "snooker-2024", archive, more.pop("roster", None)), **more)
    config = uvicorn.Config(
        create_app(hall, door=door), port=port, log_config=None, access_log=False, ws="none", http=Visitor,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield hall
    finally:
        hall.close()
        server.should_exit = True
        thread.join(5)


@contextmanager
def chromium() -> "Iterator[Browser]":
    """Give a browser; where there is none the test is skipped, but in the gate it fails."""
    if CHROMIUM is None:
        missing("no Chromium on this machine: apt-get install chromium-headless-shell")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def stray_addresses(url: str) -> list[str]:
    """Return the address if it is none of this machine."""
    return [] if url.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")) else [url]


@contextmanager
def page_of(browser: "Browser", width: int, height: int) -> "Iterator[Page]":
    """Give a page that fails the test for an error, and for asking any other machine."""
    opened = browser.new_page(viewport={"width": width, "height": height})
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda asked: wrong.extend(stray_addresses(asked.url)))
    opened.set_default_timeout(PATIENCE_MS)
    yield opened
    opened.close()
    assert not wrong
