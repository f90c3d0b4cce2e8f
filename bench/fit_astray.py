"""Fit how likely it is that a found table lies elsewhere, on drawn tables of training seeds, and write it down.

    python -m bench.fit_astray [--first SEED] [--count N] [--out DIR] [--workers N] [--write]

Each table (`bench.looks`) is found with no option. How far balls all over it are off is then told by a mixture of two
Rayleigh distributions: that of the error that the fit itself foretells, and a wider one, for those that lie elsewhere.
How often they do, by how likely a table they are, and how far off, is what makes the errors likeliest once the middle
pockets are heard, held by a weak prior. One table in four is left out of the fit, and told apart in what is printed.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track
from scipy.optimize import minimize

from bench.fitted import asked_of, head, kept_or_shown, made_once, parted, table
from bench.looks import ASTRAY, off_of
from bench.measured import ROOT
from models.training.painter import painted
from models.training.painter.anywhere.chance import scene_anywhere
from tracker.calibrate.features.pockets import CushionGap
from tracker.calibrate.find import found_in
from tracker.calibrate.fit.astray import FILE, Astray, AstrayOdds, said_mm
from tracker.calibrate.fit.finish import MOST_LOOSE_MM, nearer_gap, table_nats, with_ends_named
from tracker.calibrate.fit.pose import Sensor
from tracker.calibrate.fit.quality import place_error_mm
from tracker.calibrate.fit.softened import softened, with_regions, with_tint
from tracker.domain.errors import TableNotFound
from tracker.store.kits import snooker_kits

Array = NDArray[np.float64]

GUESS: Final = AstrayOdds(base=-2.0, nats=-0.3, far=0.01)
"""Where the fit begins, and what it is drawn to where tables say little."""
PRIOR_SD: Final = 2.0
"""How far, in nats and in nats a nat, the odds may well lie from the guess; in logarithms of how far off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A drawn table that was found."""

    seed: int
    off_mm: float
    """How far off balls all over it are placed, on average."""
    place_mm: float
    """How far off they may be if it lies on the table's own edges (root of the expected square)."""
    length_mm: float
    nats: float
    """How likely it is to be a table."""
    gap: CushionGap | None
    """The nearer of its middle pockets."""

    def astray(self, by: AstrayOdds) -> Astray:
        """Return how likely it lies elsewhere, and how far off, as some odds have it."""
        return by.told(self.nats, self.length_mm, self.gap)


def found(seed: int) -> FoundTable | None:
    """Return what became of the table of a seed; None: it was not found."""
    cv2.setNumThreads(1)
    scene = scene_anywhere(seed)
    soft = with_regions(with_tint(softened(painted(scene).picture)))
    sensor = Sensor(width_px=soft.picture.shape[1], height_px=soft.picture.shape[0])
    try:
        trial, _ = found_in(soft, sensor, snooker_kits())
    except TableNotFound:
        return None
    fit, _, _ = with_ends_named(soft, trial.fit, trial.kit, None)
    length_mm = trial.kit.length_mm
    return FoundTable(
        seed=seed, off_mm=off_of(scene, fit.camera, trial.kit) * length_mm, length_mm=length_mm,
        place_mm=place_error_mm(fit, sensor, trial.kit), nats=table_nats(soft, fit, trial.kit),
        gap=nearer_gap(soft.picture, fit, trial.kit),
    )  # fmt: skip


def kept(seed: int, out: Path) -> FoundTable | None:
    """Return what became of the table of a seed, looked for once."""
    return made_once(out / f"{seed}.pickle", partial(found, seed))


def lost(tables: Sequence[FoundTable], by: AstrayOdds) -> float:
    """Return how many nats the odds lose on how far off tables lie."""
    off, place = np.array([(one.off_mm, one.place_mm) for one in tables]).T
    chance, far = np.array([(told.chance, told.far_mm) for told in (one.astray(by) for one in tables)]).T
    odds = (1 - chance) * _rayleigh(off, place**2) + chance * _rayleigh(off, place**2 + far**2)
    return float(-np.log(odds + 1e-12).sum())


def _rayleigh(off: Array, square: Array) -> Array:
    return np.asarray(2 * off / square * np.exp(-(off**2) / square))


def fitted(tables: Sequence[FoundTable]) -> AstrayOdds:
    """Return the odds under which what tables are off is likeliest."""
    guess = np.array([GUESS.base, GUESS.nats, np.log(GUESS.far)])

    def of_numbers(numbers: Array) -> AstrayOdds:
        return AstrayOdds(base=float(numbers[0]), nats=float(numbers[1]), far=float(np.exp(numbers[2])))

    def nats(numbers: Array) -> float:
        return lost(tables, of_numbers(numbers)) + float(np.sum(((numbers - guess) / PRIOR_SD) ** 2)) / 2

    return of_numbers(minimize(nats, guess, method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-4}).x)


def told(name: str, tables: Sequence[FoundTable], by: AstrayOdds) -> str:
    """Return what the odds say of tables, in words."""
    said = np.array([said_mm(one.place_mm, one.astray(by)) for one in tables])
    off, place = np.array([(one.off_mm, one.place_mm) for one in tables]).T
    astray = np.array([one.off_mm > ASTRAY * one.length_mm for one in tables])
    words = (
        f"{name}: {len(tables)} tables, {astray.sum()} elsewhere; nats lost {lost(tables, by):.1f},"
        f" {lost(tables, AstrayOdds(base=-30.0, nats=0.0, far=by.far)):.1f} if none were"
    )
    for kind, one in (("if it lies there", place), ("as it is said", said)):
        loose = one > MOST_LOOSE_MM
        words += (
            f"\n  {kind}: unsaid {np.sum(astray & ~loose)}, doubted though right {np.sum(loose & ~astray)}; nine in ten"
            f" within {np.percentile(off / one, 90):.2f} of it (due {np.sqrt(np.log(10)):.2f})"
        )
    return words


def written(by: AstrayOdds, tables: int, command: str) -> str:
    """Return the file of the odds."""
    lines = head(command, f"tables = {tables}", "Written by a command, not by hand.")
    return "\n".join([*lines, *table("astray", by)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was gained, and with --write keep the odds."""
    options = asked_of("Fit how likely it is that a found table lies elsewhere.", ROOT / "runs" / "astray")
    options.add_argument("--first", type=int, default=7100, help="first seed; those from 8000 are held out")
    options.add_argument("--count", type=int, default=400)
    asked = options.parse_args(arguments)
    seeds = range(asked.first, asked.first + asked.count)
    with ProcessPoolExecutor(asked.workers) as pool:
        looked = list(track(pool.map(partial(kept, out=asked.out), seeds), total=len(seeds)))
    tables = [one for one in looked if one is not None]
    own, held_out = parted(tables)
    by = fitted(own)
    print(f"{len(tables)} of {len(seeds)} found; fitted on three in four: {astuple(by)}")
    print(told("fitted on", own, by))
    print(told("held out", held_out, by))
    whole = fitted(tables)
    print(told("fitted on all", tables, whole))
    command = f"python -m bench.fit_astray --first {asked.first} --count {asked.count} --write"
    file = ROOT / "tracker" / "calibrate" / "fit" / FILE
    kept_or_shown(written(whole, len(tables), command), file, write=asked.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
