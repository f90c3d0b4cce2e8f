"""Living rooms, clubs and studios: windows, rugs, cupboards and tables of other kinds, as flat pieces to be drawn."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.training.painter.anywhere.looks import CLOTHS, FLOORS, drawn_from
from models.training.painter.canvas import flat, rectangle
from models.training.painter.furniture import FLOOR_MM, outer, shade
from models.training.painter.looks import bgr
from models.training.painter.room import far_wall
from models.training.painter.scene import Colour, Slab
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]


def slab(points: Array, colour: Array | Colour) -> Slab:
    """Return a flat piece of (n, 3) points."""
    b, g, r = (float(part) for part in colour)
    return Slab(points_mm=tuple((float(x), float(y), float(z)) for x, y, z in points), colour=(b, g, r))


def box(outline: Array, heights: tuple[float, float], colour: Colour, camera: Camera) -> Iterator[Slab]:
    """Give the sides of an upright box that face a camera, and its top where that is seen."""
    eye, middle = camera.centre_mm, outline.mean(axis=0)
    for a, b in pairwise([*outline, outline[0]]):
        normal = np.array([b[1] - a[1], a[0] - b[0]])
        normal = normal * np.sign(normal @ ((a + b) / 2 - middle))
        if normal @ (eye[:2] - a) > 0:
            light = 0.55 + 0.25 * abs(normal[1]) / np.linalg.norm(normal)
            yield slab(np.vstack([flat([a, b], heights[0]), flat([b, a], heights[1])]), shade(colour, light))
    if eye[2] > heights[1]:
        yield slab(flat(outline, heights[1]), colour)


def windows(rng: np.random.Generator, kit: Kit, camera: Camera, wall_mm: float) -> Iterator[Slab]:
    """Give windows in the wall behind the table, bright as the day outside."""
    middle, side = far_wall(kit, camera, wall_mm)
    for step in rng.uniform(-3000, 3000, int(rng.integers(1, 4))):
        half, low, high = rng.uniform(400, 900), FLOOR_MM + rng.uniform(0, 900), FLOOR_MM + rng.uniform(1900, 2400)
        foot = np.array([middle + side * (step - half), middle + side * (step + half)])
        sky = bgr(rng.uniform(0.25, 0.62), rng.uniform(0, 0.3), rng.uniform(0.8, 1.0))
        yield slab(np.vstack([flat(foot, low), flat(foot[::-1], high)]), sky)
        frame = np.array([middle + side * (step - 25), middle + side * (step + 25)])
        yield slab(np.vstack([flat(frame, low), flat(frame[::-1], high)]), (225.0, 228.0, 230.0))


def rug(rng: np.random.Generator, middle: Array, half: tuple[float, float], colour: Colour | None) -> Iterator[Slab]:
    """Give a rug on the floor: a border, a field, and a pattern of stripes."""
    field = np.array(colour or drawn_from(rng, FLOORS[rng.integers(1, len(FLOORS))]))
    for shrink, by in ((0.0, rng.uniform(0.4, 1.5)), (rng.uniform(60, 220), 1.0)):
        x, y = half[0] - shrink, half[1] - shrink
        yield slab(flat(middle + rectangle(-x, -y, x, y), FLOOR_MM), shade(field, by))
    for at in rng.uniform(-0.9, 0.9, int(rng.integers(0, 9))):
        stripe = rectangle(-0.85 * half[0], at * half[1] - 15, 0.85 * half[0], at * half[1] + 15)
        yield slab(flat(middle + stripe, FLOOR_MM), rng.uniform(20, 220, 3))


def furniture(rng: np.random.Generator, kit: Kit, camera: Camera, count: int) -> Iterator[Slab]:
    """Give boxes that stand about the table, none of them between it and the camera: sofas, cupboards, stools."""
    middle, eye = np.array([kit.width_mm, kit.length_mm]) / 2, camera.centre_mm[:2]
    places = []
    for _ in range(count):
        turn = rng.uniform(0, 2 * np.pi)
        away = np.array([np.cos(turn), np.sin(turn)])
        at = middle + away * (np.array([kit.width_mm, kit.length_mm]) / 2 + outer(kit) + rng.uniform(600, 1800))
        if (at - middle) @ (eye - middle) <= 0.1 * np.linalg.norm(at - middle) * np.linalg.norm(eye - middle):
            places.append(at)
    for at in sorted(places, key=lambda at: -float(np.linalg.norm(at - eye))):
        x, y = rng.uniform(180, 700), rng.uniform(180, 500)
        high = FLOOR_MM + rng.uniform(350, 1100)
        colour = bgr(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.08, 0.7))
        yield from box(at + rectangle(-x, -y, x, y), (FLOOR_MM, high), colour, camera)


def other_table(rng: np.random.Generator, middle: Array, camera: Camera) -> Iterator[Slab]:
    """Give a table that is for no game of balls: for tennis, with its net, or one to sit at with a cloth on it."""
    colour = drawn_from(rng, CLOTHS[str(rng.choice(["green", "blue", "red", "grey"]))])
    if rng.random() < 0.5:
        x, y = 762.5, 1370.0
        yield from box(middle + rectangle(-x, -y, x, y), (-120.0, -85.0), colour, camera)
        for line in (
            (-x, -y, -x + 20, y),
            (x - 20, -y, x, y),
            (-x, -y, x, -y + 20),
            (-x, y - 20, x, y),
            (-2, -y, 2, y),
        ):
            yield slab(flat(middle + rectangle(*line), -84.0), (235.0, 235.0, 235.0))
        net = middle + np.array([[-x - 150, 0.0], [x + 150, 0.0]])
        yield slab(np.vstack([flat(net, -85.0), flat(net[::-1], 67.0)]), (60.0, 60.0, 60.0))
        return
    x, y = rng.uniform(350, 550), rng.uniform(600, 1300)
    yield from box(middle + rectangle(-x, -y, x, y), (-140.0, -100.0), colour, camera)
