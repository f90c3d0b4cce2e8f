"""What the weighing of a first contact needs, taken from the balls' paths: pieces without cushions and corners.

The cue-ball's way before the contact is taken from where it last came off anything; every ball's way after it only up
to the next cushion or corner. What else happened there is none of the contact's business.
"""

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.incidents.explain.knocks import Coming, Lying, SeenPlaces
from tracker.incidents.segment.flights import Flight

BEFORE_S, AFTER_S = 0.16, 0.16
STILL_S = 0.08
LEAST_SD_MM = 0.5
LAG, FAST_MM_S = 2.0, 1000.0
"""A ball is seen to move when it has gone so many sigmas of a sighting; one that was not seen again went fast."""
STEP_MM, TURN_COS = 4.0, 0.9
NEAR_MM = 12.0
"""A ball that turns round so near to a cushion, or as near as it goes in half a picture, came off it."""


def lying(flight: Flight, kit: Kit) -> Lying:
    """Return a ball that began to move, as the weighing wants it."""
    assert flight.before is not None
    onset_s = flight.onset_us / 1e6
    every = sightings(flight)
    seen = every.within(onset_s - STILL_S, onset_s + AFTER_S)
    return Lying(
        ball=flight.ball,
        track=flight.path.track,
        place=flight.before.place,
        onset_s=onset_s,
        onset_sd_s=max(flight.onset_sd_us / 1e6, LAG * seen.sd_mm / pace(flight)),
        seen=until_turned(seen, onset_s, kit),
        errs_mm2=np.median((seen if len(seen) else every).spread_mm2, axis=0),
    )


def pace(flight: Flight) -> float:
    """Return how fast a ball went at first, in mm/s: one that sets off slowly is seen late to have moved."""
    seen = sightings(flight).within(flight.onset_us / 1e6, flight.onset_us / 1e6 + AFTER_S)
    if not len(seen) or flight.before is None:
        return FAST_MM_S
    away = float(np.hypot(*(seen.places_mm[-1] - np.array(flight.before.place))))
    return max(away / max(float(seen.at_s[-1]) - flight.onset_us / 1e6, 0.01), 10.0)


def sightings(flight: Flight) -> SeenPlaces:
    """Return all sightings of a flight's ball."""
    own = np.flatnonzero(~np.isnan(flight.path.raw_mm[:, 0]))
    spread = flight.path.spread_mm2(own, LEAST_SD_MM)
    return SeenPlaces(at_s=flight.path.at_s[own], places_mm=flight.path.raw_mm[own], spread_mm2=spread)


def coming(cue: Flight, at_s: float, kit: Kit) -> Coming:
    """Return the cue-ball about the moment of a first contact: after it last turned, before it turns again."""
    began_s = cue.onset_us / 1e6
    seen = sightings(cue)
    way = seen.within(began_s, at_s)
    came = since_turned(way.within(at_s - BEFORE_S, at_s), kit)
    after = until_turned(seen.within(at_s, at_s + AFTER_S), at_s, kit)
    is_straight = cue.before is not None and len(since_turned(way, kit)) == len(way)
    return Coming(
        ball=cue.ball,
        seen=joined(came, after),
        errs_mm2=np.median(seen.spread_mm2, axis=0),
        lie=cue.before.place if is_straight and cue.before else None,
    )


def joined(a: SeenPlaces, b: SeenPlaces) -> SeenPlaces:
    """Return the sightings of both, one after the other."""
    return SeenPlaces(
        at_s=np.concatenate([a.at_s, b.at_s]),
        places_mm=np.vstack([a.places_mm, b.places_mm]),
        spread_mm2=np.concatenate([a.spread_mm2, b.spread_mm2]),
    )


def since_turned(seen: SeenPlaces, kit: Kit) -> SeenPlaces:
    """Return the last sightings that lie on one straight way."""
    turns = [*corners(seen), *rebounds(seen, kit)]
    return seen.within(float(seen.at_s[max(turns)]) + 1e-6, np.inf) if turns else seen


def until_turned(seen: SeenPlaces, at_s: float, kit: Kit) -> SeenPlaces:
    """Return the sightings up to where a ball comes off a cushion, or turns more than a picture after `at_s`."""
    later = [k for k in corners(seen) if k > 0 and seen.at_s[k - 1] > at_s]
    turns = [*later, *(k for k in rebounds(seen, kit) if seen.at_s[k] > at_s)]
    return seen.within(-np.inf, float(seen.at_s[min(turns)])) if turns else seen


def corners(seen: SeenPlaces) -> list[int]:
    """Return at which sightings a way has a corner."""
    steps = np.diff(seen.places_mm, axis=0)
    long = np.hypot(*steps.T)
    cos = np.sum(steps[1:] * steps[:-1], axis=1) / np.maximum(long[1:] * long[:-1], 1e-9)
    return [int(k) + 1 for k in np.flatnonzero((cos < TURN_COS) & (long[1:] > STEP_MM) & (long[:-1] > STEP_MM))]


def rebounds(seen: SeenPlaces, kit: Kit) -> list[int]:
    """Return at which sightings a ball is nearest to a cushion that it may have come off."""
    if len(seen) < 3:
        return []
    edge = np.array([kit.width_mm, kit.length_mm]) - kit.ball_radius_mm
    found: set[int] = set()
    for depth in (*(seen.places_mm - kit.ball_radius_mm).T, *(edge - seen.places_mm).T):
        steps = np.diff(depth)
        near = depth[1:-1] < NEAR_MM + np.maximum(np.abs(steps[:-1]), np.abs(steps[1:])) / 2
        turns = (steps[:-1] < -NEAR_MM / 6) & (steps[1:] > NEAR_MM / 12) & near
        found |= {int(k) + 1 for k in np.flatnonzero(turns)}
    return sorted(found)
