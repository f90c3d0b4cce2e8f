"""The cue-ball in hand anywhere on the playing area: whether any ball on can be hit at all from some place.

Source: Snooker Shoot Out Rules 15 and 19(ii). A ball on can be hit when the cue-ball can be set down beside it: if some
place just out of contact with it is on the playing area and clear of every other ball, a stroke from there hits it.
"""

from collections.abc import Iterable
from math import cos, pi, sin

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm

STEPS = 720
CLEAR_MM = 0.5
"""How far beside the ball the cue-ball is thought to be set down."""


def can_be_hit(on: Iterable[Point], others: Iterable[Point], kit: Kit) -> bool:
    """Tell whether some ball of `on` (centres, mm) has room for the cue-ball beside it."""
    targets = tuple(on)
    lying = (*targets, *others)
    return any(_has_room(ball, [other for other in lying if other is not ball], kit) for ball in targets)


def _has_room(ball: Point, others: list[Point], kit: Kit) -> bool:
    away = kit.touching_mm + CLEAR_MM
    beside = (
        Point(ball.x_mm + away * cos(2 * pi * step / STEPS), ball.y_mm + away * sin(2 * pi * step / STEPS))
        for step in range(STEPS)
    )
    near = [other for other in others if distance_mm(ball, other) < away + kit.touching_mm]
    return any(_on_table(place, kit) and all(distance_mm(place, b) > kit.touching_mm for b in near) for place in beside)


def _on_table(place: Point, kit: Kit) -> bool:
    margin = kit.ball_radius_mm
    return margin <= place.x_mm <= kit.width_mm - margin and margin <= place.y_mm <= kit.length_mm - margin
