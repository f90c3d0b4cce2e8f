"""Looks by chance: cloths, floors, woods, lamps, lenses and sensors as they are met in halls and on television."""

import colorsys

import numpy as np

from models.training.painter.room import WORDS
from models.training.painter.scene import Colour, Lamp, Look, Strip
from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit

BALLS: dict[str, tuple[float, float, float]] = {
    "white": (0.13, 0.20, 0.93),
    "yellow": (0.135, 0.93, 0.95),
    "green": (0.46, 0.95, 0.46),
    "brown": (0.055, 0.80, 0.55),
    "blue": (0.585, 0.88, 0.78),
    "pink": (0.985, 0.42, 0.95),
    "black": (0.6, 0.2, 0.10),
    "red": (0.995, 0.93, 0.74),
}
"""Hue, saturation and value that each ball's colour varies round."""

SPREAD: dict[str, tuple[float, float, float]] = {
    "white": (0.03, 0.14, 0.07),
    "yellow": (0.018, 0.1, 0.07),
    "green": (0.045, 0.12, 0.10),
    "brown": (0.018, 0.12, 0.11),
    "blue": (0.025, 0.12, 0.14),
    "pink": (0.02, 0.13, 0.06),
    "black": (0.3, 0.2, 0.05),
    "red": (0.012, 0.1, 0.13),
}

AGED: dict[str, Colour] = {
    "white": (172.0, 214.0, 228.0), "yellow": (38.0, 176.0, 214.0), "green": (62.0, 92.0, 16.0),
    "brown": (30.0, 62.0, 104.0), "blue": (150.0, 84.0, 32.0), "pink": (148.0, 132.0, 214.0),
    "black": (30.0, 27.0, 26.0), "red": (34.0, 24.0, 158.0),
}  # fmt: skip
"""A set that was played with for years: yellowed, darker, and dull (blue, green, red)."""
AGED_GLOSS = 0.5


def bgr(hue: float, saturation: float, value: float) -> Colour:
    """Return a colour from hue, saturation and value, each 0 to 1."""
    r, g, b = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0))
    return 255 * b, 255 * g, 255 * r


def ball_colours(rng: np.random.Generator) -> dict[str, Colour]:
    """Return a colour for each kind of ball."""
    return {name: bgr(*(np.array(BALLS[name]) + rng.uniform(-1, 1, 3) * np.array(SPREAD[name]))) for name in SNOOKER}


def random_cloth(rng: np.random.Generator) -> Colour:
    """Return a cloth: greens of many sorts mostly, some teal, grey-green, blue or red."""
    draw = rng.random()
    if draw < 0.78:
        return bgr(rng.normal(0.35, 0.03), rng.uniform(0.6, 1.0), rng.uniform(0.35, 0.75))
    if draw < 0.9:
        return bgr(rng.uniform(0.38, 0.5), rng.uniform(0.18, 0.8), rng.uniform(0.4, 0.7))
    if draw < 0.97:
        return bgr(rng.uniform(0.52, 0.64), rng.uniform(0.4, 0.95), rng.uniform(0.3, 0.75))
    return bgr(rng.uniform(0.94, 1.02), rng.uniform(0.5, 0.9), rng.uniform(0.3, 0.6))


def lamps_over(rng: np.random.Generator, kit: Kit, is_overhead: bool) -> tuple[Lamp, ...]:
    """Return the lamps: a low canopy, a row, or a high studio grid."""
    x, y = kit.width_mm / 2, kit.length_mm / 2
    kind = rng.random()
    height = rng.uniform(900, 1400) if kind < 0.4 else rng.uniform(1600, 3800)
    if is_overhead and height < 1500:
        height = rng.uniform(1800, 3500)
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    half = (rng.uniform(80, 420) / columns, rng.uniform(100, 900) / rows)
    spread = (rng.uniform(200, 1100), rng.uniform(400, 1800) * kit.length_mm / 3569)
    xs = [x] if columns == 1 else np.linspace(x - spread[0], x + spread[0], columns)
    ys = [y] if rows == 1 else np.linspace(y - spread[1], y + spread[1], rows)
    each = 1.25 / (rows * columns)
    shift = rng.normal(0, 150, 2)
    lamps = [
        Lamp(
            centre_mm=(float(a + shift[0]), float(b + shift[1]), float(height)),
            half_size_mm=half,
            power=each * rng.uniform(0.7, 1.2),
        )
        for a in xs
        for b in ys
    ]
    if rng.random() < 0.3:
        aside = (float(rng.uniform(-3000, 5000)), float(rng.uniform(-2000, 6000)), float(rng.uniform(1500, 3500)))
        lamps.append(
            Lamp(
                centre_mm=aside, half_size_mm=(rng.uniform(50, 400), rng.uniform(50, 400)), power=rng.uniform(0.1, 0.35)
            )
        )
    return tuple(lamps)


