"""Measure how boards are found in pictures that we draw ourselves, and write the section of docs/MEASURED.md.

    python -m bench.boards [--first SEED] [--count N] [--write]

Boards, wood, discs, people, lights and cameras come by chance from the painter, the same for the same seed: frames
lower or higher than the kit says, holes larger, smaller or set back. Each seed has besides a table of snooker, on which
no board must be found. A board of which parts are out of view should be refused; told right it does no harm.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.measured import machine, put_section
from models.training.painter import Scene, paint, random_scene, scene_on
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.facing import ways_round
from tracker.domain.errors import TableNotFound
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

Array = NDArray[np.float64]

KIT: Final = find_kit("novuss")
SIZE: Final = (1280, 720)
ASTRAY_MM: Final = 15.0
"""A board whose corners are off by more than this is placed wrong: half a puck and more."""
SAID: Final = 3.0
"""So many times what the calibration says its places may be off by: it was too sure."""
STANDS: Final = ("above", "side", "corner", "in part", "a snooker table")
CORNERS_MM: Final = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) * [KIT.width_mm, KIT.length_mm]


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """What became of one drawn picture."""

    seed: int
    stand: str
    found: bool
    why: str = ""
    off_mm: float = float("nan")
    """Root mean square of how far the four corners are placed from where they are, by whichever side it is called."""
    said_mm: float = float("nan")
    took_s: float = float("nan")

    @property
    def is_wrong(self) -> bool:
        """Whether a board is told that lies elsewhere, or is none."""
        return self.found and not self.off_mm <= ASTRAY_MM

    @property
    def is_too_sure(self) -> bool:
        """Whether it is farther off than the calibration lets one fear."""
        return self.found and not self.off_mm <= SAID * self.said_mm


def board_of(seed: int) -> Scene:
    """Return the board of a seed."""
    return scene_on(np.random.default_rng((seed, 24)), KIT, SIZE)


def table_of(seed: int) -> Scene:
    """Return the snooker table of a seed."""
    return random_scene(np.random.default_rng((seed, 25)), SIZE)


def looked_for(seed: int, scene: Scene) -> Find:
    """Return what becomes of a scene in which a board is looked for."""
    stand, picture, began_s = _stand(scene), paint(scene), time.process_time()
    try:
        found = find_table([picture], KIT)
    except TableNotFound as trouble:
        took_s = time.process_time() - began_s
        return Find(seed=seed, stand=stand, found=False, why=str(trouble), took_s=took_s)
    took_s = time.process_time() - began_s
    off_mm = corners_off_mm(found.camera, scene.camera) if scene.kit.disc_mm else float("inf")
    return Find(seed=seed, stand=stand, found=True, off_mm=off_mm, said_mm=found.error_mm, took_s=took_s)


def _stand(scene: Scene) -> str:
    """Return from where a board is seen that is wholly in view; what else there is to see of one."""
    if not scene.kit.disc_mm:
        return STANDS[-1]
    pixels, (width, height) = scene.camera.project_on(CORNERS_MM, 0.0), scene.camera.image_size
    is_whole = bool(np.all((pixels > 0) & (pixels < [width - 1, height - 1])))
    return scene.note["camera"] if is_whole and scene.note["camera"] in STANDS else "in part"


def corners_off_mm(found: Camera, true: Camera) -> float:
    """Return how far (mm, root mean square) the corners of the bed are placed from where they are."""
    pixels = true.project_on(CORNERS_MM, 0.0)
    away = [np.linalg.norm(way.place(pixels, 0.0) - CORNERS_MM, axis=1) for way in ways_round(found, KIT)]
    return float(min(np.sqrt(np.mean(one**2)) if np.all(np.isfinite(one)) else np.inf for one in away))


def markdown(finds: Sequence[Find], took_s: float) -> str:
    """Return what was measured as a section of MEASURED.md."""
    first, last = finds[0].seed, finds[-1].seed
    asked = f"--first {first} --count {last - first + 1}"
    head = [
        f"Measured by `python -m bench.boards {asked} --write` in {took_s:.0f} seconds, on {machine()}:",
        f"pictures of {SIZE[0]}x{SIZE[1]}, seeds {first} to {last}. In part: not all four corners are in view, or the",
        "camera is close by. Off: root mean square of the errors of the four corners (mm), over all found; wrong:",
        f"by more than {ASTRAY_MM:.0f} mm, or no board at all; too sure: by more than {SAID:.0f} times what is said.",
        "Time: processor time of the finder, median and longest.",
        "",
        "| seen | pictures | found | wrong | too sure | off, median | off, 90th percentile | off, most | time (s) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *(_line(stand, [f for f in finds if f.stand == stand]) for stand in STANDS)]) + "\n"


def _line(stand: str, finds: Sequence[Find]) -> str:
    good, took = [f for f in finds if f.found], [f.took_s for f in finds] or [float("nan")]
    off = [f.off_mm for f in good if np.isfinite(f.off_mm)]
    spread = (
        " | ".join(f"{one:.1f}" for one in (np.median(off), np.percentile(off, 90), max(off))) if off else "– | – | –"
    )
    counts = f"{len(finds)} | {len(good)} | {sum(f.is_wrong for f in good)} | {sum(f.is_too_sure for f in good)}"
    return f"| {stand} | {counts} | {spread} | {np.median(took):.1f}, {max(took):.1f} |"


def told(finds: Iterator[Find]) -> Iterator[Find]:
    """Pass finds on, each told on a line."""
    for find in finds:
        what = f"off {find.off_mm:.1f} mm, said {find.said_mm:.1f}" if find.found else find.why
        wrong = ", wrong" if find.is_wrong else ", too sure" if find.is_too_sure else ""
        print(f"{find.seed} {find.stand}: {what}{wrong} ({find.took_s:.1f} s)", file=sys.stderr, flush=True)
        yield find


SCENES: Final[tuple[Callable[[int], Scene], ...]] = (board_of, table_of)


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure how boards are found in drawn pictures.")
    options.add_argument("--first", type=int, default=8000, help="first seed; those below 8000 are for work")
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    began_s = time.monotonic()
    seeds = range(chosen.first, chosen.first + chosen.count)
    finds = list(told(looked_for(seed, scene(seed)) for seed in seeds for scene in SCENES))
    table = markdown(finds, time.monotonic() - began_s)
    print(table)
    if chosen.write:
        put_section("bench.boards", "On drawn boards", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
