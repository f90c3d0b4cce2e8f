"""A camera by all that a network tells of a table's regions: the one whose own regions lie over them best.

Outlines begin with four corners. Where the picture cuts a side off there are none: three sides leave the focal length
open, two the size as well, though middle pockets, corners and the end of the cloth tell both. So regions as a camera
would see them are laid over those that are told, pixel by pixel, within the picture alone, first on a coarse grid from
many beginnings, then on a finer one (least squares over pixels, as in direct image alignment: Baker and Matthews,
Lucas-Kanade 20 Years On, 2004).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.features.regions import LEVELS
from tracker.calibrate.fit.pose import Sensor, poses, prior, rectangle, turning
from tracker.calibrate.fit.softened import Softened
from tracker.calibrate.fit.solve import CameraFit
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

COARSE_PX, FINE_PX = 96, 192
"""Longer side of the pictures that regions are laid over each other in."""
EDGE_PX: Final = 0.7
"""Over so many of their pixels what is told passes from within a region to beyond it."""
FOCALS: Final = tuple(float(log_focal) for log_focal in np.log(np.geomspace(0.4, 3.0, 8)))
"""Natural logarithms of the focal lengths to begin with, in widths of the picture: 100 degrees of it to 20."""
MOST_BEGUN: Final = 3
"""So many beginnings, those that lie best, are followed."""
SAME_MISFIT: Final = 1.0
"""Places that lie as well as one another but for this are one."""
APART: Final = 0.25
"""Beginnings of which no number of the camera differs by as much lead to the same place."""
BELIEVED: Final = 1.4
"""A pixel told wrong counts as much as this many standard deviations of a camera's numbers."""
WIDTH_SPREAD: Final = 0.15
"""How far (1 sigma) the cushions' width may well be from the kit's, as a share of it."""
MOST_STEPS, STEP, ARRIVED = 12, 1e-4, 1e-3
"""So many steps at most; the share by which a number is moved to see what hangs on it; and that of the misfit which a
step must take off it to be followed by another."""
SCALES: Final = np.array([0.1, 0.05, 0.02, 0.02, 0.02, 0.05, 0.05, 0.05, 0.2])
"""By about so much the camera's first eight numbers and the cushions' width are off."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shrunk:
    """What is told of a picture's regions, on a coarse grid."""

    told: Array
    """(3, h, w) 0 to 1."""
    pixels: Array
    """(h * w, 2) where in the picture each lies."""


def laid_over(soft: Softened, shapes: Sequence[Array], sensor: Sensor, kit: Kit) -> Iterator[CameraFit]:
    """Yield cameras that lay a table well over the regions that are told of a picture, the better first.

    Args:
        soft: the picture, of which regions were told.
        shapes: corners (4, 2) to begin with; a side of them may be the picture's border.
        sensor: size of the pictures.
        kit: a table of the usual shape; its size is not told so.
    """
    if soft.regions is None:
        return
    coarse, fine = (shrunk(soft.regions, longest_px) for longest_px in (COARSE_PX, FINE_PX))
    begun = _begun(coarse, shapes, sensor, kit)
    followed = [_settled(coarse, numbers, kit.cushion_mm, sensor, kit, bends=False) for numbers in begun]
    given: list[float] = []
    for fit, misfit in sorted(followed, key=lambda one: one[1]):
        if all(abs(misfit - other) > SAME_MISFIT for other in given):
            given.append(misfit)
            yield _settled(fine, sensor.numbers(fit.camera), fit.cushion.width_mm, sensor, kit, bends=True)[0]


def shrunk(regions: NDArray[np.float32], longest_px: int) -> Shrunk:
    """Return what is told of regions on a grid whose longer side has so many pixels."""
    height, width = regions.shape[1:]
    scale = min(longest_px / max(height, width), 1.0)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    told = [cv2.resize(region, size, interpolation=cv2.INTER_AREA) / LEVELS for region in regions]
    us, vs = np.meshgrid((np.arange(size[0]) + 0.5) * width / size[0], (np.arange(size[1]) + 0.5) * height / size[1])
    return Shrunk(told=np.array(told, float), pixels=np.column_stack([us.ravel(), vs.ravel()]) - 0.5)


