"""Whether a player with the cue-ball in hand is snookered: from every place on and within the D, none left out.

Theory: Section 2 Rule 17(a); the catalogue's ALG-SNOOKER. When the cue-ball's place moves, an edge path turns about its
far end, so it moves beside a ball in its way by a share only: the nearer that ball is to the ball on, the less. So a
patch of the D from whose middle a path is blocked by more than that share of its width is blocked as a whole, and only
patches that may be open are cut in four (branch and bound).
"""

from collections.abc import Iterable
from math import asin, cos, hypot, pi, remainder, sin, sqrt
from typing import NamedTuple

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, heading

FIRST_MM = 73.0
"""Side of the patches that the D is cut into first."""
FINE_MM = 0.5
"""Patches this small are not cut again: the answer is exact to that."""


class Patch(NamedTuple):
    """A square of the D: its middle (mm), and half its diagonal."""

    x_mm: float
    y_mm: float
    reach_mm: float


class Blocker(NamedTuple):
    """A ball that can come into the way: its centre (mm), and how far a path moves beside it for 1 mm of the place."""

    x_mm: float
    y_mm: float
    share: float


class Scene(NamedTuple):
    """One ball on, the balls that can come into its way, all balls that take up room, and the D."""

    target: Point
    blockers: tuple[Blocker, ...]
    lying: tuple[Point, ...]
    centre: Point
    radius_mm: float
    touching_mm: float


def open_from_hand_mm(on: Iterable[Point], others: Iterable[Point], kit: Kit, enough_mm: float) -> float:
    """Return by how much (mm) the best ball on stands open from the best free place of the D (SNK-2.17.a).

    The search stops at a place from which one stands open by `enough_mm`, and looks no closer at what is hidden by as
    much: beyond those limits the number is a bound.
    """
    targets, blockers = tuple(on), tuple(others)
    centre = kit.spot_of("brown")
    if centre is None:
        return -kit.touching_mm
    scenes = [_scene(ball, targets, blockers, centre, kit, enough_mm) for ball in targets]
    best = -kit.touching_mm
    for place in _likely(centre, kit.d_radius_mm):
        for scene in scenes:
            best = max(best, _open_mm(scene, Patch(place.x_mm, place.y_mm, 0.0), best)[0])
        if best > enough_mm:
            return best
    for scene in scenes:
        best = _search(scene, best, enough_mm)
        if best > enough_mm:
            break
    return best


def _scene(
    target: Point, targets: tuple[Point, ...], others: tuple[Point, ...], centre: Point, kit: Kit, enough_mm: float
) -> Scene:
    """Return the scene of one ball on, without the balls that every path to it from the D clears by `enough_mm`."""
    touching, radius = kit.touching_mm, kit.d_radius_mm
    shortest = distance_mm(target, centre) - radius - touching
    near = tuple(
        Blocker(ball.x_mm, ball.y_mm, _share(ball, target, shortest, touching))
        for ball in others
        if _comes_near(ball, target, centre, radius, 2 * touching + enough_mm)
    )
    beside_d = radius + touching + enough_mm
    lying = tuple(ball for ball in (*targets, *others) if distance_mm(ball, centre) < beside_d)
    return Scene(target, near, lying, centre, radius, touching)


def _share(ball: Point, target: Point, shortest_mm: float, touching_mm: float) -> float:
    """Return how far (mm) a path moves beside `ball`, at most, when its start in the D moves by 1 mm.

    The path's end moves by no more than the width of two balls in the path's length; a point of the path as far from
    that end as the ball moves by the same share of the start's way beside it.
    """
    if shortest_mm <= touching_mm:
        return 1.0
    from_end = distance_mm(ball, target) + touching_mm
    return min(1.0, (from_end + touching_mm) / shortest_mm)


def _comes_near(ball: Point, target: Point, centre: Point, radius_mm: float, reach_mm: float) -> bool:
    """Tell whether `ball` lies in, or within `reach_mm` of, the wedge of all straight ways from the D to `target`.

    The D is taken as its whole circle; to a target within it there are ways from all sides.
    """
    off_mm, away_mm = distance_mm(centre, target), distance_mm(ball, target)
    if off_mm <= radius_mm:
        return True
    turn = abs(remainder(heading(target, ball) - heading(target, centre), 2 * pi)) - asin(radius_mm / off_mm)
    return away_mm * sin(min(max(turn, 0.0), pi / 2)) <= reach_mm


