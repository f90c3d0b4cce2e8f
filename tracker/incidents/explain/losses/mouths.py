"""Whether a lost ball hangs in the mouth of a pocket, where no ball is seen, by what that mouth looks like.

It looks other than before the stroke by about a ball where one hangs there, and as before where one fell. How often it
does, of each, was counted on drawn frames (`python -m bench.fit_mouths`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi
from typing import Final

import numpy as np

from tracker.domain import parameters
from tracker.domain.parameters import NATS, of
from tracker.domain.table.kit import Kit
from tracker.geometry.mouths import MouthsShown, spacing_mm
from tracker.geometry.paths import Path
from tracker.incidents.propose.pots import Loss, last_own

FILE: Final = "mouths.toml"
BEFORE_RADII = 11.5
"""A ball that lies so near to the hole, 300 mm on a snooker table, may stand before the mouth or throw its shade there.
Set by hand."""
COMES_TO_REST_US = 500_000
"""So long after it was lost a ball that hangs in the jaws lies still, and one that fell is out of view. Set by hand."""
LEAST_BALLS, MOST_BALLS = 0.5, 4.5
"""What changed by less looks as before: a shade, an edge; what changed by more is more than a ball and what it hides:
somebody before the pocket. Set by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MouthOdds:
    """What it says for a ball that hangs in a mouth, and against one that fell, how much of that has changed."""

    same: float = of(NATS, "that the mouth looks as it did before the stroke")
    ball: float = of(NATS, "that it looks other by about a ball")
    more: float = of(NATS, "that it looks other by more than a ball and what that hides")


@lru_cache(maxsize=1)
def mouth_odds() -> MouthOdds:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.incidents", FILE, "mouths", MouthOdds)


def changed_balls(loss: Loss, pocket: int, paths: Sequence[Path], kit: Kit, shown: MouthsShown | None) -> float | None:
    """Return by how many balls' area the mouth of a pocket, by its number, has changed since a stroke began.

    None where nobody knows, and where another ball lay there before, or came there: then that may be what changed.
    """
    until_us, from_us = loss.flight.onset_us, loss.lost_us + COMES_TO_REST_US
    if shown is None or any(lay_there(path, pocket, kit, loss, (until_us, from_us)) for path in paths):
        return None
    changed = shown.changed(pocket, until_us, from_us)
    return None if changed is None else balls_of(changed, kit, loss.flight.ball)


def balls_of(places: int, kit: Kit, ball: str) -> float:
    """Return how many balls cover as much of a mouth as so many places of it take."""
    return places * spacing_mm(kit) ** 2 / (pi * kit.radius_of(ball) ** 2)


def lay_there(path: Path, pocket: int, kit: Kit, loss: Loss, between_us: tuple[int, int]) -> bool:
    """Say whether a ball was seen near a hole before a stroke or after it, or was lost there; the lost one: before."""
    own = path.seen & ~np.isnan(path.raw_mm[:, 0])
    is_near = own & (
        np.hypot(*(path.raw_mm - np.array(kit.pockets[pocket].fall)).T) < BEFORE_RADII * kit.ball_radius_mm
    )
    until_us, from_us = between_us
    if path.track == loss.flight.path.track:
        return bool((is_near & (path.at_us < until_us)).any())
    ends_there = own.any() and is_near[last_own(path)] and int(path.at_us[last_own(path)]) >= until_us
    return ends_there or bool((is_near & ((path.at_us < until_us) | (path.at_us > from_us))).any())


def changed_worth(balls: float | None, by: MouthOdds) -> float:
    """Return what speaks for a ball that hangs in a mouth, in nats, by how many balls that has changed."""
    if balls is None:
        return 0.0
    if balls < LEAST_BALLS:
        return by.same
    return by.ball if balls < MOST_BALLS else by.more
