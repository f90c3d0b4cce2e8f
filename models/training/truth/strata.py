"""The kinds of strokes that are hard to tell, and how one of each is found by chance, the same for the same seed.

Every stratum proposes a position and a stroke that geometry says may do, has it played, and keeps the first that does
what the stratum is for. The cue-ball is always the first ball of a position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from models.training.clips import aiming
from models.training.clips.aiming import Balls
from models.training.clips.takes import has_room, table
from models.training.painter.layouts import is_free, spot
from models.training.strokes import Played, Strike
from models.training.truth.engine import Unplayable, play
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Chance = np.random.Generator
Proposal = tuple[Balls, Strike]

TRIES = 30_000
AT_ONCE_S = 0.005
MOSTLY_REDS = 0.75
NEARLY_MM = 5.0
"""A finish nearer to another ball than this is one to measure: touching, or not?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """A kind of stroke."""

    name: str
    propose: Callable[[Chance, Kit], Proposal | None]
    fits: Callable[[Kit, Played], bool]
    longest_s: float = 5.0


def find(stratum: Stratum, kit: Kit, number: int) -> tuple[Balls, Strike, Played]:
    """Return stroke `number` of a stratum, the same for the same number.

    Raises:
        LookupError: chance brought none.
    """
    for attempt in range(TRIES):
        rng = np.random.default_rng([crc32(stratum.name.encode()), number, attempt])
        proposed = stratum.propose(rng, kit)
        played = _played(kit, *proposed) if proposed else None
        if proposed and played and played.lasts_s < stratum.longest_s and stratum.fits(kit, played):
            return *proposed, played
    raise LookupError(f"{stratum.name} {number}: no stroke was found in {TRIES} tries")


def _played(kit: Kit, balls: Balls, strike: Strike) -> Played | None:
    if not aiming.stands_well(kit, balls[0][1], strike.angle) or not has_room(balls, strike):
        return None
    try:
        return play(kit, balls, strike)
    except Unplayable:
        return None


def _some(rng: Chance, kit: Kit) -> Balls:
    return table(rng, kit, reds=int(rng.integers(2, 8)))


def _strike(rng: Chance, angle: float, slowest_mm_s: float, fastest_mm_s: float) -> Strike:
    speed, follow = float(rng.uniform(slowest_mm_s, fastest_mm_s)), float(rng.uniform(-0.8, 0.9))
    return Strike(angle=angle, speed_mm_s=speed, follow=follow)


def _beside(kit: Kit, balls: Balls, target: int, thickness: float) -> float | None:
    """Return the direction that passes a ball's middle at so many diameters to its left; None if the way is blocked."""
    start, ball = np.array(balls[0][1]), np.array(balls[target][1])
    away = float(np.hypot(*(ball - start)))
    if not aiming.is_clear(kit, start, ball, aiming.without(balls, (0, target))) or away < 2 * kit.touching_mm:
        return None
    return aiming.angle_to(start, ball) + float(np.arcsin(np.clip(thickness * kit.touching_mm / away, -1, 1)))


def _towards_pocket(rng: Chance, kit: Kit, off_mm: float) -> tuple[Balls, float] | None:
    """Return a position and the direction that sends some ball to a pocket, wrong by chance by up to `off_mm` there."""
    balls = _some(rng, kit)
    aims_at_red = rng.random() < MOSTLY_REDS
    target = int(rng.choice([i for i, (name, _) in enumerate(balls) if i and (name == RED or not aims_at_red)]))
    pocket = kit.pockets[int(rng.integers(len(kit.pockets)))]
    start, ball = balls[0][1], balls[target][1]
    across = np.array([np.cos(turn := rng.uniform(-np.pi, np.pi)), np.sin(turn)])
    aim = np.array(pocket.fall) + rng.uniform(-off_mm, off_mm) * across
    meet, others = aiming.ghost(kit, ball, aim), aiming.without(balls, (0, target))
    is_on = aiming.cut(kit, start, ball, aim) < np.radians(50)
    if not (is_on and aiming.is_clear(kit, ball, aim, others) and aiming.is_clear(kit, start, meet, others)):
        return None
    return balls, aiming.angle_to(start, meet)


