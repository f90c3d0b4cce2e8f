"""Which sighting is which ball: decided for all balls of a picture at once.

First every ball that is about where it should be takes its sighting: the pairing with the least sum of squared
Mahalanobis distances and colour costs (Kuhn 1955). Then what is left over is paired more freely: a ball that was
struck may be 20 cm away in the next picture, so any plausible speed will do if the colour fits and the ball has left.
"""

from collections.abc import Sequence
from math import hypot

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Openness, Sightings
from tracker.tracking.renew import LEFT_SIGMAS
from tracker.tracking.state import Track

Array = NDArray[np.float64]
Pairs = dict[int, int]
"""Index of a track to index of a sighting."""

GATE = 16.0
"""Squared Mahalanobis distance (2 degrees of freedom) that 3 in 10 000 true sightings exceed."""
FASTEST_MM_S, TENTATIVE_MM_S = 9000.0, 4000.0
FORBIDDEN = 1e6
LEAST_ALIKE = 0.12
ALIKE = 0.5
"""What is likelier than this to be of a ball's colour looks like it."""
HARDLY = 0.05
"""Chance that what is seen is a ball of a kind all of whose balls are seen elsewhere."""
LEAST_SURE = 0.25
"""Where something is less likely to be a ball, none is looked for far from its place or comes back into view, and no
life begins."""
DOUBTFUL = 0.5
"""What was hardly ever likelier than this to be a ball, a cue's tip say, does not become a ball of another colour."""
STEADY_MM = 1.0
"""How far a detector's errors may wander on a ball at rest (1 sigma)."""
LONGEST_LEAP_S = 0.7
STOOD_MM, STILL_LEAP_MM = 4.0, 60.0
COVERED_COST, COVERED_MM = 3.0, 250.0
"""A ball whose place is covered, by itself half gone or by an arm, may still have left for a place not far away."""


def associate(tracks: Sequence[Track], sightings: Sightings, before_mm: Array, kit: Kit) -> Pairs:
    """Pair tracks with sightings, each used at most once; `before_mm` are the (n, 2) places of the picture before."""
    if not tracks or not len(sightings):
        return {}
    alike = alikeness(tracks, sightings.colour_odds)
    near = kept_by_struck(cheapest(near_costs(tracks, sightings, alike, kit)), tracks, sightings, alike, kit)
    leapt = leaps(near, tracks, sightings, alike, before_mm)
    return near | leapt | only_one_left(near | leapt, tracks, sightings, before_mm, kit)


def leaps(near: Pairs, tracks: Sequence[Track], sightings: Sightings, alike: Array, before_mm: Array) -> Pairs:
    """Return the pairs of what is left over with balls that were struck, if their colours go together."""
    lost, spare = left_over(near, tracks, sightings)
    if not lost or not spare:
        return {}
    costs = leap_costs([tracks[i] for i in lost], sightings, spare, before_mm) + leap_colour(alike[np.ix_(lost, spare)])
    return {lost[i]: spare[j] for i, j in cheapest(costs).items()}


def only_one_left(found: Pairs, tracks: Sequence[Track], sightings: Sightings, before_mm: Array, kit: Kit) -> Pairs:
    """Return the pair of the one sighting left over with the one ball that can be it, whatever it looks like at first.

    A ball that flies is a streak mixed with the cloth, a black one green; but the green ball is where it was. What an
    arm covers may lie there yet, and need not be anywhere else.
    """
    lost, spare = left_over(found, tracks, sightings)
    lost = [i for i in lost if must_have_left(tracks[i], sightings, kit)]
    if not lost or not spare:
        return {}
    costs = leap_costs([tracks[i] for i in lost], sightings, spare, before_mm)
    if (costs < FORBIDDEN).sum() != 1:
        return {}
    i, j = np.unravel_index(int(costs.argmin()), costs.shape)
    odds = of_kinds(sightings.colour_odds[[spare[j]]], kinds_left([tracks[k] for k in found], kit))
    return {lost[i]: spare[j]} if alikeness([tracks[lost[i]]], odds)[0, 0] > LEAST_ALIKE else {}


def left_over(found: Pairs, tracks: Sequence[Track], sightings: Sightings) -> tuple[list[int], list[int]]:
    """Return the balls without a sighting, and the sightings without one that are likely enough to be balls."""
    lost = [i for i in range(len(tracks)) if i not in found]
    taken = set(found.values())
    return lost, [j for j in range(len(sightings)) if j not in taken and sightings.sure[j] >= LEAST_SURE]


