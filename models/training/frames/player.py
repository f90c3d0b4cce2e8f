"""Players: what they see, what they try, and how far their hands fall short of it.

A player looks for pots of the balls on, plays the likeliest ones through in the mind (the same physics, without an
error), and takes the one that leaves most; where no pot is likely enough, a safety that leaves the other side little;
and from a snooker an escape off the cushions. Then the hand errs, in direction and in pace.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from models.training.clips.aiming import angle_to, ghost
from models.training.frames.geometry import Balls, Chance, chances, is_free_way, met_first
from models.training.painter.layouts import spot
from models.training.strokes import DRAWN, Played, Strike, play
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

SLOWS_MM_S2 = DRAWN.rolling_mm_s2
PACES, FOLLOWS = (1.0, 1.3, 1.75), (-0.7, 0.0, 0.9)
SAFE_PACES_MM_S = (900.0, 1300.0, 1900.0, 2700.0)
FASTEST_MM_S = 5200.0
POTS_TRIED, PLANS_TRIED, SAFETIES_TRIED, ESCAPES_TRIED = 2, 5, 7, 5
HAND_PLACES = 9
MIND_STEP_S = 0.0025
"""How finely a stroke is played through in the mind."""
SWEEP = 240
"""Directions that are looked along from a snooker."""
HANDS_RAD = (0.0007, 0.0011, 0.0016, 0.0024)
"""How far the hands of good and of poor players err in direction (1 sigma)."""
SLIP = (6.0, 40.0)
"""How many times as far the hand errs in a slip."""
WORTH = {RED: 1} | {colour: 2 + i for i, colour in enumerate(COLOURS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """How good a player is."""

    aim_rad: float
    """Spread of the direction (1 sigma)."""
    pace: float
    """Spread of the pace, in parts of it (1 sigma)."""
    bold: float
    """The least chance at which a pot is tried."""
    slips: float = 0.0
    """How often a stroke goes badly wrong: the hand errs many times as far as it usually does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What lies before a player."""

    kit: Kit
    balls: Balls
    """Without the cue-ball."""
    white: tuple[float, float] | None
    """None: in hand."""
    on: tuple[str, ...]
    """Kinds that may be met first."""
    anywhere: bool = False
    """In hand: anywhere on the table, not in the D alone."""
    needs_cushion: bool = False
    """A ball must meet a cushion or fall, else the stroke is a foul."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """A stroke as it is meant."""

    white: tuple[float, float]
    strike: Strike
    ball: str
    """The kind of ball aimed at."""
    kind: str
    """`pot`, `safety`, `escape`, or `hope` where the player saw none of them."""


def choose(rng: np.random.Generator, skill: Skill, task: Task) -> Plan:
    """Return what a player tries; the same for the same state of `rng`."""
    places = (task.white,) if task.white is not None else hand_places(rng, task)
    seen = sorted(
        (one for white in places for one in chances(task.kit, task.balls, white, task.on, skill.aim_rad)),
        key=lambda one: -_worth(task, one),
    )
    likely = [one for one in seen if one.likely >= skill.bold][:POTS_TRIED]
    best = max((plan for one in likely for plan in _pots(rng, skill, task, one)), key=_first, default=None)
    if best is not None:
        return best[1]
    for kind in (_safeties, _escapes):
        best = max(kind(rng, skill, task, places), key=_first, default=None)
        if best is not None:
            return best[1]
    return _hope(rng, task, places[0])


def _first(plan: tuple[float, Plan]) -> float:
    return plan[0]


def erring(rng: np.random.Generator, skill: Skill, strike: Strike) -> Strike:
    """Return the stroke as the hand plays it."""
    worse = float(rng.uniform(*SLIP)) if rng.random() < skill.slips else 1.0
    speed = strike.speed_mm_s * float(np.clip(1 + skill.pace * rng.standard_normal(), 0.7, 1.3))
    angle = strike.angle + worse * skill.aim_rad * float(np.clip(rng.standard_normal(), -3, 3))
    return replace(strike, angle=angle, speed_mm_s=speed)


def hand_places(rng: np.random.Generator, task: Task) -> tuple[tuple[float, float], ...]:
    """Return places where the cue-ball in hand may be put."""
    kit, places = task.kit, np.array([at for _, at in task.balls], float).reshape(-1, 2)
    found: list[tuple[float, float]] = []
    for _ in range(400):
        if task.anywhere:
            x, y = rng.uniform(60, kit.width_mm - 60), rng.uniform(60, kit.length_mm - 60)
        else:
            turn, away = rng.uniform(np.pi, 2 * np.pi), kit.d_radius_mm * sqrt(rng.uniform(0, 0.97))
            x, y = kit.width_mm / 2 + away * np.cos(turn), kit.baulk_mm + away * np.sin(turn) - 0.5
        if not len(places) or np.min(np.hypot(*(places - (x, y)).T)) > kit.touching_mm + 4:
            found.append((float(x), float(y)))
        if len(found) == HAND_PLACES:
            break
    return tuple(found)


def _worth(task: Task, one: Chance) -> float:
    return one.likely * (0.75 + 0.25 * WORTH.get(task.balls[one.target][0], 1) / 7)


def _pots(rng: np.random.Generator, skill: Skill, task: Task, one: Chance) -> Iterator[tuple[float, Plan]]:
    """Give the ways to make a pot that work in the mind, with what each is worth."""
    kit, (name, at) = task.kit, task.balls[one.target]
    far, away = one.run_mm
    ball_mm_s = 1.4 * sqrt(2 * SLOWS_MM_S2 * away + 300**2) / max(np.cos(one.cut), 0.35)
    slow = sqrt(ball_mm_s**2 + 2 * SLOWS_MM_S2 * far)
    meet = ghost(kit, at, one.aim)
    ways = [(pace, follow) for pace in PACES for follow in FOLLOWS]
    for i in rng.permutation(len(ways))[:PLANS_TRIED]:
        pace, follow = ways[i]
        strike = Strike(angle=angle_to(one.white, meet), speed_mm_s=min(pace * slow, FASTEST_MM_S), follow=follow)
        played = _imagined(task, one.white, strike)
        if played is None or not _is_made(task, played, one.target):
            continue
        plan = Plan(white=one.white, strike=strike, ball=name, kind="pot")
        yield _worth(task, one) + 0.35 * _leaves(skill, task, played, _then_on(task, name)), plan


def _imagined(task: Task, white: tuple[float, float], strike: Strike) -> Played | None:
    """Return the stroke played through in the mind; None where the cue-ball would not lie there."""
    try:
        return play(task.kit, (("white", white), *task.balls), strike, least_step_s=MIND_STEP_S)
    except ValueError:
        return None


def _is_fair(task: Task, played: Played) -> bool:
    """Say whether the cue-ball met a ball on first, alone, and stayed on the table."""
    first = [met for met in played.touches if 0 in met.balls]
    if not first or played.left or any(fell.ball == 0 for fell in played.pots):
        return False
    hit = max(first[0].balls)
    if played.names[hit] not in task.on:
        return False
    later = any(b.at_s > first[0].at_s for b in played.bounces)
    return later or bool(played.pots) or not task.needs_cushion


def _is_made(task: Task, played: Played, target: int) -> bool:
    kinds = {played.names[fell.ball] for fell in played.pots}
    fell = {fell.ball for fell in played.pots}
    return _is_fair(task, played) and target + 1 in fell and kinds == {task.balls[target][0]}


def _then_on(task: Task, potted: str) -> tuple[str, ...]:
    """Return what would be on after a pot."""
    reds = [name for name, _ in task.balls].count(RED)
    if potted == RED:
        return COLOURS
    if reds:
        return (RED,)
    left = [colour for colour in COLOURS if any(name == colour for name, _ in task.balls) and colour != potted]
    return tuple(left[:1])


def _leaves(skill: Skill, task: Task, played: Played, on: tuple[str, ...]) -> float:
    """Return the best chance of a pot after a stroke, colours that fell being back on their spots."""
    last = played.places_mm[-1]
    balls = tuple(
        (name, (float(last[i][0]), float(last[i][1]))) if not np.isnan(last[i][0]) else (name, spot(task.kit, name))
        for i, name in enumerate(played.names)
        if i and (name in COLOURS or not np.isnan(last[i][0]))
    )
    if np.isnan(last[0][0]):
        return 1.0
    white = (float(last[0][0]), float(last[0][1]))
    return max((one.likely for one in chances(task.kit, balls, white, on, skill.aim_rad)), default=0.0)


Places = tuple[tuple[float, float], ...]


def _safeties(rng: np.random.Generator, skill: Skill, task: Task, places: Places) -> Iterator[tuple[float, Plan]]:
    """Give contacts with a ball on that are fair and leave little."""
    for white, name, angle in islice(_contacts(rng, task, places), SAFETIES_TRIED):
        strike = Strike(
            angle=angle, speed_mm_s=float(rng.choice(SAFE_PACES_MM_S)), follow=float(rng.uniform(-0.4, 0.8))
        )
        played = _imagined(task, white, strike)
        if played is not None and _is_fair(task, played) and not played.pots:
            left = _leaves(skill, task, played, task.on if RED in task.on else _after_miss(task))
            yield 1 - left, Plan(white=white, strike=strike, ball=name, kind="safety")


def _after_miss(task: Task) -> tuple[str, ...]:
    """Return what is on for the other side after no pot: a red while there is one."""
    return (RED,) if any(name == RED for name, _ in task.balls) else task.on[:1]


def _contacts(rng: np.random.Generator, task: Task, places: Places) -> Iterator[tuple[tuple[float, float], str, float]]:
    """Give straight ways to balls on, full or thin, in no order: the cue-ball's place, the ball, the direction."""
    kit, lying = task.kit, np.array([at for _, at in task.balls], float).reshape(-1, 2)
    wanted = [i for i, (name, _) in enumerate(task.balls) if name in task.on]
    ways = [(w, i, off) for w in range(len(places)) for i in wanted for off in (-0.9, -0.6, -0.25, 0.25, 0.6, 0.9)]
    for k in rng.permutation(len(ways)):
        w, i, off = ways[k]
        start, ball = np.array(places[w]), lying[i]
        line = ball - start
        far = float(np.hypot(*line))
        aim = ball + off * kit.touching_mm * np.array([-line[1], line[0]]) / max(far, 1.0)
        meet = aim - line / max(far, 1.0) * kit.touching_mm * sqrt(1 - off**2)
        if is_free_way(kit, start, meet, np.delete(lying, i, axis=0)):
            yield places[w], task.balls[i][0], angle_to(start, aim)


