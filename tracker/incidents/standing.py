"""Where the balls lie at one moment, and which of them touch."""

from collections.abc import Sequence
from itertools import combinations
from math import hypot

import numpy as np

from tracker.domain.kit import Kit
from tracker.domain.plane import Point, distance_mm
from tracker.domain.stroke import Doubt, Place, Standing
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.flights import Rest, rests_of, tolerance_of

TOUCH_SLACK_MM = 0.5
SIGMAS = 2.5


def standing_at(paths: Sequence[Path], at_us: int, kit: Kit) -> Standing:
    """Return the balls on the table at a time, each at its place of rest then, or as predicted where it has none."""
    places = [p for p in (place_of(path, at_us) for path in paths) if p is not None]
    pairs = [
        (a, b, distance_mm(a.at, b.at) - kit.touching_mm, hypot(a.sd_mm, b.sd_mm)) for a, b in combinations(places, 2)
    ]
    near = [(a, b, gap, sd) for a, b, gap, sd in pairs if gap < TOUCH_SLACK_MM + SIGMAS * sd]
    sure = [(a, b) for a, b, gap, sd in near if gap < TOUCH_SLACK_MM and sd < 1.5]
    doubts = [
        Doubt(about="touching", why=f"{a.ball} and {b.ball} are {gap:.1f} mm apart, give or take {sd:.1f} mm",
              margin=f"{gap:.1f} mm", candidates=((a.ball, b.ball), ()))
        for a, b, gap, sd in near if (a, b) not in sure or gap > -SIGMAS * sd
    ]  # fmt: skip
    return Standing(
        at_us=at_us,
        places=tuple(places),
        touching=tuple((a.ball, b.ball) for a, b in sure),
        doubts=tuple(doubts),
    )


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
