"""How large balls look against the cloth that they lie on: a picture of one plane tells nothing else of its size.

A network points at balls (`ball_boxes`). Its boxes are as wide as those that it was shown: right on drawn tables, 2 to
12 in 100 too wide on television, and 9 ft differs from 10 by that. So each ball's outline, of the shape that a sphere
has there, is laid on its own rim in the picture as it is (`tracker.geometry.rims`), its size being free. How large
balls are on average is what is most likely by all of them, where each is read with the error that its own rim shows,
and one in some number is none, or hidden in part (a mixture: Hogg, Bovy and Lang 2010, Data analysis recipes, ch. 3).
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.ball_boxes import ball_boxes
from tracker.domain.table.kit import Kit
from tracker.geometry import rims
from tracker.geometry.camera import Camera
from tracker.geometry.interpolated import read
from tracker.geometry.lengths import lengths
from tracker.geometry.outlines import directions, outlines_px

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

WANTED_PX: Final = 22.0
"""How wide balls are where the network looks at them: the widest that it was shown often."""
FAR_OFF: Final = 0.25
"""Where balls are so much larger or smaller than those looked for (logarithm) they are looked for again so large."""
LOOKS: Final = 3
LOOSE, FREE = 0.1, 0.3
"""How far (1 sigma, in radii) a box's middle may lie from its ball's, and a ball's size from what is expected."""
ROUNDS: Final = 3
WITHIN: Final = 0.9
"""A rim within so much of another ball's disc may be that one's."""
LEAST_OWN: Final = 0.5
"""A ball must show so much of its rim."""
WIDEST: Final = 0.4
"""Sizes are compared so far (logarithm) from the one that most agree on."""
FEWEST: Final = 2
SCATTER, STRAY, STRAYS = 0.012, 0.12, 0.15
"""How far (1 sigma, logarithm) sizes of balls scatter besides what their rims tell, and those that are none; how many
of all are none."""
ROUGH: Final = 0.012
"""Spread (logarithm) of how well a picture's balls are read as a whole."""
NARROW: Final = -0.01
"""By how much (logarithm) balls are read too narrow by their rims, which are dark or blurred: -0.008 on the median of
119 drawn tables, -0.026 of 48 television pictures (`python -m bench.ball_sizes`)."""
INNER: Final = 0.7
"""A ball's colour is read so far from its middle, in radii."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BallSize:
    """How large balls look, in balls of the kit that a camera was fitted with."""

    ratio: float
    spread: float
    """Of its logarithm (1 sigma)."""
    hues: NDArray[np.uint8]
    """(n, 3) HSV of each ball that agrees."""

    def of_length(self, kit: Kit) -> float:
        """Return the diameter of a ball as a share of the table's length."""
        return self.ratio * 2 * kit.ball_radius_mm / kit.length_mm


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BallSizes:
    """How large each of n balls looks."""

    logs: Array
    """(n,) logarithm of its size by its own rim, in balls of the kit that they are measured by."""
    spread: Array
    """(n,) how well that is read (1 sigma)."""
    centres_px: Array
    """(n, 2)."""
    radii_px: Array
    """(n,)."""


def ball_size(picture: Picture, camera: Camera, kit: Kit) -> BallSize | None:
    """Return how large balls look on the bed that `camera` sees; None where too few balls are seen to agree."""
    sizes = ball_sizes(picture, camera, kit)
    if len(sizes.logs) < FEWEST:
        return None
    found, spread, agree = common_size(sizes)
    if agree.sum() < FEWEST:
        return None
    hues = _hues(picture, sizes.centres_px[agree], sizes.radii_px[agree])
    return BallSize(ratio=float(np.exp(found - NARROW)), spread=float(np.hypot(ROUGH, spread)), hues=hues)


def ball_sizes(picture: Picture, camera: Camera, kit: Kit) -> BallSizes:
    """Return how large each ball on the bed looks that shows enough of its rim."""
    wanted, boxes, larger = WANTED_PX, np.zeros((0, 4)), 0.0
    for _ in range(LOOKS):
        boxes = _on_bed(ball_boxes(picture, camera, kit, wanted), camera, kit)
        if not len(boxes):
            break
        larger, off = _by_boxes(boxes, camera, kit), np.log(WANTED_PX / wanted)
        if abs(larger - off) < FAR_OFF:
            break
        wanted = WANTED_PX / float(np.exp(larger))
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    return _by_rims(picture, middles, _outlines(middles, camera, kit) * np.exp(larger), larger)


