"""Where a colour goes back: its own spot, else the highest free spot, else as near its own spot as there is room.

Theory: Section 3 Rule 7(e)–(i), the catalogue's ALG-SPOT. Colours whose own spot is free go home first; the others
follow in descending value (AMB-13).
"""

from collections.abc import Iterable

from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, first_room_on_line, is_occupied
from tracker.rules.snooker.frame.position import VALUE


def spot_colours(colours: Iterable[str], balls: Iterable[Point], kit: Kit) -> tuple[Place, ...]:
    """Return a place (exact, mm) for each of `colours` on a table where `balls`, the cue-ball included, lie."""
    taken = list(balls)
    waiting = sorted(set(colours), key=lambda colour: -VALUE[colour])
    home = [c for c in waiting if not is_occupied(_own(c, kit), taken, kit.touching_mm)]
    placed = []
    for colour in home + [c for c in waiting if c not in home]:
        at = spot_for(colour, taken, kit)
        taken.append(at)
        placed.append(Place(ball=colour, at=at, sd_mm=0.0))
    return tuple(placed)


def spot_for(colour: str, balls: Iterable[Point], kit: Kit) -> Point:
    """Return where one colour goes (mm) when `balls` lie on the table."""
    taken = tuple(balls)
    highest_first = sorted(VALUE, key=lambda ball: -VALUE[ball])
    candidates = [_own(colour, kit), *(spot for ball in highest_first if (spot := kit.spot_of(ball)))]
    free = (spot for spot in candidates if not is_occupied(spot, taken, kit.touching_mm))
    return next(free, None) or _beside(_own(colour, kit), taken, kit)


def _beside(own: Point, balls: tuple[Point, ...], kit: Kit) -> Point:
    """Every spot is occupied: toward the Top cushion (3.7(g)), and where no room is left there, below (3.7(h))."""
    top_mm, bottom_mm = kit.length_mm - kit.ball_radius_mm, kit.ball_radius_mm
    above = first_room_on_line(own, top_mm, balls, kit.touching_mm)
    return above or first_room_on_line(own, bottom_mm, balls, kit.touching_mm) or own


def _own(colour: str, kit: Kit) -> Point:
    spot = kit.spot_of(colour)
    return spot if spot is not None else Point(kit.width_mm / 2, kit.length_mm / 2)
