"""Balls in the air, as a camera at a given place sees them: ways of our own making, no pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import PRESENT, Path
from tracker.geometry.sightings import Stray
from tracker.incidents.propose.leaving import Watch
from tracker.physics.constants import GRAVITY_MM_S2
from tracker.store.kits import find_kit

STRUCK_S = 0.5
KIT = find_kit()
CAMERAS = {
    "behind the black end": np.array([900.0, 9300.0, 4500.0]),
    "over a corner": np.array([3600.0, 5100.0, 3900.0]),
}
Way = Callable[[float], tuple[float, float, float] | None]
"""x, y and the height above the bed at a time; None where the ball is not in view."""


def lies(x: float, y: float) -> Way:
    return lambda t: (x, y, 0.0)


def flies(x: float, y: float, speed: tuple[float, float], lift: float = 0.0, at_s: float = STRUCK_S) -> Way:
    """A ball that lies until `at_s`, then goes on for ever, in the air until it falls back on the bed."""

    def way(t: float) -> tuple[float, float, float]:
        since = max(t - at_s, 0.0)
        high = max(lift * since - GRAVITY_MM_S2 * since**2 / 2, 0.0)
        return x + speed[0] * since, y + speed[1] * since, high

    return way


def until(way: Way, gone_s: float) -> Way:
    return lambda t: way(t) if t < gone_s else None


def seen_at(way: Way, t: float, eye: np.ndarray) -> np.ndarray | None:
    """Where a ball seems to lie: its line of sight drawn on to the plane of the ball centres."""
    at = way(t)
    if at is None:
        return None
    share = 1 / (1 - at[2] / (eye[2] - KIT.ball_radius_mm))
    return np.asarray(eye[:2] + (np.array(at[:2]) - eye[:2]) * share)


def on_table(place: np.ndarray, kit: Kit = KIT) -> bool:
    edge = 0.4 * kit.ball_radius_mm
    return bool(edge < place[0] < kit.width_mm - edge and edge < place[1] < kit.length_mm - edge)


@dataclass(frozen=True)
class Filmed:
    """What was followed of some balls, and what was seen beyond the cushions."""

    paths: tuple[Path, ...]
    watch: Watch


def film(
    balls: Sequence[tuple[str, Way]],
    eye: np.ndarray,
    rate: float = 30.0,
    noise_mm: float = 1.5,
    *,
    lasts_s: float = 4.0,
    ends: dict[str, str] | None = None,
    most_beyond: int = 99,
    extra: Sequence[Stray] = (),
) -> Filmed:
    """Follow every ball while it is seen within the cushions; what is seen of it beyond them is a stray."""
    rng = np.random.default_rng(7)
    times = np.arange(int(lasts_s * rate)) / rate
    paths, strays = [], list(extra)
    for number, (ball, way) in enumerate(balls, 1):
        seen = [seen_at(way, t, eye) for t in times]
        inside = [k for k, at in enumerate(seen) if at is not None and on_table(at)]
        beyond = [(times[k], at) for k, at in enumerate(seen) if at is not None and not on_table(at)]
        strays += [stray(ball, at_s, at) for at_s, at in beyond[:most_beyond]]
        places = np.array([seen[k] for k in inside]) + rng.normal(0, noise_mm, (len(inside), 2))
        paths.append(path(number, ball, np.array(inside), times[inside], places, (ends or {}).get(ball, PRESENT)))
    return Filmed(tuple(paths), Watch(eye_mm=eye, strays=tuple(sorted(strays, key=lambda s: s.at_us))))


def stray(ball: str, t: float, place: np.ndarray) -> Stray:
    odds = np.full(8, 0.02)
    odds[SNOOKER.index(ball)] = 0.86
    return Stray(at_us=round(t * 1e6), place_mm=np.asarray(place, float), colour_odds=odds, kinds=SNOOKER, sure=0.8)


def path(track: int, ball: str, pictures: np.ndarray, at_s: np.ndarray, places: np.ndarray, end: str) -> Path:
    n = len(pictures)
    return Path(
        track=track, ball=ball, sure=0.95, picture=pictures, at_us=np.round(at_s * 1e6).astype(np.int64),
        places_mm=places, sd_mm=np.full(n, 1.5), raw_mm=places, raw_sd_mm=np.full(n, 1.5),
        centres_px=places / 3, radii_px=np.full(n, 9.0), seen=np.ones(n, bool), open_cloth=np.zeros(n, bool),
        sures=np.full(n, 0.9), end=end, cue_balls=("white",),
    )  # fmt: skip
