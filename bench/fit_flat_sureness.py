"""Fit how sure a sighting of a flat piece is to be one, on drawn sets of training seeds, and write it into one file.

    python -m bench.fit_flat_sureness [--out runs/flat] [--write]

Twelve short sets of novuss are drawn and looked at (once, kept under --out; about fifteen minutes). What is seen within
a piece's radius of a true one is a piece; within twice that it is one badly seen, which is not counted. Nor is what
the picture before showed the same: of pieces that lie still one look is enough. The parameters are those under which
that was likeliest, held by a weak prior. One set in four is left out of the fit, and told apart in what is printed.
"""

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fitted import asked_of, head, kept_or_shown, made_once, parted, table
from bench.frames import Shot, drawn
from bench.measured import ROOT
from bench.samples import told_of
from tracker.capture.sources.source import open_source
from tracker.cli.options import parser
from tracker.cli.recording.follow import Job, job_for
from tracker.vision import believed
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer, seer_of_film
from tracker.vision.sureness import FlatSureness, Proposed, flat_log_odds, flat_sureness

Array = NDArray[np.float64]
FILE: Final = ROOT / "tracker" / "vision" / "flat_sureness.toml"
VIEWS: Final = (
    "high", "overhead", "side", "corner", "top", "baulk", "corner", "high", "baulk", "side", "overhead", "top",
)  # fmt: skip
SHOTS: Final = tuple(
    Shot(rules="novuss-2015", seed=101 + i, view=view, reds=2 + i % 3, strokes=4) for i, view in enumerate(VIEWS)
)
PRIOR_SD: Final = 3.0
GUESS: Final = FlatSureness(base=0.0, score=1.0)
"""Where the fit begins, and what it is drawn to where pictures say little: scores that are chances."""
SAME_MM, SAME_SCORE = 1.0, 0.01
"""What differs by less from what the picture before showed is the same."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sighted:
    """What was seen in pictures, as parallel arrays of length n."""

    score: Array
    """The network's."""
    away: Array
    """How far the nearest true piece was, in its radii."""

    @property
    def is_piece(self) -> NDArray[np.bool_]:
        """Say (n,) what was a piece."""
        return self.away < 1.0

    @property
    def counted(self) -> "Sighted":
        """Return what was a piece or none, and not one badly seen."""
        counts = (self.away < 1.0) | (self.away > 2.0)
        return Sighted(score=self.score[counts], away=self.away[counts])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was gained, and with --write keep the parameters."""
    options = asked_of("Fit how sure a sighting is to be a flat piece.", ROOT / "runs" / "flat")
    asked = options.parse_args(arguments)
    with ProcessPoolExecutor(asked.workers) as pool:
        found = list(pool.map(sighted, SHOTS, [asked.out] * len(SHOTS)))
    own, held_out = map(together, parted(found))
    by = fitted(own)
    for name, whole in (("fitted on", own), ("held out", held_out)):
        count = len(whole.score)
        print(f"{name}: {count} sightings, {np.mean(~whole.is_piece):.2%} of them no piece")
        for label, one in (("scores as chances", GUESS), ("as it was", flat_sureness()), ("fitted", by)):
            print(f"  {label}: {lost(whole, one) / count:.4f} nats each")
    kept_or_shown(written(by, len(own.score)), FILE, write=asked.write)
    return 0


def sighted(shot: Shot, out: Path) -> Sighted:
    """Return what was seen of a set, drawn and looked at if it was not yet."""
    cv2.setNumThreads(1)
    return made_once(out / f"{shot.name}.pickle", lambda: looked(drawn(shot, out))).counted


def looked(clip: Path) -> Sighted:
    """Return what a camera's eye sees in the pictures of a set, but what it saw before, with what is true of it."""
    truth, job, eye = opened(clip)
    scores, away, before = list[Array](), list[Array](), np.zeros((0, 3))
    with patch.object(believed, "how_sure", score_of):
        for picture, true in zip(job.pictures(), truth["pictures"], strict=False):
            seen = eye.see(picture.image, picture.number, picture.at_us)
            now = np.column_stack([seen.places_mm / SAME_MM, seen.sure / SAME_SCORE])
            new = np.abs(now[:, None] - before).max(axis=2).min(axis=1, initial=np.inf) > 1.0
            there = np.array([place for place in true["places_mm"] if place]).reshape(-1, 2)
            off = np.linalg.norm(seen.places_mm[:, None] - there, axis=2).min(axis=1, initial=np.inf)
            scores.append(seen.sure[new])
            away.append(off[new] / job.kit.ball_radius_mm)
            before = now
    return Sighted(score=np.concatenate(scores), away=np.concatenate(away))


def opened(clip: Path) -> tuple[Any, Job, Seer]:
    """Return what is true of a drawn set, the job of watching it, and the eye for that."""
    truth = json.loads((clip / "truth.json").read_text("utf-8"))
    options = parser().parse_args(["track", str(clip / "clip.mp4"), *told_of(truth)])
    job = job_for(open_source(options.source), options)
    return truth, job, seer_of_film(job.calibration, job.kit, open_detector(job.kit.kinds, at_once=1))


def score_of(seen: Proposed, *_: object) -> Array:
    """Return the network's scores, unweighed."""
    return seen.score


def together(found: Sequence[Sighted]) -> Sighted:
    """Return all that was seen as one."""
    return Sighted(score=np.concatenate([one.score for one in found]), away=np.concatenate([one.away for one in found]))


def lost(seen: Sighted, by: FlatSureness) -> float:
    """Return minus the sum of the logarithms of what came true, in nats."""
    odds = flat_log_odds(seen.score, by)
    return float(np.logaddexp(0.0, np.where(seen.is_piece, -odds, odds)).sum())


def fitted(whole: Sighted) -> FlatSureness:
    """Return the parameters under which what was true was likeliest."""
    start = np.array([GUESS.base, GUESS.score])

    def nats(at: Array) -> float:
        by = FlatSureness(base=float(at[0]), score=float(at[1]))
        return lost(whole, by) + float(np.sum(((at - start) / PRIOR_SD) ** 2)) / 2

    base, score = minimize(nats, start, method="L-BFGS-B").x.tolist()
    return FlatSureness(base=base, score=score)


def written(by: FlatSureness, count: int) -> str:
    """Return the file of parameters."""
    about = "Written by a command, not by hand."
    lines = head("python -m bench.fit_flat_sureness --write", f"sightings = {count}", about)
    return "\n".join([*lines, *table("sureness", by)])


if __name__ == "__main__":
    sys.exit(main())