def as_seen(shrunken: Shrunk, camera: Camera, cushion_mm: float, kit: Kit) -> Array:
    """Return (3, h, w) how far within wood, noses and pockets, as a camera sees them, each pixel lies: 0 to 1."""
    grid = shrunken.told.shape[1:]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # rays along the table, lenses that are none
        rays = camera.rays(shrunken.pixels)
        reach = (kit.nose_height_mm - camera.centre_mm[2]) / rays[:, 2]
        x, y = (camera.centre_mm[axis] + rays[:, axis].reshape(grid) * reach.reshape(grid) for axis in (0, 1))
        x_px, y_px = (np.maximum(np.hypot(*np.gradient(place)), 1e-6) for place in (x, y))
        there = (reach > 0).reshape(grid)

        def within(beyond_mm: float) -> Array:
            sides = (
                (x + beyond_mm) / x_px, (kit.width_mm + beyond_mm - x) / x_px,
                (y + beyond_mm) / y_px, (kit.length_mm + beyond_mm - y) / y_px,
            )  # fmt: skip
            return np.asarray(np.prod([_share(side) for side in sides], axis=0))

        holes = [
            _share(2 * (pocket.radius_mm - np.hypot(x - pocket.fall[0], y - pocket.fall[1])) / (x_px + y_px))
            for pocket in kit.pockets
        ]
        seen = np.array([within(cushion_mm), within(0.0), np.max(holes, axis=0)])
    return np.where(there, np.nan_to_num(seen), 0.0)


def _share(within_px: Array) -> Array:
    """Return how much of what is told of a pixel so far within an edge is told to lie within."""
    return np.asarray(1 / (1 + np.exp(-np.clip(within_px / EDGE_PX, -30.0, 30.0))))


def _begun(shrunken: Shrunk, shapes: Sequence[Array], sensor: Sensor, kit: Kit) -> list[Array]:
    """Return the numbers of the cameras that are worth following: those whose regions lie best, and apart."""
    corners_mm = rectangle(kit, kit.cushion_mm)
    found: list[tuple[float, Array]] = []
    for corners_px, first, log_focal in product(shapes, (0, 1), FOCALS):
        for camera in poses(np.roll(turning(corners_px), first, axis=0), corners_mm, sensor, log_focal):
            numbers = sensor.numbers(camera)
            off = as_seen(shrunken, camera, kit.cushion_mm, kit) - shrunken.told
            found.append((float(np.sum(off**2) + np.sum((BELIEVED * prior(numbers)) ** 2)), numbers))
    kept: list[Array] = []
    for _, numbers in sorted(found, key=lambda one: one[0]):
        if len(kept) < MOST_BEGUN and all(np.abs(numbers - other).max() > APART for other in kept):
            kept.append(numbers)
    return kept


def _settled(
    shrunken: Shrunk, begun: Array, cushion_mm: float, sensor: Sensor, kit: Kit, *, bends: bool
) -> tuple[CameraFit, float]:
    """Return the camera near one that is begun under which a table lies best, and what is told amiss by it.

    Its lens `bends`, or is taken to be straight. Told amiss is the sum of squares over pixels.
    """
    straight = np.array([1.0, float(bends), *np.ones(6)])

    def camera_of(numbers: Array) -> Camera:
        return sensor.camera(np.array([*(straight * numbers[:8]), 0.0, 0.0]))

    def misfits(numbers: Array) -> Array:
        off = as_seen(shrunken, camera_of(numbers), numbers[8] * kit.cushion_mm, kit) - shrunken.told
        focal, lens, *_ = prior(np.array([*numbers[:8], 0.0, 0.0]))
        rest = [BELIEVED * focal, BELIEVED * lens, (numbers[8] - 1) / WIDTH_SPREAD]
        return np.concatenate([off.ravel(), rest])

    first = np.array([*begun[:8], cushion_mm / kit.cushion_mm])
    solved = least_squares(
        misfits, first, method="lm", x_scale=SCALES, max_nfev=MOST_STEPS * len(SCALES), diff_step=STEP,
        ftol=ARRIVED, xtol=ARRIVED,
    )  # fmt: skip
    cushion = Cushion(width_mm=float(solved.x[8]) * kit.cushion_mm)
    return CameraFit(camera=camera_of(solved.x), cushion=cushion, seen=()), 2 * float(solved.cost)
