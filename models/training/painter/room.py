"""The room round the table: floor, wall, boards, crowd; and what the broadcaster lays over the picture."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.canvas import Canvas, flat
from models.training.painter.furniture import FLOOR_MM, outer, shade
from models.training.painter.scene import Look, Strip
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Floats = NDArray[np.float32]
Array = NDArray[np.float64]

WORDS = ("SNOOKER", "OPEN", "MASTERS", "CUE CLUB", "FINAL", "LIVE", "HALL", "TABLE 1", "147", "CUP", "LEAGUE", "TOUR")
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def paint_room(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw floor and wall over the whole canvas."""
    chance = np.random.default_rng(look.seed)
    height, width = canvas.pixels.shape[:2]
    fall = np.linspace(chance.uniform(0.6, 1.0), chance.uniform(0.8, 1.15), 9)[:, None, None]
    lumps = fall * chance.uniform(0.85, 1.1, (9, 16, 1))
    light = cv2.resize(lumps.astype(np.float32), (width // 8, height // 8), interpolation=cv2.INTER_CUBIC)
    small = np.clip(light[..., None] * np.array(look.floor, np.float32), 0, 255).astype(np.uint8)
    canvas.pixels[:] = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if look.wall_mm is not None:
        _paint_wall(canvas, kit, look, chance)


def _paint_wall(canvas: Canvas, kit: Kit, look: Look, chance: np.random.Generator) -> None:
    """Draw a wall behind the table's far end, with boards and perhaps a crowd above it."""
    middle, side = far_wall(kit, canvas.camera, float(look.wall_mm or 0.0))
    base = FLOOR_MM
    if look.crowd > 0:
        _wall_strip(canvas, middle, side, (base, base + 6000), shade(look.wall, 0.25))
        _paint_crowd(canvas, middle, side, chance, look.crowd)
    else:
        _wall_strip(canvas, middle, side, (base, base + 6000), shade(look.wall, chance.uniform(0.5, 1.0)))
    for _ in range(look.boards):
        tall = chance.uniform(200, 700)
        colour = np.asarray(look.wall) if chance.random() < 0.6 else chance.uniform(10, 250, 3)
        _wall_strip(canvas, middle, side, (base, base + tall), colour)
        _lettering(canvas, middle, side, (base, tall), chance)
        base += tall
        if look.crowd > 0 and base > FLOOR_MM + 900:
            break


def far_wall(kit: Kit, camera: Camera, wall_mm: float) -> tuple[Array, Array]:
    """Return the (2,) middle of the wall behind the table's far end, so far from it, and its direction."""
    axis, eye = np.array([kit.width_mm, kit.length_mm]) / 2, camera.centre_mm[:2]
    away = axis - eye
    far = np.array([0.0, np.sign(away[1])]) if abs(away[1]) > abs(away[0]) else np.array([np.sign(away[0]), 0.0])
    half = (kit.length_mm if far[1] else kit.width_mm) / 2
    return np.asarray(axis + far * (half + outer(kit) + wall_mm)), np.array([-far[1], far[0]])


def _wall_strip(canvas: Canvas, middle: Array, side: Array, heights: tuple[float, float], colour: Array) -> None:
    reach = 6000.0
    foot = np.array([middle - side * reach, middle + side * reach])
    canvas.fill(np.vstack([flat(foot, heights[0]), flat(foot[::-1], heights[1])]), colour)


def _lettering(
    canvas: Canvas, middle: Array, side: Array, band: tuple[float, float], chance: np.random.Generator
) -> None:
    base, tall = band
    colour = tuple(
        float(c) for c in (chance.uniform(200, 255, 3) if chance.random() < 0.7 else chance.uniform(0, 255, 3))
    )
    word, font = str(chance.choice(WORDS)), int(chance.choice(FONTS))
    for step in np.arange(-4000, 4001, chance.uniform(1200, 2400)):
        foot = middle + side * step
        two = canvas.camera.project([(*foot, base + 0.25 * tall), (*foot, base + 0.75 * tall)]) * 2
        if np.all(np.isfinite(two)) and np.abs(two).max() < 9000 and abs(two[0, 1] - two[1, 1]) > 5:
            size = abs(two[0, 1] - two[1, 1]) / 22
            at = (int(two[0, 0]), int(two[0, 1]))
            cv2.putText(canvas.pixels, word, at, font, size, colour, max(int(size * 2), 1), cv2.LINE_AA)


def _paint_crowd(canvas: Canvas, middle: Array, side: Array, chance: np.random.Generator, share: float) -> None:
    far = np.array([side[1], -side[0]])
    for row in range(int(2 + 4 * share)):
        for step in np.arange(-5000, 5001, chance.uniform(450, 700)):
            foot = middle + side * (step + chance.uniform(-150, 150)) + far * 0
            height = FLOOR_MM + 900 + row * 550 + chance.uniform(-80, 80)
            two = canvas.camera.project([(*foot, height), (*foot, height + 330)]) * 2
            if not np.all(np.isfinite(two)) or np.abs(two).max() > 9000:
                continue
            size = max(abs(two[0, 1] - two[1, 1]), 2)
            at, head = (int(two[0, 0]), int(two[0, 1])), (int(two[1, 0]), int(two[1, 1]))
            body = chance.uniform(0, 90) + chance.uniform(0, 70, 3)
            cv2.ellipse(canvas.pixels, at, (int(size * 0.6), int(size)), 0, 0, 360, body.tolist(), -1, cv2.LINE_AA)
            skin = np.array([95, 120, 170]) * chance.uniform(0.3, 1.0)
            cv2.circle(canvas.pixels, head, int(size * 0.33), skin.tolist(), -1, cv2.LINE_AA)


def lay_strip(picture: Floats, taken: Floats, strip: Strip) -> None:
    """Lay a score strip over the picture in place; `taken` gets its opacity."""
    height, width = taken.shape
    x0, y0, x1, y1 = strip.box_px
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    if x1 - x0 < 8 or y1 - y0 < 4:
        return
    panel = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    edges = np.linspace(0, x1 - x0, len(strip.colours) + 1).astype(int)
    for i, (a, b) in enumerate(pairwise(edges)):
        colour = strip.colours[i]
        panel[:, a:b] = np.clip(colour, 0, 255)
        ink = (20.0, 20.0, 20.0) if sum(colour) > 380 else (240.0, 240.0, 240.0)
        size = (y1 - y0) / 32
        at = (a + 4, int((y1 - y0) * 0.74))
        cv2.putText(
            panel, strip.texts[i % len(strip.texts)], at, FONTS[i % 2], size, ink, max(int(size * 2), 1), cv2.LINE_AA
        )
    view = picture[y0:y1, x0:x1]
    view += np.float32(strip.opacity) * (panel.astype(np.float32) - view)
    taken[y0:y1, x0:x1] = np.maximum(taken[y0:y1, x0:x1], strip.opacity)
