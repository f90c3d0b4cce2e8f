"""A table whose four corners a person gave: the same camera, started there and refined on the cushions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.fit.finish import End, finish, pointed_at
from tracker.calibrate.fit.pose import Sensor, guesses, is_convex, rectangle
from tracker.calibrate.fit.refine import CameraFit, refine, solve
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration

Picture = NDArray[np.uint8]


def from_points(picture: Picture, kit: Kit, corners_px: ArrayLike, baulk: End | None = None) -> Calibration:
    """Return the calibration for a table whose four corners a person gave.

    Args:
        picture: (h, w, 3) BGR.
        kit: the table.
        corners_px: (4, 2) where the cushions' noses would meet at the four corner pockets, clockwise or the other way.
        baulk: where in the picture the Baulk end lies; None to read it off the marks and colours.

    Raises:
        BadInput: the points are not four, do not go round a table, or no camera sees a table there.
    """
    corners = np.asarray(corners_px, float)
    if corners.shape != (4, 2) or not np.all(np.isfinite(corners)) or not is_convex(corners):
        raise BadInput("the four corners must be four points in turn round the table: give x,y x,y x,y x,y")
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    found = sorted(guesses(corners, rectangle(kit, 0.0), sensor), key=lambda g: g[1])
    if not found:
        raise BadInput("no camera could see a table's corners at these points: check their order and the table's name")
    start = CameraFit(camera=found[0][0], cushion=Cushion(width_mm=kit.cushion_mm), seen=())
    given = pointed_at(start.camera, kit, corners)
    fit = refine(picture, solve(start, (), sensor, kit, given), sensor, kit, given)
    return finish(picture, fit, kit, baulk, corners)
