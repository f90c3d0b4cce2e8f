"""Strokes of our own making: simple physics gives the truth; sightings are drawn from it with a camera's troubles.

Balls roll with constant deceleration, meet as equal hard spheres, come back off cushions and fall into pockets. That is
coarse beside real play, but each touch, bounce and pot is known to the millisecond.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin
from typing import Any

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Openness, Sightings
from tracker.store.kits import find_kit

STEP_S = 0.001
ROLLING_MM_S2 = 110.0
CUSHION_KEEPS, BALL_KEEPS = 0.75, 0.95


@dataclass(frozen=True)
class Happening:
    """What the physics did: `touch` (two balls), `cushion` (ball, face) or `pot` (ball, pocket)."""

    at_s: float
    kind: str
    who: tuple[str, str]


@dataclass(frozen=True)
class Truth:
    """A stroke as it was: places of all balls every millisecond (nan once potted), and what happened."""

    kit: Kit
    balls: tuple[str, ...]
    places_mm: np.ndarray
    happenings: tuple[Happening, ...]
    struck_s: float

    def of(self, kind: str) -> list[Happening]:
        return [h for h in self.happenings if h.kind == kind]

    @property
    def first_hit(self) -> str | None:
        return next((h.who[1] for h in self.of("touch") if h.who[0] == "white"), None)

    def at(self, at_s: float) -> np.ndarray:
        return np.asarray(self.places_mm[min(int(at_s / STEP_S), len(self.places_mm) - 1)])


def play(
    balls: Sequence[tuple[str, float, float]],
    speed_mm_s: float,
    degrees: float,
    struck_s: float = 0.5,
    lasts_s: float = 6.0,
    kit: Kit | None = None,
) -> Truth:
    """Strike the first cue-ball at an angle (0 to the right, 90 to the Top cushion) and let everything roll."""
    kit = kit or find_kit()
    names = tuple(name for name, _, _ in balls)
    at = np.array([(x, y) for _, x, y in balls], float)
    struck = next(i for i, name in enumerate(names) if name in kit.cue_balls)
    speed = np.zeros_like(at)
    past, happenings = [], []
    for tick in range(int(lasts_s / STEP_S)):
        now = tick * STEP_S
        if abs(now - struck_s) < STEP_S / 2:
            speed[struck] = speed_mm_s * np.array([cos(radians(degrees)), sin(radians(degrees))])
        past.append(at.copy())
        at = at + speed * STEP_S
        happenings += (
            collide(now, names, at, speed, kit) + bounce(now, names, at, speed, kit) + pot(now, names, at, speed, kit)
        )
        pace = np.hypot(*speed.T)[:, None]
        speed *= np.where(pace > 0, np.maximum(0, 1 - ROLLING_MM_S2 * STEP_S / np.maximum(pace, 1e-9)), 0)
    return Truth(kit, names, np.array(past), tuple(happenings), struck_s)


def collide(now: float, names: tuple[str, ...], at: np.ndarray, speed: np.ndarray, kit: Kit) -> list[Happening]:
    met = []
    for i in np.flatnonzero(np.hypot(*np.nan_to_num(speed).T) > 0):
        for j in range(len(names)):
            gap = at[j] - at[i]
            away = hypot(*gap)
            if i != j and 0 < away < kit.touching_mm:
                line = gap / away
                closing = (speed[i] - speed[j]) @ line
                if closing > 0:
                    pair = (i, j) if names[j] != "white" or hypot(*speed[j]) == 0 else (j, i)
                    met.append(Happening(now, "touch", (names[pair[0]], names[pair[1]])))
                    speed[i] -= line * closing * (1 + BALL_KEEPS) / 2
                    speed[j] += line * closing * (1 + BALL_KEEPS) / 2
    return met


def bounce(now: float, names: tuple[str, ...], at: np.ndarray, speed: np.ndarray, kit: Kit) -> list[Happening]:
    met = []
    faces = (("left", "right", kit.width_mm), ("bottom", "top", kit.length_mm))
    for i in range(len(names)):
        if any(hypot(at[i][0] - p.fall.x_mm, at[i][1] - p.fall.y_mm) < 0.6 * p.mouth_mm for p in kit.pockets):
            continue
        for axis, (low, high, size) in enumerate(faces):
            side = (
                low if at[i][axis] < kit.ball_radius_mm else high if at[i][axis] > size - kit.ball_radius_mm else None
            )
            outward = -1 if side == low else 1
            if side and speed[i][axis] * outward > 0:
                speed[i][axis] *= -CUSHION_KEEPS
                met.append(Happening(now, "cushion", (names[i], side)))
    return met


def pot(now: float, names: tuple[str, ...], at: np.ndarray, speed: np.ndarray, kit: Kit) -> list[Happening]:
    fallen = []
    for i in range(len(names)):
        for p in kit.pockets:
            if hypot(at[i][0] - p.fall.x_mm, at[i][1] - p.fall.y_mm) < p.radius_mm + 8:
                fallen.append(Happening(now, "pot", (names[i], p.name)))
                at[i], speed[i] = np.nan, 0.0
                break
    return fallen


@dataclass(frozen=True)
class Stray:
    """Something that is taken for a red and is none: fingers, a cue-tip, chalk."""

    begins_s: float
    ends_s: float
    way: Callable[[float], tuple[float, float]]
    """Where it is at a time (mm)."""
    sures: tuple[float, ...]
    """How sure each look at it is to see a ball; the last holds on."""


@dataclass(frozen=True)
class Eye:
    """How a camera sees: everything that can go wrong between the table and the sightings."""

    rate: float = 30.0
    noise_mm: float = 1.0
    bias_mm: float = 0.0
    """How far off each ball is in all pictures alike (1 sigma along each axis)."""
    misses: float = 0.0
    """Share of balls that a picture misses."""
    blur_mm: float = 1e9
    """A ball that goes farther than this in a picture is not seen."""
    confusion: float = 0.05
    """Share of looks that take a ball for another colour."""
    clutter: float = 0.0
    """Phantoms for each picture."""
    hides: Callable[[float, float, float], bool] = lambda t, x, y: False
    """Whether an arm or a head covers a place at a time."""
    cut: tuple[float, float] = (1e9, 1e9)
    """From when to when (s) the source shows something else."""
    doubled: bool = False
    """Every sixth picture repeats the one before, as in film turned from 25 to 30."""
    strays: tuple[Stray, ...] = ()
    seed: int = 1


CELL_MM = 25.0


def look(truth: Truth, eye: Eye) -> list[Sightings]:
    """Return what a camera would have made of a stroke."""
    rng = np.random.default_rng(eye.seed)
    lasts = len(truth.places_mm) * STEP_S
    pictures: list[Sightings] = []
    for n in range(int(lasts * eye.rate)):
        at_s = n / eye.rate
        shown_s = (n - n // 6 - (n % 6 == 5)) / eye.rate * 1.2 if eye.doubled else at_s
        if eye.doubled and n % 6 == 5:
            last = pictures[-1]
            pictures.append(
                sighting(
                    n,
                    at_s,
                    last.places_mm + rng.normal(0, 0.05, last.places_mm.shape),
                    (truth.kit.kinds, last.colour_odds),
                    eye,
                    last.openness,
                )
            )
            continue
        pictures.append(picture(truth, eye, n, at_s, min(shown_s, lasts - 0.01), rng))
    return pictures


def picture(truth: Truth, eye: Eye, n: int, at_s: float, shown_s: float, rng: np.random.Generator) -> Sightings:
    here, before = truth.at(shown_s), truth.at(max(shown_s - 1 / eye.rate, 0))
    shown = [
        i for i in range(len(here))
        if not np.isnan(here[i]).any() and not eye.hides(shown_s, *here[i])
        and hypot(*(here[i] - before[i])) < eye.blur_mm and rng.random() >= eye.misses
    ]  # fmt: skip
    bias = np.random.default_rng([eye.seed, 1]).normal(0, eye.bias_mm, here.shape)
    places = [here[i] + bias[i] + rng.normal(0, eye.noise_mm, 2) for i in shown]
    kinds = truth.kit.kinds
    odds = [odds_of(truth.balls[i], kinds, eye, rng) for i in shown]
    for _ in range(rng.poisson(eye.clutter)):
        places.append(rng.uniform((0, 0), (truth.kit.width_mm, truth.kit.length_mm)))
        odds.append(rng.dirichlet(np.ones(len(kinds))))
    sures = [0.9] * len(places)
    for stray in eye.strays:
        if stray.begins_s <= shown_s < stray.ends_s:
            look_number = int((shown_s - stray.begins_s) * eye.rate)
            places.append(np.array(stray.way(shown_s)))
            odds.append(odds_of("red", kinds, eye, rng))
            sures.append(stray.sures[min(look_number, len(stray.sures) - 1)])
    looks = np.array(odds).reshape(-1, len(kinds))
    seen = sighting(n, at_s, np.array(places).reshape(-1, 2), (kinds, looks), eye, cloth(truth, eye, shown_s, here))
    seen = replace(seen, sure=np.array(sures))
    cut = eye.cut[0] <= at_s < eye.cut[1]
    if cut:
        nothing = sighting(n, at_s, np.zeros((0, 2)), (kinds, looks[:0]), eye, None)
        return Sightings(**{k: getattr(nothing, k) for k in nothing.__slots__} | {"table_seen": False})
    return seen


def sighting(
    n: int,
    at_s: float,
    places: np.ndarray,
    looks: tuple[tuple[str, ...], np.ndarray],
    eye: Eye,
    openness: Openness | None,
) -> Sightings:
    count, (kinds, odds) = len(places), looks
    spread_mm = max(np.hypot(eye.noise_mm, eye.bias_mm), 0.1)
    return Sightings(
        picture=n, at_us=round(at_s * 1e6), places_mm=places,
        spread_mm2=np.tile(np.eye(2) * spread_mm**2, (count, 1, 1)), centres_px=places / 3.0,
        radii_px=np.full(count, 9.0), colour_odds=odds, kinds=kinds, sure=np.full(count, 0.9), openness=openness,
    )  # fmt: skip


LOOKALIKE = {"brown": "red", "pink": "white", "red": "brown"}


def odds_of(ball: str, kinds: tuple[str, ...], eye: Eye, rng: np.random.Generator) -> np.ndarray:
    kind = kinds.index(ball)
    taken_for = kind if rng.random() >= eye.confusion else int(rng.integers(len(kinds)))
    alike = LOOKALIKE.get(ball, ball)
    odds = np.full(len(kinds), 0.02)
    odds[taken_for] += 0.6
    odds[kinds.index(alike) if alike in kinds else kind] += 0.2
    return np.asarray(odds / odds.sum())


def cloth(truth: Truth, eye: Eye, at_s: float, here: np.ndarray) -> Openness:
    rows, columns = round(truth.kit.length_mm / CELL_MM), round(truth.kit.width_mm / CELL_MM)
    y, x = (np.arange(rows) + 0.5) * CELL_MM, (np.arange(columns) + 0.5) * CELL_MM
    grid = np.ones((rows, columns), np.uint8)
    for bx, by in here[~np.isnan(here).any(axis=1)]:
        grid[np.hypot(x[None] - bx, y[:, None] - by) < 55] = 0
    probe = any(eye.hides(at_s, px, py) for px in (0, 300, 600, 900, 1200, 1500, 1750) for py in range(0, 3600, 300))
    if probe:
        grid[np.array([[eye.hides(at_s, px, py) for px in x] for py in y])] = 0
    return Openness(cell_mm=CELL_MM, cloth=grid)


@dataclass(frozen=True)
class Scene:
    """A stroke with a name a referee would give it, and what must be told of it."""

    name: str
    balls: tuple[tuple[str, float, float], ...]
    speed_mm_s: float
    degrees: float
    first_hit: tuple[str, ...] = ()
    potted: tuple[tuple[str, str], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def truth(self) -> Truth:
        return play(self.balls, self.speed_mm_s, self.degrees, **self.extra)
