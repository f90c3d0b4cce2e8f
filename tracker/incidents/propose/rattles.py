"""What a ball did in the jaws of a pocket, or in a corner, faster than pictures follow.

Where a ball meets two cushions within two or three pictures no way between them is seen. But the table's outline is
known, and so is how the ball came: many balls are let go from there, a little differently each (place, direction, how
it turns, how much of its speed a cushion keeps), and bounce, slide and roll as they must. At every sighting those that
are not where the ball was seen give way to those that are: a particle filter (Gordon, Salmond, Smith, Novel approach
to nonlinear/non-Gaussian Bayesian state estimation, IEE Proceedings F 140, 1993). What most of those that are left at
the end have met, the ball has met.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket
from tracker.geometry.jaws import Outline, outline_of
from tracker.incidents.segment.pieces import Piece, Sighted
from tracker.physics.collide import inward_mm_s, spin_after, thrown_back
from tracker.physics.constants import CUSHIONS, CUSHIONS_SD, GRIP, GRIP_SD, SLIDING_MM_S2, SPIN_KEPT, SPIN_KEPT_MOST
from tracker.physics.motion import step

Array = NDArray[np.float64]
Hit = tuple[float, str]

BALLS, SEED = 1024, 4
STEP_MM, STEPS_S, REACH_MM = 4.0, (0.0002, 0.003), 300.0
TURNED, FASTER = 0.02, 0.04
"""How far direction (radians) and speed (share) of a ball may err as it came, beside its own spread."""
EDGE_MM = 3.0
"""How far off the edge of the table may seem to be there (1 sigma), on either axis: the camera's error, and makers'."""
LEAST_KEPT = 0.3
"""No cushion takes more of a ball's speed, across or along it."""
SPINS = 0.7
"""A ball that slides may turn faster or slower than it goes by up to this share of its speed."""
ROLLS_BELOW = 0.35
"""A ball that slows by less than this share of sliding rolls."""
LOOSE_MM, TAILS = 2.0, 4.0
"""What a sighting before a cushion errs beside what it claims, and how heavy its tails are (Student's degrees)."""
TRUST = 0.04
"""And by such a share of its way since the sighting before: fast balls are blurred, and this physics is simple."""
STIR_MM, STIR = 0.3, 0.03
"""By how much balls that are let go once more differ from those that they follow: place, and share of the speed."""
IMPOSSIBLE = 30.0
"""What counts (nats) against a ball that falls, or does not, as the one seen did."""
MOST_MISFIT = 8.0
"""Squared sigmas for each sighting beyond which none of the balls did what was seen."""
LIKELY, SAME_S = 0.6, 0.03
"""A bounce is told that so many of the balls left met, within so long of each other."""
ONCE_S = 0.002


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounced:
    """A bounce as it must have been."""

    at_s: float
    side: str
    sure: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Swarm:
    """n balls let go together, at one moment."""

    at_s: float
    places: Array
    """(n, 2)."""
    speeds: Array
    spins: Array
    """(n, 2) the speeds with which they would roll as they spin."""
    off_mm: Array
    """(n, 2) by how much a sighting of each lies off its place."""
    fallen: NDArray[np.bool_]
    worth: Array
    """(n,) log weights."""
    hits: tuple[tuple[Hit, ...], ...]
    """Of each ball, when it met which side."""

    def __len__(self) -> int:
        return len(self.places)


def rattled(
    came: Piece, seen: Sighted, kit: Kit, fell_s: float | None = None, from_s: float | None = None
) -> tuple[Bounced, ...]:
    """Return what a ball met that came on a piece of its way and was then seen at some places; empty: cannot tell.

    Args:
        came: its way until shortly before it met anything.
        seen: where it was after that.
        kit: the table.
        fell_s: by when it had fallen into a pocket; None where it stayed on the table.
        from_s: when balls are let go on its way; None: at the end of that.
    """
    rng = np.random.default_rng(SEED)
    swarm = let_go(came, came.last_s if from_s is None else from_s, rng)
    outline = outline_about(swarm, seen, kit)
    misfit = 0.0
    falling = in_a_hole(seen.places_mm, kit)
    for at_s, place, sd_mm, falls in zip(seen.at_s, seen.places_mm, seen.sd_mm, falling, strict=True):
        gone_mm = (float(at_s) - swarm.at_s) * float(np.mean(np.hypot(*swarm.speeds.T)))
        swarm = moved(renewed(swarm, rng), float(at_s), outline, kit, rng)
        swarm, off = weighed_by_sighting(swarm, place, float(np.linalg.norm([sd_mm, LOOSE_MM, TRUST * gone_mm])), falls)
        misfit += off
    if fell_s is not None:
        swarm = moved(swarm, fell_s, outline, kit, rng)
        swarm = replace(swarm, worth=swarm.worth - np.where(swarm.fallen, 0.0, IMPOSSIBLE))
    return told(swarm) if misfit < MOST_MISFIT * max(len(seen), 1) and np.max(swarm.worth) > -IMPOSSIBLE else ()


