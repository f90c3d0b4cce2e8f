"""How far the colour of a picture lies beside its brightness, and the picture read as if it did not.

Video keeps colour at half the size of brightness. Where its samples lie between the pixels (ITU-T H.264, Annex E,
`chroma_sample_loc_type`) hardly any file says and hardly any player asks; deinterlacing and lenses move colour as well.
On television recordings it lies up to 0.7 px off: a red on a green cloth, which is all colour, is then placed there,
while a white, which is brightness, is placed where it lies.

A step from one thing to another is one of brightness and of colour at one place. So at clean steps of both, wherever
they lie and however they are turned, the one is measured against the other, along the normal of the edge; what all of
them have in common is the shift. Where one side lies in the shadow of the other the steps differ for that: as much, and
toward the darker side, all round, which is told apart from a shift.
"""

from dataclasses import dataclass
from math import log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.geometry.interpolated import Picture, read
from tracker.geometry.rims import TO_VIDEO

Array = NDArray[np.float64]
Single = NDArray[np.float32]

SOFT_PX: Final = 0.7
"""By so much (1 sigma) pictures are blurred first: the blocks of half-sized colour are steps as well."""
HALF: Final = 4
"""Pixels looked at, either way of the middle of a step."""
LEAST: Final = 25.0
"""Grey levels by which brightness, and a colour difference, step at least."""
PURE, FLAT = 0.92, 0.08
"""A clean step goes one way for so much of all that changes there, and no more than this is left of it at its ends."""
MIDDLE, APART = 0.6, 2.0
"""A colour's step is taken at the pixel in its middle; one of brightness farther off (px) is of something else."""
STEEPEST: Final = 1.2
"""Pixels that an edge goes aside for one along, at most; others are measured the other way round."""
LEAST_SCATTER: Final = 0.05
TOGETHER: Final = 20.0
"""Steps that say the same thing: they are of one edge."""
LEAST_STEPS: Final = 200
"""Of fewer, ten edges, nothing is told: the lights are out, or somebody stands before the camera."""
USUAL_PX: Final = 0.5
"""How far colour may well lie off (1 sigma) where it does, before a picture is asked: it does as often as not."""
WRONG_PX: Final = 0.08
"""How far it seems to lie off where it does not (1 sigma), however many steps are seen (`python -m bench.chroma`)."""
ROUNDS: Final = 15
CHROMA: Final = np.linalg.inv(TO_VIDEO)[:, 1:] @ TO_VIDEO[1:]
"""What of (blue, green, red) is colour and not brightness."""
BRIGHTNESS: Final = np.eye(3) - CHROMA


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Steps:
    """Clean steps of brightness and colour, as parallel arrays of length n."""

    normals: Array
    """(n, 2) of the edges, to the right or downward."""
    apart_px: Array
    """(n,) how far the step of colour lies beyond that of brightness, along the normal."""
    rises: Array
    """(n,) 1 where it gets brighter along the normal, else -1."""


def read_aligned(picture: Picture, points_px: Array, shift_px: Array) -> Array:
    """Return what `interpolated.read` would, had the colour of the picture not been shifted by (2,) `shift_px`."""
    seen = read(picture, points_px)
    if not np.any(shift_px):
        return seen
    return np.asarray(seen @ BRIGHTNESS.T + read(picture, points_px + shift_px) @ CHROMA.T)


