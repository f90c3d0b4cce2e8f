"""Measure how well a table is placed whose corners a person points at, some pixels off, and write it down.

    python -m bench.pointed [--slips N] [--write]

Five drawn tables at which cameras stand all round, with the balls of an opening; each corner is pointed at off by as
much (1 sigma, along an axis) as is said, as a finger slips, N times each. Nothing was tuned on these seeds.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.measured import machine, put_section
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from models.training.painter.paint import Painter
from models.training.painter.scene import DrawnBall
from tracker.calibrate.fit.pose import rectangle
from tracker.calibrate.points import from_points
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit()
SIZE = (1280, 720)
STANDS = {
    "behind the Top": Stand(azimuth_deg=0, elevation_deg=35, distance_mm=8500),
    "behind Baulk": Stand(azimuth_deg=180, elevation_deg=28, distance_mm=9000),
    "at a corner": Stand(azimuth_deg=45, elevation_deg=38, distance_mm=8500),
    "at a side": Stand(azimuth_deg=90, elevation_deg=45, distance_mm=8500),
    "high": Stand(azimuth_deg=180, elevation_deg=65, distance_mm=8000),
}
FIRST_SEED = 8450
SLIPS_PX = (2.0, 6.0, 12.0)
NEAR_MM, ASTRAY_MM = 3.0, 15.0
"""Balls that are off by less than the first, root mean square over the table, are placed well; by more than the second,
the table is somewhere else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """What became of a table that was pointed at."""

    stand: str
    slip_px: float
    off_mm: float
    said_mm: float


def pointed(slips: int) -> Iterator[Pointed]:
    """Give what becomes of each table and slip of a finger."""
    for n, (name, stand) in enumerate(STANDS.items()):
        camera, rng = camera_at(KIT, stand, SIZE), np.random.default_rng(FIRST_SEED + n)
        look = random_look(np.random.default_rng(FIRST_SEED + n), KIT, "club", SIZE)
        balls = tuple(DrawnBall(ball=ball, at_mm=(*at, KIT.ball_radius_mm)) for ball, at in opening(KIT))
        picture = Painter(KIT, camera, look).paint(balls, seed=FIRST_SEED + n).picture
        for slip_px in SLIPS_PX:
            for slip in rng.normal(0, slip_px, (slips, 4, 2)):
                found = from_points(picture, KIT, camera.project(rectangle(KIT, 0.0)) + slip)
                yield Pointed(stand=name, slip_px=slip_px, off_mm=off_mm(found, camera), said_mm=found.error_mm)


def off_mm(found: Calibration, true: Camera) -> float:
    """Return how far off (mm, root mean square over the table) balls are placed, whichever end is taken for Baulk."""
    xs, ys = np.meshgrid(np.linspace(100, KIT.width_mm - 100, 5), np.linspace(100, KIT.length_mm - 100, 9))
    places: NDArray[np.float64] = np.column_stack([xs.ravel(), ys.ravel()])
    put = found.camera.place(true.project_on(places, KIT.ball_radius_mm), KIT.ball_radius_mm)
    turned = [KIT.width_mm, KIT.length_mm] - put
    return min(float(np.sqrt(np.mean(np.sum((one - places) ** 2, axis=1)))) for one in (put, turned))


def markdown(found: list[Pointed], slips: int, took_s: float) -> str:
    """Return what was measured as a section of MEASURED.md."""
    head = [
        f"Measured by `python -m bench.pointed --slips {slips} --write` in {took_s:.0f} seconds, on {machine()}:",
        f"five drawn tables of {SIZE[0]}x{SIZE[1]}, {slips} times four corners each. Well: balls off by less than"
        f" {NEAR_MM:.0f} mm,",
        f"root mean square over the table; astray: by more than {ASTRAY_MM:.0f} mm; unsaid: of these, where less than",
        "half of it is said.",
        "",
        "| pointed at, off by (1 sigma) | tables | well | off, median | off, 90th percentile | astray | unsaid |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    return "\n".join([*head, *(_line(slip, [one for one in found if one.slip_px == slip]) for slip in SLIPS_PX)]) + "\n"


def _line(slip_px: float, some: list[Pointed]) -> str:
    off = np.array([one.off_mm for one in some])
    astray = [one for one in some if one.off_mm > ASTRAY_MM]
    unsaid = sum(one.said_mm < one.off_mm / 2 for one in astray)
    return (
        f"| {slip_px:.0f} px | {len(some)} | {int((off < NEAR_MM).sum())} | {np.median(off):.1f} mm |"
        f" {np.percentile(off, 90):.1f} mm | {len(astray)} | {unsaid} |"
    )


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure tables whose corners a person points at.")
    options.add_argument("--slips", type=int, default=8, help="times that each table is pointed at, for each slip")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    began_s, found = time.monotonic(), list[Pointed]()
    for one in pointed(chosen.slips):
        said = f"{one.stand}, {one.slip_px:.0f} px: off {one.off_mm:.1f} mm, said {one.said_mm:.1f}"
        print(said, file=sys.stderr, flush=True)
        found.append(one)
    table = markdown(found, chosen.slips, time.monotonic() - began_s)
    print(table)
    if chosen.write:
        put_section("bench.pointed", "On tables whose corners a person points at", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
