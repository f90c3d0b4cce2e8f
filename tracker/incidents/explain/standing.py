"""Where the balls lie at one moment, and which of them touch, which lie clear, and of which it cannot be told.

Two balls seen near each other either touch, which players bring about by design and the law asks of, or lie apart by
whatever chance left. What was measured is weighed against both (Bayes): a gap of none, or any gap at all. The camera's
own error moves neighbours alike: it is no part of a gap's, but it is of a place's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import erfc, exp, hypot, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Doubt, Gap, Place, Standing
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.apart import kept_apart
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.segment.rests import Rest, rests_of, sighted, tolerance_of

Array = NDArray[np.float64]

APART_MM = 5.0
"""Two balls seen near each other are as likely to touch as to lie apart by some gap within this."""
SURE = 0.9
"""From here on it is told that balls touch, or below its opposite that they lie clear."""
NEAR_MM = 5.0
"""Balls that lie further apart are not spoken of, unless they may touch."""
PLACED_MM = 3.0
"""A ball whose place is less well known is not said to touch another."""
LATELY_US = 1_500_000
"""A ball that lay still so long before a stroke and is not seen since is hidden, or went in the stroke: nobody takes a
ball from the table while a player is down on his shot."""
LEAST_SD_MM = 0.05
"""No gap is known better."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lie:
    """A ball where it lies, and the (2, 2) covariance of that: less across the line of sight than along it."""

    place: Place
    spread_mm2: Array


def standing_before(
    paths: Sequence[Path], began_us: int, kit: Kit, camera_sd_mm: float = 0.0, since_us: int = 0
) -> Standing:
    """Return the balls on the table as a stroke begins, as `standing_at`.

    One that lay there a moment ago lies there still: a player stands before it, and what is gone after the stroke went
    in the stroke. Those that nobody has seen since the stroke before are told as hidden; `since_us`: when that ended.
    The first picture tells nothing of that: what was hidden when earlier ones were dropped counts as seen in it.
    """
    standing = standing_at(paths, began_us - 1, kit, camera_sd_mm, lately_us=LATELY_US)
    since_us = max(since_us, min((int(path.at_us[0]) for path in paths), default=0))
    unseen = [path for path in paths if not was_seen(path, since_us, began_us)]
    hidden = tuple(path.ball for path in unseen if lie_of(path, began_us - 1, LATELY_US) is not None)
    return replace(standing, hidden=hidden)


def standing_at(paths: Sequence[Path], at_us: int, kit: Kit, camera_sd_mm: float = 0.0, lately_us: int = 0) -> Standing:
    """Return the balls on the table at a time, each at its place of rest then, or as predicted where it has none.

    Args:
        paths: the life of every ball.
        at_us: when.
        kit: the table.
        camera_sd_mm: how far (1 sigma, along an axis) the camera's own error moves a place: their spreads hold it too.
        lately_us: a ball that lay at rest when it was seen last, no longer ago, is taken to lie there still.
    """
    seen = tuple(lie for lie in (lie_of(path, at_us, lately_us) for path in paths) if lie is not None)
    pairs = ((a, b) for a, b in combinations(seen, 2) if are_two(a.place.ball, b.place.ball, kit))
    near = [gap for gap in (gap_between(a, b, kit) for a, b in pairs) if is_near(gap)]
    return Standing(
        at_us=at_us,
        places=tuple(replace(p, sd_mm=hypot(p.sd_mm, camera_sd_mm)) for p in with_room(seen, kit)),
        touching=tuple(gap.balls for gap in near if gap.touch_sure > 0.5 and gap.sd_mm < PLACED_MM),
        gaps=tuple(near),
        # whether flat pieces touch no law asks
        doubts=() if kit.disc_mm else tuple(touch_doubt(gap) for gap in near if 1 - SURE < gap.touch_sure < SURE),
    )


def with_room(lies: Sequence[Lie], kit: Kit) -> tuple[Place, ...]:
    """Return the places moved, each the more the less it is known, so that no two balls overlap."""
    at = np.array([lie.place.at for lie in lies]).reshape(-1, 2)
    spread = np.array([lie.spread_mm2 for lie in lies]).reshape(-1, 2, 2)
    moved = kept_apart(at, spread, kit.touching_mm).tolist()
    return tuple(replace(lie.place, at=Point(x, y)) for lie, (x, y) in zip(lies, moved, strict=True))


def are_two(ball: str, other: str, kit: Kit) -> bool:
    """Say whether two balls of these names are two: of what there is one, a second is the same ball seen otherwise."""
    return ball != other or kit.pieces.get(ball, 0) > 1


