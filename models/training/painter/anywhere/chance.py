"""Any table for snooker, anywhere, by chance: the same for the same seed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.painter.anywhere.looks import random_look
from models.training.painter.anywhere.rooms import furniture, rug, windows
from models.training.painter.anywhere.stands import random_camera
from models.training.painter.chance import random_balls, random_people
from models.training.painter.furniture import outer
from models.training.painter.layouts import Placed, random_layout
from models.training.painter.people import bystander, random_clothes
from models.training.painter.scene import DrawnBall, Limb, Look, Scene, Slab
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.store.kits import snooker_kits

Array = NDArray[np.float64]

STREAM: Final = 21
"""Sets the numbers of these scenes apart from those of other painters with the same seed."""
HIDDEN: Final = ("nothing", "corner cut", "person", "lamp")
HIDDEN_ODDS: Final = (0.58, 0.14, 0.14, 0.14)
WIDE_SHARE, NOSE_MM = (0.85, 1.3), 1.5
"""Makers differ from what a kit says: in how wide a cushion's top is, and in how high its nose lies (1 sigma)."""


def scene_anywhere(seed: int) -> Scene:
    """Return the scene of a seed: one table for snooker, and what is known of it in `note`."""
    rng = np.random.default_rng((seed, STREAM))
    kits = snooker_kits()
    kit = kits[rng.integers(len(kits))]
    hidden = str(rng.choice(HIDDEN, p=HIDDEN_ODDS))
    kind, camera = random_camera(rng, kit, cut=hidden == "corner cut")
    look, called = random_look(rng, kit, is_above=kind == "above")
    maker = replace(
        kit, cushion_mm=kit.cushion_mm * rng.uniform(*WIDE_SHARE),
        nose_height_mm=kit.nose_height_mm + NOSE_MM * float(np.clip(rng.normal(), -2, 2)),
    )  # fmt: skip
    balls = tuple(replace(ball, velocity_mm_s=(0.0, 0.0, 0.0)) for ball in random_balls(rng, kit, set_out))
    limbs = before(rng, kit, camera, balls, hidden)
    look = replace(look, slabs=tuple(around(rng, kit, camera, look)))
    if hidden == "lamp":
        (lamp,) = limbs
        high = lamp.points_mm[0][2]  # what lights the table is this lamp: it throws no shadow of itself
        lamps = (replace(one, centre_mm=(*one.centre_mm[:2], min(one.centre_mm[2], high))) for one in look.lamps)
        look = replace(look, lamps=tuple(lamps))
    note = {"camera": kind, "table": kit.name, "hidden": hidden, **called}
    return Scene(
        kit=maker, camera=camera, look=look, balls=balls, limbs=limbs,
        seed=int(rng.integers(2**31)), note=note,
    )  # fmt: skip


def set_out(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return a position with no more balls of a kind than a set has."""
    while True:
        placed = random_layout(rng, kit)
        if all(sum(ball == name for ball, _ in placed) <= count for name, count in kit.pieces.items()):
            return placed


def around(rng: np.random.Generator, kit: Kit, camera: Camera, look: Look) -> Iterator[Slab]:
    """Give what stands round a table."""
    if look.wall_mm is not None and rng.random() < 0.6:
        yield from windows(rng, kit, camera, look.wall_mm)
    if rng.random() < 0.35:
        half = (kit.width_mm / 2 + rng.uniform(300, 1000), kit.length_mm / 2 + rng.uniform(200, 900))
        yield from rug(rng, np.array([kit.width_mm, kit.length_mm]) / 2, half, None)
    yield from furniture(rng, kit, camera, int(rng.integers(0, 6)))


def before(
    rng: np.random.Generator, kit: Kit, camera: Camera, balls: tuple[DrawnBall, ...], hidden: str
) -> tuple[Limb, ...]:
    """Return who and what stands before the table: nobody, players, a person at a corner, a lamp that hangs low."""
    if hidden == "person":
        return at_corner(rng, kit, camera)
    if hidden == "lamp":
        return hanging(rng, kit, camera)
    return random_people(rng, kit, balls) if rng.random() < 0.4 else ()


def at_corner(rng: np.random.Generator, kit: Kit, camera: Camera) -> tuple[Limb, ...]:
    """Return somebody who stands between the camera and one of the corners that are nearer to it."""
    corners = np.array([(0, 0), (kit.width_mm, 0), (0, kit.length_mm), (kit.width_mm, kit.length_mm)], float)
    near = corners[np.argsort(np.linalg.norm(corners - camera.centre_mm[:2], axis=1))[int(rng.integers(2))]]
    out = np.sign(near - np.array([kit.width_mm, kit.length_mm]) / 2)
    x, y = near + out * (outer(kit) + rng.uniform(0, 200))
    return tuple(
        replace(limb, is_behind=False, stands=True) for limb in bystander((float(x), float(y)), random_clothes(rng))
    )


def hanging(rng: np.random.Generator, kit: Kit, camera: Camera) -> tuple[Limb, ...]:
    """Return a lamp over the length of the table, so low that it hides cloth from the camera."""
    high = max(float(rng.uniform(0.35, 0.6) * camera.centre_mm[2]), 350.0)
    x = kit.width_mm * float(rng.uniform(0.4, 0.6))
    ends = tuple((x, float(share) * kit.length_mm, high) for share in (rng.uniform(0.15, 0.35), rng.uniform(0.6, 0.85)))
    wide, bright = float(rng.uniform(50, 130)), float(rng.uniform(30, 250))
    shade = (bright, bright, bright)
    return (Limb(points_mm=ends, radii_mm=(wide, wide), colour=shade, shine=0.4),)
