"""From light to file: exposure, white balance, blur, sharpening, sensor noise and JPEG."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Look

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]


def developed(light: Floats, look: Look, seed: int) -> Image:
    """Return the finished picture of (h, w, 3) light, 0 to 255 and above, with the noise of `seed`."""
    picture = light * np.array(look.gains, np.float32)
    if look.blur_px > 0.15:
        picture = cv2.GaussianBlur(picture, (0, 0), look.blur_px)
    if look.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
        picture = cv2.addWeighted(picture, 1 + look.sharpen, soft, -look.sharpen, 0)
    if look.noise > 0:
        picture = picture + noise(picture.shape[:2], seed, look.noise)
    whole = np.clip(picture, 0, 255).astype(np.uint8)
    if abs(look.gamma - 1) > 0.01:
        whole = cv2.LUT(whole, (255 * (np.arange(256) / 255) ** look.gamma).astype(np.uint8))
    if look.jpeg:
        packed = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])[1]
        whole = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.asarray(whole, np.uint8)


def noise(size: tuple[int, int], seed: int, strength: float) -> Floats:
    """Return (h, w, 3) noise: the same for all three colours plus a little of each."""
    cv2.setRNGSeed(seed % (2**31 - 1))
    grains = np.empty((*size, 1), np.float32)
    cv2.randn(grains, 0.0, strength)
    coloured = np.empty((size[0] // 2, size[1] // 2, 3), np.float32)
    cv2.randn(coloured, 0.0, strength * 0.6)
    return np.asarray(grains + cv2.resize(coloured, (size[1], size[0]), interpolation=cv2.INTER_LINEAR), np.float32)
