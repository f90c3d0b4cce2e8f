"""The board itself: legs and nets, the playing area with its lines, the corner holes, the frame.

They come in the order that hides what is hidden. The lines are those that the law speaks of: the line of each edge
zone, the circle, and the two centre lines that cross in its middle.
"""

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.board_shape import corners, inner, outward_of
from models.training.painter.board.discs import outline_px
from models.training.painter.canvas import Canvas, circle, flat, rectangle
from models.training.painter.furniture import FLOOR_MM, HOLE, boxed, outer, shade
from models.training.painter.scene import BoardLook, Look
from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]

BOTTOM_MM: Final = -45.0
"""How far the frame reaches below the playing area."""
BOARD_MM: Final = 12.0
"""How thick the playing board is; seen in the holes."""
NET_MM: Final = -95.0
"""Where a pocket's net ends."""
LEG_MM: Final = 34.0
TABLE_MM: Final = 30.0
STRANDS: Final = 7


def frame_height_mm(kit: Kit) -> float:
    """Return how high the edge boards stand above the playing area."""
    return kit.nose_height_mm


def board_of(look: Look) -> BoardLook:
    """Return how the board looks.

    Raises:
        ValueError: the look is one of a table with cloth.
    """
    if look.board is None:
        raise ValueError("a board is drawn by a look that says how it is: Look.board")
    return look.board