def _pot(rng: Chance, kit: Kit) -> Proposal | None:
    found = _towards_pocket(rng, kit, 8.0)
    return (found[0], _strike(rng, found[1], 1200, 3000)) if found else None


def _thin(rng: Chance, kit: Kit) -> Proposal | None:
    balls = _some(rng, kit)
    thickness = float(rng.choice([-1, 1]) * rng.uniform(0.95, 1.04))
    angle = _beside(kit, balls, int(rng.integers(1, len(balls))), thickness)
    return None if angle is None else (balls, _strike(rng, angle, 900, 2600))


def _two_at_once(rng: Chance, kit: Kit) -> Proposal | None:
    """Put a second ball where the cue-ball meets it almost when it meets the first."""
    balls = _some(rng, kit)
    target = int(rng.integers(1, len(balls)))
    angle = _beside(kit, balls, target, float(rng.uniform(-0.85, 0.85)))
    if angle is None:
        return None
    start, ball, way = np.array(balls[0][1]), np.array(balls[target][1]), np.array([np.cos(angle), np.sin(angle)])
    along = (ball - start) @ way
    aside = abs(float((ball - start) @ [-way[1], way[0]]))
    meet = start + way * (along - np.sqrt(kit.touching_mm**2 - aside**2))
    turn = angle + rng.uniform(-1.2, 1.2)
    second = meet + kit.touching_mm * np.array([np.cos(turn), np.sin(turn)]) + way * rng.uniform(-2.0, 8.0)
    at = (float(second[0]), float(second[1]))
    if not is_free(kit, [one for i, one in enumerate(balls) if i != 0], at):
        return None
    name = "red" if rng.random() < 0.6 else balls[-1][0]
    return (*balls, (name, at)), _strike(rng, angle, 900, 2500)


def _anywhere(rng: Chance, kit: Kit) -> Proposal | None:
    return _some(rng, kit), _strike(rng, float(rng.uniform(-np.pi, np.pi)), 900, 3200)


def _jaws(rng: Chance, kit: Kit) -> Proposal | None:
    """Send a ball into the jaws, or the cue-ball past the edge of one towards a pocket."""
    if rng.random() < 0.5:
        found = _towards_pocket(rng, kit, 70.0)
        return (found[0], _strike(rng, found[1], 900, 3200)) if found else None
    balls = _some(rng, kit)
    start, pocket = np.array(balls[0][1]), kit.pockets[int(rng.integers(len(kit.pockets)))]
    run = np.array(pocket.fall) - start
    way = run / np.linalg.norm(run)
    aside = rng.choice([-1, 1]) * rng.uniform(0.96, 0.999) * kit.touching_mm
    place = start + rng.uniform(0.3, 0.8) * run + aside * np.array([-way[1], way[0]])
    at = (float(place[0]), float(place[1]))
    if not is_free(kit, list(balls), at) or not aiming.is_clear(kit, start, pocket.fall, aiming.without(balls, (0,))):
        return None
    return (*balls, ("red", at)), _strike(rng, aiming.angle_to(start, pocket.fall), 1000, 3000)


def rack(kit: Kit, apart_mm: float) -> list[tuple[str, tuple[float, float]]]:
    """Return the fifteen reds of the triangle, the apex behind the pink, `apart_mm` between their edges."""
    x, y = spot(kit, "pink")
    step, first = kit.touching_mm + apart_mm, y + kit.touching_mm + 3.0
    return [
        ("red", (x + step * (place - row / 2), first + row * step * np.sqrt(0.75)))
        for row in range(5)
        for place in range(row + 1)
    ]


def _pack(rng: Chance, kit: Kit) -> Proposal | None:
    """Open the frame, or go into what is left of the pack from somewhere else."""
    reds = rack(kit, 0.05)
    keep = 15 if rng.random() < 0.4 else int(rng.integers(7, 15))
    left = [reds[i] for i in sorted(rng.choice(15, keep, replace=False))]
    places = [(name, spot(kit, name)) for name in COLOURS] + left
    white = (float(rng.uniform(650, 1130)), float(rng.uniform(450, 650 if keep == 15 else 2000)))
    balls = (("white", white), *places)
    target = int(rng.integers(7, len(balls)))
    angle = _beside(kit, balls, target, float(rng.uniform(-0.95, 0.95)))
    return (balls, _strike(rng, angle, 2000, 4500)) if angle is not None and is_free(kit, places, white) else None


