"""Which end is Baulk: the Baulk-line and the D are there, and the colours stand on their spots as seen from there.

A table looks the same after half a turn but for its marks and the balls on their spots. Both ways are tried. A mark
counts by how far the ridge of grey it leaves, averaged along its whole length, stands out of the cloth's own noise; a
colour counts when a ball of about that colour stands where it should.
"""

from dataclasses import dataclass
from math import exp

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import STEP_PX, profiles
from tracker.calibrate.features.lines import TableEdge, mark_lines
from tracker.domain.table import ball as balls
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

SMALLEST_PX = 1.5
"""A ball of a smaller radius shows no colour of its own."""
FULL_MARK = 6.0
"""A mark that stands out this many times the noise is certain."""
HUES = {
    balls.YELLOW: (26, 9), balls.BROWN: (12, 9), balls.GREEN: (80, 16), balls.BLUE: (110, 14), balls.PINK: (175, 13),
}  # fmt: skip
"""Middle and half width of each colour's hue, in OpenCV's half degrees."""
WORTH = {balls.YELLOW: 2.5, balls.GREEN: 1.5, balls.BROWN: 1.5, balls.PINK: 2.0, balls.BLACK: 2.5}
"""What a colour on its spot speaks for (log odds); the blue's lies in the middle of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEvidence:
    """What speaks for this end being Baulk: marks and colours, each 0 upward."""

    marks: float
    colours: float
    spotted: tuple[str, ...]
    """The colours that stand on their spots."""

    @property
    def weight(self) -> float:
        """Return all of it as one number, in units of log odds."""
        return self.marks + self.colours


def softened_grey(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a picture as marks are looked for in it."""
    return cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 0.7).astype(np.float32)


def evidence(
    picture: NDArray[np.uint8], camera: Camera, kit: Kit, softened: NDArray[np.float32] | None = None
) -> EndEvidence:
    """Return what the picture says for `camera` having the table's ends the right way round.

    `softened` is its grey as `softened_grey` gives it, where that is known.
    """
    grey = softened_grey(picture) if softened is None else softened
    marks = sum(min(max(_stands_out(grey, camera, line) - 2.5, 0.0), FULL_MARK) / 2 for line in mark_lines(kit))
    matches = {ball: colour_match(picture, camera, kit, ball) for ball in WORTH}
    return EndEvidence(
        marks=float(marks),
        colours=sum(WORTH[ball] * match for ball, match in matches.items()),
        spotted=tuple(ball for ball, match in matches.items() if match > 0.6),
    )


def how_sure(one: float, other: float) -> float:
    """Return the odds (0 to 1) that the way which `one` speaks for is right rather than the other."""
    return 1.0 / (1.0 + exp(-max(min(one - other, 30.0), -30.0)))


def _stands_out(grey: NDArray[np.float32], camera: Camera, line: TableEdge) -> float:
    """Return how far the mark's ridge stands out of the noise of the cloth beside it, in standard deviations."""
    band = profiles(grey, camera, line.points_mm, line.outward, 14.0)
    if band.inside.sum() < 12:
        return 0.0
    rows = band.values[band.inside]
    rows = rows - cv2.blur(rows, (9, 1))
    mean = np.median(rows, axis=0)
    middle = np.abs(band.offsets) <= 3.5
    rest = mean[(~middle) & (np.abs(band.offsets) < 14.0 - 4 * STEP_PX)]
    noise = max(float(np.sqrt(np.mean(rest**2))), 0.06)
    return float(np.abs(mean[middle]).max()) / noise


def colour_match(picture: NDArray[np.uint8], camera: Camera, kit: Kit, ball: str) -> float:
    """Return how well (0 to 1) a ball of this colour fits what stands on its spot."""
    spot = kit.spot_of(ball)
    if spot is None:
        return 0.0
    at = camera.project_on([spot], kit.ball_radius_mm)[0]
    radius = float(camera.ball_radius_px([spot], kit.ball_radius_mm)[0])
    if not SMALLEST_PX <= radius < max(picture.shape):
        return 0.0
    patch = _patch(picture, at, radius)
    return _likeness(ball, *patch) if patch is not None else 0.0


def _patch(picture: NDArray[np.uint8], at: Array, radius: float) -> tuple[Array, Array] | None:
    """Return the median HSV inside the ball and that of the cloth round it, or None at the picture's border."""
    reach = int(np.ceil(2.6 * radius)) + 1
    if not np.all(np.isfinite(at)):
        return None
    x, y = round(float(at[0])), round(float(at[1]))
    height, width = picture.shape[:2]
    if not (reach <= x < width - reach and reach <= y < height - reach):
        return None
    cut = cv2.cvtColor(picture[y - reach : y + reach + 1, x - reach : x + reach + 1], cv2.COLOR_BGR2HSV)
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(rows - (at[1] - y), columns - (at[0] - x))
    ring = cut[(away > 1.7 * radius) & (away < 2.6 * radius)]
    disc = cut[away < max(0.62 * radius, 1.0)]
    return np.median(disc.astype(float), axis=0), np.median(ring.astype(float), axis=0)


def _likeness(ball: str, inner: Array, cloth: Array) -> float:
    """Return how alike (0 to 1) a patch is to the named ball, against the cloth it lies on (HSV medians)."""
    hue, saturation, value = inner
    if ball == balls.BLACK:
        return float(np.clip((0.55 * cloth[2] - value) / (0.2 * cloth[2] + 1e-6), 0, 1))
    middle, half = HUES[ball]
    off = abs((hue - middle + 90) % 180 - 90)
    like = float(np.clip(1.6 - off / half, 0, 1)) * float(saturation > (50 if ball == balls.PINK else 70))
    from_cloth = abs((hue - cloth[0] + 90) % 180 - 90) / 10 + abs(value - cloth[2]) / 60
    return like * float(np.clip(from_cloth - 0.4, 0, 1)) * _brightness(ball, saturation, value, cloth[2])


def _brightness(ball: str, saturation: float, value: float, cloth: float) -> float:
    """Return 1 where the patch is as light as this ball should be on that cloth: yellow is light, brown is not."""
    if ball == balls.YELLOW:
        return float(value > 1.15 * cloth)
    if ball == balls.BROWN:
        return float(value < 1.25 * cloth)
    if ball == balls.PINK:
        return float(value > 1.05 * cloth and saturation < 190)
    return 1.0
