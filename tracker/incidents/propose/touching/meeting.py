"""A candidate for a touch: who met whom, when and where, and what speaks for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp

import numpy as np

from tracker.domain.strokes.stroke import Touch
from tracker.domain.table.plane import Point
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.hints import KNOCK, Hint, worth
from tracker.incidents.segment.flights import Flight

NEAREST_US = 60_000
"""Two touches of the same balls lie farther apart than this, or are one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Meeting:
    """A candidate for a touch: who met whom, and how well place, time and push agree (0 is perfect, 1 one sigma)."""

    mover: Flight
    met: Flight
    at_us: int
    at: Point
    """Where the mover's centre was."""
    misfit: float
    sd_us: int
    sent_mm_s: tuple[float, float] = (0.0, 0.0)
    """How fast, and where to, the ball that was met went off, as smooth balls do."""
    left_mm_s: tuple[float, float] = (0.0, 0.0)
    """How fast, and where to, the ball went on that met it; (0, 0): not known."""
    told_by: str = KNOCK
    parts: tuple[float, ...] = ()
    """What speaks for it (`hints`)."""

    @property
    def hint(self) -> Hint:
        """Return what tells it."""
        at_us = self.mover.path.at_us
        picture_us = float(np.median(np.diff(at_us))) if len(at_us) > 1 else 40_000.0
        cue = self.mover.path.is_cue_ball or self.met.path.is_cue_ball
        parts = self.parts or (self.misfit, 0.0, 0.0)
        return Hint(told_by=self.told_by, parts=parts, late=self.sd_us / picture_us, cue=cue)


def one_of_each(found: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings without those that tell one touch once more: of the same balls, near a better one in time."""
    kept: list[Meeting] = []
    by = noise().touching
    for one in sorted(found, key=lambda m: -worth(m.hint, by)):
        if not any(is_same_touch(one, other) for other in kept):
            kept.append(one)
    return kept


def is_same_touch(a: Meeting, b: Meeting) -> bool:
    """Say whether two meetings are of the same two balls, whichever is said to have moved, at about one moment."""
    balls = {a.mover.path.track, a.met.path.track} == {b.mover.path.track, b.met.path.track}
    return balls and abs(a.at_us - b.at_us) <= NEAREST_US


def touch_of(m: Meeting) -> Touch:
    """Return a meeting as a fact, the cue-ball named first."""
    balls = (m.met.ball, m.mover.ball) if m.met.path.is_cue_ball else (m.mover.ball, m.met.ball)
    return Touch(at_us=m.at_us, balls=balls, at=m.at, sure=1 / (1 + exp(-worth(m.hint, noise().touching))))
