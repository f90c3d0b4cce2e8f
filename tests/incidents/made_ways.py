"""Ways of balls by known physics, and the paths that a camera would make of them: with noise, gaps and strays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tracker.geometry.paths import Path
from tracker.physics.constants import ROLLING_MM_S2, SLIDING_MM_S2

STEP_S = 0.0005


@dataclass(frozen=True)
class Moved:
    """Places every half millisecond from 0 s on."""

    places: np.ndarray
    speed: np.ndarray

    def at(self, at_s: np.ndarray) -> np.ndarray:
        ticks = np.arange(len(self.places)) * STEP_S
        return np.stack([np.interp(at_s, ticks, self.places[:, axis]) for axis in (0, 1)], axis=-1)


def slides(place: ArrayLike, speed: ArrayLike, turns: ArrayLike = (0.0, 0.0), lasts_s: float = 1.0) -> Moved:
    """A ball sent off at `speed` whose lowest point the cloth sees turn at `turns` (equal: it rolls)."""
    at, v, w = (np.array(a, float) for a in (place, speed, turns))
    places = []
    for _ in range(round(lasts_s / STEP_S) + 1):
        places.append(at.copy())
        at = at + v * STEP_S
        slip, pace = v - w, float(np.hypot(*v))
        gone = float(np.hypot(*slip))
        if gone > 3.5 * SLIDING_MM_S2 * STEP_S:
            v = v - SLIDING_MM_S2 * STEP_S * slip / gone
            w = w + 2.5 * SLIDING_MM_S2 * STEP_S * slip / gone
        else:
            v = v * max(0.0, 1 - ROLLING_MM_S2 * STEP_S / pace) if pace > 0 else v
            w = v
    return Moved(np.array(places), v)


def rolls(place: ArrayLike, speed: ArrayLike, lasts_s: float = 1.0) -> Moved:
    return slides(place, speed, speed, lasts_s)


def still(place: ArrayLike, lasts_s: float = 1.0) -> Moved:
    return Moved(np.tile(np.array(place, float), (round(lasts_s / STEP_S) + 1, 1)), np.zeros(2))


def then(*parts: Moved) -> Moved:
    """Ways one after another; each begins where the one before ended."""
    return Moved(np.vstack([parts[0].places, *(p.places[1:] for p in parts[1:])]), parts[-1].speed)


def seen(  # noqa: PLR0917
    moved: Moved,
    ball: str = "red",
    track: int = 1,
    rate: float = 50.0,
    noise_mm: float = 0.5,
    unseen: Sequence[tuple[float, float]] = (),
    seed: int = 0,
) -> Path:
    """The path that a camera makes of a way."""
    rng = np.random.default_rng([seed, track])
    lasts_s = (len(moved.places) - 1) * STEP_S
    at_s = np.arange(0.3 / rate, lasts_s, 1 / rate)
    raw = moved.at(at_s) + rng.normal(0, noise_mm, (len(at_s), 2))
    hidden = np.any([(at_s > a) & (at_s < b) for a, b in unseen], axis=0) if unseen else np.zeros(len(at_s), bool)
    raw[hidden] = np.nan
    n = len(at_s)
    return Path(
        track=track, ball=ball, sure=1.0, picture=np.arange(n), at_us=np.round(at_s * 1e6).astype(np.int64),
        places_mm=moved.at(at_s), sd_mm=np.full(n, noise_mm), raw_mm=raw, raw_sd_mm=np.full(n, noise_mm),
        centres_px=np.zeros((n, 2)), radii_px=np.full(n, 9.0), seen=~hidden, open_cloth=np.zeros(n, bool),
        sures=np.ones(n), cue_balls=("white",),
    )  # fmt: skip