def random_strips(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Strip, ...]:
    """Return score strips and logos, or none."""
    width, height = size
    strips = []
    if rng.random() < 0.55:
        wide, tall = int(width * rng.uniform(0.35, 0.6)), int(height * rng.uniform(0.03, 0.055))
        x = int((width - wide) / 2 + rng.normal(0, 60))
        y = int(height * rng.uniform(0.84, 0.96)) - tall
        count = int(rng.integers(3, 8))
        palette = [bgr(rng.random(), rng.uniform(0, 1), rng.uniform(0.05, 1)) for _ in range(3)]
        colours = tuple(palette[int(rng.integers(3))] for _ in range(count))
        texts = tuple(str(rng.integers(0, 147)) if i % 2 else str(rng.choice(WORDS)) for i in range(count))
        strips.append(
            Strip(box_px=(x, y, x + wide, y + tall), colours=colours, texts=texts, opacity=rng.uniform(0.8, 1.0))
        )
    while rng.random() < 0.35:
        x, y = int(rng.choice([0.02, 0.8]) * width), int(rng.choice([0.03, 0.05, 0.93]) * height)
        colour = bgr(rng.random(), rng.random(), rng.random())
        box = (x, y, x + int(rng.integers(60, 200)), y + int(rng.integers(16, 40)))
        strips.append(
            Strip(box_px=box, colours=(colour,), texts=(str(rng.choice(WORDS)),), opacity=rng.uniform(0.4, 1.0))
        )
    return tuple(strips)


def thrown_lines(rng: np.random.Generator, kit: Kit) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return rings and lines of light on the cloth, or mostly none."""
    if rng.random() > 0.07:
        return ()
    chains = []
    for _ in range(int(rng.integers(1, 14))):
        x, y = rng.uniform(0.05, 0.95) * kit.width_mm, rng.uniform(0.05, 0.95) * kit.length_mm
        angle = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi, 25)
        reach = rng.uniform(38, 110)
        if rng.random() < 0.3:
            angle, reach = angle[[0, 12]], rng.uniform(100, 900)
        chains.append(tuple((float(x + reach * np.cos(a)), float(y + reach * np.sin(a))) for a in angle))
    return tuple(chains)


def random_look(rng: np.random.Generator, kit: Kit, kind: str, size: tuple[int, int]) -> Look:
    """Return a look by chance for a camera of that kind."""
    cloth = random_cloth(rng)
    is_light = rng.random() < 0.7
    line = (
        np.array(cloth) * rng.uniform(0.2, 0.7)
        if not is_light
        else np.array(cloth) + rng.uniform(0.1, 0.9) * (235 - np.array(cloth))
    )
    leather = (
        bgr(rng.uniform(0.05, 0.13), rng.uniform(0.1, 0.5), rng.uniform(0.55, 0.95))
        if rng.random() < 0.75
        else bgr(0.08, 0.3, rng.uniform(0.03, 0.3))
    )
    warm = rng.normal(0, 0.05)
    bright = rng.uniform(0.72, 1.15)
    gains = (bright * (1 - warm), bright * (1 + rng.normal(0, 0.02)), bright * (1 + warm))
    netted = tuple((p.name, str(rng.choice(SNOOKER))) for p in kit.pockets if rng.random() < 0.12)
    return Look(
        cloth=cloth,
        floor=bgr(rng.random(), rng.uniform(0.05, 0.85), rng.uniform(0.05, 0.6)),
        wall=bgr(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.8)),
        wood=bgr(rng.uniform(-0.06, 0.09), rng.uniform(0.3, 0.85), rng.uniform(0.06, 0.4)),
        leather=leather,
        line=(float(line[0]), float(line[1]), float(line[2])),
        balls=ball_colours(rng),
        lamps=lamps_over(rng, kit, kind == "overhead"),
        ambient=rng.uniform(0.25, 0.5),
        falloff=rng.uniform(0.02, 0.4),
        line_mm=rng.uniform(1.5, 4.5),
        spot_mm=rng.choice([0.0, 6.0, 8.0]),
        has_full_plates=bool(rng.random() < 0.4),
        wall_mm=None if kind == "overhead" or rng.random() < 0.4 else rng.uniform(800, 4500),
        boards=int(rng.integers(0, 4)),
        crowd=rng.uniform(0.2, 1) if rng.random() < 0.3 else 0.0,
        grain=rng.uniform(0.5, 5),
        shadow=rng.uniform(0.25, 0.7),
        gloss=rng.uniform(0.55, 1.0),
        shutter_s=rng.choice([1 / 50, 1 / 100, 1 / 200, 1 / 30]),
        blur_px=rng.choice([0.0, 0.45, 0.6, 0.8, 1.1, 1.5], p=[0.12, 0.22, 0.26, 0.22, 0.12, 0.06]),
        sharpen=rng.choice([0, 0, 0.3, 0.7]),
        noise=rng.exponential(2.2),
        gains=gains,
        gamma=rng.uniform(0.85, 1.2),
        jpeg=int(rng.integers(38, 97)),
        strips=random_strips(rng, size),
        netted=netted,
        sights=bool(rng.random() < 0.15),
        thrown=thrown_lines(rng, kit),
        seed=int(rng.integers(2**31)),
    )