def outline_about(swarm: Swarm, seen: Sighted, kit: Kit) -> Outline:
    """Return the ends of cushions that a ball may have met between where it was let go and where it was seen."""
    at = np.mean(swarm.places, axis=0)
    away = np.hypot(*(seen.places_mm - at).T) if len(seen) else np.zeros(1)
    return outline_of(kit).near(at, float(np.max(away)) + REACH_MM)


def let_go(came: Piece, at_s: float, rng: np.random.Generator) -> Swarm:
    """Return balls let go as one came, each otherwise by what that errs."""
    place, speed = came.place(at_s), came.speed(at_s)
    pace = max(float(np.hypot(*speed)), 1.0)
    sd_share = min(came.speed_sd_mm_s(at_s) / pace, 0.3)
    odd = rng.normal(size=(BALLS, 6))
    turn, faster = np.hypot(TURNED, sd_share) * odd[:, 0], 1 + np.hypot(FASTER, sd_share) * odd[:, 1]
    speeds = faster[:, None] * turned(np.tile(speed, (BALLS, 1)), turn)
    slides = float(np.hypot(*came.known[2])) / SLIDING_MM_S2
    slip = SPINS * pace * rng.random((BALLS, 1)) * came.known[2] / (slides * SLIDING_MM_S2) if slides else 0.0
    off_mm = EDGE_MM * odd[:, 2:4]
    return Swarm(
        at_s=at_s, places=place - off_mm + came.sd_mm(at_s) * odd[:, 4:], speeds=speeds,
        spins=speeds + (slip if slides > ROLLS_BELOW else 0.0), off_mm=off_mm, fallen=np.zeros(BALLS, bool),
        worth=np.zeros(BALLS), hits=((),) * BALLS,
    )  # fmt: skip


def turned(ways: Array, by: Array) -> Array:
    """Return (n, 2) vectors, each turned by an angle."""
    aside = np.column_stack([-ways[:, 1], ways[:, 0]])
    return np.asarray(ways * np.cos(by)[:, None] + aside * np.sin(by)[:, None])


def renewed(swarm: Swarm, rng: np.random.Generator) -> Swarm:
    """Return balls of like worth: those of little give way to more of those of much, each stirred a little."""
    share = np.exp(swarm.worth - np.max(swarm.worth))
    share /= np.sum(share)
    if 1 / np.sum(share**2) > len(swarm) / 2:
        return swarm
    ranks = (np.arange(len(swarm)) + rng.random()) / len(swarm)
    own = np.minimum(np.searchsorted(np.cumsum(share), ranks), len(swarm) - 1)
    odd = rng.normal(size=(len(swarm), 4))
    speeds = (1 + STIR * odd[:, 2:3]) * turned(swarm.speeds[own], STIR * odd[:, 3])
    return Swarm(
        at_s=swarm.at_s, places=swarm.places[own] + STIR_MM * odd[:, :2], speeds=speeds,
        spins=swarm.spins[own] + speeds - swarm.speeds[own], off_mm=swarm.off_mm[own], fallen=swarm.fallen[own],
        worth=np.zeros(len(swarm)), hits=tuple(swarm.hits[i] for i in own),
    )  # fmt: skip


def weighed_by_sighting(swarm: Swarm, place: Array, sd_mm: float, falls: bool) -> tuple[Swarm, float]:
    """Return balls weighed by where one was seen, and how badly the best of them does that (squared sigmas).

    A ball seen to fall, where there is no bed under it, may have fallen; one seen elsewhere has not.
    """
    off2 = np.sum((swarm.places + swarm.off_mm - place) ** 2, axis=1) / sd_mm**2
    gone = swarm.fallen & (not falls)
    worth = swarm.worth - (TAILS + 2) / 2 * np.log1p(off2 / TAILS) - np.where(gone, IMPOSSIBLE, 0.0)
    best = int(np.argmax(worth))
    return replace(swarm, worth=worth - worth[best]), float(np.inf if gone[best] else off2[best])


