"""Where the balls of the overhead stills are, as people marked them, and from where their pixels count.

    python -m bench.marks [--footage DIR]

Every coordinate of those marks ends in a half. So do pixels that count from the corner of the top left one, while ours
count from its centre; but it must be seen, not supposed, for it moves every error by half a pixel. A ball is round: the
middle between two opposite edges of it is its own, whatever the eyes of the program say of it. That middle is taken
along the picture's rows and columns, in each colour by itself, where a ball lies alone and nearly under the camera.
What it gave on 20 stills (the median of how far 113 and 111 balls lie off their marks, px, and its standard error):

    x: blue -0.62 ± 0.09, green -0.50 ± 0.08, red +0.25 ± 0.09
    y: blue -0.44 ± 0.09, green -0.38 ± 0.07, red -0.50 ± 0.06

In five of six the balls lie left of and above their marks by about a half and not by none; in x that camera's red lies
0.7 px right of its green, whichever is right. So the marks count from the corner, and half a pixel is taken off them.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.measured import ROOT

Array = NDArray[np.float64]

CORNER_PX = 0.5
"""What pixels that count from the first one's corner are ahead of those that count from its centre, in x and in y."""
EDGES_PX = (12.0, 21.0)
"""How far from its mark a ball's edge is looked for: the balls' radius is 15 to 16 px."""
ASIDE_PX = (-5, -3, -1, 1, 3, 5)
"""Lines beside each other that are measured along."""
STEP_PX, SOFT_STEPS = 0.25, 3.0
ALONE_PX = 48.0
"""A ball farther than this from all others is alone."""
MIDDLE_PX = (150.0, 130.0, 1080.0, 560.0)
"""Left, top, right, bottom of the part of the picture that is seen nearly from above."""
CLEAR = ("red", "pink", "white", "yellow", "unknown")
"""Balls that stand out of this table's green cloth."""
MOST_OFF_PX = 3.0
MEDIAN_SE = 1.25
"""Standard error of a median by that of a mean."""


def centred_px(still: dict[str, Any]) -> Array:
    """Return the (n, 2) pixels of a still's marks, counted from the centre of the first pixel."""
    return np.array([ball["px"] for ball in still["balls"]]) - CORNER_PX


def centred_mm(still: dict[str, Any]) -> Array:
    """Return the (n, 2) places in mm of a still's marks, likewise.

    Those of the file are the pixels of the file under one homography for each still, exact to a thousandth of a mm.
    """
    marked = np.array([ball["px"] for ball in still["balls"]])
    way, _ = cv2.findHomography(marked, np.array([ball["mm"] for ball in still["balls"]]))
    return np.asarray(cv2.perspectiveTransform(centred_px(still)[None], way)[0])


def middles_off_px(picture: NDArray[np.uint8], marks_px: Array, along: Array) -> Array:
    """Return (n, 3) how far the middles of balls lie from their marks along a unit vector, by B, G and R; or nan."""
    at = np.arange(-EDGES_PX[1] - 5, EDGES_PX[1] + 5.01, STEP_PX)
    aside = np.array(ASIDE_PX)[:, None, None] * np.array([-along[1], along[0]])
    fair = marks_px - CORNER_PX / 2 * along  # half way between what is asked: neither answer is favoured
    points = (fair[:, None, None] + aside + at[:, None] * along).astype(np.float32)
    flat = points.reshape(-1, len(at), 2)
    seen = cv2.remap(picture.astype(np.float32), flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    slope = np.gradient(cv2.GaussianBlur(seen, (0, 0), sigmaX=SOFT_STEPS, sigmaY=1e-6), axis=1)
    before, after = (_steepest(slope, at, side) for side in (-1, 1))
    middles = (before + after).reshape(len(marks_px), len(ASIDE_PX), 3) / 2
    return np.asarray(np.median(middles, axis=1) - CORNER_PX / 2)


def _steepest(slope: Array, at: Array, side: int) -> Array:
    """Return where (m, steps, 3) slopes are steepest on one side of a ball, the way that most of the side goes."""
    near = (side * at > EDGES_PX[0]) & (side * at < EDGES_PX[1])
    way = np.sign(slope[:, near].sum(axis=1))[:, None]
    height = np.where(near[:, None], slope * way, -np.inf)
    return np.asarray(at[height.argmax(axis=1)])


def measured(footage: Path) -> Iterator[tuple[str, int, Array, Array]]:
    """Give for rows and columns the number of balls, and median and its standard error (px) of middles by colour."""
    stills = json.loads((footage / "truth.json").read_text("utf-8"))["stills"]
    for name, along in (("x", np.array([1.0, 0.0])), ("y", np.array([0.0, 1.0]))):
        found = []
        for still in stills:
            marks = np.array([ball["px"] for ball in still["balls"]])
            usable = _usable(still["balls"], marks)
            if usable.any():
                picture = np.asarray(cv2.imread(str(footage / still["image"])), np.uint8)
                found.append(middles_off_px(picture, marks[usable], along))
        off = np.concatenate(found)
        off = off[(np.abs(off) < MOST_OFF_PX).all(axis=1)]
        yield name, len(off), np.median(off, axis=0), MEDIAN_SE * off.std(axis=0) / np.sqrt(len(off))


def _usable(balls: Sequence[dict[str, Any]], marks_px: Array) -> NDArray[np.bool_]:
    """Say which balls lie alone, nearly under the camera, and stand out of the cloth."""
    apart = np.linalg.norm(marks_px[:, None] - marks_px[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    left, top, right, bottom = MIDDLE_PX
    inside = np.all((marks_px > [left, top]) & (marks_px < [right, bottom]), axis=1)
    clear = np.array([ball["colour"] in CLEAR for ball in balls])
    return np.asarray(inside & clear & (apart.min(axis=1) > ALONE_PX))


def main() -> int:
    """Print how far the middles of balls lie from their marks."""
    options = argparse.ArgumentParser(description="Measure from where the pixels of the overhead marks count.")
    options.add_argument("--footage", type=Path, default=ROOT.parent / "shared" / "footage" / "overhead")
    footage = options.parse_args().footage
    if not footage.is_dir():
        print(f"{footage} is not there: the real footage is not part of the project", file=sys.stderr)
        return 1
    for name, count, middle, error in measured(footage):
        words = ", ".join(f"{c} {m:+.2f} ± {e:.2f}" for c, m, e in zip("BGR", middle, error, strict=True))
        print(f"{name}: {count} balls lie off their marks by (px) {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
