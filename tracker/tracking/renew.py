"""Correct one ball by its sighting: averaged down at rest, filtered while it moves, told apart by change detection.

At rest the filter has hardly any process noise and so is the running mean of all sightings; the place leaves it when
sightings in a row disagree with it (Page's idea of 1954 in its simplest form: a run of outliers on one side).
"""

from itertools import pairwise
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.sightings import Sightings
from tracker.physics.rest import CONFINED_MM, CONFINED_S, SETTLED_MM
from tracker.tracking.existence import believed, seen_evidence
from tracker.tracking.motion import blend
from tracker.tracking.state import Fix, Track

Array = NDArray[np.float64]

RECENT = 12
REST_WINDOW_US = 240_000
CONFINED_US = round(1e6 * CONFINED_S)
LEFT_SIGMAS = 4.0
LEFT_MM = 2.0
LOOK_AT_REST, LOOK_MOVING = 1.0, 0.25
MOST_LOOKS = 60.0
"""Looks at a colour that are remembered: two balls that met may have been taken for each other, and if so, what was
seen of the one long ago must not outweigh for ever what is seen of the other now."""
ANEW = 12.0
"""Squared Mahalanobis distance beyond which a moving ball was knocked, and its speed is measured afresh."""


def corrected(track: Track, sightings: Sightings, j: int, kit: Kit) -> Track:
    """Return the track after sighting `j` was found to be its ball."""
    fix = fix_of(sightings, j)
    placed = rolling_on(track, fix, sightings, j) if track.moving else resting_on(track, fix, sightings, j, kit)
    weights, looks = look(track, sightings, j)
    come = come_mm(track, fix) / (2 * kit.ball_radius_mm) if placed.moving else 0.0
    evidence = seen_evidence(float(sightings.sure[j]), sightings.at_us - track.seen_us, come)
    # By how much a ball's looks jitter is told by those that are looks.
    recent = (*track.recent, fix) if placed.moving or sightings.is_anew(j) else track.recent
    return replace(
        placed,
        weights=weights,
        looks=looks,
        hits=track.hits + 1,
        evidence=evidence,
        belief=believed(track.belief, evidence),
        seen_us=sightings.at_us,
        open_us=0,
        unseen_us=0,
        recent=of_late(recent) if placed.moving else recent[-RECENT:],
        trust=0.8 * track.trust + 0.2 * float(sightings.sure[j]),
        disc_px=(float(sightings.centres_px[j, 0]), float(sightings.centres_px[j, 1]), float(sightings.radii_px[j])),
    )


def come_mm(track: Track, fix: Fix) -> float:
    """Return how far a ball has come since it was seen last."""
    before = track.recent[-1] if track.recent else fix
    return hypot(fix.x_mm - before.x_mm, fix.y_mm - before.y_mm)


def of_late(recent: tuple[Fix, ...]) -> tuple[Fix, ...]:
    """Return the latest sightings of a moving ball: those of a good second, and a few at least."""
    old = next((n for n, fix in enumerate(recent) if fix.at_us >= recent[-1].at_us - 1.25 * CONFINED_US), 0)
    return recent[min(old, max(len(recent) - RECENT, 0)) :]


def fix_of(sightings: Sightings, j: int) -> Fix:
    """Return sighting `j` as a fix."""
    (xx, _), (_, yy) = sightings.spread_mm2[j].tolist()
    x_mm, y_mm = sightings.places_mm[j].tolist()
    return Fix(sightings.at_us, x_mm, y_mm, sqrt((xx + yy) / 2))


def shape_of(sightings: Sightings, j: int) -> tuple[float, float, float]:
    """Return the covariance (x, y, and both) of sighting `j` over the square of its spread."""
    (xx, xy), (_, yy) = sightings.spread_mm2[j].tolist()
    mean = (xx + yy) / 2
    return xx / mean, yy / mean, xy / mean


def look(track: Track, sightings: Sightings, j: int) -> tuple[Array, float]:
    """Return what all looks at the colour of a track say, and how many there are, after one more."""
    told, weight = colour_told(sightings, j, track.moving)
    kept = min(1.0, MOST_LOOKS / max(track.looks + weight, 1e-9))
    return kept * (track.weights + told), kept * (track.looks + weight)


def colour_told(sightings: Sightings, j: int, moving: bool) -> tuple[Array, float]:
    """Return (k,) weighted log odds of the kinds, and how much a look counts: less where the ball may be blurred."""
    weight = (LOOK_MOVING if moving else LOOK_AT_REST) * float(sightings.sure[j])
    return weight * np.log(np.minimum(np.maximum(sightings.colour_odds[j], 0.01), 1.0)), weight


def resting_on(track: Track, fix: Fix, sightings: Sightings, j: int, kit: Kit) -> Track:
    """Return a resting track after a sighting: averaged in, or set moving when sightings leave its place."""
    away = float(np.hypot(fix.x_mm - track.mean[0], fix.y_mm - track.mean[1]))
    # How much a ball jitters is asked only where that decides: of nearly all balls in nearly all pictures it does not.
    if away <= max(LEFT_SIGMAS * fix.sd_mm, LEFT_MM) or away <= min(LEFT_SIGMAS * jitter_mm(track.recent), CONFINED_MM):
        mean, cov = blend(track, sightings.places_mm[j], sightings.spread_mm2[j])
        return replace(track, mean=mean, cov=cov, odd=())
    odd = (*track.odd, fix)[-4:]
    if away > kit.ball_radius_mm or leaves(track, odd):
        return set_moving(track, odd)
    return replace(track, odd=odd)


