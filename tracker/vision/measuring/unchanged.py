"""Tell which balls look just as they did when they were measured, so that they need not be measured anew.

A window round each ball, its rim and some of what surrounds it, is compared with what it showed then. By how much the
ball has moved since follows from the differences by least squares over the picture's slopes (Lucas & Kanade 1981), to
a small part of a pixel, for it draws on some hundred samples. What no move explains is a cue's tip, an arm, a shadow,
another ball: that shows in a part of the window, where the noise of single samples averages out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.interpolated import read
from tracker.vision.detector import Picture
from tracker.vision.measuring.likeness import grid

Array = NDArray[np.float64]
Single = NDArray[np.float32]

HALF, PER_RADIUS = 7, 4
"""Half a window's side in samples, and samples a radius: a ball that touches the one in the middle shows in it."""
SIDE = 2 * HALF + 1
BLOCK = 3
"""Samples along a side of the parts over which differences are averaged."""
WINDOW = grid(HALF, PER_RADIUS)
MOVED_PX = 0.12
"""A ball that moved by more is measured anew: a third of a millimetre where balls are smallest."""
CHANGED = 10.0
"""Grey levels, over a part of the window and all channels, likewise."""
RIDGE = 2.0
"""Grey levels a pixel that are taken for no slope."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Windows:
    """What n balls, with what surrounds them, looked like when they were measured."""

    points_px: Array
    """(n, samples, 2) where the samples lie."""
    shown: Single
    """(n, samples, 3)."""
    moves: Single
    """(n, 2, 3 samples) by how much the ball has moved, in px, for each grey level by which a sample differs."""

    def __len__(self) -> int:
        return len(self.points_px)

    def only(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Windows":
        """Return those that a mask or an index array keeps."""
        return Windows(points_px=self.points_px[keep], shown=self.shown[keep], moves=self.moves[keep])

    def joined(self, other: "Windows") -> "Windows":
        """Return these and the `other` ones after them."""
        return Windows(
            points_px=np.concatenate([self.points_px, other.points_px]),
            shown=np.concatenate([self.shown, other.shown]),
            moves=np.concatenate([self.moves, other.moves]),
        )


def windows(picture: Picture, centres_px: Array, radii_px: Array) -> Windows:
    """Return the windows of balls at (n, 2) centres with (n,) radii."""
    points = (centres_px[:, None, None] + WINDOW * radii_px[:, None, None, None]).reshape(-1, SIDE**2, 2)
    slopes = [
        (read(picture, points + step) - read(picture, points - step)).reshape(len(points), 3 * SIDE**2)
        for step in (np.array([0.5, 0.0]), np.array([0.0, 0.5]))
    ]
    slope = np.stack(slopes, axis=1)
    power = slope @ slope.transpose(0, 2, 1) + np.eye(2) * RIDGE**2 * SIDE**2
    return Windows(
        points_px=points,
        shown=read(picture, points).astype(np.float32),
        moves=np.asarray(-np.linalg.solve(power, slope), np.float32),
    )


def has_changed(picture: Picture, before: Windows) -> NDArray[np.bool_]:
    """Say (n,) which balls moved, or have something else about them than they had."""
    if not len(before):
        return np.zeros(0, bool)
    moved, off = differences(picture, before)
    return np.asarray((moved > MOVED_PX) | (off > CHANGED))


def differences(picture: Picture, before: Windows) -> tuple[Array, Array]:
    """Return (n,) how far balls moved, in px, and (n,) by how many grey levels the most changed part differs."""
    off = (read(picture, before.points_px) - before.shown).astype(np.float32)
    move = (before.moves @ off.reshape(len(off), 3 * SIDE**2, 1))[:, :, 0]
    parts = off.reshape(len(off), SIDE // BLOCK, BLOCK, SIDE // BLOCK, BLOCK * 3).mean(axis=(2, 4))
    return np.hypot(*move.T), np.abs(parts).max(axis=(1, 2))
