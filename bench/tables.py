"""Measure how tables are found in pictures that we draw ourselves, and write the section of docs/MEASURED.md.

    python -m bench.tables [--first SEED] [--count N] [--write]

Tables, rooms, lights, people, score strips and cameras come by chance from the painter, the same for the same seed.
Makers differ, so the drawn table's cushions are wider or narrower, and its noses higher or lower, than its kit says.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bench.measured import machine, put_section
from models.training.painter import Scene, paint, random_scene
from tracker.calibrate.find import find_table
from tracker.domain.errors import TableNotFound
from tracker.geometry.calibration import Calibration
from tracker.store.kits import find_kit

Array = NDArray[np.float64]

CUSHION_SHARE, CUSHION_SPREAD = 1.08, 0.1
"""How wide drawn cushions are, as a share of the kit's: those of television tables are wider than old drawings say."""
NOSE_SPREAD_MM = 1.0
ASTRAY_MM = 15.0
"""A table found with balls off by more than this, on average, is found wrong."""
KINDS = ("broadcast", "baulk-end", "overhead", "corner")


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """What became of one drawn picture."""

    seed: int
    kind: str
    found: bool
    why: str = ""
    off_mm: float = float("nan")
    """Mean distance of balls all over the table from where they are."""
    said_mm: float = float("nan")
    is_turned: bool = False
    """Whether Baulk was taken for Top."""


def drawn_scene(seed: int) -> Scene:
    """Return the scene of a seed: all of the bed in view, from one of the usual places."""
    chance = np.random.default_rng((seed, 7))
    while True:
        scene = random_scene(chance)
        if scene.note["camera"] in KINDS and _shows_all(scene):
            break
    wide = CUSHION_SHARE + CUSHION_SPREAD * float(np.clip(chance.normal(), -2, 2))
    rise_mm = NOSE_SPREAD_MM * float(np.clip(chance.normal(), -2, 2))
    kit = scene.kit
    maker = replace(kit, cushion_mm=wide * kit.cushion_mm, nose_height_mm=kit.nose_height_mm + rise_mm)
    return replace(scene, kit=maker)


def _shows_all(scene: Scene) -> bool:
    width, height = scene.camera.image_size
    corners = [(0, 0), (scene.kit.width_mm, 0), (0, scene.kit.length_mm), (scene.kit.width_mm, scene.kit.length_mm)]
    seen = scene.camera.project_on(corners, scene.kit.nose_height_mm)
    return bool(np.all((seen > 0) & (seen < [width - 1, height - 1])))


def looked_for(seed: int) -> Find:
    """Return what becomes of the table of a seed."""
    scene = drawn_scene(seed)
    kind = scene.note["camera"]
    try:
        calibration = find_table([paint(scene)], find_kit(scene.note["table"]))
    except TableNotFound as trouble:
        return Find(seed=seed, kind=kind, found=False, why=str(trouble))
    right, turned = (_off_mm(scene, calibration, half_turn) for half_turn in (False, True))
    off, said = min(right, turned), calibration.error_mm
    return Find(seed=seed, kind=kind, found=True, off_mm=off, said_mm=said, is_turned=turned < right)


def _off_mm(scene: Scene, calibration: Calibration, half_turn: bool) -> float:
    """Return how far (mm, mean) balls all over the drawn table are placed from where they are."""
    kit = scene.kit
    xs, ys = np.meshgrid(np.linspace(60, kit.width_mm - 60, 7), np.linspace(60, kit.length_mm - 60, 13))
    places = np.column_stack([xs.ravel(), ys.ravel()])
    got = calibration.camera.place(scene.camera.project_on(places, kit.ball_radius_mm), kit.ball_radius_mm)
    got = [kit.width_mm, kit.length_mm] - got if half_turn else got
    return float(np.linalg.norm(got - places, axis=1).mean())


def markdown(finds: Sequence[Find], took_s: float) -> str:
    """Return what was measured as a section of MEASURED.md."""
    command = f"python -m bench.tables --first {finds[0].seed} --count {len(finds)} --write"
    head = [
        f"Measured by `{command}` in {took_s:.0f} seconds, on {machine()}.",
        "Off: mean distance of balls all over the table from where they are (mm), over the tables found; found wrong:",
        f"by more than {ASTRAY_MM:.0f} mm, or the wrong way round. Off / said: median of the true error by the error",
        "that the calibration itself reports.",
        "",
        "| camera | tables | found | found wrong | off, median | off, 90th percentile | off / said |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *(_line(kind, [f for f in finds if f.kind == kind]) for kind in KINDS)]) + "\n"


def _line(kind: str, finds: Sequence[Find]) -> str:
    good = [f for f in finds if f.found]
    wrong = sum(f.off_mm > ASTRAY_MM or f.is_turned for f in good)
    off, said = np.array([f.off_mm for f in good]), np.array([f.said_mm for f in good])
    spread = (
        f"{np.median(off):.1f} | {np.percentile(off, 90):.1f} | {np.median(off / said):.2f}" if good else "– | – | –"
    )
    return f"| {kind} | {len(finds)} | {len(good)} | {wrong} | {spread} |"


def _told(finds: Iterator[Find]) -> Iterator[Find]:
    for find in finds:
        what = f"off {find.off_mm:.1f} mm, said {find.said_mm:.1f}" if find.found else find.why
        print(f"{find.seed} {find.kind}: {what}{', turned' if find.is_turned else ''}", file=sys.stderr, flush=True)
        yield find


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Measure how tables are found in drawn pictures.")
    options.add_argument("--first", type=int, default=200, help="first seed; those below 200 were looked at at work")
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    began_s = time.monotonic()
    finds = list(_told(looked_for(seed) for seed in range(chosen.first, chosen.first + chosen.count)))
    table = markdown(finds, time.monotonic() - began_s)
    print(table)
    if chosen.write:
        put_section("bench.tables", "On drawn tables", table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
