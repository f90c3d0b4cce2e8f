"""When two balls that both roll met: they closed in, came two radii near, and parted as balls of one mass do.

Seen from the one, the other comes on a straight line until the centres are two radii apart. There the part of its
speed along the line of centres turns round, the rest stays, and what the one gains the other loses (Alciatore, The
Illustrated Principles of Pool and Billiards, 2004). Passing balls keep their speeds, at a cushion only one changes it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit
from tracker.domain.plane import Point
from tracker.incidents.flights import Flight
from tracker.incidents.touches import Meeting, one_of_each

Array = NDArray[np.float64]

RESTITUTION = 0.9
SLID_MM_S = 120.0
"""What spin adds to a ball's speed over a few pictures after a touch (1 sigma)."""
LEAST_PUSH_MM_S = 150.0
PUSH_SIGMAS = 4.0
"""A change of speed is one when it is so many times its own spread."""
WORST_FIT = 2.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pair:
    """Two balls in flight at the same time: n pictures that show both."""

    a: Flight
    b: Flight
    at_s: Array
    """(n,)."""
    a_mm: Array
    """(n, 2)."""
    b_mm: Array

    @property
    def sd_mm(self) -> float:
        """Return how far the distance between the two errs (1 sigma)."""
        return float(np.hypot(self.a.tolerance_mm, self.b.tolerance_mm)) / 3.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Turn:
    """The ways of two balls before and after a gap between two pictures: places at its ends, speeds (mm/s), times."""

    at_s: tuple[float, float]
    apart_mm: tuple[Array, Array]
    """From the one to the other at both ends."""
    before: tuple[Array, Array]
    """(2,) speeds of both balls."""
    after: tuple[Array, Array]
    sd_mm_s: float
    """How far the difference of two such speeds errs (1 sigma)."""


def collisions(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return the touches of balls that both moved already, in order of time."""
    pairs = (pair for a, b in combinations(flights, 2) if (pair := together(a, b)) is not None)
    return sorted((m for pair in pairs for m in one_of_each(touches_of(pair, kit))), key=lambda m: m.at_us)


def together(a: Flight, b: Flight) -> Pair | None:
    """Return two flights of different balls where they overlap, or None where that is too short to tell anything."""
    pictures, own, other = np.intersect1d(a.path.picture[a.indices], b.path.picture[b.indices], return_indices=True)
    if a.path is b.path or len(pictures) < 4:
        return None
    i, j = a.indices[own], b.indices[other]
    return Pair(a=a, b=b, at_s=a.path.at_s[i], a_mm=a.path.raw_mm[i], b_mm=b.path.raw_mm[j])


def touches_of(pair: Pair, kit: Kit) -> Iterator[Meeting]:
    """Give the touches of a pair, some of them more than once."""
    for k in range(1, len(pair.at_s) - 2):
        turn = turn_at(pair, k)
        found = met_at(turn, pair.sd_mm, kit)
        if found is not None:
            yield meeting_of(pair, k, turn, *found)


def turn_at(pair: Pair, k: int) -> Turn:
    """Return the ways of a pair before and after the gap that follows its k-th common picture."""
    early, late = max(k - 2, 0), min(k + 3, len(pair.at_s) - 1)
    came_s, went_s = pair.at_s[k] - pair.at_s[early], pair.at_s[late] - pair.at_s[k + 1]
    return Turn(
        at_s=(float(pair.at_s[k]), float(pair.at_s[k + 1])),
        apart_mm=(pair.b_mm[k] - pair.a_mm[k], pair.b_mm[k + 1] - pair.a_mm[k + 1]),
        before=((pair.a_mm[k] - pair.a_mm[early]) / came_s, (pair.b_mm[k] - pair.b_mm[early]) / came_s),
        after=((pair.a_mm[late] - pair.a_mm[k + 1]) / went_s, (pair.b_mm[late] - pair.b_mm[k + 1]) / went_s),
        sd_mm_s=float(np.sqrt(2) * pair.sd_mm * np.hypot(1 / came_s, 1 / went_s)),
    )


def met_at(turn: Turn, sd_mm: float, kit: Kit) -> tuple[float, float] | None:
    """Return when two balls touched in a gap between pictures (s), and how badly that fits; None where they did not."""
    came, went = turn.before[1] - turn.before[0], turn.after[1] - turn.after[0]
    late_s, miss_mm = nearest(turn.apart_mm[0], came, kit.touching_mm)
    gap_s = turn.at_s[1] - turn.at_s[0]
    if not -gap_s / 2 <= late_s <= 1.5 * gap_s:
        return None
    line = turn.apart_mm[0] + late_s * came
    line = line / max(float(np.hypot(*line)), 1e-6)
    closing, push = -float(came @ line), float((went - came) @ line)
    if closing <= 0 or push < max(PUSH_SIGMAS * turn.sd_mm_s, LEAST_PUSH_MM_S):
        return None
    misfit = float(np.hypot(misfit_of_speeds(turn, line, closing, push), max(miss_mm, 0.0) / (3.0 + 2.0 * sd_mm)))
    return (turn.at_s[0] + float(np.clip(late_s, 0.0, gap_s)), misfit) if misfit < WORST_FIT else None


def nearest(apart_mm: Array, speed: Array, touching_mm: float) -> tuple[float, float]:
    """Return when (s) balls `apart_mm` that close in with `speed` touch, or are nearest, and by how much they miss."""
    pace = max(float(np.hypot(*speed)), 1e-6)
    along = -float(apart_mm @ speed) / pace
    aside = float(np.sqrt(max(float(apart_mm @ apart_mm) - along**2, 0.0)))
    back = float(np.sqrt(max(touching_mm**2 - aside**2, 0.0)))
    return (along - back) / pace, aside - touching_mm


def misfit_of_speeds(turn: Turn, line: Array, closing: float, push: float) -> float:
    """Return how badly the speeds differ from what a touch makes of those before it: 1 is about one sigma."""
    gains = [after - before for before, after in zip(turn.before, turn.after, strict=True)]
    loose = float(np.hypot(turn.sd_mm_s, SLID_MM_S))
    aside = gains[1] - gains[0] - push * line
    unequal = float(np.hypot(*(gains[0] + gains[1])))
    due = (1 + RESTITUTION) * closing
    return float(
        np.sqrt(
            (float(np.hypot(*aside)) / loose) ** 2
            + (unequal / (loose + 0.2 * push)) ** 2
            + ((push - due) / (loose + 0.2 * due)) ** 2
        )
    )


def meeting_of(pair: Pair, k: int, turn: Turn, at_s: float, misfit: float) -> Meeting:
    """Return a touch in the gap after the k-th common picture; the ball that came faster at the other is the mover."""
    line = turn.apart_mm[0]
    a_came, b_came = (abs(float(speed @ line)) for speed in turn.before)
    mover, met, place, speed = (
        (pair.a, pair.b, pair.a_mm[k], turn.before[0])
        if a_came >= b_came
        else (pair.b, pair.a, pair.b_mm[k], turn.before[1])
    )
    at = place + (at_s - turn.at_s[0]) * speed
    gap_us = round((turn.at_s[1] - turn.at_s[0]) * 1e6)
    return Meeting(
        mover=mover, met=met, at_us=round(at_s * 1e6), at=Point(*at.tolist()), misfit=misfit, sd_us=gap_us // 4
    )
