"""How far off the places of balls are told: in mm, in pixels, and by the spread that was told with them; and colours.

A place errs along two axes. Where the spread told is honest, the square of the error along one axis is on average that
of the spread: the root of their ratio, here *normalised*, is 1 (the normalised estimation error squared of Bar-Shalom,
Li, Kirubarajan, "Estimation with Applications to Tracking and Navigation", 2001, per axis). Above 1 it was too sure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tracker.cli.evaluation.pairing import KINDS, Paired
from tracker.cli.evaluation.run_and_truth import Array, Run, Truth

Confusion = Counter[tuple[str, str]]
"""(true ball, said ball) -> how often."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Errors:
    """How far off n places are, as parallel arrays."""

    off_mm: Array
    """(n, 2)."""
    off_px: Array
    """(n,) how far apart the told and the true place lie in the picture; empty where the true camera is not known."""
    mm_per_px: Array
    """(n,) how much of the table one pixel shows there, or empty."""
    discs_mm: Array
    """(n,) what is left where the true camera reads the place from the picture: the camera's own error taken out."""
    sd_mm: Array
    """(n,) the spread that was told."""


def errors(paired: Paired, run: Run, truth: Truth) -> dict[str, Errors]:
    """Return the errors of all places by kind: at rest, moving, hidden."""
    off_px, mm_per_px, discs_mm = _in_pixels(paired, run, truth)
    return {
        kind: Errors(
            off_mm=paired.off_mm[chosen],
            off_px=off_px[chosen[: len(off_px)]],
            mm_per_px=mm_per_px[chosen[: len(mm_per_px)]],
            discs_mm=discs_mm[chosen[: len(discs_mm)]],
            sd_mm=run.sd_mm[paired.row[chosen]],
        )
        for kind in KINDS
        for chosen in [paired.kind == kind]
    }


def _in_pixels(paired: Paired, run: Run, truth: Truth) -> tuple[Array, Array, Array]:
    if truth.calibration is None:
        return np.zeros(0), np.zeros(0), np.zeros(0)
    camera, height = truth.calibration.camera, truth.kit.ball_radius_mm
    at = paired.true_mm + paired.off_mm
    told, true = (camera.project_on(places, height) for places in (at, paired.true_mm))
    scale = np.sqrt(np.abs(np.linalg.det(camera.px_per_mm(paired.true_mm, height))))
    discs = camera.place(run.calibration.camera.project_on(at, height), height) - paired.true_mm
    return np.linalg.norm(told - true, axis=1), 1 / scale, np.linalg.norm(discs, axis=1)


def together(parts: Sequence[Errors]) -> Errors:
    """Return the errors of several clips as one."""
    return Errors(
        off_mm=np.concatenate([np.zeros((0, 2)), *(part.off_mm for part in parts)]),
        off_px=np.concatenate([np.zeros(0), *(part.off_px for part in parts)]),
        mm_per_px=np.concatenate([np.zeros(0), *(part.mm_per_px for part in parts)]),
        discs_mm=np.concatenate([np.zeros(0), *(part.discs_mm for part in parts)]),
        sd_mm=np.concatenate([np.zeros(0), *(part.sd_mm for part in parts)]),
    )


def summed(found: Errors) -> dict[str, Any]:
    """Sum up how far off places are; `shift_mm` is what they have in common, along x and y."""
    apart = np.linalg.norm(found.off_mm, axis=1)
    return {
        "found": len(apart),
        "mean_mm": _mean(apart),
        "p95_mm": _p95(apart),
        "mean_px": _mean(found.off_px),
        "p95_px": _p95(found.off_px),
        "mm_per_px": _mean(found.mm_per_px),
        "discs_mm": _mean(found.discs_mm),
        "shift_mm": [round(float(part), 3) for part in found.off_mm.mean(axis=0)] if len(apart) else None,
        "normalised": normalised(found),
    }


def normalised(found: Errors) -> float | None:
    """Return the error along an axis by the spread told, root mean square; None where no spread was told."""
    told = found.sd_mm > 0
    if not told.any():
        return None
    squares = np.sum(found.off_mm[told] ** 2, axis=1) / 2 / found.sd_mm[told] ** 2
    return round(float(np.sqrt(np.mean(squares))), 3)


def _mean(values: Array) -> float | None:
    return round(float(values.mean()), 3) if len(values) else None


def _p95(values: Array) -> float | None:
    return round(float(np.percentile(values, 95)), 3) if len(values) else None


def measured_places(paired: Paired, run: Run, truth: Truth) -> dict[str, Any]:
    """Measure the place of every ball in every picture; `missed` and `false` count balls in pictures."""
    off = errors(paired, run, truth)
    said = confusion(paired, run, truth)
    return {
        **{kind: {**summed(off[kind]), "missed": paired.missed[kind]} for kind in KINDS},
        "false": int(np.sum(~paired.is_true)),
        "false_tracks": _false_tracks(run, paired),
        "colours": {
            "right": sum(n for (true, told), n in said.items() if true == told),
            "of": said.total(),
            "pictures": by_name(said),
            "balls": by_name(confusion_of_balls(paired, run, truth)),
        },
    }


def _false_tracks(run: Run, paired: Paired) -> int:
    """Count the tracks that were no ball for more than half of their life."""
    return sum(bool(np.mean(paired.is_true[run.tracks == track]) < 0.5) for track in np.unique(run.tracks))


def confusion(paired: Paired, run: Run, truth: Truth) -> Confusion:
    """Count which ball was said of which, over all balls in all pictures."""
    return Counter((truth.balls[i], run.balls[j]) for i, j in zip(paired.ball, paired.row, strict=True))


def confusion_of_balls(paired: Paired, run: Run, truth: Truth) -> Confusion:
    """Count the same ball by ball: of each true one, what was said in most pictures."""
    said = {ball: Counter(run.balls[row] for row in paired.row[paired.ball == ball]) for ball in np.unique(paired.ball)}
    return Counter((truth.balls[ball], names.most_common(1)[0][0]) for ball, names in said.items())


def by_name(said: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    """Return a table of confusion as plain values: true ball -> said ball -> how often."""
    rows: dict[str, dict[str, int]] = {}
    for (true, told), n in sorted(said.items()):
        rows.setdefault(true, {})[told] = n
    return rows
