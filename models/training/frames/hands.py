"""How a hand goes about it: it reaches in, takes a ball up or brings one, puts it down, and is gone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.frames.turns import CLEANED, Hand
from models.training.painter.people import nearest_side
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

BRINGS_S = 1.3
"""How long before it is put down a ball comes into view in a hand that brings it."""
CARRIES_S, CLEANS_S, TAKES_S = 1.25, 2.4, 0.9
"""From taking a ball up to putting it down or having it out of view, without the walk round the table."""
WALKS_MM_S = 1500.0
REACHES_S, LEAVES_S = 0.9, 1.0
OVER_MM = 90.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reach:
    """The way of one hand: times in the film's seconds, (n, 3) places in mm, and while of them it holds the ball."""

    hand: Hand
    times_s: Array
    way_mm: Array
    holds_s: tuple[float, float]
    shoulders_mm: tuple[Array, Array]
    """(3,) where the shoulder is before and after the walk."""
    walks_s: tuple[float, float]

    @property
    def begins_s(self) -> float:
        """When the arm comes into view."""
        return float(self.times_s[0])

    @property
    def ends_s(self) -> float:
        """When it is out of view."""
        return float(self.times_s[-1])

    def at(self, t_s: float) -> Array | None:
        """Return where the fingers are; None while they are out of view."""
        if not self.begins_s <= t_s <= self.ends_s:
            return None
        at = min(int(np.searchsorted(self.times_s, t_s, side="right")) - 1, len(self.times_s) - 2)
        share = (t_s - self.times_s[at]) / (self.times_s[at + 1] - self.times_s[at])
        return np.asarray(self.way_mm[at] + smooth(share) * (self.way_mm[at + 1] - self.way_mm[at]))

    def shoulder(self, t_s: float) -> Array:
        """Return where the shoulder of that hand is."""
        first, last = self.shoulders_mm
        begins, ends = self.walks_s
        return np.asarray(first + smooth((t_s - begins) / max(ends - begins, 1e-6)) * (last - first))


def smooth(share: float) -> float:
    """Return how far something is that starts and stops gently, 0 to 1."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def carry_s(kit: Kit, hand: Hand) -> float:
    """Return how long a ball is in the hand that takes it up from the table."""
    if hand.from_mm is None:
        return BRINGS_S
    if hand.to_mm is None:
        return TAKES_S
    if hand.what == CLEANED:
        return CLEANS_S
    walk = np.subtract(nearest_side(kit, hand.to_mm), nearest_side(kit, hand.from_mm))
    return CARRIES_S + float(np.linalg.norm(walk)) / WALKS_MM_S


def lead_s(kit: Kit, hand: Hand) -> float:
    """Return how long before the ball is put down the arm comes into view."""
    return carry_s(kit, hand) + (0.0 if hand.from_mm is None else REACHES_S)


def reach_of(kit: Kit, hand: Hand) -> Reach:
    """Return the way that a hand takes."""
    end = hand.to_mm or hand.from_mm
    assert end is not None, "a hand that brings nothing from nowhere"
    target = np.array([*end, kit.lies_mm])
    shoulder = np.array(nearest_side(kit, end))
    out = _outside(target, shoulder)
    over, up = target + np.array([0, 0, 70.0]), target + np.array([0, 0, OVER_MM])
    put = [(-0.55, over), (-0.12, target), (0.12, target), (0.35, up), (LEAVES_S, out)]
    carries = carry_s(kit, hand)
    if hand.from_mm is None:
        return _reach(hand, [(-carries, out), *put], -carries, (shoulder, shoulder))
    first = np.array(nearest_side(kit, hand.from_mm))
    origin = np.array([*hand.from_mm, kit.lies_mm])
    lifted, begins = origin + np.array([0, 0, OVER_MM]), -carries - REACHES_S
    points = [
        (begins, _outside(origin, first)),
        (-carries - 0.35, lifted),
        (-carries - 0.1, origin),
        (-carries, origin),
    ]
    points += [(-carries, origin), (0.3 - carries, lifted)]
    if hand.to_mm is None:
        points += [(0.0, out), (0.1, out)]
    elif hand.what == CLEANED:
        points += [(0.8 - carries, out), (-1.0, out), *put]
    else:
        points += put
    return _reach(hand, points, -carries, (first, shoulder))


def _reach(hand: Hand, points: list[tuple[float, Array]], takes_s: float, shoulders: tuple[Array, Array]) -> Reach:
    times = np.array([at for at, _ in points]) + hand.at_s
    return Reach(
        hand=hand, times_s=times, way_mm=np.array([at for _, at in points]),
        holds_s=(hand.at_s + takes_s, hand.at_s), shoulders_mm=shoulders,
        walks_s=(hand.at_s + takes_s + 0.3, hand.at_s - 0.55),
    )  # fmt: skip


def _outside(target: Array, shoulder: Array) -> Array:
    """Return where a hand is that has left the table: by the person's own body."""
    away = shoulder - target
    return np.asarray(shoulder + away / float(np.linalg.norm(away)) * 150 - np.array([0, 0, 120.0]))
