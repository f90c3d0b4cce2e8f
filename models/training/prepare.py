"""Make the pictures to learn from: `python -m models.training.prepare --footage FOLDER --work FOLDER`.

Tightens the labelled boxes, names the balls' colours, keeps whole scenes aside, and writes crops as a YOLO data set.
`--balls FILE` takes balls that were completed by an earlier network (see `complete`) in place of the labels.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from models.training import colours, crops, footage, scenes
from tracker.domain.table.ball import SNOOKER

DEFAULT_FOOTAGE = Path(__file__).parents[2].parent / "shared" / "footage" / "broadcast" / "labelled"


def named_balls(folder: Path) -> footage.Balls:
    """Return every labelled ball, tightened and with its colour."""
    balls = {name: footage.read_balls(folder, name) for name in footage.names(folder)}
    x, y = colours.gather(folder, balls, shakes=6)
    return colours.name_all(folder, balls, colours.learn(x, y))


def write_crops(folder: Path, balls: footage.Balls, work: Path, count: int) -> None:
    """Write `count` crops of every picture of the training scenes."""
    rng = np.random.default_rng(3)
    for name, row in balls.items():
        picture, rows = footage.read_picture(folder, name), crops.rows_of(row)
        for number, crop in enumerate(crops.crops_of(picture, rows, count, rng)):
            crops.write_crop(crop, work / "train", f"{name}-{number}")


def write_whole(folder: Path, balls: footage.Balls, work: Path) -> None:
    """Write every picture kept aside, whole, at the canonical scale."""
    for name, row in balls.items():
        picture, rows = footage.read_picture(folder, name), crops.rows_of(row)
        scale = crops.CANONICAL_PX / crops.median_diameter(rows)
        scaled = crops.rescaled(picture, scale)
        rows = crops.clip_rows(rows * np.array([1, scale, scale, scale, scale]), (scaled.shape[1], scaled.shape[0]))
        crops.write_crop(crops.Crop(picture=scaled, rows=rows), work / "val", name)


def main() -> None:
    """Prepare everything."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--footage", type=Path, default=DEFAULT_FOOTAGE)
    asked.add_argument("--work", type=Path, required=True, help="where the data set is written")
    asked.add_argument("--crops", type=int, default=4, help="crops of each picture")
    asked.add_argument("--balls", type=Path, help="balls already named (JSON), instead of reading the labels")
    args = asked.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    balls = footage.load_balls(args.balls) if args.balls else named_balls(args.footage)
    footage.save_balls(balls, args.work / "balls.json")
    aside = scenes.held_out(scenes.scenes(args.footage, list(balls)))
    write_crops(args.footage, {n: row for n, row in balls.items() if n not in aside}, args.work, args.crops)
    write_whole(args.footage, {n: row for n, row in balls.items() if n in aside}, args.work)
    listed = crops.write_yaml(args.work, SNOOKER)
    print(f"{len(balls) - len(aside)} pictures to learn from, {len(aside)} kept aside: {listed}")


if __name__ == "__main__":
    main()
