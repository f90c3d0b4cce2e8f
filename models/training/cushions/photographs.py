"""Label television pictures for the network for cushions: `python -m models.training.cushions.photographs`.

Where a full-size table is found without a doubt, the camera and the cushions that are found label it. Scenes that are
kept aside from all training (`models.training.scenes`) are left out; the labelled pictures may be trained on, and are
not to be given away.
"""

import argparse
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from shutil import copyfile
from typing import Final

import cv2
import numpy as np
from rich.progress import track

from models.training.cushions.examples import Shown, written
from models.training.tables.photographs import SURE, learnt
from tracker.calibrate.find import all_fits
from tracker.store.kits import find_kit

FIRST: Final = 2
"""Of so many first fits one is beyond doubt where a picture is an easy one; others are left out."""


def labelled(task: tuple[Path, Path]) -> bool:
    """Copy a picture beside the camera that took it into a folder; say whether a table was seen in it."""
    file, out = task
    cv2.setNumThreads(1)
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    fits = islice(all_fits(picture, [find_kit("snooker-12ft")]), FIRST)
    trial = next((trial for trial, told in fits if told.nats > SURE), None)
    if trial is None:
        return False
    kit, fit = trial.kit, trial.fit
    shown = Shown(camera=fit.camera, table=kit.name, nose_height_mm=kit.nose_height_mm, cushion=fit.cushion)
    copyfile(file, out / file.name)
    written(out / f"{file.stem}.json", shown)
    return True


def main() -> None:
    """Label as asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--footage", type=Path, required=True, help="folder with images and labels_ball")
    asked.add_argument("--out", type=Path, required=True, help="folder for pictures and cameras; they stay here")
    asked.add_argument("--count", type=int, help="only so many pictures, spread evenly")
    asked.add_argument("--workers", type=int, default=2)
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    tasks = [(file, options.out) for file in learnt(options.footage, options.count)]
    with Pool(options.workers) as pool:
        seen = sum(track(pool.imap_unordered(labelled, tasks), total=len(tasks)))
    print(f"{seen} of {len(tasks)} pictures show a table beyond doubt")


if __name__ == "__main__":
    main()
