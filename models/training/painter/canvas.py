"""Filling of polygons that lie anywhere in the room, with soft edges at the right place.

Edges are subdivided before they are projected, so that a lens may bend them; the canvas is twice as large as the
picture, and each polygon is drawn a quarter of a pixel smaller all round because OpenCV fills every pixel that the
outline touches. Measured on a triangle, the edge then lies within 0.03 px of its true place.
"""

from copy import copy
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

SCALE = 2
INSET_PX = 0.25
SUBPIXEL_BITS = 8
LONGEST_EDGE_MM = 250.0


class Canvas:
    """A picture in the making, at twice its size, seen by one camera."""

    def __init__(self, camera: Camera, channels: int = 3) -> None:
        width, height = camera.image_size
        shape = (height * SCALE, width * SCALE, channels) if channels > 1 else (height * SCALE, width * SCALE)
        self.camera = camera
        self.pixels: Image = np.zeros(shape, np.uint8)

    def aside(self, by_mm: tuple[float, float]) -> "Canvas":
        """Return this canvas for what stands so far aside: the same pixels, places counted from there."""
        if not any(by_mm):
            return self
        other = copy(self)
        shift = self.camera.translation + self.camera.rotation_matrix @ np.array([*by_mm, 0.0])
        other.camera = replace(self.camera, translation=shift)
        return other

    def fill(self, points_mm: ArrayLike, colour: ArrayLike) -> None:
        """Fill the polygon of (n, 3) points of the world; one that reaches behind the camera is left out."""
        outline = self.camera.project(subdivided(np.asarray(points_mm, float)))
        self.fill_px(outline, colour)

    def fill_px(self, outline_px: Array, colour: ArrayLike) -> None:
        """Fill the polygon of (n, 2) pixels."""
        if np.any(~np.isfinite(outline_px)) or np.abs(outline_px).max() > 30000:
            return
        fixed = ((inset(outline_px, INSET_PX) + 0.5) * SCALE - 0.5) * (1 << SUBPIXEL_BITS)
        value = tuple(float(c) for c in np.atleast_1d(np.asarray(colour, float)))
        cv2.fillPoly(self.pixels, [np.round(fixed).astype(np.int32)], value, shift=SUBPIXEL_BITS)

    def finished(self) -> Image:
        """Return the picture at its own size."""
        width, height = self.camera.image_size
        return np.asarray(cv2.resize(self.pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def flat(points: ArrayLike, z_mm: float) -> Array:
    """Return (n, 2) places as (n, 3) points at one height."""
    places = np.asarray(points, float).reshape(-1, 2)
    return np.column_stack([places, np.full(len(places), z_mm)])


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Array:
    """Return the four corners of a rectangle in the plane."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)


def circle(centre: ArrayLike, radius: float, around: tuple[float, float] = (0.0, 2 * np.pi), count: int = 28) -> Array:
    """Return (count, 2) points of an arc."""
    angle = np.linspace(*around, count, endpoint=around[1] - around[0] < 2 * np.pi - 1e-9)
    return np.asarray(np.asarray(centre, float) + radius * np.column_stack([np.cos(angle), np.sin(angle)]))


def subdivided(points: Array) -> Array:
    """Return a closed polygon whose long edges are cut into shorter ones."""
    ends = np.roll(points, -1, axis=0)
    if np.abs(ends - points).max() < LONGEST_EDGE_MM:
        return points
    pieces = []
    for a, b in zip(points, ends, strict=True):
        count = int(np.linalg.norm(b - a) // LONGEST_EDGE_MM) + 1
        pieces.append(a + (b - a) * (np.arange(count) / count)[:, None])
    return np.vstack(pieces)


def inset(outline: Array, by: float) -> Array:
    """Return a polygon drawn in by `by` on every side; sharp corners move no further than twice that."""
    before, after = np.roll(outline, 1, axis=0), np.roll(outline, -1, axis=0)
    area = float(np.sum(before[:, 0] * outline[:, 1] - outline[:, 0] * before[:, 1]))
    turn = 1.0 if area > 0 else -1.0
    normal_in, normal_out = _normals(outline - before) * turn, _normals(after - outline) * turn
    middle = normal_in + normal_out
    reach = np.maximum(np.sum(middle * normal_out, axis=1, keepdims=True), 0.5)
    return np.asarray(outline + by * middle / reach)


def _normals(edges: Array) -> Array:
    length = np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-9)
    return np.asarray(np.column_stack([-edges[:, 1], edges[:, 0]]) / length)
