"""What tells a touch, and what that is worth: a knock that agrees with two ways, a roll that ends, pushes in a pack."""

from dataclasses import dataclass
from math import log2
from typing import Final

from tracker.incidents.noise import Touching

KNOCK, SET_OFF, RELAYED, ARRIVAL, PACK = "knock", "set off", "relayed", "arrival", "pack"
"""A ball was knocked on its way, set off from rest, or set off by one that passed on what it got; it came to rest
beside another; or the pushes in a pack say so."""
MOST_OFF: Final = 16.0
"""Squared sigmas beyond which a disagreement says no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What tells a touch."""

    told_by: str
    parts: tuple[float, ...]
    """Of a knock by how many sigmas place, time and push disagree; of a ball that came to rest the log odds that it
    touched (`grazes`); of a pack what the push explains (nats)."""
    late: float
    """How well its moment is known (1 sigma), in pictures."""
    cue: bool
    """The cue-ball is one of the two."""


def worth(hint: Hint, by: Touching) -> float:
    """Return the log odds that two balls met as it is told."""
    told = by.late * min(hint.late, 2.0) + (by.cue if hint.cue else 0.0)
    if hint.told_by == ARRIVAL:
        return told + by.arrival + by.arrival_odds * hint.parts[0]
    if hint.told_by == PACK:
        return told + by.pack + by.pack_worth * log2(1 + hint.parts[0])
    place, time, push = (min(off**2, MOST_OFF) for off in hint.parts)
    told += {KNOCK: by.knock, SET_OFF: by.set_off, RELAYED: by.relayed}[hint.told_by]
    return told + by.place * place + by.time * time + by.push * push
