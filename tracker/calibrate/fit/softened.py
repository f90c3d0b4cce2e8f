"""A picture as edges are looked for in it: softened a little, with its tints, and what a network tells of it."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import TableEdge
from tracker.calibrate.features.regions import NOSES, WOOD, regions_of
from tracker.calibrate.features.tint import tint_of
from tracker.calibrate.fit.ends import softened_grey
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

GREY = (0.114, 0.587, 0.299)
"""Weights of blue, green and red in it (ITU-R BT.601)."""
CLOTH_SHADE = 0.62
"""Weights of the colours along a green cloth's are then about those of grey, by which slopes were set."""
MOST_IN_GREY = 0.8
"""Grey shows the shade of a colour so near to its weights (the cosine between them; green 0.95, red 0.6, blue 0.5)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Softened:
    """A picture as edges are looked for in it: softened a little, once, however often it is asked."""

    picture: Picture
    colours: NDArray[np.float32]
    """(h, w, 3)."""
    grey: NDArray[np.float32]
    """(h, w)."""
    marked: NDArray[np.float32]
    """(h, w) as marks are looked for in it."""
    tint: NDArray[np.float32] | None = None
    """(h, w, 4) in which wood is looked for first, where that is known: see `with_tint`."""
    regions: NDArray[np.float32] | None = None
    """(3, h, w) what a network tells of the picture, where it was asked: see `with_regions`."""
    by_regions: bool = False
    """Lines are looked for by the outlines of the regions first, and then near these alone."""
    in_grey: bool = False
    """Noses are looked for in grey, if that shows the cloth's shade, and not in its own colour: JPEG and video keep
    grey in full, and colours at half the size, so that edges are placed better in it, and seen less often."""


def softened(picture: Picture) -> Softened:
    """Return a picture to look for edges in."""
    colours = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    grey = np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.float32)
    return Softened(picture=picture, colours=colours, grey=grey, marked=softened_grey(picture))


def with_tint(soft: Softened) -> Softened:
    """Return a picture with its tints, by which wood is told from cloth that lies in shade."""
    return replace(soft, tint=tint_of(soft.colours))


def with_regions(soft: Softened) -> Softened:
    """Return a picture with the regions that a network tells of it."""
    return replace(soft, regions=regions_of(soft.picture))


def both_ways(soft: Softened) -> tuple[Softened, Softened]:
    """Return a picture as a table is looked for in it by regions first, and by its colours alone."""
    return replace(soft, by_regions=True), replace(soft, by_regions=False)


def region_of(soft: Softened, line: TableEdge) -> NDArray[np.float32]:
    """Return the (h, w) region whose outline a line is; nothing anywhere where no network was asked."""
    if soft.regions is None:
        return np.zeros_like(soft.grey)
    return np.asarray(soft.regions[NOSES if line.kind == "nose" else WOOD])


def shade_of_cloth(soft: Softened, camera: Camera, lines: list[TableEdge]) -> Array:
    """Return the (3,) weights of the colours in what tells light from shade on a cloth of the colour between `lines`.

    Red or blue cloth hardly shows its shade in grey, which is mostly green.
    """
    noses = [line.points_mm[:, :2] for line in lines if line.kind == "nose"]
    if not noses:
        return np.full(3, CLOTH_SHADE / np.sqrt(3))
    low, high = np.concatenate(noses).min(axis=0), np.concatenate(noses).max(axis=0)
    xs, ys = np.meshgrid(np.linspace(0.1, 0.9, 7), np.linspace(0.1, 0.9, 13))
    at = camera.project_on(low + np.column_stack([xs.ravel(), ys.ravel()]) * (high - low), 0.0)
    height, width = soft.grey.shape
    columns, rows = np.rint(at[np.all((at >= 0) & (at <= [width - 1, height - 1]), axis=1)]).astype(int).T
    cloth = np.median(soft.colours[rows, columns], axis=0) if len(rows) else np.ones(3)
    way = cloth / max(float(np.linalg.norm(cloth)), 1e-6)
    grey = np.array(GREY)
    shows = way @ grey > MOST_IN_GREY * np.linalg.norm(grey)
    return grey if soft.in_grey and shows else np.asarray(CLOTH_SHADE * way)
