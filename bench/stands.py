"""Measure whether cameras see drawn tables as they are foretold to, from all round, low and high; write it down.

    python -m bench.stands [--seeds N] [--write]

Each stand has the lens that advice gives it (`tracker.pipeline.advice.fitting_lens`). The table, with the colours on
their spots, is painted, looked for, and places all over it are taken from its picture to millimetres by what was found.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin, tan

import cv2
import numpy as np

from bench.clusters import hall_look
from bench.measured import machine, put_section
from models.training.painter import DrawnBall, Scene, painted
from tracker.calibrate.find import find_table
from tracker.calibrate.foretold import place_spread_mm2
from tracker.domain.advice import Stand
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.stand import camera_of
from tracker.pipeline.advice import fitting_lens
from tracker.store.kits import find_kit

FIRST = 8400
ROUND = {"behind the Baulk end": 180, "at a corner": 45, "at a side": 90}
STEEP_DEG = (14, 18, 22, 26, 32, 40)
AWAY_MM = 4500.0
SIZE = (1280, 720)
ASTRAY_MM = 15.0
OVER_MM = 3200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What became of the drawn tables of one stand."""

    name: str
    steep_deg: float
    lens_deg: float
    foretold_mm: float
    found: int
    astray: int
    of: int
    off_mm: float
    """Median over those found, root mean square over the table."""
    said_mm: float


def stands(kit: Kit) -> Iterator[tuple[str, float, Stand]]:
    """Give the stands, each with its name and how steeply it looks down."""
    middle = Point(kit.width_mm / 2, kit.length_mm / 2)
    for name, azimuth in ROUND.items():
        for steep in STEEP_DEG:
            x, y = middle.x_mm + AWAY_MM * sin(radians(azimuth)), middle.y_mm + AWAY_MM * cos(radians(azimuth))
            at_mm = (x, y, AWAY_MM * tan(radians(steep)))
            yield name, steep, Stand(at_mm=at_mm, towards_mm=middle, lens_deg=60, size_px=SIZE)
    yield "overhead", 90, Stand(at_mm=(*middle, OVER_MM), towards_mm=middle, lens_deg=60, size_px=SIZE)


def measured(name: str, steep_deg: float, stand: Stand, kit: Kit, seeds: int) -> Measured:
    """Return how tables drawn from a stand are found."""
    stand = replace(stand, lens_deg=fitting_lens(stand, kit) or stand.lens_deg)
    camera, radius_mm = camera_of(stand, kit), kit.ball_radius_mm
    xs, ys = np.meshgrid(np.linspace(100, kit.width_mm - 100, 5), np.linspace(100, kit.length_mm - 100, 7))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    pixels = camera.project_on(places, radius_mm)
    balls = tuple(DrawnBall(ball=spot.removesuffix("-spot"), at_mm=(*at, radius_mm)) for spot, at in kit.spots.items())
    off, said = [], []
    for seed in range(FIRST, FIRST + seeds):
        look = hall_look(np.random.default_rng([seed, 3]), kit, "overhead" if name == "overhead" else "broadcast")
        picture = painted(Scene(kit=kit, camera=camera, look=look, balls=balls, seed=seed)).picture
        try:
            found = find_table([picture], kit)
        except TableNotFound:
            continue
        got = found.camera.place(pixels, radius_mm)
        ways = (got - places, [kit.width_mm, kit.length_mm] - got - places)
        off.append(min(float(np.sqrt(np.mean(np.sum(way**2, axis=1)))) for way in ways))
        said.append(found.error_mm)
    due = float(np.sqrt(np.mean(np.trace(place_spread_mm2(camera, kit, places), axis1=1, axis2=2))))
    return Measured(
        name=name, steep_deg=steep_deg, lens_deg=stand.lens_deg, foretold_mm=due, found=len(off),
        astray=sum(one > ASTRAY_MM for one in off), of=seeds, off_mm=float(np.median(off or [np.nan])),
        said_mm=float(np.median(said or [np.nan])),
    )  # fmt: skip


def row(one: Measured) -> str:
    """Return a stand as a row of the table."""
    head = f"| {one.name} | {one.steep_deg:.0f}° | {one.lens_deg:.0f}° | {one.found} of {one.of} | {one.astray} |"
    found = f"{one.said_mm:.1f} | {one.off_mm:.1f}" if one.found else "– | –"
    return f"{head} {one.foretold_mm:.1f} | {found} |"


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure whether drawn tables are seen as is foretold.")
    options.add_argument("--seeds", type=int, default=3, help="tables of each stand (default: 3)")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    cv2.setNumThreads(1)
    kit, rows = find_kit(), []
    for name, steep_deg, stand in stands(kit):
        rows.append(row(measured(name, steep_deg, stand, kit, chosen.seeds)))
        print(rows[-1], file=sys.stderr, flush=True)
    text = "\n".join(
        [
            f"Measured by `python -m bench.stands --seeds {chosen.seeds} --write`, on {machine()}:",
            f"{chosen.seeds} drawn 12 ft tables a stand,",
            f"seeds from {FIRST}, pictures of 1280x720, {AWAY_MM / 1000:.1f} m from the table's middle, or straight",
            "above it. Steep: how the camera looks down on the middle. Errors of places in mm for the camera alone:",
            "foretold (`cuewatch camera-advice`); what the calibration said; what it was (root mean square).",
            "",
            "| camera | steep | lens | found | by more than 15 mm off | foretold | said | off |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
        ]
    )
    print(text)
    if chosen.write:
        put_section("bench.stands", "Cameras foretold", text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
