"""How many of a camera's pictures the eyes have looked at of late, and whether that is too few to be relied on.

Each pair of eyes takes the newest picture whenever it is done with the one before, so that what it passes over lies
evenly between what it looks at. With more tables than the processors carry all look less often.
"""

from dataclasses import dataclass, replace
from typing import Final

from tracker.show.screens.sight import Sight

OVER_S: Final = 10.0
"""Counted over so long."""
SOON_S: Final = 4.0
"""Nothing is said before."""
FEWEST: Final = 8.0
"""Pictures a second: below this too much happens between two of them. Set by hand: no measurement tells it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What had come, and gone by unseen, at a moment."""

    at_s: float
    came: int
    passed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The counts of the last seconds, the newest last."""

    counts: tuple[Count, ...] = ()

    @property
    def rate(self) -> float | None:
        """Pictures a second that were looked at; None: not known yet."""
        return None if self._span_s < SOON_S else (self._came - self._passed) / self._span_s

    @property
    def passed_over(self) -> float | None:
        """Share of the pictures that went by unseen; None: not known yet, or none came."""
        return self._passed / self._came if self._span_s >= SOON_S and self._came else None

    @property
    def is_crowded(self) -> bool:
        """Whether so few pictures are looked at, for want of processors, that what is told cannot be relied on."""
        rate, passed = self.rate, self.passed_over
        return rate is not None and passed is not None and rate < FEWEST and passed > 0.1

    @property
    def _span_s(self) -> float:
        return self.counts[-1].at_s - self.counts[0].at_s if self.counts else 0.0

    @property
    def _came(self) -> int:
        return self.counts[-1].came - self.counts[0].came

    @property
    def _passed(self) -> int:
        return self.counts[-1].passed - self.counts[0].passed


def paced(pace: Pace, sight: Sight, now_s: float) -> Pace:
    """Return the pace after a sight; another camera process counts from the beginning, and so does a lost one."""
    last = pace.counts[-1] if pace.counts else None
    if sight.camera != "live" or (last is not None and sight.pictures < last.came):
        return Pace()
    if last is not None and sight.pictures == last.came:
        return pace
    counts = (one for one in pace.counts if now_s - one.at_s <= OVER_S)
    return replace(pace, counts=(*counts, Count(at_s=now_s, came=sight.pictures, passed=sight.dropped)))
