"""A camera as a handful of numbers to be solved for, and a first guess of it from four corners.

Square pixels, principal point near the picture's middle, one radial coefficient. Straight above a table, focal length
and height can hardly be told apart, and from behind its end the focal length hides in the table's aspect, so the
logarithm of the focal length is drawn gently toward that of ordinary lenses (a Gaussian prior; see Hartley and
Zisserman, Multiple View Geometry, ch. 8 on what one view of a plane leaves open).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera, projections, rodrigues

Array = NDArray[np.float64]

USUAL_FOCAL = 1.2
"""Focal length of an ordinary lens, in widths of the picture."""
FOCAL_SPREAD = 0.6
"""Standard deviation of its natural logarithm."""
MIDDLE_SPREAD = 0.015
"""Standard deviation of the principal point from the picture's middle, in widths: lenses sit askew."""
CORNER_SHARE = 0.01
"""Corners of an outline are known to about this share of the picture's width."""
LENS_SPREAD = 0.15
"""Standard deviation of the radial coefficient k1, with normalised radii measured at half the picture's width."""


SETTLING_STEP, SETTLED = 1e-6, 1e-4
"""By how much a camera's numbers are moved to see what hangs on them, and a first guess that moves less is left."""
STARTS = (1.0, 1.02, 0.98, 1.04)
"""The corners, and tables that are a little larger or smaller round the same middle: with these more tables are placed
well that a finger pointed at some pixels off (`python -m bench.pointed`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """The size of the pictures, and what the camera's numbers are measured against."""

    width_px: int
    height_px: int

    def camera(self, numbers: Array) -> Camera:
        """Return the camera of the ten numbers.

        They are log focal / width, lens bend, rotation (3), translation in metres (3), and by how many tenths of the
        width the principal point lies right of and below the picture's middle.
        """
        focal = self.width_px * float(np.exp(numbers[0]))
        matrix = np.array(
            [
                [focal, 0, (self.width_px - 1) / 2 + 0.1 * numbers[8] * self.width_px],
                [0, focal, (self.height_px - 1) / 2 + 0.1 * numbers[9] * self.width_px],
                [0, 0, 1],
            ],
            dtype=float,
        )
        bend = float(numbers[1]) * (focal / (self.width_px / 2)) ** 2
        return Camera(
            image_size=(self.width_px, self.height_px),
            matrix=matrix,
            distortion=np.array([bend, 0, 0, 0, 0], dtype=float),
            rotation=np.array(numbers[2:5], dtype=float),
            translation=1000.0 * np.array(numbers[5:8], dtype=float),
        )

    def numbers(self, camera: Camera) -> Array:
        """Return the ten numbers of `camera`."""
        focal = float(camera.matrix[0, 0])
        bend = float(camera.distortion[0]) / (focal / (self.width_px / 2)) ** 2
        middle = np.array([self.width_px - 1, self.height_px - 1]) / 2
        aside = (camera.matrix[:2, 2] - middle) / (0.1 * self.width_px)
        return np.array([np.log(focal / self.width_px), bend, *camera.rotation, *(camera.translation / 1000.0), *aside])


def prior(numbers: Array, stiffness: float = 1.0) -> Array:
    """Return how far, in standard deviations, focal length, lens and principal point lie from the usual."""
    focal, lens = (numbers[0] - np.log(USUAL_FOCAL)) / FOCAL_SPREAD, numbers[1] / LENS_SPREAD
    return np.array([focal, stiffness * lens, *(0.1 * stiffness * numbers[8:10] / MIDDLE_SPREAD)])


def guess(corners_px: Array, corners_mm: Array, sensor: Sensor) -> tuple[Camera, float] | None:
    """Return the camera that sees four coplanar points best, and the cost of its misfit; None where none does.

    Args:
        corners_px: (4, 2) pixels.
        corners_mm: (4, 3) the points in the table's coordinates, all at one height.
        sensor: size of the pictures.
    """
    best: tuple[Camera, float] | None = None
    for log_focal in np.log(np.geomspace(0.4, 8.0, 25)):
        for camera in poses(corners_px, corners_mm, sensor, float(log_focal)):
            cost = _cost(camera, corners_px, corners_mm, sensor)
            if best is None or cost < best[1]:
                best = camera, cost
    return None if best is None else _settled(best[0], corners_px, corners_mm, sensor)


def _settled(camera: Camera, corners_px: Array, corners_mm: Array, sensor: Sensor) -> tuple[Camera, float]:
    """Return the camera nearby that sees the corners best, and its cost."""

    def misfits(trials: Array) -> Array:
        away = projections([sensor.camera(numbers) for numbers in trials], corners_mm) - corners_px
        rest = np.array([prior(numbers, 3.0) for numbers in trials])
        return np.hstack(
            [np.nan_to_num(away / (CORNER_SHARE * sensor.width_px), nan=99.0).reshape(len(trials), -1), rest]
        )

    def slopes(numbers: Array) -> Array:
        here, *beside = misfits(np.vstack([numbers, numbers + SETTLING_STEP * np.eye(len(numbers))]))
        return np.asarray((np.array(beside) - here).T / SETTLING_STEP)

    first = sensor.numbers(camera)
    solved = least_squares(
        lambda numbers: misfits(numbers[None])[0], first, slopes, method="lm", x_scale="jac", max_nfev=100,
        xtol=SETTLED, ftol=SETTLED,
    )  # fmt: skip
    settled = sensor.camera(solved.x)
    return settled, _cost(settled, corners_px, corners_mm, sensor)


