"""How sure it is that a camera sees a board: what its holes, frame and lines say, weighed as drawn boards have taught.

A patch of wood, a zone of a board, a shadow: each can be fitted with a square. What tells a board is that its corner
holes are dark, that frame and lines lie where one camera sees them all, and that lines cross in its middle; one of them
may be hidden by a player, so none is asked for by itself. The weights are those of a logistic regression, written by
`python -m bench.fit_boards --write`.
"""

from dataclasses import astuple, dataclass
from functools import lru_cache
from math import exp, log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.fit.quality import strain
from tracker.calibrate.fit.solve import CameraFit
from tracker.domain import parameters
from tracker.domain.parameters import NATS, of
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

FILE: Final = "board_odds.toml"
LEAST_STRAIN: Final = 0.1
"""Frame and lines that lie nearer to their places than this share of what is believed of them do so by chance."""
LOOKED_AT: Final = (0.35, 0.4)
"""Where a hole is looked at, in its radii inward of its middle, and how far round that."""
BESIDE: Final = (1.65, 0.3)
"""The same of the bed beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOdds:
    """What speaks for a board."""

    base: float = of(NATS, "that a camera sees a board, with nothing to be seen of it")
    holes: float = of(
        "nats per nat", "by how much darker its corner holes are than the bed beside them (`Shown.holes`)"
    )
    misfit: float = of("nats per nat", "by how far frame and lines lie from their places (`Shown.misfit`)")
    lines: float = of(NATS, "by the share of the two centre lines that is seen (`Shown.lines`)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a picture shows of a board where a camera would have it."""

    holes: float
    """By how many nats (natural logarithm) holes are darker than the bed beside them, each 0 to 1: 0 to 4 in all."""
    misfit: float
    """Natural logarithm of how far frame and lines lie from their places, in what is believed of them (1 sigma)."""
    lines: float
    """Share of each of the two centre lines that is seen: 0 to 2 in all."""


@lru_cache(maxsize=1)
def board_odds() -> BoardOdds:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.calibrate.fit", FILE, "board", BoardOdds)


def shown_of(picture: Picture, fit: CameraFit, kit: Kit) -> Shown:
    """Return what the picture shows of a board that a fitted camera would see."""
    return Shown(
        holes=darkness(picture, fit.camera, kit),
        misfit=log(max(strain(fit), LEAST_STRAIN)),
        lines=sum(m.seen_share for m in fit.seen if m.line.kind == "mark"),
    )


def how_sure(shown: Shown, odds: BoardOdds) -> float:
    """Return how likely it is a board, 0 to 1."""
    base, *weights = astuple(odds)
    nats = base + float(np.dot(weights, astuple(shown)))
    return 1 / (1 + exp(-nats)) if nats > -500 else 0.0


def lacking(shown: Shown, odds: BoardOdds) -> str:
    """Return what a square lacks the most of what a perfect board shows."""
    nats = {
        "no dark holes are seen in its corners": odds.holes * (4 - shown.holes),
        "its frame and its lines do not fit each other": odds.misfit * (log(LEAST_STRAIN) - shown.misfit),
        "no lines cross in its middle": odds.lines * (2 - shown.lines),
    }
    return max(nats, key=lambda why: nats[why])


def darkness(picture: Picture, camera: Camera, kit: Kit) -> float:
    """Return by how many nats the corner holes are darker than the bed beside them, each 0 to 1; 0 if out of view."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    total = 0.0
    for pocket in kit.pockets:
        at, radius = np.array(pocket.fall), pocket.radius_mm
        inward = radius * (middle - at) / np.linalg.norm(middle - at)
        hole, bed = (
            _brightness(grey, camera, at + away * inward, reach * radius) for away, reach in (LOOKED_AT, BESIDE)
        )
        if hole is not None and bed is not None:
            total += float(np.clip(log(max(bed, 1.0) / max(hole, 1.0)), 0.0, 1.0))
    return total


def _brightness(grey: NDArray[np.uint8], camera: Camera, at: Array, reach_mm: float) -> float | None:
    """Return the median brightness about a place on the bed; None outside of the picture."""
    x, y = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(-1, 1, 7))
    round_ = np.column_stack([x.ravel(), y.ravel()])[np.hypot(x, y).ravel() <= 1]
    pixels = camera.project_on(at + reach_mm * round_, 0.0)
    height, width = grey.shape
    inside = np.all(np.isfinite(pixels) & (pixels >= 0) & (pixels <= [width - 1, height - 1]), axis=1)
    if not inside.any():
        return None
    columns, rows = np.rint(pixels[inside]).astype(int).T
    return float(np.median(grey[rows, columns]))