def gap_between(a: Lie, b: Lie, kit: Kit) -> Gap:
    """Return how far two balls are apart, and how well that is known; the cue-ball is named first."""
    first, second = sorted((a.place, b.place), key=lambda place: place.ball not in kit.cue_balls)
    centres_mm = distance_mm(first.at, second.at)
    line = (np.array(second.at) - np.array(first.at)) / max(centres_mm, LEAST_SD_MM)
    sd_mm = max(sqrt(float(line @ (a.spread_mm2 + b.spread_mm2) @ line)), LEAST_SD_MM)
    apart_mm = centres_mm - kit.apart_mm(first.ball, second.ball)
    return Gap(balls=(first.ball, second.ball), mm=apart_mm, sd_mm=sd_mm, touch_sure=touch_sure(apart_mm, sd_mm))


def touch_sure(mm: float, sd_mm: float) -> float:
    """Return how sure it is that balls touch whose gap was measured so; below 0 they would overlap."""
    by = mm / sd_mm
    if by < -8:
        return 1.0
    touch = exp(-(by**2) / 2) / (sqrt(2 * pi) * sd_mm)
    clear = erfc(-by / sqrt(2)) / 2 / APART_MM
    return touch / (touch + clear)


def is_near(gap: Gap) -> bool:
    """Say whether two balls lie near each other, or may."""
    return gap.mm < NEAR_MM or gap.touch_sure > 1 - SURE


def touch_doubt(gap: Gap) -> Doubt:
    """Return the doubt whether two balls touch."""
    apart = f"{max(gap.mm, 0.0):.1f} mm"
    why = f"{' and '.join(gap.balls)} touch or lie {apart} apart, give or take {gap.sd_mm:.1f} mm: cannot tell"
    return Doubt(about="touching", why=why, margin=apart, candidates=(gap.balls, ()))


def lie_of(path: Path, at_us: int, lately_us: int = 0) -> Lie | None:
    """Return where the ball of a path lies at a time, or None where it is not on the table then."""
    lay_us = lately_us if lately_us and was_at_rest(path) else 0
    if not is_there(path, at_us - lay_us) and not is_there(path, at_us):
        return None
    rest = rest_at(rests_of(path, tolerance_of(path)), path, at_us)
    if rest is not None:
        shape = path.errs_mm2(sighted(path, rest.first, rest.last))
        return lie(Place(ball=path.ball, at=rest.place, sd_mm=rest.sd_mm), shape)
    i = int(np.clip(np.searchsorted(path.at_us, at_us, side="right") - 1, 0, len(path) - 1))
    x, y = path.places_mm[i].tolist()
    return lie(Place(ball=path.ball, at=Point(x, y), sd_mm=float(path.sd_mm[i])), np.eye(2))


def lie(place: Place, shape: Array) -> Lie:
    """Return a ball at a place that errs by its spread, as much farther one way than another as a shape says."""
    sd_mm = max(place.sd_mm, LEAST_SD_MM)
    return Lie(place=place, spread_mm2=sd_mm**2 * shape / max(float(np.trace(shape)) / 2, 1e-12))


def was_at_rest(path: Path) -> bool:
    """Say whether a ball lay still when it was seen last."""
    rests, last = rests_of(path, tolerance_of(path)), sighted(path, 0, len(path) - 1)
    return bool(rests) and len(last) > 0 and rests[-1].last >= int(last[-1])


def is_there(path: Path, at_us: int) -> bool:
    """Say whether a ball is on the table at a time; a ball that began to be seen a little later was there before."""
    ended = path.end != PRESENT and at_us > int(path.at_us[path.last_seen])
    return int(path.at_us[0]) <= at_us + 200_000 and not ended


def was_seen(path: Path, since_us: int, until_us: int) -> bool:
    """Say whether a ball was seen between two moments."""
    return bool(np.any(path.seen & (path.at_us > since_us) & (path.at_us < until_us)))


def rest_at(rests: Sequence[Rest], path: Path, at_us: int) -> Rest | None:
    """Return the rest that holds at a time: the one under way, or the last one while the ball is merely hidden."""
    past = [r for r in rests if int(path.at_us[r.first]) <= at_us + 200_000]
    if not past:
        return None
    rest = past[-1]
    own = ~np.isnan(path.raw_mm[:, 0])
    later = own & (path.at_us > path.at_us[rest.last]) & (path.at_us <= at_us)
    return None if later.sum() >= 3 else rest
