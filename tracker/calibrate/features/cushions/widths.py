"""How wide the cushions are, of a table whose wood is found: by the edge that runs along all six of them.

Between the wood and the bed there is one edge on every side, the nose, as far from the wood everywhere. How far is not
known before the table is: a cushion is two inches wide, on tables from four to twelve feet. So what is read across the
cushions is laid over each other, all along them, and the edges that most of them have are told, the clearest first.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import Cushion, cushion_lines
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

NARROWEST, WIDEST, STEP = 0.0085, 0.046, 0.0005
"""Widths that are looked at, in lengths of the table: two inches of 12 ft and of 4 ft 6, with a third to spare."""
LIT: Final = 0.6
"""An edge whose outer side is the darker one counts so much: tops are mostly lit better than what is below them."""
MOST: Final = 3
APART: Final = 0.2
"""Widths that are nearer than this (logarithm) are one."""


def cushion_widths(shade: NDArray[np.float32], camera: Camera, cushion: Cushion, kit: Kit) -> list[float]:
    """Return how wide (mm) the cushions may be that `camera` sees, the likelier first.

    Args:
        shade: (h, w) what tells light from shade on the cloth.
        camera: one that sees the wood's edges of `kit` with such a cushion where they are.
        cushion: where the wood is.
        kit: the table that it was fitted by.
    """
    depths = np.arange(NARROWEST - 8 * STEP, WIDEST + 8 * STEP, STEP) * kit.length_mm
    total = np.zeros(len(depths))
    for line in cushion_lines(kit):
        if line.kind == "wood":
            total += _edges(shade, camera, line.at(cushion)[::2], line.outward[::2], depths)
    total = np.convolve(total, np.hanning(7) / np.hanning(7).sum(), "same")[8:-8]
    depths = depths[8:-8]
    is_top = np.r_[False, (total[1:-1] >= total[:-2]) & (total[1:-1] > total[2:]), False]
    tops = sorted(np.flatnonzero(is_top), key=lambda i: -total[i])
    found: list[float] = []
    for i in tops:
        if len(found) < MOST and all(abs(np.log(depths[i] / other)) > APART for other in found):
            found.append(float(depths[i]))
    return found


def _edges(shade: NDArray[np.float32], camera: Camera, wood: Array, outward: Array, depths: Array) -> Array:
    """Return how clear an edge runs along a cushion at each depth from the wood, the clearest being 1."""
    places = wood[:, None] - depths[None, :, None] * outward[:, None]
    at = camera.project(places.reshape(-1, 3)).reshape(len(wood), len(depths), 2)
    height, width = shade.shape
    inside = np.all((at > 1) & (at < [width - 2, height - 2]), axis=(1, 2))
    if inside.sum() < 5:
        return np.zeros(len(depths))
    at = at[inside].astype(np.float32)
    read = cv2.remap(shade, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    pixels = np.linalg.norm(np.gradient(at, axis=1), axis=2)
    rise = -np.gradient(read, axis=1) / np.maximum(pixels, 0.05)
    usual = np.median(rise, axis=0)
    clear = np.where(usual > 0, usual, -LIT * usual)
    return np.asarray(clear / max(float(clear[8:-8].max()), 1.0), float)
