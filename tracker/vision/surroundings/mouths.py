"""Look at the mouths of the pockets, again and again: what hangs there that no ball is seen in (`geometry.mouths`)."""

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.geometry.mouths import MouthsLook, mouth_points
from tracker.vision.detector import Picture

EVERY_US = 150_000
"""No more often is it looked: a stroke is told a second after all lie still, which gives half a dozen looks."""
ABOUT_PX = (-1, 0, 1)
"""A look is the mean of so many pixels each way: noise, and what compression does to edges, are less."""


class MouthsLookout:
    """Looks, picture after picture, at the mouths of all pockets; remembers when it looked last."""

    def __init__(self, camera: Camera, kit: Kit) -> None:
        """Get ready to look at one table through one camera."""
        points = mouth_points(kit)
        places = points.reshape(-1, 2)
        pixels = np.nan_to_num(
            camera.project_on(np.nan_to_num(places), kit.lies_mm), nan=-1.0, posinf=-1.0, neginf=-1.0
        )
        wide, tall = camera.image_size
        u, v = np.round(pixels).astype(np.intp).T
        self._outside = np.isnan(places[:, 0]) | (u < 0) | (u >= wide) | (v < 0) | (v >= tall)
        shifts = [(x, y) for x in ABOUT_PX for y in ABOUT_PX]
        self._u = np.clip([u + x for x, _ in shifts], 0, wide - 1)
        self._v = np.clip([v + y for _, y in shifts], 0, tall - 1)
        self._shape = (*points.shape[:2], 3)
        self._looked_us: int | None = None

    def look(self, picture: Picture, at_us: int) -> MouthsLook | None:
        """Return what the mouths look like in (h, w, 3) BGR picture; None where it was looked a moment ago."""
        if self._looked_us is not None and 0 <= at_us - self._looked_us < EVERY_US:
            return None
        self._looked_us = at_us
        return self.every(picture, at_us)

    def every(self, picture: Picture, at_us: int) -> MouthsLook:
        """Return what the mouths look like in (h, w, 3) BGR picture, however lately it was looked."""
        colours = picture[self._v, self._u].mean(axis=0, dtype=np.float32)
        colours[self._outside] = np.nan
        return MouthsLook(at_us=at_us, colours=colours.reshape(self._shape))
