"""How a ball moves when nobody touches it: straight on, slower by and by, and back off a cushion.

A rolling ball loses speed at a constant rate. The filter is Kalman's with constant velocity (filterpy predicts by it),
the friction and the cushions put into its transition, and with process noise that opens up wherever a ball or a cushion
may be met before the next picture.
"""

from math import hypot

import numpy as np
from filterpy.kalman import predict as kalman_predict
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point, distance_mm
from tracker.physics.motion import rolled_mm, rolls_at_mm_s
from tracker.physics.surfaces import Surfaces, surfaces_of
from tracker.tracking.state import Track

Array = NDArray[np.float64]

SWERVE_MM_S2 = 250.0
"""Free acceleration (1 sigma) by spin, sliding and the table's roll."""
LOOSE = 0.7
"""Where something may be met, the speed is uncertain by this share of itself."""
UNTIMELY = 0.3
"""Share of the time between two pictures by which stamps err: film is turned from 24 or 25 to 30 pictures a second by
repeating some and leaving out others."""
REST_DRIFT = np.diag([1e-4, 1e-4, 0.0, 0.0])
"""Process noise (4, 4) of a ball at rest, mm² a second."""


def advance(track: Track, dt_s: float, kit: Kit, near_ball: bool) -> Track:
    """Return the track as predicted `dt_s` later; `near_ball`: it may meet another ball on the way."""
    if not track.moving or dt_s <= 0:
        return replace(track, cov=track.cov + dt_s * REST_DRIFT)
    step, fade = rolled(track.speed_mm_s, dt_s, surfaces_of(is_flat=kit.disc_mm > 0))
    turn = np.eye(4)
    turn[0, 2] = turn[1, 3] = step
    turn[2, 2] = turn[3, 3] = fade
    loose = near_ball or near_cushion(track.at, track.speed_mm_s * dt_s, kit)
    mean, cov = kalman_predict(
        track.mean, track.cov, F=turn, Q=shake(track.speed_mm_s, dt_s, loose) + untimely(track.mean[2:], dt_s)
    )
    hole = pocket_on_way(track.at, Point(float(mean[0]), float(mean[1])), kit)
    kept = bounced(mean, kit) if hole is None else np.array([*hole.fall, 0.0, 0.0])
    return replace(track, mean=kept, cov=cov)


def rolled(speed_mm_s: float, dt_s: float, on: Surfaces) -> tuple[float, float]:
    """Return for how many seconds at its present speed a ball comes equally far, and the share of speed it keeps."""
    if speed_mm_s < 1e-6:
        return dt_s, 1.0
    return rolled_mm(speed_mm_s, dt_s, on) / speed_mm_s, rolls_at_mm_s(speed_mm_s, dt_s, on) / speed_mm_s


def shake(speed_mm_s: float, dt_s: float, loose: bool) -> Array:
    """Return the (4, 4) process noise over `dt_s`."""
    sigma = SWERVE_MM_S2 * dt_s
    sigma = hypot(sigma, LOOSE * speed_mm_s) if loose else sigma
    reach = np.array([dt_s, dt_s, 1.0, 1.0]) * sigma
    noise = np.zeros((4, 4))
    noise[::2, ::2] = np.outer(reach[::2], reach[::2])
    noise[1::2, 1::2] = np.outer(reach[1::2], reach[1::2])
    return noise


def untimely(speed: Array, dt_s: float) -> Array:
    """Return the (4, 4) noise along a ball's way that comes of stamps which are not the true times of the pictures."""
    noise = np.zeros((4, 4))
    noise[:2, :2] = np.outer(speed, speed) * (UNTIMELY * dt_s) ** 2
    return noise


def near_cushion(at: Point, reach_mm: float, kit: Kit) -> bool:
    """Say whether a ball may meet a cushion within `reach_mm`."""
    margin = reach_mm + 1.5 * kit.ball_radius_mm
    inside_x = margin < at.x_mm < kit.width_mm - margin
    return not (inside_x and margin < at.y_mm < kit.length_mm - margin)


def in_mouth(x_mm: float, y_mm: float, kit: Kit) -> bool:
    """Say whether a place lies in the mouth of a pocket, where there is no cushion to come back from."""
    return any(hypot(x_mm - p.fall.x_mm, y_mm - p.fall.y_mm) < 0.75 * p.mouth_mm for p in kit.pockets)


def pocket_on_way(a: Point, b: Point, kit: Kit) -> Pocket | None:
    """Return the pocket that a ball falls into on the straight way from `a` to `b`, or None."""
    way = np.subtract(b, a)
    for pocket in kit.pockets:
        gap = np.subtract(pocket.fall, a)
        share = float(np.clip(gap @ way / max(float(way @ way), 1e-9), 0.0, 1.0))
        if float(np.hypot(*(gap - share * way))) < pocket.radius_mm:
            return pocket
    outside = not (0 < b.x_mm < kit.width_mm and 0 < b.y_mm < kit.length_mm)
    return next((p for p in kit.pockets if outside and distance_mm(b, p.fall) < 0.75 * p.mouth_mm), None)


def bounced(mean: Array, kit: Kit) -> Array:
    """Return the state thrown back into the playing area where it left it through a cushion."""
    if in_mouth(mean[0], mean[1], kit):
        return mean
    back, kept = np.array(mean, float), surfaces_of(is_flat=kit.disc_mm > 0).cushions
    for axis, size in ((0, kit.width_mm), (1, kit.length_mm)):
        low, high = kit.ball_radius_mm, size - kit.ball_radius_mm
        face = low if back[axis] < low else high if back[axis] > high else None
        if face is not None and (back[axis] - face) * back[axis + 2] > 0:
            back[axis] = face - kept * (back[axis] - face)
            back[axis + 2] *= -kept
    return back


def blend(track: Track, place: Array, spread: Array) -> tuple[Array, Array]:
    """Return mean and covariance after a sighting at `place` with (2, 2) `spread`.

    Kalman's update for a sighting of the place alone, which each ball takes in each picture: filterpy's, for sightings
    of any kind, takes three times as long.
    """
    (xx, xy), (yx, yy) = (track.cov[:2, :2] + spread).tolist()
    gain = track.cov[:, :2] @ np.array([(yy, -xy), (-yx, xx)]) / (xx * yy - xy * yx)
    return track.mean + gain @ (place - track.mean[:2]), track.cov - gain @ track.cov[:2]
