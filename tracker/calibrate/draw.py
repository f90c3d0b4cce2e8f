"""The found table drawn over the picture, so that a person sees at a glance whether it is right."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import cushion_lines, mark_lines
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

NOSE, MARK, POCKET, LETTERS = (0, 0, 255), (255, 255, 255), (255, 0, 255), (0, 255, 255)
SPOT_COLOURS = {
    "yellow": (0, 230, 255), "green": (80, 120, 0), "brown": (30, 70, 130), "blue": (255, 80, 0),
    "pink": (180, 120, 255), "black": (0, 0, 0),
}  # fmt: skip


def draw_table(picture: Picture, calibration: Calibration, kit: Kit) -> Picture:
    """Return a copy of `picture` with the noses, Baulk-line, D, pockets and balls on their spots drawn over it."""
    drawn = picture.copy()
    camera = calibration.camera
    for line in cushion_lines(kit):
        if line.kind == "nose":
            _stroke(drawn, camera.project(line.points_mm), NOSE)
    for line in mark_lines(kit):
        _stroke(drawn, camera.project(line.points_mm), MARK)
    for pocket in kit.pockets:
        _stroke(drawn, _ring(camera, pocket.fall, pocket.radius_mm, 0.0), POCKET)
    for ball, colour in SPOT_COLOURS.items():
        spot = kit.spot_of(ball)
        if spot is not None:
            _disc(drawn, camera, spot, kit.ball_radius_mm, colour)
    end = camera.project_on([(kit.width_mm / 2, kit.baulk_mm / 2)], 0.0)[0]
    if np.all(np.isfinite(end)):
        cv2.putText(drawn, "Baulk", (int(end[0]) - 25, int(end[1])), cv2.FONT_HERSHEY_SIMPLEX, 0.5, LETTERS, 1)
    return drawn


def _stroke(drawn: Picture, points: Array, colour: tuple[int, int, int]) -> None:
    sixteenths = np.round(points[np.all(np.isfinite(points), axis=1)] * 16).astype(np.int32)
    if len(sixteenths):
        cv2.polylines(drawn, [sixteenths], False, colour, 1, cv2.LINE_AA, shift=4)


def _ring(camera: Camera, centre: tuple[float, float], radius_mm: float, height_mm: float) -> Array:
    turn = np.linspace(0, 2 * np.pi, 33)
    ring = np.column_stack([centre[0] + radius_mm * np.cos(turn), centre[1] + radius_mm * np.sin(turn)])
    return camera.project_on(ring, height_mm)


def _disc(
    drawn: Picture, camera: Camera, spot: tuple[float, float], radius_mm: float, colour: tuple[int, int, int]
) -> None:
    at = camera.project_on([spot], radius_mm)[0]
    radius = float(camera.ball_radius_px([spot], radius_mm)[0])
    if np.all(np.isfinite(at)):
        centre = (round(float(at[0]) * 16), round(float(at[1]) * 16))
        cv2.circle(drawn, centre, round((radius + 1.5) * 16), colour, 1, cv2.LINE_AA, shift=4)
