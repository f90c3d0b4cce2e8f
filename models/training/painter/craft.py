"""How each kind of table is drawn: its furniture and its pieces, as the kit has them.

A kit whose pieces are flat discs is a wooden board; any other is a table with cloth and balls. Whoever paints asks here
and knows neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training import board_shape as shape
from models.training.painter import balls as spheres
from models.training.painter import furniture as table
from models.training.painter.board import discs, wood
from models.training.painter.board import furniture as board
from models.training.painter.board.people import board_player
from models.training.painter.canvas import Canvas, flat, rectangle
from models.training.painter.patch import Patch
from models.training.painter.people import Clothes, player
from models.training.painter.scene import DrawnBall, Limb, Look, Vector
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]
Layer = Callable[[Canvas, Kit, Look], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """How a player bears himself who leans over a table."""

    bridge_mm: float = 260.0
    """From the piece to the bridge hand."""
    hips_mm: Vector | None = None
    """Where he stands; None: behind the stroke."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Craft:
    """The hands that draw one kind of table."""

    furniture: tuple[Layer, ...]
    """What stands still, in the order in which it hides what was drawn before."""
    hiding: Layer
    """Fills, on a one-channel canvas, what can stand before a piece on the bed."""
    grain: Callable[[Kit, Camera, Look], Floats]
    """(h, w): by what the surfaces' own grain changes the brightness of each pixel."""
    gleam: Callable[[Kit, Camera, Look], Floats | float]
    """(h, w, 1), or 0: the light that the surfaces mirror, 0 to 255."""
    bed: Callable[[Kit], Array]
    """(n, 2) outline of the playing area."""
    rail_height_mm: Callable[[Kit], float]
    skirt_mm: float
    """How far the table's body reaches below its bed."""
    piece: Callable[[Kit, Camera, Look, DrawnBall, int], Patch | None]
    shadow: Callable[[Kit, Camera, Look, DrawnBall], tuple[int, int, Floats] | None]
    player: Callable[[Kit, Vector, float, float, Clothes, Bearing], tuple[Limb, ...]]
    """Somebody at the stroke: at which piece, in which direction (rad), how far (mm) the tip is short of its edge."""
    box_px: Callable[[Kit, Camera, str, Array], Box]
    """x0, y0, x1, y1 of the box round a piece of that kind at a (3,) centre, counted from the top left pixel's."""


def craft_of(kit: Kit) -> Craft:
    """Return how a kit's table and pieces are drawn."""
    return BOARD if kit.disc_mm else TABLE


def bed_mask(kit: Kit, camera: Camera) -> Floats:
    """Return (h, w) how much of each pixel is playing area."""
    canvas = Canvas(camera, channels=1)
    canvas.fill(flat(craft_of(kit).bed(kit), 0), [255])
    return canvas.finished().astype(np.float32) / np.float32(255)


def _mottled(kit: Kit, camera: Camera, look: Look) -> Floats:
    """Return the grain of cloth and room: noise of three sizes."""
    width, height = camera.image_size
    chance = np.random.default_rng(look.seed)
    bright = np.ones((height, width), np.float32)
    for shrink, share in ((1, 1.0), (6, 0.6), (90, 1.6)):
        small = np.asarray(chance.standard_normal((height // shrink + 1, width // shrink + 1), np.float32))
        large = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR) if shrink > 1 else small
        bright += np.float32(look.grain * share / 255) * np.asarray(large[:height, :width], np.float32)
    return np.asarray(1 + (bright - 1) * (0.4 + 0.6 * bed_mask(kit, camera)), np.float32)


def _matt(kit: Kit, camera: Camera, look: Look) -> float:
    """Cloth mirrors nothing."""
    del kit, camera, look
    return 0.0


def _wooden(kit: Kit, camera: Camera, look: Look) -> Floats:
    return _mottled(kit, camera, look) * wood.veined(kit, camera, look, board.board_of(look))


def _varnished(kit: Kit, camera: Camera, look: Look) -> Floats:
    return wood.mirrored(kit, camera, look, board.board_of(look))[..., None]


TABLE: Final = Craft(
    furniture=(table.paint_body, table.paint_bed, table.paint_cushions),
    hiding=table.hiding,
    grain=_mottled,
    gleam=_matt,
    bed=lambda kit: rectangle(0, 0, kit.width_mm, kit.length_mm),
    rail_height_mm=table.rail_height_mm,
    skirt_mm=table.SKIRT_DROP_MM,
    piece=spheres.draw_ball,
    shadow=spheres.draw_shadow,
    player=lambda kit, at, angle, pull_mm, clothes, bearing: player(
        at, angle, pull_mm, clothes, bearing.bridge_mm, bearing.hips_mm
    ),
    box_px=lambda kit, camera, ball, centre: spheres.box_px(camera, centre, kit.radius_of(ball)),
)
BOARD: Final = Craft(
    furniture=(board.paint_body, board.paint_bed, board.paint_frame),
    hiding=board.hiding,
    grain=_wooden,
    gleam=_varnished,
    bed=shape.bed,
    rail_height_mm=board.frame_height_mm,
    skirt_mm=-board.BOTTOM_MM,
    piece=discs.draw_disc,
    shadow=discs.draw_shadow,
    player=lambda kit, at, angle, pull_mm, clothes, bearing: board_player(kit, at, angle, pull_mm, clothes),
    box_px=discs.box_px,
)
