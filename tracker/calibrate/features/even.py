"""Where the picture is even, whatever its colour: a cloth is, and ends all round at cushions or at wood.

Red cloth before red wood, grey cloth before grey walls, a cloth half in the sun: one band of colours tells none of them
apart. But dyed wool under any lamp changes little from pixel to pixel, and its border is a step. So patches are what is
left between the steps, at a few heights of what counts as one (as the levels of maximally stable extremal regions:
Matas et al., BMVC 2002): low ones hold the bed apart from a cushion's lit top, high ones take it in.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.tint import tint_of

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]

STEPS: Final = (2.0, 3.2, 5.0, 8.0)
"""Slopes from which there is a step, in levels of Lab a pixel."""
LEAST_SHARE: Final = 0.05
"""A patch smaller than this share of the picture is too small to place balls on."""
RIM: Final = 5
"""A step is so wide, in pixels: what is even is given half of it back."""
LARGEST: Final = 4
"""So many patches are taken at each height, the largest first."""
SPREADS, REACH = 4.0, (7.0, 16.0)
"""What has a patch's tint: so many times its usual spread off, and in all no less and no more than so many levels."""
SHADES: Final = 14.0
"""And in lightness no farther off than this, a hundred levels."""
RUNS_AWAY: Final = 1.7
"""A cloth is at most so many times what was even of it."""
ALIKE: Final = 0.96
"""Patches that share this much (intersection over union) are one."""


def even_patches(small: Picture) -> Iterator[Mask]:
    """Yield (h, w) masks, holes filled, of what is even in a picture of the working size (h, w, 3 BGR).

    Each is grown over what has its tint beside it: the shaded face of a cushion, and its lit top.
    """
    slope, tint = slope_of(small), tint_of(cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32))
    given: list[Mask] = []
    for step in STEPS:
        for even in _between(slope < step):
            patch = _grown(even, tint)
            if not any(_overlap(patch, other) > ALIKE for other in given):
                given.append(patch)
                yield patch


def _grown(patch: Mask, tint: NDArray[np.float32]) -> Mask:
    """Return a patch with all that hangs together with it and has its tint; itself where that runs away."""
    inside = tint[patch > 0][::7]
    middle = np.median(inside, axis=0)
    reach = np.clip(SPREADS * np.median(np.abs(inside - middle), axis=0), *REACH)
    alike = np.all(np.abs(tint - middle) < np.append(reach[:3], SHADES), axis=2).astype(np.uint8)
    alike = cv2.morphologyEx(cv2.bitwise_or(alike, (patch > 0).astype(np.uint8)), cv2.MORPH_OPEN, np.ones((3, 3)))
    _, labels = cv2.connectedComponents(alike, connectivity=4)
    most = int(np.bincount(labels[(patch > 0) & (labels > 0)], minlength=2)[1:].argmax()) + 1
    whole = _filled((labels == most).astype(np.uint8))
    return whole if cv2.countNonZero(whole) < RUNS_AWAY * cv2.countNonZero(patch) else patch


def slope_of(picture: Picture) -> NDArray[np.float32]:
    """Return (h, w) how steeply colour and lightness change, in levels of Lab a pixel."""
    lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
    right, down = (cv2.Sobel(lab, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(np.sqrt(np.sum(right**2 + down**2, axis=2)), np.float32)


def _between(even: NDArray[np.bool_]) -> Iterator[Mask]:
    clean = cv2.morphologyEx(even.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(clean, connectivity=4)
    areas = stats[1:, cv2.CC_STAT_AREA]
    for i in np.argsort(-areas)[:LARGEST]:
        if areas[i] < LEAST_SHARE * even.size:
            return
        grown = cv2.dilate((labels == i + 1).astype(np.uint8), np.ones((RIM, RIM), np.uint8))
        yield _filled(np.asarray(grown, np.uint8))


def _filled(mask: NDArray[np.uint8]) -> Mask:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    patch = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(patch, [max(contours, key=cv2.contourArea)], -1, 255, cv2.FILLED)
    return patch


def _overlap(one: Mask, other: Mask) -> float:
    both = cv2.countNonZero(cv2.bitwise_and(one, other))
    return both / max(cv2.countNonZero(cv2.bitwise_or(one, other)), 1)
