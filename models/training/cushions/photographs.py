"""Label television pictures for the network for cushions: `python -m models.training.cushions.photographs`.

Where a full-size table is found without a doubt, the camera and the cushions that are found label it. Scenes that are
kept aside from all training (`models.training.scenes`) are left out; the labelled pictures may be trained on, and are
not to be given away.
"""

from itertools import islice
from pathlib import Path
from shutil import copyfile
from typing import Final

import cv2
import numpy as np

from models.training.cushions.examples import TableLabel, write_label
from models.training.tables.photographs import SURE, label_all
from tracker.calibrate.find import all_fits
from tracker.store.kits import find_kit

FIRST: Final = 2
"""Of so many first fits one is beyond doubt where a picture is an easy one; others are left out."""


def labelled(file: Path, out: Path) -> bool:
    """Copy a picture beside the camera that took it into a folder; say whether a table was seen in it."""
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    fits = islice(all_fits(picture, [find_kit("snooker-12ft")]), FIRST)
    trial = next((trial for trial, told in fits if told.nats > SURE), None)
    if trial is None:
        return False
    kit, fit = trial.kit, trial.fit
    label = TableLabel(camera=fit.camera, table=kit.name, nose_height_mm=kit.nose_height_mm, cushion=fit.cushion)
    copyfile(file, out / file.name)
    write_label(out / f"{file.stem}.json", label)
    return True


if __name__ == "__main__":
    label_all(labelled, __doc__)
