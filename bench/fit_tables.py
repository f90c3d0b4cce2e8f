"""Fit how sure it is that a camera sees a table, on drawn pictures of training seeds, and write it into one file.

    python -m bench.fit_tables [--first SEED] [--count N] [--every K] [--write]

In each picture, of a table of any look or of none, all fits are made that the finder would make before it gives up;
those that place balls where they are (`bench.looks.ASTRAY`) are tables. The weights are those under which that was
likeliest, held by a weak prior (logistic regression: Bishop, Pattern Recognition and Machine Learning, ch. 4.3). Each
picture counts as much as any other, however many fits it took. One picture in four is left out of a first fit, and told
apart in what is printed. Tables for English pool are left out: their shape is that of a table.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fitted import head, table
from bench.looks import ASTRAY, off_of
from bench.measured import ROOT
from models.training.painter import Scene, paint
from models.training.painter.anywhere.chance import scene_anywhere
from models.training.painter.anywhere.none import without_table
from tracker.calibrate.find import all_fits
from tracker.calibrate.fit.refine import softened
from tracker.calibrate.fit.table_odds import FILE, TableOdds, TableShown, shown_of
from tracker.capture.picture import Image
from tracker.store.kits import snooker_kits

Array = NDArray[np.float64]

PRIOR_SD = 3.0
"""How far, in nats, a weight may well lie from nothing."""
FOR = ("noses", "wood", "worst", "second", "cloth", "beyond", "tops", "holes", "gaps", "marks")
AGAINST = ("misfit", "cushion", "rise", "spill", "lens", "out")
"""What belongs to a table never speaks against it, and what does not never for it, however few pictures say so."""
APART_EVERY = 4
NEITHER = 3 * ASTRAY
"""Between that and this share of its length a table is found, by cushions of another kit: neither right nor wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedFit:
    """A fit that was made."""

    seed: int
    shown: TableShown
    is_table: bool
    weight: float


def tried(seed: int, picture: Image, scene: Scene | None) -> Iterator[TriedFit]:
    """Give what the finder tries in a picture, and whether it is a table."""
    soft, fits = softened(picture), []
    for trial, told in all_fits(picture, snooker_kits()):
        off = off_of(scene, trial.fit.camera, trial.kit) if scene is not None else np.inf
        another = scene is not None and trial.kit.name != scene.note.get("table")
        if told.was_weighed and not (another and ASTRAY < off < NEITHER):
            fits.append((shown_of(soft, trial.fit, trial.kit), bool(off < ASTRAY)))
    for shown, is_table in fits:
        yield TriedFit(seed=seed, shown=shown, is_table=is_table, weight=1 / len(fits))


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
    options.add_argument("--first", type=int, default=7000)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--every", type=int, default=1, help="take every so many of them")
    options.add_argument("--write", action="store_true", help=f"write {FILE}")
    chosen = options.parse_args()
    cv2.setNumThreads(1)
    fits: list[TriedFit] = []
    for seed in range(chosen.first, chosen.first + chosen.count, chosen.every):
        scene = scene_anywhere(seed)
        fits += tried(seed, paint(scene), scene)
        kind, picture = without_table(seed)
        fits += tried(seed, picture, None) if kind != "pool" else ()
        print(seed, Counter(one.is_table for one in fits), file=sys.stderr, flush=True)
    kept = [one for one in fits if one.seed // chosen.every % APART_EVERY]
    apart = [one for one in fits if not one.seed // chosen.every % APART_EVERY]
    for name, by in (("fitted on the others", fitted(kept)), ("fitted on all", fitted(fits))):
        print(f"{name}: {by}; nats lost on one in {APART_EVERY}: {lost(np.array(astuple(by)), apart):.1f}")
    if chosen.write:
        counts = f"fits = {len(fits)}\ntables = {sum(one.is_table for one in fits)}"
        about = "Written by a command, not by hand."
        every = f" --every {chosen.every}" if chosen.every > 1 else ""
        command = f"python -m bench.fit_tables --first {chosen.first} --count {chosen.count}{every} --write"
        lines = [*head(command, counts, about), *table("table", fitted(fits))]
        (ROOT / "tracker" / "calibrate" / "fit" / FILE).write_text("\n".join(lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
