"""The table from above as a picture, with the score over it and the calls under it, to stand beside a camera's picture.

The empty table is painted once; for every picture it is copied and only balls, trails and marks are drawn.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.plane import Point
from tracker.show.palette import bgr, is_light
from tracker.show.pictures.lettering import Bgr, Picture
from tracker.show.plan import Plan, board_lines
from tracker.show.run.words import BallMark, Caption, Route

FINE = 4  # the empty table is painted this much larger and scaled down, for smooth edges
SHIFT = 4  # bits of a pixel's fraction in OpenCV's drawing
RAIL: Bgr = (28, 44, 66)
NOSE: Bgr = (56, 84, 34)
CLOTH: Bgr = (74, 108, 40)
MARK: Bgr = (150, 180, 140)
POCKET: Bgr = (14, 17, 16)
FRAME: Bgr = (28, 46, 74)
WOOD: Bgr = (132, 182, 217)
LINE: Bgr = (62, 88, 112)
PALE: Bgr = (235, 240, 236)
DARK: Bgr = (20, 24, 20)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """An empty table from above at one scale."""

    plan: Plan
    px_per_mm: float
    empty: Picture = field(repr=False)

    @property
    def radius_px(self) -> float:
        """Radius of a ball, never too small to be seen."""
        return self.radius_px_of("")

    def radius_px_of(self, ball: str) -> float:
        """Return the radius of one kind of piece, never too small to be seen."""
        return max(3.5, self.plan.kit.radius_of(ball) * self.px_per_mm)

    def lay(self, points: Iterable[Point]) -> NDArray[np.float64]:
        """Return the (n, 2) pixels of places."""
        flat = np.array([self.plan.lay(point) for point in points], float).reshape(-1, 2)
        return flat * self.px_per_mm - 0.5


def board_for(plan: Plan, width_px: int) -> Board:
    """Paint the empty table `width_px` wide."""
    scale = width_px / plan.size_mm[0]
    high = round(plan.size_mm[1] * scale)
    large = _paint(plan, scale * FINE, (width_px * FINE, high * FINE))
    empty = cv2.resize(large, (width_px, high), interpolation=cv2.INTER_AREA)
    return Board(plan=plan, px_per_mm=scale, empty=np.asarray(empty, np.uint8))


def draw_board(
    board: Board, marks: Iterable[BallMark], trails: Iterable[Route], captions: Iterable[Caption]
) -> Picture:
    """Return the table with balls where they lie, the trails behind them, and a ring at each incident."""
    picture = board.empty.copy()
    for trail in trails:
        draw_trail(picture, board.lay(trail.points), trail, 2)
    for caption in captions:
        if caption.at is not None:
            _circle(picture, board.lay([caption.at])[0], board.radius_px * 1.9, PALE, 1)
    placed = [mark for mark in marks if mark.at is not None]
    spots = board.lay(mark.at for mark in placed if mark.at is not None)
    for mark, spot in zip(placed, spots, strict=True):
        _draw_ball(picture, spot, board.radius_px_of(mark.ball), mark)
        if (hole := board.plan.kit.hole_of(mark.ball)) and mark.seen:
            _circle(picture, spot, max(1.2, hole * board.px_per_mm), DARK, -1)
    return picture


def draw_trail(picture: Picture, pixels: NDArray[np.float64], trail: Route, thick: int) -> None:
    """Draw a ball's way through (n, 2) pixels: a line where it was seen, dots where it was hidden."""
    if len(pixels) < 2 or not np.isfinite(pixels).all():
        return
    colour = bgr(trail.ball)
    rim = DARK if is_light(trail.ball) else PALE
    seen = np.array(trail.seen)
    for run in np.split(np.arange(len(seen)), np.flatnonzero(np.diff(seen)) + 1):
        if seen[run[0]]:
            path = fixed(pixels[max(run[0] - 1, 0) : run[-1] + 1])
            cv2.polylines(picture, [path], False, rim, thick + 2, cv2.LINE_AA, SHIFT)
            cv2.polylines(picture, [path], False, colour, thick, cv2.LINE_AA, SHIFT)
        else:
            for spot in pixels[run]:
                _circle(picture, spot, thick, colour, -1)


def fixed(pixels: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return pixels as OpenCV's whole numbers with `SHIFT` bits of fraction."""
    return np.rint(pixels * (1 << SHIFT)).astype(np.int32)


def _circle(picture: Picture, centre: NDArray[np.float64], radius_px: float, colour: Bgr, thick: int) -> None:
    x, y = (int(value) for value in fixed(centre))
    cv2.circle(picture, (x, y), round(radius_px * (1 << SHIFT)), colour, thick, cv2.LINE_AA, SHIFT)


def _draw_ball(picture: Picture, spot: NDArray[np.float64], radius_px: float, mark: BallMark) -> None:
    if mark.seen:
        _circle(picture, spot, radius_px + 0.8, DARK, -1)
        _circle(picture, spot, radius_px, bgr(mark.ball), -1)
        if mark.ball in {"black", "brown", "b"}:
            _circle(picture, spot, radius_px, PALE, 1)
    else:
        _circle(picture, spot, radius_px, bgr(mark.ball), 1)


def _paint(plan: Plan, scale: float, size: tuple[int, int]) -> Picture:
    width, high = size
    kit = plan.kit
    large = np.empty((high, width, 3), np.uint8)
    surfaces = (FRAME, FRAME, WOOD) if kit.disc_mm else (RAIL, NOSE, CLOTH)
    large[:] = surfaces[0]
    for inset_mm, colour in ((kit.rail_mm, surfaces[1]), (plan.edge_mm, surfaces[2])):
        inset = round(inset_mm * scale)
        cv2.rectangle(large, (inset, inset), (width - 1 - inset, high - 1 - inset), colour, -1)
    _paint_marks(large, plan, scale)
    for pocket in kit.pockets:
        cv2.circle(large, _at(plan, pocket.fall, scale), round((pocket.radius_mm + 8) * scale), POCKET, -1, cv2.LINE_AA)
    return large


def _paint_marks(large: Picture, plan: Plan, scale: float) -> None:
    kit = plan.kit
    if kit.disc_mm:
        for points in board_lines(kit):
            way = np.array([_at(plan, point, scale) for point in points], np.int32)
            cv2.polylines(large, [way], False, LINE, max(1, round(5 * scale)), cv2.LINE_AA)
        return
    ends = [_at(plan, Point(x, kit.baulk_mm), scale) for x in (0.0, kit.width_mm)]
    thick = max(1, round(7 * scale))
    cv2.line(large, ends[0], ends[1], MARK, thick, cv2.LINE_AA)
    centre = _at(plan, Point(kit.width_mm / 2, kit.baulk_mm), scale)
    radius = round(kit.d_radius_mm * scale)
    turn = (0 if plan.upright else 90) + (180 if plan.turned else 0)
    cv2.ellipse(large, centre, (radius, radius), turn, 0, 180, MARK, thick, cv2.LINE_AA)
    for spot in kit.spots.values():
        cv2.circle(large, _at(plan, spot, scale), max(2, round(9 * scale)), MARK, -1, cv2.LINE_AA)


def _at(plan: Plan, place: Point, scale: float) -> tuple[int, int]:
    x, y = plan.lay(place)
    return round(x * scale), round(y * scale)
