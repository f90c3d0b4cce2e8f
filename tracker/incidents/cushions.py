"""When a ball met a cushion: its way was knocked back where its centre was a radius from the face.

The way before gives one moment, the way after another, and both must give the same place, which is the face but for
what the camera errs there: least squares in the moment and that error. A ball that rolled into the cushion slides as
it leaves, too briefly to be seen at times; its way drawn back then comes out too deep, by what the sliding explains.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit
from tracker.domain.physics import KEPT_BY_CUSHION, SLIDING_MM_S2
from tracker.domain.stroke import Bounce
from tracker.incidents.flights import Flight
from tracker.incidents.pieces import Piece
from tracker.incidents.ways import joints, way_of

Array = NDArray[np.float64]

FACE_MM = 2.5
"""How far off a face may seem to be at one place (1 sigma): the camera's error there."""
JAW_MM = 20.0
"""The same in the mouth of a pocket, where the face bends away."""
NEAR_MM = 12.0
"""A ball that turned farther from the face met something else, but for what the face and the ways err."""
NEAR_SIGMAS = 3.0
LEAST_MM_S = 20.0
TURN_SIGMAS = 3.0


def bounces(flight: Flight, kit: Kit) -> list[Bounce]:
    """Return the bounces of one flight in order of time."""
    sides = (("left", 0, kit.ball_radius_mm, 1), ("right", 0, kit.width_mm - kit.ball_radius_mm, -1),
             ("bottom", 1, kit.ball_radius_mm, 1), ("top", 1, kit.length_mm - kit.ball_radius_mm, -1))  # fmt: skip
    fell_s = fallen_s(flight, kit)
    found = [
        Bounce(at_us=round(turn[0] * 1e6), ball=flight.ball, cushion=name, sure=turn[1])
        for came, went in joints(way_of(flight))
        for name, axis, face, inward in sides
        if went.first_s < fell_s
        and (turn := turned(Across(came, axis, face, inward), Across(went, axis, face, inward), face_sd_mm(came, kit)))
    ]
    return sorted(found, key=lambda b: b.at_us)


def fallen_s(flight: Flight, kit: Kit) -> float:
    """Return when the ball of a flight was first seen where there is no bed under it; infinite where it never was."""
    own = flight.indices
    holes = [np.hypot(*(flight.path.raw_mm[own] - np.array(p.fall)).T) < p.radius_mm for p in kit.pockets]
    inside = np.flatnonzero(np.any(holes, axis=0))
    return float(flight.path.at_s[own[inside[0]]]) if len(inside) and flight.after is None else float("inf")


def face_sd_mm(came: Piece, kit: Kit) -> float:
    """Return how far off the face may be where a ball comes to it (1 sigma)."""
    at = came.place(came.last_s)
    in_mouth = any(np.hypot(*(at - np.array(p.fall))) < p.mouth_mm for p in kit.pockets)
    return JAW_MM if in_mouth else FACE_MM


class Across:
    """A piece of a way as seen across one face: how deep its centre lies inside the line on which centres bounce."""

    __slots__ = ("axis", "face", "inward", "piece")

    def __init__(self, piece: Piece, axis: int, face: float, inward: int) -> None:
        self.piece, self.axis, self.face, self.inward = piece, axis, face, inward

    def depth(self, at_s: float) -> float:
        """Return the depth at a time, mm."""
        return float(self.piece.place(at_s)[self.axis] - self.face) * self.inward

    def speed(self, at_s: float) -> float:
        """Return the speed away from the face, mm/s."""
        return float(self.piece.speed(at_s)[self.axis]) * self.inward


def turned(came: Across, went: Across, face_sd: float) -> tuple[float, float] | None:
    """Return when, and how surely, a ball turned at a face between two pieces; None where it did not."""
    at_s = (came.piece.last_s + went.piece.first_s) / 2
    for _ in range(3):
        into, out = -came.speed(at_s), went.speed(at_s)
        if into < LEAST_MM_S or out < LEAST_MM_S / 2 or not turns(came, went, at_s):
            return None
        late_s, _ = met(came, went, at_s, face_sd)
        span = went.piece.first_s - came.piece.last_s
        at_s = float(np.clip(at_s + late_s, came.piece.last_s - span / 2, went.piece.first_s + span / 2))
    off_mm = abs(came.depth(at_s) + went.depth(at_s)) / 2
    sd_mm = float(np.linalg.norm([came.piece.sd_mm(at_s), went.piece.sd_mm(at_s), face_sd]))
    limit = NEAR_MM + NEAR_SIGMAS * sd_mm
    return (at_s, float(np.clip(1.0 - 0.5 * off_mm / limit, 0.0, 0.99))) if off_mm < limit else None


def turns(came: Across, went: Across, at_s: float) -> bool:
    """Say whether the speed across the face changes by more than it errs."""
    sd = np.hypot(came.piece.speed_sd_mm_s(at_s), went.piece.speed_sd_mm_s(at_s))
    return went.speed(at_s) - came.speed(at_s) > TURN_SIGMAS * float(sd)


def met(came: Across, went: Across, at_s: float, face_sd: float) -> tuple[float, float]:
    """Return how much later than a time a ball met the face, and how deep inside it the face seems to lie (mm)."""
    into, out = -came.speed(at_s), went.speed(at_s)
    slid_mm = max(KEPT_BY_CUSHION * into - out, 0.0) ** 2 / (2 * SLIDING_MM_S2)
    rows = np.array([[-into, -1.0], [out, -1.0], [0.0, 1.0]])
    due = np.array([-came.depth(at_s), slid_mm / 2 - went.depth(at_s), 0.0])
    sd = np.array([came.piece.sd_mm(at_s), np.hypot(went.piece.sd_mm(at_s), slid_mm / 2 + 1.0), face_sd])
    late_s, off_mm = np.linalg.lstsq(rows / sd[:, None], due / sd, rcond=None)[0]
    return float(late_s), float(off_mm)
