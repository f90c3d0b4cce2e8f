"""What a picture costs in each room, while nothing moves and while balls run, and the whole against decoding alone.

    python -m bench.cost [--clip real-720 drawn-1080p50 …] [--pictures N] [--runtime NAME] [--as before] [--write]

Costs are processor time, which neighbours on the same machine disturb little. Clips: one of television (720 lines), the
same enlarged to 1080 lines and coded anew, since there is no real footage of 1080 lines, and a drawn frame of 1080
lines at 50 pictures a second in which a player takes his time over each stroke (seed 440, drawn once and kept under
runs/cost). Each is measured in a process of its own, so that its peak of memory is its own. `--as` is what the rows are
called in docs/MEASURED.md, where `--write` puts them in place of those of the same name.
"""

import argparse
import multiprocessing
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TypeVar

import av
import cv2

from bench.measured import FILE, ROOT, machine, merged, put_section, section
from tracker.calibrate.find import find_table
from tracker.calibrate.watch import start_watch, table_in_view
from tracker.capture.picture import Picture
from tracker.capture.sources.source import Source, open_source
from tracker.cli.recording.watching import watch
from tracker.geometry.sightings import blind
from tracker.pipeline.live_window import begin, ingest
from tracker.store.kits import find_kit
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer, seer_of_film

T = TypeVar("T")
Spent = dict[str, float]

REAL = ROOT.parent / "shared" / "footage" / "broadcast" / "clips" / "19.mp4"
KEPT = ROOT / "runs" / "cost"
DRAWING = (
    "--rules", "snooker-2024", "--seed", "440", "--view", "baulk", "--reds", "3", "--strokes", "2",
    "--pause", "14", "18", "--rate", "50", "--size", "1080", "--quiet",
)  # fmt: skip
ROOMS = ("decoding", "view", "change", "network", "cloth, packs, discs", "tracking")
MOST = 300
"""Pictures of each clip: on the drawn one those before, in and after a stroke."""
MARK, HEADING = "bench.cost", "What a picture costs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the pictures of one clip cost, ms of processor time each."""

    idle: Spent
    """In each room, while every ball lies still."""
    running: Spent
    """While one moves."""
    counts: tuple[int, int]
    """How many pictures of either kind there were."""
    rooms_ms: float
    """All rooms, mean over all pictures."""
    decoding_ms: float
    """Decoding alone, brought into BGR."""
    whole_ms: float
    """From decoding to strokes, as `track` does it."""
    peak_mb: float


def main() -> int:
    """Measure, print, and with --write put the rows into docs/MEASURED.md."""
    options = _options()
    rows: list[str] = []
    for name in options.clip:
        clip = CLIPS[name]()
        if clip is None:
            print(f"{name}: {REAL.name} of ../shared/footage is not there, so this is left out", file=sys.stderr)
            continue
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            cost = pool.apply(measured, (clip, options.pictures, options.runtime))
        rows += lines(name, cost, options.called)
        print("\n".join(rows[-2:]), flush=True)
    if options.write:
        put_section(MARK, HEADING, merged(section(MARK, FILE.read_text("utf-8")), rows, [], _head()))
    return 0


def real_720() -> Path | None:
    """Return a television clip of 1280x720 at 30 pictures a second."""
    return REAL if REAL.is_file() else None


def enlarged_1080() -> Path | None:
    """Return the same clip enlarged to 1920x1080, coded anew as H.264."""
    out = KEPT / "enlarged-1080.mp4"
    if not out.is_file() and REAL.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        unfinished = out.with_name(f".{out.name}")
        with av.open(str(REAL)) as source, av.open(str(unfinished), "w", format="mp4") as target:
            stream = target.add_stream("libx264", rate=Fraction(30), options={"crf": "20", "preset": "veryfast"})
            stream.width, stream.height, stream.pix_fmt = 1920, 1080, "yuv420p"
            for frame in source.decode(video=0):
                target.mux(stream.encode(frame.reformat(1920, 1080, "yuv420p")))
            target.mux(stream.encode())
        unfinished.rename(out)
    return out if out.is_file() else None


