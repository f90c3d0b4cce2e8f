"""Which balls left the table: those lost on their way over a cushion, and seen beyond it or not seen again anywhere.

A ball on the bed never has its centre beyond a cushion's face but in a pocket. What is seen there, of the ball's colour
and on its way, is the ball in the air over the cushion; the line of sight of a ball at height h meets the plane of the
ball centres too far from the camera by h times the cotangent of its dip, which moves the crossing, not the fact. Near a
pocket it may have fallen as well: then both are weighed. Nothing is told of a ball that open cloth does not prove gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.cloth_shown import ClothShown
from tracker.geometry.mouths import MouthsShown
from tracker.geometry.sightings import Bystander, Stray
from tracker.incidents.propose.pots import Loss

Array = NDArray[np.float64]

SOON_US = 400_000
"""A ball that left is seen beyond the cushion within so long of its last sighting on the table."""
BACK_US = 1_500_000
"""A ball of its name that comes into view so soon may be the one that was lost."""
LEAST_MM_S = 500.0
"""A slower ball does not climb a cushion."""
LEAST_ALIKE = 0.1
ASTRAY_MM, ASTRAY_SHARE = 70.0, 0.4
"""How far from its way a ball may be seen: where it began to fly, and for each mm of way."""
STOOD_MM = 15.0
"""What was seen so near to a place before the ball came there is not the ball."""
ENOUGH = 2
"""So many sightings beyond a cushion prove that a ball was there; one leaves a doubt."""
KEPT_PACE = 0.4
"""Share of its pace that a ball in the air at least seems to keep."""
AT_CUSHION_S = 0.1
"""A ball that was lost so shortly before it came to a cushion may have gone over it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Watch:
    """What the camera adds to the ways of the balls: how long it looked, from where, what it saw beyond the table."""

    until_us: int = 0
    """When the recording ends."""
    eye_mm: Array | None = None
    """(3,) where it stands in the table's coordinates."""
    camera_sd_mm: float = 0.0
    """How far its own error moves a place (1 sigma, along an axis)."""
    cloth: ClothShown | None = None
    """Where bare cloth was in view; None: nobody knows."""
    mouths: MouthsShown | None = None
    """What the mouths of the pockets looked like; None: nobody knows."""
    strays: tuple[Stray, ...] = field(default=())
    """Everything like a ball that was seen beyond the cushions, in order of time."""
    bystanders: tuple[Bystander, ...] = field(default=())
    """Who was seen by the cue-ball, in order of time."""
    looks: tuple[Array | None, ...] = ()
    """How who played the last strokes before these looked (`explain.player`), the newest first; None: not seen."""
    in_view_us: int | None = None
    """When the table came into view, which may be long before the ways that are kept; None: as these begin."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Leave:
    """A ball that went over a cushion, as far as it was seen."""

    loss: Loss
    cushion: str
    at_us: int
    at: Array
    """(2,) where its way crosses the cushion's face."""
    seen: int
    """How often it was seen beyond."""
    flew_on: bool
    """There it went on as fast as a ball flies; what fell into a net does not."""
    past_mm: float
    """By how much it passed the nearest pocket's mouth; below 0: within."""
    pocket: str


def leave_of(loss: Loss, kit: Kit, strays: Sequence[Stray]) -> Leave | None:
    """Return how a lost ball went over a cushion, or None where its way does not lead over one."""
    beyond = seen_beyond(loss, strays, kit)
    reach = beyond[0].place_mm if beyond else loss.place + loss.speed * AT_CUSHION_S
    crossed = crossing(loss.place, reach, kit)
    if crossed is None or float(np.hypot(*loss.speed)) < LEAST_MM_S:
        return None
    cushion, share = crossed
    until_us = beyond[0].at_us if beyond else loss.lost_us + round(AT_CUSHION_S * 1e6)
    at = loss.place + share * (reach - loss.place)
    past = {p.name: float(np.hypot(*(at - np.array(p.fall)))) - p.mouth_mm / 2 for p in kit.pockets}
    pocket = min(past, key=lambda name: past[name])
    return Leave(
        loss=loss, cushion=cushion, at_us=loss.lost_us + round(share * (until_us - loss.lost_us)), at=at,
        seen=len(beyond), flew_on=flew_on(beyond, loss), past_mm=past[pocket], pocket=pocket,
    )  # fmt: skip


def seen_beyond(loss: Loss, strays: Sequence[Stray], kit: Kit) -> list[Stray]:
    """Return the sightings beyond the cushions that are the lost ball, in order: one in each picture at most.

    What is seen in the hole of a pocket fell into it.
    """
    found: dict[int, Stray] = {}
    for stray in strays:
        soon = 0 < stray.at_us - loss.lost_us <= SOON_US
        if soon and may_be(stray, loss) and not in_hole(stray, kit) and not stood(stray, loss, strays):
            best = found.get(stray.at_us)
            if best is None or astray_mm(stray, loss) < astray_mm(best, loss):
                found[stray.at_us] = stray
    return list(found.values())


def in_hole(stray: Stray, kit: Kit) -> bool:
    """Say whether something is seen in the hole of a pocket."""
    return any(distance_mm(pocket.fall, Point(*stray.place_mm.tolist())) < pocket.radius_mm for pocket in kit.pockets)


def flew_on(beyond: Sequence[Stray], loss: Loss) -> bool:
    """Say whether a ball seen beyond a cushion kept on its way there."""
    if len(beyond) < ENOUGH:
        return False
    first, last = beyond[0], beyond[-1]
    way = float((last.place_mm - first.place_mm) @ loss.speed) / max(float(np.hypot(*loss.speed)), 1.0)
    return way / (last.at_us - first.at_us) * 1e6 > KEPT_PACE * float(np.hypot(*loss.speed))


def may_be(stray: Stray, loss: Loss) -> bool:
    """Say whether something beyond a cushion has the colour of a lost ball and lies on its way."""
    way = float(np.hypot(*(stray.place_mm - loss.place)))
    alike = stray.looks_like(loss.flight.ball) >= LEAST_ALIKE
    return alike and astray_mm(stray, loss) < ASTRAY_MM + ASTRAY_SHARE * way


def astray_mm(stray: Stray, loss: Loss) -> float:
    """Return how far from where the lost ball should be something was seen."""
    due = loss.place + loss.speed * (stray.at_us - loss.lost_us) / 1e6
    return float(np.hypot(*(stray.place_mm - due)))


def stood(stray: Stray, loss: Loss, strays: Sequence[Stray]) -> bool:
    """Say whether the same was seen at the same place before the ball was lost."""
    before = [s.place_mm for s in strays if loss.lost_us - BACK_US < s.at_us <= loss.lost_us]
    return any(float(np.hypot(*(place - stray.place_mm))) < STOOD_MM for place in before)


def crossing(start: Array, end: Array, kit: Kit) -> tuple[str, float] | None:
    """Return over which cushion's bounce line a straight way leads, and at what share of it; None over none."""
    low = np.full(2, kit.ball_radius_mm)
    high = np.array([kit.width_mm, kit.length_mm]) - kit.ball_radius_mm
    way = end - start
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = {"left": (low - start)[0] / way[0], "right": (high - start)[0] / way[0],
                  "bottom": (low - start)[1] / way[1], "top": (high - start)[1] / way[1]}  # fmt: skip
    out = {"left": end[0] < low[0], "right": end[0] > high[0], "bottom": end[1] < low[1], "top": end[1] > high[1]}
    met = {side: float(np.clip(np.nan_to_num(shares[side]), 0.0, 1.0)) for side in shares if out[side]}
    return min(met.items(), key=lambda item: item[1]) if met else None