def guesses(corners_px: Array, rectangle_mm: Array, sensor: Sensor) -> list[tuple[Camera, float]]:
    """Return a camera and its misfit for each of the two ways that a table's long side may lie along a shape."""
    found = [guess(np.roll(turning(corners_px), k, axis=0), rectangle_mm, sensor) for k in (0, 1)]
    return [one for one in found if one is not None]


def turning(corners_px: Array) -> Array:
    """Return (4, 2) corners in the order of the table's: anticlockwise seen from above."""
    area = float(np.sum(np.cross(np.c_[corners_px, np.zeros(4)], np.c_[np.roll(corners_px, -1, 0), np.zeros(4)])[:, 2]))
    return corners_px if area < 0 else corners_px[::-1]


def likeliest(corners_px: Array, rectangle_mm: Array, sensor: Sensor) -> Camera | None:
    """Return the likeliest camera that sees a rectangle's corners there; None: none does."""
    found = guesses(corners_px, rectangle_mm, sensor)
    return min(found, key=lambda guess: guess[1])[0] if found else None


def cameras_near(corners_px: Array, rectangle_mm: Array, sensor: Sensor) -> Iterator[Camera]:
    """Yield the likeliest camera for the corners that a person gave, and for some a little farther out or in."""
    middle = corners_px.mean(axis=0)
    for share in STARTS:
        camera = likeliest(middle + share * (corners_px - middle), rectangle_mm, sensor)
        if camera is not None:
            yield camera


def rectangle(kit: Kit, behind_mm: float) -> Array:
    """Return the (4, 3) corners of the rectangle that runs `behind_mm` behind the noses, at their height."""
    low, right, top = -behind_mm, kit.width_mm + behind_mm, kit.length_mm + behind_mm
    return np.array([[x, y, kit.nose_height_mm] for x, y in ((low, low), (right, low), (right, top), (low, top))])


def poses(corners_px: Array, corners_mm: Array, sensor: Sensor, log_focal: float) -> list[Camera]:
    """Return the cameras of a focal length, above the table, that may see four coplanar points (IPPE: two at most)."""
    blank = sensor.camera(np.array([log_focal, 0, 0, 0, 0, 0, 0, 1.0, 0, 0]))
    flat = corners_mm - [0, 0, corners_mm[0, 2]]
    done, turns, shifts, _ = cv2.solvePnPGeneric(flat, corners_px, blank.matrix, None, flags=cv2.SOLVEPNP_IPPE)
    cameras = []
    for turn, shift in zip(turns, shifts, strict=True) if done else ():
        rotation = np.asarray(turn, float).ravel()
        lowered = np.asarray(shift, float).ravel() - rodrigues(rotation)[:, 2] * corners_mm[0, 2]
        camera = Camera(
            image_size=blank.image_size, matrix=blank.matrix, distortion=blank.distortion,
            rotation=rotation, translation=lowered,
        )  # fmt: skip
        if np.all(np.isfinite(lowered)) and camera.centre_mm[2] > 0:
            cameras.append(camera)
    return cameras


def _cost(camera: Camera, corners_px: Array, corners_mm: Array, sensor: Sensor) -> float:
    """Return the misfit of the corners, and of the camera's numbers from the usual, in standard deviations, squared."""
    away = (camera.project(corners_mm) - corners_px) / (CORNER_SHARE * sensor.width_px)
    total = float(np.sum(away**2) + np.sum(prior(sensor.numbers(camera)) ** 2))
    return total if np.isfinite(total) else np.inf


def turned(camera: Camera, width_mm: float, length_mm: float) -> Camera:
    """Return the same camera for a table whose ends have changed names: a half turn about the table's middle."""
    rotation = camera.rotation_matrix
    half = np.diag([-1.0, -1.0, 1.0])
    shift = camera.translation + rotation @ np.array([width_mm, length_mm, 0.0])
    return Camera(
        image_size=camera.image_size,
        matrix=camera.matrix,
        distortion=camera.distortion,
        rotation=vector(rotation @ half),
        translation=shift,
    )


def vector(matrix: Array) -> Array:
    """Return the (3,) Rodrigues vector of a rotation matrix."""
    return np.asarray(cv2.Rodrigues(matrix)[0], float).ravel()


def is_convex(corners: Array) -> bool:
    """Say whether four corners in turn make a convex shape."""
    ring = [*corners, corners[0], corners[1]]
    steps = [b - a for a, b in pairwise(ring)]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(steps)]
    return all(t > 0 for t in turns) or all(t < 0 for t in turns)
