"""What a ball did in the jaws of a pocket, or in a corner, faster than pictures follow.

Where a ball meets two cushions within two or three pictures no way between them is seen. But the table's outline is
known, and so is how the ball came: many balls are let go from there, a little differently each (place, direction, how
much of its speed a cushion keeps), and bounce as they must. Those that come by where the ball was seen next tell what
it met: importance sampling (Kahn and Marshall, Methods of Reducing Sample Size in Monte Carlo Computations, 1953).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit
from tracker.domain.physics import KEPT_BY_CUSHION, SLIDING_MM_S2
from tracker.geometry.jaws import Outline, outline_of
from tracker.incidents.pieces import Piece, Sighted

Array = NDArray[np.float64]

BALLS, SEED, FINER = 256, 4, 0.35
"""How many balls are let go twice: by chance, and closer to the best of them."""
STEP_MM, STEPS_S, REACH = 4.0, (0.0002, 0.003), 1.3
TURNED, FASTER = 0.02, 0.04
"""How far direction (radians) and speed (share) of a ball may err as it came, beside its own spread."""
EDGE_MM = 3.0
"""How far off the edge of the table may seem to be there (1 sigma), on either axis: the camera's error, and makers'."""
KEPT_SD, RUBBED, RUBBED_SD = 0.08, 0.9, 0.08
"""How far the share differs that a cushion keeps of the speed across it; what it leaves of that along it."""
TRUST = 0.06
"""Share of its way since the first bounce by which a ball may be off this simple physics (1 sigma)."""
SLIDES = 0.5
"""And by such a share of what a ball goes that is pushed by its sliding all that while."""
LOOSE_MM = 2.0
MOST_MISFIT = 6.0
"""Squared sigmas for each sighting beyond which none of the balls did what was seen."""
ASTRAY, IMPOSSIBLE = 50.0, 1e6
"""The most that one sighting counts; and what counts against a ball that falls, or does not, as the one seen did."""
LIKELY = 0.6
ONCE_S = 0.002


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bounced:
    """A bounce as it must have been."""

    at_s: float
    side: str
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """n balls let go together."""

    odd: Array
    """(n, 7) by how many sigmas each was let go otherwise than the ball is thought to have come, and bounces."""
    places: Array
    """(times, n, 2)."""
    gone_mm: Array
    since_s: Array
    """(times, n) how far each has gone since its first bounce, and for how long."""
    hits: tuple[tuple[tuple[float, str], ...], ...]
    """Of each ball, when it met which side."""
    fallen: NDArray[np.bool_]


def rattled(came: Piece, seen: Sighted, kit: Kit, fell_s: float | None = None) -> tuple[Bounced, ...]:
    """Return what a ball met that came on a piece of its way and was then seen at some places; empty: cannot tell.

    Args:
        came: its way until shortly before it met anything.
        seen: where it was after that.
        kit: the table.
        fell_s: by when it had fallen into a pocket; None where it stayed on the table.
    """
    odd = np.random.default_rng(SEED).normal(size=(BALLS, 7))
    at_s = seen.at_s if fell_s is None else np.append(seen.at_s, fell_s)
    first = let_go(came, odd, at_s, kit)
    off, blurred = misfits(first, seen, fell_s is not None)
    best = odd[int(np.argmin(off + blurred))]
    again = let_go(came, best + FINER * odd, at_s, kit)
    off_again, blurred_again = misfits(again, seen, fell_s is not None)
    cost = np.append(off + blurred, off_again + blurred_again)
    fits = np.append(off, off_again)[np.argmin(cost)] < MOST_MISFIT * len(at_s)
    return told((*first.hits, *again.hits), cost) if fits else ()


def misfits(run: Run, seen: Sighted, falls: bool) -> tuple[Array, Array]:
    """Return how badly each ball let go does what one was seen to do (squared sigmas), and what its own doubt costs."""
    n = len(seen)
    loose = np.hypot(seen.sd_mm, LOOSE_MM)[:, None]
    slid_mm = SLIDES * SLIDING_MM_S2 * run.since_s[:n] ** 2 / 2
    sd = np.sqrt(loose**2 + (TRUST * run.gone_mm[:n]) ** 2 + slid_mm**2)
    off2 = np.sum((run.places[:n] - EDGE_MM * run.odd[:, 5:] - seen.places_mm[:, None]) ** 2, axis=2) / sd**2
    off = np.sum(np.minimum(off2, ASTRAY), axis=0) + np.sum(run.odd**2, axis=1)
    return off + np.where(run.fallen == falls, 0.0, IMPOSSIBLE), 4 * np.sum(np.log(sd / loose), axis=0)


def told(hits: Sequence[tuple[tuple[float, str], ...]], cost: Array) -> tuple[Bounced, ...]:
    """Return the bounces of the ball that did best, as sure as its row of sides is likely."""
    likely: dict[tuple[str, ...], float] = defaultdict(float)
    best = int(np.argmin(cost))
    for met, one in zip(hits, cost, strict=True):
        row = tuple(side for _, side in met)
        likely[row] = max(likely[row], float(np.exp(-(one - cost[best]) / 2)))
    sure = likely[tuple(side for _, side in hits[best])] / sum(likely.values())
    return tuple(Bounced(at_s=at_s, side=side, sure=sure) for at_s, side in hits[best]) if sure > LIKELY else ()


def let_go(came: Piece, odd: Array, at_s: Array, kit: Kit) -> Run:
    """Let balls go as one came, each otherwise by so many sigmas, and follow them to (times,) moments."""
    start_s = came.last_s
    places, speeds, kept = begun(came, odd)
    pace = float(np.hypot(*came.speed(start_s)))
    outline = outline_of(kit).near(came.place(start_s), REACH * pace * (float(at_s[-1]) - start_s) + kit.touching_mm)
    step_s = float(np.clip(STEP_MM / max(pace, 1.0), *STEPS_S))
    hits: list[list[tuple[float, str]]] = [[] for _ in odd]
    gone, since, fallen = np.zeros(len(odd)), np.zeros(len(odd)), np.zeros(len(odd), bool)
    slows = float(np.clip(-came.known[2] @ came.speed(start_s), 0.0, SLIDING_MM_S2 * pace)) / max(pace, 1.0) ** 2
    kept_ways, now_s = [], start_s
    for until_s in at_s:
        while now_s < until_s:
            took_s = min(step_s, until_s - now_s)
            now_s += took_s
            places = places + speeds * took_s
            is_free = np.array([not met for met in hits])
            speeds *= 1 - is_free[:, None] * min(slows * took_s, 1.0)
            since += took_s * ~is_free
            gone += np.hypot(*speeds.T) * took_s * (since > 0)
            fallen |= in_a_hole(places, kit)
            speeds[fallen] = 0.0
            places, met = bounced(places, speeds, kept, outline, kit.ball_radius_mm)
            for i, (ago_s, side) in met.items():
                note(hits[i], now_s - min(ago_s, took_s), side)
        kept_ways.append(np.column_stack([places, gone, since]))
    ways = np.array(kept_ways)
    return Run(
        odd=odd, places=ways[:, :, :2], gone_mm=ways[:, :, 2], since_s=ways[:, :, 3],
        hits=tuple(map(tuple, hits)), fallen=fallen,
    )  # fmt: skip


def begun(came: Piece, odd: Array) -> tuple[Array, Array, Array]:
    """Return (n, 2) places, (n, 2) speeds, and (n, 2) what a cushion keeps of them, across its face and along it."""
    at_s = came.last_s
    place, speed = came.place(at_s), came.speed(at_s)
    pace = max(float(np.hypot(*speed)), 1.0)
    sd_share = min(came.speed_sd_mm_s(at_s) / pace, 0.2)
    way = speed / pace
    aside = np.array([-way[1], way[0]])
    turn, faster = np.hypot(TURNED, sd_share) * odd[:, 1], 1 + np.hypot(FASTER, sd_share) * odd[:, 2]
    headed = way * np.cos(turn)[:, None] + aside * np.sin(turn)[:, None]
    kept = np.clip(np.array([KEPT_BY_CUSHION, RUBBED]) + np.array([KEPT_SD, RUBBED_SD]) * odd[:, 3:5], 0.3, 1.0)
    return place + came.sd_mm(at_s) * odd[:, :1] * aside + EDGE_MM * odd[:, 5:], pace * faster[:, None] * headed, kept


def in_a_hole(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say of (n, 2) balls whether there is no bed under them."""
    falls, radii = np.array([p.fall for p in kit.pockets]), np.array([p.radius_mm for p in kit.pockets])
    return np.asarray(np.any(np.hypot(*np.moveaxis(places[:, None] - falls, 2, 0)) < radii, axis=1))


def bounced(
    places: Array, speeds: Array, kept: Array, outline: Outline, radius_mm: float
) -> tuple[Array, dict[int, tuple[float, str]]]:
    """Return (n, 2) places with balls put back that ran into the outline, and of those how long ago, and into what.

    Their speeds are turned in place.
    """
    if not outline.sides:
        return places, {}
    gaps, ways = outline.gaps(places, radius_mm)
    nearest, rows = np.argmin(gaps, axis=1), np.arange(len(places))
    deep, off = gaps[rows, nearest], ways[rows, nearest]
    into = np.sum(speeds * off, axis=1)
    met = (deep < 0) & (into < 0)
    across = into[:, None] * off
    speeds[met] = (kept[:, 1:] * (speeds - across) - kept[:, :1] * across)[met]
    back = np.where(met[:, None], places - deep[:, None] * off, places)
    return back, {int(i): (float(deep[i] / into[i]), outline.sides[nearest[i]]) for i in np.flatnonzero(met)}


def note(hits: list[tuple[float, str]], at_s: float, side: str) -> None:
    """Add a bounce to those of one ball; off one cushion twice at once is once."""
    if not hits or hits[-1][1] != side or at_s - hits[-1][0] > ONCE_S:
        hits.append((at_s, side))
