"""Where the cue-ball may have been while nobody saw it, and how likely it met a ball there that was out of view too.

A ball that was seen to lie still was not met. One that was hidden (by a head, an arm, bad pictures) may have been, if
the cue-ball came by: on its way drawn on from where it was lost, straight and slowing as a ball rolls, or drawn back
from where it came into view; or, once it has come off a cushion, anywhere: then as likely as the share of the table
makes it that a ball sweeps on so long a way.
A cue-ball that falls goes nowhere any more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import erf, hypot, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.physics.motion import came_mm, rolled_mm, rolls_for_s
from tracker.physics.surfaces import USUAL

Array = NDArray[np.float64]

BLIND_S = 0.1
"""Between sightings further apart a ball may have gone another way than straight from one to the next."""
TAIL = 6
"""So many sightings, at most, tell where a ball was going when it was lost."""
LEAST_RUN_MM = 10.0
"""A ball that came no farther in those sightings lay still, for all that they tell of where it came from: four times by
how much two places differ that err by 1.8 mm each (1 sigma; bench.incidents, from a corner at 720 lines)."""
TURNS_SD = 0.01
"""How far a way drawn on leads astray, for each mm of it: it bends, and so few sightings tell its direction."""
STOPS_SD = 0.1
"""How far the place errs where it would stop, for each mm of its way: cloths differ (`constants.ROLLING_SD`)."""
AT_MOST = 0.5
"""However long a way nobody saw, it is no likelier than this that a ball somewhere was met on it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beyond:
    """The way of a ball on which it was not seen, from a sighting until it is seen again or stops.

    Of a ball that was seen only after it, that way is drawn back in time.
    """

    from_s: float
    until_s: float
    place: Array
    """(2,) where it was seen."""
    way: Array
    """(2,) the direction in which it is drawn on."""
    straight_mm: float
    """How far it goes straight on: to a cushion, into a pocket, or to its end."""
    whole_mm: float
    """How far it goes in all."""
    pace_mm_s: float
    """How fast it went where it was seen."""
    is_drawn_back: bool = False
    """It came from there, and was the faster the farther from where it was seen."""


class Encounter(NamedTuple):
    """Where and when a ball is met on a way that was not seen."""

    at: Array
    """(2,) where the ball on its way is then."""
    at_s: float
    pace_mm_s: float
    """How fast it goes there; 0 where it stops before, or turns at a cushion."""


def unseen_ways(places: Array, at_s: Array, until_s: float, kit: Kit, lay_s: float | None = None) -> Iterator[Beyond]:
    """Give the ways of a ball, seen at (n, 2) places at (n,) times since it was struck, that were not seen till then.

    Where only its place as struck was seen before, its way is drawn back from where it is seen again, to when it may
    have been struck: it was seen to lie still at `lay_s` (None: until it was struck).
    """
    lay_s = float(at_s[0]) if lay_s is None else lay_s
    again = np.append(at_s[1:], np.inf)
    for k in np.flatnonzero(np.minimum(again, until_s) - at_s > BLIND_S).tolist():
        if k:
            tail = slice(max(k - TAIL + 1, 0), k + 1)
            yield drawn_on(places[tail], at_s[tail], (float(at_s[k]), min(float(again[k]), until_s)), kit)
        elif len(at_s) > 2:
            back = drawn_on(places[TAIL:0:-1], at_s[TAIL:0:-1], (lay_s, float(again[0])), kit)
            yield begun_at(places[0], back, kit)
        elif len(at_s) > 1:
            straight = 2 * places[0] - places[1], places[0]
            yield drawn_on(np.stack(straight), at_s - at_s[1] + at_s[0], (float(at_s[0]), float(again[0])), kit)


def drawn_on(places: Array, at_s: Array, unseen_s: tuple[float, float], kit: Kit) -> Beyond:
    """Return the way from the last of some places on a straight way; back, where they were seen in turn after it.

    Drawn on a ball slows to its stop; drawn back it was the faster the longer ago.
    """
    run = places[-1] - places[0]
    gone_mm, took_s = max(float(hypot(*run)), 1e-6), float(at_s[-1] - at_s[0])
    pace, lasts_s = gone_mm / max(abs(took_s), 1e-3), unseen_s[1] - unseen_s[0]
    if took_s < 0:
        whole_mm = came_mm(pace, lasts_s)
    else:
        lasts_s = min(lasts_s, rolls_for_s(pace))
        whole_mm = rolled_mm(pace, lasts_s)
    free_mm, falls = to_the_edge(places[-1], run / gone_mm, kit) if gone_mm > LEAST_RUN_MM else (0.0, False)
    return Beyond(
        from_s=unseen_s[0], until_s=unseen_s[0] + lasts_s, place=places[-1], way=run / gone_mm,
        straight_mm=min(free_mm, whole_mm), whole_mm=min(free_mm, whole_mm) if falls else whole_mm,
        pace_mm_s=pace, is_drawn_back=took_s < 0,
    )  # fmt: skip