def jitter_mm(recent: tuple[Fix, ...]) -> float:
    """Return by how much (1 sigma, along an axis) the latest sightings of a ball differ, whatever each claims."""
    if len(recent) < RECENT:
        return 0.0
    places = np.array([(f.x_mm, f.y_mm) for f in recent])
    return float(np.median(np.hypot(*(places - np.median(places, axis=0)).T))) / 1.18


def leaves(track: Track, odd: tuple[Fix, ...]) -> bool:
    """Say whether sightings in a row lead away from the place of rest, each farther than the one before."""
    away = [float(np.hypot(f.x_mm - track.mean[0], f.y_mm - track.mean[1])) for f in odd]
    farther = all(b > a + 0.5 * odd[0].sd_mm for a, b in pairwise(away))
    return (len(odd) >= 2 and farther) or len(odd) >= 4


def set_moving(track: Track, odd: tuple[Fix, ...]) -> Track:
    """Return the track as a ball that has begun to move, with the speed that its latest sightings show."""
    now = odd[-1]
    before = odd[-2] if len(odd) > 1 else Fix(track.seen_us, float(track.mean[0]), float(track.mean[1]), track.sd_mm)
    mean, cov = started(before, now)
    return replace(track, moving=True, left=track.at, odd=(), mean=mean, cov=cov)


def started(before: Fix, now: Fix) -> tuple[Array, Array]:
    """Return mean and covariance of a ball that came from one fix to the next."""
    dt_s = max((now.at_us - before.at_us) / 1e6, 1e-3)
    speed = np.array([now.x_mm - before.x_mm, now.y_mm - before.y_mm]) / dt_s
    loose = (0.3 * float(np.hypot(*speed)) + now.sd_mm / dt_s) ** 2
    sd2 = now.sd_mm**2
    return np.array([now.x_mm, now.y_mm, *speed]), np.diag([sd2, sd2, loose, loose])


def rolling_on(track: Track, fix: Fix, sightings: Sightings, j: int) -> Track:
    """Return a moving track after a sighting: filtered, started anew after a knock, or come to rest."""
    recent = (*track.recent, fix)
    resting = rest_place(recent)
    if resting is not None:
        return replace(track, moving=False, odd=(), mean=resting[0], cov=resting[1])
    away = np.asarray(sightings.places_mm[j] - track.mean[:2])
    spread = track.cov[:2, :2] + sightings.spread_mm2[j]
    if float(away @ np.linalg.inv(spread) @ away) > ANEW and track.recent:
        mean, cov = started(track.recent[-1], fix)
        return replace(track, mean=mean, cov=cov)
    mean, cov = blend(track, sightings.places_mm[j], sightings.spread_mm2[j])
    return replace(track, mean=mean, cov=cov)


def rest_place(recent: tuple[Fix, ...]) -> tuple[Array, Array] | None:
    """Return mean and covariance of a ball whose latest sightings stay within their noise; None while it moves.

    One that is seldom seen, or whose centre jitters, rests where it has kept to so little room for so long that no ball
    rolls on.
    """
    late = [f for f in recent if f.at_us >= recent[-1].at_us - REST_WINDOW_US]
    if len(late) < 4 or late[-1].at_us - late[0].at_us < 0.6 * REST_WINDOW_US:
        return confined_place(recent)
    places = np.array([(f.x_mm, f.y_mm) for f in late])
    sd = float(np.mean([f.sd_mm for f in late]))
    half = len(late) // 2
    drift = float(np.hypot(*(places[half:].mean(axis=0) - places[:half].mean(axis=0))))
    if drift > max(2.0 * sd / np.sqrt(half), 0.5):
        return confined_place(recent)
    return np.array([*places.mean(axis=0), 0.0, 0.0]), np.diag([sd**2 / len(late)] * 2 + [0.0, 0.0])


def confined_place(recent: tuple[Fix, ...]) -> tuple[Array, Array] | None:
    """Return mean and covariance of a ball that cannot have rolled on (`physics.rest.CONFINED_MM`); None: it can."""
    late = [f for f in recent if f.at_us >= recent[-1].at_us - CONFINED_US]
    late = late if len(late) >= 4 else list(recent[-4:])
    if len(late) < 4 or late[-1].at_us - late[0].at_us < 0.8 * CONFINED_US:
        return None
    places, half = np.array([(f.x_mm, f.y_mm) for f in late]), len(late) // 2
    drift = float(np.hypot(*(np.median(places[half:], axis=0) - np.median(places[:half], axis=0))))
    own = places - np.median(places, axis=0)
    if drift > SETTLED_MM or np.max(np.hypot(*own.T)) > CONFINED_MM:
        return None
    spread = max(float(np.mean([f.sd_mm for f in late])), float(np.sqrt(np.mean(own**2)))) ** 2
    return np.array([*places.mean(axis=0), 0.0, 0.0]), np.diag([spread / len(late)] * 2 + [0.0, 0.0])
