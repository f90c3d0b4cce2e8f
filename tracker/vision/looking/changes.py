"""Say where a picture differs from what the network saw last, so that it need look only there.

Most of a table lies still most of the time, and what a network says of a still part it said before. So a picture is
compared, cell by cell, with the pictures in which the network last looked at each cell (differencing against a
reference that is renewed where it is looked at, so that a slow drift adds up until it shows), and what has changed is
covered with tiles: the box round it all is cut in two, and those again, as long as two looks cost less than one. Where
much has changed, or nothing is known yet, the whole picture is looked at.
"""

from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.vision.detector import Detections, Picture
from tracker.vision.looking.crop import Crop

Array = NDArray[np.float64]
Cells = NDArray[np.bool_]
"""(rows, columns) of the network's picture: which of its cells."""
Box = tuple[int, int, int, int]
"""Row and column, height and width, all in cells."""
Small = NDArray[np.uint8]
"""The network's picture shrunk, (h, w, 3)."""

CELL = 16
"""Side of a cell in px of the network's picture: about a ball."""
SHRUNK = 4
"""Pictures are compared so many times smaller: noise is averaged out, and it costs next to nothing."""
CHANGED = 10
"""Grey levels, in any channel, by which a cell has changed. A ball that moves by a tenth changes more."""
LINGERS = 3
"""So many pictures more a cell is looked at once it has changed: what is seen in passing is often mistaken."""
LARGE = 40
"""Cells: a fast ball's way from picture to picture, and back to where it was, covers fewer."""
STEP, RIM = 2, 2
"""A tile has so many cells along a side, or a multiple, and so many more at either end that are not believed: a ball at
its edge must be whole, with some of what surrounds it."""
FLAT_RIM = 3
"""So many of flat pieces, whose places are the middles of their boxes, which hang on what surrounds them: with two, the
worst of places of moving pucks were a twentieth worse (sample clip 0008)."""
SMALLEST_PX = CELL * (STEP + 2 * RIM)
"""Side of the smallest tile in px of the network's picture."""
LOOK = 20
"""What any look costs takes as long as it does to look at so many cells."""
WORTH = 0.85
"""Tiles that cost this share of a look at the whole picture are not worth the trouble."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A part of the network's picture, all in cells from its left top."""

    row: int
    column: int
    high: int
    wide: int
    rows: int
    """Of the whole picture."""
    columns: int
    rim: int = RIM

    @property
    def corner_px(self) -> tuple[int, int]:
        """Return left and top of what is looked at."""
        high, wide = self._outer
        left, top = (
            _within(first - self.rim, n)
            for first, n in ((self.column, self.columns - wide), (self.row, self.rows - high))
        )
        return CELL * left, CELL * top

    def cut(self, whole: Picture) -> Picture:
        """Return the part of the network's picture that is looked at."""
        left, top = self.corner_px
        high, wide = self._outer
        return whole[top : top + CELL * high, left : left + CELL * wide]

    def back(self, found: Detections) -> Detections:
        """Return what was found in the tile as detections in the whole, those whose middle is believed."""
        boxes = found.boxes_px + np.tile(self.corner_px, 2)
        whole = replace(found, boxes_px=boxes)
        return whole.only(at_cells(whole.centres_px, self.believed()))

    def believed(self) -> Cells:
        """Return the cells whose balls it tells."""
        cells = np.zeros((self.rows, self.columns), bool)
        cells[self.part()] = True
        return cells

    def part(self, side: int = 1) -> tuple[slice, slice]:
        """Return the rows and the columns that it tells of a picture in which a cell is so many px wide and high."""
        return (
            slice(side * self.row, side * (self.row + self.high)),
            slice(side * self.column, side * (self.column + self.wide)),
        )

    @property
    def _outer(self) -> tuple[int, int]:
        """Return how many cells high and wide what is looked at is."""
        return min(self.high + 2 * self.rim, self.rows), min(self.wide + 2 * self.rim, self.columns)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """What the network has looked at."""

    small: Small
    """Each cell as it was when the network looked at it last."""
    stir: NDArray[np.uint8]
    """(rows, columns) for how many pictures, the last one counted in, each cell is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Aim:
    """What of a picture the network is to look at."""

    small: Small
    """It, as it is compared."""
    stir: NDArray[np.uint8]
    """(rows, columns) for how many pictures each cell is looked at from this one on, changed or not."""
    tiles: tuple[Tile, ...] | None
    """Where it has changed; None: the whole is looked at."""
    passed: Cells | None = None
    """(rows, columns) which have changed and are not looked at, since nobody's ball is there."""
    closer: tuple[Crop, ...] = ()
    """What is looked at beside, larger."""

    @property
    def fresh(self) -> Cells:
        """Return the cells that are looked at anew."""
        cells = np.full(_cells_of(self.small), self.tiles is None)
        for tile in self.tiles or ():
            cells[tile.part()] = True
        return cells

    @property
    def told(self) -> Cells:
        """Return the cells of which something new is said: what is there, or that nothing is."""
        return self.fresh if self.passed is None else self.fresh | self.passed


