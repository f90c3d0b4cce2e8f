"""What pictures that are kept no longer said of the balls still there: their colour, that they are balls, and where."""

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

import numpy as np

from tracker.domain.table.plane import distance_mm
from tracker.geometry.paths import Path, TrackPoint
from tracker.tracking.existence import strongest
from tracker.tracking.swaps import colour_of

MOST_LOOKS = 50.0
"""All that was dropped of a ball's looks counts as no more, so that a ball wrongly named is named anew."""
FAR_MM = 200.0
"""What was seen so far off has come here, as no light in a pocket does."""


def carried(
    old: Sequence[tuple[TrackPoint, ...]], first: tuple[TrackPoint, ...], gone_on: Set[int] = frozenset()
) -> tuple[TrackPoint, ...]:
    """Return the first picture kept, with what the old ones said of its balls.

    Args:
        old: the balls of the pictures that are dropped.
        first: those of the first that is kept.
        gone_on: numbers of balls that go on under others (`went_on`): none lies hidden where it was lost.
    """
    before: dict[int, list[TrackPoint]] = defaultdict(list)
    for points in old:
        for point in points:
            before[point.track].append(point)
    return tuple(
        point if not before[point.track] or (point.track in gone_on and not point.seen)
        else summed_up(before[point.track], point)
        for point in first
    )  # fmt: skip


def went_on(pictures: Iterable[Sequence[TrackPoint]], lives: Sequence[Path]) -> frozenset[int]:
    """Return the numbers of the balls that were lost and found elsewhere under another number, as their lives tell."""
    last = {point.track: point for points in pictures for point in points if point.seen}
    return frozenset(track for track, shown in last.items() if any(goes_on(life, shown) for life in lives))


def goes_on(life: Path, shown: TrackPoint) -> bool:
    """Say whether a life has a sighting, and others after it."""
    index = int(np.searchsorted(life.picture, shown.picture))
    if index == len(life) or life.picture[index] != shown.picture or tuple(life.raw_mm[index]) != shown.raw:
        return False
    return not bool(np.isnan(life.raw_mm[index + 1 :, 0]).all())


def summed_up(before: Sequence[TrackPoint], point: TrackPoint) -> TrackPoint:
    """Return a point of a ball that stands for those before it as well; a ball that was hidden since lies there yet.

    One that was never seen in any of them has no look.
    """
    colour = colour_of((*before, point))
    share = min(1.0, MOST_LOOKS / max(colour.looks, 1e-9))
    evidence = strongest(p.evidence for p in (*before, point))
    shown = point if point.seen else next((p for p in reversed(before) if p.seen), point)
    hidden = not point.seen and shown.seen and not point.moving
    elsewhere = any(p.seen_elsewhere or (p.seen and distance_mm(p.at, point.at) > FAR_MM) for p in before)
    return replace(
        point,
        seen_elsewhere=elsewhere,
        look=tuple((share * colour.weights).tolist()) if colour.looks else None,
        look_weight=share * colour.looks,
        evidence=evidence,
        seen=point.seen or hidden,
        raw=shown.raw if hidden else point.raw,
        raw_sd_mm=shown.raw_sd_mm if hidden else point.raw_sd_mm,
        raw_shape=shown.raw_shape if hidden else point.raw_shape,
    )
