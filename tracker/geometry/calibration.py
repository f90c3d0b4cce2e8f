"""A calibration: one camera, one table, and how well the two were brought together."""

from dataclasses import dataclass, replace
from math import isfinite, sqrt

import numpy as np

from tracker.geometry.camera import Camera


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """What was found of a camera and its table."""

    table: str
    """Name of the kit."""
    camera: Camera
    error_px: float
    """How far the table's lines lie from where the picture shows them (root mean square)."""
    error_mm: float
    """How far balls may be placed from where they are, as far as those lines can tell (root mean square)."""
    found_by: str
    """`auto` or `points`."""
    baulk_sure: float = 1.0
    """How sure it is (0.5 to 1) which end is Baulk."""
    notes: tuple[str, ...] = ()
    """Doubts for a person to read."""

    @property
    def sd_mm(self) -> float:
        """Return how far (1 sigma, along an axis) its error moves a place; 0 where that is not known."""
        return self.error_mm / sqrt(2) if isfinite(self.error_mm) else 0.0


def scaled_to(calibration: Calibration, size_px: tuple[int, int]) -> Calibration:
    """Return a calibration for the same pictures at another size, which has their shape."""
    camera = calibration.camera
    across, down = (size_px[axis] / camera.image_size[axis] for axis in (0, 1))
    # Pixels count from the centre of the first one, and half of it lies beyond that.
    scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1.0]])
    scaled = replace(camera, image_size=size_px, matrix=scale @ camera.matrix)
    return replace(calibration, camera=scaled, error_px=calibration.error_px * across)
