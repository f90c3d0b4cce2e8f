"""From light to file: exposure, white balance, blur, sharpening, sensor noise and JPEG."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Look

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]

SHEET_SPARE_PX = 96


def developed(light: Floats, look: Look, seed: int) -> Image:
    """Return the finished picture of (h, w, 3) light, 0 to 255 and above, with the noise of `seed`."""
    picture = lensed(light, look)
    if look.noise > 0:
        picture = picture + noise(picture.shape[:2], seed, look.noise)
    return filed(np.clip(picture, 0, 255).astype(np.uint8), look)


def lensed(light: Floats, look: Look) -> Floats:
    """Return (h, w, 3) light as lens and sensor soften it, its colours balanced."""
    picture: Floats = light * np.array(look.gains, np.float32)
    if look.blur_px > 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), look.blur_px), np.float32)
    if look.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
        picture = np.asarray(cv2.addWeighted(picture, 1 + look.sharpen, soft, -look.sharpen, 0), np.float32)
    return picture


def exposed(soft: Floats, look: Look, seed: int, gain: float) -> Image:
    """Return the finished picture of softened light: as `developed`, but the noise is no mirrored cut and no copy."""
    height, width = soft.shape[:2]
    y, x = np.random.default_rng(seed).integers(0, SHEET_SPARE_PX, 2)
    sheet = _sheet((height, width))[y : y + height, x : x + width]
    return filed(np.asarray(cv2.addWeighted(soft, gain, sheet, look.noise, 0, dtype=cv2.CV_8U), np.uint8), look)


def filed(whole: Image, look: Look) -> Image:
    """Return a picture as it is kept: with its gamma, and pressed as a JPEG where the look says so."""
    if abs(look.gamma - 1) > 0.01:
        whole = np.asarray(cv2.LUT(whole, (255 * (np.arange(256) / 255) ** look.gamma).astype(np.uint8)), np.uint8)
    if look.jpeg:
        packed = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])[1]
        whole = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(whole, np.uint8)


def noise(size: tuple[int, int], seed: int, strength: float) -> Floats:
    """Return (h, w, 3) noise: the same for all three colours plus a little of each; a random cut of one large sheet."""
    chance = np.random.default_rng(seed)
    y, x = chance.integers(0, SHEET_SPARE_PX, 2)
    cut = _sheet(size)[y : y + size[0], x : x + size[1]]
    turns = chance.integers(0, 2, 2)
    flipped = cut[:: -1 if turns[0] else 1, :: -1 if turns[1] else 1]
    return np.asarray(flipped * np.float32(strength), np.float32)


@lru_cache(maxsize=2)
def _sheet(size: tuple[int, int]) -> Floats:
    """Return a sheet of noise of strength 1, a little larger than a picture."""
    chance = np.random.default_rng(147)
    tall, wide = size[0] + SHEET_SPARE_PX, size[1] + SHEET_SPARE_PX
    grains = chance.standard_normal((tall, wide, 1), np.float32)
    coloured = 0.6 * chance.standard_normal((tall // 2, wide // 2, 3), np.float32)
    return np.asarray(grains + cv2.resize(coloured, (wide, tall), interpolation=cv2.INTER_LINEAR), np.float32)
