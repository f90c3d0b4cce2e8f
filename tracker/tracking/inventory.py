"""No more balls of a kind than the set has: of those on the table at once the ones that are least surely balls go.

A sixteenth red is a hand, a chalk, a light, or a ball that is none of the game; which one it is can be told only once
all of them have been looked at. What is taken out is not forgotten: a person is told where it lay, and when.
"""

from collections.abc import Sequence

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path

AT_ONCE, AT_ONCE_US = 0.3, 1_000_000
"""A ball is one too many if the set was complete without it over more than this share of its sightings, or so long: one
that was lost and found again may for a while be thought to be in two places."""
LONG_ENOUGH_US = 1_000_000
"""What was seen for less is the less surely a ball."""


def in_stock(paths: Sequence[Path], kit: Kit) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the lives that the set of balls allows, in their order, and those that are more than it has."""
    kept: list[int] = []
    for n in sorted(range(len(paths)), key=lambda n: standing_of(paths[n]), reverse=True):
        if not is_surplus(paths[n], [paths[k] for k in kept if paths[k].ball == paths[n].ball], kit):
            kept.append(n)
    surplus = tuple(path for n, path in enumerate(paths) if n not in kept)
    return tuple(paths[n] for n in sorted(kept)), surplus


def is_surplus(path: Path, others: Sequence[Path], kit: Kit) -> bool:
    """Say whether as many `others` of its kind as the set has were on the table in much of the time of a life."""
    pieces = kit.pieces.get(path.ball, 0)
    if len(others) < pieces:
        return False
    looks_us = path.at_us[path.seen]
    there = np.zeros(len(looks_us), int)
    for other in others:
        there += (looks_us >= other.at_us[0]) & (looks_us <= other.at_us[other.last_seen])
    over = looks_us[there >= pieces]
    return len(over) > AT_ONCE * len(looks_us) or (len(over) > 0 and int(over[-1] - over[0]) > AT_ONCE_US)


def standing_of(path: Path) -> float:
    """Return how surely a life is that of a ball of its kind: not by its length, for a ball may be potted at once."""
    looks_us = path.at_us[path.seen]
    length = min(1.0, float(looks_us[-1] - looks_us[0]) / LONG_ENOUGH_US)
    return float(path.sures[path.seen].mean()) * length
