"""Drawn pictures as the network for tables is shown them: from nearer, farther, askew, in other light, half covered."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SHAPES: Final = ((512, 288), (512, 384), (288, 512), (384, 512))
"""Widths and heights that are seen: wide screens and old ones, upright and not."""
GREY: Final = 114
"""What lies round a picture that does not fill its shape."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Example:
    """A picture (h, w, 3 BGR) and its (h, w, 3) regions, 0 or 255."""

    picture: Picture
    regions: Picture

    @property
    def is_upright(self) -> bool:
        """Whether it is higher than wide."""
        return bool(self.picture.shape[0] > self.picture.shape[1])


def read(folder: Path) -> list[Example]:
    """Return all examples of a folder, in the order of their numbers."""
    found = []
    for file in sorted(folder.glob("*.jpg")):
        picture, told = (np.asarray(cv2.imread(str(one)), np.uint8) for one in (file, file.with_suffix(".png")))
        found.append(Example(picture=picture, regions=told[..., ::-1].copy()))
    return found


def fitted(example: Example, shape: tuple[int, int]) -> Example:
    """Return an example as the finder will show it: shrunk to fill a shape, grey at the right and the bottom."""
    height, width = example.picture.shape[:2]
    scale = min(shape[0] / width, shape[1] / height)
    return _warped(example, np.diag([scale, scale, 1.0]), shape)


def _warped(example: Example, matrix: NDArray[np.float64], shape: tuple[int, int], border: int = GREY) -> Example:
    round_it = (example.picture, (border, border, border)), (example.regions, (0, 0, 0))
    picture, told = (
        np.asarray(cv2.warpPerspective(one, matrix, shape, flags=cv2.INTER_AREA, borderValue=fill), np.uint8)
        for one, fill in round_it
    )
    return Example(picture=picture, regions=told)


def changed(rng: np.random.Generator, example: Example, shape: tuple[int, int]) -> Example:
    """Return an example seen otherwise, by chance."""
    seen = _covered(rng, _moved(rng, example, shape))
    return Example(picture=lit(rng, seen.picture), regions=seen.regions)


def _moved(rng: np.random.Generator, example: Example, shape: tuple[int, int]) -> Example:
    height, width = example.picture.shape[:2]
    scale = min(shape[0] / width, shape[1] / height) * float(np.exp(rng.normal(0, 0.15)))
    turn = float(np.radians(rng.normal(0, 5)))
    mirrored = -1.0 if rng.random() < 0.5 else 1.0
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    away = np.array(shape) / 2 * (1 + rng.normal(0, 0.1, 2))
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    tilted = np.array([[1, 0, 0], [0, 1, 0], [*rng.normal(0, 0.06, 2) / np.array([width, height]), 1]])
    moved = np.array([[mirrored * cos, -sin, away[0]], [mirrored * sin, cos, away[1]], [0, 0, 1]])
    return _warped(example, moved @ tilted @ middle, shape, (GREY, GREY, 0, int(rng.integers(256)))[rng.integers(4)])


def _covered(rng: np.random.Generator, example: Example) -> Example:
    """Return an example before which something or other stands."""
    picture = example.picture.copy()
    height, width = picture.shape[:2]
    for _ in range(int(rng.poisson(0.7))):
        middle, size = rng.uniform(0, [width, height]), rng.uniform(0.03, 0.25, 2) * max(width, height)
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        if rng.random() < 0.5:
            corners = cv2.boxPoints((tuple(middle), tuple(size), float(rng.uniform(0, 180))))
            cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], colour)
        else:
            axes = tuple(int(max(side, 2)) for side in size / 2)
            cv2.ellipse(picture, tuple(int(c) for c in middle), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1)
    return Example(picture=picture, regions=example.regions)


def lit(rng: np.random.Generator, picture: Picture) -> Picture:
    """Return a picture in other light, by another camera, kept in another way."""
    seen = picture.astype(np.float32) / 255
    if rng.random() < 0.7:
        hsv = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2HSV), np.float32)
        hsv[..., 0] = (hsv[..., 0] + rng.normal(0, 25)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.3), 0, 1)
        seen = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.float32)
    seen = np.clip(seen, 0, 1) ** float(np.exp(rng.normal(0, 0.3)))
    seen = seen * float(np.exp(rng.normal(0, 0.25))) * np.exp(rng.normal(0, 0.08, 3)) + rng.normal(0, 0.03)
    if rng.random() < 0.5:
        rough = rng.normal(0, 0.15, (int(rng.integers(2, 12)), int(rng.integers(2, 12)))).astype(np.float32)
        seen = seen * np.exp(cv2.resize(rough, seen.shape[1::-1], interpolation=cv2.INTER_CUBIC))[..., None]
    if rng.random() < 0.5:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.5))))
    seen = seen + rng.normal(0, rng.uniform(0, 0.04), seen.shape)
    picture = np.clip(np.rint(255 * seen), 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _, kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])
        picture = np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8)
    return picture
