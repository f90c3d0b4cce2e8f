"""Looks of boards by chance: woods, varnish, lines, nets, discs in two colours and a striker, lamps and daylight."""

from typing import Final

import numpy as np

from models.training.painter.looks import bgr, lamps_over, random_strips
from models.training.painter.scene import BoardLook, Colour, DiscLook, Lamp, Look
from tracker.domain.table.kit import Kit

Hsv = tuple[float, float, float]

LIGHT: Final[tuple[Hsv, ...]] = (
    (0.10, 0.35, 0.88), (0.095, 0.50, 0.80), (0.11, 0.20, 0.95), (0.0, 0.02, 0.95), (0.14, 0.75, 0.92),
    (0.105, 0.30, 0.82), (0.12, 0.55, 0.90),
)  # fmt: skip
"""Birch, pine, maple, white paint, yellow paint, ash, honey."""
DARK: Final[tuple[Hsv, ...]] = (
    (0.05, 0.65, 0.30), (0.04, 0.70, 0.22), (0.06, 0.10, 0.10), (0.99, 0.80, 0.48), (0.36, 0.70, 0.32),
    (0.62, 0.75, 0.40), (0.03, 0.75, 0.42),
)  # fmt: skip
"""Walnut, wenge, black, red, green and blue stain, mahogany."""
STRIKERS: Final[tuple[Hsv, ...]] = (
    (0.10, 0.40, 0.85), (0.05, 0.65, 0.34), (0.99, 0.75, 0.62), (0.0, 0.03, 0.93), (0.6, 0.2, 0.14),
    (0.13, 0.80, 0.90), (0.33, 0.65, 0.42), (0.60, 0.70, 0.60),
)  # fmt: skip
LINES: Final[tuple[Hsv, ...]] = (
    (0.6, 0.1, 0.10),
    (0.05, 0.6, 0.25),
    (0.99, 0.8, 0.55),
    (0.62, 0.7, 0.4),
    (0.36, 0.6, 0.3),
)


def random_colour(rng: np.random.Generator, among: tuple[Hsv, ...], spread: Hsv = (0.012, 0.1, 0.07)) -> Colour:
    """Return one of some colours (hue, saturation, value), a little off."""
    one = np.array(among[int(rng.integers(len(among)))])
    return bgr(*(one + rng.uniform(-1, 1, 3) * np.array(spread)))


def random_disc(rng: np.random.Generator, face: Colour, other: Colour) -> DiscLook:
    """Return discs of a colour: plain, with turned grooves, or with a ring of the other colour."""
    ring = other if rng.random() < 0.22 else None
    if ring is None and rng.random() < 0.2:
        ring = _toned(face, float(rng.choice([0.72, 1.18])))
    inner = float(rng.uniform(0.42, 0.72))
    grooves = tuple(float(g) for g in rng.uniform(0.45, 0.88, int(rng.integers(0, 3))))
    return DiscLook(
        face=face, edge=_toned(face, float(rng.uniform(0.75, 1.05))), ring=ring, ring_from=inner,
        ring_to=inner + float(rng.uniform(0.06, 0.2)), grooves=grooves, bevel=float(rng.uniform(0.03, 0.16)),
    )  # fmt: skip


def _toned(colour: Colour, by: float) -> Colour:
    b, g, r = (min(max(one * by, 0.0), 255.0) for one in colour)
    return b, g, r


def random_discs(rng: np.random.Generator) -> dict[str, DiscLook]:
    """Return the looks of light pucks, dark pucks and the striker."""
    light, dark = random_colour(rng, LIGHT), random_colour(rng, DARK)
    striker = random_colour(rng, STRIKERS)
    return {
        "a": random_disc(rng, light, dark),
        "b": random_disc(rng, dark, light),
        "striker": random_disc(rng, striker, dark if sum(striker) > 330 else light),
    }