def _on_bed(boxes: Array, camera: Camera, kit: Kit) -> Array:
    """Return those of (n, 4) boxes whose middles lie where balls may."""
    at = camera.place((boxes[:, :2] + boxes[:, 2:]) / 2, kit.ball_radius_mm)
    return boxes[np.all((at > 0) & (at < [kit.width_mm, kit.length_mm]), axis=1)]


def _outlines(middles: Array, camera: Camera, kit: Kit) -> Array:
    """Return (n, points, 2) the outlines about their middles of balls of the kit that are seen at (n, 2) `middles`."""
    around = outlines_px(camera, camera.place(middles, kit.ball_radius_mm), kit.ball_radius_mm)
    return np.asarray(around - around.mean(axis=1, keepdims=True))


def _by_boxes(boxes: Array, camera: Camera, kit: Kit) -> float:
    """Return by how much (logarithm) boxes (n, 4) are larger than those of balls of the kit would be."""
    due = np.ptp(_outlines((boxes[:, :2] + boxes[:, 2:]) / 2, camera, kit), axis=1)
    return float(np.median(np.log((boxes[:, 2:] - boxes[:, :2]) / due)))


def _by_rims(picture: Picture, middles: Array, outlines: Array, larger: float) -> BallSizes:
    """Return the sizes of balls near (n, 2) `middles`, whose `outlines` are `larger` (logarithm) than the kit's."""
    grown, centres = np.zeros(len(middles)), middles
    spread, own = np.full(len(middles), FREE), np.ones(outlines.shape[:2], bool)
    radii = lengths(outlines).mean(axis=1)
    for _ in range(ROUNDS if len(middles) else 0):
        around = outlines * np.exp(grown)[:, None, None]
        normals, radii = directions(around)
        rim = centres[:, None] + around
        others = ~np.eye(len(centres), dtype=bool)
        own = ~rims.within(rim, centres, WITHIN * radii, others)
        along = np.linspace(-1, 1, rims.STEPS) * (radii * rims.reaches(radii))[:, None]
        colours = read(picture, rim[:, :, None] + along[:, None, :, None] * normals[:, :, None])
        move, cov = rims.settled(rims.rims(colours, radii), normals, own, LOOSE, FREE)
        centres = centres + move[:, :2] * radii[:, None]
        grown, spread = np.clip(grown + move[:, 2], -WIDEST, WIDEST), np.sqrt(cov[:, 2, 2])
    kept = own.mean(axis=1) > LEAST_OWN
    return BallSizes(logs=(larger + grown)[kept], spread=spread[kept], centres_px=centres[kept], radii_px=radii[kept])


def common_size(sizes: BallSizes) -> tuple[float, float, NDArray[np.bool_]]:
    """Return the likeliest size (logarithm) by all, how well it is known, and which balls agree."""
    spread = np.hypot(sizes.spread, SCATTER)
    trials = np.arange(sizes.logs.min() - 0.02, sizes.logs.max() + 0.02, 0.001)
    away = sizes.logs[:, None] - trials
    of_ball = (1 - STRAYS) * _normal(away, spread[:, None])
    of_none = STRAYS * _normal(away, np.hypot(spread, STRAY)[:, None])
    likely = np.log(of_ball + of_none).sum(axis=0)
    best = int(likely.argmax())
    odds = np.exp(likely - likely.max())
    odds /= odds.sum()
    near = np.abs(trials - trials[best]) < 3 * float(spread.max())
    mean = float((odds * trials)[near].sum() / odds[near].sum())
    width = float(np.sqrt((odds * (trials - mean) ** 2)[near].sum() / odds[near].sum()))
    return mean, width, np.asarray(of_ball[:, best] > of_none[:, best])


def _normal(away: Array, spread: Array) -> Array:
    return np.asarray(np.exp(-((away / spread) ** 2) / 2) / spread)


def _hues(picture: Picture, centres: Array, radii: Array) -> NDArray[np.uint8]:
    """Return the (n, 3) typical HSV within discs."""
    side = np.linspace(-INNER, INNER, 7)
    points = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    points = points[lengths(points) <= INNER]
    colours = read(picture, centres[:, None] + points * radii[:, None, None])
    typical = np.median(colours, axis=1)[:, None].astype(np.uint8)
    return np.asarray(cv2.cvtColor(typical, cv2.COLOR_BGR2HSV)[:, 0], np.uint8)
