"""The table's own lines drawn over a picture, so that a person sees at a glance whether it was found where it is."""

from collections.abc import Iterator
from math import cos, pi, sin

import cv2
import numpy as np

from tracker.domain.kit import Kit
from tracker.domain.plane import Point
from tracker.geometry.camera import Array, Camera
from tracker.show.board import PALE, SHIFT, fixed
from tracker.show.lettering import AMBER, SHADE, Bgr, Picture, Type, label, paste_inside

EDGE: Bgr = (80, 220, 255)
STEPS = 48  # pieces per line: a lens bends straight lines


def draw_table_lines(picture: Picture, kit: Kit, camera: Camera) -> Picture:
    """Return a copy of a BGR picture with cushion noses, Baulk-line, D, spots, pockets and the names of the ends."""
    drawn = picture.copy()
    for way, height_mm, colour in _lines(kit):
        pixels = camera.project_on(way, height_mm)
        if np.isfinite(pixels).all():
            cv2.polylines(drawn, [fixed(pixels)], False, SHADE, 3, cv2.LINE_AA, SHIFT)
            cv2.polylines(drawn, [fixed(pixels)], False, colour, 1, cv2.LINE_AA, SHIFT)
    for spot in kit.spots.values():
        _cross(drawn, camera.project_on([spot], 0.0)[0])
    for word, y_mm in (("Baulk", 0.0), ("Top", kit.length_mm)):
        _write(drawn, camera.project_on([(kit.width_mm / 2, y_mm)], kit.nose_height_mm)[0], word)
    return drawn


def _lines(kit: Kit) -> Iterator[tuple[Array, float, Bgr]]:
    """Give each line as its (n, 2) places, its height over the cloth and its colour."""
    w, h, middle = kit.width_mm, kit.length_mm, kit.width_mm / 2
    corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        yield np.linspace(a, b, STEPS), kit.nose_height_mm, EDGE
    yield np.linspace((0.0, kit.baulk_mm), (w, kit.baulk_mm), STEPS), 0.0, PALE
    yield _arc(Point(middle, kit.baulk_mm), kit.d_radius_mm, pi, 2 * pi), 0.0, PALE
    for pocket in kit.pockets:
        yield _arc(pocket.fall, pocket.radius_mm, 0.0, 2 * pi), 0.0, AMBER


def _arc(centre: Point, radius_mm: float, first: float, last: float) -> Array:
    turns = np.linspace(first, last, STEPS)
    return np.array([(centre.x_mm + radius_mm * cos(turn), centre.y_mm + radius_mm * sin(turn)) for turn in turns])


def _cross(drawn: Picture, pixel: Array) -> None:
    if np.isfinite(pixel).all():
        at = (round(float(pixel[0])), round(float(pixel[1])))
        cv2.drawMarker(drawn, at, SHADE, cv2.MARKER_CROSS, 11, 3)
        cv2.drawMarker(drawn, at, PALE, cv2.MARKER_CROSS, 9, 1)


def _write(drawn: Picture, pixel: Array, word: str) -> None:
    if np.isfinite(pixel).all():
        patch = label(word, Type(size_px=16, weight=700))
        paste_inside(drawn, patch, round(float(pixel[0])) - patch.shape[1] // 2, round(float(pixel[1])))
