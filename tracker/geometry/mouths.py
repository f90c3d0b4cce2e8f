"""What the mouths of the pockets look like, and by how many balls one looks other than before.

A ball that hangs in the jaws is small, half hidden and dark before a dark hole, so that eyes which know balls may miss
it however long they look; but the mouth looks other than before it came. What stays changed counts: a median over looks
before a stroke is held against each look after it, and a point has changed if most of these differ (background
subtraction by the median: Cucchiara et al. 2003). Who only passes is so left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
MouthColours = NDArray[np.float32]
"""(pockets, points, 3) BGR; nan where a point lies outside of the picture."""

SPACING_RADII = 4 / 7
"""How far from each other the places are at which a mouth is looked at, in radii of a ball: it covers ten of them."""
REACH = 10
"""So many spacings from the middle of a hole, 150 mm at snooker, its mouth is looked at: a ball that hangs in it
lies within two thirds of that, what it hides and its shade farther off."""
BEYOND = 2 / 3
"""What lies so many spacings beyond the cushions is a hole, a leather, a rail; nearer than that a ball may stand before
it."""
DIFFERS, SIGMAS = 25.0, 4.0
"""Grey levels, in any channel, by which something else is there, and how many times as much as a point flickers. Drift
of exposure by a tenth is less. Set by hand."""
FLICKERS = 3.0
"""Grey levels by which a point flickers at least (1 sigma)."""
MOST = 90.0
"""So many looks in a hundred after a stroke must differ. Set by hand, as is `FEWEST`."""
FEWEST = 5
"""Fewer looks are none."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MouthsLook:
    """What the mouths of all pockets looked like in one picture."""

    at_us: int
    colours: MouthColours


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MouthsShown:
    """What the mouths looked like, look after look."""

    at_us: NDArray[np.int64]
    """(t,) in order."""
    colours: NDArray[np.float32]
    """(t, pockets, points, 3)."""

    @classmethod
    def of(cls, looks: Sequence[MouthsLook]) -> Self:
        """Return some looks as one."""
        colours = np.stack([one.colours for one in looks]) if looks else np.zeros((0, 0, 0, 3), np.float32)
        return cls(at_us=np.array([one.at_us for one in looks], np.int64), colours=colours)

    def changed(self, pocket: int, until_us: int, from_us: int) -> int | None:
        """Return how many places in a pocket's mouth look other from `from_us` on than they did until `until_us`.

        None where too few looks tell it, or the camera does not show the mouth.
        """
        before, after = self.at_us < until_us, self.at_us > from_us
        if min(np.count_nonzero(before), np.count_nonzero(after)) < FEWEST:
            return None
        was, now = self.colours[before, pocket], self.colours[after, pocket]
        shown = ~np.isnan(was[0, :, 0])
        if not shown.any():
            return None
        usual = np.median(was[:, shown], axis=0)
        flickers = np.maximum(was[:, shown].std(axis=0).mean(axis=1), FLICKERS)
        differs = np.abs(now[:, shown] - usual).max(axis=2)
        stays = np.percentile(differs, 100.0 - MOST, axis=0)
        return int(np.count_nonzero((stays > DIFFERS) & (stays > SIGMAS * flickers)))


def spacing_mm(kit: Kit) -> float:
    """Return how far from each other the places are at which the mouths are looked at."""
    return SPACING_RADII * kit.ball_radius_mm


def mouth_points(kit: Kit) -> Array:
    """Return (pockets, points, 2) places (mm) at which the mouths are looked at; nan after the last of a pocket."""
    steps = np.arange(-REACH, REACH + 1)
    disc = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    disc = spacing_mm(kit) * disc[np.hypot(*disc.T) < REACH]
    places = np.array([pocket.fall for pocket in kit.pockets])[:, None] + disc
    size = np.array([kit.width_mm, kit.length_mm])
    beyond_mm = BEYOND * spacing_mm(kit)
    is_mouth = ((places > -beyond_mm) & (places < size + beyond_mm)).all(axis=2)
    most = int(is_mouth.sum(axis=1).max())
    found = np.full((len(places), most, 2), np.nan)
    for own, at, inside in zip(found, places, is_mouth, strict=True):
        own[: np.count_nonzero(inside)] = at[inside]
    return found
