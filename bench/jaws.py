"""How many balls that hang between the jaws of a pocket are seen, beside those that lie elsewhere.

    python -m bench.jaws [--pictures 60] [--write]

Drawn stills of random tables, looks and stands, some of whose balls hang in the jaws (`painter.layouts`), looked at
through the true camera: what is missed is missed by the eyes, not by the calibration. Seeds of their own, drawn for
nothing else.
"""

import argparse
import sys
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from bench.measured import machine, put_section
from bench.odds.drawn import between_jaws
from models.training.painter import boxes, painted, random_scene
from models.training.painter.layouts import crowded_layout
from tracker.geometry.calibration import Calibration
from tracker.vision.detector import Detector
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer

Array = NDArray[np.float64]

SEED = 8079
SIZE = (1280, 720)
LEAST_VISIBLE = 0.5
"""Balls of which less is in view are not asked for."""
SURE, SAME_MM, FALSE_MM = 0.5, 25.0, 60.0
"""What is surer counts as seen; a ball is seen where it lies within this; what is farther from every ball is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Balls between the jaws and elsewhere, those of them that are seen, and what is seen where none is."""

    jaws: int = 0
    jaws_seen: int = 0
    others: int = 0
    others_seen: int = 0
    false: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            jaws=self.jaws + other.jaws, jaws_seen=self.jaws_seen + other.jaws_seen, others=self.others + other.others,
            others_seen=self.others_seen + other.others_seen, false=self.false + other.false,
        )  # fmt: skip


def counted(number: int, detector: Detector) -> Count:
    """Return what is seen of one drawn still."""
    scene = random_scene(np.random.default_rng([SEED, number]), SIZE, crowded_layout)
    picture = painted(scene)
    shown = boxes(scene, picture, LEAST_VISIBLE)
    if not shown:
        return Count()
    true = np.array([scene.balls[one.ball].at_mm[:2] for one in shown])
    calibration = Calibration(table=scene.kit.name, camera=scene.camera, error_px=0.0, error_mm=0.0, found_by="points")
    seen = Seer(calibration, scene.kit, detector).see(np.asarray(picture.picture, np.uint8), 0, 0)
    told = seen.places_mm[seen.sure > SURE]
    apart = np.linalg.norm(true[:, None] - told[None], axis=2)
    hit, jaws = apart.min(axis=1, initial=np.inf) < SAME_MM, between_jaws(true, scene.kit)
    return Count(
        jaws=int(jaws.sum()), jaws_seen=int(hit[jaws].sum()), others=int((~jaws).sum()),
        others_seen=int(hit[~jaws].sum()), false=int((apart.min(axis=0, initial=np.inf) > FALSE_MM).sum()),
    )  # fmt: skip


def main() -> int:
    """Measure, print, and with --write put the table into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="Count the balls seen between the jaws of pockets, and elsewhere.")
    options.add_argument("--pictures", type=int, default=60)
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    detector = open_detector()
    whole = sum((counted(number, detector) for number in range(chosen.pictures)), Count())
    table = "\n".join([
        f"Measured {date.today()} by `python -m bench.jaws --pictures {chosen.pictures} --write`, on {machine()}:",
        f"{chosen.pictures} drawn stills of {SIZE[0]}x{SIZE[1]} through their true cameras.",
        "",
        "| balls | seen |",
        "|---|---|",
        f"| between the jaws of a pocket | {whole.jaws_seen} of {whole.jaws} |",
        f"| elsewhere | {whole.others_seen} of {whole.others} |",
        f"| seen where none is | {whole.false} |",
    ])  # fmt: skip
    print(table)
    if chosen.write:
        put_section("bench.jaws", "Balls between the jaws", f"{table}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
