"""One table's cloth, cushions and balls, as numbers; `USUAL` is the mean of tables."""

from dataclasses import dataclass
from typing import Final

from tracker.physics.constants import BALLS, CUSHIONS, GRAVITY_MM_S2, GRIP, ROLLING, SLIDING, SPIN_KEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class Surfaces:
    """What the balls of one table meet: each number as `constants` describes it, none with a unit."""

    sliding: float = SLIDING
    rolling: float = ROLLING
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


USUAL: Final = Surfaces()
