"""Take the pictures of the desk and of a camera's page for `docs/`: `python -m bench.pictures [FOLDER]`.

It needs Playwright and Chromium.

A program of its own serves a table at which a sample clip is watched, every picture of it; once the first stroke waits
for the referee, the desk is taken as a tablet shows it, lying and upright. Then a miss is called: what the clip goes on
to show is off from where the balls lay, and the desk is taken with their ghosts. Before that the page of the
camera is taken, while a corner is moved under the magnifier.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.live import CALIBRATION, CLIP, await_served
from bench.screens import free_port

BEGIN = {
    "do": "begin-match", "names": ["Eva Lind", "Tom Berg"], "best_of": 9,
    "start": {"scores": [24, 8], "reds": 6, "on": "red"},
}  # fmt: skip
SIZES = {"desk.png": (1280, 800), "desk-upright.png": (800, 1280)}
WAIT_MS = 240_000


def posted(port: int, path: str, body: Mapping[str, Any]) -> None:
    """Ask for a change."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/{path}", json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-Cuewatch": "1"},
    )  # fmt: skip
    urllib.request.urlopen(asked, timeout=60).close()


def do(port: int, step: Mapping[str, Any]) -> None:
    """Take a step at the table."""
    posted(port, "tables/1/steps", {"step": step})


def referee(port: int) -> dict[str, Any]:
    """Return what the desk is told."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/1/referee", timeout=60) as answer:
        return dict(json.load(answer))


def call_a_miss(port: int) -> None:
    """Accept what waits, and then call a miss that is to be played again from how the balls lie now."""
    told = referee(port)
    lie = [{"ball": one["ball"], "at": [one["x_mm"], one["y_mm"]], "sd_mm": 1.0} for one in told["lie"]["balls"]]
    foul = {"is": "Foul", "points": 7, "miss": True, "after": {"lie": lie}}
    steps = (
        {"do": "accept", "number": told["waiting"][0]["number"]},
        {"do": "call", "calls": [foul]},
        {"do": "call", "calls": [{"is": "Choose", "what": "replace"}]},
    )
    for step in steps:
        do(port, step)


def camera_taken(browser: Browser, port: int, at: Path) -> None:
    """Take the page on which the camera is set up, a corner held."""
    page = browser.new_page(viewport={"width": 1280, "height": 960})
    page.goto(f"http://127.0.0.1:{port}/camera/1?lang=en")
    page.wait_for_function("() => document.querySelector('#picture').naturalWidth > 0", timeout=WAIT_MS)
    corner = page.locator(".corner").nth(3)
    corner.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.locator("#told", has_text="By your corners").wait_for(timeout=WAIT_MS)
    page.wait_for_function("() => !document.querySelector('#act-find').disabled", timeout=WAIT_MS)
    box = corner.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.screenshot(path=str(at))
    page.close()


def taken(browser: Browser, port: int, folder: Path) -> None:
    """Take the desk in both sizes as soon as a suggestion waits, and once more while balls are put back."""
    camera_taken(browser, port, folder / "camera-setup.png")
    pages = {}
    for name, (width, height) in SIZES.items():
        pages[name] = page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"http://127.0.0.1:{port}/desk/1?lang=en")
    for name, page in pages.items():
        page.locator(".ask.first").wait_for(timeout=WAIT_MS)
        page.wait_for_function("() => document.querySelector('#video img').naturalWidth > 0", timeout=WAIT_MS)
        page.screenshot(path=str(folder / name))
    call_a_miss(port)
    page = pages["desk.png"]
    page.locator(".back:not(:has(.unseen)) .backs .off .arrow").first.wait_for(timeout=WAIT_MS)
    page.screenshot(path=str(folder / "desk-back.png"))


def main(folder: str = "docs") -> None:
    port, calibration = free_port(), CLIP.with_name(CALIBRATION)
    browser_at = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as kept, (Path(kept) / "log").open("wb") as log:
        command = [
            sys.executable, "-m", "tracker.cli.main", "serve", "--db", f"{kept}/club.db", "--port", str(port),
            "--source", str(CLIP), "--calibration", str(calibration),
        ]  # fmt: skip
        program = subprocess.Popen(command, stderr=log)
        try:
            await_served(port)
            do(port, BEGIN)
            with sync_playwright() as driver:
                taken(driver.chromium.launch(executable_path=browser_at, args=["--no-sandbox"]), port, Path(folder))
        finally:
            program.terminate()
            program.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
