"""How the camera of a table sees it: where a ball at a place would be in its picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tracker.domain.table.plane import Point
from tracker.geometry.camera import Array, Camera
from tracker.geometry.outlines import outlines_px
from tracker.store.calibrations import calibration_from
from tracker.store.kits import find_kit

Pixel = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CameraView:
    """A calibrated camera and the balls that it looks at."""

    camera: Camera
    radius_mm: float

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.camera.image_size

    def outlines_px(self, places: Sequence[Point]) -> tuple[tuple[Pixel, ...], ...]:
        """Return the outline of a ball at each place, as points in the picture."""
        return tuple(map(_pixels, outlines_px(self.camera, _flat(places), self.radius_mm))) if places else ()

    def centre_px(self, place: Point) -> Pixel:
        """Return where the centre of a ball at this place is in the picture."""
        return _pixels(self.camera.project_on(_flat([place]), self.radius_mm))[0]


def view_of(calibration: str, kit: str) -> CameraView:
    """Return the view that the text of a `calibration.json` tells.

    Raises:
        CalibrationUnreadable, UnknownName: it makes no sense, or is for no table that we know.
    """
    camera = calibration_from(calibration, "calibration").camera
    return CameraView(camera=camera, radius_mm=find_kit(kit).ball_radius_mm)


def _flat(places: Sequence[Point]) -> Array:
    return np.array([(place.x_mm, place.y_mm) for place in places], float)


def _pixels(points: Array) -> tuple[Pixel, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)
