"""When a track begins, and when a ball is proved gone.

A track begins with any sighting that no ball explains, and counts only after repeated sightings: hands, chalk and
highlights do not stay round and still. It ends when open cloth shows for a while where the ball should be, or when the
ball was last seen on its way into a pocket, or beyond the edge of one.
"""

from math import hypot

import numpy as np

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.paths import POCKET, VANISHED
from tracker.geometry.sightings import Sightings
from tracker.tracking.associate import LEAST_SURE, Pairs, is_open
from tracker.tracking.existence import LOOK_US, bare_evidence, believed, seen_evidence
from tracker.tracking.renew import fix_of
from tracker.tracking.state import Following, Track

CONFIRM_HITS = 3
TENTATIVE_US = 150_000
"""A track that is not yet confirmed ends when unseen for so long."""
GONE_US = 500_000
"""Open cloth for so long where a ball should be proves it gone."""
POCKETED_US = 300_000
EDGE_MM = 10.0
"""At the end of a table a ball is told so far off at most: one in 10 drawn tables is 7.5 mm off (`bench.tables`)."""
EVEN = 0.5
"""A look less sure than this speaks against a ball."""
NEAR_POCKET_MM = 150.0
"""A ball that was seen last farther from all pockets was not seen to fall into one."""


def missed(track: Track, sightings: Sightings, dt_s: float) -> Track:
    """Return a track after a picture without a sighting of its ball."""
    dt_us = round(dt_s * 1e6)
    openness = sightings.openness
    is_bare = openness is not None and is_open(openness, float(track.mean[0]), float(track.mean[1]))
    evidence = bare_evidence(dt_us) if is_bare and not track.moving else 0.0
    return replace(
        track,
        unseen_us=track.unseen_us + dt_us,
        open_us=track.open_us + dt_us if is_bare else 0,
        odd=(),
        evidence=evidence,
        belief=believed(track.belief, evidence),
    )


def ending(track: Track, sightings: Sightings, kit: Kit) -> str:
    """Return how the track has ended, or an empty string while it lives."""
    if track.unseen_us == 0:
        return ""
    if not track.confirmed and not is_confirmed(track):
        return VANISHED if track.unseen_us > TENTATIVE_US else ""
    if track.unseen_us > POCKETED_US and (falls(track, kit) or has_dropped(track.at, kit)):
        return POCKET
    return VANISHED if track.open_us > GONE_US else ""


def is_confirmed(track: Track) -> bool:
    """Say whether a track has been seen often enough, and is more likely a ball than not."""
    return track.confirmed or (track.hits >= CONFIRM_HITS and track.belief > 0.0)


def falls(track: Track, kit: Kit) -> bool:
    """Say whether a moving ball, as predicted, has come past the edge of a pocket."""
    return track.moving and any(
        hypot(track.mean[0] - p.fall.x_mm, track.mean[1] - p.fall.y_mm) < 1.3 * p.radius_mm for p in kit.pockets
    )


def is_empty_pocket(track: Track, sure: float, kit: Kit) -> bool:
    """Say whether a look that is a ball with chance `sure` rather shows the pocket that the ball has come into.

    The pocket is dark as a red is dark, and is seen for a second or two where the ball went over the edge.
    """
    return sure < EVEN and falls(track, kit)


def is_no_ball(track: Track, sure: float, kit: Kit) -> bool:
    """Say whether a look that is a ball with chance `sure` is not taken for the one of a track.

    It shows the pocket that the ball has come into; or the ball has been out of view for some time, as one has that
    fell, and what is seen is hardly a ball: a pocket is as dark as some.
    """
    comes_back = track.unseen_us > POCKETED_US
    return is_empty_pocket(track, sure, kit) or (comes_back and sure < LEAST_SURE)


def has_dropped(at: Point, kit: Kit) -> bool:
    """Say whether a ball would lie so far beyond the edge of a pocket that nothing holds it up."""
    return any(distance_mm(at, pocket.fall) < pocket.radius_mm - EDGE_MM for pocket in kit.pockets)


def is_near_pocket(at: Point, kit: Kit) -> bool:
    """Say whether a ball that was seen last there, on its way into a pocket, may be taken to have fallen."""
    return any(distance_mm(at, pocket.fall) < NEAR_POCKET_MM for pocket in kit.pockets)


def births(sightings: Sightings, pairs: Pairs, tracks: list[Track], state: Following) -> tuple[Track, ...]:
    """Return a new track for each sighting that no ball explains and that does not overlap one that is in view."""
    used = set(pairs.values())
    seen = np.array([t.mean[:2] for t in tracks if t.unseen_us == 0]).reshape(-1, 2)
    free = [
        j
        for j in range(len(sightings))
        if j not in used
        and sightings.sure[j] >= LEAST_SURE
        and not np.any(np.hypot(*(seen - sightings.places_mm[j]).T) < 1.2 * state.kit.ball_radius_mm)
    ]
    return tuple(born(sightings, j, state.next_track + n) for n, j in enumerate(free))


def born(sightings: Sightings, j: int, number: int) -> Track:
    """Return the track that begins with sighting `j`."""
    fix = fix_of(sightings, j)
    cov = np.zeros((4, 4))
    cov[:2, :2] = sightings.spread_mm2[j]
    evidence = seen_evidence(float(sightings.sure[j]), LOOK_US)
    return Track(
        track=number,
        mean=np.array([fix.x_mm, fix.y_mm, 0.0, 0.0]),
        cov=cov,
        moving=False,
        weights=np.log(np.clip(sightings.colour_odds[j], 0.01, 1.0)) * float(sightings.sure[j]),
        looks=float(sightings.sure[j]),
        hits=1,
        seen_us=sightings.at_us,
        recent=(fix,),
        evidence=evidence,
        belief=believed(0.0, evidence),
        trust=float(sightings.sure[j]),
        disc_px=(float(sightings.centres_px[j, 0]), float(sightings.centres_px[j, 1]), float(sightings.radii_px[j])),
    )