def aim_at(small: Small, known: Known | None, *, whole: bool = False, bed: Cells | None = None, rim: int = RIM) -> Aim:
    """Return what of a picture, `small` as it is compared, is to be looked at; all of it where nothing is known.

    Off the `bed` (None: all is bed) people walk: what changes there over more room than a ball takes on its way is not
    looked at until the whole is. Tiles have a `rim` of so many cells.
    """
    cells = _cells_of(small)
    if known is None:
        return Aim(small=small, stir=np.zeros(cells, np.uint8), tiles=None)
    stir = np.where(changed_cells(small, known.small), LINGERS + 1, np.maximum(known.stir, 1) - 1).astype(np.uint8)
    passed = None if bed is None else by_people(stir > 0) & ~bed
    around = cv2.dilate(stir if passed is None else stir * ~passed, np.ones((3, 3), np.uint8)) > 0
    tiles = None if whole else covering(around, rim)
    return Aim(small=small, stir=stir, tiles=tiles, passed=passed)


def by_people(changed: Cells) -> Cells:
    """Return those of the changed cells that hang together over more room than a ball takes on its way."""
    _, part, stats, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] > LARGE
    large[0] = False
    return np.asarray(large[part])


def bed_cells(crop: Crop, calibration: Calibration, kit: Kit) -> Cells:
    """Return the cells of the network's picture in which a ball on the table, or beside it, can show."""
    rows, columns = crop.canvas[1] // CELL, crop.canvas[0] // CELL
    across, down = np.meshgrid(np.arange(columns) * CELL + CELL / 2, np.arange(rows) * CELL + CELL / 2)
    seen = np.column_stack([across.ravel(), down.ravel()]) / crop.scale + [crop.left, crop.top]
    places = calibration.camera.place(seen, kit.lies_mm)
    area = np.array([kit.width_mm, kit.length_mm])
    near = ((places > -kit.cushion_mm) & (places < area + kit.cushion_mm)).all(axis=1).reshape(rows, columns)
    return cv2.dilate(near.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0


def known_after(known: Known | None, aim: Aim) -> Known:
    """Return what is known once a picture is looked at as aimed."""
    if known is None or aim.tiles is None:
        return Known(small=aim.small, stir=aim.stir)
    small = known.small.copy() if aim.tiles else known.small
    for tile in aim.tiles:
        seen = tile.part(CELL // SHRUNK)
        small[seen] = aim.small[seen]
    return Known(small=small, stir=aim.stir)


def shrunk(picture: Picture, crop: Crop) -> Small:
    """Return what the network would see of a picture as it is compared, black where the cut does not reach.

    Straight from the camera's picture, halved as often as that goes, which averages, then brought to size: at a third
    of the cost of cutting out and averaging over areas of no whole number of pixels.
    """
    part = picture[crop.top : crop.top + crop.height, crop.left : crop.left + crop.width]
    small = np.zeros((crop.canvas[1] // SHRUNK, crop.canvas[0] // SHRUNK, 3), np.uint8)
    wide, high = (max(1, round(side / SHRUNK)) for side in crop.size)
    while part.shape[1] >= 2 * wide and part.shape[0] >= 2 * high:
        half = part.shape[1] // 2, part.shape[0] // 2
        part = cv2.resize(part[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    small[:high, :wide] = cv2.resize(part, (wide, high), interpolation=cv2.INTER_LINEAR)
    return small


def changed_cells(now: Small, before: Small) -> Cells:
    """Return the cells in which two shrunk pictures differ."""
    side = CELL // SHRUNK
    rows, columns = now.shape[0] // side, now.shape[1] // side
    off = reduce(cv2.max, cv2.split(cv2.absdiff(now, before))).reshape(rows, side, -1).max(axis=1)
    return np.asarray(off.reshape(rows, columns, side).max(axis=2) > CHANGED)


def covering(cells: Cells, rim: int = RIM) -> tuple[Tile, ...] | None:
    """Return tiles that believe all of these cells. None: looking at the whole is as cheap."""
    rows, columns = cells.shape
    boxes = _boxes(cells, (0, 0), cells.shape, rim)
    cost = sum(float(_cost(high, wide, cells.shape, rim)) for _, _, high, wide in boxes)
    if cost > WORTH * rows * columns:
        return None
    return tuple(_tile(box, cells.shape, rim) for box in boxes)


def _boxes(cells: Cells, at: tuple[int, int], whole: tuple[int, ...], rim: int) -> list[Box]:
    """Return boxes that hold all of these cells, a part of a `whole` that begins `at` a row and a column."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if not len(rows):
        return []
    top, left = int(rows[0]), int(columns[0])
    inside = cells[top : rows[-1] + 1, left : columns[-1] + 1]
    at = at[0] + top, at[1] + left
    high, wide = inside.shape
    across, along = _best_cut(inside, whole, rim), _best_cut(inside.T, whole[::-1], rim)
    if min(across[0], along[0]) >= _cost(high, wide, whole, rim):
        return [(*at, high, wide)]
    if across[0] <= along[0]:
        cut = across[1]
        return _boxes(inside[:cut], at, whole, rim) + _boxes(inside[cut:], (at[0] + cut, at[1]), whole, rim)
    cut = along[1]
    return _boxes(inside[:, :cut], at, whole, rim) + _boxes(inside[:, cut:], (at[0], at[1] + cut), whole, rim)


def _best_cut(cells: Cells, whole: tuple[int, ...], rim: int) -> tuple[float, int]:
    """Return what boxes round the cells above and below the best cut between two rows cost, and the row below it."""
    rows = np.flatnonzero(cells.any(axis=1))
    if len(rows) < 2:
        return np.inf, 0
    first, last = cells.argmax(axis=1)[rows], cells.shape[1] - cells[:, ::-1].argmax(axis=1)[rows]
    above = np.maximum.accumulate(last)[:-1] - np.minimum.accumulate(first)[:-1]
    below = (np.maximum.accumulate(last[::-1]) - np.minimum.accumulate(first[::-1]))[-2::-1]
    costs = _cost(rows[:-1] + 1 - rows[0], above, whole, rim) + _cost(rows[-1] + 1 - rows[1:], below, whole, rim)
    best = int(costs.argmin())
    return float(costs[best]), int(rows[best]) + 1


def _cost(high: ArrayLike, wide: ArrayLike, whole: tuple[int, ...], rim: int) -> Array:
    """Return how many cells take as long as looks at boxes do, so many cells high and wide, in a `whole` picture."""
    looked_at = np.minimum(_stepped(high) + 2 * rim, whole[0]) * np.minimum(_stepped(wide) + 2 * rim, whole[1])
    return np.asarray(looked_at + LOOK, float)


def _stepped(cells: ArrayLike) -> NDArray[np.intp]:
    """Return the next multiples of `STEP`."""
    return -(-np.asarray(cells) // STEP) * STEP


def _tile(box: Box, whole: tuple[int, ...], rim: int) -> Tile:
    """Return the tile that believes a box."""
    row, column, high, wide = box
    high, wide = int(_stepped(high)), int(_stepped(wide))
    row, column = min(row, whole[0] - high), min(column, whole[1] - wide)
    return Tile(row=row, column=column, high=high, wide=wide, rows=whole[0], columns=whole[1], rim=rim)


def at_cells(points_px: Array, cells: Cells) -> NDArray[np.bool_]:
    """Say for (n, 2) points of the network's picture whether they lie in one of these cells."""
    last = np.array(cells.shape[::-1]) - 1
    column, row = np.clip((points_px + 0.5) // CELL, 0, last).astype(np.intp).T
    return np.asarray(cells[row, column])


def _cells_of(small: Small) -> tuple[int, int]:
    return small.shape[0] * SHRUNK // CELL, small.shape[1] * SHRUNK // CELL


def _within(first: int, last: int) -> int:
    return min(max(first, 0), last)
