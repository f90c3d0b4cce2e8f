"""What a wooden board offers to a camera: its bed as an even patch, and the edges of its frame and its lines in space.

A bed is wood of one colour with thin lines on it, paler or darker than its frame: what is left of it once a median has
taken lines and grain away is grown from seeds in the picture's middle. Of the frame the foot shows where the camera
looks at a board's inner face, and the upper edge where the board stands between the camera and the bed.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import STEP_MM, TableEdge
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]

WORK_WIDTH_PX = 480
GRAIN_PX = 9
"""A median over so many px leaves neither lines nor grain."""
SEEDS = np.linspace(0.25, 0.75, 4)
"""Where in the picture a bed is grown from, as shares of its width and height."""
LIGHTNESS = 0.45
"""How much a difference in lightness counts, for 1 of one in colour (CIE L*a*b*): shade is no other wood."""
ALIKE = (9.0, 15.0, 24.0)
"""How far from the seed's colour a bed may be."""
LEAST_SHARE = 0.05
"""A bed smaller than this share of the picture is too small to place pucks on."""
SAME = 0.92
"""Two patches that share so much of what either covers are one."""
CROSS_SHARE = 0.3
"""Of the centre lines at least so much is drawn, from the middle out."""


def beds(picture: Picture) -> Iterator[tuple[Mask, float]]:
    """Yield patches of `picture` (h, w, 3 BGR) that may be a board's bed, and the scale that they are at.

    The largest first; (h, w) 255 on the patch, its holes filled.
    """
    scale = min(1.0, WORK_WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    wood = cv2.medianBlur(np.ascontiguousarray(small), GRAIN_PX)
    lab = cv2.cvtColor(wood.astype(np.float32) / 255, cv2.COLOR_BGR2Lab) * np.array([LIGHTNESS, 1, 1], np.float32)
    found: list[Mask] = []
    for patch in sorted(_grown(np.asarray(lab, np.float32)), key=lambda one: -int(np.count_nonzero(one))):
        if not any(_overlap(patch, other) > SAME for other in found):
            found.append(patch)
            yield patch, scale


def _grown(lab: NDArray[np.float32]) -> Iterator[Mask]:
    height, width = lab.shape[:2]
    for v in (SEEDS * height).astype(int):
        for u in (SEEDS * width).astype(int):
            away = np.linalg.norm(lab - np.median(lab[v - 3 : v + 4, u - 3 : u + 4], axis=(0, 1)), axis=2)
            for alike in ALIKE:
                yield from _patch_at(np.where(away < alike, 255, 0).astype(np.uint8), u, v)


def _patch_at(raw: Mask, u: int, v: int) -> Iterator[Mask]:
    """Yield the patch that holds a pixel, its holes filled, where it is large enough."""
    clean = cv2.morphologyEx(raw, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, part = cv2.connectedComponents(clean)
    if part[v, u] == 0:
        return
    own = np.where(part == part[v, u], 255, 0).astype(np.uint8)
    contours, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) >= LEAST_SHARE * raw.size:
        filled = np.zeros_like(raw)
        cv2.drawContours(filled, [largest], -1, 255, cv2.FILLED)
        yield filled


def _overlap(one: Mask, other: Mask) -> float:
    both = np.count_nonzero(one & other)
    return float(both / max(int(np.count_nonzero(one | other)), 1))


def frame_edges(kit: Kit, camera: Camera) -> list[TableEdge]:
    """Return the four edges of the frame where the bed ends for a camera, each clear of the holes."""
    width, length = kit.width_mm, kit.length_mm
    clear = max(pocket.mouth_mm for pocket in kit.pockets) / np.sqrt(2) + STEP_MM
    sides = {
        "bottom": ((clear, 0.0), (width - clear, 0.0), (0.0, -1.0)),
        "right": ((width, clear), (width, length - clear), (1.0, 0.0)),
        "top": ((width - clear, length), (clear, length), (0.0, 1.0)),
        "left": ((0.0, length - clear), (0.0, clear), (-1.0, 0.0)),
    }
    return [_edge(name, kit, camera, *map(np.array, side)) for name, side in sides.items()]


def _edge(name: str, kit: Kit, camera: Camera, start: Array, end: Array, outward: Array) -> TableEdge:
    stands_before = float((camera.centre_mm[:2] - start) @ outward) > 0
    count = int(np.linalg.norm(end - start) // STEP_MM)
    flat = start + np.linspace(0, 1, count)[:, None] * (end - start)
    points = np.column_stack([flat, np.full(count, kit.nose_height_mm if stands_before else 0.0)])
    return TableEdge(name=name, kind="frame", points_mm=points, outward=np.tile([*outward, 0.0], (count, 1)))


def cross_lines(kit: Kit) -> list[TableEdge]:
    """Return the two centre lines, as far as they are drawn on every board; they cross in the middle of the circle."""
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    return [_line(name, middle, CROSS_SHARE * middle * way, np.array([way[1], way[0]]))
            for name, way in (("across", np.array([1.0, 0.0])), ("along", np.array([0.0, 1.0])))]  # fmt: skip


def _line(name: str, middle: Array, half: Array, outward: Array) -> TableEdge:
    at = middle + np.linspace(-1, 1, 40)[:, None] * half
    points = np.column_stack([at, np.zeros(len(at))])
    return TableEdge(name=name, kind="mark", points_mm=points, outward=np.tile([*outward, 0.0], (len(at), 1)))
