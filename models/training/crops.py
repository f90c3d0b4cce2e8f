"""Pictures cut to the size at which the network works: the median ball about 16 px across.

A detector that always sees balls of about one size can be small and quick, and one that is shown close-ups and far
views at that size learns from both. Each picture gives several crops of 512 x 512 px whose scale varies about the
canonical one (log-normal, kept within 8 to 28 px), with light, white balance, blur, noise and compression varied
mildly: the hue is left alone, since it is what tells the kinds apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from models.training.footage import Array, Ball, Picture

CANONICAL_PX = 16.0
"""The diameter of the median ball in a picture that the network is given."""
SMALLEST, LARGEST = 0.5, 1.75
"""So much smaller or larger than that a median ball is shown at most."""
CROP_PX = 512
SEEN_AT_LEAST = 0.5
"""The part of a ball's box that must lie within a crop for the ball to be taught."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Crop:
    """A picture to learn from and the rows kind, u, v, width, height (px) of its balls."""

    picture: Picture
    rows: Array


def rows_of(balls: list[Ball]) -> Array:
    """Return the (n, 5) rows kind, u, v, width, height in px."""
    rows = [[ball.kind, ball.u_px, ball.v_px, 2 * ball.r_px, 2 * ball.r_px] for ball in balls]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def rescaled(picture: Picture, scale: float) -> Picture:
    """Return the picture scaled; averaged when made smaller, so that nothing aliases."""
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=flags), dtype=np.uint8)


def median_diameter(rows: Array) -> float:
    """Return the median diameter in px of the balls, 20 where there are none."""
    return float(np.median(rows[:, 3])) if len(rows) else 20.0


def clip_rows(rows: Array, size: tuple[int, int]) -> Array:
    """Cut boxes at the picture's edge and leave out those of which too little is seen; size is (w, h)."""
    low = np.clip(rows[:, 1:3] - rows[:, 3:5] / 2, 0, size)
    high = np.clip(rows[:, 1:3] + rows[:, 3:5] / 2, 0, size)
    seen = np.prod(high - low, axis=1) >= SEEN_AT_LEAST * np.prod(rows[:, 3:5], axis=1)
    return np.asarray(np.column_stack([rows[:, 0], (low + high) / 2, high - low])[seen])


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """How crops are cut."""

    side_px: int = CROP_PX
    ball_px: float = CANONICAL_PX
    """Diameter of the median ball that the network wants to see."""
    spread: float = 0.3
    """How far the scale differs from that (1 sigma, of its logarithm)."""


FRAMING: Final = Framing()


def draw_scale(rows: Array, rng: np.random.Generator, framing: Framing = FRAMING) -> float:
    """Return a factor that brings the median ball to a diameter about the one that the network wants to see."""
    wanted = framing.ball_px * np.clip(np.exp(rng.normal(0, framing.spread)), SMALLEST, LARGEST)
    return float(wanted / median_diameter(rows))


def draw_corner(
    rows: Array, size: tuple[int, int], rng: np.random.Generator, side_px: int = CROP_PX
) -> tuple[int, int]:
    """Return the crop's top left corner: about a ball four times in five, else anywhere."""
    if len(rows) and rng.random() < 0.8:
        middle = rows[rng.integers(len(rows)), 1:3] + rng.uniform(-0.4, 0.4, 2) * side_px
    else:
        middle = rng.uniform(0, 1, 2) * size
    corner = np.clip(middle - side_px / 2, [min(0, s - side_px) for s in size], [max(0, s - side_px) for s in size])
    return int(corner[0]), int(corner[1])


def cut(picture: Picture, corner: tuple[int, int], rng: np.random.Generator, side_px: int = CROP_PX) -> Picture:
    """Return the square window at a corner; what lies outside of the picture is one plain grey."""
    out = np.full((side_px, side_px, 3), rng.integers(0, 160), np.uint8)
    u, v = corner
    inside = picture[max(v, 0) : v + side_px, max(u, 0) : u + side_px]
    out[max(-v, 0) : max(-v, 0) + len(inside), max(-u, 0) : max(-u, 0) + inside.shape[1]] = inside
    return out


def relight(picture: Picture, rng: np.random.Generator) -> Picture:
    """Vary exposure, gamma, white balance and saturation mildly."""
    light = picture.astype(np.float32) / 255.0
    light = light ** np.exp(rng.normal(0, 0.15)) * np.exp(rng.normal(0, 0.15)) * np.exp(rng.normal(0, 0.05, 3))
    grey = light.mean(axis=2, keepdims=True)
    light = grey + (light - grey) * np.exp(rng.normal(0, 0.15))
    return np.asarray(np.clip(light * 255.0, 0, 255), dtype=np.uint8)


def smear(picture: Picture, rng: np.random.Generator) -> Picture:
    """Blur as a soft lens or a short camera shake would."""
    sigma = abs(rng.normal(0, 0.7))
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8) if sigma > 0.3 else picture


def degrade(picture: Picture, rng: np.random.Generator) -> Picture:
    """Relight, blur, add sensor noise and compress, each by chance."""
    picture = relight(picture, rng) if rng.random() < 0.8 else picture
    picture = smear(picture, rng) if rng.random() < 0.6 else picture
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(1, 7), (*picture.shape[:2], 1)) + rng.normal(0, 1.5, picture.shape)
        picture = np.asarray(np.clip(picture + noise, 0, 255), dtype=np.uint8)
    if rng.random() < 0.4:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return picture


def crops_of(
    picture: Picture, rows: Array, count: int, rng: np.random.Generator, framing: Framing = FRAMING
) -> list[Crop]:
    """Return a number of varied square crops of one picture; rows are kind, u, v, width, height in px."""
    made, side_px = [], framing.side_px
    for _ in range(count):
        scale = draw_scale(rows, rng, framing)
        small, scaled = rescaled(picture, scale), rows * np.array([1, scale, scale, scale, scale])
        corner = draw_corner(scaled, (small.shape[1], small.shape[0]), rng, side_px)
        moved = clip_rows(scaled - np.array([0, *corner, 0, 0]), (side_px, side_px))
        made.append(Crop(picture=degrade(cut(small, corner, rng, side_px), rng), rows=moved))
    return made


def write_crop(crop: Crop, folder: Path, name: str) -> None:
    """Write one crop as YOLO wants it: images/NAME.jpg and labels/NAME.txt."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), crop.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    height, width = crop.picture.shape[:2]
    rows = crop.rows / np.array([1, width, height, width, height])
    lines = [f"{int(row[0])} " + " ".join(f"{value:.6f}" for value in row[1:]) for row in rows]
    (folder / "labels" / f"{name}.txt").write_text("\n".join(lines))


def write_yaml(work: Path, kinds: Sequence[str]) -> Path:
    """Write the file that tells ultralytics where the pictures are, and which kinds of ball there are in them."""
    listed = "\n".join(f"  {number}: {name}" for number, name in enumerate(kinds))
    work.mkdir(parents=True, exist_ok=True)
    path = work / "balls.yaml"
    path.write_text(f"path: {work.resolve()}\ntrain: train/images\nval: val/images\nnames:\n{listed}\n")
    return path
