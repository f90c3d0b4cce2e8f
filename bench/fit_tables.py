"""Fit how sure it is that a camera sees a table, on drawn pictures of training seeds, and write it into one file.

    python -m bench.fit_tables [--first SEED ...] [--count N] [--usual N] [--workers N] [--write]
    python -m bench.fit_tables --pictures FILE ...

In each picture, of a table of any look (`bench.looks`), of none, or of a usual one (`bench.tables`), all fits are made
that the finder would make before it gives up; those that place balls where they are (`bench.looks.ASTRAY`) are tables.
The weights are those under which that was likeliest, held by a weak prior (logistic regression: Bishop, Pattern
Recognition and Machine Learning, ch. 4.3). Each picture counts as much as any other, however many fits it took. One
picture in four is left out of a first fit, and told apart in what is printed. Tables for English pool are left out:
their shape is that of a table.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from scipy.optimize import minimize

from bench.fitted import head, table
from bench.looks import ASTRAY, off_of
from bench.measured import ROOT
from bench.tables import drawn_scene
from models.training.painter import Scene, paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from tracker.calibrate.find import all_fits
from tracker.calibrate.fit.softened import softened, with_regions
from tracker.calibrate.fit.table_odds import FILE, NOTHING, TableOdds, TableShown, shown_of
from tracker.capture.picture import Image
from tracker.capture.sources.folder import read_still
from tracker.store.kits import snooker_kits

Array = NDArray[np.float64]

PRIOR_SD = 3.0
"""How far, in nats, a weight may well lie from nothing."""
FOR = ("noses", "wood", "worst", "second", "cloth", "beyond", "tops", "holes", "gaps", "marks", "told")
AGAINST = ("misfit", "cushion", "rise", "spill", "lens", "out")
"""What belongs to a table never speaks against it, and what does not never for it, however few pictures say so."""
APART_EVERY = 4
USUAL_FIRST = 100
NEITHER = 3 * ASTRAY
"""Between that and this share of its length a table is found, by cushions of another kit: neither right nor wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which picture is asked for: "look", "none" or "usual", and its seed."""

    what: str
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedFit:
    """A fit that was made."""

    asked: Asked
    shown: TableShown
    is_table: bool
    weight: float


def tried(asked: Asked) -> list[TriedFit]:
    """Return what the finder tries in a picture, and whether it is a table."""
    cv2.setNumThreads(1)
    scene, picture = _drawn(asked)
    if picture is None:
        return []
    soft, fits = with_regions(softened(picture)), []
    for trial, told in all_fits(picture, snooker_kits()):
        off = off_of(scene, trial.fit.camera, trial.kit) if scene is not None else np.inf
        another = scene is not None and trial.kit.name != scene.note["table"]
        if told.was_weighed and not (another and ASTRAY < off < NEITHER):
            fits.append((shown_of(soft, trial.fit, trial.kit), bool(off < ASTRAY)))
    return [TriedFit(asked=asked, shown=shown, is_table=is_table, weight=1 / len(fits)) for shown, is_table in fits]


def _drawn(asked: Asked) -> tuple[Scene | None, Image | None]:
    """Return scene and picture that are asked for; no picture: a table for English pool, which has a table's shape."""
    if asked.what == "none":
        kind, picture = without_table(asked.seed)
        return None, None if kind == "pool" else picture
    scene = scene_anywhere(asked.seed) if asked.what == "look" else drawn_scene(asked.seed)
    return replace(scene, note={**scene.note, "table": scene.kit.name}), paint(scene)


def surest(file: Path) -> float:
    """Return the log odds of the best fit that the finder makes of a picture."""
    cv2.setNumThreads(1)
    return max((told.nats for _, told in all_fits(read_still(file), snooker_kits())), default=NOTHING.nats)


def lost(by: Array, fits: Sequence[TriedFit]) -> float:
    """Return how many nats the weights lose on what is true of fits."""
    shown = np.array([(1.0, *astuple(one.shown)) for one in fits])
    signs = np.where([one.is_table for one in fits], 1.0, -1.0)
    return float(np.array([one.weight for one in fits]) @ np.logaddexp(0.0, -signs * (shown @ by)))


def fitted(fits: Sequence[TriedFit]) -> TableOdds:
    """Return the weights under which what is true of fits was likeliest."""
    names = [one.name for one in fields(TableOdds)]

    def nats(by: Array) -> float:
        return lost(by, fits) + float(np.sum((by[1:] / PRIOR_SD) ** 2)) / 2

    bounds = [(0.0, None) if name in FOR else (None, 0.0) if name in AGAINST else (None, None) for name in names]
    best = minimize(nats, np.zeros(len(names)), method="L-BFGS-B", bounds=bounds).x
    return TableOdds(**dict(zip(names, best.tolist(), strict=True)))


def main() -> int:
    """Fit, print, and with --write put the weights into their file."""
    options = argparse.ArgumentParser(description="Fit how sure a fit is to be a table.")
    options.add_argument("--first", type=int, nargs="+", default=[5000, 7000], help="where seeds begin")
    options.add_argument("--count", type=int, default=80, help="so many from each, of tables and of rooms without one")
    options.add_argument("--usual", type=int, default=40, help=f"so many usual tables, from seed {USUAL_FIRST}")
    options.add_argument("--workers", type=int, default=2, metavar="N")
    options.add_argument("--write", action="store_true", help=f"write {FILE}")
    options.add_argument("--pictures", type=Path, nargs="+", help="tell of these how sure the best fit is, and end")
    chosen = options.parse_args()
    if chosen.pictures:
        with ProcessPoolExecutor(chosen.workers) as pool:
            for sure, file in sorted(zip(pool.map(surest, chosen.pictures), chosen.pictures, strict=True)):
                print(f"{sure:6.1f} nats  {file}")
        return 0
    seeds = [first + i for first in chosen.first for i in range(chosen.count)]
    asked = [Asked(what=what, seed=seed) for seed in seeds for what in ("look", "none")]
    asked += [Asked(what="usual", seed=USUAL_FIRST + i) for i in range(chosen.usual)]
    with ProcessPoolExecutor(chosen.workers) as pool:
        fits = [fit for found in track(pool.map(tried, asked), total=len(asked)) for fit in found]
    kept = [one for one in fits if one.asked.seed % APART_EVERY]
    apart = [one for one in fits if not one.asked.seed % APART_EVERY]
    for name, by in (("fitted on the others", fitted(kept)), ("fitted on all", fitted(fits))):
        print(f"{name}: {by}; nats lost on one in {APART_EVERY}: {lost(np.array(astuple(by)), apart):.1f}")
    if chosen.write:
        first = " ".join(map(str, chosen.first))
        command = f"python -m bench.fit_tables --first {first} --count {chosen.count} --usual {chosen.usual} --write"
        (ROOT / "tracker" / "calibrate" / "fit" / FILE).write_text(written(command, fits), "utf-8")
    return 0


def written(command: str, fits: Sequence[TriedFit]) -> str:
    """Return the file of the weights that are fitted on fits."""
    counts = f"fits = {len(fits)}\ntables = {sum(one.is_table for one in fits)}"
    about = "Written by a command, not by hand."
    return "\n".join([*head(command, counts, about), *table("table", fitted(fits))])


if __name__ == "__main__":
    sys.exit(main())
