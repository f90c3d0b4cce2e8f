"""Is it a table, and how well does it fit: what a found table must show before balls are placed on it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.cloth import ClothPatch
from tracker.calibrate.features.edges import smooth
from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.fit.pose import Sensor
from tracker.calibrate.fit.refine import WORTH, CameraFit, believed_px
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

LEAST_IN_VIEW = 0.93
"""Share of the bed that must lie in the picture."""
LEAST_CLOTH = 0.55
"""Share of the bed in view that must have the cloth's colour: the rest may be balls and players."""
LEAST_NOSE, LEAST_WOOD = 0.55, 0.5
"""Share of the noses, and of the wood behind them, that must be seen where they are predicted."""
LEAST_SIDE = 0.3
"""Share of a side's edges from which the side counts as seen."""
CUSHION_RANGE = (0.5, 1.5)
"""Cushions narrower or wider than this, in balls of the kit, belong to something else than a table: those of the kits
that are known are 0.75 to 1.12 wide, and makers' differ from that by a third."""
MOST_RISE_MM = 11.0
"""Neither does wood so far above or below the noses."""
MOST_ERROR_MM, MAKERS_MM = 7.0, 1.5
"""Cushions that fit this badly are none of the kit's; those that lie so little off are, however near the camera is:
makers and noses differ by as much."""
MOST_ERROR_PX, MOST_ERROR_SHARE = 0.8, 0.0006
"""Straight cushions fit this well: in px, or as a share of the picture's width in large pictures."""
MOST_DISTANCE_MM = 40_000.0
FITTED = ("nose", "mark", "frame")
"""Lines whose place the kit tells."""
SMALL = 0.1
"""Share of a standard deviation by which a number is moved to see what hangs on it."""
MOST_BEND = 0.35
"""A lens that bends more than this (see `pose.Sensor`) is no lens for watching a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitQuality:
    """Whether a fit is a table, how near it came (below 1; above it how good it is), and what is wrong with it."""

    good: bool
    score: float
    why: str


def judge(fit: CameraFit, cloth: ClothPatch, kit: Kit) -> FitQuality:
    """Return whether `fit` is borne out by the picture that `cloth` was found in."""
    if not _stands_over(fit, kit):
        return FitQuality(good=False, score=0.05, why="what looks like cloth has not the shape of a table")
    in_view, clothed = _bed(fit, cloth, kit)
    if in_view < LEAST_IN_VIEW:
        return FitQuality(
            good=False, score=0.1 + 0.2 * in_view, why=f"only {100 * in_view:.0f} % of its bed is in view"
        )
    if clothed < LEAST_CLOTH:
        return FitQuality(good=False, score=0.3, why="the bed is hidden, or is not of one colour")
    sides = {side: share_seen(fit, kit, ("nose", "wood"), side) for side in ("bottom", "top", "left", "right")}
    nose, wood = share_seen(fit, kit, ("nose",)), share_seen(fit, kit, ("wood",))
    if nose < LEAST_NOSE or wood < LEAST_WOOD or sum(s >= LEAST_SIDE for s in sides.values()) < 3:
        return FitQuality(
            good=False, score=0.4 + 0.15 * (nose + wood), why="too little of its cushions can be made out"
        )
    return _fitting(fit, kit, (nose + wood) / 2 - (1.0 - clothed))


def _fitting(fit: CameraFit, kit: Kit, seen: float) -> FitQuality:
    """Return whether the cushions lie as those of `kit` do; `seen` tells how much the picture bears out."""
    error_px, error_mm = errors(fit)
    usual = CUSHION_RANGE[0] < fit.cushion.width_mm / (2 * kit.ball_radius_mm) < CUSHION_RANGE[1]
    if not usual or abs(fit.cushion.rise_mm) > MOST_RISE_MM:
        return FitQuality(good=False, score=0.75, why="what frames it is no cushion")
    makers_px = MAKERS_MM * error_px / max(error_mm, 1e-6)
    limit_px = max(MOST_ERROR_PX, MOST_ERROR_SHARE * fit.camera.image_size[0], makers_px)
    if error_mm > MOST_ERROR_MM or error_px > limit_px:
        why = f"its cushions do not fit those of {kit.name} (off by {error_px:.1f} px, {error_mm:.0f} mm)"
        return FitQuality(good=False, score=0.8, why=why)
    return FitQuality(good=True, score=1.0 + seen - 0.5 * error_px / limit_px, why="")


def _stands_over(fit: CameraFit, kit: Kit) -> bool:
    """Say whether a believable camera stands above the cloth, with the whole bed before it."""
    bed = [(0, 0, 0), (kit.width_mm, 0, 0), (kit.width_mm, kit.length_mm, 0), (0, kit.length_mm, 0)]
    eye, camera = fit.camera.centre_mm, fit.camera
    bend = camera.distortion[0] * (0.5 * camera.image_size[0] / camera.matrix[0, 0]) ** 2
    near = np.linalg.norm(eye) < MOST_DISTANCE_MM and abs(bend) < MOST_BEND
    return bool(near and eye[2] > 3 * kit.nose_height_mm and np.all(np.isfinite(camera.project(bed))))


def _bed(fit: CameraFit, cloth: ClothPatch, kit: Kit) -> tuple[float, float]:
    """Return the share of the bed that lies in the picture, and of that the share that has the cloth's colour."""
    xs, ys = np.meshgrid(np.linspace(0, kit.width_mm, 25), np.linspace(0, kit.length_mm, 50))
    colours = _colours(fit, cloth, np.column_stack([xs.ravel(), ys.ravel()]))
    return len(colours) / xs.size, float(colours.mean()) if len(colours) else 0.0


