"""Whether the cue-ball was stopped by a ball that a cushion held: such a ball is met full in the face and hardly moves.

So does one that comes off the cushion at once and finds the cue-ball still before it: that stops it in turn. No
displacement tells of that touch; the way of the cue-ball does, which was stopped or turned back where no cushion is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

HELD_MM = 6.0
"""A ball that lies no farther from a cushion than this is pressed into it, and comes back to where it lay."""
BACK_S = 0.05
"""A ball that comes off a cushion sooner than this is hardly seen to have been away."""
CLEAR_MM = 15.0
"""What turns so far from the place where a cushion would turn it was not turned by that."""
FACING = 0.5
"""Cosine between the line of centres and the way into the cushion: beyond, the ball would slide along it."""
CAME_MM_S = 150.0
"""Along the line of centres the cue-ball came at least so fast."""
TURNED = 0.8
"""Of that pace it lost at least this share."""


class Held(NamedTuple):
    """A cushion into which a ball was driven, how far off its face that lay, and how fast the other came at it."""

    cushion: str
    gap_mm: float
    closing_mm_s: float
    """Along the line of centres."""
    met_at: Array
    """(2,) the centre of the ball as it met the cushion."""
    aside_mm_s: float
    """How fast the other went by, across the line of centres."""
    lost: float
    """What share of its pace along that line the other lost: with no touch all of it is left."""

    @property
    def is_met(self) -> bool:
        """Say whether so much was lost that the ball was met, whatever else tells it."""
        return self.lost > TURNED

    @property
    def back_s(self) -> float:
        """Return how soon the ball was back where it lay, if it was given all that pace and lost none of it."""
        return 2 * max(self.gap_mm, 0.0) / self.closing_mm_s


def came_back(places: Array, stamps_us: Array, at_us: float, ball: Array, kit: Kit, who: tuple[str, str]) -> bool:
    """Say whether a way turned back from a ball that a cushion held; `driven_into` has the arguments."""
    held = driven_into(places, stamps_us, at_us, ball, kit, who)
    if held is None or not held.is_met:
        return False
    is_still_there = held.back_s * held.aside_mm_s < kit.radius_of(who[0])
    return held.gap_mm < HELD_MM or (held.back_s < BACK_S and is_still_there)


def driven_into(
    places: Array, stamps_us: Array, at_us: float, ball: Array, kit: Kit, who: tuple[str, str]
) -> Held | None:
    """Return the nearest cushion into which a way drove a ball that lay in it; None: it drove it into none.

    Args:
        places: (n, 2) the way, in mm.
        stamps_us: (n,) when.
        at_us: when it was nearest to the ball.
        ball: (2,) where that lay.
        kit: the table.
        who: the names of the ball on that way and of the other.
    """
    k = int(np.clip(np.searchsorted(stamps_us, at_us, side="right") - 1, 0, len(places) - 2))
    if k < 1 or k + 2 >= len(places):
        return None
    came = (places[k] - places[k - 1]) / (stamps_us[k] - stamps_us[k - 1]) * 1e6
    left = (places[k + 2] - places[k + 1]) / (stamps_us[k + 2] - stamps_us[k + 1]) * 1e6
    apart_mm = kit.apart_mm(*who)
    met_at = _ghost(places[k], came, ball, apart_mm)
    if met_at is None:
        return None
    line = (ball - met_at) / apart_mm
    room = np.minimum(met_at, np.array([kit.width_mm, kit.length_mm]) - met_at) - kit.radius_of(who[0])
    closing = float(came @ line)
    if closing <= CAME_MM_S or float(np.min(room)) <= CLEAR_MM:
        return None
    aside, lost = float(np.hypot(*(came - closing * line))), float((came - left) @ line) / closing
    ahead = (
        ("left", ball[0], -line[0]), ("right", kit.width_mm - ball[0], line[0]),
        ("bottom", ball[1], -line[1]), ("top", kit.length_mm - ball[1], line[1]),
    )  # fmt: skip
    faced = [
        Held(name, gap_mm, closing, ball + line * max(gap_mm, 0.0) / facing, aside, lost)
        for name, off, facing in ahead if facing > FACING for gap_mm in (float(off) - kit.radius_of(who[1]),)
    ]  # fmt: skip
    return min(faced, key=lambda one: one.gap_mm, default=None)


def _ghost(place: Array, pace: Array, ball: Array, apart_mm: float) -> Array | None:
    """Return the (2,) place at which a ball on a straight way touches another; None: it does not."""
    speed = float(np.hypot(*pace))
    if speed <= 0.0:
        return None
    ahead, along = ball - place, pace / speed
    aside = float(ahead[0] * along[1] - ahead[1] * along[0])
    if abs(aside) >= apart_mm:
        return None
    return np.asarray(place + along * (float(ahead @ along) - float(np.sqrt(apart_mm**2 - aside**2))))
