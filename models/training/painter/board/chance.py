"""Scenes of boards by chance: sizes, stands, positions, players and onlookers, the same for the same seed."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.painter.board.layouts import random_layout
from models.training.painter.board.looks import random_look
from models.training.painter.board.people import board_player, waiting
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import Layout
from models.training.painter.people import nearest_side, random_clothes, reaching_arm
from models.training.painter.scene import DrawnBall, Limb, Scene
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point

Array = NDArray[np.float64]

ELBOW_ROOM_DEG: Final = 14.0
SLIDES_MM_S: Final = 500.0


def board_scene(rng: np.random.Generator, kit: Kit, size: tuple[int, int], layout: Layout = random_layout) -> Scene:
    """Return a scene by chance of a board like this one; the same generator state gives the same scene."""
    kit = like(rng, kit)
    kind, stand = random_stand(rng)
    camera = camera_at(kit, stand, size)
    discs = sliding(rng, kit, layout)
    limbs = random_people(rng, kit, discs)
    look = random_look(rng, kit, size, is_above=kind == "above")
    note = {"camera": kind, "table": kit.name}
    return Scene(kit=kit, camera=camera, look=look, balls=discs, limbs=limbs, seed=int(rng.integers(2**31)), note=note)


def like(rng: np.random.Generator, kit: Kit) -> Kit:
    """Return a board of other sizes: the book gives none, and boards differ."""
    names = (*kit.sizes_mm, "radius")
    by = dict(zip(names, rng.uniform(0.88, 1.12, len(names)), strict=True))
    hole = float(rng.uniform(0.9, 1.15))
    setback = float(rng.uniform(0, 18)) * (rng.random() < 0.5)
    pockets = tuple(
        replace(
            p, radius_mm=p.radius_mm * hole, mouth_mm=p.mouth_mm * hole,
            fall=Point(abs(p.fall.x_mm - setback), abs(p.fall.y_mm - setback)),
        )
        for p in kit.pockets
    )  # fmt: skip
    return replace(
        kit, pockets=pockets, sizes_mm={name: value * float(by[name]) for name, value in kit.sizes_mm.items()},
        ball_radius_mm=kit.ball_radius_mm * float(by["radius"]), disc_mm=kit.disc_mm * float(rng.uniform(0.7, 1.5)),
        nose_height_mm=kit.nose_height_mm * float(rng.uniform(0.7, 1.5)),
        rail_mm=kit.rail_mm * float(rng.uniform(0.9, 1.6)),
    )  # fmt: skip


def random_stand(rng: np.random.Generator) -> tuple[str, Stand]:
    """Return a kind of camera position and one of that kind: above, at a side, at a corner, or close by."""
    kind = str(rng.choice(["above", "side", "corner", "close"], p=[0.34, 0.34, 0.22, 0.10]))
    side, roll = 90.0 * float(rng.integers(4)), float(rng.normal(0, 0.8))
    if kind == "above":
        return kind, Stand(
            azimuth_deg=side + rng.normal(0, 4), elevation_deg=rng.uniform(68, 89.5),
            distance_mm=rng.uniform(1200, 3000), fill=rng.uniform(0.72, 1.1), roll_deg=roll,
            k1=rng.uniform(-0.16, 0.02),
        )  # fmt: skip
    if kind == "side":
        return kind, Stand(
            azimuth_deg=side + rng.normal(0, 9), elevation_deg=float(np.clip(rng.normal(40, 11), 17, 68)),
            distance_mm=rng.uniform(1300, 3800), fill=rng.uniform(0.65, 1.0), roll_deg=roll,
            lift=rng.uniform(-0.1, 0.08), k1=rng.uniform(-0.14, 0.03),
        )  # fmt: skip
    if kind == "corner":
        return kind, Stand(
            azimuth_deg=side + 45 + rng.normal(0, ELBOW_ROOM_DEG), elevation_deg=rng.uniform(20, 62),
            distance_mm=rng.uniform(1300, 3500), fill=rng.uniform(0.65, 1.05), roll_deg=2 * roll,
            k1=rng.uniform(-0.15, 0.03),
        )  # fmt: skip
    return kind, Stand(
        azimuth_deg=rng.uniform(-180, 180), elevation_deg=rng.uniform(15, 60), distance_mm=rng.uniform(1100, 2200),
        fill=rng.uniform(1.3, 2.4), roll_deg=roll, k1=rng.uniform(-0.05, 0.02),
        aim=(float(rng.uniform(150, 850)), float(rng.uniform(150, 850))),
    )  # fmt: skip


def sliding(rng: np.random.Generator, kit: Kit, layout: Layout) -> tuple[DrawnBall, ...]:
    """Return discs in a position by chance, some of them sliding."""
    moving, discs = rng.random() < 0.3, []
    for name, (x, y) in layout(rng, kit):
        is_fast = moving and rng.random() < (0.7 if name == "striker" else 0.2)
        pace, angle = (float(rng.exponential(SLIDES_MM_S)) if is_fast else 0.0), rng.uniform(0, 2 * np.pi)
        velocity = (pace * float(np.cos(angle)), pace * float(np.sin(angle)), 0.0)
        discs.append(DrawnBall(ball=name, at_mm=(x, y, kit.lies_mm), velocity_mm_s=velocity))
    return tuple(discs)


def random_people(rng: np.random.Generator, kit: Kit, discs: tuple[DrawnBall, ...]) -> tuple[Limb, ...]:
    """Return nobody, a player at the stroke, an arm over the board, the opponent, onlookers."""
    limbs: list[Limb] = []
    striker = next((disc for disc in discs if disc.ball == "striker"), None)
    draw = rng.random()
    if draw < 0.34 and striker is not None:
        is_far = striker.at_mm[1] > kit.length_mm / 2
        angle = (-np.pi / 2 if is_far else np.pi / 2) + float(np.clip(rng.normal(0, 0.45), -1.0, 1.0))
        limbs += board_player(kit, striker.at_mm, angle, float(rng.uniform(0, 110)), random_clothes(rng))
    elif draw < 0.5:
        for _ in range(int(rng.integers(1, 3))):
            at = (kit.width_mm * rng.uniform(0.02, 0.98), kit.length_mm * rng.uniform(0.02, 0.98), rng.uniform(15, 220))
            limbs += reaching_arm(at, nearest_side(kit, at[:2], height_mm=380.0), random_clothes(rng))
    while rng.random() < 0.45:
        side = float(rng.integers(4)) * np.pi / 2
        limbs += waiting(kit, side, float(rng.uniform(-600, 600)), random_clothes(rng), float(rng.uniform(230, 1500)))
    return tuple(limbs)
