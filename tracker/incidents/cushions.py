"""When a ball met a cushion: its speed across the face turned round near the face.

Between two pictures the moment is where the straight lines before and after meet the line on which centres bounce,
one radius inside the face.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit
from tracker.domain.stroke import Bounce
from tracker.incidents.flights import Flight

Array = NDArray[np.float64]

NEAR_MM = 22.0
"""How far from the bounce line the lines before and after may meet."""
LEAST_MM_S = 25.0


def bounces(flight: Flight, kit: Kit) -> list[Bounce]:
    """Return the bounces of one flight in order of time."""
    sides = (("left", 0, kit.ball_radius_mm, 1), ("right", 0, kit.width_mm - kit.ball_radius_mm, -1),
             ("bottom", 1, kit.ball_radius_mm, 1), ("top", 1, kit.length_mm - kit.ball_radius_mm, -1))  # fmt: skip
    found = [b for name, axis, face, inward in sides for b in off_face(flight, name, axis, face, inward)]
    return sorted(found, key=lambda b: b.at_us)


def samples(flight: Flight) -> tuple[Array, Array]:
    """Return (n, 2) places and (n,) times in seconds of a flight, its rests at both ends included."""
    path, own = flight.path, flight.indices
    places, at_s = path.raw_mm[own], path.at_s[own]
    if flight.before is not None:
        places, at_s = np.vstack([flight.before.place, places]), np.concatenate([[flight.onset_us / 1e6], at_s])
    keep = np.concatenate([[True], np.diff(at_s) > 1e-4])
    return places[keep], at_s[keep]


def off_face(flight: Flight, cushion: str, axis: int, face: float, inward: int) -> list[Bounce]:
    """Return the bounces off one face; `inward` is the sign of a speed away from it along `axis`."""
    places, at_s = samples(flight)
    depth = (places[:, axis] - face) * inward
    found: list[Bounce] = []
    for i in range(1, len(depth) - 1):
        if depth[i] <= depth[i - 1] and depth[i] < depth[i + 1]:
            bounce = turned(depth, at_s, i, flight.tolerance_mm)
            if bounce is not None:
                found.append(Bounce(at_us=round(bounce[0] * 1e6), ball=flight.ball, cushion=cushion, sure=bounce[1]))
    return found


def turned(depth: Array, at_s: Array, i: int, tolerance_mm: float) -> tuple[float, float] | None:
    """Return when, and how surely, a ball turned at a face near sample `i`, or None where it did not reach the face."""
    came = slope(depth, at_s, range(max(i - 3, 0), i))
    went = slope(depth, at_s, range(i + 1, min(i + 4, len(depth))))
    came = (depth[i] - depth[i - 1]) / (at_s[i] - at_s[i - 1]) if came is None else came
    went = (depth[i + 1] - depth[i]) / (at_s[i + 1] - at_s[i]) if went is None else went
    if came > -LEAST_MM_S or went < LEAST_MM_S / 2:
        return None
    meet_s = (depth[i - 1] - came * at_s[i - 1] - depth[i + 1] + went * at_s[i + 1]) / (went - came)
    at_turn = depth[i - 1] + came * (meet_s - at_s[i - 1])
    near = min(abs(at_turn), abs(float(depth[i])))
    limit = NEAR_MM + 2 * tolerance_mm
    if near > limit or not at_s[i - 1] - 0.02 <= meet_s <= at_s[i + 1] + 0.02:
        return None
    return float(np.clip(meet_s, at_s[i - 1], at_s[i + 1])), float(np.clip(1.0 - 0.5 * near / limit, 0.0, 0.99))


def slope(depth: Array, at_s: Array, span: range) -> float | None:
    """Return the mean speed over a span of samples in mm/s, or None for fewer than two."""
    if len(span) < 2:
        return None
    a, b = span[0], span[-1]
    return float((depth[b] - depth[a]) / (at_s[b] - at_s[a]))