def moved(swarm: Swarm, until_s: float, outline: Outline, kit: Kit, rng: np.random.Generator) -> Swarm:
    """Return balls as they are at a time: they slide, roll, come off the outline, and fall."""
    places, speeds, spins = swarm.places.copy(), swarm.speeds.copy(), swarm.spins.copy()
    fallen, hits, now_s = swarm.fallen.copy(), list(swarm.hits), swarm.at_s
    room = np.zeros(len(swarm))  # how far each ball may go before it can meet or fall: until then it is not looked at
    while now_s < until_s - 1e-9:
        fastest = float(np.max(np.hypot(*speeds.T)))
        took_s = min(float(np.clip(STEP_MM / max(fastest, 1.0), *STEPS_S)), until_s - now_s)
        now_s += took_s
        ways, speeds, spins = step(speeds, spins, took_s)
        places += ways
        room -= np.hypot(*ways.T)
        due = np.flatnonzero((room <= 0) | fallen)
        bed_mm = beside_holes_mm(places[due], kit)
        fallen[due] |= bed_mm < 0
        speeds[due[fallen[due] & (bed_mm >= 0)]] = 0.0
        on, bed_mm = due[~fallen[due]], bed_mm[~fallen[due]]
        there, fast, spinning = places[on], speeds[on], spins[on]
        met, clear_mm = bounced(there, fast, spinning, outline, (kit.ball_radius_mm, rng))
        for i, ago_s, side in met:
            hits[on[i]] = noted(hits[on[i]], now_s - min(ago_s, took_s), side)
        places[on], speeds[on], spins[on], room[on] = there, fast, spinning, np.minimum(clear_mm, bed_mm)
    return replace(swarm, at_s=until_s, places=places, speeds=speeds, spins=spins, fallen=fallen, hits=tuple(hits))


def in_a_hole(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say of (n, 2) balls whether there is no bed under them."""
    return beside_holes_mm(places, kit) < 0


def beside_holes_mm(places: Array, kit: Kit) -> Array:
    """Return of (n, 2) balls how far it is to the nearest hole; below 0: there is no bed under them."""
    falls, radii = _holes(kit.pockets)
    away = places[:, None] - falls
    return np.asarray(np.min(np.hypot(away[..., 0], away[..., 1]) - radii, axis=1))


@lru_cache(maxsize=8)
def _holes(pockets: tuple[Pocket, ...]) -> tuple[Array, Array]:
    """Return the (m, 2) middles of the holes in the slate and their (m,) radii."""
    return np.array([p.fall for p in pockets]), np.array([p.radius_mm for p in pockets])


def bounced(
    places: Array, speeds: Array, spins: Array, outline: Outline, how: tuple[float, np.random.Generator]
) -> tuple[list[tuple[int, float, str]], Array]:
    """Put (n, 2) balls back, in place, that ran into the outline, and turn their speeds, each a little otherwise.

    Returns:
        Of each of those: which it is, how long ago it met the outline, and which side. And of all balls how far (mm)
        they may go before they can meet the outline.
    """
    if not outline.sides or not len(places):
        return [], np.full(len(places), np.inf)
    room, deep, off, nearest = outline.met(places, how[0])
    into = inward_mm_s(speeds, off)
    met = np.flatnonzero((deep < 0) & (into < 0))
    if not len(met):
        return [], room
    odd, off = how[1].normal(size=(len(met), 2)), off[met]
    restitution = np.clip(CUSHIONS + CUSHIONS_SD * odd[:, :1], LEAST_KEPT, 1.0)
    grip = np.clip(GRIP + GRIP_SD * odd[:, 1:], LEAST_KEPT, 1.0)
    speeds[met] = thrown_back(speeds[met], off, restitution, grip)
    kept = SPIN_KEPT + how[1].uniform(-SPIN_KEPT_MOST, SPIN_KEPT_MOST, (len(met), 1))
    spins[met] = spin_after(spins[met], off, kept)
    places[met] -= deep[met][:, None] * off
    room[met] = 0.0
    return [(int(i), float(deep[i] / into[i]), outline.sides[nearest[i]]) for i in met], room


def noted(hits: tuple[Hit, ...], at_s: float, side: str) -> tuple[Hit, ...]:
    """Return the bounces of one ball with one more; off one cushion twice at once is once."""
    if hits and hits[-1][1] == side and at_s - hits[-1][0] <= ONCE_S:
        return hits
    return (*hits, (at_s, side))


def told(swarm: Swarm) -> tuple[Bounced, ...]:
    """Return the bounces of the likeliest row of sides, each as sure as balls met that side about then."""
    share = np.exp(swarm.worth - np.max(swarm.worth))
    share /= np.sum(share)
    likely: dict[tuple[str, ...], float] = defaultdict(float)
    for met, one in zip(swarm.hits, share, strict=True):
        likely[tuple(side for _, side in met)] += float(one)
    best = max(likely, key=lambda row: likely[row])
    same = [i for i, met in enumerate(swarm.hits) if tuple(side for _, side in met) == best]
    moments = [float(np.average([swarm.hits[i][k][0] for i in same], weights=share[same])) for k in range(len(best))]
    found = (
        Bounced(at_s=s, side=side, sure=shared(swarm.hits, share, s, side))
        for s, side in zip(moments, best, strict=True)
    )
    return tuple(one for one in found if one.sure > LIKELY)


def shared(hits: Sequence[tuple[Hit, ...]], share: Array, at_s: float, side: str) -> float:
    """Return which share of the balls met a side about a time."""
    met = [any(other == side and abs(s - at_s) < SAME_S for s, other in one) for one in hits]
    return float(np.sum(share[met]))
