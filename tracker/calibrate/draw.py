"""The found table drawn over the picture, so that a person sees at a glance whether it is right."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.board import cross_lines, frame_edges
from tracker.calibrate.features.lines import cushion_lines, mark_lines
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

LINES_BGR = {"nose": (0, 0, 255), "mark": (255, 255, 255), "pocket": (255, 0, 255)}
LETTERS = (0, 255, 255)
NEAR_EDGE = 0.12
"""Where there is no Baulk, the side of whoever is named first is marked over this share of the length."""
SPOTS_BGR = {
    "yellow": (0, 230, 255), "green": (80, 120, 0), "brown": (30, 70, 130), "blue": (255, 80, 0),
    "pink": (180, 120, 255), "black": (0, 0, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrawnLine:
    """A line of a table as a camera sees it."""

    kind: str
    """`nose` (of a board, the edges of its frame), `mark` or `pocket`."""
    points_px: Array
    """(n, 2) in the picture; what lies behind the camera is left out."""


def table_lines(camera: Camera, kit: Kit) -> Iterator[DrawnLine]:
    """Give the noses of the cushions, or the edges of a board's frame; the marks that there are, and the pockets."""
    if kit.disc_mm:
        noses, marks = frame_edges(kit, camera), cross_lines(kit)
    else:
        noses = [line for line in cushion_lines(kit) if line.kind == "nose"]
        marks = mark_lines(kit) if kit.baulk_mm else []
    for kind, lines in (("nose", noses), ("mark", marks)):
        for line in lines:
            yield DrawnLine(kind=kind, points_px=_in_front(camera.project(line.points_mm)))
    for pocket in kit.pockets:
        yield DrawnLine(kind="pocket", points_px=_in_front(_ring(camera, pocket.fall, pocket.radius_mm, 0.0)))


def draw_table(picture: Picture, calibration: Calibration, kit: Kit) -> Picture:
    """Return a copy of `picture` with the noses, Baulk-line, D, pockets and balls on their spots drawn over it."""
    drawn = picture.copy()
    camera = calibration.camera
    for line in table_lines(camera, kit):
        _stroke(drawn, line.points_px, LINES_BGR[line.kind])
    for ball, colour in SPOTS_BGR.items():
        spot = kit.spot_of(ball)
        if spot is not None:
            _disc(drawn, camera, spot, kit.ball_radius_mm, colour)
    name, over_mm = ("Baulk", kit.baulk_mm) if kit.baulk_mm else ("A", NEAR_EDGE * kit.length_mm)
    end = camera.project_on([(kit.width_mm / 2, over_mm / 2)], 0.0)[0]
    if np.all(np.isfinite(end)):
        cv2.putText(drawn, name, (int(end[0]) - 25, int(end[1])), cv2.FONT_HERSHEY_SIMPLEX, 0.5, LETTERS, 1)
    return drawn


def _in_front(points_px: Array) -> Array:
    return points_px[np.all(np.isfinite(points_px), axis=1)]


def _stroke(drawn: Picture, points: Array, colour: tuple[int, int, int]) -> None:
    sixteenths = np.round(points * 16).astype(np.int32)
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
