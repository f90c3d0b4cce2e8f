"""A ball at rest that something hides lies there yet, whatever hardly like a ball is seen beside it.

Following must decide in every picture: of a ball whose place an arm has covered it takes what is seen a hand's breadth
away for the ball on its way. A sleeve, a shoe, a dark gap under a rail then stands for it until the arm has gone; or it
begins a life of its own, and is taken to have come to where the ball lies when that is seen again. Afterwards all looks
at what was followed there can be heard together (`existence`): where they speak against a ball, the ball was not seen
meanwhile, unless bare cloth came into view where it had lain.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.paths import TrackPoint
from tracker.tracking.swaps import Trajectory


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
        if speaks_against(points[left + 1 : until]) and not any(p.left_bare for p in points[left + 1 : until]):
            points[left + 1 : until] = [hidden_at(home, point) for point in points[left + 1 : until]]
            ended_away = until == len(points)
    return Trajectory(points=tuple(points), end="" if ended_away else way.end)


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
