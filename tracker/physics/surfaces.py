"""One table's bed, cushions and pieces, as numbers; `USUAL` is the mean of tables, `BOARD` a board of flat discs."""

from dataclasses import dataclass, replace
from typing import Final

from tracker.physics.constants import (
    BALLS,
    CUSHIONS,
    DISCS,
    EDGE_GRIP,
    EDGES,
    GRAVITY_MM_S2,
    GRIP,
    ROLLING,
    ROLLING_SD,
    ROLLS_AT,
    SLIDING,
    SLIDING_DISC,
    SLIDING_DISC_SD,
    SPIN_KEPT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surfaces:
    """What the balls of one table meet: each number as `constants` describes it, none with a unit."""

    sliding: float = SLIDING
    rolling: float = ROLLING
    rolling_sd: float = ROLLING_SD
    rolls_at: float = ROLLS_AT
    balls: float = BALLS
    cushions: float = CUSHIONS
    grip: float = GRIP
    spin_kept: float = SPIN_KEPT

    @property
    def sliding_mm_s2(self) -> float:
        """Return how much of its speed a sliding ball loses in a second."""
        return self.sliding * GRAVITY_MM_S2

    @property
    def rolling_mm_s2(self) -> float:
        """Return how much of its speed a rolling ball loses in a second."""
        return self.rolling * GRAVITY_MM_S2

    @property
    def fastest(self) -> "Surfaces":
        """Return such a table that slows its pieces so little as hardly any does."""
        return replace(self, rolling=self.rolling * (1 - 2 * self.rolling_sd))


USUAL: Final = Surfaces()
BOARD: Final = Surfaces(
    sliding=SLIDING_DISC, rolling=SLIDING_DISC, rolling_sd=SLIDING_DISC_SD / SLIDING_DISC, rolls_at=1.0,
    balls=DISCS, cushions=EDGES, grip=EDGE_GRIP,
)  # fmt: skip
"""A disc is slowed by one friction from its first pace to its stop, as a ball is that rolls at once."""


def surfaces_of(*, is_flat: bool) -> Surfaces:
    """Return the mean of what pieces move on: flat discs on boards, or balls on tables."""
    return BOARD if is_flat else USUAL
