"""What was taken for a ball and was none: a hand, a sleeve, chalk, what shows in the mouth of a pocket."""

from collections.abc import Sequence
from statistics import median

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.geometry.paths import VANISHED, Path
from tracker.tracking.existence import BALL, strongest
from tracker.tracking.tracklets import Tracklet, kind_of

MOST_OVERLAP = 0.3
SURE_OF_BALL = 0.8
"""Half of all looks at a ball that stands in view are surer than this."""


def is_ball(tracklet: Tracklet) -> bool:
    """Say whether a life was at some time seen often and surely enough to have been a ball."""
    return strongest(p.evidence for p in tracklet.points) > BALL


def is_inside_of_pocket(tracklet: Tracklet, kit: Kit) -> bool:
    """Say whether what was taken for a ball is what is seen of the table through the mouth of a pocket.

    It never lay anywhere else, and was not seen surely, as a ball is that hangs over a pocket.
    """
    seen = [point for point in tracklet.points if point.seen]
    stays = not any(point.seen_elsewhere for point in seen) and any(
        all(distance_mm(point.at, pocket.fall) < pocket.mouth_mm / 2 for point in seen) for pocket in kit.pockets
    )
    return stays and median(point.sure for point in seen) < SURE_OF_BALL


def comes_and_goes(tracklet: Tracklet, lives: Sequence[Tracklet], kit: Kit) -> bool:
    """Say whether what was taken for a ball came with somebody and went with him: a sleeve.

    Nobody brings a ball to the table while another stroke is prepared. So one that comes to light while all lies still,
    beside all of its look that there were before it, and of which open cloth shows later that it has gone, was never
    there. The only one of a colour may have been hidden until then.
    """
    if tracklet.end != VANISHED:
        return False
    first, kind = tracklet.points[0], kind_of(tracklet, kit)
    older = [s for s in lives if s.points[0].at_us < first.at_us]
    alike = [s for s in older if kind_of(s, kit) == kind]
    is_only_one = kit.pieces.get(kind, 0) == 1 and not alike
    all_lies_still = not any(p.moving for s in older for p in s.points if p.picture == first.picture)
    if not older or is_only_one or not all_lies_still or any(s.points[-1].at_us < first.at_us for s in alike):
        return False
    beside = [{p.picture for p in s.points if p.seen} for s in alike]
    shown = [p.picture for p in tracklet.points if p.seen]
    return sum(all(picture in seen for seen in beside) for picture in shown) > len(shown) / 2


def is_phantom(path: Path, paths: Sequence[Path], kit: Kit) -> bool:
    """Say whether a better ball of a colour that there is one of is on the table at the same time.

    A hand, a cue-tip or chalk was taken for this one. There is always a cue-ball, so it need only be better; for the
    colours it must be far better, lest a red that looks like one is lost.
    """
    worse = 1.0 if path.ball in kit.cue_balls else 0.5
    return kit.pieces.get(path.ball, 0) == 1 and any(
        other.ball == path.ball and weight(path) < worse * weight(other) and overlap(path, other) > MOST_OVERLAP
        for other in paths
        if other is not path
    )


def weight(path: Path) -> float:
    """Return how much was seen of a ball: the sum of how sure it was over all sightings."""
    return float(path.sures[path.seen].sum())


def overlap(path: Path, other: Path) -> float:
    """Return the share of a path's sightings during which another was on the table."""
    first, last = other.at_us[0], other.at_us[other.last_seen]
    return float(np.mean((path.at_us[path.seen] >= first) & (path.at_us[path.seen] <= last)))
