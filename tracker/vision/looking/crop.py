"""Cut out the table and bring it to the size of ball that the network was trained on.

A network sees best what it has seen before, so the picture is rescaled until the median ball is as large as in
training, whatever the camera. Nothing outside the table is looked at, which also keeps score strips and the crowd out.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.errors import CalibrationUnreadable
from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.networks.inputs import GREY, STRIDE
from tracker.vision.detector import Detections, Picture
from tracker.vision.measuring.discs import disc_radii_px

Array = NDArray[np.float64]

MOST_PX = 1024 * 640
"""No more pixels than this, for speed; a table that would need more is seen smaller."""
MARGIN_BALLS = 1.0
"""Ball diameters of picture kept round the cushions, so that a box at the edge is whole."""
LEAST_LINEAR = 0.5
"""Down to this share of its size a picture is scaled by mixing the nearest pixels, at a fifth of the cost of averaging
over areas: every pixel still counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """The part of the picture round the table, and how it is scaled for the network."""

    left: int
    top: int
    width: int
    height: int
    size: tuple[int, int]
    """Width and height that this part has in the network's picture."""
    canvas: tuple[int, int]
    """Width and height of the network's picture, multiples of 32."""

    @property
    def scale(self) -> Array:
        """Return (2,) pixels of the network's picture for each of the camera's, across and down."""
        return np.array([self.size[0] / self.width, self.size[1] / self.height])

    def part_of(self, picture: Picture) -> Picture:
        """Return the part of a picture that shows the table, as it is."""
        return picture[self.top : self.top + self.height, self.left : self.left + self.width]

    def cut(self, picture: Picture) -> Picture:
        """Return the network's picture, (canvas height, canvas width, 3), grey where the cut does not reach."""
        part = self.part_of(picture)
        wide, high = self.size
        canvas = np.full((self.canvas[1], self.canvas[0], 3), GREY, np.uint8)
        if self.size == (self.width, self.height):
            canvas[:high, :wide] = part
            return canvas
        way = cv2.INTER_AREA if wide < LEAST_LINEAR * self.width else cv2.INTER_LINEAR
        cv2.resize(part, (wide, high), dst=canvas[:high, :wide], interpolation=way)
        return canvas

    def into(self, points_px: Array) -> Array:
        """Return (n, 2) points of the camera's picture as points of the network's."""
        return np.asarray((points_px - [self.left, self.top] + 0.5) * self.scale - 0.5)

    def back(self, found: Detections) -> Detections:
        """Return detections in the network's picture as detections in the camera's."""
        boxes = (found.boxes_px + 0.5) / np.tile(self.scale, 2) - 0.5 + np.array([self.left, self.top] * 2)
        return replace(found, boxes_px=boxes)


def crop_round(calibration: Calibration, kit: Kit, wanted_px: float, most_px: float = MOST_PX) -> Crop:
    """Return the crop for one camera on one table; the median ball in it is `wanted_px` wide, if it has room for that.

    Raises:
        CalibrationUnreadable: the table lies wholly outside the picture.
    """
    if np.isnan(calibration.camera.project_on(_cells(kit), 0.0)).all():
        raise _out_of_view("behind the camera")
    ball_px = 2 * float(np.median(disc_radii_px(calibration.camera, _cells(kit), kit.ball_radius_mm)))
    left, top, right, bottom = _reach(calibration, kit, ball_px * MARGIN_BALLS)
    if right <= left or bottom <= top:
        raise _out_of_view("outside the picture")
    scale = min(wanted_px / ball_px, (most_px / ((right - left) * (bottom - top))) ** 0.5)
    scale = 1.0 if abs(scale - 1.0) < 0.1 else scale
    sides = (round((right - left) * scale), round((bottom - top) * scale))
    canvas = (_whole_strides(sides[0]), _whole_strides(sides[1]))
    return Crop(left=left, top=top, width=right - left, height=bottom - top, size=sides, canvas=canvas)


def _out_of_view(where: str) -> CalibrationUnreadable:
    """Return what to say of a calibration by which nothing of the table can be seen."""
    return CalibrationUnreadable(
        f"by this calibration the table lies {where}: make a new one with `cuewatch calibrate`"
    )


def _cells(kit: Kit, count: int = 9) -> Array:
    across, along = np.meshgrid(np.linspace(0, kit.width_mm, count), np.linspace(0, kit.length_mm, count))
    return np.column_stack([across.ravel(), along.ravel()])


def _reach(calibration: Calibration, kit: Kit, margin_px: float) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of the part of the picture that shows the cushions."""
    out = kit.cushion_mm
    outer = np.array([-out, -out]) + _cells(kit) * (1 + 2 * out / np.array([kit.width_mm, kit.length_mm]))
    seen = calibration.camera.project_on(outer, kit.nose_height_mm)
    low = np.nanmin(seen, axis=0) - margin_px
    high = np.nanmax(seen, axis=0) + margin_px
    wide, tall = calibration.camera.image_size
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    return left, top, min(wide, int(high[0]) + 1), min(tall, int(high[1]) + 1)


def _whole_strides(side_px: int) -> int:
    return STRIDE * max(1, -(-side_px // STRIDE))