def alikeness(tracks: Sequence[Track], colour_odds: Array) -> Array:
    """Return (tracks, sightings) chances that both are of one colour, by what was seen of each."""
    return np.asarray(kinds(tracks) @ colour_odds.T)


def kinds(tracks: Sequence[Track]) -> Array:
    """Return (tracks, k) odds of each kind, by all that was seen of each."""
    logs = np.array([t.log_odds for t in tracks])
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def kinds_left(tracks: Sequence[Track], kit: Kit) -> Array:
    """Return (k,) the share of each kind's balls that are not among these tracks, at least `HARDLY`."""
    stock = np.array(list(kit.pieces.values()))
    there = kinds(tracks).sum(axis=0) if tracks else np.zeros(len(kit.kinds))
    return np.asarray(np.clip((stock - there) / np.maximum(stock, 1), HARDLY, 1.0))


def of_kinds(colour_odds: Array, left: Array) -> Array:
    """Return (n, k) odds of what is seen, once only this share of each kind's balls can be it."""
    odds = colour_odds * left
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def near_costs(tracks: Sequence[Track], sightings: Sightings, alike: Array, kit: Kit) -> Array:
    """Return the costs of the first pairing; FORBIDDEN outside of the gate.

    For a ball at rest the gate holds for how far off a sighting is and how unlike, together: it is left without one
    rather than given that of another, so that both have one.
    """
    means = np.array([t.mean[:2] for t in tracks])
    covs = np.array([t.cov[:2, :2] for t in tracks]) + np.eye(2) * STEADY_MM**2
    away = sightings.places_mm[None] - means[:, None]
    spread = covs[:, None] + sightings.spread_mm2[None]
    squared = np.einsum("ijk,ijkl,ijl->ij", away, np.linalg.inv(spread), away)
    resting = np.array([not t.moving for t in tracks])[:, None]
    off = np.hypot(away[..., 0], away[..., 1])
    at_home = resting & (off < 0.5 * kit.ball_radius_mm)
    allowed = ((squared < GATE) & (off < leash_mm(tracks, sightings.at_us)[:, None])) | at_home
    doubtful = np.array([t.trust < DOUBTFUL for t in tracks])[:, None]
    allowed &= ~(doubtful & (alike < LEAST_ALIKE))
    logs = np.log(np.linalg.det(spread))
    cost = np.minimum(squared, GATE) + 0.2 * (logs - logs.min()) - 2.0 * np.log(np.clip(alike, 0.02, 1.0))
    return np.where(allowed & (~resting | (cost < GATE)), cost, FORBIDDEN)


def kept_by_struck(near: Pairs, tracks: Sequence[Track], sightings: Sightings, alike: Array, kit: Kit) -> Pairs:
    """Return the pairs with a ball that was just struck given back what the ball that struck it took for itself.

    A ball that another runs into goes ahead of it: what is seen less than a radius from its place of rest, and farther
    from where the other should be, is the struck ball on its first way, not the other in its place. So is what looks
    like it and hardly like the other, as far as it can have come, if nothing nearer looks like it and is no ball yet.
    """
    kept, spare = dict(near), left_over(near, tracks, sightings)[1]
    for i, track in enumerate(tracks):
        if track.moving or i in kept or not track.confirmed:
            continue
        off = np.hypot(*(sightings.places_mm - track.mean[:2]).T)
        reach = reach_mm(track, (sightings.at_us - track.seen_us) / 1e6)
        for taker, j in near.items():
            if kept.get(taker) != j or not tracks[taker].moving:
                continue
            other_off = float(np.hypot(*(sightings.places_mm[j] - tracks[taker].mean[:2])))
            is_ahead = j == np.argmin(off) and off[j] <= kit.ball_radius_mm and off[j] < other_off
            its_own = [k for k in (*spare, j) if alike[i, k] > ALIKE and sightings.sure[k] >= LEAST_SURE]
            is_its_own = alike[taker, j] < LEAST_ALIKE and j == min(its_own, key=lambda k: off[k], default=None)
            if (is_ahead and alike[i, j] >= 0.5 * alike[taker, j]) or (is_its_own and off[j] < reach):
                del kept[taker]
                kept[i] = j
                break
    return kept


