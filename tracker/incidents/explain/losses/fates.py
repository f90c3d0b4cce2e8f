"""What became of each ball that was lost in a stroke: it fell into this pocket or that, left the table, or is hidden.

Theory: each of these foretells something that was measured. A ball that fell was on its way to the pocket: it passes
the middle of the mouth by no more than half its width and what its way errs when drawn on; it would have come so far;
few pictures in which the cloth was open there missed it before; and it stays away. A ball that is hidden does not stay
away for ever, and open cloth does not show in its place; but in the jaws, before a dark hole, eyes may miss a ball that
hangs there however long they look, and then it had hardly more way to go, and the mouth looks other than before. A
ball that left went over a cushion's face.
What each of these is worth is fitted (`noise`).
Source: Bishop, Pattern Recognition and Machine Learning (2006), ch. 4 (the softmax of sums of evidence).
"""

from dataclasses import dataclass
from math import exp, hypot, log, log2

import numpy as np
from scipy.special import log_expit

from tracker.domain.strokes.stroke import Pot
from tracker.geometry.paths import POCKET, PRESENT, VANISHED
from tracker.incidents.explain.losses.missing import Lead, Missing
from tracker.incidents.explain.losses.mouths import changed_worth, mouth_odds
from tracker.incidents.noise import Falls

HIDDEN, OFF = "hidden", "off"
"""What became of a ball that is still on the table, and of one that left it; else the name of a pocket."""
OPENING_MM = 30.0
"""A ball that something turns anywhere goes into a pocket as often as its mouth takes of the half circle: over pi."""
NEVER = -30.0
"""Nats against what nothing speaks for."""
AWAY_S = 0.4
"""A ball that was away for less is hardly missed."""
CLEAR_S = 1.0
"""All the cloth about was in view for so long, and a ball that still lies on it was seen again."""
LEAST_NEAR = 0.01
"""What is nearer to the edge of a hole, of `jaws_mm`, is no nearer."""
MOST_SEEN, PAST_MM, MOST_PAST = 3, 60.0, 2.0


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

    They miss it all along, so that it is lost before the edge of the hole. It had hardly the way to get there, or ran
    itself dead between the jaws, which few do that come fast, but some: by drawn physics a logistic curve tells it.
    """
    if one.spare_mm is None:
        return NEVER
    near = max(min(lead.edge_mm for lead in one.leads), 0.0) / noise.jaws_mm
    before = float(np.log(-np.expm1(-(max(near, LEAST_NEAR) ** 2) / 2)))
    stops = float(log_expit(-one.spare_mm / noise.stops_mm))
    return noise.pocket + noise.jaws_miss + before + stops + changed_worth(one.mouth_balls, mouth_odds())


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