def paint_body(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw what carries the board, and the nets that hang under it."""
    reach, w, h = outer(kit), kit.width_mm, kit.length_mm
    if board_of(look).on_table:
        _paint_table(canvas, kit, look)
    else:
        for x, y in rectangle(60 - reach, 60 - reach, w + reach - 60, h + reach - 60):
            leg = rectangle(x - LEG_MM, y - LEG_MM, x + LEG_MM, y + LEG_MM)
            boxed(canvas, leg, (FLOOR_MM, BOTTOM_MM), shade(look.wood, 0.7))
        for pocket in kit.pockets:
            _paint_bag(canvas, pocket, look)


def _paint_table(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw a larger table that the board lies on."""
    chance = np.random.default_rng(look.seed)
    m = outer(kit) + chance.uniform(40, 320, 4)
    colour = shade(look.wall, 0.8)
    top = rectangle(-m[0], -m[1], kit.width_mm + m[2], kit.length_mm + m[3])
    boxed(canvas, top, (BOTTOM_MM - TABLE_MM, BOTTOM_MM), shade(colour, 0.6))
    canvas.fill(flat(top, BOTTOM_MM), colour)


def _paint_bag(canvas: Canvas, pocket: Pocket, look: Look) -> None:
    """Draw the net of a pocket as it hangs below the frame."""
    high, low = circle(pocket.fall, pocket.radius_mm, count=13), circle(pocket.fall, 0.6 * pocket.radius_mm, count=13)
    for a, b in zip(high, low, strict=True):
        side = np.array([1.6, 0.0])
        canvas.fill(np.vstack([flat([a - side, a + side], BOTTOM_MM + 20), flat([b + side, b - side], NET_MM)]),
                    shade(look.leather, 0.8))  # fmt: skip


def paint_bed(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the playing board, its lines and the holes."""
    m = outer(kit) - 12
    canvas.fill(flat(rectangle(-m, -m, kit.width_mm + m, kit.length_mm + m), 0), look.cloth)
    for line in lines(kit, board_of(look).cross):
        _paint_line(canvas, line, look)
    _paint_holes(canvas, kit, look)


def lines(kit: Kit, cross: float = 1.0) -> tuple[Array, ...]:
    """Return the (n, 2) lines: four zones, circle, and the centre lines, which run `cross` of the way to the boards."""
    w, h, zone = kit.width_mm, kit.length_mm, kit.sizes_mm["zone"]
    middle = np.array([w, h]) / 2
    ring = circle(middle, kit.sizes_mm["circle"], count=64)
    edges = [np.array(ends, float) for ends in (
        ((zone, 0), (zone, h)), ((w - zone, 0), (w - zone, h)), ((0, zone), (w, zone)), ((0, h - zone), (w, h - zone)),
    )]  # fmt: skip
    axes = [np.array([middle - axis * cross, middle + axis * cross]) for axis in (middle * (1, 0), middle * (0, 1))]
    return (*edges, *axes, np.vstack([ring, ring[:1]]))


def _paint_line(canvas: Canvas, line: Array, look: Look) -> None:
    along = np.gradient(line, axis=0)
    across = np.column_stack([-along[:, 1], along[:, 0]])
    across *= look.line_mm / 2 / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    left, right = line + across, line - across
    for i in range(len(line) - 1):
        canvas.fill(flat([left[i], left[i + 1], right[i + 1], right[i]], 0), look.line)


def _paint_holes(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw what is seen through the holes: on a canvas of its own, of which the holes are cut out."""
    below, mask = Canvas(canvas.camera), Canvas(canvas.camera, channels=1)
    below.pixels[:] = np.array(HOLE, np.uint8)
    for pocket in kit.pockets:
        rim = flat(circle(pocket.fall, pocket.radius_mm, count=40), 0)
        _paint_depth(below, kit, pocket, rim, look)
        mask.fill(rim, [255])
    cv2.copyTo(below.pixels, mask.pixels, canvas.pixels)


def _paint_depth(below: Canvas, kit: Kit, pocket: Pocket, rim: Array, look: Look) -> None:
    """Draw the board's edge in a hole, and far below it the net, with a disc that lies there."""
    eye = below.camera.centre_mm[:2]
    for a, b in pairwise(np.vstack([rim, rim[:1]])[:, :2]):
        if (eye - a) @ (np.array(pocket.fall) - (a + b) / 2) > 0:
            below.fill(np.vstack([flat([a, b], 0), flat([b, a], -BOARD_MM)]), shade(look.cloth, 0.5))
    _paint_net(below, kit, pocket, look)


def _paint_net(canvas: Canvas, kit: Kit, pocket: Pocket, look: Look) -> None:
    at, reach = np.array(pocket.fall), 0.85 * pocket.radius_mm
    held = dict(look.netted).get(pocket.name)
    if held is not None:
        edge = outline_px(kit, canvas.camera, held, np.array([*at, NET_MM + 20]))
        canvas.fill_px(edge, shade(board_of(look).discs[held].face, 0.4))
    for step in np.linspace(-reach, reach, STRANDS):
        half = np.sqrt(max(reach**2 - step**2, 0.0))
        for along, across in (((1, 1), (1, -1)), ((1, -1), (1, 1))):
            middle = at + step * np.array(across) / np.sqrt(2)
            ends = middle + np.array([[-half], [half]]) * np.array(along) / np.sqrt(2)
            side = 1.1 * np.array(across) / np.sqrt(2)
            low = NET_MM + 35
            canvas.fill(flat([ends[0] - side, ends[1] - side, ends[1] + side, ends[0] + side], low),
                        shade(look.leather, 0.35))  # fmt: skip


def paint_frame(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the faces of the edge boards that face the camera, the inner ones, then the outer ones and the tops."""
    eye, height, reach = canvas.camera.centre_mm[:2], frame_height_mm(kit), outer(kit)
    for side in range(4):
        for a, b in pairwise(inner(kit, side)):
            inward = np.array([a[1] - b[1], b[0] - a[0]])
            if (eye - a) @ inward > 0:
                light = 0.5 + 0.22 * abs(inward[1]) / max(float(np.linalg.norm(inward)), 1e-9)
                canvas.fill(np.vstack([flat([a, b], 0), flat([b, a], height)]), shade(look.wood, light))
    whole = rectangle(-reach, -reach, kit.width_mm + reach, kit.length_mm + reach)
    boxed(canvas, whole, (BOTTOM_MM, height), shade(look.wood, 0.7))
    for side in range(4):
        canvas.fill(flat(_top(kit, side), height), shade(look.wood, 1.0 if side % 2 else 0.93))


def _top(kit: Kit, side: int) -> Array:
    """Return the outline of the upper face of one side of the frame, mitred at the corners."""
    far = corners(kit) + outer(kit) * np.array([outward_of(i - 1) + outward_of(i) for i in range(4)])
    return np.vstack([inner(kit, side), far[(side + 1) % 4], far[side]])


def hiding(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Fill, on a one-channel canvas, all of the frame that can stand before a disc."""
    eye = canvas.camera.centre_mm[:2]
    for side in range(4):
        if (eye - corners(kit)[side]) @ outward_of(side) > 0:
            canvas.fill(flat(_top(kit, side), frame_height_mm(kit)), [255])
