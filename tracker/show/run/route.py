"""Where a ball was at a moment, whether it moved at all, and its path in few enough points to draw.

Paths are thinned by Ramer (1972) and Douglas & Peucker (1973): a point goes when the line without it stays near.
"""

from bisect import bisect_right
from itertools import pairwise
from math import hypot

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.show.run.words import Route

MOVED_MM = 10.0
THIN_MM = 5.0  # about a pixel of the match sheet


def place_at(route: Route, at_us: int) -> Point:
    """Return the place of a ball at a time, on the straight line between the two places around it (mm)."""
    times, points = route.times_us, route.points
    after = bisect_right(times, at_us)
    if after == 0 or after == len(times):
        return points[min(after, len(times) - 1)]
    a, b = points[after - 1], points[after]
    part = (at_us - times[after - 1]) / (times[after] - times[after - 1])
    return Point(a.x_mm + (b.x_mm - a.x_mm) * part, a.y_mm + (b.y_mm - a.y_mm) * part)


def has_moved(route: Route) -> bool:
    """Say whether the ball ever left its first place by more than measuring alone explains."""
    return any(distance_mm(route.points[0], point) > MOVED_MM for point in route.points[1:])


def between(route: Route, from_us: int, to_us: int) -> Route:
    """Return the part of a route within a span of time, both ends included; it may be empty."""
    first, last = bisect_right(route.times_us, from_us - 1), bisect_right(route.times_us, to_us)
    return Route(
        track=route.track,
        ball=route.ball,
        times_us=route.times_us[first:last],
        points=route.points[first:last],
        seen=route.seen[first:last],
    )


def legs(route: Route) -> tuple[tuple[bool, tuple[Point, ...]], ...]:
    """Return the path as legs of (seen, thinned points); each begins where the one before ends."""
    runs: list[tuple[bool, list[Point]]] = []
    for (a, _), (b, seen) in pairwise(zip(route.points, route.seen, strict=True)):
        if not runs or runs[-1][0] != seen:
            runs.append((seen, [a]))
        runs[-1][1].append(b)
    return tuple((seen, thinned(points)) for seen, points in runs)


def thinned(points: list[Point]) -> tuple[Point, ...]:
    """Return the fewest points whose line stays within `THIN_MM` of all the others."""
    keep, work = {0, len(points) - 1}, [(0, len(points) - 1)]
    while work:
        first, last = work.pop()
        inner = range(first + 1, last)
        far = max(inner, key=lambda i: _off_line(points[i], points[first], points[last]), default=first)
        if far != first and _off_line(points[far], points[first], points[last]) > THIN_MM:
            keep.add(far)
            work += [(first, far), (far, last)]
    return tuple(points[i] for i in sorted(keep))


def spaced(route: Route, apart_mm: float) -> tuple[Point, ...]:
    """Return places along a route, each at least `apart_mm` from the one before."""
    kept = [route.points[0]]
    for point in route.points:
        if distance_mm(point, kept[-1]) >= apart_mm:
            kept.append(point)
    return tuple(kept)


def _off_line(point: Point, a: Point, b: Point) -> float:
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    long2 = dx * dx + dy * dy
    along = 0.0 if long2 == 0 else ((point.x_mm - a.x_mm) * dx + (point.y_mm - a.y_mm) * dy) / long2
    part = min(1.0, max(0.0, along))
    return hypot(point.x_mm - a.x_mm - part * dx, point.y_mm - a.y_mm - part * dy)


def gap_to_cushion_mm(kit: Kit, cushion: str, point: Point) -> float:
    """Return how far a place lies from the face of a cushion (mm); unknown cushions are 0 away."""
    gaps = {
        "bottom": point.y_mm,
        "top": kit.length_mm - point.y_mm,
        "left": point.x_mm,
        "right": kit.width_mm - point.x_mm,
    }
    return abs(gaps.get(cushion, 0.0))
