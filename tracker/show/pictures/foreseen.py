"""The table as a camera would see it that nobody has bought yet: a clean drawing, every ball at its true size.

All surfaces are flat pieces in space, cut off where the picture ends (Sutherland and Hodgman, Reentrant Polygon
Clipping, 1974) and painted from the farthest to the nearest: floor, body, bed, far cushions, balls, near cushions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.advice import CameraAdvice
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.geometry.outlines import outlines_px
from tracker.show.palette import bgr
from tracker.show.pictures import lettering

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Bgr = tuple[int, int, int]
Side = tuple[str, Point, Point, tuple[float, float]]
Box = tuple[float, float, float, float]

WALL, FLOOR, BODY, WOOD = (66, 60, 56), (52, 56, 62), (22, 34, 52), (34, 58, 92)
CLOTH, FACE, TOP, LINE, SPOT = (62, 122, 30), (34, 70, 16), (72, 138, 38), (206, 224, 214), (225, 235, 230)
HOLE, LEATHER, SHINE = (12, 12, 14), (38, 46, 58), (255, 255, 255)
ROOM_MM, FLOOR_MM, BODY_MM = 80_000.0, -850.0, -330.0
"""How far the floor reaches, how far it lies below the cloth, and how far down the table's body goes."""
LINE_MM, SPOT_MM = 4.0, 8.0
NEAREST_MM = 60.0
WIDER = 3.0
"""Pieces are cut off this far out, in half pictures: nothing of that is seen."""
SIXTEENTHS = 4
GOOD_MM, LOOSE_MM = 2.5, 6.0
"""Errors that are marked as small, and as large: a tenth, and a quarter of a ball."""
MARKS: tuple[tuple[float, Bgr], ...] = (
    (GOOD_MM, (150, 220, 130)),
    (LOOSE_MM, (90, 200, 255)),
    (float("inf"), (130, 140, 255)),
)
LABEL_SHARE = 0.012
"""Size of labels, as a share of the picture's width."""


def foreseen(camera: Camera, kit: Kit) -> Picture:
    """Return the (h, w, 3) BGR picture of the table and its balls as `camera` would see them."""
    sheet = _Sheet(camera=camera, picture=np.full((*camera.image_size[::-1], 3), WALL, np.uint8))
    sheet.fill(
        _level([(-ROOM_MM, -ROOM_MM), (ROOM_MM, -ROOM_MM), (ROOM_MM, ROOM_MM), (-ROOM_MM, ROOM_MM)], FLOOR_MM), FLOOR
    )
    sides = _sides(kit)
    far, near = ([side for side in sides if _shows_face(camera, side) is shown] for shown in (True, False))
    _bed(sheet, kit)
    for side in far:
        sheet.fill(_wall(side, 0.0, 0.0, kit.nose_height_mm), FACE)
        _rail(sheet, side, kit)
    _pockets(sheet, kit, [p for p in kit.pockets if not _is_on(p, near)])
    for ball, at in sorted(_balls(kit), key=lambda one: -_away(camera, one[1])):
        _ball(sheet, at, kit.radius_of(ball), bgr(ball))
    for side in near:
        sheet.fill(_wall(side, kit.cushion_mm + kit.rail_mm, BODY_MM, kit.nose_height_mm), BODY)
        _rail(sheet, side, kit)
    _pockets(sheet, kit, [p for p in kit.pockets if _is_on(p, near)])
    return sheet.picture


