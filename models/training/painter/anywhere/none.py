"""Pictures without a table for snooker: rooms, green carpets, other tables, studios; and tables for pool."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.painter.anywhere.looks import CLOTHS, drawn_from, random_look
from models.training.painter.anywhere.rooms import furniture, other_table, rug, windows
from models.training.painter.anywhere.stands import random_camera
from models.training.painter.canvas import Canvas
from models.training.painter.electronics import developed
from models.training.painter.layouts import Placed, anywhere
from models.training.painter.light import gleaming
from models.training.painter.looks import random_strips
from models.training.painter.paint import brightness, paint, paint_behind
from models.training.painter.people import bystander, random_clothes
from models.training.painter.room import lay_strip, paint_room
from models.training.painter.scene import DrawnBall, Limb, Look, Scene
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

STREAM: Final = 22
KINDS: Final = ("room", "carpet", "other table", "studio", "pool")
POOL: Final = {"white": 1, "yellow": 7, "red": 7, "black": 1}
POOL_BALL_MM: Final = 50.8
"""Balls of English pool: two inches."""


def without_table(seed: int) -> tuple[str, Image]:
    """Return what kind of picture without a table for snooker a seed gives, and the picture."""
    rng = np.random.default_rng((seed, STREAM))
    kind = KINDS[seed % len(KINDS)]
    return kind, paint(pool_scene(rng)) if kind == "pool" else bare(rng, kind)


def pool_scene(rng: np.random.Generator) -> Scene:
    """Return a table for English pool with its balls: seven reds, seven yellows, a black and the cue-ball."""
    usual = find_kit("snooker-7ft")
    kit = replace(usual, name="english-pool", ball_radius_mm=POOL_BALL_MM / 2, pieces=POOL, d_radius_mm=0.0, spots={})
    kind, camera = random_camera(rng, kit, cut=False)
    look, called = random_look(rng, kit, is_above=kind == "above")
    cloth = str(rng.choice(["black", "black", "blue", "red", "grey", "green"]))
    look = replace(
        look, cloth=drawn_from(rng, CLOTHS[cloth]), wood=drawn_from(rng, ((0.03, 0.08), (0.3, 0.6), (0.3, 0.6)))
    )
    placed: Placed = []
    for name, count in POOL.items():
        for _ in range(count):
            at = anywhere(rng, kit, placed)
            placed += [(name, at)] if at is not None else []
    balls = tuple(DrawnBall(ball=name, at_mm=(x, y, kit.ball_radius_mm)) for name, (x, y) in placed)
    note = {**called, "camera": kind, "table": kit.name, "cloth": cloth}
    return Scene(kit=kit, camera=camera, look=look, balls=balls, seed=int(rng.integers(2**31)), note=note)


def bare(rng: np.random.Generator, kind: str) -> Image:
    """Return a room, a carpet, a table of another kind or a studio, as somebody would photograph a table there."""
    kit = find_kit(str(rng.choice(["snooker-12ft", "snooker-8ft", "snooker-6ft"])))
    stand, camera = random_camera(rng, kit, cut=False)
    look, _ = random_look(rng, kit, is_above=stand == "above")
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    slabs = list(windows(rng, kit, camera, look.wall_mm)) if look.wall_mm is not None and kind != "studio" else []
    if kind == "carpet":
        half = float(rng.uniform(700, 1200)), float(rng.uniform(1000, 2400))
        slabs += rug(rng, middle, half, drawn_from(rng, CLOTHS["green" if rng.random() < 0.7 else "blue"]))
    slabs += furniture(rng, kit, camera, int(rng.integers(3, 10)))
    if kind == "other table":
        slabs += other_table(rng, middle, camera)
    if kind == "studio":
        crowd = float(rng.uniform(0.2, 1)) if rng.random() < 0.6 else 0.0
        look = replace(look, crowd=crowd, boards=int(rng.integers(1, 4)), wall_mm=float(rng.uniform(-800, 1500)))
    places = middle + rng.uniform(-1500, 1500, (int(rng.integers(0, 4)), 2))
    people = tuple(limb for x, y in places for limb in bystander((float(x), float(y)), random_clothes(rng)))
    look = replace(look, slabs=tuple(slabs), strips=random_strips(rng, camera.image_size) if kind == "studio" else ())
    return room_painted(kit, camera, look, people, int(rng.integers(2**31)))


def room_painted(kit: Kit, camera: Camera, look: Look, people: tuple[Limb, ...], seed: int) -> Image:
    """Return the picture of a room round a table that is not there."""
    canvas = Canvas(camera)
    paint_room(canvas, kit, look)
    for piece in look.slabs:
        canvas.fill(piece.points_mm, piece.colour)
    for limb in people:
        paint_behind(canvas, limb)
    picture = np.asarray(
        canvas.finished() * brightness(kit, camera, look)[..., None] + gleaming(camera, look), np.float32
    )
    taken = np.zeros(picture.shape[:2], np.float32)
    for strip in look.strips:
        lay_strip(picture, taken, strip)
    return developed(picture, look, seed)
