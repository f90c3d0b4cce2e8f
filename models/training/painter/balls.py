"""Balls as true spheres: each pixel's ray is met with the sphere, so the edge is the exact projected ellipse.

Edges are softened by the distance between ray and sphere, measured in pixels. Light: a matt part from the lamps and
the room, the cloth's colour from below, mirrored lamps (the row of bright rectangles on every ball), and a little more
mirror toward the rim, as Fresnel has it.
"""

import numpy as np
from numpy.typing import NDArray

from models.training.painter.patch import Patch, Window, ray_patch, shaded_bed, smeared
from models.training.painter.scene import DrawnBall, Look
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

OUTLINE_POINTS = 48
SHADOW_SLIP = 1.5
"""How far aside a ball in the air throws its shadow at most, for each mm of height."""


def outline_px(camera: Camera, centre_mm: Array, radius_mm: float) -> Array:
    """Return (n, 2) pixels of the edge of a ball: the circle where rays from the camera touch the sphere."""
    eye = camera.centre_mm
    toward = centre_mm - eye
    away = float(np.linalg.norm(toward))
    axis = toward / away
    middle = centre_mm - axis * radius_mm**2 / away
    reach = radius_mm * np.sqrt(max(1 - (radius_mm / away) ** 2, 0.0))
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side = side / np.linalg.norm(side)
    up = np.cross(axis, side)
    angle = np.linspace(0, 2 * np.pi, OUTLINE_POINTS, endpoint=False)[:, None]
    return camera.project(middle + reach * (np.cos(angle) * side + np.sin(angle) * up))


def box_px(camera: Camera, centre_mm: Array, radius_mm: float) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of the box round a ball, in px counted from the centre of the top left pixel."""
    edge = outline_px(camera, centre_mm, radius_mm)
    (x0, y0), (x1, y1) = edge.min(axis=0), edge.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def draw_ball(kit: Kit, camera: Camera, look: Look, ball: DrawnBall, steps: int = 1) -> Patch | None:
    """Return a ball as a patch, smeared over `steps` places while the shutter is open; None where it is not in view."""
    radius = kit.ball_radius_mm

    def drawn(window: Window, place: Array) -> tuple[Array, Array]:
        colour, cover = shaded(kit, camera, look, ball.ball, place, ray_patch(camera, window))
        return colour * cover[..., None], cover

    return smeared(camera, look, ball, steps, lambda place: box_px(camera, place, radius), drawn)


def shaded(kit: Kit, camera: Camera, look: Look, name: str, centre: Array, rays: Array) -> tuple[Array, Array]:
    """Return the colours (h, w, 3) and the cover (h, w) of a still ball under `rays`."""
    eye, radius = camera.centre_mm, kit.ball_radius_mm
    toward = centre - eye
    along = rays @ toward
    nearest = rays * along[..., None] - toward
    miss2 = np.sum(nearest**2, axis=2)
    focal = float(np.sqrt(camera.matrix[0, 0] * camera.matrix[1, 1]))
    pixel_mm = np.linalg.norm(toward) / focal
    cover = np.clip((radius - np.sqrt(miss2)) / pixel_mm + 0.5, 0, 1)
    sunk = np.sqrt(np.clip(radius**2 - miss2, 0, None))
    normal = nearest - rays * sunk[..., None]
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    return _lit(look, look.balls[name], centre, normal, rays), cover


def _lit(look: Look, base: tuple[float, float, float], centre: Array, normal: Array, rays: Array) -> Array:
    """Return the colour of each point of a ball from its normals."""
    facing = -np.sum(normal * rays, axis=2)
    mirrored = rays + 2 * facing[..., None] * normal
    matt = look.ambient * (0.55 + 0.45 * normal[..., 2])
    bright = np.zeros_like(facing)
    for lamp in look.lamps:
        light = np.array(lamp.centre_mm) - centre
        light /= np.linalg.norm(light)
        matt = matt + (1 - look.ambient) * lamp.power * np.clip(normal @ light + 0.15, 0, None) / 1.15
        bright = bright + reflection(lamp.centre_mm, lamp.half_size_mm, centre, mirrored)
    fresnel = 0.05 + 0.95 * (1 - np.clip(facing, 0, 1)) ** 5
    bounce = np.array(look.cloth) * (0.10 + 0.35 * fresnel)[..., None] * np.clip(0.5 - 0.5 * normal[..., 2:3], 0, 1)
    paint = np.array(base) * np.clip(matt, 0.02, 1.25)[..., None] + bounce
    return np.asarray(paint + 255 * look.gloss * np.clip(bright * (0.8 + fresnel), 0, 1.2)[..., None])


def reflection(
    lamp_centre: tuple[float, float, float], half: tuple[float, float], centre: Array, mirrored: Array
) -> Array:
    """Return how much of a lamp's rectangle each mirrored ray meets, softly; it starts at (..., 3) `centre`."""
    up = np.maximum(mirrored[..., 2], 1e-3)
    reach = (lamp_centre[2] - centre[..., 2]) / up
    dx = np.abs(centre[..., 0] + mirrored[..., 0] * reach - lamp_centre[0])
    dy = np.abs(centre[..., 1] + mirrored[..., 1] * reach - lamp_centre[1])
    soft = 0.35 * min(half) + 40
    inside = np.clip((half[0] - dx) / soft + 0.5, 0, 1) * np.clip((half[1] - dy) / soft + 0.5, 0, 1)
    return np.where(mirrored[..., 2] > 0.02, inside, 0.0)


def draw_shadow(kit: Kit, camera: Camera, look: Look, ball: DrawnBall) -> tuple[int, int, Floats] | None:
    """Return x0, y0 and (h, w) how much light a ball takes from the cloth round it; None where that is not in view."""
    x, y, z = ball.at_mm
    radius = kit.ball_radius_mm
    if z < radius - 1:
        return None
    reach = 2.6 * radius + SHADOW_SLIP * max(z - radius, 0.0)
    return shaded_bed(camera, (x, y), reach, lambda ground: _darkness(look, (x, y, z), radius, ground))


def _darkness(look: Look, at: tuple[float, float, float], radius: float, ground: Array) -> Array:
    contact = np.exp(-((np.hypot(ground[..., 0] - at[0], ground[..., 1] - at[1]) / (0.62 * radius)) ** 2))
    dark = 0.75 * contact * np.exp(min(radius - at[2], 0.0) / radius)
    total = sum(lamp.power for lamp in look.lamps) or 1.0
    for lamp in look.lamps:
        lx, ly, lz = lamp.centre_mm
        slip = at[2] / max(lz - at[2], 1.0)
        sx, sy = at[0] + (at[0] - lx) * slip, at[1] + (at[1] - ly) * slip
        soft = radius * 0.25 + max(lamp.half_size_mm) * slip
        away = np.hypot(ground[..., 0] - sx, ground[..., 1] - sy)
        core = np.clip((radius + soft / 2 - away) / soft, 0, 1) * min(1.0, (radius / (radius + soft / 2)) ** 2 * 1.6)
        dark = dark + look.shadow * lamp.power / total * core
    return np.asarray(np.clip(dark, 0, 0.92))
