"""Tell the kinds of flat pieces by the network's odds and by how large they look: a striker is wider than a puck.

A network sees a picture scaled to the median puck, in which a near puck is as wide as a far striker; only the
calibration knows how large each must look where it lies. A piece that is partly hidden has a box that is too small,
mostly one way only; hardly any is too large. What all this is worth is fitted on drawn sets (`flat_kinds.toml`,
`python -m bench.fit_flat_kinds`).
Source: Bishop, Pattern Recognition and Machine Learning (2006), ch. 1.5 (combining models by Bayes' rule).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain import parameters
from tracker.domain.parameters import of
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.vision.detector import Detections
from tracker.vision.measuring.discs import box_sizes_px

Array = NDArray[np.float64]

FILE: Final = "flat_kinds.toml"
SMALLEST: Final = 0.5
"""How short a side of the box of a partly hidden piece may be, as a share of what it should be. One that has gone
astray may be as much too long."""
LEAST_ODDS: Final = 1e-3
"""The network's odds of a kind are not held to be smaller than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatKinds:
    """What tells the kind of a flat piece."""

    network: float = of("nats per nat", "by the network's odds")
    box_sd: float = of("share", "by which a side of the box of a piece in full view is too long or too short (1 sigma)")
    hidden: float = of("share", "of pieces that are hidden from one side: their boxes are too small one way")
    covered: float = of("share", "of pieces that are hidden from more sides: their boxes are too small both ways")
    astray: float = of("share", "of boxes that may have any size")


@lru_cache(maxsize=1)
def flat_kinds() -> FlatKinds:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.vision", FILE, "kinds", FlatKinds)


def kinds_by_size(found: Detections, places_mm: Array, camera: Camera, kit: Kit) -> Array:
    """Return (n, k) odds of the kinds of flat pieces at (n, 2) places; rows sum to 1."""
    odds = log_odds(found.odds, larger_than(found, places_mm, camera, kit), flat_kinds())
    return np.asarray(np.exp(odds))


def larger_than(found: Detections, places_mm: Array, camera: Camera, kit: Kit) -> Array:
    """Return (n, k, 2) by how much each box is wider, and higher, than that of each kind should be.

    Natural logarithms of ratios; `places_mm` (n, 2) is where the pieces lie.
    """
    due = [box_sizes_px(camera, places_mm, kit, kind) for kind in found.kinds]
    return np.asarray(np.log(found.sizes_px[:, None] / np.stack(due, axis=1)))


def log_odds(network: Array, larger: Array, by: FlatKinds) -> Array:
    """Return (n, k) logarithms of the odds of each kind, by (n, k) odds of the network and `larger_than` of a kind."""
    whole = by.network * np.log(np.maximum(network, LEAST_ODDS)) + np.log(density(larger, by))
    return np.asarray(whole - np.logaddexp.reduce(whole, axis=1, keepdims=True))


def density(larger: Array, by: FlatKinds) -> Array:
    """Return how often the boxes of pieces are by (..., 2) so much larger than they should be, per unit of both."""
    reach = -np.log(SMALLEST)
    whole = np.exp(-((larger / by.box_sd) ** 2) / 2) / (by.box_sd * np.sqrt(2 * np.pi))
    short = ((larger < 0) & (larger > -reach)) / reach
    one_way = (whole[..., 0] * short[..., 1] + short[..., 0] * whole[..., 1]) / 2
    in_view = (1 - by.hidden - by.covered - by.astray) * whole.prod(axis=-1)
    hidden = by.hidden * one_way + by.covered * short.prod(axis=-1)
    return np.asarray(in_view + hidden + by.astray / (2 * reach) ** 2)
