"""Say where a picture differs from what the network saw last, so that it need look only there.

Most of a table lies still most of the time, and what a network says of a still part it said before. So a picture is
compared, cell by cell, with the pictures in which the network last looked at each cell (differencing against a
reference that is renewed where it is looked at, so that a slow drift adds up until it shows), and what has changed is
covered with tiles: set cover, greedily (Chvátal 1979). Where much has changed, or nothing is known yet, the whole
picture is looked at.
"""

from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.vision.crop import Crop
from tracker.vision.detector import Detections, Picture

Array = NDArray[np.float64]
Cells = NDArray[np.bool_]
"""(rows, columns) of the network's picture: which of its cells."""
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
INNER, RIM = 8, 2
"""Cells along a side of the part of a tile that is believed, and beyond it: a ball at its edge must be whole, with some
of what surrounds it."""
OUTER = INNER + 2 * RIM
TILE_PX = CELL * OUTER, CELL * OUTER
"""Width and height of a tile in px of the network's picture."""
WORTH = 0.85
"""Tiles that cost this share of a look at the whole picture are not worth the trouble."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A square part of the network's picture, all in cells from its left top."""

    row: int
    column: int
    rows: int
    """Of the whole picture."""
    columns: int

    @property
    def corner_px(self) -> tuple[int, int]:
        """Return left and top of what is looked at."""
        return CELL * _within(self.column - RIM, self.columns), CELL * _within(self.row - RIM, self.rows)

    def cut(self, whole: Picture) -> Picture:
        """Return the part of the network's picture that is looked at."""
        left, top = self.corner_px
        return whole[top : top + CELL * OUTER, left : left + CELL * OUTER]

    def back(self, found: Detections) -> Detections:
        """Return what was found in the tile as detections in the whole, those whose middle is believed."""
        boxes = found.boxes_px + np.tile(self.corner_px, 2)
        whole = Detections(boxes_px=boxes, odds=found.odds, sure=found.sure)
        return whole.only(at_cells(whole.centres_px, self.believed()))

    def believed(self) -> Cells:
        """Return the cells whose balls it tells."""
        cells = np.zeros((self.rows, self.columns), bool)
        cells[self.row : self.row + INNER, self.column : self.column + INNER] = True
        return cells


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

    cut: Picture
    """The network's picture."""
    small: Small
    """The same, as it is compared."""
    stir: NDArray[np.uint8]
    """(rows, columns) for how many pictures each cell is looked at from this one on, changed or not."""
    tiles: tuple[Tile, ...] | None
    """Where it has changed; None: the whole is looked at."""
    closer: tuple[Crop, ...] = ()
    """What is looked at beside, larger."""

    @property
    def fresh(self) -> Cells:
        """Return the cells that are looked at anew."""
        cells = np.full(_cells_of(self.cut), self.tiles is None)
        for tile in self.tiles or ():
            cells |= tile.believed()
        return cells


def aim_at(cut: Picture, known: Known | None, *, whole: bool = False) -> Aim:
    """Return what of the network's picture, (h, w, 3), is to be looked at; all of it where nothing is known."""
    small, cells = shrunk(cut), _cells_of(cut)
    if known is None:
        return Aim(cut=cut, small=small, stir=np.zeros(cells, np.uint8), tiles=None)
    stir = np.where(changed_cells(small, known.small), LINGERS + 1, np.maximum(known.stir, 1) - 1).astype(np.uint8)
    around = cv2.dilate(stir, np.ones((3, 3), np.uint8)) > 0
    return Aim(cut=cut, small=small, stir=stir, tiles=None if whole or min(cells) < OUTER else covering(around))


def known_after(known: Known | None, aim: Aim) -> Known:
    """Return what is known once a picture is looked at as aimed."""
    if known is None or aim.tiles is None:
        return Known(small=aim.small, stir=aim.stir)
    side = CELL // SHRUNK
    fresh = aim.fresh.repeat(side, axis=0).repeat(side, axis=1)
    return Known(small=np.where(fresh[:, :, None], aim.small, known.small), stir=aim.stir)


def shrunk(cut: Picture) -> Small:
    """Return the network's picture as it is compared."""
    size = cut.shape[1] // SHRUNK, cut.shape[0] // SHRUNK
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8)


def changed_cells(now: Small, before: Small) -> Cells:
    """Return the cells in which two shrunk pictures differ."""
    side = CELL // SHRUNK
    rows, columns = now.shape[0] // side, now.shape[1] // side
    off = reduce(cv2.max, cv2.split(cv2.absdiff(now, before))).reshape(rows, side, -1).max(axis=1)
    return np.asarray(off.reshape(rows, columns, side).max(axis=2) > CHANGED)


def covering(cells: Cells) -> tuple[Tile, ...] | None:
    """Return tiles that believe all of these cells, each the one that believes most of those left.

    None: looking at the whole is as cheap.
    """
    rows, columns = cells.shape
    most = WORTH * rows * columns / OUTER**2
    left = cells.copy()
    tiles: list[Tile] = []
    while left.any():
        if len(tiles) + 1 > most:
            return None
        sums = cv2.integral(left.astype(np.uint8))
        held = sums[INNER:, INNER:] - sums[:-INNER, INNER:] - sums[INNER:, :-INNER] + sums[:-INNER, :-INNER]
        row, column = (int(k) for k in np.unravel_index(int(held.argmax()), held.shape))
        tiles.append(Tile(row=row, column=column, rows=rows, columns=columns))
        left[row : row + INNER, column : column + INNER] = False
    return tuple(tiles)


def at_cells(points_px: Array, cells: Cells) -> NDArray[np.bool_]:
    """Say for (n, 2) points of the network's picture whether they lie in one of these cells."""
    last = np.array(cells.shape[::-1]) - 1
    column, row = np.clip((points_px + 0.5) // CELL, 0, last).astype(np.intp).T
    return np.asarray(cells[row, column])


def _cells_of(cut: Picture) -> tuple[int, int]:
    return cut.shape[0] // CELL, cut.shape[1] // CELL


def _within(first: int, count: int) -> int:
    return min(max(first, 0), count - OUTER)
