"""The pieces of each ball's way, from the first to the last picture that showed it, before any two are joined.

Following must decide in every picture: of a ball whose place an arm has covered it takes what is seen a hand's breadth
away for the ball on its way. A sleeve, a shoe, a dark gap under a rail then stands for it until the arm has gone; or it
begins a life of its own, and is taken to have come to where the ball lies when that is seen again. Afterwards all looks
at what was followed there can be heard together (`existence`): where they speak against a ball, the ball was not seen
meanwhile, but for what bare cloth where it had lain says against that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, TrackPoint
from tracker.tracking.existence import bare_evidence
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


def speaks_against(points: Sequence[TrackPoint]) -> bool:
    """Say whether all looks of these pictures together speak against a ball there rather than for one."""
    return sum(point.evidence for point in points) < 0.0


def without_excursions(way: Trajectory, touching_mm: float) -> Trajectory:
    """Return a track's way with its ball left unseen where it lay, while what was followed elsewhere was hardly a ball.

    Args:
        way: as it was followed.
        touching_mm: how far apart two balls are that touch; what is seen farther from a ball at rest in the next
            sighting has leapt.
    """
    points = list(since_at_rest(way.points, touching_mm))
    seen = [i for i, point in enumerate(points) if point.seen]
    until, ended_away = 0, False
    for left, away in pairwise(seen):
        home = points[left]
        if left < until or home.moving or distance_mm(place_of(home), place_of(points[away])) <= touching_mm:
            continue
        back = (i for i in seen if i > away and distance_mm(place_of(home), place_of(points[i])) < touching_mm / 2)
        until = next(back, len(points))
        if lies_yet(points[left + 1 : until]):
            points[left + 1 : until] = [hidden_at(home, point) for point in points[left + 1 : until]]
            ended_away = until == len(points)
    return Trajectory(points=tuple(points), end="" if ended_away else way.end)


def lies_yet(points: Sequence[TrackPoint]) -> bool:
    """Say whether a ball is likelier to lie where it lay before these pictures than to be what they show elsewhere.

    Bare cloth where it lay speaks against the one (`existence`), looks that are hardly a ball against the other.
    """
    bare = sum(bare_evidence(point.at_us - before.at_us) for before, point in pairwise(points) if point.left_bare)
    return sum(point.evidence for point in points) < bare


def since_at_rest(points: Sequence[TrackPoint], touching_mm: float) -> Sequence[TrackPoint]:
    """Return the points from where a ball was found lying still, if what it leapt there from was hardly a ball."""
    seen = [i for i, point in enumerate(points) if point.seen]
    for away, right in pairwise(seen):
        if distance_mm(place_of(points[away]), place_of(points[right])) <= touching_mm:
            continue
        lies = next((i for i in seen if i >= right and not points[i].moving), None)
        stays = lies is not None and distance_mm(place_of(points[right]), place_of(points[lies])) < touching_mm / 2
        if stays and speaks_against(points[:right]):
            return points[right:]
    return points


def place_of(point: TrackPoint) -> Point:
    """Return where a ball was seen."""
    return point.raw or point.at


def hidden_at(home: TrackPoint, point: TrackPoint) -> TrackPoint:
    """Return the point of a ball that lies unseen where it was seen last, in another picture."""
    return replace(
        home, picture=point.picture, at_us=point.at_us, seen=False, sure=home.sure / 2, raw=None, look=None,
        look_weight=0.0, evidence=0.0,
    )  # fmt: skip


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
