"""The six cushions as bands of pixels: each laid straight, from the bed before its nose to what lies beyond its wood.

So a network sees every cushion alike, whatever camera looks at it from wherever, and from near by: as many rows a
cushion's width as the picture has pixels of it, or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import Cushion, TableEdge, cushion_lines, foot_of
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
ROWS, COLUMNS = 64, 96
INNER, OUTER = -1.6, 2.4
"""Where a band's first row lies and its last one, in widths of the cushion outward of the nose."""
FACE_ROWS: Final = 16.0
"""A face that is seen so many rows wide fills the scale."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bands:
    """Bands of six cushions, and where in the picture they lie."""

    seen: NDArray[np.float32]
    """(6, 6, ROWS, COLUMNS) what each cushion shows: blue, green, red (0 to 1), whether that is in view, how many rows
    outward its face ends (-1 to 1, in `FACE_ROWS`), and how many pixels (logarithm) a row has."""
    at: Array
    """(6, ROWS, COLUMNS, 2) pixels of the picture."""


def row_of(depth: Array) -> Array:
    """Return the row of a depth in widths of the cushion outward of where a band has the nose."""
    return np.asarray((depth - INNER) / (OUTER - INNER) * (ROWS - 1))


def noses(kit: Kit) -> list[TableEdge]:
    """Return the noses of a table, in the order of its bands."""
    return [line for line in cushion_lines(kit) if line.kind == "nose"]


def along(line: TableEdge) -> Array:
    """Return the (COLUMNS, 3) points of a nose that a band's columns cross."""
    way = np.linspace(0, 1, COLUMNS)[:, None]
    points: Array = line.points_mm[0] + way * (line.points_mm[-1] - line.points_mm[0])
    return points


def bands_of(colours: NDArray[np.float32], camera: Camera, kit: Kit, cushion: Cushion) -> Bands:
    """Return the bands of a softened picture (h, w, 3 BGR, 0 to 255) whose camera is nearly known."""
    lines = noses(kit)
    starts = [along(line) for line in lines]
    return bands_along(colours, camera, starts, [line.outward[0] for line in lines], cushion.width_mm)


def bands_along(
    colours: NDArray[np.float32], camera: Camera, starts: Sequence[Array], outward: Sequence[Array], width_mm: float
) -> Bands:
    """Return bands about (COLUMNS, 3) points of each cushion, `outward` of which its wood lies, `width_mm` away."""
    depths = np.linspace(INNER, OUTER, ROWS) * width_mm
    points = np.stack([s[None] + depths[:, None, None] * o for s, o in zip(starts, outward, strict=True)])
    at = camera.project(points.reshape(-1, 3)).reshape(*points.shape[:3], 2)
    height, width = colours.shape[:2]
    with np.errstate(invalid="ignore"):
        inside = np.all((at >= 0) & (at <= [width - 1, height - 1]), axis=-1).astype(np.float32)
    flat = np.nan_to_num(at, nan=-9.0).astype(np.float32).reshape(-1, COLUMNS, 2)
    read = cv2.remap(colours, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) / 255
    shown = read.reshape(len(starts), ROWS, COLUMNS, 3).transpose(0, 3, 1, 2)
    face, size = _faces(camera, starts, outward, at)
    return Bands(seen=np.concatenate([shown, inside[:, None], face, size], axis=1), at=at)


def _faces(
    camera: Camera, starts: Sequence[Array], outward: Sequence[Array], at: Array
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return how far outward of the nose its face ends, and how large a row is, each (n, 1, ROWS, COLUMNS)."""
    nose = int(np.rint(row_of(np.zeros(1))[0]))
    here, step = at[:, nose], at[:, nose + 1] - at[:, nose]
    feet = np.stack([camera.project(foot_of(s, o)) for s, o in zip(starts, outward, strict=True)])
    size = np.maximum(np.linalg.norm(step, axis=-1), 1e-3)
    rows = np.sum((feet - here) * step, axis=-1) / size**2
    face = np.nan_to_num(np.clip(rows / FACE_ROWS, -1, 1))
    large = np.nan_to_num(np.log(size))
    shape = (len(starts), 1, ROWS, COLUMNS)
    face, large = (np.broadcast_to(one[:, None, None], shape).astype(np.float32) for one in (face, large))
    return face, large
