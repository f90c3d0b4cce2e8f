"""Tables drawn for tests by casting rays: the truth is known, and none of the code under test is used to draw them."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

BGR = {
    "white": (215, 235, 240), "yellow": (20, 200, 235), "green": (70, 110, 10), "brown": (30, 60, 120),
    "blue": (190, 90, 20), "pink": (160, 140, 235), "black": (18, 16, 16), "red": (30, 20, 190),
}  # fmt: skip
Lying = tuple[str, float, float]
"""A ball, and where it lies (mm)."""
CLOTH = (60, 140, 30)
FINE = 4


@cache
def _ground(calibration: Calibration) -> np.ndarray:
    wide, tall = calibration.camera.image_size
    u, v = np.meshgrid(np.arange(wide), np.arange(tall))
    return calibration.camera.place(np.column_stack([u.ravel(), v.ravel()]), 0.0)


def behind_the_end(kit: Kit) -> Calibration:
    """Return a television camera behind the Top cushion, Baulk far away."""
    return _calibration(kit, eye=(kit.width_mm / 2 + 150, kit.length_mm + 4300, 2900), focal_px=2000.0)


def overhead(kit: Kit) -> Calibration:
    """Return a camera above the table, nearly square to it."""
    return _calibration(kit, eye=(kit.width_mm / 2 + 60, kit.length_mm / 2 - 90, 5200), focal_px=1500.0, turned=True)


def _calibration(kit: Kit, eye: tuple[float, float, float], focal_px: float, turned: bool = False) -> Calibration:
    place = np.array(eye)
    gaze = np.array([kit.width_mm / 2, kit.length_mm * 0.5, 0.0]) - place
    gaze /= np.linalg.norm(gaze)
    hint = np.array([1.0, 0, 0]) if turned else np.array([0, 0, 1.0])
    across = np.cross(gaze, hint)
    across /= np.linalg.norm(across)
    turn = np.stack([across, np.cross(gaze, across), gaze])
    angle = np.arccos((np.trace(turn) - 1) / 2)
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    camera = Camera(
        image_size=(1280, 720), matrix=np.array([[focal_px, 0, 639.5], [0, focal_px, 359.5], [0, 0, 1]]),
        distortion=np.array([-0.03, 0.01, 0, 0, 0]), rotation=axis / (2 * np.sin(angle)) * angle,
        translation=-turn @ place,
    )  # fmt: skip
    return Calibration(table=kit.name, camera=camera, error_px=0.3, error_mm=0.5, found_by="points")


def draw(calibration: Calibration, kit: Kit, balls: Sequence[Lying], noise: float = 2.0) -> np.ndarray:
    """Return the (720, 1280, 3) picture of `balls` (name, x_mm, y_mm) on a cloth lit from one side."""
    camera = calibration.camera
    wide, tall = camera.image_size
    ground = _ground(calibration)
    lit = 0.8 + 0.3 * np.clip(ground[:, :1] / kit.width_mm, -1, 2)
    picture = (lit * np.array(CLOTH)).reshape(tall, wide, 3)
    away = [np.linalg.norm(camera.centre_mm - [x, y, kit.ball_radius_mm]) for _, x, y in balls]
    for k in np.argsort(away)[::-1]:
        _draw_ball(picture, camera, kit, balls[k])
    grain = np.random.default_rng(1).normal(0, noise, picture.shape)
    return np.asarray(np.clip(picture + grain, 0, 255).round(), np.uint8)


def _draw_ball(picture: np.ndarray, camera: Camera, kit: Kit, ball: tuple[str, float, float]) -> None:
    name, x, y = ball
    centre = np.array([x, y, kit.ball_radius_mm])
    at = np.round(camera.project(centre[None])[0]).astype(int)
    half = int(camera.ball_radius_px([[x, y]], kit.ball_radius_mm)[0] * 1.6) + 3
    fine = (np.arange((2 * half + 1) * FINE) + 0.5) / FINE - 0.5 - half
    u, v = np.meshgrid(at[0] + fine, at[1] + fine)
    rays = camera.rays(np.column_stack([u.ravel(), v.ravel()]))
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    toward = centre - camera.centre_mm
    along = rays @ toward
    miss2 = toward @ toward - along**2
    hit = miss2 < kit.ball_radius_mm**2
    surface = camera.centre_mm + rays * (along - np.sqrt(np.maximum(kit.ball_radius_mm**2 - miss2, 0)))[:, None]
    normal = (surface - centre) / kit.ball_radius_mm
    shade = 0.75 + 0.25 * np.clip(normal[:, 2], 0, 1)
    colour = shade[:, None] * np.array(BGR[name])
    colour[normal @ np.array([0.25, 0.3, 0.92]) > 0.985] = 250
    side = 2 * half + 1
    rows, columns = slice(at[1] - half, at[1] + half + 1), slice(at[0] - half, at[0] + half + 1)
    mean = (colour * hit[:, None]).reshape(side, FINE, side, FINE, 3).mean(axis=(1, 3))
    share = hit.reshape(side, FINE, side, FINE).mean(axis=(1, 3))[:, :, None]
    picture[rows, columns] = picture[rows, columns] * (1 - share) + mean