def random_light(rng: np.random.Generator, kit: Kit, *, is_above: bool) -> tuple[tuple[Lamp, ...], tuple[float, float]]:
    """Return lamps over the board, or a window and a lamp, and by how much that side is brighter."""
    lamps = lamps_over(rng, kit, is_above)
    if rng.random() > 0.4:
        return lamps, (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03)))
    turn, away = rng.uniform(0, 2 * np.pi), rng.uniform(1200, 3500)
    way = np.array([np.cos(turn), np.sin(turn)])
    x, y = np.array([kit.width_mm, kit.length_mm]) / 2 + away * way
    window = Lamp(
        centre_mm=(float(x), float(y), float(rng.uniform(600, 1800))),
        half_size_mm=(float(rng.uniform(300, 900)), float(rng.uniform(300, 900))),
        power=float(rng.uniform(0.6, 1.1)),
    )
    slope = rng.uniform(0.04, 0.25) * way
    return (window, *lamps[:1]), (float(slope[0]), float(slope[1]))


def random_board(rng: np.random.Generator) -> BoardLook:
    """Return how a board is made."""
    return BoardLook(
        discs=random_discs(rng),
        veins=float(rng.choice([0.015, 0.04, 0.07, 0.11], p=[0.3, 0.35, 0.25, 0.1])),
        veins_along_x=bool(rng.random() < 0.5),
        sheen=float(rng.choice([0.1, 0.4, 0.8]) * rng.uniform(0.5, 1.0)),
        cross=float(rng.choice([1.0, 0.76, 0.34], p=[0.5, 0.2, 0.3])),
        on_table=bool(rng.random() < 0.4),
    )


def random_look(rng: np.random.Generator, kit: Kit, size: tuple[int, int], *, is_above: bool) -> Look:
    """Return a look by chance for a camera that hangs above, or one that stands aside."""
    lamps, slope = random_light(rng, kit, is_above=is_above)
    warm, bright = rng.normal(0, 0.05), rng.uniform(0.72, 1.1)
    bed = bgr(rng.normal(0.10, 0.015), rng.uniform(0.12, 0.55), rng.uniform(0.62, 0.96))
    frame = bgr(rng.uniform(0.02, 0.09), rng.uniform(0.35, 0.85), rng.uniform(0.08, 0.42))
    if rng.random() < 0.12:
        frame = _toned(bed, float(rng.uniform(0.75, 0.95)))
    return Look(
        cloth=bed,
        floor=bgr(rng.random(), rng.uniform(0.05, 0.6), rng.uniform(0.08, 0.75)),
        wall=bgr(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.15, 0.9)),
        wood=frame,
        leather=random_colour(rng, ((0.1, 0.1, 0.9), (0.35, 0.6, 0.4), (0.6, 0.1, 0.12), (0.98, 0.7, 0.5))),
        line=random_colour(rng, LINES) if rng.random() < 0.4 else random_colour(rng, LINES[:2]),
        balls={},
        board=random_board(rng),
        lamps=lamps,
        slope=slope,
        ambient=rng.uniform(0.3, 0.6),
        falloff=rng.uniform(0.0, 0.25),
        line_mm=rng.uniform(1.5, 5.0),
        wall_mm=None if is_above or rng.random() < 0.3 else rng.uniform(600, 4000),
        boards=int(rng.integers(0, 3)),
        grain=rng.uniform(0.5, 4),
        shadow=rng.uniform(0.3, 0.8),
        gloss=rng.uniform(0.0, 0.9),
        shutter_s=rng.choice([1 / 50, 1 / 100, 1 / 200, 1 / 30]),
        blur_px=rng.choice([0.0, 0.45, 0.6, 0.8, 1.1, 1.5], p=[0.12, 0.22, 0.26, 0.22, 0.12, 0.06]),
        sharpen=rng.choice([0, 0, 0.3, 0.7]),
        noise=rng.exponential(2.2),
        gains=(bright * (1 - warm), bright * (1 + rng.normal(0, 0.02)), bright * (1 + warm)),
        gamma=rng.uniform(0.85, 1.2),
        jpeg=int(rng.integers(40, 97)),
        strips=random_strips(rng, size) if rng.random() < 0.25 else (),
        netted=tuple((p.name, str(rng.choice(["a", "b"]))) for p in kit.pockets if rng.random() < 0.3),
        seed=int(rng.integers(2**31)),
    )
