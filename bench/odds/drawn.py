"""Strokes by lot, as strokes without pictures: layout, strike, and all that happened, from one number.

Most strokes are aimed: at a pocket by the ghost ball, with an error as players have; at a ball, anyhow; some anywhere.
Balls hang in jaws and lie in packs; some strokes send a ball off the table; in some recordings nobody strikes and a
hand carries, sets down or brushes balls.
"""

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.training.painter.layouts import Placed, crowded_layout, random_layout
from models.training.strokes import Played, Strike, play
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Chance = np.random.Generator

TRAINED, HELD_OUT, OTHERS = 0, 3000, 9000
"""Strokes before `HELD_OUT` are for fitting, those from there on for measuring; those from `OTHERS` on are not ours."""
BACKS, BACKS_HELD_OUT = range(2000, 2500), range(8500, 8850)
"""Of these, for fitting and for measuring, somebody stands before a pocket that a ball comes to."""
SLOW, SLOW_HELD_OUT = range(2500, 3000), range(8850, 9000)
"""Of these, a ball comes between the jaws of a pocket so slowly that it may hang there."""
SLOWLY_MM_S, SOON_S = 300.0, 0.02
"""So slowly, looked at so often."""
JAWS_RADII = 2.0
"""A ball nearer to the edge of a hole than so many radii is between the jaws."""
BEFORE_S = (0.7, 1.2)
AIMED, AT_BALL = 0.65, 0.25
HANDS = 0.07
"""Share of recordings in which nobody strikes."""
LIFTED = 0.05
ERR_DEG = (0.03, 0.6)
LONGEST_S = 3.6
"""A recording ends so long after the strike, and a little; some balls may still roll."""
TOGETHER_S = 0.0005
"""Two balls met within so short a time were met together, as the truth of drawn clips has it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """A recording as it truly was."""

    seed: int
    names: tuple[str, ...]
    struck_s: float
    """When, after the recording began; nan where nobody struck."""
    until_s: float
    """How long the recording lasts."""
    angle: float
    """The strike's direction, radians."""
    played: Played | None
    carries: tuple["Carry", ...] = ()

    def places(self, at_s: Array) -> Array:
        """Return (t, n, 2) places at (t,) times; nan where a ball is no longer on the table."""
        if self.played is None:
            return np.stack([carried(self.carries, len(self.names), t) for t in at_s])
        return np.stack([self.played.at(t - self.struck_s) for t in at_s])

    def heights(self, at_s: Array) -> Array:
        """Return (t, n) heights above where a ball lies on the cloth."""
        if self.played is None or not self.played.heights_mm.any():
            return np.zeros((len(at_s), len(self.names)))
        return np.stack([self.played.heights_at(t - self.struck_s) for t in at_s])

    @property
    def met_first(self) -> tuple[str, ...]:
        """Return what the cue-ball met first while it was recorded, both where they were met together."""
        lasts_s = self.until_s - self.struck_s
        own = [met for met in self.played.touches if 0 in met.balls and met.at_s < lasts_s] if self.played else []
        return tuple(self.names[sum(met.balls)] for met in own if met.at_s - own[0].at_s < TOGETHER_S)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Carry:
    """A hand at a ball: where it lay and lies, from when to when, and whether it lifts it out of view meanwhile."""

    ball: int
    start: Array
    end: Array
    from_s: float
    until_s: float
    lifts: bool

    def at(self, t_s: float) -> Array:
        """Return the (2,) place at a time."""
        share = float(np.clip((t_s - self.from_s) / (self.until_s - self.from_s), 0, 1))
        return np.asarray(self.start + share**2 * (3 - 2 * share) * (self.end - self.start))


def carried(carries: tuple[Carry, ...], count: int, t_s: float) -> Array:
    """Return the (n, 2) places of balls moved by hand; those that are lifted are nowhere meanwhile."""
    out = np.full((count, 2), np.nan)
    for one in carries:
        out[one.ball] = np.nan if one.lifts and one.from_s < t_s < one.until_s else one.at(t_s)
    return out