def begun_at(lay: Array, back: Beyond, kit: Kit) -> Beyond:
    """Return a way drawn back no farther than to where the ball lay as it was struck, if it leads there."""
    away = lay - back.place
    along, aside = float(away @ back.way), float(away @ np.array([-back.way[1], back.way[0]]))
    if not 0 < along < back.straight_mm or abs(aside) > kit.ball_radius_mm:
        return back
    return replace(back, straight_mm=along, whole_mm=along)


def to_the_edge(place: Array, way: Array, kit: Kit) -> tuple[float, bool]:
    """Return how far it is from a place along a way to the cushions, or into a pocket, and whether one is there."""
    edge = np.array([kit.width_mm, kit.length_mm]) - kit.ball_radius_mm
    free = np.where(way > 0, edge - place, place - kit.ball_radius_mm)
    far = max(float(np.min(free / np.maximum(np.abs(way), 1e-9))), 0.0)
    end = Point(*(place + far * way).tolist())
    pocket = kit.pocket_nearest(end)
    falls = distance_mm(end, pocket.fall) < pocket.mouth_mm / 2 + pocket.radius_mm
    return max(far, float((np.array(pocket.fall) - place) @ way)) if falls else far, falls


def comes_by(lost: Beyond, ball: Array, apart_mm: float) -> tuple[float, float] | None:
    """Return how near a way comes to a ball: the gap between the edges and how far it errs; None where it ends before.

    A way that would end in the ball ends no later than beside it. `apart_mm`: between their centres as they touch.
    """
    along = float((ball - lost.place) @ lost.way)
    aside = abs(float((ball - lost.place) @ np.array([-lost.way[1], lost.way[0]])))
    if not 0 < along < lost.straight_mm + apart_mm:
        return None
    short = max(along - lost.straight_mm, 0.0)
    return hypot(aside, short) - apart_mm, hypot(TURNS_SD * along, STOPS_SD * lost.straight_mm * (short > 0))


def comes_to(lost: Beyond, ball: Array, apart_mm: float) -> Encounter:
    """Return where and when a ball beside a way would be met on it; where the way comes nearest, if it would not.

    `apart_mm`: between their centres as they touch.
    """
    along = float((ball - lost.place) @ lost.way)
    aside_mm2 = float((ball - lost.place) @ (ball - lost.place)) - along**2
    due_mm = along - sqrt(max(apart_mm**2 - aside_mm2, 0.0))
    gone_mm = float(np.clip(due_mm, 0.0, lost.straight_mm))
    gained = 2 * USUAL.rolling_mm_s2 * (gone_mm if lost.is_drawn_back else -gone_mm)
    pace = sqrt(max(lost.pace_mm_s**2 + gained, 0.0))
    took_s = abs(pace - lost.pace_mm_s) / USUAL.rolling_mm_s2
    at_s = max(lost.until_s - took_s, lost.from_s) if lost.is_drawn_back else min(lost.from_s + took_s, lost.until_s)
    return Encounter(
        at=lost.place + gone_mm * lost.way, at_s=at_s, pace_mm_s=pace if due_mm < lost.straight_mm else 0.0
    )


def met_beyond(lost: Beyond, gap: tuple[float, float] | None, seen_s: float, sd_mm: float, kit: Kit) -> float:
    """Return how likely a ball that was out of view was met on a way that was not seen.

    Args:
        lost: the way.
        gap: how near that comes to the ball (`comes_by`).
        seen_s: when it was seen there last.
        sd_mm: how far the distance of the way from the ball errs where the way begins (1 sigma).
        kit: the table.
    """
    straight = overlaps(gap[0], hypot(gap[1], sd_mm)) if gap else 0.0
    return max(straight, swept(lost, seen_s, kit)) if seen_s < lost.until_s else 0.0


def swept(lost: Beyond, seen_s: float, kit: Kit) -> float:
    """Return how likely a ball anywhere was met after a cushion and after it was seen last: the share rolled over."""
    unwatched = (lost.until_s - max(seen_s, lost.from_s)) / max(lost.until_s - lost.from_s, 1e-6)
    over_mm = (lost.whole_mm - lost.straight_mm) * float(np.clip(unwatched, 0.0, 1.0))
    return min(2 * kit.touching_mm * over_mm / (kit.width_mm * kit.length_mm), AT_MOST)


def overlaps(gap_mm: float, sd_mm: float) -> float:
    """Return how likely balls overlap whose gap was measured so; below 0 they did."""
    return 0.5 * (1.0 - erf(gap_mm / sd_mm / sqrt(2.0)))
