"""A table drawn flat-shaded from any camera, with exact truth: bed, cushions, wood, pockets, marks and colours."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from tracker.calibrate.features.lines import mark_lines
from tracker.capture.picture import Image
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera

Colour = Sequence[float]
Place = tuple[float, float, float]
GREEN, BLUE, RED = (45, 140, 25), (150, 95, 20), (35, 30, 150)
BALLS: dict[str, Colour] = {
    "yellow": (40, 210, 235), "green": (110, 110, 10), "brown": (30, 70, 120), "blue": (200, 80, 10),
    "pink": (190, 150, 250), "black": (15, 15, 15),
}  # fmt: skip
DEFAULT_SIZE = (1280, 720)
FINE = 4


def standing_at(
    kit: Kit, eye_mm: Place, focal: float = 1.6, size: tuple[int, int] = DEFAULT_SIZE, bend: float = 0.0
) -> Camera:
    """Return a camera at `eye_mm` that looks at the table's middle, `focal` picture widths long."""
    target = np.array([kit.width_mm / 2, kit.length_mm / 2, 0.0])
    forward = target - eye_mm
    forward = forward / np.linalg.norm(forward)
    up = np.array([0, 0, 1.0]) if abs(forward[2]) < 0.97 else np.array([1.0, 0, 0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(forward, right), forward])
    matrix = np.array([[focal * size[0], 0, (size[0] - 1) / 2], [0, focal * size[0], (size[1] - 1) / 2], [0, 0, 1]])
    return Camera(
        image_size=size, matrix=matrix, distortion=np.array([bend, 0, 0, 0, 0.0]),
        rotation=np.asarray(cv2.Rodrigues(turn)[0].ravel(), float), translation=-turn @ np.asarray(eye_mm, float),
    )  # fmt: skip


def drawn(
    kit: Kit, camera: Camera, cloth: Colour = GREEN, floor: Colour = (60, 55, 70), balls: Mapping[str, Colour] = BALLS
) -> Image:
    """Return a (h, w, 3) picture of the table, with the colours on their spots, a little blurred and noisy."""
    width, height = camera.image_size
    big = np.full((height * FINE, width * FINE, 3), floor, np.uint8)
    _bed(big, kit, camera, cloth)
    for ball, colour in balls.items():
        spot = kit.spot_of(ball)
        assert spot is not None
        _ball(big, camera, spot, kit.ball_radius_mm, colour)
    _cushions(big, kit, camera, cloth)
    for pocket in kit.pockets:
        turn = np.linspace(0, 2 * np.pi, 24)
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) * 1.1 * pocket.radius_mm + pocket.fall
        _fill(big, camera, [(x, y, kit.nose_height_mm) for x, y in ring], (20, 20, 20))
    small = cv2.GaussianBlur(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    noisy = small + np.random.default_rng(1).normal(0, 2, small.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _shade(cloth: Colour, factor: float) -> Colour:
    return tuple(int(c * factor) for c in cloth)


def _frame(kit: Kit, out_mm: float, height_mm: float) -> list[Place]:
    low, right, top = -out_mm, kit.width_mm + out_mm, kit.length_mm + out_mm
    return [(low, low, height_mm), (right, low, height_mm), (right, top, height_mm), (low, top, height_mm)]


def _bed(big: Image, kit: Kit, camera: Camera, cloth: Colour) -> None:
    _fill(big, camera, _frame(kit, kit.cushion_mm + kit.rail_mm, kit.nose_height_mm), (25, 25, 60))
    _fill(big, camera, _frame(kit, 0.0, 0.0), cloth)
    for line in mark_lines(kit):
        points = [_finely(camera, line.points_mm)]
        cv2.polylines(big, points, False, _shade(cloth, 1.35), FINE, cv2.LINE_8, 4)


def _cushions(big: Image, kit: Kit, camera: Camera, cloth: Colour) -> None:
    bed, nose = _frame(kit, 0.0, 0.0), _frame(kit, 0.0, kit.nose_height_mm)
    back = _frame(kit, kit.cushion_mm, kit.nose_height_mm)
    for low, high, factor in ((bed, nose, 0.45), (nose, back, 1.1)):
        for i in range(4):
            j = (i + 1) % 4
            _fill(big, camera, [low[i], low[j], high[j], high[i]], _shade(cloth, factor))


def _ball(big: Image, camera: Camera, spot: Point, radius_mm: float, colour: Colour) -> None:
    at = camera.project_on([spot], radius_mm)[0] * FINE + (FINE - 1) / 2
    radius = camera.ball_radius_px([spot], radius_mm)[0] * FINE
    cv2.circle(big, tuple(np.round(at).astype(int).tolist()), round(radius), colour, -1)


def _fill(big: Image, camera: Camera, points: Sequence[Place], colour: Colour) -> None:
    ring = np.array([*points, points[0]], float)
    fine = np.concatenate([a + np.linspace(0, 1, 20)[:, None] * (b - a) for a, b in pairwise(ring)])
    cv2.fillPoly(big, [_finely(camera, fine)], colour, cv2.LINE_8, 4)


def _finely(camera: Camera, points_mm: ArrayLike) -> NDArray[np.int32]:
    return np.round((camera.project(points_mm) * FINE + (FINE - 1) / 2) * 16).astype(np.int32)
