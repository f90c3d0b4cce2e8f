"""Boxes for training: the exact box of each piece's projected outline, for the pieces that can be seen."""

from dataclasses import dataclass

import numpy as np

from models.training.painter.craft import craft_of
from models.training.painter.paint import Painting, painted
from models.training.painter.scene import Scene
from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit

LEAST_VISIBLE = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A ball that is seen: its kind, an index of `kinds_of` the kit, and its box in px."""

    kind: int
    ball: int
    """Index into the scene's balls."""
    box_px: tuple[float, float, float, float]
    """x0, y0, x1, y1; pixels count from the centre of the top left one."""
    visible: float


def kinds_of(kit: Kit) -> tuple[str, ...]:
    """Return the kinds that a network learns for such a table: snooker's eight for balls, else the kit's own."""
    return SNOOKER if set(kit.pieces) <= set(SNOOKER) else tuple(kit.pieces)


def boxes(scene: Scene, painting: Painting | None = None, least_visible: float = LEAST_VISIBLE) -> tuple[Box, ...]:
    """Return the boxes of balls of which at least `least_visible` is seen; `painting` saves painting again."""
    shares = (painting or painted(scene)).visible
    kinds, found = kinds_of(scene.kit), []
    for i, (ball, share) in enumerate(zip(scene.balls, shares, strict=True)):
        if share >= least_visible:
            box = craft_of(scene.kit).box_px(scene.kit, scene.camera, ball.ball, np.array(ball.at_mm))
            found.append(Box(kind=kinds.index(ball.ball), ball=i, box_px=box, visible=share))
    return tuple(found)


def yolo_lines(found: tuple[Box, ...], size: tuple[int, int]) -> str:
    """Return the boxes as lines of a YOLO label file, cut at the picture's edges."""
    width, height = size
    lines = []
    for box in found:
        x0, y0 = max(box.box_px[0] + 0.5, 0.0), max(box.box_px[1] + 0.5, 0.0)
        x1, y1 = min(box.box_px[2] + 0.5, width), min(box.box_px[3] + 0.5, height)
        parts = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
        lines.append(f"{box.kind} " + " ".join(f"{part:.6f}" for part in parts))
    return "\n".join(lines) + ("\n" if lines else "")
