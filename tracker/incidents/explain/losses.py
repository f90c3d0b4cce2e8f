"""What became of each ball that was lost in a stroke: it fell into this pocket or that, left the table, or is hidden.

Theory: each of these foretells something that was measured. A ball that fell was on its way to the pocket: it passes
the middle of the mouth by no more than half its width and what its way errs when drawn on; it would have come so far;
few pictures in which the cloth was open there missed it before; and it stays away. A ball that is hidden does not stay
away for ever, and open cloth does not show in its place; but in the jaws, before a dark hole, eyes may miss a ball that
hangs there however long they look, and then it had hardly more way to go. A ball that left went over a cushion's face.
What each of these is worth is fitted (`noise`).
Source: Bishop, Pattern Recognition and Machine Learning (2006), ch. 4 (the softmax of sums of evidence).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, log2

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from tracker.domain.strokes.stroke import Pot
from tracker.domain.table.kit import Kit, Pocket
from tracker.geometry.cloth_shown import ClothShown
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, Path
from tracker.incidents.noise import Falls
from tracker.incidents.propose.leaving import BACK_US, Leave
from tracker.incidents.propose.pots import INTO_JAWS_RADII, SENT_MM_S, Loss
from tracker.incidents.segment.rests import bed_of
from tracker.physics.motion import rolls_for_mm

Array = NDArray[np.float64]

HIDDEN, OFF = "hidden", "off"
"""What became of a ball that is still on the table, and of one that left it; else the name of a pocket."""
CREEPS_MM_S = 150.0
"""A ball that is lost in the jaws falls no more slowly than this."""
OPENING_MM = 30.0
"""A ball that something turns anywhere goes into a pocket as often as its mouth takes of the half circle: over pi."""
NEVER = -30.0
"""Nats against what nothing speaks for."""
AWAY_S = 0.4
"""A ball that was away for less is hardly missed."""
CLEAR_S = 1.0
"""All the cloth about was in view for so long, and a ball that still lies on it was seen again."""
GOES_ON_S = 0.3
"""A ball that is hidden went on for so long, at most."""
LEAST_NEAR = 0.01
"""What is nearer to the edge of a hole, of `jaws_mm`, is no nearer."""
MOST_SEEN, PAST_MM, MOST_PAST = 3, 60.0, 2.0


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What may have become of a ball, and how likely that is."""

    what: str
    """`HIDDEN`, `OFF`, or the name of a pocket."""
    log_odds: float
    """The logarithm of its probability."""

    @property
    def sure(self) -> float:
        """Return its probability."""
        return exp(self.log_odds)


def missing_of(
    loss: Loss, paths: Sequence[Path], kit: Kit, leave: Leave | None, cloth: ClothShown | None = None
) -> Missing:
    """Return a loss in the quantities that tell what became of the ball.

    Args:
        loss: the loss.
        paths: the life of every ball.
        kit: the table.
        leave: how the ball went over a cushion, if it may have.
        cloth: where bare cloth was in view; None: nobody knows.
    """
    path = loss.flight.path
    clear_us = clear_after(loss.lost_us, loss.place, loss.place + loss.speed * GOES_ON_S, cloth)
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


def fates(one: Missing, noise: Falls, *, is_turned: bool = False) -> tuple[Fate, ...]:
    """Return what may have become of a ball, the likeliest first; the probabilities sum to 1.

    `is_turned`: it met another ball after it was seen last, so that its way led anywhere.
    """
    worth = {HIDDEN: hidden_worth(one, noise), OFF: off_worth(one, noise)}
    worth |= {lead.pocket: fall_worth(one, lead, noise, is_turned=is_turned) for lead in one.leads}
    most = max(worth.values())
    whole = most + log(sum(exp(w - most) for w in worth.values()))
    found = (Fate(what=what, log_odds=w - whole) for what, w in worth.items())
    return tuple(sorted(found, key=lambda fate: -fate.log_odds))


def fall_worth(one: Missing, lead: Lead, noise: Falls, *, is_turned: bool = False) -> float:
    """Return what speaks for a fall into a pocket, in nats."""
    fell = noise.resting if one.unseen else noise.pocket
    anywhere = log(OPENING_MM / max(lead.away_mm, OPENING_MM))
    if is_turned:
        return fell + anywhere
    turn = noise.sent_turn if one.unseen else noise.turn
    sd_mm = hypot(noise.place_mm, turn * lead.away_mm)
    aside = max(lead.beside_mm, 0.0) / sd_mm
    short = max(lead.short_mm, 0.0) / noise.reach_mm
    near = max(lead.edge_mm, 0.0) / noise.jaws_mm
    misfit = min(aside**2 + short**2, near**2) / 2
    led = float(np.logaddexp(-misfit, noise.astray + anywhere))
    soon = NEVER if (lead.falls_us - one.lost_us) / 1e6 > one.away_s + one.picture_s else 0.0
    return fell + led + soon + noise.missed * lead.missed


def hidden_worth(one: Missing, noise: Falls) -> float:
    """Return what speaks for a ball that is still on the table, in nats."""
    ends = {POCKET: noise.after_pocket, VANISHED: noise.after_vanished, PRESENT: noise.after_present}[one.end]
    shown = 0.0 if one.end == PRESENT else unseen_worth(one.clear_s, noise)
    behind = ends + shown + noise.away * log2(1 + one.away_s / AWAY_S)
    return float(np.logaddexp(behind, hangs_worth(one, noise))) + (noise.again if one.again else 0.0)


def hangs_worth(one: Missing, noise: Falls) -> float:
    """Return what speaks for a ball that hangs in the jaws, where eyes miss it however long they look, in nats.

    They miss it all along, so that it is lost before the edge of the hole; and it had hardly the way to get there.
    """
    if one.spare_mm is None:
        return NEVER
    near = max(min(lead.edge_mm for lead in one.leads), 0.0) / noise.jaws_mm
    before = float(np.log(-np.expm1(-(max(near, LEAST_NEAR) ** 2) / 2)))
    return noise.pocket + noise.jaws_miss + before + float(log_ndtr(-one.spare_mm / noise.stops_mm))


def unseen_worth(clear_s: float, noise: Falls) -> float:
    """Return what speaks for a ball that is not seen where all was in view for so long, in nats."""
    return noise.clear * min(clear_s / CLEAR_S, 1.0)


def off_worth(one: Missing, noise: Falls) -> float:
    """Return what speaks for a ball that has left the table, in nats."""
    if not one.crosses:
        return NEVER
    past = float(np.clip(one.past_mm / PAST_MM, -MOST_PAST, MOST_PAST))
    return (
        noise.off + noise.beyond * min(one.beyond, MOST_SEEN) + (noise.flew if one.flew_on else 0.0) + noise.past * past
    )


def pot_of(one: Missing, fate: Fate, sure: float) -> Pot:
    """Return a fall into a pocket as a fact."""
    lead = next(lead for lead in one.leads if lead.pocket == fate.what)
    return Pot(at_us=lead.falls_us, ball=one.ball, pocket=fate.what, sure=sure)
