"""A ball that was lost on its way, in the quantities that tell what became of it; `fates` weighs them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit, Pocket
from tracker.geometry.cloth_shown import ClothShown
from tracker.geometry.paths import Path
from tracker.incidents.explain.losses.mouths import changed_balls
from tracker.incidents.propose.leaving import BACK_US, Leave, Watch
from tracker.incidents.propose.pots import INTO_JAWS_RADII, SENT_MM_S, Loss
from tracker.incidents.segment.rests import bed_of
from tracker.physics.motion import rolls_for_mm

Array = NDArray[np.float64]

CREEPS_MM_S = 150.0
"""A ball that is lost in the jaws falls no more slowly than this."""
GOES_ON_S = 0.3
"""A ball that is hidden went on for so long, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """How the way of a lost ball leads to one pocket."""

    pocket: str
    away_mm: float
    """From where it was seen last to the middle of the hole."""
    beside_mm: float
    """How far beyond half the mouth's width its way, drawn on straight, passes that; below 0 it leads in."""
    edge_mm: float
    """How far it was from the edge of the hole."""
    short_mm: float
    """How far short of the edge of the hole it would roll out; below 0 it has way to spare."""
    falls_us: int
    missed: int = 0
    """How many pictures before that fall showed the cloth about, and no ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A ball that was lost on its way, in the quantities that tell what became of it."""

    ball: str
    track: int
    lost_us: int
    end: str
    """How its path ends (`geometry.paths`)."""
    unseen: bool
    """It was not seen to go: it lay there, and then no more, or was half hidden where it lay."""
    away_s: float
    """How long it has not been seen."""
    picture_s: float
    leads: tuple[Lead, ...]
    crosses: bool = False
    """Its way leads over a cushion, fast enough to climb it."""
    beyond: int = 0
    """How often it was seen beyond."""
    flew_on: bool = False
    past_mm: float = 0.0
    """By how much it passed the mouth of the nearest pocket there."""
    again: bool = False
    """A ball of its colour came into view soon after, which may be this one."""
    clear_s: float = 0.0
    """For how long all the cloth about was in view since, with nobody before it."""
    spare_mm: float | None = None
    """How much farther than the edge of the hole it would have rolled, of a ball lost as it went between the jaws; it
    would have stopped short of it where this is below 0. None: it was not lost so."""
    mouth_balls: float | None = None
    """By how many balls' area the mouth of the nearest pocket looks other than before; None: nobody knows."""


def missing_of(loss: Loss, paths: Sequence[Path], kit: Kit, leave: Leave | None, watch: Watch) -> Missing:
    """Return a loss in the quantities that tell what became of the ball.

    Args:
        loss: the loss.
        paths: the life of every ball.
        kit: the table.
        leave: how the ball went over a cushion, if it may have.
        watch: what else the camera showed.
    """
    path = loss.flight.path
    clear_us = clear_after(loss.lost_us, loss.place, loss.place + loss.speed * GOES_ON_S, watch.cloth)
    leads = tuple(lead_of(loss, p, clear_us) for p in kit.pockets)
    nearest = min(leads, key=lambda lead: lead.edge_mm)
    is_between_jaws = loss.was_seen_going and nearest.edge_mm < INTO_JAWS_RADII * kit.ball_radius_mm
    return Missing(
        ball=loss.flight.ball, track=path.track, lost_us=loss.lost_us, end=path.end, unseen=not loss.was_seen_going,
        away_s=loss.away_us / 1e6, picture_s=picture_s(path), leads=leads,
        crosses=leave is not None, beyond=leave.seen if leave else 0, flew_on=bool(leave and leave.flew_on),
        past_mm=leave.past_mm if leave else 0.0, again=comes_again(loss, paths),
        clear_s=len(clear_us) * picture_s(path),
        spare_mm=-nearest.short_mm if is_between_jaws else None,
        mouth_balls=changed_balls(loss, leads.index(nearest), paths, kit, watch.mouths) if is_between_jaws else None,
    )  # fmt: skip


def clear_after(lost_us: int, start: Array, end: Array, cloth: ClothShown | None) -> NDArray[np.int64]:
    """Return at which times (us) after a ball was lost nobody stood before the cloth about its (2,) way."""
    if cloth is None:
        return np.zeros(0, np.int64)
    clear_us = cloth.clear_us(start, end)
    return clear_us[clear_us > lost_us]


def picture_s(path: Path) -> float:
    """Return how long a picture lasts."""
    return float(np.median(np.diff(path.at_s))) if len(path) > 1 else 0.04


def lead_of(loss: Loss, pocket: Pocket, clear_us: NDArray[np.int64]) -> Lead:
    """Return how the way of a lost ball leads to a pocket; `clear_us`: when the cloth about was in view since."""
    gap = np.array(pocket.fall) - loss.place
    away, pace = float(np.hypot(*gap)), float(np.hypot(*loss.speed))
    along = float(gap @ loss.speed) / pace if pace > 1 else 0.0
    aside = hypot(*(gap - along * loss.speed / pace)) if pace > 1 and along > 0 else away
    edge = away - pocket.radius_mm
    way = max(along - float(np.sqrt(max(pocket.radius_mm**2 - aside**2, 0.0))), 0.0) if along > 0 else max(edge, 0.0)
    paced = max(pace, CREEPS_MM_S) if pace > 1 else SENT_MM_S
    falls_us = loss.lost_us + round(way / paced * 1e6)
    return Lead(
        pocket=pocket.name, away_mm=away, beside_mm=aside - pocket.mouth_mm / 2, edge_mm=edge,
        short_mm=edge - rolls_for_mm(pace, bed_of(loss.flight.path)), falls_us=falls_us,
        missed=int(np.count_nonzero(clear_us <= falls_us)),
    )  # fmt: skip


def comes_again(loss: Loss, paths: Sequence[Path]) -> bool:
    """Say whether a ball of that name came into view soon after a loss; later it may have been put back."""
    waits = [int(p.at_us[0]) - loss.lost_us for p in paths if p.ball == loss.flight.ball]
    return any(0 < wait < BACK_US for wait in waits)