def _escapes(rng: np.random.Generator, skill: Skill, task: Task, places: Places) -> Iterator[tuple[float, Plan]]:
    """Give ways off one to three cushions that meet a ball on first."""
    lying = np.array([at for _, at in task.balls], float).reshape(-1, 2)
    found = []
    for angle in np.linspace(-np.pi, np.pi, SWEEP, endpoint=False) + rng.uniform(0, 2 * np.pi / SWEEP):
        hit = met_first(task.kit, lying, np.array(places[0]), float(angle), 3)
        if hit is not None and task.balls[hit[0]][0] in task.on:
            found.append((hit[1], float(angle), task.balls[hit[0]][0]))
    for run, angle, name in sorted(found)[:ESCAPES_TRIED]:
        speed = 1.25 * sqrt(2 * SLOWS_MM_S2 * run * 1.5 + 700**2)
        strike = Strike(angle=angle, speed_mm_s=min(speed, FASTEST_MM_S), follow=0.6)
        played = _imagined(task, places[0], strike)
        if played is not None and _is_fair(task, played):
            yield 1 - run / 1e5, Plan(white=places[0], strike=strike, ball=name, kind="escape")


def _hope(rng: np.random.Generator, task: Task, white: tuple[float, float]) -> Plan:
    """Return a stroke toward the nearest ball on, though nothing good was seen."""
    name, at = min(
        (one for one in task.balls if one[0] in task.on),
        key=lambda one: hypot(one[1][0] - white[0], one[1][1] - white[1]),
    )
    angle = angle_to(white, at) + float(rng.normal(0, 0.02))
    return Plan(white=white, strike=Strike(angle=angle, speed_mm_s=1500.0), ball=name, kind="hope")
