"""Scenes by chance: tables, lights, cameras, positions and people, varied widely, the same for the same seed."""

import numpy as np
from numpy.typing import NDArray

from models.training.painter.board.chance import board_scene
from models.training.painter.cameras import SIZE, camera_at, random_stand
from models.training.painter.layouts import Layout, random_layout
from models.training.painter.looks import random_look
from models.training.painter.people import bystander, cue, nearest_side, player, random_clothes, reaching_arm
from models.training.painter.scene import DrawnBall, Limb, Scene
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

Array = NDArray[np.float64]

TABLES = ("snooker-12ft", "snooker-10ft", "snooker-9ft", "snooker-8ft", "snooker-7ft", "small-1881")
TABLE_ODDS = (0.72, 0.06, 0.05, 0.04, 0.04, 0.09)


def scene_on(rng: np.random.Generator, kit: Kit, size: tuple[int, int] = SIZE) -> Scene:
    """Return a scene by chance on a table like this one: a board of other sizes, or one of snooker's tables."""
    return board_scene(rng, kit, size) if kit.disc_mm else random_scene(rng, size)


def random_scene(rng: np.random.Generator, size: tuple[int, int] = SIZE, layout: Layout = random_layout) -> Scene:
    """Return a scene of snooker by chance, its balls placed by `layout`; the same generator gives the same scene."""
    kit = find_kit(str(rng.choice(TABLES, p=TABLE_ODDS)))
    kind, stand = random_stand(rng, kit)
    camera = camera_at(kit, stand, size)
    balls = random_balls(rng, kit, layout)
    limbs = random_people(rng, kit, balls)
    look = random_look(rng, kit, kind, size)
    note = {"camera": kind, "table": kit.name}
    return Scene(kit=kit, camera=camera, look=look, balls=balls, limbs=limbs, seed=int(rng.integers(2**31)), note=note)


def random_balls(rng: np.random.Generator, kit: Kit, layout: Layout = random_layout) -> tuple[DrawnBall, ...]:
    """Return balls in a position by chance, some of them rolling."""
    z, moving = kit.ball_radius_mm, rng.random() < 0.35
    balls = []
    for name, (x, y) in layout(rng, kit):
        speed = float(rng.exponential(900.0)) if moving and rng.random() < (0.7 if name == "white" else 0.18) else 0.0
        angle = rng.uniform(0, 2 * np.pi)
        velocity = (speed * np.cos(angle), speed * np.sin(angle), 0.0)
        balls.append(DrawnBall(ball=name, at_mm=(float(x), float(y), z), velocity_mm_s=velocity))
    return tuple(balls)


def random_people(rng: np.random.Generator, kit: Kit, balls: tuple[DrawnBall, ...]) -> tuple[Limb, ...]:
    """Return nobody, a player at the stroke, an arm over the table, a lone cue, bystanders, a chalk."""
    limbs: list[Limb] = []
    draw = rng.random()
    white = next((ball for ball in balls if ball.ball == "white"), None)
    if draw < 0.32 and white is not None:
        angle = _stroke_angle(rng, kit, white.at_mm)
        limbs += player(
            white.at_mm, angle, float(rng.uniform(0, 180)), random_clothes(rng), float(rng.uniform(170, 380))
        )
    elif draw < 0.5:
        for _ in range(int(rng.integers(1, 3))):
            at = (kit.width_mm * rng.uniform(0.02, 0.98), kit.length_mm * rng.uniform(0.02, 0.98), rng.uniform(25, 300))
            limbs += reaching_arm(at, nearest_side(kit, at[:2]), random_clothes(rng))
    elif draw < 0.6:
        limbs += lone_cue(rng, kit)
    while rng.random() < 0.4:
        limbs += bystander(_beside(rng, kit), random_clothes(rng))
    if rng.random() < 0.35:
        place = (-rng.uniform(60, 130), kit.length_mm * rng.uniform(0.1, 0.9), kit.nose_height_mm + 15)
        b, g, r = np.array([(150, 90, 30), (90, 130, 40), (160, 160, 120)])[rng.integers(3)] * rng.uniform(0.7, 1.1)
        colour = (float(b), float(g), float(r))
        limbs.append(Limb(points_mm=(place,), radii_mm=(13.0,), colour=colour))
    return tuple(limbs)


def _stroke_angle(rng: np.random.Generator, kit: Kit, at: tuple[float, float, float]) -> float:
    """Return a direction for which the player stands outside of the table: away from the nearest cushion, mostly."""
    shoulder = nearest_side(kit, at[:2])
    away = np.arctan2(at[1] - shoulder[1], at[0] - shoulder[0])
    return float(away + rng.normal(0, 0.5))


def _beside(rng: np.random.Generator, kit: Kit) -> tuple[float, float]:
    side = rng.integers(3)
    if side == 0:
        return float(kit.width_mm * rng.uniform(-0.6, 1.6)), float(-rng.uniform(500, 2000))
    x = -rng.uniform(400, 1600) if side == 1 else kit.width_mm + rng.uniform(400, 1600)
    return float(x), float(kit.length_mm * rng.uniform(-0.2, 1.1))


def lone_cue(rng: np.random.Generator, kit: Kit) -> tuple[Limb, ...]:
    """Return a cue that reaches in, or lies on the table."""
    tip = np.array(
        [kit.width_mm * rng.uniform(0.05, 0.95), kit.length_mm * rng.uniform(0.05, 0.95), rng.uniform(10, 120)]
    )
    angle = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(angle), np.sin(angle), -rng.uniform(0.0, 0.3)])
    return cue(tip, ahead / np.linalg.norm(ahead))
