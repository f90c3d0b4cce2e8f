"""Take in one picture: predict every ball, pair balls with sightings, correct, begin and end tracks.

A ball is not gone because one picture misses it. It is gone when open cloth has been in view for a while where it
should be, or when it was last seen on its way into a pocket. Until then it stays, as predicted, with growing spread
(Bar-Shalom & Li, Multitarget-Multisensor Tracking, 1995, on track life).
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Sightings
from tracker.tracking.associate import Pairs, associate
from tracker.tracking.distinct import distinct
from tracker.tracking.life import births, ending, is_confirmed, is_no_ball, missed
from tracker.tracking.motion import advance
from tracker.tracking.points import points_of, unseen_points
from tracker.tracking.renew import corrected
from tracker.tracking.state import Following, Track

Array = NDArray[np.float64]

STANDSTILL = 0.15
"""Share of its expected way that a moving ball has come at most when a picture repeats the one before."""
LEAST_STEP_MM = 8.0


def start(kit: Kit, camera: Camera | None = None) -> Following:
    """Return the state before the first picture; the camera lets predicted balls be placed in the picture too."""
    return Following(kit=kit, camera=camera)


def follow(state: Following, sightings: Sightings) -> Following:
    """Return the state after one more picture; `points` of it are the balls of that picture."""
    if not sightings.table_seen:
        return pause(state, sightings)
    sightings = distinct(sightings, state.kit)
    if repeats_last(state, sightings):
        return again(state, sightings)
    dt_s = 0.0 if state.at_us is None else (sightings.at_us - state.at_us) / 1e6
    tracks = predicted(state.tracks, 0.0 if state.paused else dt_s, state.kit)
    tracks = widened(tracks) if state.paused else tracks
    pairs = associate(tracks, sightings, state.before_mm, state.kit)
    return taken_in(state, sightings, tracks, pairs, dt_s)


def taken_in(state: Following, sightings: Sightings, tracks: tuple[Track, ...], pairs: Pairs, dt_s: float) -> Following:
    """Return the state once the paired balls are corrected, the others are missed, and tracks begin and end."""
    taken = {i: j for i, j in pairs.items() if not is_no_ball(tracks[i], float(sightings.sure[j]), state.kit)}
    renewed = [
        corrected(track, sightings, taken[i], state.kit) if i in taken else missed(track, sightings, dt_s)
        for i, track in enumerate(tracks)
    ]
    ended = [judged(t, sightings, state.kit) for t in renewed]
    born = births(sightings, pairs, ended, state)
    alive = (*(t for t in ended if not t.end), *born)
    seen = pairs_by_track(tracks, taken) | {t.track: j for t, j in zip(born, born_from(born, sightings), strict=True)}
    return replace(
        state,
        tracks=alive,
        at_us=sightings.at_us,
        paused=False,
        before_mm=sightings.places_mm,
        repeats=0,
        next_track=state.next_track + len(born),
        points=points_of(alive, sightings, seen, state),
        retired=state.retired + tuple(t for t in ended if t.end and t.confirmed),
    )


def judged(track: Track, sightings: Sightings, kit: Kit) -> Track:
    """Return the track with its life decided anew: whether it counts as a ball, and whether and how it has ended."""
    end, is_ball = ending(track, sightings, kit), is_confirmed(track)
    return track if (end, is_ball) == (track.end, track.confirmed) else replace(track, end=end, confirmed=is_ball)


def pairs_by_track(tracks: tuple[Track, ...], pairs: Pairs) -> dict[int, int]:
    """Return which sighting each track took, by the track's number."""
    return {tracks[i].track: j for i, j in pairs.items()}


def born_from(born: tuple[Track, ...], sightings: Sightings) -> list[int]:
    """Return from which sighting each new track began."""
    return [int(np.argmin(np.hypot(*(sightings.places_mm - t.mean[:2]).T))) for t in born]


def predicted(tracks: tuple[Track, ...], dt_s: float, kit: Kit) -> tuple[Track, ...]:
    """Return all tracks `dt_s` later, each told whether it may meet another ball on the way."""
    places = np.array([t.mean[:2] for t in tracks]).reshape(-1, 2)
    return tuple(advance(t, dt_s, kit, t.moving and meets(t, places, dt_s, kit)) for t in tracks)


def meets(track: Track, places: Array, dt_s: float, kit: Kit) -> bool:
    """Say whether a moving ball may touch another of the (n, 2) `places` (its own among them) within `dt_s`."""
    reach = track.speed_mm_s * dt_s + 1.2 * kit.touching_mm
    return int(np.sum(np.hypot(*(places - track.mean[:2]).T) < reach)) > 1


def widened(tracks: tuple[Track, ...]) -> tuple[Track, ...]:
    """Return the tracks with room for a camera that came back a little off, and for balls that came to rest."""
    room = np.diag([400.0, 400.0, 0.0, 0.0])
    return tuple(replace(t, cov=t.cov + room * (25.0 if t.moving else 1.0)) for t in tracks)


def pause(state: Following, sightings: Sightings) -> Following:
    """Return the state over a picture without the table: every ball stays where it was, and nothing ends."""
    kept = tuple(t for t in state.tracks if t.confirmed)
    return replace(
        state, tracks=kept, at_us=sightings.at_us, paused=True, repeats=0, points=unseen_points(kept, sightings, state)
    )


def repeats_last(state: Following, sightings: Sightings) -> bool:
    """Say whether the picture is the last one once more: all balls that should have moved on stand still."""
    if state.at_us is None or state.repeats or not len(sightings):
        return False
    dt_s = (sightings.at_us - state.at_us) / 1e6
    movers = [t for t in state.tracks if t.moving and t.confirmed and t.seen_us == state.at_us and len(t.recent) >= 3]
    steps = [t.speed_mm_s * dt_s for t in movers]
    telling = [
        (t, step) for t, step in zip(movers, steps, strict=True) if step > max(LEAST_STEP_MM, 3 * t.recent[-1].sd_mm)
    ]
    return bool(telling) and all(moved_mm(t, sightings) < STANDSTILL * step for t, step in telling)


def moved_mm(track: Track, sightings: Sightings) -> float:
    """Return how far the nearest sighting is from where the ball was seen last."""
    last = track.recent[-1]
    return float(np.hypot(*(sightings.places_mm - (last.x_mm, last.y_mm)).T).min())


def again(state: Following, sightings: Sightings) -> Following:
    """Return the state over a repeated picture: time passes for the file, not for the balls."""
    number, at_us = sightings.picture, sightings.at_us
    points = tuple(replace(p, picture=number, at_us=at_us, raw=None, look=None, evidence=0.0) for p in state.points)
    tracks = tuple(replace(t, seen_us=at_us if t.seen_us == state.at_us else t.seen_us) for t in state.tracks)
    return replace(state, at_us=at_us, repeats=state.repeats + 1, points=points, tracks=tracks)
