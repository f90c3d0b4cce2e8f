"""Add pictures of our own painter to a data set: `python -m models.training.drawn --work FOLDER --count 1500`.

With `--anywhere` they are of tables of any size and look, anywhere, seen by any camera (`painter.anywhere`).
With `--table novuss` they are of boards, of which all that is learnt is drawn: then the data set is begun with them.

The labelled pictures show one kind of camera and one green. The painter's show tables from everywhere, other cloths,
dim and warm light, motion blur, players and score strips; and their labels are exact and complete.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.training import crops
from models.training.crops import write_yaml
from models.training.footage import Array, Picture
from models.training.painter import Box, boxes, painted, random_scene, scene_on
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.layouts import crowded_layout, random_layout
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

SIZES = ((1280, 720), (1280, 720), (1600, 900), (1920, 1080))
CROPS = 2
"""Crops of each drawn picture."""
CROWDED = 0.6
"""How often balls lie against each other much more than they do in play."""


def rows_of(found: tuple[Box, ...]) -> Array:
    """Return the painter's boxes as rows kind, u, v, width, height in px."""
    rows = [
        [box.kind, (x0 + x1) / 2 + 0.5, (y0 + y1) / 2 + 0.5, x1 - x0, y1 - y0]
        for box in found
        for x0, y0, x1, y1 in [box.box_px]
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


BOARD_SIZES = ((640, 360), (960, 540), (960, 540))
BOARD_CROPS = 3
"""Crops of each drawn picture of a board: they hold less of it than those of a table do."""
BOARD_FRAMING = crops.Framing(side_px=320, ball_px=20.0, spread=0.1)
"""A flat puck is half as high as wide. Of a board as large as that a crop shows most. Its scale hardly differs: what
tells a striker from a puck of its colour is its size alone."""


def draw(rng: np.random.Generator) -> tuple[Picture, Array]:
    """Return a drawn picture of a table and its rows."""
    layout = crowded_layout if rng.random() < CROWDED else random_layout
    scene = random_scene(rng, SIZES[rng.integers(len(SIZES))], layout)
    painting = painted(scene)
    return np.asarray(painting.picture, dtype=np.uint8), rows_of(boxes(scene, painting))


def draw_anywhere(seed: int) -> tuple[Picture, Array]:
    """Return a drawn picture of any table, anywhere, and its rows."""
    scene = scene_anywhere(seed)
    painting = painted(scene)
    return np.asarray(painting.picture, dtype=np.uint8), rows_of(boxes(scene, painting))


def draw_board(rng: np.random.Generator, kit: Kit) -> tuple[Picture, Array]:
    """Return a drawn picture of a board and its rows."""
    scene = scene_on(rng, kit, BOARD_SIZES[rng.integers(len(BOARD_SIZES))])
    painting = painted(scene)
    return np.asarray(painting.picture, dtype=np.uint8), rows_of(boxes(scene, painting))


def write_boards(folder: Path, count: int, seed: int, kit: Kit) -> None:
    """Write crops of `count` drawn pictures of boards into a folder with images/ and labels/."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        picture, rows = draw_board(rng, kit)
        for part, crop in enumerate(crops.crops_of(picture, rows, BOARD_CROPS, rng, BOARD_FRAMING)):
            crops.write_crop(crop, folder, f"board-{seed}-{number}-{part}")


def write_drawn(folder: Path, count: int, seed: int) -> None:
    """Write crops of `count` drawn pictures into a folder with images/ and labels/."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        picture, rows = draw(rng)
        for part, crop in enumerate(crops.crops_of(picture, rows, CROPS, rng)):
            crops.write_crop(crop, folder, f"drawn-{seed}-{number}-{part}")


def write_anywhere(folder: Path, count: int, first: int) -> None:
    """Write crops of the drawn pictures of `count` seeds of `scene_anywhere` into a folder with images/ and labels/."""
    for seed in range(first, first + count):
        picture, rows = draw_anywhere(seed)
        for part, crop in enumerate(crops.crops_of(picture, rows, CROPS, np.random.default_rng([seed, CROPS]))):
            crops.write_crop(crop, folder, f"anywhere-{seed}-{part}")


def main() -> None:
    """Draw as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--work", type=Path, required=True, help="the data set's folder")
    asked.add_argument("--count", type=int, default=1500)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--part", default="train", choices=("train", "val"))
    asked.add_argument("--anywhere", action="store_true", help="tables of any look; --seed is the first of their seeds")
    asked.add_argument("--table", help="a board (novuss); tables for snooker otherwise")
    args = asked.parse_args()
    cv2.setNumThreads(1)
    if args.anywhere:
        write_anywhere(args.work / args.part, args.count, args.seed)
    elif args.table is None:
        write_drawn(args.work / args.part, args.count, args.seed)
    else:
        kit = find_kit(args.table)
        print(write_yaml(args.work, kit.kinds))
        write_boards(args.work / args.part, args.count, args.seed, kit)


if __name__ == "__main__":
    main()
