"""What a ball looks like to the camera: the outline of a sphere, slightly oval, where its place says that it should be.

The outline is the image of the circle in which lines of sight touch the sphere; the lens bends it as it bends all else.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.camera import Camera
from tracker.geometry.lengths import lengths

Array = NDArray[np.float64]

NORMALS = 28
"""Points of an outline."""


def outlines_px(camera: Camera, places_mm: Array, radius_mm: float) -> Array:
    """Return the (n, NORMALS, 2) pixels of the outlines of balls of `radius_mm` at (n, 2) places on the cloth."""
    centres = np.column_stack([places_mm, np.full(len(places_mm), radius_mm)])
    sight = camera.centre_mm - centres
    away = np.linalg.norm(sight, axis=1)[:, None]
    toward = sight / away
    side = np.cross(toward, [0.0, 0.0, 1.0])
    tilt = np.linalg.norm(side, axis=1)[:, None]
    side = np.where(tilt > 1e-6, side / np.maximum(tilt, 1e-6), [1.0, 0.0, 0.0])
    up = np.cross(side, toward)
    middle = centres + toward * (radius_mm**2 / away)
    ring_mm = radius_mm * np.sqrt(1 - (radius_mm / away) ** 2)
    angle = np.linspace(0, 2 * np.pi, NORMALS, endpoint=False)[:, None]
    ring = side[:, None] * np.cos(angle) + up[:, None] * np.sin(angle)
    points = middle[:, None] + ring_mm[:, None] * ring
    return camera.project(points.reshape(-1, 3)).reshape(-1, NORMALS, 2)


def directions(around: Array) -> tuple[Array, Array]:
    """Return the (n, NORMALS, 2) outward normals of outlines about their centres, and the (n,) mean radii."""
    along = np.roll(around, -1, axis=1) - np.roll(around, 1, axis=1)
    normals = np.stack([along[:, :, 1], -along[:, :, 0]], axis=-1)
    normals /= lengths(normals)[:, :, None]
    outward = np.sign((normals * around).sum(axis=(1, 2)))
    return normals * outward[:, None, None], lengths(around).mean(axis=1)
