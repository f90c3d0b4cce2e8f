"""Clips in which balls leave the bed: a red is knocked off the table, the cue-ball is lost over a cushion or jumps.

Each is seen from two cameras. Found by the same small search as the other clips: a strike with some lift is tried until
what is wanted happens and nothing else does.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from models.training.clips import aiming
from models.training.clips.aiming import Balls
from models.training.clips.story import Expected, Story
from models.training.clips.takes import DARK, WAISTCOAT, Take, first_met, hall, tables, told
from models.training.painter.cameras import Stand
from models.training.painter.layouts import is_free
from models.training.strokes import Played, Strike, play
from tracker.domain.table.kit import Kit
from tracker.physics.constants import GRAVITY_MM_S2
from tracker.store.kits import find_kit

BEHIND_TOP = Stand(azimuth_deg=1.5, elevation_deg=31, distance_mm=8800, fill=0.86, lift=0.0, roll_deg=0.1, k1=-0.03)
BEHIND_BAULK = Stand(azimuth_deg=178.5, elevation_deg=35, distance_mm=8200, fill=0.84, lift=0.0, k1=-0.04)
CORNER = Stand(azimuth_deg=40, elevation_deg=42, distance_mm=5800, fill=0.92, k1=-0.05)
SAY_WHITE = Expected(say="FOUL", value=4, cite="3.11(b)(x)", why="white off the table, red on")
SAY_RED = Expected(say="FOUL", value=4, cite="3.11(b)(x)", why="red off the table, red on")
SAY_JUMP = Expected(say="FOUL", value=4, cite="3.11(a)(x)", why="cue-ball passed over blue")
LONGEST_S = 6.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Flying:
    """What is to be found: how a position is arranged, what the strike is, and when it will do."""

    seed: int
    reds: int
    arrange: Callable[[np.random.Generator, Kit, Balls], tuple[Balls, Strike] | None]
    will_do: Callable[[Balls, Played], bool]
    expected: Expected


@cache
def find(what: Flying) -> tuple[Kit, Balls, Strike, Played]:
    """Return the first position and strike by chance that will do."""
    kit = find_kit()
    for rng, start in tables(what.seed, kit, what.reds):
        arranged = what.arrange(rng, kit, start)
        if arranged is None or not aiming.stands_well(kit, arranged[0][0][1], arranged[1].angle):
            continue
        played = play(kit, *arranged)
        if played.lasts_s < LONGEST_S and not played.pots and what.will_do(arranged[0], played):
            return kit, *arranged, played
    raise AssertionError("no position was found: raise TRIES")


def take(what: Flying, name: str, stand: Stand, rate: int) -> Take:
    """Return the clip of what was found, seen from a stand."""
    kit, balls, strike, played = find(what)
    stroke = told(played, strike, tuple(range(len(balls))), what.expected, 2.2, (WAISTCOAT, DARK)[what.seed % 2])
    stroke = replace(stroke, comes_s=0.6, feathers=1)
    story = Story(kit=kit, balls=balls, told=(stroke,), lasts_s=stroke.rest_s + 1.6)
    return Take(name=name, story=story, stand=stand, look=hall(kit, 11 * (what.seed % 4 + 1)), rate=rate, on="red")


def _at_a_red(rng: np.random.Generator, kit: Kit, balls: Balls) -> tuple[Balls, Strike] | None:
    """Return a hard, lifted strike at a red that lies out in the open, from not far away."""
    target = next(i for i, (name, _) in enumerate(balls) if name == "red")
    ball = np.array(balls[target][1])
    away, way = float(rng.uniform(350, 1100)), float(rng.uniform(-np.pi, np.pi))
    white = (float(ball[0] - away * np.cos(way)), float(ball[1] - away * np.sin(way)))
    beyond = ball + 450 * np.array([np.cos(way), np.sin(way)])
    near_cushion = not (0 < beyond[0] < kit.width_mm and 0 < beyond[1] < kit.length_mm)
    if not near_cushion or not is_free(kit, list(balls[1:]), white):
        return None
    balls = (("white", white), *balls[1:])
    if not aiming.is_clear(kit, white, balls[target][1], aiming.without(balls, (0, target))):
        return None
    aim = way + float(rng.uniform(-0.3, 0.3)) * kit.touching_mm / away
    lift = float(rng.uniform(500, 1300))
    return balls, Strike(angle=aim, speed_mm_s=float(rng.uniform(2200, 4200)), follow=0.0, lift_mm_s=lift)


def _over_the_blue(rng: np.random.Generator, kit: Kit, balls: Balls) -> tuple[Balls, Strike] | None:
    """Return a jump over the blue at a red behind it."""
    blue = next(i for i, (name, _) in enumerate(balls) if name == "blue")
    ball, way = np.array(balls[blue][1]), float(rng.uniform(-np.pi, np.pi))
    along = np.array([np.cos(way), np.sin(way)])
    away = float(rng.uniform(180, 300))
    places = [ball - away * along, ball + float(rng.uniform(650, 900)) * along]
    white, red = ((float(x), float(y)) for x, y in places)
    target = next(i for i, (name, _) in enumerate(balls) if name == "red")
    moved = tuple((name, red if i == target else at) for i, (name, at) in enumerate(balls) if i)
    others = [one for i, one in enumerate(moved, 1) if i != target]
    if not is_free(kit, list(moved), white) or not is_free(kit, others, red):
        return None
    lift = float(rng.uniform(1080, 1300))
    speed = away * GRAVITY_MM_S2 / lift  # highest over the blue
    return (("white", white), *moved), Strike(angle=way, speed_mm_s=speed, lift_mm_s=lift)


def _left(played: Played) -> tuple[int, ...]:
    return tuple(gone.ball for gone in played.left)


def _crossing_is_plain(played: Played) -> bool:
    """Say whether each ball left well away from the pockets."""
    kit = find_kit()
    falls = np.array([p.fall for p in kit.pockets])
    return all(np.hypot(*(falls - np.array(gone.at_mm)).T).min() > 250 for gone in played.left)


def _red_goes(balls: Balls, played: Played) -> bool:
    target = first_met(played)
    return target is not None and balls[target][0] == "red" and _goes_alone(played, target)


def _white_goes(balls: Balls, played: Played) -> bool:
    target = first_met(played)
    return target is not None and balls[target][0] == "red" and _goes_alone(played, 0)


def _goes_alone(played: Played, ball: int) -> bool:
    """Say whether just that ball leaves, nowhere near a pocket, and no two balls were met together."""
    times = [met.at_s for met in played.touches]
    return _left(played) == (ball,) and len(set(times)) == len(times) and _crossing_is_plain(played)


def _jumps_only(balls: Balls, played: Played) -> bool:
    blue, target = (next(i for i, (name, _) in enumerate(balls) if name == one) for one in ("blue", "red"))
    stays = np.hypot(*(played.places_mm[-1][blue] - played.places_mm[0][blue])) < 1e-6
    return bool(not played.left and first_met(played) == target and stays)


RED_OFF = Flying(seed=6, reds=4, arrange=_at_a_red, will_do=_red_goes, expected=SAY_RED)
WHITE_OFF = Flying(seed=7, reds=4, arrange=_at_a_red, will_do=_white_goes, expected=SAY_WHITE)
JUMP = Flying(seed=8, reds=4, arrange=_over_the_blue, will_do=_jumps_only, expected=SAY_JUMP)


def red_off() -> Take:
    """Return the clip of a red that is knocked off the table."""
    return take(RED_OFF, "0006-red-off-the-table", CORNER, 50)


SPARE: tuple[Callable[[], Take], ...] = (
    red_off,
    lambda: take(RED_OFF, "red-off-top", BEHIND_TOP, 30),
    lambda: take(WHITE_OFF, "white-off-top", BEHIND_TOP, 30),
    lambda: take(WHITE_OFF, "white-off-corner", CORNER, 50),
    lambda: take(JUMP, "jump-baulk", BEHIND_BAULK, 30),
    lambda: take(JUMP, "jump-corner", CORNER, 50),
)
"""Clips that are not shipped, to measure by: `--spare` makes them."""
