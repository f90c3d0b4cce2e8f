"""How long the next picture of a stroke takes to be seen: `python -m bench.review FOLDER [PICTURE]`.

A sample clip is played as a camera: recorded by the program's own capture, looked at by its eyes (every picture,
however long that takes), and told. Then the review is opened in a browser and stepped through, a picture at a time,
there and back. Timed from the key until that very picture is on the screen: median, 99th percentile. FOLDER keeps what
was recorded and told, for the next time. PICTURE is where a screenshot at the first contact is written
(docs/review.png).
"""

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import uvicorn
from playwright.sync_api import Page, sync_playwright

from bench.samples import RUNTIME, SAMPLES
from bench.screens import free_port
from tracker.capture.process.camera import CameraStream
from tracker.capture.recording.storage import Storage
from tracker.capture.sources.source import open_source
from tracker.domain.book.setup import Setup
from tracker.geometry.calibration import Calibration
from tracker.live.messages import Struck
from tracker.live.strokes.evidence import evidence_of, evidence_text
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, See
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import RecordingPart, recorded
from tracker.review.archive import Archive
from tracker.review.opening import opened_archive
from tracker.store.calibrations import read_calibration
from tracker.store.database.opening import open_database
from tracker.store.kits import find_kit
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of
from tracker.web.server import Server, now_ms

CLIP = SAMPLES / "0002-blue-first"
NAMES = ("Anna Lindqvist", "Bo Marchetti")
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=NAMES, frames=9), table="snooker-12ft"))
STEPS = 40
TIMED = """([key, number]) => new Promise(done => {
  const stage = document.querySelector("#stage");
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (stage.dataset.shown !== String(number)) return;
    watch.disconnect();
    done(performance.now() - began);
  }).observe(stage, { attributeFilter: ["data-shown"] });
  document.dispatchEvent(new KeyboardEvent("keydown", { key }));
})"""


def record(clip: Path, folder: Path) -> None:
    """Play a clip as a camera, and record it."""
    number = -1
    with CameraStream(str(clip), storage=Storage(folder=str(folder), spare_bytes=0)) as camera:
        while (picture := camera.newest(after=number, wait_s=30)) is not None:
            number = picture.number


def told(clip: Path, calibration: Calibration) -> Iterator[RecordingPart]:
    """Give what a clip shows, as the eyes tell it."""
    kit = find_kit(calibration.table)
    seer = Seer(calibration, kit, open_detector(runtime=RUNTIME))
    pictures = open_source(str(clip)).pictures()
    return recorded((seer.see(p.image, p.number, p.at_us) for p in pictures), begin(kit, calibration))


def keep(table: Table, archive: Archive, part: RecordingPart, calibration: Calibration) -> None:
    """Put strokes into the book, and their evidence aside, as the program does."""
    for one in part.told:
        stroke, standing = one.likeliest.stroke, one.likeliest.standing
        evidence = evidence_of(stroke, standing, part.paths, calibration, find_kit(calibration.table))
        struck = Struck(seen=one, evidence=evidence_text(evidence), clock_us=now_ms() * 1000)
        archive.keep(table.do(See(seen=one)), struck)


@contextmanager
def reviewed(folder: Path) -> Iterator[str]:
    """Serve a table at which the clip was played, and give the address of its review."""
    is_new = not (folder / "told").exists()
    if is_new:
        shutil.rmtree(folder, ignore_errors=True)
        record(CLIP / "clip.mp4", folder / "recording")
    with (
        open_database(folder / "club.db") as database,
        opened_archive(database, lambda: now_ms() * 1000) as (archive, take_up),
    ):
        table = Table("1", Stored(database, now_ms), now_ms)
        take_up(table, folder / "recording", is_recorded=True)
        if is_new:
            table.do(BEGIN)
            calibration = read_calibration(CLIP / "calibration.json")
            for one in told(CLIP / "clip.mp4", calibration):
                keep(table, archive, one, calibration)
            (folder / "told").touch()
        hall, port = hall_of([table], now_ms, "snooker-2024", archive), free_port()
        server = Server(uvicorn.Config(create_app(hall), port=port, log_config=None, access_log=False, ws="none"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{port}/review/1?lang=en"
        hall.close()
        server.should_exit = True
        thread.join(5)


def stepped(page: Page) -> list[float]:
    """Return how long each step took (ms), there and back."""
    number = int(page.input_value("#number"))
    there, back = range(number + 1, number + STEPS + 1), range(number + STEPS - 1, number - 1, -1)
    keys = chain(((".", one) for one in there), ((",", one) for one in back))
    return [page.evaluate(TIMED, [key, one]) for key, one in keys]


def main(folder: str, picture: str = "") -> None:
    with reviewed(Path(folder)) as address, sync_playwright() as driver:
        chromium: Any = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address, timeout=120_000)
        page.locator("#stage[data-shown]:not([data-shown=''])").wait_for(timeout=120_000)
        waits = stepped(page)
        print(
            f"{len(waits)} steps: median {median(waits):.0f} ms, 99th percentile {quantiles(waits, n=100)[98]:.0f} ms"
        )
        if picture:
            for key in ("c", *[","] * 8, "i", *["."] * 24, "o", "c"):
                page.keyboard.press(key)
            page.wait_for_timeout(500)
            page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
