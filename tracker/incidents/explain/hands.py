"""Whether balls that moved were struck, or a hand moved them: what is struck is fastest at once, and others move by it.

A hand gets a ball going and stops it; a struck ball leaves at its full pace, and if it meets nothing it goes as far as
that takes it. What each sign is worth is fitted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from tracker.incidents.explain.weigh import LEAST
from tracker.incidents.noise import Hands
from tracker.incidents.propose.cushions import HIDDEN_S
from tracker.incidents.segment.flights import START_S, Flight, paces, top_speed_mm_s
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.rests import bed_of, sighted
from tracker.incidents.segment.ways import way_of
from tracker.physics.motion import pace_to_go

LEAST_MM_S = 20.0


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
    """Balls met, or came off cushions."""
    single: bool
    """No other ball moved."""
    pieces: float
    """Logarithm of how many even pieces it takes to tell its first half second."""


def motion_of(flights: Sequence[Flight], happened: int) -> Motion:
    """Return how the flights of a stroke look, of which so many touches and bounces are told."""
    first = flights[0]
    pace = paces(first)
    at_s = first.path.at_s[first.indices]
    early = max(3, int(np.sum(at_s < at_s[0] + START_S))) if len(at_s) else 3
    fastest = float(np.percentile(pace, 75)) if len(pace) else LEAST_MM_S
    soon = float(np.median(pace[:early])) if len(pace) else LEAST_MM_S
    return Motion(
        abrupt=log(max(soon, LEAST_MM_S) / max(fastest, LEAST_MM_S)) - (0.0 if happened else held_back(flights, soon)),
        pace=log(max(LEAST_MM_S, *(top_speed_mm_s(f) for f in flights)) / 1000),
        white=first.path.is_cue_ball, met=happened > 0, single=len(flights) == 1,
        pieces=log(max(len(soon_pieces(first)), 1)),
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


def soon_pieces(flight: Flight) -> list[Piece]:
    """Return the pieces of the first half second of a flight."""
    return [piece for piece in way_of(flight).pieces if piece.first_s < flight.onset_us / 1e6 + 0.5]


def by_hand(one: Motion, by: Hands) -> float | None:
    """Return the log odds that a hand moved the balls to that they were struck; None where there is no question."""
    odds = -struck_worth(one, by)
    return odds if odds > LEAST else None


def struck_worth(one: Motion, by: Hands) -> float:
    """Return the log odds that balls were struck, and not moved by a hand."""
    signs = (by.white if one.white else 0.0) + (by.met if one.met else 0.0) + (by.single if one.single else 0.0)
    return by.struck + by.abrupt * one.abrupt + by.pace * one.pace + by.straight * one.pieces + signs
