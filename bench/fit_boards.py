"""Fit how sure a square in a picture is to be a board, on drawn boards of training seeds, and write it into one file.

    python -m bench.fit_boards [--first SEED] [--count N] [--write]

In each picture, of a board or of a snooker table, all squares that the finder would try are fitted; those whose corners
are off by less than `bench.boards.ASTRAY_MM` are boards. The weights are those under which that was likeliest, held by
a weak prior (logistic regression: Bishop, Pattern Recognition and Machine Learning, ch. 4.3). One picture in four is
left out of the fit, and told apart in what is printed.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.boards import ASTRAY_MM, KIT, SCENES, corners_off_mm
from bench.fitted import head, table
from bench.measured import ROOT
from models.training.painter import Scene, paint
from tracker.calibrate.boards import judged, trials
from tracker.calibrate.fit.board_odds import FILE, BoardOdds, Shown, shown_of
from tracker.calibrate.fit.pose import Sensor

Array = NDArray[np.float64]

PRIOR_SD = 5.0
"""How far, in nats, a weight may well lie from nothing."""
APART_EVERY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A square that was fitted."""

    seed: int
    shown: Shown
    is_board: bool


def tried(seed: int, scene: Scene) -> Iterator[Tried]:
    """Give what the finder tries in a scene and does not refuse whatever it shows."""
    picture = paint(scene)
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    for fit in trials(picture, sensor, KIT):
        if judged(picture, fit, sensor, KIT).sure > 0:
            is_board = bool(scene.kit.disc_mm) and corners_off_mm(fit.camera, scene.camera) < ASTRAY_MM
            yield Tried(seed=seed, shown=shown_of(picture, fit, KIT), is_board=is_board)


def lost(by: Array, squares: Sequence[Tried]) -> float:
    """Return how many nats the weights lose on what is true of squares."""
    shown = np.array([(1.0, *astuple(one.shown)) for one in squares])
    signs = np.where([one.is_board for one in squares], 1.0, -1.0)
    return float(np.sum(np.logaddexp(0.0, -signs * (shown @ by))))


def fitted(squares: Sequence[Tried]) -> BoardOdds:
    """Return the weights under which what is true of squares was likeliest."""
    names = [one.name for one in fields(BoardOdds)]

    def nats(by: Array) -> float:
        return lost(by, squares) + float(np.sum((by[1:] / PRIOR_SD) ** 2)) / 2

    best = minimize(nats, np.zeros(len(names)), method="L-BFGS-B").x
    return BoardOdds(**dict(zip(names, best.tolist(), strict=True)))


def main() -> int:
    """Fit, print, and with --write put the weights into their file."""
    options = argparse.ArgumentParser(description="Fit how sure a square in a picture is to be a board.")
    options.add_argument("--first", type=int, default=7000)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--write", action="store_true", help=f"write {FILE}")
    chosen = options.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    squares = [one for seed in seeds for scene in SCENES for one in tried(seed, scene(seed))]
    kept = [one for one in squares if one.seed % APART_EVERY]
    apart = [one for one in squares if not one.seed % APART_EVERY]
    for name, by in (("fitted on the others", fitted(kept)), ("fitted on all", fitted(squares))):
        print(
            f"{name}: {by}; nats lost on one in {APART_EVERY}: {lost(np.array(astuple(by)), apart):.1f} of {len(apart)}"
        )
    if chosen.write:
        counts = f"squares = {len(squares)}\nboards = {sum(one.is_board for one in squares)}"
        about = "Written by a command, not by hand."
        command = f"python -m bench.fit_boards --first {chosen.first} --count {chosen.count} --write"
        lines = [*head(command, counts, about), *table("board", fitted(squares))]
        (ROOT / "tracker" / "calibrate" / "fit" / FILE).write_text("\n".join(lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
