"""A table whose four corners a person gave: the same camera, started there and refined on the cushions.

A finger points some pixels off, and from there the edge of the wood may be taken for a cushion's nose. So the cushions
are looked for from a few starts near the corners, and the fit that the picture bears out best is taken; the corners
themselves count only where it bears out none.
"""

from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tracker.calibrate.boards import board_at
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.fit.finish import FINGER, finish, pointed_at
from tracker.calibrate.fit.pose import Sensor, cameras_near, is_convex, likeliest, rectangle
from tracker.calibrate.fit.quality import stands_over
from tracker.calibrate.fit.refine import refine
from tracker.calibrate.fit.softened import Softened, both_ways, softened, with_regions, with_tint
from tracker.calibrate.fit.solve import CameraFit, solve
from tracker.calibrate.trials import Trial, refined
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.chroma import aligned

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

BY_CORNERS: Final = "its cushions cannot be made out near these corners: it lies where they were pointed at, no better"


def from_points(picture: Picture, kit: Kit, corners_px: ArrayLike, baulk: End | None = None) -> Calibration:
    """Return the calibration for a table whose four corners a person gave.

    Args:
        picture: (h, w, 3) BGR.
        kit: the table.
        corners_px: (4, 2) where the cushions' noses would meet at the four corner pockets, clockwise or the other way;
            of a board, those of its bed.
        baulk: where in the picture the Baulk end lies; None to read it off the marks and colours.

    Raises:
        BadInput: the points are not four, do not go round a table, or no camera sees a table there.
    """
    corners = np.asarray(corners_px, float)
    if corners.shape != (4, 2) or not np.all(np.isfinite(corners)) or not is_convex(corners):
        raise BadInput("the four corners must be four points in turn round the table: give x,y x,y x,y x,y")
    placed = board_at(picture, kit, corners, baulk) if kit.disc_mm else _table_at(picture, kit, corners, baulk)
    if placed is None:
        raise BadInput("no camera could see a table's corners at these points: check their order and the table's name")
    return placed


def _table_at(picture: Picture, kit: Kit, corners: Array, baulk: End | None) -> Calibration | None:
    """Return the calibration of a table with cushions; None: no camera sees its corners there."""
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    found = likeliest(corners, rectangle(kit, 0.0), sensor)
    if found is None:
        return None
    soft = with_regions(with_tint(softened(aligned(picture))))
    borne_out = _borne_out(soft, kit, corners, sensor)
    if borne_out is not None:
        return replace(finish(soft, borne_out, kit, baulk), found_by="points")
    start = _begun(found, kit)
    given = pointed_at(start.camera, kit, corners)
    fit = refine(replace(soft, tint=None), solve(start, (), sensor, kit, given), sensor, kit, given)
    if not stands_over(fit, kit):
        return None
    told = finish(soft, fit, kit, baulk, corners)
    return replace(told, notes=(BY_CORNERS, *told.notes))


def _borne_out(soft: Softened, kit: Kit, corners: Array, sensor: Sensor) -> CameraFit | None:
    """Return the fit near a person's corners that the picture bears out best; None: it bears out none."""
    best, nats = None, -np.inf
    for camera, seen in product(cameras_near(corners, rectangle(kit, 0.0), sensor), both_ways(soft)):
        trial, told = refined(seen, Trial(fit=_begun(camera, kit), kit=kit), sensor)
        if told.good and told.nats > nats and _is_near(trial.fit.camera, kit, corners):
            best, nats = trial.fit, told.nats
    return best


def _begun(camera: Camera, kit: Kit) -> CameraFit:
    return CameraFit(camera=camera, cushion=Cushion(width_mm=kit.cushion_mm), seen=())


def _is_near(camera: Camera, kit: Kit, corners: Array) -> bool:
    seen = pointed_at(camera, kit, corners)
    off = np.linalg.norm(camera.project(seen.points_mm) - corners, axis=1)
    return bool(np.all(off < FINGER * np.hypot(*camera.image_size)))
