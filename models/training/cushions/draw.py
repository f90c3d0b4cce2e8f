"""Draw pictures to train the network for cushions on: `python -m models.training.cushions.draw --out FOLDER`.

Each number gives `NUMBER.jpg`, a picture, and `NUMBER.json`, the camera that took it and the table (see
`models.training.cushions.examples`): those of `models.training.tables.draw` that show a table, at their full size.
Numbers from 5000 on are not for training.
"""

import argparse
from multiprocessing import Pool
from pathlib import Path

import cv2
from rich.progress import track

from models.training.cushions.examples import QUALITY, TableLabel, write_label
from models.training.painter import painted
from models.training.painter.furniture import SLOPE_MM
from models.training.tables.draw import LATEST, TURN, scene_of
from tracker.calibrate.features.lines import Cushion


def draw(task: tuple[int, Path]) -> None:
    """Write the picture and the table of a number; nothing where it shows no table for snooker."""
    number, out = task
    scene = scene_of(number)
    if scene is None or number % TURN == TURN - 1 or (out / f"{number:04}.json").exists():
        return
    cv2.setNumThreads(1)
    kit = scene.kit
    label = TableLabel(
        camera=scene.camera, table=scene.note["table"], nose_height_mm=kit.nose_height_mm,
        cushion=Cushion(width_mm=kit.cushion_mm, rise_mm=SLOPE_MM),
    )  # fmt: skip
    cv2.imwrite(str(out / f"{number:04}.jpg"), painted(scene).picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    write_label(out / f"{number:04}.json", label)


def main() -> None:
    """Draw as asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--out", type=Path, required=True, help="folder for pictures and cameras")
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--count", type=int, default=1500)
    asked.add_argument("--workers", type=int, default=2)
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    tasks = [(number, options.out) for number in range(options.first, min(options.first + options.count, LATEST))]
    with Pool(options.workers) as pool:
        for _ in track(pool.imap_unordered(draw, tasks), total=len(tasks)):
            pass


if __name__ == "__main__":
    main()
