"""Wood and varnish: the veins of a board and its frame, and the lamps that its surface mirrors."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.balls import reflection
from models.training.painter.scene import BoardLook, Look
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

COARSE = 4
MM_A_PIXEL = 1.0
SPARE_MM = 200.0
"""How far a sheet of wood reaches beyond the playing area."""
PLANKS = 12
"""So many sheets of wood there are."""
VARNISH = 0.16
"""Share of the light that a varnished face mirrors when it is looked at straight, in full sheen."""


def places_mm(camera: Camera) -> Floats:
    """Return (h, w, 2) the place on the bed of each pixel, far away where there is none."""
    width, height = camera.image_size
    u, v = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    rays = camera.rays(np.column_stack([u.ravel(), v.ravel()]))
    down = np.minimum(rays[:, 2], -1e-3)
    at = camera.centre_mm[:2] - rays[:, :2] * (camera.centre_mm[2] / down)[:, None]
    return _enlarged(np.clip(at, -1e5, 1e5).reshape(*u.shape, 2), (width, height))


def _enlarged(coarse: Array, size: tuple[int, int]) -> Floats:
    """Return what was told for every `COARSE`th pixel for each pixel."""
    tall, wide = coarse.shape[:2]
    large = cv2.resize(coarse.astype(np.float32), (wide * COARSE, tall * COARSE), interpolation=cv2.INTER_LINEAR)
    half = COARSE // 2
    return np.asarray(large[half : half + size[1], half : half + size[0]], np.float32)


@lru_cache(maxsize=PLANKS)
def _sheet(seed: int, size: int) -> Floats:
    """Return (size, size) veins that run along x, mean 0 and about 1 strong."""
    chance = np.random.default_rng(seed)
    fine = cv2.GaussianBlur(chance.standard_normal((size, size), np.float32), (0, 0), sigmaX=90, sigmaY=0.8)
    broad = cv2.GaussianBlur(chance.standard_normal((size, size), np.float32), (0, 0), sigmaX=200, sigmaY=12)
    knots = cv2.GaussianBlur(chance.standard_normal((size, size), np.float32), (0, 0), sigmaX=160, sigmaY=70)
    sway = (knots / knots.std() * 9).astype(np.float32)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    both = 0.8 * fine / fine.std() + 0.6 * broad / broad.std()
    swayed = cv2.remap(both.astype(np.float32), x, y + sway, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(swayed, np.float32)


def veined(kit: Kit, camera: Camera, look: Look, board: BoardLook) -> Floats:
    """Return (h, w) by what the grain of board and frame changes the brightness of each pixel."""
    at = places_mm(camera)
    size = int((max(kit.width_mm, kit.length_mm) + 2 * SPARE_MM) / MM_A_PIXEL)
    sheet = _sheet(look.seed % PLANKS, size)
    along = (at + np.float32(SPARE_MM)) / np.float32(MM_A_PIXEL)
    x, y = along[..., 0], along[..., 1]
    ways = [cv2.remap(sheet, *pair, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT) for pair in ((x, y), (y, x))]
    aside, beyond = _beyond_mm(kit, at)
    farther = np.maximum(aside, beyond)
    is_along_x = np.where(farther < 0, board.veins_along_x, beyond > aside)
    is_wood = farther < kit.cushion_mm + kit.rail_mm
    return np.asarray(1 + np.float32(board.veins) * is_wood * np.where(is_along_x, *ways), np.float32)


def mirrored(kit: Kit, camera: Camera, look: Look, board: BoardLook) -> Floats:
    """Return (h, w) how much lamplight the varnish throws into the camera, 0 to 255, over the board and its frame."""
    width, height = camera.image_size
    u, v = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    rays = camera.rays(np.column_stack([u.ravel(), v.ravel()])).reshape(*u.shape, 3)
    rays = rays / np.linalg.norm(rays, axis=2, keepdims=True)
    down = np.minimum(rays[..., 2], -1e-3)
    ground = camera.centre_mm - rays * (camera.centre_mm[2] / down)[..., None]
    up = rays * np.array([1, 1, -1.0])
    steep = np.clip(-rays[..., 2], 0, 1)
    share = VARNISH + (1 - VARNISH) * (1 - steep) ** 5
    bright = np.zeros(u.shape)
    for lamp in look.lamps:
        bright += min(1.5 * lamp.power + 0.3, 1.0) * reflection(lamp.centre_mm, lamp.half_size_mm, ground, up)
    light = _enlarged(255 * board.sheen * share * np.clip(bright, 0, 1), (width, height))
    is_wood = np.maximum(*_beyond_mm(kit, places_mm(camera))) < kit.cushion_mm + kit.rail_mm
    return np.asarray(light * is_wood, np.float32)


def _beyond_mm(kit: Kit, at: Floats) -> tuple[Floats, Floats]:
    """Return two (h, w): how far beyond the playing area places lie, across and along; below 0 inside."""
    x, y = at[..., 0], at[..., 1]
    half = np.float32(kit.width_mm / 2), np.float32(kit.length_mm / 2)
    return np.abs(x - half[0]) - half[0], np.abs(y - half[1]) - half[1]