def drawn_1080p50() -> Path:
    """Return a drawn frame of two strokes with their pauses, drawn if it is not there yet."""
    folder = KEPT / "drawn-1080p50"
    if not (folder / "truth.json").is_file():
        command = [sys.executable, "-m", "models.training.frames", *DRAWING, "--out", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder / "clip.mp4"


CLIPS: dict[str, Callable[[], Path | None]] = {
    "real-720": real_720, "enlarged-1080": enlarged_1080, "drawn-1080p50": drawn_1080p50,
}  # fmt: skip


def measured(clip: Path, pictures: int, runtime: str | None) -> Cost:
    """Return what the first so many pictures of a clip cost."""
    cv2.setNumThreads(1)
    source, kit = open_source(str(clip)), find_kit("snooker-12ft")
    step = max(1, round(source.rate / 2))
    calibration = find_table([p.image for p in islice(source.pictures(), 0, 4 * step, step)], kit)

    detector = open_detector(runtime=runtime)
    seer_of_film(calibration, kit, detector).see(next(source.pictures()).image, 0, 0)  # the first of a size takes long
    idle, running, counts = in_rooms(source, seer_of_film(calibration, kit, detector), pictures)
    done, total = sum(counts), sum(idle.values()) * counts[0] + sum(running.values()) * counts[1]
    eyes = seer_of_film(calibration, kit, detector)
    decoding_s = _processor_s(lambda: sum(picture.image.size for picture in _some(source, pictures)))
    whole_s = _processor_s(lambda: watch(_some(source, pictures), eyes, kit, lambda _: None))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Cost(
        idle=idle, running=running, counts=counts, rooms_ms=total / done, decoding_ms=1e3 * decoding_s / done,
        whole_ms=1e3 * whole_s / done, peak_mb=peak_mb,
    )  # fmt: skip


def in_rooms(source: Source, seer: Seer, count: int) -> tuple[Spent, Spent, tuple[int, int]]:
    """Return the processor time in ms that a picture takes in each room, at rest and not, and how many were which."""
    spent: Spent = defaultdict(float)

    def timed(room: str, work: Callable[[], T]) -> T:
        began_s = time.process_time()
        result = work()
        spent[room] += 1e3 * (time.process_time() - began_s)
        return result

    kit, calibration = seer.eye.kit, seer.eye.calibration
    window, view = begin(kit, calibration), start_watch(calibration, kit)
    sums: tuple[Spent, Spent] = defaultdict(float), defaultdict(float)
    counts = [0, 0]
    pictures = _some(source, count)
    while (picture := timed("decoding", lambda: next(pictures, None))) is not None:
        image, number, at_us = picture.image, picture.number, picture.at_us
        view, here = timed("view", lambda: table_in_view(view, image))  # noqa: B023
        seen = blind(number, at_us, kit.kinds)
        if here:
            aim = timed("change", lambda: seer.aim(image, at_us))  # noqa: B023
            glimpse = timed("network", lambda: seer.point(image, aim))  # noqa: B023
            seen = timed("cloth, packs, discs", lambda: seer.measured(image, glimpse, number, at_us))  # noqa: B023
        window = timed("tracking", lambda: ingest(window, seen))  # noqa: B023
        moves = any(track.moving and track.confirmed for track in window.following.tracks)
        counts[moves] += 1
        for room, took_ms in spent.items():
            sums[moves][room] += took_ms
        spent.clear()
    idle, running = ({room: each[room] / max(n, 1) for room in ROOMS} for each, n in zip(sums, counts, strict=True))
    return idle, running, (counts[0], counts[1])


def _some(source: Source, count: int) -> Iterator[Picture]:
    return islice(source.pictures(), count)


def _processor_s(work: Callable[[], object]) -> float:
    began_s = time.process_time()
    work()
    return time.process_time() - began_s


def lines(name: str, cost: Cost, called: str) -> list[str]:
    """Return the two rows of a clip, at rest and with balls running."""
    rows = []
    for kind, spent, count in zip(("still", "running"), (cost.idle, cost.running), cost.counts, strict=True):
        cells = [f"{name} {kind}", called, str(count), *(f"{spent[room]:.1f}" for room in ROOMS)]
        cells += [f"**{sum(spent.values()):.1f}**", f"{cost.rooms_ms:.1f}", f"{cost.decoding_ms:.1f}"]
        cells += [f"{cost.whole_ms:.1f}", f"{cost.decoding_ms / cost.whole_ms:.2f}", f"{cost.peak_mb:.0f}"]
        rows.append(f"| {' | '.join([*cells, date.today().isoformat()])} |")
    return rows


def _head() -> str:
    columns = ["on", "measure", "pictures", *ROOMS, "a picture of these", "any picture", "decoding alone"]
    columns += ["end to end", "decoding / end to end", "peak MB", "when"]
    return "\n".join(
        [
            f"Measured by `python -m bench.cost --write`, on {machine()}: processor time, ms a picture.",
            "Still: every ball lies still; running: one moves. End to end is what `track` does with one picture at a",
            "time, strokes told included; decoding alone brings each into BGR.",
            "",
            f"| {' | '.join(columns)} |",
            "|" + "---|" * len(columns),
        ]
    )


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure what a picture costs in each room.")
    options.add_argument("--clip", nargs="+", choices=tuple(CLIPS), default=list(CLIPS))
    options.add_argument("--pictures", type=int, default=MOST, help="only the first so many of each clip")
    options.add_argument("--runtime", choices=("openvino", "onnxruntime"))
    options.add_argument("--as", dest="called", default="now", help="what the rows are called")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
