"""How well a camera fits what is seen of a table: how much of that is seen, and how far off balls may be placed."""

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import smooth
from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.fit.pose import Sensor
from tracker.calibrate.fit.solve import WORTH, CameraFit, believed_px
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

LEAST_IN_VIEW = 0.93
"""Share of the bed that must lie in the picture."""
MOST_DISTANCE_MM = 40_000.0
FITTED = ("nose", "mark", "frame")
"""Lines whose place the kit tells."""
SMALL = 0.1
"""Share of a standard deviation by which a number is moved to see what hangs on it."""
MOST_BEND = 0.35
"""A lens that bends more than this (see `pose.Sensor`) is no lens for watching a table."""


def stands_over(fit: CameraFit, kit: Kit) -> bool:
    """Say whether a believable camera stands above the cloth, with the whole bed before it."""
    bed = [(0, 0, 0), (kit.width_mm, 0, 0), (kit.width_mm, kit.length_mm, 0), (0, kit.length_mm, 0)]
    eye, camera = fit.camera.centre_mm, fit.camera
    bend = camera.distortion[0] * (0.5 * camera.image_size[0] / camera.matrix[0, 0]) ** 2
    near = np.linalg.norm(eye) < MOST_DISTANCE_MM and abs(bend) < MOST_BEND
    return bool(near and eye[2] > 3 * kit.nose_height_mm and np.all(np.isfinite(camera.project(bed))))


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
