"""Draw pictures to train the network for tables on: `python -m models.training.tables.draw --out FOLDER --count 4800`.

Each number gives `NUMBER.jpg`, a picture of `LONGEST_PX` at most, and `NUMBER.png` with its `REGIONS` in red, green and
blue. Of twelve pictures eight show a table of any look from anywhere, three one that stands in a club or on television,
and one a room without a table, or one for English pool. Numbers from 5000 on are not for training: the finder is worked
on and measured with them.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn import SIZES
from models.training.painter import Scene, painted, random_scene
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import KINDS, STREAM, pool_scene, without_table
from models.training.tables.regions import REGIONS, regions

Picture = NDArray[np.uint8]

LONGEST_PX: Final = 640
QUALITY: Final = 95
LATEST: Final = 5000
TURN: Final = 12
CLUBS: Final = (3, 6, 9)
"""Of `TURN` numbers these show a table as clubs and television do, and the last none."""
CLUB_STREAM: Final = 23
"""Sets the numbers of these scenes apart from those of other painters with the same seed."""


def scene_of(number: int) -> Scene | None:
    """Return the scene of a number; None: there is no table in it."""
    if number % TURN == TURN - 1:
        is_pool = KINDS[number % len(KINDS)] == "pool"
        return pool_scene(np.random.default_rng((number, STREAM))) if is_pool else None
    if number % TURN in CLUBS:
        rng = np.random.default_rng((number, CLUB_STREAM))
        return random_scene(rng, SIZES[rng.integers(len(SIZES))])
    return scene_anywhere(number)


def shrunk(picture: Picture) -> Picture:
    """Return a picture of which the longer side has `LONGEST_PX`."""
    scale = LONGEST_PX / max(picture.shape[:2])
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def example(number: int) -> tuple[Picture, Picture]:
    """Return the picture of a number and its (h, w, 3) regions, 0 or 255."""
    scene = scene_of(number)
    picture = without_table(number)[1] if scene is None else painted(scene).picture
    small = shrunk(picture)
    height, width = small.shape[:2]
    if scene is None:
        return small, np.zeros((height, width, len(REGIONS)), np.uint8)
    return small, regions(scene.camera, scene.kit, (width, height))


def main() -> None:
    """Draw as asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--out", type=Path, required=True, help="folder for pictures and regions")
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--count", type=int, default=4800)
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    numbers = range(options.first, min(options.first + options.count, LATEST))
    for done, number in enumerate(numbers, 1):
        picture, told = example(number)
        cv2.imwrite(str(options.out / f"{number:04}.png"), told[..., ::-1])
        cv2.imwrite(str(options.out / f"{number:04}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        print(f"\r{done} of {len(numbers)}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
