"""Where cameras stand in homes and clubs: a phone in a hand or on a shelf, a wide lens, one under the ceiling."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.painter.cameras import Stand, camera_at
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Size = tuple[int, int]
Range = tuple[float, float]

UPRIGHT: Final[tuple[Size, ...]] = ((1080, 1920), (1200, 1600), (720, 1280))
LYING: Final[tuple[Size, ...]] = ((1920, 1080), (1600, 1200), (1280, 720))
STANDS: Final = ("phone upright", "phone", "wide", "end", "corner", "above")
WIDE_DEG: Final = (85.0, 120.0)
WIDEST_DEG: Final = 122.0
"""No lens is wider than this: what a nearer camera would need, bends a picture over itself."""
TWELVE_FT_MM: Final = 3569.0
TRIES: Final = 200
LEAST_IN_VIEW: Final = 0.93
"""Share of the bed that a picture shows at least, even one that cuts a corner off."""


def random_camera(rng: np.random.Generator, kit: Kit, cut: bool) -> tuple[str, Camera]:
    """Return a kind of stand and a camera that stands so; `cut`: a corner of the playing area is out of the picture."""
    kind = str(rng.choice(STANDS))
    for _ in range(TRIES):
        camera = DRAWN[kind](rng, kit, cut)
        out, share = out_of_view(camera, kit)
        framed = (1 <= out <= 2 and share >= LEAST_IN_VIEW) if cut else out == 0
        if framed and lens_deg(camera) <= WIDEST_DEG:
            return kind, camera
    return random_camera(rng, kit, cut)


def out_of_view(camera: Camera, kit: Kit) -> tuple[int, float]:
    """Return how many corners of the playing area a picture leaves out, and which share of the bed it shows."""
    xs, ys = np.meshgrid(np.linspace(0, kit.width_mm, 25), np.linspace(0, kit.length_mm, 49))
    corners = [(0, 0), (kit.width_mm, 0), (0, kit.length_mm), (kit.width_mm, kit.length_mm)]
    inside = [
        np.all((seen > 0) & (seen < np.array(camera.image_size) - 1), axis=1)
        for seen in (camera.project_on(corners, 0.0), camera.project_on(np.column_stack([xs.ravel(), ys.ravel()]), 0.0))
    ]
    return int(np.sum(~inside[0])), float(np.mean(inside[1]))


def lens_deg(camera: Camera) -> float:
    """Return the angle between the left and the right edge of what a camera sees."""
    width, height = camera.image_size
    left, right = camera.rays([(0, height / 2), (width - 1, height / 2)])
    cosine = left @ right / np.linalg.norm(left) / np.linalg.norm(right)
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def _framed(rng: np.random.Generator, kit: Kit, stand: Stand, size: Size, cut: bool) -> Camera:
    """Return the camera of a stand; where a corner is to be cut off, it looks a little aside of the table."""
    if cut:
        aside = rng.uniform(-0.22, 0.22, 2) * [kit.width_mm, kit.length_mm]
        stand = replace(
            stand, aim=(kit.width_mm / 2 + aside[0], kit.length_mm / 2 + aside[1]), fill=rng.uniform(1, 1.3)
        )
    return camera_at(kit, stand, size)


def _size(rng: np.random.Generator, sizes: tuple[Size, ...]) -> Size:
    return sizes[rng.integers(len(sizes))]


def _hand(rng: np.random.Generator, kit: Kit, size: Size, cut: bool) -> Camera:
    """Return a phone in a hand, or on a shelf: held upright at one end, else anywhere round the table."""
    at_end = size[0] < size[1] or rng.random() < 0.4
    azimuth = rng.choice([0, 180]) + rng.normal(0, 14) if at_end else rng.uniform(-180, 180)
    half = (kit.length_mm if at_end else kit.width_mm) / 2
    high_mm, away_mm = rng.uniform(700, 1600), half + rng.uniform(350, 1500)
    stand = Stand(
        azimuth_deg=azimuth, elevation_deg=float(np.degrees(np.arctan2(high_mm, away_mm))),
        distance_mm=float(np.hypot(high_mm, away_mm)), fill=rng.uniform(0.78, 0.99), roll_deg=rng.normal(0, 1.5),
        k1=rng.uniform(-0.08, 0.04),
    )  # fmt: skip
    return _framed(rng, kit, stand, size, cut)


def _wide(rng: np.random.Generator, kit: Kit, cut: bool) -> Camera:
    """Return a camera with a lens so wide, as near as such a lens must be to show all of the table."""
    size, due = _size(rng, LYING), rng.uniform(*WIDE_DEG)
    stand = Stand(
        azimuth_deg=rng.uniform(-180, 180), elevation_deg=rng.uniform(28, 75), distance_mm=kit.length_mm,
        fill=rng.uniform(0.85, 0.99), roll_deg=rng.normal(0, 1.0),
    )  # fmt: skip
    near, far = 0.3 * kit.length_mm, 1.5 * kit.length_mm
    for _ in range(12):
        middle = (near + far) / 2
        camera = camera_at(kit, replace(stand, distance_mm=middle), size)
        near, far = (
            (middle, far) if not np.all(np.isfinite(camera.matrix)) or lens_deg(camera) > due else (near, middle)
        )
    bend = rng.uniform(-0.18, 0.0) * (camera.matrix[0, 0] / (size[0] / 2)) ** 2
    return _framed(rng, kit, replace(stand, distance_mm=far, k1=bend), size, cut)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """Where a camera is screwed to, and how well it is set up: between which bounds each is drawn."""

    azimuth_deg: Callable[[np.random.Generator], float]
    elevation_deg: Range
    distance_mm: Range
    """From the middle of a table of 12 ft, and in proportion from others."""
    fill: Range = (0.75, 0.98)
    roll_deg: float
    """1 sigma."""
    k1: Range = (-0.12, 0.03)


def _of_mount(mount: Mount, rng: np.random.Generator, kit: Kit, cut: bool) -> Camera:
    stand = Stand(
        azimuth_deg=mount.azimuth_deg(rng), elevation_deg=rng.uniform(*mount.elevation_deg),
        distance_mm=kit.length_mm / TWELVE_FT_MM * rng.uniform(*mount.distance_mm), fill=rng.uniform(*mount.fill),
        roll_deg=rng.normal(0, mount.roll_deg), k1=rng.uniform(*mount.k1),
    )  # fmt: skip
    return _framed(rng, kit, stand, _size(rng, LYING), cut)


MOUNTS: Final = {
    "end": Mount(
        azimuth_deg=lambda rng: rng.choice([0, 180]) + rng.normal(0, 5), elevation_deg=(18, 50),
        distance_mm=(3800, 8000), roll_deg=0.6,
    ),
    "corner": Mount(
        azimuth_deg=lambda rng: rng.uniform(15, 165) * rng.choice([-1, 1]), elevation_deg=(20, 50),
        distance_mm=(3200, 6000), roll_deg=1.2,
    ),
    "above": Mount(
        azimuth_deg=lambda rng: rng.choice([90, -90]) + rng.normal(0, 1.5), elevation_deg=(74, 89.5),
        distance_mm=(2600, 4500), fill=(0.8, 0.99), roll_deg=0.8, k1=(-0.16, 0.02),
    ),
}  # fmt: skip
DRAWN: Final[dict[str, Callable[[np.random.Generator, Kit, bool], Camera]]] = {
    "phone upright": lambda rng, kit, cut: _hand(rng, kit, _size(rng, UPRIGHT), cut),
    "phone": lambda rng, kit, cut: _hand(rng, kit, _size(rng, LYING), cut),
    "wide": _wide,
    **{name: partial(_of_mount, mount) for name, mount in MOUNTS.items()},
}
