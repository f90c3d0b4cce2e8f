"""Light that falls on the table unevenly: pools of it, shade, worn cloth, and what is mirrored toward the camera."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.scene import Look, Pool
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

FINE = 4
"""Pools are worked out at every so many pixels: their edges are no sharper."""


def ground(camera: Camera, step: int) -> Array:
    """Return (rows, columns, 2) places on the bed's plane, mm, at every `step` pixels; those above it lie far off."""
    width, height = camera.image_size
    u, v = np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step))
    rays = camera.rays(np.column_stack([u.ravel(), v.ravel()]))
    eye = camera.centre_mm
    down = np.minimum(rays[:, 2], -1e-3 * np.linalg.norm(rays, axis=1))
    place = eye[:2] + rays[:, :2] * (-eye[2] / down)[:, None]
    return np.asarray(place.reshape(*u.shape, 2))


def stretched(small: Floats, step: int, size: tuple[int, int]) -> Floats:
    """Return values that were worked out at every `step` pixels for all pixels of a picture of `size`."""
    tall, wide = small.shape[:2]
    large = cv2.resize(small, (wide * step, tall * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large[step // 2 : size[1] + step // 2, step // 2 : size[0] + step // 2], np.float32)


def pooled(camera: Camera, look: Look) -> Floats | float:
    """Return (h, w) how much the pools change the light; 1 where there are none."""
    lit = [pool for pool in look.pools if pool.by]
    if not lit:
        return 1.0
    place = ground(camera, FINE)
    bright = sum(pool.by * covered(pool, place) for pool in lit)
    return stretched(np.clip(1 + bright, 0.02, None).astype(np.float32), FINE, camera.image_size)


def gleaming(camera: Camera, look: Look) -> Floats | float:
    """Return (h, w, 3) the light that the pools mirror; 0 where there are none."""
    mirrors = [pool for pool in look.pools if any(pool.gleam)]
    if not mirrors:
        return 0.0
    place = ground(camera, FINE)
    light = sum(covered(pool, place)[..., None] * np.array(pool.gleam) for pool in mirrors)
    return stretched(np.asarray(light, np.float32), FINE, camera.image_size)


def covered(pool: Pool, place: Array) -> Array:
    """Return how far (0 to 1) each of (..., 2) places lies in a pool."""
    turn = np.radians(pool.turn_deg)
    along = np.array([np.cos(turn), np.sin(turn)])
    off = place - np.array(pool.at_mm)
    share = np.stack([off @ along, off @ np.array([-along[1], along[0]])], axis=-1) / np.array(pool.reach_mm)
    away = np.abs(share).max(axis=-1) if pool.square else np.hypot(share[..., 0], share[..., 1])
    return np.asarray(np.clip((1 - away) / pool.soft, 0, 1))
