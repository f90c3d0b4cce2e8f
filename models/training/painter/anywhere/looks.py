"""How tables of homes and clubs look: cloth of any colour, rails, pockets, marks or none, and the light."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.painter.looks import ball_colours, bgr, lamps_over
from models.training.painter.scene import Colour, Lamp, Look, Pool
from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Range = tuple[float, float]

CLOTHS: Final[dict[str, tuple[Range, Range, Range]]] = {
    "green": ((0.30, 0.42), (0.55, 1.0), (0.3, 0.7)),
    "blue": ((0.53, 0.64), (0.4, 0.95), (0.3, 0.7)),
    "red": ((0.94, 1.02), (0.55, 0.9), (0.3, 0.6)),
    "grey": ((0.0, 1.0), (0.0, 0.1), (0.3, 0.6)),
    "black": ((0.5, 0.75), (0.0, 0.4), (0.09, 0.18)),
    "worn": ((0.27, 0.40), (0.35, 0.6), (0.35, 0.6)),
}
"""Hue, saturation and value of each sort of cloth."""
RAILS: Final[dict[str, tuple[Range, Range, Range]]] = {
    "wood": ((0.02, 0.1), (0.35, 0.8), (0.12, 0.6)),
    "black": ((0.0, 1.0), (0.0, 0.3), (0.04, 0.12)),
    "metal": ((0.5, 0.7), (0.0, 0.08), (0.5, 0.78)),
}
POCKETS: Final[dict[str, tuple[Range, Range, Range]]] = {
    "leather": ((0.04, 0.12), (0.2, 0.6), (0.2, 0.85)),
    "plastic": ((0.0, 1.0), (0.0, 0.2), (0.04, 0.14)),
    "steel": ((0.5, 0.7), (0.0, 0.08), (0.6, 0.9)),
}
FLOORS: Final[tuple[tuple[Range, Range, Range], ...]] = (
    ((0.05, 0.1), (0.25, 0.65), (0.25, 0.75)),
    ((0.0, 1.0), (0.0, 0.15), (0.15, 0.7)),
    ((0.28, 0.45), (0.2, 0.7), (0.15, 0.5)),
    ((0.93, 1.05), (0.4, 0.8), (0.15, 0.5)),
    ((0.55, 0.68), (0.2, 0.7), (0.15, 0.5)),
)
"""Of wood, stone, and carpets: grey, green, red and blue."""
LIGHTS: Final = ("even", "strips", "one lamp", "daylight", "glare")
UNLIKE: Final = 45.0
"""Levels by which rails differ from the cloth, or nobody could tell where it ends."""
MARKED: Final = 0.7
"""Share of tables with Baulk-line, D and spots."""


def drawn_from(rng: np.random.Generator, kind: tuple[Range, Range, Range]) -> Colour:
    """Return a colour of a kind."""
    return bgr(*(float(rng.uniform(*span)) for span in kind))


def random_look(rng: np.random.Generator, kit: Kit, is_above: bool) -> tuple[Look, dict[str, str]]:
    """Return a look by chance, and what it is called."""
    cloth_name, light = str(rng.choice(list(CLOTHS))), str(rng.choice(LIGHTS))
    cloth = drawn_from(rng, CLOTHS[cloth_name])
    rails, wood = _rails(rng, cloth)
    pockets = str(rng.choice(list(POCKETS)))
    is_marked = bool(rng.random() < MARKED)
    warm, bright = rng.normal(0, 0.06), rng.uniform(0.8, 1.15)
    slope, pools = lit_by(rng, kit, light)
    look = Look(
        cloth=cloth, wood=wood, leather=drawn_from(rng, POCKETS[pockets]), line=_line(rng, cloth),
        floor=drawn_from(rng, FLOORS[rng.integers(len(FLOORS))]),
        wall=bgr(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.3, 0.95)),
        balls=ball_colours(rng), lamps=_lamps(rng, kit, light, is_above),
        ambient=rng.uniform(0.3, 0.6) if light == "daylight" else rng.uniform(0.25, 0.5),
        falloff=rng.uniform(0.02, 0.25),
        line_mm=rng.uniform(1.5, 4.5) if is_marked else 0.0, spot_mm=rng.uniform(5, 9) if is_marked else 0.0,
        has_full_plates=pockets != "leather",
        wall_mm=None if is_above else rng.uniform(700, 3000), boards=0,
        grain=rng.uniform(0.5, 5), shadow=rng.uniform(0.25, 0.7), gloss=rng.uniform(0.5, 1.0), shutter_s=1 / 100,
        blur_px=float(rng.choice([0.0, 0.45, 0.6, 0.8, 1.1])), sharpen=float(rng.choice([0, 0, 0.3, 0.7])),
        noise=rng.exponential(2.0), gains=(bright * (1 - warm), bright, bright * (1 + warm)),
        gamma=rng.uniform(0.85, 1.2), jpeg=int(rng.integers(45, 97)), slope=slope,
        netted=tuple((p.name, str(rng.choice(SNOOKER))) for p in kit.pockets if rng.random() < 0.12),
        sights=bool(rng.random() < 0.2), pools=(*(worn(rng, kit) if cloth_name == "worn" else ()), *pools),
        seed=int(rng.integers(2**31)),
    )  # fmt: skip
    marks = "lines and spots" if is_marked else "none"
    return look, {"cloth": cloth_name, "light": light, "rails": rails, "pockets": pockets, "marks": marks}


def _rails(rng: np.random.Generator, cloth: Colour) -> tuple[str, Colour]:
    """Return rails that can be told from the cloth."""
    while True:
        name = str(rng.choice(list(RAILS), p=[0.6, 0.25, 0.15]))
        wood = drawn_from(rng, RAILS[name])
        if np.linalg.norm(np.array(wood) - 0.9 * np.array(cloth)) > UNLIKE:
            return name, wood


def _line(rng: np.random.Generator, cloth: Colour) -> Colour:
    """Return the colour of the marks: chalk or ink, lighter than the cloth or darker."""
    if min(cloth) > 60 and rng.random() < 0.25:
        dark = np.array(cloth) * rng.uniform(0.2, 0.6)
        return float(dark[0]), float(dark[1]), float(dark[2])
    light = np.array(cloth) + rng.uniform(0.35, 0.95) * (235 - np.array(cloth))
    return float(light[0]), float(light[1]), float(light[2])


def _lamps(rng: np.random.Generator, kit: Kit, light: str, is_above: bool) -> tuple[Lamp, ...]:
    """Return what the balls mirror: the lamps of such a light."""
    x, y = kit.width_mm / 2, kit.length_mm / 2
    if light == "strips":
        height, half = float(rng.uniform(1300, 2200)), (float(rng.uniform(40, 90)), 0.3 * kit.length_mm)
        return tuple(Lamp(centre_mm=(x + side, y, height), half_size_mm=half, power=0.55) for side in (-450.0, 450.0))
    if light == "one lamp":
        at = (x + float(rng.normal(0, 100)), y + float(rng.normal(0, 200)), float(rng.uniform(900, 1500)))
        return (Lamp(centre_mm=at, half_size_mm=(200.0, 200.0), power=1.2),)
    if light in ("daylight", "glare"):
        aside = (float(rng.choice([-1800.0, kit.width_mm + 1800])), y, float(rng.uniform(500, 1500)))
        return (
            Lamp(centre_mm=aside, half_size_mm=(500.0, 900.0), power=0.9),
            Lamp(centre_mm=(x, y, 1700.0), half_size_mm=(150.0, 150.0), power=0.3),
        )
    return lamps_over(rng, kit, is_above)


def lit_by(rng: np.random.Generator, kit: Kit, light: str) -> tuple[tuple[float, float], tuple[Pool, ...]]:
    """Return how much brighter the right and the far edge are, and the pools of light, in a kind of light."""
    x, y, wide, long = kit.width_mm / 2, kit.length_mm / 2, kit.width_mm, kit.length_mm
    if light == "one lamp":
        at = (x + float(rng.normal(0, 0.1 * wide)), y + float(rng.normal(0, 0.08 * long)))
        reach = (float(rng.uniform(0.55, 0.8) * long), float(rng.uniform(0.55, 0.8) * long))
        everywhere = Pool(at_mm=at, reach_mm=(1e6, 1e6), by=-float(rng.uniform(0.35, 0.6)))
        return (0.0, 0.0), (everywhere, Pool(at_mm=at, reach_mm=reach, by=float(rng.uniform(0.6, 1.0))))
    if light == "strips":
        row = tuple(
            Pool(at_mm=(x, float(at)), reach_mm=(0.7 * wide, 0.16 * long), by=float(rng.uniform(0.08, 0.25)))
            for at in np.linspace(0.15, 0.85, 3) * long
        )
        return (0.0, 0.0), row
    if light == "daylight":
        side, strong = float(rng.choice([-1, 1])), float(rng.uniform(0.12, 0.3))
        sun = tuple(
            Pool(
                at_mm=(float(rng.uniform(-0.3, 1.3)) * wide, float(rng.uniform(-0.2, 1.2)) * long),
                reach_mm=(float(rng.uniform(150, 500)), float(rng.uniform(80, 250))), by=float(rng.uniform(0.25, 0.7)),
                turn_deg=float(rng.uniform(0, 180)), soft=0.12, square=True,
            )
            for _ in range(int(rng.integers(0, 3)))
        )  # fmt: skip
        return (side * strong, float(rng.normal(0, 0.08))), sun
    if light == "glare":
        strong = float(rng.uniform(60, 170))
        spot = Pool(
            at_mm=(float(rng.uniform(0.2, 0.8)) * wide, float(rng.uniform(0.15, 0.85)) * long),
            reach_mm=(float(rng.uniform(0.15, 0.3)) * long, float(rng.uniform(0.08, 0.16)) * long),
            gleam=(strong, strong, strong), turn_deg=float(rng.uniform(0, 180)),
        )  # fmt: skip
        return (float(rng.normal(0, 0.08)), 0.0), (spot,)
    return (0.0, 0.0), ()


def worn(rng: np.random.Generator, kit: Kit) -> tuple[Pool, ...]:
    """Return the places where a cloth that was played on for years is thin, or stained."""
    return tuple(
        Pool(
            at_mm=(float(rng.uniform(0.1, 0.9)) * kit.width_mm, float(rng.uniform(0.05, 0.95)) * kit.length_mm),
            reach_mm=(float(rng.uniform(40, 300)), float(rng.uniform(20, 120))), by=float(rng.uniform(-0.14, 0.16)),
            turn_deg=float(rng.uniform(0, 180)), soft=0.8,
        )
        for _ in range(int(rng.integers(6, 18)))
    )  # fmt: skip
