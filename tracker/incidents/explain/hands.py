"""Whether balls that moved were struck, or a hand moved them: what is struck is fastest at once, and others move by it.

A hand gets a ball going and stops it; a struck ball leaves at its full pace, and if it meets nothing it goes as far as
that takes it. What each sign is worth is fitted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from tracker.incidents.explain.weigh import LEAST
from tracker.incidents.noise import Hands
from tracker.incidents.propose.cushions import HIDDEN_S
from tracker.incidents.segment.flights import START_S, Flight, paces, top_speed_mm_s
from tracker.incidents.segment.rests import bed_of, sighted
from tracker.physics.motion import pace_to_go

Array = NDArray[np.float64]

LEAST_MM_S = 20.0
BEFORE_S, SOON_S = 0.2, 0.25
"""How a ball set off is told by its places from so long before to so long after that moment."""
STARTS_S = np.arange(-BEFORE_S, 0.05, 0.01)
"""It may have set off then, beside the moment at which its first places tell that it did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """How the first motion of a stroke, or of what is taken for one, looks."""

    abrupt: float
    """Logarithm of its pace at first over that of its fastest quarter, less by what it was held back by."""
    pace: float
    """Logarithm of the greatest speed in m/s."""
    white: bool
    """The cue-ball moved first."""
    met: bool
    """Balls met."""
    single: bool
    """No other ball moved."""
    left_in_view: bool
    """It was seen to lie shortly before it was seen to move."""
    at_once: float
    """If so, logarithm of how much likelier its first places are if it left at full pace than if it got faster."""
    bounced: bool
    """No balls met, but one came off a cushion."""


def motion_of(flights: Sequence[Flight], met: int, bounced: int) -> Motion:
    """Return how the flights of a stroke look, of which so many touches and so many bounces are told."""
    first = flights[0]
    pace = paces(first)
    at_s = first.path.at_s[first.indices]
    early = max(3, int(np.sum(at_s < at_s[0] + START_S))) if len(at_s) else 3
    fastest = float(np.percentile(pace, 75)) if len(pace) else LEAST_MM_S
    soon = float(np.median(pace[:early])) if len(pace) else LEAST_MM_S
    held = 0.0 if met or bounced else held_back(flights, soon)
    return Motion(
        abrupt=log(max(soon, LEAST_MM_S) / max(fastest, LEAST_MM_S)) - held,
        pace=log(max(LEAST_MM_S, *(top_speed_mm_s(f) for f in flights)) / 1000),
        white=first.path.is_cue_ball, met=met > 0, single=len(flights) == 1,
        left_in_view=is_left_in_view(first), at_once=left_at_once(first),
        bounced=bounced > 0 and not met,
    )  # fmt: skip


def held_back(flights: Sequence[Flight], pace_mm_s: float) -> float:
    """Return the logarithm of a pace at first over that which takes a ball as far as it went; 0 where it came farther.

    It is told of a ball that moved alone and came to rest, met nothing, and was in view all the way.
    """
    first = flights[0]
    if len(flights) > 1 or first.after is None or longest_gap_s(first) > HIDDEN_S:
        return 0.0
    return max(log(max(pace_mm_s, LEAST_MM_S) / max(pace_to_go(first.way_mm, bed_of(first.path)), LEAST_MM_S)), 0.0)


def longest_gap_s(flight: Flight) -> float:
    """Return for how long a ball was out of view at most, from before its flight to its rest after it."""
    first = flight.first if flight.before is None else flight.before.last
    last = flight.last if flight.after is None else flight.after.first
    return float(np.max(np.diff(flight.path.at_s[sighted(flight.path, first, last)]), initial=0.0))


def is_left_in_view(flight: Flight) -> bool:
    """Say whether a ball was seen to lie shortly before it was seen to move: else nobody knows how it set off."""
    return flight.before is not None and bool(np.diff(flight.path.at_s[[flight.before.last, flight.first]]) < BEFORE_S)


def left_at_once(flight: Flight) -> float:
    """Return how much likelier (log of the ratio) a ball left its place at its full pace than getting faster evenly.

    Each way is laid through its first distances from where it lay by least squares, whenever it set off; how large
    their errors are is not known, but as a rule no smaller than what a ball at rest is told to jitter. What turns or
    stops the ball soon after fits neither.
    """
    if flight.before is None or not is_left_in_view(flight):
        return 0.0
    path, onset_s = flight.path, flight.onset_us / 1e6
    own = sighted(path, flight.before.last, flight.last)
    own = own[(path.at_s[own] > onset_s - BEFORE_S) & (path.at_s[own] < onset_s + SOON_S)]
    away_mm = np.hypot(*(path.raw_mm[own] - np.array(flight.before.place)).T)
    since_s = np.clip(path.at_s[own] - onset_s - STARTS_S[:, None], 0, None)
    even, growing = (least_squares(way, away_mm) + flight.tolerance_mm**2 for way in (since_s, since_s**2))
    return len(own) / 2 * log(growing / even)


def least_squares(ways: Array, away_mm: Array) -> float:
    """Return the least sum of squares that any of (m, n) ways leaves of (n,) distances, each as steep as fits best."""
    steep = np.maximum(ways @ away_mm / np.maximum((ways**2).sum(axis=1), 1e-9), 0)
    return float(((away_mm - steep[:, None] * ways) ** 2).sum(axis=1).min())


def by_hand(one: Motion, by: Hands) -> float | None:
    """Return the log odds that a hand moved the balls to that they were struck; None where there is no question."""
    odds = -struck_worth(one, by)
    return odds if odds > LEAST else None


def struck_worth(one: Motion, by: Hands) -> float:
    """Return the log odds that balls were struck, and not moved by a hand."""
    signs = (
        (by.white, one.white), (by.met, one.met), (by.bounced, one.bounced), (by.single, one.single),
        (by.left_in_view, one.left_in_view),
    )  # fmt: skip
    told = by.abrupt * one.abrupt + by.pace * one.pace + by.at_once * one.at_once
    return by.struck + told + sum(worth for worth, shown in signs if shown)