def _colours(fit: CameraFit, cloth: ClothPatch, places_mm: Array) -> NDArray[np.bool_]:
    """Return, for those of (n, 2) places on the cloth's plane that lie in the picture, whether they look like cloth."""
    at = (fit.camera.project_on(places_mm, 0.0) + 0.5) * cloth.scale - 0.5
    height, width = cloth.raw.shape
    columns, rows = np.rint(at).astype(int).T
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    return np.asarray(cloth.raw[rows[inside], columns[inside]] > 0)


def share_seen(fit: CameraFit, kit: Kit, kinds: tuple[str, ...], side: str = "") -> float:
    """Return the share of the lines of these kinds, on one side or on all, that was seen where it should be."""
    there = sum(len(li.points_mm) for li in cushion_lines(kit) if li.kind in kinds and li.name.startswith(side))
    seen = sum(len(m.which) for m in fit.seen if m.line.kind in kinds and m.line.name.startswith(side))
    return seen / max(there, 1)


def errors(fit: CameraFit) -> tuple[float, float]:
    """Return the root mean square distance of the noses' and marks' courses from their lines, in px and in mm."""
    away_px, away_mm = [np.zeros(0)], [np.zeros(0)]
    for seen in fit.seen:
        if seen.line.kind in FITTED:
            off = fit.camera.project(seen.line.points_mm[seen.which])
            course = smooth(np.sum((seen.pixels - off) * seen.normals, axis=1), seen.which / len(seen.line.points_mm))
            away_px.append(course)
            away_mm.append(course / max(seen.px_per_mm, 1e-6))
    return _usual(np.concatenate(away_px)), _usual(np.concatenate(away_mm))


def _usual(away: Array) -> float:
    """Return the root mean square of all but the worst tenth, or nan where there is nothing."""
    if not len(away):
        return float("nan")
    size = np.sort(np.abs(away))
    kept = size[: max(int(0.9 * len(size)), 1)]
    return float(np.sqrt(np.mean(kept**2)))


def place_error_mm(fit: CameraFit, sensor: Sensor, kit: Kit) -> float:
    """Return how far off (mm, root mean square over the table) the places of balls may be that `fit` gives.

    Two witnesses are heard, and the worse believed. The numbers of the camera are known as well as the lines tie them
    down (the inverse of the normal equations); lines that fit worse than was believed of them make all of it less sure
    by as much (the chi-squared per degree of freedom). And they move as lines are left out, each in turn (the
    jackknife): where a single line pulls the table aside, this tells, and the first does not.
    """
    tied = max(strain(fit), 1.0) * _moved_mm(fit, np.asarray(np.linalg.cholesky(fit.doubt).T), sensor, kit)
    return max(tied, _moved_mm(fit, fit.swayed, sensor, kit))


def _moved_mm(fit: CameraFit, ways: Array, sensor: Sensor, kit: Kit) -> float:
    """Return how far (mm, root mean square over the table) places move as the camera's numbers do in (k, 10) `ways`.

    The ways move them independently, so that the moves add up as squares.
    """
    xs, ys = np.meshgrid(np.linspace(0, kit.width_mm, 5)[1:-1], np.linspace(0, kit.length_mm, 9)[1:-1])
    moves = moves_mm(fit.camera, ways, sensor, np.column_stack([xs.ravel(), ys.ravel()]), kit.ball_radius_mm)
    return float(np.sqrt(np.mean(np.sum(np.square(moves), axis=(0, 2))))) if len(ways) else 0.0


def moves_mm(camera: Camera, ways: Array, sensor: Sensor, places_mm: Array, height_mm: float) -> Array:
    """Return the (k, n, 2) moves in mm of (n, 2) places at a height, as the camera's numbers do in (k, 10) `ways`."""
    pixels, numbers = camera.project_on(places_mm, height_mm), sensor.numbers(camera)
    moves = [(sensor.camera(numbers + SMALL * way).place(pixels, height_mm) - places_mm) / SMALL for way in ways]
    return np.array(moves).reshape(-1, len(places_mm), 2)


def strain(fit: CameraFit) -> float:
    """Return how much farther the lines lie from where they were seen than is believed of them; 0 if none is seen."""
    kept = [m for m in fit.seen if m.line.kind in FITTED]
    return errors(fit)[0] / float(np.sqrt(np.mean([believed_px(m) ** 2 / WORTH for m in kept]))) if kept else 0.0