def drawn(seed: int, kit: Kit) -> Drawn:
    """Return the stroke of a number."""
    rng = np.random.default_rng([seed, 77])
    told = by_lot(seed, rng, kit)
    while (seed in SLOW or seed in SLOW_HELD_OUT) and not comes_slowly(told, kit):
        told = by_lot(seed, rng, kit)
    return told


def comes_slowly(told: Drawn, kit: Kit) -> bool:
    """Say whether a ball that moved comes between the jaws of a pocket so slowly that it may hang there."""
    places = told.places(np.arange(0.0, told.until_s, SOON_S))
    moved_mm = np.linalg.norm(np.diff(places, axis=0), axis=2)
    slow = (moved_mm < SLOWLY_MM_S * SOON_S) & (np.linalg.norm(places - places[0], axis=2)[1:] > kit.ball_radius_mm)
    return bool((slow & between_jaws(places[1:], kit)).any())


def between_jaws(places_mm: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say which of (..., 2) places are between the jaws of a pocket."""
    edges_mm = [np.linalg.norm(places_mm - np.array(p.fall), axis=-1) - p.radius_mm for p in kit.pockets]
    return np.asarray(np.min(edges_mm, axis=0) < JAWS_RADII * kit.ball_radius_mm)


def by_lot(seed: int, rng: Chance, kit: Kit) -> Drawn:
    """Return a stroke by lot."""
    balls = layout(rng, kit)
    names, before_s = tuple(name for name, _ in balls), float(rng.uniform(*BEFORE_S))
    if rng.random() < HANDS:
        return by_hand(seed, balls, rng, kit)
    strike = struck(balls, rng, kit)
    played = play(kit, tuple(balls), strike)
    after_s = float(rng.choice([0.25, 0.6, 1.3, 1.6, 2.5], p=[0.08, 0.12, 0.3, 0.3, 0.2]))
    return Drawn(
        seed=seed, names=names, struck_s=before_s, until_s=before_s + min(played.lasts_s, LONGEST_S) + after_s,
        angle=strike.angle, played=played,
    )  # fmt: skip


def layout(rng: Chance, kit: Kit) -> Placed:
    """Return balls as they may lie in a frame, the cue-ball first: all colours with some reds, or the last of them."""
    while True:
        balls = (crowded_layout if rng.random() < 0.4 else random_layout)(rng, kit)
        at: dict[str, tuple[float, float]] = {}
        for name, place in balls:
            at.setdefault(name, place)
        reds = [b for b in balls if b[0] == "red"]
        most = int(rng.choice([0, 1, 2, 4, 8, 15], p=[0.25, 0.2, 0.2, 0.2, 0.1, 0.05]))
        start = int(rng.integers(max(len(reds) - most, 0) + 1))
        up = COLOURS if most else COLOURS[int(rng.integers(len(COLOURS))) :]
        if "white" in at and all(name in at for name in up) and (reds or not most):
            return [("white", at["white"]), *((name, at[name]) for name in up), *reds[start : start + most]]


def struck(balls: Placed, rng: Chance, kit: Kit) -> Strike:
    """Return a strike by lot."""
    speed = float(np.clip(rng.lognormal(np.log(2200), 0.6), 350, 7500))
    follow = float(np.clip(rng.normal(0.3, 0.5), -1, 1))
    lift = float(rng.uniform(600, 2200)) if rng.random() < LIFTED else 0.0
    speed = speed + 2500.0 if lift else speed
    kind, start = rng.random(), balls[0][1]
    angle = float(rng.uniform(0, 2 * pi))
    if kind < AIMED and len(balls) > 1:
        angle = at_pocket(balls, rng, kit)
    elif kind < AIMED + AT_BALL and len(balls) > 1:
        x, y = balls[int(rng.integers(1, len(balls)))][1]
        away = hypot(x - start[0], y - start[1])
        aside = float(rng.uniform(-1.1, 1.1)) * kit.touching_mm
        angle = atan2(y - start[1], x - start[0]) + atan2(aside, away)
    return Strike(angle=angle, speed_mm_s=speed, follow=follow, lift_mm_s=lift)


def at_pocket(balls: Placed, rng: Chance, kit: Kit) -> float:
    """Return the direction that sends some ball about to some pocket: rather a near one, met full, nothing between."""
    start = np.array(balls[0][1])
    ways: list[tuple[float, float]] = []
    for _, at in balls[1:]:
        for pocket in kit.pockets:
            run = np.array(pocket.fall) - np.array(at)
            ghost = np.array(at) - run / np.hypot(*run) * kit.touching_mm
            way = ghost - start
            full = float(way @ run) / max(float(np.hypot(*way)) * float(np.hypot(*run)), 1e-6)
            if full > 0.35:
                free = blocked(balls, at, pocket.fall, kit) * blocked(balls, balls[0][1], ghost, kit, but=at)
                ways.append((full**4 / (1 + np.hypot(*run) / 800) ** 2 * free, angle_of(way)))
    if not ways:
        return float(rng.uniform(0, 2 * pi))
    weights = np.array([w for w, _ in ways])
    chosen = ways[int(rng.choice(len(ways), p=weights / weights.sum()))][1]
    return float(chosen + np.radians(rng.normal(0, rng.uniform(*ERR_DEG))))


def blocked(balls: Placed, start: ArrayLike, end: ArrayLike, kit: Kit, but: object = None) -> float:
    """Return how much less a way is thought of that another ball stands in."""
    a, run = np.array(start), np.subtract(end, start)
    others = np.array([at for _, at in balls if at != but and np.hypot(*np.subtract(at, a)) > 1.0]).reshape(-1, 2)
    share = np.clip((others - a) @ run / max(float(run @ run), 1e-9), 0, 1)
    away = np.hypot(*(a + share[:, None] * run - others).T)
    return 0.02 if bool(np.any(away < kit.touching_mm - 0.5)) else 1.0


def angle_of(way: Array) -> float:
    """Return the direction of a way."""
    return float(atan2(way[1], way[0]))


def by_hand(seed: int, balls: Placed, rng: Chance, kit: Kit) -> Drawn:
    """Return a recording in which a hand moves a ball or two: carried low over the cloth, lifted, or brushed aside."""
    begins_s, carries = float(rng.uniform(*BEFORE_S)), []
    picked = set(rng.choice(len(balls), size=min(int(rng.choice([1, 1, 1, 2, 3])), len(balls)), replace=False).tolist())
    if rng.random() < 0.5:
        picked |= {0}
    for i, (_, at) in enumerate(balls):
        start, end, from_s, lasts_s, lifts = np.array(at), np.array(at), 0.0, 1.0, False
        if i in picked:
            brushed = rng.random() < 0.25
            reach = float(rng.uniform(20, 150) if brushed else rng.uniform(40, 1200))
            turn = float(rng.uniform(0, 2 * pi))
            goal = start + reach * np.array([cos(turn), sin(turn)])
            end = np.clip(goal, kit.ball_radius_mm, np.array([kit.width_mm, kit.length_mm]) - kit.ball_radius_mm)
            from_s = begins_s + float(rng.uniform(0, 0.8))
            lasts_s = float(rng.uniform(0.15, 0.5) if brushed else rng.uniform(0.5, 2.5))
            lifts = not brushed and rng.random() < 0.4
        carries.append(Carry(ball=i, start=start, end=end, from_s=from_s, until_s=from_s + lasts_s, lifts=lifts))
    names = tuple(name for name, _ in balls)
    return Drawn(
        seed=seed, names=names, struck_s=float("nan"), until_s=begins_s + 4.0, angle=0.0, played=None,
        carries=tuple(carries),
    )  # fmt: skip
