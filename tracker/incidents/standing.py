"""Where the balls lie at one moment, and which of them touch, which lie clear, and of which it cannot be told."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

import numpy as np

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.plane import Point, distance_mm
from tracker.domain.stroke import Doubt, Place, Standing
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.flights import Rest, rests_of, tolerance_of

TOUCH_MM = 0.5
"""Balls nearer to each other than this are taken to touch."""
SIGMAS = 2.5
"""A gap is told from none where it differs by so many times its spread."""
PLACED_MM = 3.0
"""A ball whose place is less well known is not said to touch another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far two balls at rest are apart, edge to edge; below 0 they would overlap, so the places err."""

    balls: tuple[str, str]
    mm: float
    sd_mm: float

    @property
    def may_be_none(self) -> bool:
        """Say whether the balls may touch."""
        return self.mm - SIGMAS * self.sd_mm < TOUCH_MM

    @property
    def may_be_some(self) -> bool:
        """Say whether the balls may lie apart."""
        return self.mm + SIGMAS * self.sd_mm > TOUCH_MM

    @property
    def is_none(self) -> bool:
        """Say whether the balls are believed to touch."""
        return self.mm < TOUCH_MM and self.sd_mm < PLACED_MM


def standing_at(paths: Sequence[Path], at_us: int, kit: Kit) -> Standing:
    """Return the balls on the table at a time, each at its place of rest then, or as predicted where it has none."""
    places = tuple(p for p in (place_of(path, at_us) for path in paths) if p is not None)
    near = [gap for gap in (gap_between(a, b, kit) for a, b in combinations(places, 2)) if gap.may_be_none]
    return Standing(
        at_us=at_us,
        places=places,
        touching=tuple(gap.balls for gap in near if gap.is_none),
        doubts=tuple(touch_doubt(gap) for gap in near if gap.may_be_some),
    )


def gap_between(a: Place, b: Place, kit: Kit) -> Gap:
    """Return how far two balls are apart, and how well that is known; the cue-ball is named first."""
    first, second = (b.ball, a.ball) if b.ball == WHITE else (a.ball, b.ball)
    apart_mm = distance_mm(a.at, b.at) - kit.touching_mm
    return Gap(balls=(first, second), mm=apart_mm, sd_mm=hypot(a.sd_mm, b.sd_mm))


def touch_doubt(gap: Gap) -> Doubt:
    """Return the doubt whether two balls touch."""
    apart = f"{max(gap.mm, 0.0):.1f} mm"
    why = f"{' and '.join(gap.balls)} touch or lie {apart} apart, give or take {gap.sd_mm:.1f} mm: cannot tell"
    return Doubt(about="touching", why=why, margin=apart, candidates=(gap.balls, ()))


def place_of(path: Path, at_us: int) -> Place | None:
    """Return where the ball of a path lies at a time, or None where it is not on the table then."""
    if not is_there(path, at_us):
        return None
    rest = rest_at(rests_of(path, tolerance_of(path)), path, at_us)
    if rest is not None:
        return Place(ball=path.ball, at=rest.place, sd_mm=rest.sd_mm)
    i = int(np.clip(np.searchsorted(path.at_us, at_us, side="right") - 1, 0, len(path) - 1))
    x, y = path.places_mm[i].tolist()
    return Place(ball=path.ball, at=Point(x, y), sd_mm=float(path.sd_mm[i]))


def is_there(path: Path, at_us: int) -> bool:
    """Say whether a ball is on the table at a time; a ball that began to be seen a little later was there before."""
    ended = path.end != PRESENT and at_us > int(path.at_us[path.last_seen])
    return int(path.at_us[0]) <= at_us + 200_000 and not ended


def rest_at(rests: Sequence[Rest], path: Path, at_us: int) -> Rest | None:
    """Return the rest that holds at a time: the one under way, or the last one while the ball is merely hidden."""
    past = [r for r in rests if int(path.at_us[r.first]) <= at_us + 200_000]
    if not past:
        return None
    rest = past[-1]
    own = ~np.isnan(path.raw_mm[:, 0])
    later = own & (path.at_us > path.at_us[rest.last]) & (path.at_us <= at_us)
    return None if later.sum() >= 3 else rest