def aligned(picture: Picture) -> Picture:
    """Return a picture with its colour where it belongs, as far as it tells that itself."""
    shift = chroma_shift(picture)
    if shift is None:
        return picture
    high, wide = picture.shape[:2]
    move = np.array([[1.0, 0.0, -shift[0]], [0.0, 1.0, -shift[1]]])
    moved = cv2.warpAffine(picture, move, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mixed = picture.astype(np.float32) @ BRIGHTNESS.T.astype(np.float32)
    mixed += moved.astype(np.float32) @ CHROMA.T.astype(np.float32)
    return np.asarray(np.clip(np.rint(mixed), 0, 255), np.uint8)


def chroma_shift(picture: Picture) -> Array | None:
    """Return by how far, (2,) in px to the right and downward, colour is shown from where it belongs.

    None: the picture shows too few clean steps to tell.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), SOFT_PX).astype(np.float32)
    video = np.moveaxis(soft @ TO_VIDEO.T.astype(np.float32), 2, 0)
    across = [_steps(video[0], colour) for colour in video[1:]]
    down = [_steps(np.ascontiguousarray(video[0].T), np.ascontiguousarray(colour.T)) for colour in video[1:]]
    turned = [Steps(normals=one.normals[:, ::-1], apart_px=one.apart_px, rises=one.rises) for one in down]
    found = [*across, *turned]
    ways = np.concatenate([np.column_stack([one.normals, one.rises]) for one in found])
    if len(ways) < LEAST_STEPS:
        return None
    return _believed(_common(ways, np.concatenate([one.apart_px for one in found])))


def _believed(shift: Array) -> Array:
    """Return so much of a (2,) shift as is likelier one than the error of what finds none."""
    of_error, of_shift = (-float(shift @ shift) / 2 / sd**2 - 2 * log(sd) for sd in (WRONG_PX, USUAL_PX))
    return np.asarray(shift / (1 + np.exp(of_error - of_shift)))


def _steps(brightness: Single, colour: Single) -> Steps:
    """Return the clean steps along the rows of two (h, w) channels."""
    slopes = [np.diff(channel, axis=1) for channel in (brightness, colour)]
    rise, turn = (cv2.boxFilter(slope, -1, (2 * HALF + 1, 1), normalize=False) for slope in slopes)
    steep = (np.abs(rise) > LEAST) & (np.abs(turn) > LEAST)
    steep[:2] = steep[-2:] = False
    steep[:, : 2 * HALF] = steep[:, -2 * HALF :] = False
    rows, columns = np.nonzero(steep)
    at_brightness, is_clean = _middles(slopes[0], rows, columns)
    at_colour, is_pure = _middles(slopes[1], rows, columns)
    # Where the same edge crosses the rows beside: how it is turned.
    above, below = (_middles(slopes[1], rows + row, columns)[0] for row in (-2, 2))
    aside = (below - above) / 4
    kept = is_clean & is_pure & (np.abs(at_colour) < MIDDLE) & (np.abs(at_brightness) < APART)
    kept &= np.abs(aside) < STEEPEST
    length = np.hypot(1.0, aside[kept])
    return Steps(
        normals=np.column_stack([np.ones(len(length)), -aside[kept]]) / length[:, None],
        apart_px=(at_colour - at_brightness)[kept] / length,
        rises=np.sign(rise[rows, columns][kept]).astype(float),
    )


def _middles(slopes: Single, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> tuple[Array, NDArray[np.bool_]]:
    """Return (n,) where the step about each pixel has its middle, px to the right of it, and whether it is clean."""
    along = np.arange(-HALF, HALF + 1)
    near = slopes[rows[:, None], columns[:, None] + along].astype(float)
    total = near.sum(axis=1)
    size = np.maximum(np.abs(total), 1e-3)
    is_clean = (size > PURE * np.abs(near).sum(axis=1)) & (np.abs(near[:, 0]) + np.abs(near[:, -1]) < FLAT * size)
    return (near @ along) / np.where(total < 0, -size, size), is_clean


def _common(ways: Array, apart_px: Array) -> Array:
    """Return the (2,) shift that (n, 3) normals and rises of steps have in common, mistrusting those that stray."""
    prior = np.eye(3) / USUAL_PX**2
    common: Array = np.zeros(3)
    for _ in range(ROUNDS):
        left = np.abs(apart_px - ways @ common)
        scatter = max(1.48 * float(np.median(left)), LEAST_SCATTER)
        trust = 1 / (1 + (left / scatter) ** 2)  # Geman and McClure's weights, nearly
        power = trust / (TOGETHER * scatter**2)
        common = np.asarray(np.linalg.solve((ways.T * power) @ ways + prior, ways.T @ (power * apart_px)))
    return np.asarray(common[:2])