def _slow(rng: Chance, kit: Kit) -> Proposal | None:
    """Roll slowly, and stand one more ball where the cue-ball comes to rest, or a hair behind it."""
    balls = _some(rng, kit)
    strike = Strike(angle=float(rng.uniform(-np.pi, np.pi)), speed_mm_s=float(rng.uniform(300, 1100)), follow=0.9)
    first = _played(kit, balls, strike)
    if first is None or 0 in aiming.potted(first):
        return None
    end, before = first.places_mm[-1, 0], first.at(first.lasts_s - 0.3)[0]
    turn = np.arctan2(*(end - before)[::-1]) + rng.uniform(-1.0, 1.0)
    gap = float(rng.choice([-0.05, 0.02, 0.5, 1.0, 2.0, 4.0]))
    place = end + (kit.touching_mm + gap) * np.array([np.cos(turn), np.sin(turn)])
    at = (float(place[0]), float(place[1]))
    left = [(name, (float(x), float(y))) for (name, _), (x, y) in zip(balls[1:], first.places_mm[-1, 1:], strict=True)]
    stands = is_free(kit, left, at) and is_free(kit, list(balls), at)
    return ((*balls, ("red", at)), strike) if stands else None


def _fast(rng: Chance, kit: Kit) -> Proposal | None:
    balls = _some(rng, kit)
    angle = _beside(kit, balls, int(rng.integers(1, len(balls))), float(rng.uniform(-0.95, 0.95)))
    return None if angle is None else (balls, _strike(rng, angle, 6000, 9000))


def _whites(played: Played) -> list[float]:
    """Return when the cue-ball met a ball."""
    return [met.at_s for met in played.touches if 0 in met.balls]


def _pots_one(kit: Kit, played: Played) -> bool:
    fallen = aiming.potted(played)
    return len(fallen) == 1 and fallen[0] != 0


def _meets_two_at_once(kit: Kit, played: Played) -> bool:
    met = [m for m in played.touches if 0 in m.balls][:2]
    return len(met) == 2 and set(met[0].balls) != set(met[1].balls) and met[1].at_s - met[0].at_s < AT_ONCE_S


def _comes_off_first(kit: Kit, played: Played) -> bool:
    """Say whether the cue-ball met a cushion before any ball, or no ball at all."""
    off = [b.at_s for b in played.bounces if b.ball == 0]
    met = _whites(played)
    return not played.pots and (not met or (bool(off) and off[0] < met[0]))


def _goes_in_off_or_rattles(kit: Kit, played: Played) -> bool:
    fallen = aiming.potted(played)
    jaws = [b.ball for b in played.bounces if b.is_jaw and b.ball not in fallen]
    return bool(_whites(played)) and (0 in fallen or any(jaws.count(ball) > 1 for ball in jaws))


def _finishes_near(kit: Kit, played: Played) -> bool:
    last = played.places_mm[-1]
    gaps = np.linalg.norm(last[1:] - last[0], axis=1) - kit.touching_mm
    return bool(np.nanmin(gaps, initial=np.inf) < NEARLY_MM)


def _meets(kit: Kit, played: Played) -> bool:
    return bool(_whites(played))


def _any(kit: Kit, played: Played) -> bool:
    return True


STRATA = (
    Stratum(name="plain-pots", propose=_pot, fits=_pots_one),
    Stratum(name="thin-cuts", propose=_thin, fits=_any),
    Stratum(name="two-at-once", propose=_two_at_once, fits=_meets_two_at_once),
    Stratum(name="cushion-first-and-air", propose=_anywhere, fits=_comes_off_first),
    Stratum(name="in-offs-and-rattles", propose=_jaws, fits=_goes_in_off_or_rattles),
    Stratum(name="breaks-and-packs", propose=_pack, fits=_meets, longest_s=7.0),
    Stratum(name="slow-and-touching", propose=_slow, fits=_finishes_near),
    Stratum(name="six-metres-and-more", propose=_fast, fits=_meets, longest_s=7.0),
)
