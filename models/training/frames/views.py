"""From where a frame is filmed, and how hall, cloth, balls and people look: by chance, the same for the same seed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from models.training.clips.exposure import STEADY, Exposure
from models.training.clips.takes import hall
from models.training.painter.board.looks import random_look as random_board_look
from models.training.painter.cameras import SIZE, Stand
from models.training.painter.looks import AGED, AGED_GLOSS
from models.training.painter.people import Clothes
from models.training.painter.scene import Look
from tracker.domain.table.kit import Kit

STANDS: Final[Mapping[str, Stand]] = {
    "baulk": Stand(azimuth_deg=180, elevation_deg=33, distance_mm=8000, fill=0.88, k1=-0.04),
    "top": Stand(azimuth_deg=0, elevation_deg=31, distance_mm=8800, fill=0.88, k1=-0.03),
    "overhead": Stand(azimuth_deg=90, elevation_deg=86, distance_mm=4300, fill=0.97, k1=-0.05),
    "corner": Stand(azimuth_deg=38, elevation_deg=40, distance_mm=5600, fill=0.98, k1=-0.06),
    "side": Stand(azimuth_deg=90, elevation_deg=38, distance_mm=5600, fill=0.96, k1=-0.05),
    "low": Stand(azimuth_deg=180, elevation_deg=23, distance_mm=9000, fill=0.9, k1=-0.03),
    "high": Stand(azimuth_deg=180, elevation_deg=52, distance_mm=7000, fill=0.94, k1=-0.05),
}
"""Each kind of stand; a film's own is a little off it."""
BOARD_STANDS: Final[Mapping[str, Stand]] = {
    "baulk": Stand(azimuth_deg=180, elevation_deg=52, distance_mm=2300, fill=0.86, k1=-0.04),
    "top": Stand(azimuth_deg=0, elevation_deg=50, distance_mm=2400, fill=0.86, k1=-0.03),
    "overhead": Stand(azimuth_deg=90, elevation_deg=86, distance_mm=2100, fill=0.94, k1=-0.05),
    "corner": Stand(azimuth_deg=45, elevation_deg=46, distance_mm=2200, fill=0.9, k1=-0.06),
    "side": Stand(azimuth_deg=90, elevation_deg=46, distance_mm=2200, fill=0.9, k1=-0.05),
    "low": Stand(azimuth_deg=90, elevation_deg=30, distance_mm=2600, fill=0.86, k1=-0.03),
    "high": Stand(azimuth_deg=90, elevation_deg=66, distance_mm=2200, fill=0.92, k1=-0.05),
}
"""The same for a board: most are beside it, for the players stand at its near and its far edge."""

DRESSES: Final = (
    Clothes(),
    Clothes(sleeve=(60.0, 42.0, 38.0), back=(48.0, 36.0, 34.0), hair=(18.0, 20.0, 24.0), skin=(80.0, 105.0, 160.0)),
    Clothes(sleeve=(150.0, 70.0, 40.0), back=(140.0, 66.0, 38.0), hair=(60.0, 90.0, 120.0)),
    Clothes(sleeve=(44.0, 38.0, 120.0), back=(40.0, 34.0, 110.0), hair=(20.0, 24.0, 30.0), skin=(60.0, 80.0, 125.0)),
    Clothes(sleeve=(70.0, 110.0, 60.0), back=(62.0, 98.0, 54.0), hair=(150.0, 160.0, 165.0)),
    Clothes(sleeve=(185.0, 165.0, 200.0), back=(46.0, 40.0, 44.0), hair=(30.0, 40.0, 52.0)),
)
"""White shirt and waistcoat, dark, blue, red, green, pale with a waistcoat (blue, green, red)."""
REFEREE: Final = Clothes(sleeve=(38.0, 34.0, 34.0), back=(30.0, 28.0, 28.0), glove=(236.0, 240.0, 242.0))
PASSER: Final = Clothes(sleeve=(96.0, 84.0, 70.0), back=(90.0, 78.0, 66.0), hair=(24.0, 30.0, 38.0))
CLOTHS: Final = ((22.0, 150.0, 20.0), (60.0, 120.0, 30.0), (150.0, 100.0, 24.0), (46.0, 128.0, 44.0))
"""Greens of two sorts, a blue, and a green that has faded (blue, green, red)."""
SHUTTERS_S: Final = (1 / 250, 1 / 125, 1 / 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot:
    """How one frame is filmed."""

    view: str
    stand: Stand
    look: Look
    exposure: Exposure
    dresses: Mapping[str, Clothes]
    """By player."""
    rate: int
    size: tuple[int, int]
    crf: int


def shoot_for(kit: Kit, seed: int, view: str, players: tuple[str, ...], rate: int, size: tuple[int, int]) -> Shoot:
    """Return how a frame is filmed.

    Raises:
        KeyError: no stand has this name.
    """
    rng = np.random.default_rng([seed, 7])
    return Shoot(
        view=view,
        stand=_stand(rng, (BOARD_STANDS if kit.disc_mm else STANDS)[view]),
        look=(_board_look if kit.disc_mm else _look)(rng, kit, seed, view),
        exposure=_exposure(rng),
        dresses=dict(zip(players, (DRESSES[int(i)] for i in rng.permutation(len(DRESSES))), strict=False)),
        rate=rate,
        size=size,
        crf=int(rng.integers(20, 27)),
    )


def _stand(rng: np.random.Generator, usual: Stand) -> Stand:
    off = rng.uniform(-1, 1, 5)
    side = -1.0 if usual.azimuth_deg in (38, 45, 90) and rng.random() < 0.5 else 1.0
    return replace(
        usual,
        azimuth_deg=side * usual.azimuth_deg + 2.5 * float(off[0]),
        elevation_deg=usual.elevation_deg + 2.0 * float(off[1]),
        distance_mm=usual.distance_mm * (1 + 0.08 * float(off[2])),
        fill=usual.fill - 0.03 * abs(float(off[3])),
        roll_deg=0.4 * float(off[4]),
    )


def _look(rng: np.random.Generator, kit: Kit, seed: int, view: str) -> Look:
    look = hall(kit, 11 * (1 + seed % 5), is_overhead=view == "overhead")
    cloth = CLOTHS[int(rng.integers(len(CLOTHS)))] if rng.random() < 0.7 else look.cloth
    look = replace(
        look, cloth=cloth, strips=(), shutter_s=float(rng.choice(SHUTTERS_S)), noise=float(rng.uniform(1, 2.2))
    )
    return replace(look, balls=AGED, gloss=AGED_GLOSS) if rng.random() < 0.25 else look


def _board_look(rng: np.random.Generator, kit: Kit, seed: int, view: str) -> Look:
    look = random_board_look(np.random.default_rng([seed, 12]), kit, SIZE, is_above=view in ("overhead", "high"))
    return replace(
        look, strips=(), jpeg=0, shutter_s=float(rng.choice(SHUTTERS_S)), noise=float(rng.uniform(1, 2.2)),
        blur_px=min(look.blur_px, 0.8),
    )  # fmt: skip


def _exposure(rng: np.random.Generator) -> Exposure:
    """Return a camera that leaves its exposure alone, or lets it drift in half a minute or more."""
    if rng.random() < 0.4:
        return STEADY
    return Exposure(drift=float(rng.uniform(0.03, 0.1)), period_s=float(rng.uniform(25, 70)))
