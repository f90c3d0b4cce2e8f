"""Is it a table, and how well does it fit: what a found table must show before balls are placed on it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.cloth import Cloth
from tracker.calibrate.lines import cushion_lines
from tracker.calibrate.refine import Fit
from tracker.domain.kit import Kit

Array = NDArray[np.float64]

LEAST_IN_VIEW = 0.93
"""Share of the bed that must lie in the picture."""
LEAST_CLOTH = 0.55
"""Share of the bed in view that must have the cloth's colour: the rest may be balls and players."""
LEAST_SEEN = 0.45
"""Share of the cushions' edges that must be seen where they are predicted."""
LEAST_SIDE = 0.3
"""Share of a side's edges from which the side counts as seen."""
MOST_ERROR_MM = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a fit is a table, how near it came (0 to 1), and what is wrong with it."""

    good: bool
    score: float
    why: str


def judge(fit: Fit, cloth: Cloth, kit: Kit) -> Verdict:
    """Return whether `fit` is borne out by the picture that `cloth` was found in."""
    if not _stands_over(fit, kit):
        return Verdict(good=False, score=0.05, why="what looks like cloth has not the shape of a table")
    in_view, clothed = _bed(fit, cloth, kit)
    if in_view < LEAST_IN_VIEW:
        return Verdict(good=False, score=0.1 + 0.2 * in_view, why=f"only {100 * in_view:.0f} % of its bed is in view")
    if clothed < LEAST_CLOTH:
        return Verdict(good=False, score=0.3, why="the bed is hidden, or is not of one colour")
    sides = {side: _side_seen(fit, kit, side) for side in ("bottom", "top", "left", "right")}
    total = sum(sides.values()) / 4
    if total < LEAST_SEEN or sum(s >= LEAST_SIDE for s in sides.values()) < 3:
        return Verdict(good=False, score=0.4 + 0.3 * total, why="too little of its cushions can be made out")
    error_mm = errors(fit)[1]
    if error_mm > MOST_ERROR_MM:
        return Verdict(good=False, score=0.75, why=f"its cushions do not fit those of {kit.name} ({error_mm:.0f} mm)")
    return Verdict(good=True, score=1.0, why="")


def _stands_over(fit: Fit, kit: Kit) -> bool:
    """Say whether the camera is above the cloth and the whole bed before it."""
    bed = [(0, 0, 0), (kit.width_mm, 0, 0), (kit.width_mm, kit.length_mm, 0), (0, kit.length_mm, 0)]
    height = fit.camera.centre_mm[2]
    return bool(height > 3 * kit.nose_height_mm and np.all(np.isfinite(fit.camera.project(bed))))


def _bed(fit: Fit, cloth: Cloth, kit: Kit) -> tuple[float, float]:
    """Return the share of the bed that lies in the picture, and of that the share that has the cloth's colour."""
    xs, ys = np.meshgrid(np.linspace(0, kit.width_mm, 25), np.linspace(0, kit.length_mm, 50))
    at = (fit.camera.project_on(np.column_stack([xs.ravel(), ys.ravel()]), 0.0) + 0.5) * cloth.scale - 0.5
    height, width = cloth.raw.shape
    columns, rows = np.rint(at).astype(int).T
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    colour = cloth.raw[rows[inside], columns[inside]] > 0
    return float(inside.mean()), float(colour.mean()) if inside.any() else 0.0


def _side_seen(fit: Fit, kit: Kit, side: str) -> float:
    """Return the share of a side's nose that was seen, or of its wood where that is more."""
    shares = []
    for kind in ("nose", "wood"):
        there = sum(len(li.points_mm) for li in cushion_lines(kit) if li.kind == kind and li.name.startswith(side))
        seen = sum(len(m.which) for m in fit.seen if m.line.kind == kind and m.line.name.startswith(side))
        shares.append(seen / max(there, 1))
    return max(shares)


def errors(fit: Fit) -> tuple[float, float]:
    """Return the root mean square distance of the noses and marks from their lines, in px and in mm."""
    away_px, away_mm = [], []
    for seen in fit.seen:
        if seen.line.kind == "wood":
            continue
        points = seen.line.points_mm[seen.which]
        at = fit.camera.project(points)
        off = np.sum((seen.pixels - at) * seen.normals, axis=1)
        per_mm = np.sum((fit.camera.project(points + seen.line.outward[seen.which]) - at) * seen.normals, axis=1)
        away_px.append(off)
        away_mm.append(off / np.maximum(np.abs(per_mm), 1e-6))
    return _usual(away_px), _usual(away_mm)


def _usual(parts: list[Array]) -> float:
    """Return the root mean square of all but the worst twentieth, or nan where there is nothing."""
    if not parts:
        return float("nan")
    size = np.sort(np.abs(np.concatenate(parts)))
    kept = size[: max(int(0.95 * len(size)), 1)]
    return float(np.sqrt(np.mean(kept**2)))
