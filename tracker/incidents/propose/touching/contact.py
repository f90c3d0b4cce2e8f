"""How two ways drawn on come to touch: when, where, how fast, and how well that agrees with the knock that a ball got.

Smooth balls of one mass push each other along the line of centres, by half of what restitution makes of the speed at
which they close in (Alciatore, The Illustrated Principles of Pool and Billiards, 2004): a ball knocked otherwise was
not met by this one.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.ways import Knock

Array = NDArray[np.float64]

STEP_S = 0.001
"""Ways are drawn on in steps of this, and no moment is known better."""
LOOSE_MM = 1.0
"""So far at least they err where two balls touch (1 sigma)."""
SEEMS_MM = 3.0
"""How far the ways of two balls in one place may err against each other, beside their own scatter (1 sigma)."""
GIVEN_SHARE = 0.2
"""How far the push of a touch differs from what smooth balls give each other (1 sigma): throw, spin, cloth."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contact:
    """Two ways drawn on to where they touch, or are nearest: that of one ball, and the other's that was knocked."""

    at_s: float
    sd_s: float
    miss_mm: float
    """By how much they miss each other; below 0 they meet."""
    sd_mm: float
    line: Array
    """(2,) unit vector from the one's centre to the other's."""
    closing_mm_s: float
    pace_mm_s: float
    """Speed of the one as the other sees it."""
    place: Array
    """(2,) the centre of the one."""
    speed: Array
    """(2,) of the one."""


def contact_of(piece: Piece, target: tuple[Array, Array], moments: Array, noise: float, apart_mm: float) -> Contact:
    """Return when and how a ball on a piece of its way touches another, or where it is nearest to it.

    `apart_mm`: the distance between their centres as they touch.
    """
    places, speeds = drawn(piece, moments)
    ahead, gains = target[0] - places, target[1] - speeds
    apart = np.hypot(*ahead.T)
    inside = np.flatnonzero(apart < apart_mm)
    i = int(inside[0]) if len(inside) else int(np.argmin(apart))
    line = ahead[i] / max(float(apart[i]), 1e-6)
    pace, closing = float(np.hypot(*gains[i])), -float(gains[i] @ line)
    if not len(inside):
        closing = max(closing, float(np.sqrt(2 * noise / apart_mm)) * pace)
    miss = float(apart[i]) - apart_mm
    early_s = max(-miss, 0.0) / max(closing, 1.0)
    sd = float(np.hypot(noise, piece.sd_mm(float(moments[i]))))
    grazes_s = float(np.sqrt(2 * apart_mm * (sd + max(miss, 0.0)))) / max(pace, 1.0)
    return Contact(
        at_s=float(moments[i]) - min(early_s, STEP_S), sd_s=min(sd / max(closing, 1.0), grazes_s),
        miss_mm=miss, sd_mm=sd, line=line, closing_mm_s=closing, pace_mm_s=pace, place=places[i],
        speed=speeds[i],
    )  # fmt: skip


def drawn(piece: Piece, moments: Array) -> tuple[Array, Array]:
    """Return (n, 2) places and speeds on a piece drawn on beyond its ends."""
    late = (moments - piece.about_s)[:, None]
    return piece.known[0] + late * piece.known[1] + late**2 / 2 * piece.known[2], piece.known[1] + late * piece.known[2]


def target_of(met: Flight, knock: Knock, moments: Array) -> tuple[Array, Array]:
    """Return the (n, 2) places and speeds that a ball would have had without its knock."""
    if knock.came is not None:
        return drawn(knock.came, moments)
    assert met.before is not None
    return np.tile(met.before.place, (len(moments), 1)), np.zeros((len(moments), 2))


def noise_mm(mover: Flight, met: Flight) -> float:
    """Return how far the ways of two balls may err against each other where they touch (1 sigma)."""
    return float(np.hypot(LOOSE_MM, min((mover.tolerance_mm + met.tolerance_mm) / 8, SEEMS_MM)))


def misfit_of_push(knock: Knock, contact: Contact, given: float, kit: Kit) -> float:
    """Return how badly a knock differs from what smooth balls give each other: 1 is about one sigma.

    `given`: the share of the speed at which they close in that the knocked ball gets.
    """
    if not np.any(knock.gained):
        return 0.0
    push = given * contact.closing_mm_s
    turned = contact.sd_mm / kit.touching_mm * min(contact.pace_mm_s / contact.closing_mm_s, 5.0)
    sd = np.linalg.norm([knock.sd_mm_s, GIVEN_SHARE * push, contact.pace_mm_s * turned, 20.0])
    return float(np.hypot(*(knock.gained - push * contact.line))) / float(sd)
