"""Take the pictures of pages and graphics for `docs/` that need no camera: `python -m bench.page_pictures [FOLDER]`.

It needs Playwright and Chromium. A program of its own serves a club in which a match is played by hand; graphics are
laid over a drawn cloth, as a streamer lays them over a camera. The thumbnail of the OGraf package is one of them, made
smaller.
"""

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from bench.live import await_served
from bench.pictures import WAIT_MS, do, posted
from bench.screens import free_port

PLAYERS: Final = (
    {"name": "Eva Lind", "short_name": "E. Lind", "country": "SE", "handicap": 0},
    {"name": "Tom Berg", "short_name": "T. Berg", "country": "IE", "handicap": 14},
)
BEGIN: Final = {"do": "begin-match", "names": ["Eva Lind", "Tom Berg"], "best_of": 5, "handicap": [0, 14]}
SCORED: Final = ("red black red blue red pink red black red black -", "red brown red blue -", "red black red pink")
"""Visits of the first frame, and of the second; a dash ends a turn."""
WON: Final = (
    {"do": "call", "calls": [{"is": "Concede", "side": 1}, {"is": "Accept", "side": 0}]},
    {"do": "begin-frame"},
)
CLOTH: Final = "html { background: radial-gradient(90% 90% at 50% 45%, #1d6b49, #0d3a27) !important }"
THUMBNAIL: Final = Path("tracker/show/web/overlay/thumbnail.png")
PHONE, TABLET, SCREEN, STREAM = (390, 844), (1024, 768), (1280, 800), (1920, 1080)
PAGES: Final = (
    ("home.png", "/?lang=en", SCREEN, "#playing"),
    ("desk-phone.png", "/desk/1?lang=en", PHONE, "#pad button"),
    ("players.png", "/players?lang=en", TABLET, "#players li"),
    ("match.png", "/matches/1?lang=en", TABLET, "main table"),
    ("streams.png", "/streams?lang=en&table=1", SCREEN, "main section"),
)
"""Pages: the picture's name, the address, the size of the window, and what must be there first."""
GRAPHICS: Final = (
    ("obs-play.png", "part=score", ".points"),
    ("obs-players.png", "part=players", ".name"),
    ("obs-between-frames.png", "part=statistics", "td, dd, .row, b"),
)
"""Graphics as the scenes for OBS show them."""


def played(port: int) -> None:
    """Have two known players play a frame and begin another one."""
    for player in PLAYERS:
        posted(port, "players", player)
    do(port, BEGIN)
    for number, visit in enumerate(SCORED):
        for ball in visit.split():
            do(port, {"do": "score", "potted": [] if ball == "-" else [ball]})
        if number == 1:
            for step in WON:
                do(port, step)


def small(picture: bytes, most_px: int) -> Image.Image:
    """Return a picture no wider than so many pixels, of few colours: what is drawn needs no more."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((most_px, most_px))
    return image.quantize(160)


def opened(browser: Browser, address: str, size: Sequence[int], ready: str) -> Page:
    """Return a page once what must be there is."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(WAIT_MS)
    page.goto(address)
    page.locator(ready).first.wait_for()
    page.wait_for_timeout(1500)  # what fades in has come
    return page


def without_a_line(page: Page, program: "subprocess.Popen[bytes]") -> bytes:
    """Return the desk of a phone whose server has gone, with what was keyed in since."""
    program.terminate()
    program.wait()
    page.locator("#line", has_text="No connection").wait_for()
    for key in ("r", "k", "r"):
        page.keyboard.press(key)
    page.get_by_text("3 calls wait").wait_for()
    return page.screenshot()


def taken(browser: Browser, port: int, folder: Path, program: "subprocess.Popen[bytes]") -> None:
    """Take all pictures; the one of a lost line comes last, since the program is ended for it."""
    home = f"http://127.0.0.1:{port}"
    for name, path, size, ready in PAGES:
        page = opened(browser, home + path, size, ready)
        small(page.screenshot(), 1280).save(folder / name, optimize=True)
        page.close()
    for name, query, ready in GRAPHICS:
        page = opened(browser, f"{home}/overlay/1?lang=en&{query}", STREAM, ready)
        page.add_style_tag(content=CLOTH)
        shot = page.screenshot()
        small(shot, 960).save(folder / name, optimize=True)
        if "score" in query:
            small(shot, 640).save(THUMBNAIL, optimize=True)
        page.close()
    page = opened(browser, f"{home}/desk/1?lang=en", PHONE, "#pad button")
    small(without_a_line(page, program), 1280).save(folder / "desk-waiting.png", optimize=True)


def main(folder: str = "docs/pictures") -> None:
    Path(folder).mkdir(exist_ok=True)
    port = free_port()
    browser_at = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as kept, (Path(kept) / "log").open("wb") as log:
        command = [
            sys.executable, "-m", "tracker.cli.main", "serve", "--db", f"{kept}/club.db", "--port", str(port)
        ]  # fmt: skip
        program = subprocess.Popen(command, stderr=log)
        try:
            await_served(port)
            played(port)
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=browser_at, args=["--no-sandbox"])
                taken(browser, port, Path(folder), program)
        finally:
            program.terminate()
            program.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
