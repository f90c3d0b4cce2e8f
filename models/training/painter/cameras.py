"""Cameras as they stand round snooker tables: behind an end as on television, overhead, at a corner, close by.

A camera is given by where it stands and what it looks at; its focal length is chosen so that the table fills a wanted
share of the picture, and it is turned until the table sits in the middle.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.painter.furniture import outer
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

SIZE = (1280, 720)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Where a camera stands, seen from the table's middle, and how it frames the table."""

    azimuth_deg: float
    """0: behind the Top cushion (the black near), 180: behind the Baulk end, 90: beside the right cushion."""
    elevation_deg: float
    distance_mm: float
    fill: float = 0.9
    """Share of the picture's width or height that the table takes, whichever is reached first."""
    roll_deg: float = 0.0
    lift: float = 0.0
    """How far above the picture's middle the table's middle sits, in parts of the height."""
    k1: float = 0.0
    aim: tuple[float, float] | None = None
    """A place to look at instead of the whole table (mm)."""


def camera_at(kit: Kit, stand: Stand, size: tuple[int, int] = SIZE) -> Camera:
    """Return the camera that stands and frames as told."""
    middle = np.array([kit.width_mm / 2, kit.length_mm / 2, 0.0])
    azimuth, elevation = np.radians(stand.azimuth_deg), np.radians(stand.elevation_deg)
    out = np.array([np.sin(azimuth) * np.cos(elevation), np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    eye = middle + stand.distance_mm * out
    forward_hint = -np.array([np.sin(azimuth), np.cos(azimuth), 0.0])
    aim = middle if stand.aim is None else np.array([*stand.aim, 0.0])
    corners = _corners(kit)
    for _ in range(4):
        turn = _looking(eye, aim, forward_hint, stand.roll_deg)
        seen = (corners - eye) @ turn.T
        flat = seen[:, :2] / seen[:, 2:]
        low, high = flat.min(axis=0), flat.max(axis=0)
        if stand.aim is None:
            centre = np.array([*(low + high) / 2, 1.0]) @ turn
            aim = eye + centre * (-eye[2] / centre[2]) if centre[2] < -1e-3 else aim
    focal = stand.fill * min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))
    matrix = np.array(
        [[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2 - stand.lift * size[1]], [0, 0, 1.0]]
    )
    rotation = np.asarray(cv2.Rodrigues(turn)[0], float).ravel()
    distortion = np.array([stand.k1, -0.2 * stand.k1, 0.0, 0.0, 0.0])
    return Camera(image_size=size, matrix=matrix, distortion=distortion, rotation=rotation, translation=-turn @ eye)


def _corners(kit: Kit) -> Array:
    reach = outer(kit)
    x, y = (-reach, kit.width_mm + reach), (-reach, kit.length_mm + reach)
    return np.array([(a, b, 40.0) for a in x for b in y])


def _looking(eye: Array, aim: Array, hint: Array, roll_deg: float) -> Array:
    """Return the (3, 3) rotation of a camera at `eye` that looks at `aim`, upright, then rolled."""
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    up = np.array([0.0, 0.0, 1.0]) * (1 - abs(ahead[2])) + hint * abs(ahead[2])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    roll = np.radians(roll_deg)
    turned = np.array([np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right, ahead])
    return np.asarray(turned)


def random_stand(chance: np.random.Generator, kit: Kit) -> tuple[str, Stand]:
    """Return a kind of camera position and one of that kind."""
    kind = str(chance.choice(["broadcast", "baulk-end", "overhead", "corner", "close"], p=[0.5, 0.1, 0.17, 0.11, 0.12]))
    scale, roll = kit.length_mm / 3569, float(chance.normal(0, 0.6))
    if kind in ("broadcast", "baulk-end"):
        azimuth = chance.normal(0, 3) + (0 if kind == "broadcast" else 180)
        return kind, Stand(
            azimuth_deg=azimuth,
            elevation_deg=float(np.clip(chance.normal(30, 6), 18, 56)),
            distance_mm=scale * chance.uniform(5000, 12000),
            fill=chance.uniform(0.72, 1.0),
            roll_deg=roll,
            lift=chance.uniform(-0.12, 0.06),
            k1=chance.uniform(-0.12, 0.03),
        )
    if kind == "overhead":
        side = float(chance.choice([90, -90, 0, 180], p=[0.45, 0.4, 0.1, 0.05]))
        return kind, Stand(
            azimuth_deg=side + chance.normal(0, 1.5),
            elevation_deg=chance.uniform(76, 89.5),
            distance_mm=scale * chance.uniform(2600, 6000),
            fill=chance.uniform(0.8, 1.15),
            roll_deg=roll,
            k1=chance.uniform(-0.16, 0.02),
        )
    if kind == "corner":
        return kind, Stand(
            azimuth_deg=chance.uniform(15, 165) * chance.choice([-1, 1]),
            elevation_deg=chance.uniform(14, 50),
            distance_mm=scale * chance.uniform(3200, 7000),
            fill=chance.uniform(0.8, 1.2),
            roll_deg=roll * 2,
            k1=chance.uniform(-0.15, 0.03),
        )
    aim = (kit.width_mm * chance.uniform(0.1, 0.9), kit.length_mm * chance.uniform(0.1, 0.9))
    return kind, Stand(
        azimuth_deg=chance.uniform(-180, 180),
        elevation_deg=chance.uniform(9, 40),
        distance_mm=scale * chance.uniform(3000, 6000),
        fill=chance.uniform(1.5, 3.2),
        roll_deg=roll,
        k1=chance.uniform(-0.05, 0.02),
        aim=aim,
    )
