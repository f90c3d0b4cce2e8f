"""Where the cloth is: the largest even patch of one colour in the middle of the picture, whatever that colour is.

Hue hardly changes between light and shade on dyed wool, so the cloth is one peak of the hue histogram of the
picture's middle, weighted by saturation; a few peaks are offered, largest first, since a red carpet or a blue
wall may be the larger one. Grey and black cloth have no hue: they are peaks of brightness among what has no colour.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, product

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.even import even_patches

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]

WORK_WIDTH_PX = 640
HUE_REACH = range(10, 31)
"""Least and greatest half width of the cloth's hue band, in OpenCV's half degrees: mixed light bends the hue."""
DARKEST = (0.0, 0.55)
"""Shares of the cloth's usual brightness from which a pixel counts: first any, then none as dark as stained wood."""
HUE_EBB = 0.04
"""The band ends where the histogram has sunk to this share of its peak."""
LEAST_SATURATION = 28
LEAST_VALUE = 22
MOST_CHROMA = 26
"""What differs by no more from channel to channel is grey."""
GREY_REACH = 0.45
"""Greatest half width of a grey cloth's band, as a share of its brightness: lamps and daylight fall off."""
LEAST_GREY = 8
LEAST_SHARE = 0.06
"""A cloth smaller than this share of the picture is too small to place balls on."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClothPatch:
    """One patch that may be the cloth of the table."""

    mask: Mask
    """(h, w) 255 on the patch, holes filled, at the working size."""
    scale: float
    """Working pixels per picture pixel."""


def cloths(picture: Picture) -> Iterator[ClothPatch]:
    """Yield the patches of `picture` (h, w, 3 BGR) that may be a cloth, the most likely first."""
    scale = min(1.0, WORK_WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    hsv = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2HSV), np.uint8)
    tints = product(DARKEST, _bands(hsv))
    coloured = (_of_colour(hsv, band, darkest * band.value) for darkest, band in tints)
    of_a_colour = chain.from_iterable(map(_patches, chain(coloured, _greys(hsv))))
    for mask in chain(of_a_colour, even_patches(np.asarray(small, np.uint8))):
        yield ClothPatch(mask=mask, scale=scale)


def patch_of(region: NDArray[np.float32], least: float) -> ClothPatch | None:
    """Return the largest patch of a picture (h, w) on which `region` is `least` or more; None: there is none."""
    scale = min(1.0, WORK_WIDTH_PX / region.shape[1])
    small = cv2.resize(region, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else region
    mask = next(_patches(np.asarray(np.where(small >= least, 255, 0), np.uint8), most=1), None)
    return None if mask is None else ClothPatch(mask=mask, scale=scale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One colour: a range of hues with its usual saturation and brightness."""

    hue: int
    below: int
    above: int
    saturation: float
    value: float

    def holds(self, hues: NDArray[np.generic]) -> NDArray[np.bool_]:
        """Say which hues lie in this band of the circle of 180 half degrees."""
        away = (hues.astype(np.int64) - self.hue + 90) % 180 - 90
        return np.asarray((away >= -self.below) & (away <= self.above))


def _bands(hsv: Picture, most: int = 3) -> list[Band]:
    """Return up to `most` colours that fill the middle of the picture, the largest first."""
    height, width = hsv.shape[:2]
    middle = hsv[int(0.15 * height) : int(0.9 * height), int(0.2 * width) : int(0.8 * width)].reshape(-1, 3)
    lit = middle[(middle[:, 1] > LEAST_SATURATION) & (middle[:, 2] > LEAST_VALUE)]
    counts = np.bincount(lit[:, 0], minlength=180).astype(float)
    spread = np.convolve(np.tile(counts, 3), np.hanning(13), "same")[180:360]
    found: list[Band] = []
    while len(found) < most and spread.max() > 0.04 * len(middle):
        hue = int(spread.argmax())
        band = Band(hue=hue, below=_reach(spread, hue, -1), above=_reach(spread, hue, 1), saturation=0.0, value=0.0)
        near = np.median(lit[band.holds(lit[:, 0])], axis=0)
        found.append(replace(band, saturation=float(near[1]), value=float(near[2])))
        spread[band.holds(np.arange(180))] = 0
    return found


def _reach(spread: NDArray[np.float64], hue: int, step: int) -> int:
    """Return how far the peak at `hue` runs out in the direction of `step`."""
    low = HUE_EBB * spread[hue]
    ebb = (n for n in HUE_REACH if spread[(hue + n * step) % 180] < low)
    return next(ebb, HUE_REACH.stop - 1)


def _of_colour(hsv: Picture, band: Band, darkest: float) -> Mask:
    table = np.where(band.holds(np.arange(256)), 255, 0).astype(np.uint8)
    near = np.asarray(cv2.LUT(np.ascontiguousarray(hsv[..., 0]), table), np.uint8)
    strong = (hsv[..., 1] > 0.45 * band.saturation) & (hsv[..., 2] > max(LEAST_VALUE, darkest))
    return np.asarray(np.where(strong, near, 0), np.uint8)


def _greys(hsv: Picture, most: int = 2) -> Iterator[Mask]:
    """Yield where a picture is grey or black, by up to `most` brightnesses that fill its middle, the largest first."""
    height, width = hsv.shape[:2]
    chroma = hsv[..., 1].astype(np.float32) * hsv[..., 2] / 255
    is_grey = (chroma <= MOST_CHROMA) & (hsv[..., 2] >= LEAST_GREY)
    middle = np.s_[int(0.15 * height) : int(0.9 * height), int(0.2 * width) : int(0.8 * width)]
    counts = np.bincount(hsv[middle][is_grey[middle]][:, 2], minlength=256).astype(float)
    spread = np.convolve(counts, np.hanning(9), "same")
    for _ in range(most):
        value = int(spread.argmax())
        if spread[value] <= 0.04 * is_grey[middle].size:
            return
        reach = max(int(GREY_REACH * value), 6)
        low, high = (value + step * _ebb(spread, value, step, reach) for step in (-1, 1))
        yield np.asarray(np.where(is_grey & (hsv[..., 2] >= low) & (hsv[..., 2] <= high), 255, 0), np.uint8)
        spread[max(low, 0) : high + 1] = 0


def _ebb(spread: NDArray[np.float64], peak: int, step: int, most: int) -> int:
    """Return how far a peak of brightness runs out in the direction of `step`."""
    low = HUE_EBB * spread[peak]
    within = (n for n in range(3, most) if not 0 <= peak + n * step < 256 or spread[peak + n * step] < low)
    return next(within, most)


def _patches(raw: Mask, most: int = 2) -> Iterator[Mask]:
    """Yield the largest patches of `raw` with their holes filled: a floor of the cloth's colour may be the first."""
    clean = cv2.morphologyEx(raw, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    clean = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, tree = cv2.findContours(clean, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outer = [c for c, node in zip(contours, tree[0], strict=True) if node[3] < 0] if tree is not None else []
    for contour in sorted(outer, key=cv2.contourArea, reverse=True)[:most]:
        if cv2.contourArea(contour) >= LEAST_SHARE * raw.size:
            patch = np.zeros_like(raw)
            cv2.drawContours(patch, [contour], -1, 255, cv2.FILLED)
            yield patch