def _likely(centre: Point, radius_mm: float) -> tuple[Point, ...]:
    """Return places that are open most often: the corners of the D, its middle, and its arc."""
    turns = (0.0, pi, 0.5 * pi, 0.25 * pi, 0.75 * pi)
    arc = (Point(centre.x_mm + radius_mm * cos(t), centre.y_mm - radius_mm * sin(t)) for t in turns)
    return (*arc, centre)


def _search(scene: Scene, best: float, enough_mm: float) -> float:
    """Return the best clearance found in the D, starting from `best`; patches hidden for certain are left out."""
    waiting = _patches(scene)
    while waiting:
        patch = waiting.pop()
        found, at_most = _open_mm(scene, _within(scene, patch), max(best, -enough_mm))
        best = max(best, found)
        if best > enough_mm:
            break
        if at_most > max(best, -enough_mm) and patch.reach_mm > FINE_MM:
            waiting.extend(_quarters(scene, patch))
    return best


def _patches(scene: Scene) -> list[Patch]:
    """Cut the D into squares."""
    count = max(1, round(2 * scene.radius_mm / FIRST_MM))
    side = 2 * scene.radius_mm / count
    left, top = scene.centre.x_mm - scene.radius_mm, scene.centre.y_mm
    cut = (
        Patch(left + side * (i + 0.5), top - side * (j + 0.5), side * sqrt(0.5))
        for i in range(count)
        for j in range((count + 1) // 2)
    )
    return [patch for patch in cut if _touches_d(scene, patch)]


def _quarters(scene: Scene, patch: Patch) -> list[Patch]:
    step, reach = patch.reach_mm * sqrt(0.5) / 2, patch.reach_mm / 2
    four = (Patch(patch.x_mm + i * step, patch.y_mm + j * step, reach) for i in (-1, 1) for j in (-1, 1))
    return [quarter for quarter in four if _touches_d(scene, quarter)]


def _touches_d(scene: Scene, patch: Patch) -> bool:
    away = hypot(patch.x_mm - scene.centre.x_mm, patch.y_mm - scene.centre.y_mm)
    return away - patch.reach_mm <= scene.radius_mm and patch.y_mm - patch.reach_mm <= scene.centre.y_mm


def _within(scene: Scene, patch: Patch) -> Patch:
    """Return the place of the D nearest the middle of a patch, with how far the patch reaches from there."""
    x_mm, y_mm = patch.x_mm, min(patch.y_mm, scene.centre.y_mm)
    dx, dy = x_mm - scene.centre.x_mm, y_mm - scene.centre.y_mm
    away = hypot(dx, dy)
    if away > scene.radius_mm:
        x_mm = scene.centre.x_mm + dx * scene.radius_mm / away
        y_mm = scene.centre.y_mm + dy * scene.radius_mm / away
    return Patch(x_mm, y_mm, patch.reach_mm + hypot(x_mm - patch.x_mm, y_mm - patch.y_mm))


def _open_mm(scene: Scene, patch: Patch, beat_mm: float) -> tuple[float, float]:
    """Return by how much (mm) both edge paths from a place clear all balls, with room for the cue-ball there.

    The second number is what no place of the patch exceeds. No more exact than needed: once that is known not to exceed
    `beat_mm` the first one is a bound too.
    """
    x_mm, y_mm, reach = patch
    touching = scene.touching_mm
    least = min((hypot(b.x_mm - x_mm, b.y_mm - y_mm) for b in scene.lying), default=4 * touching) - touching
    most = least + reach
    dx, dy = scene.target.x_mm - x_mm, scene.target.y_mm - y_mm
    away2 = dx * dx + dy * dy
    run = sqrt(max(0.0, away2 - touching * touching))  # length of the tangent from the place to the target's circle
    for side in (touching, -touching):
        if most <= beat_mm:
            break
        ux, uy = (dx * run - dy * side) / away2, (dy * run + dx * side) / away2  # direction of that tangent
        for ball_x, ball_y, share in scene.blockers:
            bx, by = ball_x - x_mm, ball_y - y_mm
            along = min(run, max(0.0, bx * ux + by * uy))
            gap = hypot(bx - along * ux, by - along * uy) - touching
            least, most = min(least, gap), min(most, gap + share * reach)
    return least, most