def marked(picture: Picture, camera: Camera, kit: Kit, advice: CameraAdvice) -> Picture:
    """Return a copy of the picture with the error in mm beside its pockets and spots, where there is room."""
    drawn = picture.copy()
    size = max(round(LABEL_SHARE * max(camera.image_size)), 11)
    shown = [one for one in advice.prospects if one.in_view and np.isfinite(one.error_mm)]
    at = camera.project_on([one.at for one in shown], kit.lies_mm) if shown else np.zeros((0, 2))
    half = camera.ball_radius_px([one.at for one in shown], kit.ball_radius_mm) if shown else np.zeros(0)
    taken = [(*(p - r).tolist(), *(p + r).tolist()) for p, r in zip(at, half, strict=True)]
    holes = (camera.project(_ring(p.fall, p.mouth_mm / 2, kit.nose_height_mm)) for p in kit.pockets)
    taken += [(*hole.min(axis=0).tolist(), *hole.max(axis=0).tolist()) for hole in holes]
    for one, place, radius in zip(shown, at, half, strict=True):
        ink = next(colour for most, colour in MARKS if one.error_mm <= most)
        patch = lettering.label(
            f"{one.error_mm:.1f} mm", lettering.Type(size_px=size, ink=ink, pad_px=max(size // 4, 2))
        )
        box = _room(place, (patch.shape[1], patch.shape[0]), radius + size / 3, taken, camera.image_size)
        if box is not None:
            taken.append(box)
            lettering.paste(drawn, patch, round(box[0]), round(box[1]))
    return drawn


def _room(at: Array, size: tuple[int, int], gap: float, taken: Sequence[Box], picture: tuple[int, int]) -> Box | None:
    """Return a box (left, top, right, bottom) beside a place that covers nothing taken; None: there is no room."""
    (u, v), (wide, high) = at.tolist(), size
    corners = (
        (u + gap, v - high / 2), (u - gap - wide, v - high / 2),
        (u - wide / 2, v + gap), (u - wide / 2, v - gap - high),
    )  # fmt: skip
    boxes = ((x, y, x + wide, y + high) for x, y in corners)
    inside = (box for box in boxes if min(box[:2]) >= 0 and box[2] < picture[0] and box[3] < picture[1])
    return next((box for box in inside if not any(_overlap(box, other) for other in taken)), None)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sheet:
    """A picture in the making."""

    camera: Camera
    picture: Picture

    def fill(self, points_mm: Array, colour: Bgr) -> None:
        """Paint a flat piece with (n, 3) corners; of what lies beyond the picture nothing."""
        seen = points_mm @ self.camera.rotation_matrix.T + self.camera.translation
        wide, high = self.camera.image_size
        focal = self.camera.matrix[0, 0]
        out_x, out_y = WIDER * wide / 2 / focal, WIDER * high / 2 / focal
        walls = ((0, 0, 1, NEAREST_MM), (1, 0, out_x, 0), (-1, 0, out_x, 0), (0, 1, out_y, 0), (0, -1, out_y, 0))
        seen = reduce(_cut, (np.array(wall, float) for wall in walls), seen)
        if len(seen) > 2:
            at = seen[:, :2] / seen[:, 2:] * focal + self.camera.matrix[:2, 2]
            self.paint(at, colour)

    def paint(self, at_px: Array, colour: Bgr) -> None:
        """Paint the inside of (n, 2) pixels."""
        fine = np.round(at_px * 2**SIXTEENTHS).astype(np.int32)
        cv2.fillPoly(self.picture, [fine], colour, cv2.LINE_AA, SIXTEENTHS)


def _cut(corners: Array, wall: Array) -> Array:
    """Return the part of a (n, 3) polygon on the inner side of a plane: its normal, and how far out it lies."""
    if not len(corners):
        return corners
    over = corners @ wall[:3] - wall[3]
    kept: list[Array] = []
    for i in range(len(corners)):
        j = (i + 1) % len(corners)
        if over[i] >= 0:
            kept.append(corners[i])
        if (over[i] >= 0) != (over[j] >= 0):
            kept.append(corners[i] + (corners[j] - corners[i]) * over[i] / (over[i] - over[j]))
    return np.array(kept).reshape(-1, 3)


def _level(places: Sequence[tuple[float, float]], height_mm: float) -> Array:
    return np.array([(x, y, height_mm) for x, y in places], float)


def _sides(kit: Kit) -> tuple[Side, ...]:
    """Return of each side its name, the ends of its cushions' faces, and the way outward."""
    wide, long = kit.width_mm, kit.length_mm
    return (
        ("bottom", Point(0, 0), Point(wide, 0), (0.0, -1.0)),
        ("right", Point(wide, 0), Point(wide, long), (1.0, 0.0)),
        ("top", Point(wide, long), Point(0, long), (0.0, 1.0)),
        ("left", Point(0, long), Point(0, 0), (-1.0, 0.0)),
    )


def _shows_face(camera: Camera, side: Side) -> bool:
    """Say whether the camera stands before the cushions' faces of a side, and not behind them."""
    _, start, _, outward = side
    x, y, _ = camera.centre_mm
    return bool((x - start.x_mm) * outward[0] + (y - start.y_mm) * outward[1] < 0)


def _is_on(pocket: Pocket, sides: Sequence[Side]) -> bool:
    return any(name in pocket.name for name, *_ in sides)


def _along(side: Side, out_mm: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a line so far outside of the faces of a side, cut off at the diagonals of the corners."""
    _, start, end, (ox, oy) = side
    # Seen from outside, the next corner lies to the left: along the side it is the outward way turned by a quarter.
    ax, ay = -oy, ox
    return (
        (start.x_mm + out_mm * (ox - ax), start.y_mm + out_mm * (oy - ay)),
        (end.x_mm + out_mm * (ox + ax), end.y_mm + out_mm * (oy + ay)),
    )


def _wall(side: Side, out_mm: float, low_mm: float, high_mm: float) -> Array:
    start, end = _along(side, out_mm)
    return np.concatenate([_level([start, end], low_mm), _level([end, start], high_mm)])


def _rail(sheet: _Sheet, side: Side, kit: Kit) -> None:
    """Paint the top of a side's cushions and the wood behind."""
    inner, middle, outer = (_along(side, out) for out in (0.0, kit.cushion_mm, kit.cushion_mm + kit.rail_mm))
    for (start, end), (behind, beyond), colour in ((middle, outer, WOOD), (inner, middle, TOP)):
        sheet.fill(_level([start, end, beyond, behind], kit.nose_height_mm), colour)


def _bed(sheet: _Sheet, kit: Kit) -> None:
    wide, long = kit.width_mm, kit.length_mm
    sheet.fill(_level([(0, 0), (wide, 0), (wide, long), (0, long)], 0.0), CLOTH)
    if kit.baulk_mm:
        low, high = kit.baulk_mm - LINE_MM / 2, kit.baulk_mm + LINE_MM / 2
        sheet.fill(_level([(0, low), (wide, low), (wide, high), (0, high)], 0.0), LINE)
        turns = np.linspace(0, pi, 61)
        inner, outer = (
            [(wide / 2 + r * cos(a), kit.baulk_mm - r * sin(a)) for a in turns]
            for r in (kit.d_radius_mm - LINE_MM / 2, kit.d_radius_mm + LINE_MM / 2)
        )
        for i in range(len(turns) - 1):
            sheet.fill(_level([inner[i], inner[i + 1], outer[i + 1], outer[i]], 0.0), LINE)
    for spot in kit.spots.values():
        sheet.fill(_ring(spot, SPOT_MM, 0.0), SPOT)


def _pockets(sheet: _Sheet, kit: Kit, pockets: Sequence[Pocket]) -> None:
    for pocket in pockets:
        reach = pocket.mouth_mm / 2
        sheet.fill(_ring(pocket.fall, reach, kit.nose_height_mm), LEATHER)
        sheet.fill(_ring(pocket.fall, 0.5 * (reach + pocket.radius_mm), kit.nose_height_mm), HOLE)


def _ring(at: Point, radius_mm: float, height_mm: float) -> Array:
    turns = np.linspace(0, 2 * pi, 48, endpoint=False)
    return _level([(at.x_mm + radius_mm * cos(a), at.y_mm + radius_mm * sin(a)) for a in turns], height_mm)


def _balls(kit: Kit) -> Iterator[tuple[str, Point]]:
    """Give the balls as a frame begins: colours on their spots, the many behind the pink, the cue-ball in the D."""
    for spot, at in kit.spots.items():
        ball = spot.removesuffix("-spot")
        if ball in kit.pieces:
            yield ball, at
    pink = kit.spot_of("pink")
    if pink is not None:
        rows = ((row, i) for row in range(5) for i in range(row + 1))
        many = (kind for kind in kit.several for _ in range(kit.pieces[kind]))
        for (row, i), kind in zip(rows, many, strict=False):
            step = kit.touching_mm
            yield kind, Point(pink.x_mm + step * (i - row / 2), pink.y_mm + step * (1.02 + row * 0.75**0.5))
    if kit.d_radius_mm:
        yield kit.cue_balls[0], Point(kit.width_mm / 2 + 0.45 * kit.d_radius_mm, kit.baulk_mm - 0.35 * kit.d_radius_mm)


def _away(camera: Camera, at: Point) -> float:
    return float(np.linalg.norm(camera.centre_mm - [*at, 0.0]))


def _ball(sheet: _Sheet, at: Point, radius_mm: float, colour: Bgr) -> None:
    place = np.array([at], float)
    outline = outlines_px(sheet.camera, place, radius_mm)[0]
    high, wide = sheet.picture.shape[:2]
    if not np.all(np.isfinite(outline)) or np.any(np.abs(outline) > WIDER * max(wide, high)):
        return
    sheet.paint(outline, colour)
    middle = outline.mean(axis=0)
    sheet.paint(middle + 0.22 * (outline - middle) + 0.35 * (outline.min(axis=0) - middle) * [0.4, 1.0], SHINE)
