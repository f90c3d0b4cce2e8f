"""How well a network sees balls in the jaws of pockets, on drawn pictures: `python -m models.training.jaws ONNX ...`.

A ball that hangs there stands before leather and shade and not before cloth; one that is not seen there was potted, for
all that the program can tell. Labelled pictures hold few of them, so the painter draws some, of a seed of its own that
nothing is learnt from (`SEED`; that of `drawn` is another).
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from models.training import crops
from models.training.drawn import SIZES, rows_of
from models.training.evaluate import WORKING_LEVEL
from models.training.footage import Array, Picture
from models.training.looking import Network, overlap
from models.training.painter import Box, Scene, boxes, painted, random_scene
from models.training.painter.layouts import crowded_layout

SEED: Final = 77
LEAST_VISIBLE: Final = 0.5
SAME_PLACE: Final = 0.4
"""A box that overlaps a ball's true one by so much is about that ball."""
FAINT: Final = 0.02
DEEP, IN_JAWS, ELSEWHERE = 1.0, 2.0, 3.0
"""How far a ball's centre is from the edge of the nearest hole, in radii of the ball."""
FEWEST: Final = 3
"""A picture with fewer balls than this says nothing of how large it is to be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one ball was seen."""

    from_hole: float
    """Radii from the edge of the nearest hole."""
    sure: float
    """0 where nothing was seen of it."""
    named_right: bool


def pictures(count: int) -> Iterator[tuple[Picture, Array, list[float]]]:
    """Give so many pictures as the network is shown them, the rows of their balls, and how far these are from holes."""
    for number in range(count):
        rng = np.random.default_rng([SEED, number])
        scene = random_scene(rng, SIZES[rng.integers(len(SIZES))], crowded_layout)
        painting = painted(scene)
        found = boxes(scene, painting, LEAST_VISIBLE)
        rows = rows_of(found)
        if len(rows) >= FEWEST:
            scale = crops.CANONICAL_PX / crops.median_diameter(rows)
            picture = crops.rescaled(np.asarray(painting.picture, np.uint8), scale)
            yield picture, rows * np.array([1, scale, scale, scale, scale]), [from_hole(scene, box) for box in found]


def from_hole(scene: Scene, box: Box) -> float:
    """Return how far a ball's centre is from the edge of the nearest hole, in its radii."""
    at, kit = np.array(scene.balls[box.ball].at_mm[:2]), scene.kit
    away_mm = min(float(np.hypot(*(at - pocket.fall))) - pocket.radius_mm for pocket in kit.pockets)
    return away_mm / kit.ball_radius_mm


def looks(network: Network, shown: Sequence[tuple[Picture, Array, list[float]]]) -> Iterator[Look]:
    """Give how each ball of some pictures is seen."""
    for picture, rows, holes in shown:
        seen, odds = network.look(picture, 1.0, FAINT)
        for row, away in zip(rows, holes, strict=True):
            about = odds[overlap(row[None, 1:5], seen)[0] > SAME_PLACE] if len(seen) else odds[:0]
            best = about[about.max(axis=1).argmax()] if len(about) else np.zeros(odds.shape[1] or 1)
            yield Look(from_hole=away, sure=float(best.max()), named_right=int(best.argmax()) == int(row[0]))


def by_place(every: Sequence[Look]) -> dict[str, list[Look]]:
    """Return looks by how far the balls are from a hole; those deep in the jaws are in the jaws, too."""
    return {
        "in jaws": [one for one in every if one.from_hole < IN_JAWS],
        "deep in jaws": [one for one in every if one.from_hole < DEEP],
        "elsewhere": [one for one in every if one.from_hole >= ELSEWHERE],
    }


def line(name: str, some: Sequence[Look]) -> str:
    """Return a row of the table."""
    found = [look for look in some if look.sure >= WORKING_LEVEL]
    named = sum(look.named_right for look in found)
    return (
        f"| {name} | {len(some)} | {len(found)} | {len(found) - named} | {np.median([one.sure for one in some]):.2f} |"
    )


def main() -> None:
    """Draw, look and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("network", type=Path, nargs="+")
    asked.add_argument("--count", type=int, default=60, help="pictures to draw")
    args = asked.parse_args()
    shown = list(pictures(args.count))
    print("| network, balls | balls | found | of them named wrongly | sure, median |\n|---|---|---|---|---|")
    for path in args.network:
        for where, some in by_place(list(looks(Network(path, 2), shown))).items():
            print(line(f"{path.stem}, {where}", some))


if __name__ == "__main__":
    main()