def leash_mm(tracks: Sequence[Track], at_us: int) -> Array:
    """Return (tracks,) how far from its prediction each ball is looked for: long unseen, it might be taken for any."""
    return np.array([80.0 + 0.8 * t.speed_mm_s * min((at_us - t.seen_us) / 1e6, 0.25) for t in tracks])


def leap_costs(lost: Sequence[Track], sightings: Sightings, spare: Sequence[int], before_mm: Array) -> Array:
    """Return the costs of pairing lost balls with far sightings: how far, and whether the ball can have left."""
    places = sightings.places_mm[list(spare)]
    cost = np.full((len(lost), len(spare)), FORBIDDEN)
    still = stood(places, before_mm)
    for row, track in enumerate(lost):
        start = np.array([track.recent[-1].x_mm, track.recent[-1].y_mm]) if track.recent else track.mean[:2]
        missed_s = (sightings.at_us - track.seen_us) / 1e6
        away = np.hypot(*(places - start).T)
        off = np.minimum(away, np.hypot(*(places - track.mean[:2]).T))
        covered = 0.0 if may_have_left(track, sightings.openness) else COVERED_COST
        allowed = (
            (away < reach_mm(track, missed_s))
            & ((covered == 0.0) | (away < COVERED_MM))
            & (~still | (away < STILL_LEAP_MM))
        )
        cost[row] = np.where(allowed, off / 50.0 + covered, FORBIDDEN)
    return cost


def stood(places: Array, before_mm: Array) -> NDArray[np.bool_]:
    """Say for each of (n, 2) places whether something was seen there in the picture before: nothing leapt to it now."""
    away = np.hypot(*(places[:, None] - before_mm[None]).transpose(2, 0, 1))
    return np.asarray((away < STOOD_MM).any(axis=1))


def reach_mm(track: Track, missed_s: float) -> float:
    """Return how far a ball may have come since it was seen last."""
    if missed_s > LONGEST_LEAP_S:
        return 0.0
    if not track.confirmed:
        return TENTATIVE_MM_S * missed_s
    fastest = max(2.2 * track.speed_mm_s, 2500.0) if is_pace_known(track) else FASTEST_MM_S
    return fastest * missed_s


def is_pace_known(track: Track) -> bool:
    """Say whether a ball was seen on its way twice; from where it lay, it may have left at any moment between two."""
    if not track.moving or len(track.recent) < 3:
        return track.moving
    earlier, before = track.recent[-3:-1]
    return hypot(before.x_mm - earlier.x_mm, before.y_mm - earlier.y_mm) > LEFT_SIGMAS * before.sd_mm


def leap_colour(alike: Array) -> Array:
    """Return the colour costs of leaps; a leap to another colour is FORBIDDEN."""
    return np.where(alike < LEAST_ALIKE, FORBIDDEN, -6.0 * np.log(np.clip(alike, LEAST_ALIKE, 1.0)))


def may_have_left(track: Track, openness: Openness | None) -> bool:
    """Say whether a ball can be anywhere else than at its place: nothing but bare cloth is seen there, or it moved."""
    return track.moving or openness is None or is_open(openness, track.mean[0], track.mean[1])


def must_have_left(track: Track, sightings: Sightings, kit: Kit) -> bool:
    """Say whether a ball without a sighting cannot lie where it lay: bare cloth is seen there, or another ball."""
    away = np.hypot(*(sightings.places_mm - track.mean[:2]).T)
    return may_have_left(track, sightings.openness) or bool((away < kit.touching_mm).any())


def is_open(openness: Openness, x_mm: float, y_mm: float) -> bool:
    """Say whether bare cloth is seen round a place: most cells of the 3 by 3 round it are open."""
    rows, columns = openness.cloth.shape
    row, column = int(y_mm // openness.cell_mm), int(x_mm // openness.cell_mm)
    patch = openness.cloth[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    inside = -1 <= row <= rows and -1 <= column <= columns
    return bool(inside and patch.size >= 4 and patch.mean() > 0.6)


def cheapest(cost: Array) -> Pairs:
    """Return the pairing of rows with columns of least cost that uses no forbidden pair."""
    rows, columns = linear_sum_assignment(cost)
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if cost[r, c] < FORBIDDEN}
