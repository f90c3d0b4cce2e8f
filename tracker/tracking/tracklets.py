"""The pieces of each ball's way, from the first to the last picture that showed it, before any two are joined."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, TrackPoint
from tracker.tracking.excursions import without_excursions
from tracker.tracking.state import Following
from tracker.tracking.swaps import Colour, Trajectory, another_from, colour_of, exchanged

Array = NDArray[np.float64]

STRAY, STRAY_US = 2, 250_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tracklet:
    """A piece of one ball's way: from the first to the last picture that showed it."""

    points: tuple[TrackPoint, ...]
    weights: Array
    looks: float
    end: str
    tail: tuple[TrackPoint, ...] = ()
    """Predictions after the last sighting, while the ball was not proved gone."""

    @property
    def seen(self) -> int:
        """Return how many pictures showed the ball."""
        return sum(p.seen for p in self.points)

    @property
    def log_odds(self) -> Array:
        """Return (k,) log odds of its colour."""
        return Colour(self.weights, self.looks).log_odds


def tracklets(pictures: Iterable[Sequence[TrackPoint]], state: Following) -> list[Tracklet]:
    """Return the pieces of all confirmed tracks, in the order of their birth."""
    rows: dict[int, list[TrackPoint]] = {}
    for points in pictures:
        for point in points:
            rows.setdefault(point.track, []).append(point)
    tracks = [t for t in (*state.retired, *state.tracks) if t.confirmed]
    followed = (Trajectory(points=tuple(rows.get(t.track, ())), end=t.end) for t in tracks)
    stayed = (without_excursions(way, state.kit.touching_mm) for way in followed)
    ways = {t.track: way for t, way in zip(tracks, stayed, strict=True)}
    made: list[Tracklet] = []
    for way in exchanged(ways, state.kit.touching_mm).values():
        points, last = way.points, last_of_way(way.points)
        if last >= 0:
            tail = tail_of(points[last + 1 :], way.end, state.kit)
            made += unmixed(points[: last + 1], way.end or PRESENT, tail)
    return sorted(made, key=lambda s: (s.points[0].at_us, s.points[0].track))


def unmixed(points: Sequence[TrackPoint], end: str, tail: tuple[TrackPoint, ...]) -> list[Tracklet]:
    """Return a track's way as that of one ball, or cut where another ball was taken for the one that was lost."""
    cut = another_from(points)
    if cut is None:
        colour = colour_of(points)
        return [Tracklet(points=tuple(points), weights=colour.weights, looks=colour.looks, end=end, tail=tail)]
    lost = max(i for i in range(cut) if points[i].seen)
    gone = VANISHED if any(p.open_cloth for p in points[lost:cut]) else PRESENT
    return [*unmixed(points[: lost + 1], gone, ()), *unmixed(points[cut:], end, tail)]


def tail_of(points: Sequence[TrackPoint], end: str, kit: Kit) -> tuple[TrackPoint, ...]:
    """Return the predictions that belong to a life: all while it lasts, and those on the way into a pocket.

    Of a ball that was hidden they belong to it until open cloth showed that it had gone.
    """
    if end == POCKET:
        return tuple(p for p in points if not any(distance_mm(p.at, k.fall) < k.radius_mm for k in kit.pockets))
    return tuple(takewhile(lambda p: not p.open_cloth, points)) if end else tuple(points)


def last_of_way(points: Sequence[TrackPoint]) -> int:
    """Return the index of the last sighting that belongs to a ball's way; -1 without any.

    One or two sightings after a gap, with nothing to follow, are a phantom where the ball was looked for.
    """
    seen = [i for i, p in enumerate(points) if p.seen]
    while len(seen) > STRAY + 1:
        gaps = [points[b].at_us - points[a].at_us > STRAY_US for a, b in pairwise(seen[-STRAY - 1 :])]
        if not any(gaps) or seen[-1] > len(points) - STRAY:
            break
        seen = seen[: -STRAY + gaps.index(True)]
    return seen[-1] if seen else -1


def kind_of(tracklet: Tracklet, kit: Kit) -> str:
    """Return the colour that a life looks like most."""
    return kit.kinds[int(np.argmax(tracklet.log_odds))]
