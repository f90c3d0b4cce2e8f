"""Label television pictures for the network for tables: `python -m models.training.tables.photographs --footage DIR`.

Drawn tables lack what lies at the near end of a television picture: a score strip over the rail, a cushion seen from so
high that it is a line. Where the picture's own edges show a full-size table without a doubt, the camera that they give
labels it. Scenes that are kept aside from all training (`models.training.scenes`) are left out; the labelled pictures
may be trained on, and are not to be given away.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.training import footage, scenes
from models.training.tables.draw import QUALITY, shrunk
from models.training.tables.regions import regions
from tracker.calibrate.find import all_fits
from tracker.calibrate.trials import Trial
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

Picture = NDArray[np.uint8]

SURE: Final = 3.5
"""Log odds from which the fit of a picture's edges labels it."""


def seen_by_its_edges(picture: Picture, kits: Sequence[Kit]) -> Trial | None:
    """Return the first fit of a picture's own edges that is beyond doubt; None: there is none."""
    fits = (trial for trial, told in all_fits(picture, kits) if told.nats > SURE and not trial.fit.by_regions)
    return next(fits, None)


def labelled(file: Path, out: Path) -> bool:
    """Write a picture and its regions into a folder; say whether a table was seen in it."""
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    trial = seen_by_its_edges(picture, [find_kit("snooker-12ft")])
    if trial is None:
        return False
    small = shrunk(picture)
    kit = replace(trial.kit, cushion_mm=trial.fit.cushion.width_mm)
    told = regions(trial.fit.camera, kit, (small.shape[1], small.shape[0]))
    cv2.imwrite(str(out / f"{file.stem}.png"), told[..., ::-1])
    cv2.imwrite(str(out / f"{file.stem}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return True


def learnt(folder: Path, count: int | None) -> list[Path]:
    """Return pictures of a footage folder that may be trained on, all or so many, spread evenly."""
    names = footage.names(folder)
    aside = scenes.held_out(scenes.scenes(folder, names))
    may = [name for name in names if name not in aside]
    return [folder / "images" / f"{name}.jpg" for name in may[:: max(len(may) // (count or len(may)), 1)]]


class Labels(Protocol):
    """Writes a picture, and what labels it, into a folder where a table is seen in it; says whether one is."""

    def __call__(self, file: Path, out: Path) -> bool:
        """Label one picture."""


def label_all(label: Labels, description: str | None) -> None:
    """Label as asked on the command line: write each picture in which a table is seen, and its label, into a folder."""
    asked = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--footage", type=Path, required=True, help="folder with images and labels_ball")
    asked.add_argument("--out", type=Path, required=True, help="folder for pictures and labels; they stay here")
    asked.add_argument("--count", type=int, help="only so many pictures, spread evenly")
    asked.add_argument("--workers", type=int, default=2)
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    files = learnt(options.footage, options.count)
    with Pool(options.workers, cv2.setNumThreads, (1,)) as pool:
        seen = sum(track(pool.imap_unordered(partial(label, out=options.out), files), total=len(files)))
    print(f"{seen} of {len(files)} pictures show a table beyond doubt")


if __name__ == "__main__":
    label_all(labelled, __doc__)
