"""The novuss board in millimetres: its zones, and where a puck that is put on it has its centre.

The book gives no measurements, so that all of them come from the kit (`calibration/tables/novuss.toml`, which a test
compares with the one here). A puck is *dark* to a player when it lies in the circle or in his blind zone and the line
cannot be seen through its hole (N3 ¶1): its centre is then beyond the line by more than the hole's radius.
"""

from collections.abc import Iterable
from math import inf, sqrt
from typing import Final

from tracker.domain.errors import BadInput
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import HAIR_MM, Point, distance_mm, is_occupied
from tracker.rules.novuss.placing import PENALTY
from tracker.rules.novuss.position import EDGES, OPPOSITE, Put

HOLE, STRIKER, STRIKER_HOLE, ZONE, CIRCLE = "hole", "striker", "striker-hole", "zone", "circle"
SIZES: Final = (HOLE, STRIKER, STRIKER_HOLE, ZONE, CIRCLE)
CUSHION: Final = {"near": "bottom", "far": "top", "left": "left", "right": "right"}
"""The name of each edge board where a bounce names it."""


def _corner(name: str, x_mm: float, y_mm: float) -> Pocket:
    return Pocket(name=name, fall=Point(x_mm, y_mm), radius_mm=50.0, mouth_mm=100.0)


BOARD: Final = Kit(
    name="novuss",
    width_mm=1000,
    length_mm=1000,
    ball_radius_mm=27.0,
    nose_height_mm=25.0,
    cushion_mm=30.0,
    rail_mm=40.0,
    sizes_mm={HOLE: 8.0, STRIKER: 35.0, STRIKER_HOLE: 10.0, ZONE: 120.0, CIRCLE: 140.0},
    pockets=(
        _corner("bottom-left", 0.0, 0.0),
        _corner("bottom-right", 1000.0, 0.0),
        _corner("top-left", 0.0, 1000.0),
        _corner("top-right", 1000.0, 1000.0),
    ),
    pieces={"striker": 1, "a": 8, "b": 8},
    cue_balls=("striker",),
    disc_mm=10.0,
)
"""For when nobody has set another one. A guess at a common board: the book has no sizes."""


def checked(kit: Kit) -> Kit:
    """Return `kit` if novuss can be played on it.

    Raises:
        BadInput: it lacks a size; the message names it.
    """
    lacking = [name for name in SIZES if name not in kit.sizes_mm]
    if lacking:
        raise BadInput(f"table {kit.name!r} is no novuss board: sizes_mm lacks {lacking[0]!r}; compare novuss.toml")
    return kit


def depth_mm(kit: Kit, at: Point, edge: str) -> float:
    """Return how far (mm) `at` lies from the board at `edge`."""
    return {"near": at.y_mm, "far": kit.length_mm - at.y_mm, "left": at.x_mm, "right": kit.width_mm - at.x_mm}[edge]


def zone_at(kit: Kit, edge: str) -> tuple[Point, Point]:
    """Return the least and the greatest corner of the zone at `edge`."""
    wide, long, deep = kit.width_mm, kit.length_mm, kit.sizes_mm[ZONE]
    low_x, high_x = {"left": (0.0, deep), "right": (wide - deep, wide)}.get(edge, (0.0, wide))
    low_y, high_y = {"near": (0.0, deep), "far": (long - deep, long)}.get(edge, (0.0, long))
    return Point(low_x, low_y), Point(high_x, high_y)


def in_circle_mm(kit: Kit, at: Point) -> float:
    """Return by how much (mm) a puck is dark in the circle; 0 or less: it is not."""
    middle = Point(kit.width_mm / 2, kit.length_mm / 2)
    return kit.sizes_mm[CIRCLE] - kit.sizes_mm[HOLE] - distance_mm(at, middle)


def in_zone_mm(kit: Kit, at: Point, edge: str, hole: str = HOLE) -> float:
    """Return by how much (mm) a puck is dark in the zone at `edge`; 0 or less: it is not."""
    return kit.sizes_mm[ZONE] - kit.sizes_mm[hole] - depth_mm(kit, at, edge)


def place_mm(kit: Kit, name: str) -> Point:
    """Return the centre of a puck that is put on the place called `name` (N2 ¶14, N6 ¶21)."""
    middle, radius = Point(kit.width_mm / 2, kit.length_mm / 2), kit.ball_radius_mm
    if name == "centre":
        return middle
    one, two = name.split("-")
    what, edge = (two, one) if two == "board" else (one, two)
    rim = kit.sizes_mm[CIRCLE] - radius
    half = (kit.width_mm if edge in ("left", "right") else kit.length_mm) / 2
    away = {"circle": rim, "cross": rim / 2, "board": half - radius}[what]
    dx, dy = {"near": (0, -1), "far": (0, 1), "left": (-1, 0), "right": (1, 0)}[edge]
    return Point(middle.x_mm + dx * away, middle.y_mm + dy * away)


PLACES: Final = (
    "centre", *(f"circle-{edge}" for edge in EDGES), *(f"cross-{edge}" for edge in EDGES),
    *(f"{edge}-board" for edge in EDGES),
)  # fmt: skip
"""Every place with a name."""
LEVEL: Final = ("near-board", "far-board")
"""The boards that run from left to right."""


def taken(kit: Kit, pucks: Iterable[Point]) -> tuple[str, ...]:
    """Return the named places at which no puck can be put for those that lie at `pucks`."""
    lying = tuple(pucks)
    return tuple(name for name in PLACES if is_occupied(place_mm(kit, name), lying, kit.touching_mm - HAIR_MM))


def placed(kit: Kit, puts: tuple[Put, ...], lie: Iterable[Place]) -> tuple[tuple[Put, Place], ...]:
    """Return where these pucks go (mm), those without a place left out; penalty pucks side by side at their board."""
    lying = [place.at for place in lie]
    out: list[tuple[Put, Place]] = []
    for name in dict.fromkeys(put.place for put in puts if put.place):
        here = [put for put in puts if put.place == name]
        spots = along_board(kit, name, len(here), lying) if here[0].ball == PENALTY else [place_mm(kit, name)]
        out += [(put, Place(ball=put.ball, at=at, sd_mm=0.0)) for put, at in zip(here, spots, strict=False)]
        lying += spots
    return tuple(out)


def along_board(kit: Kit, board: str, count: int, lying: Iterable[Point]) -> list[Point]:
    """Return the places of `count` penalty pucks against `board`: about the centre line, or as near to it as can be.

    Of two free places at the same distance the one on the side with fewer pucks is taken (N6 ¶21). As far as the line
    can be seen through a puck's hole, it lies on neither side, and two places are at the same distance. A board without
    room gives fewer places than asked for.
    """
    pucks = list(lying)
    even = [_beside(kit, board, (i - (count - 1) / 2) * kit.touching_mm) for i in range(count)]
    if not any(is_occupied(place, pucks, kit.touching_mm - HAIR_MM) for place in even):
        return even
    found: list[Point] = []
    for _ in range(count):
        place = _nearest_room(kit, board, [*pucks, *found])
        found += [] if place is None else [place]
    return found


def _beside(kit: Kit, board: str, offset_mm: float) -> Point:
    """Return the place against `board` that lies `offset_mm` from its centre line, to the right or the far side."""
    at = place_mm(kit, board)
    is_level = board in LEVEL
    return Point(at.x_mm + offset_mm, at.y_mm) if is_level else Point(at.x_mm, at.y_mm + offset_mm)


def _nearest_room(kit: Kit, board: str, pucks: list[Point]) -> Point | None:
    """Return the free place against `board` nearest its centre line: there, or just beside a puck in the way."""
    middle, reach = place_mm(kit, board), kit.touching_mm
    is_level = board in LEVEL
    near = [(p.x_mm - middle.x_mm, p.y_mm - middle.y_mm) if is_level else (p.y_mm - middle.y_mm, p.x_mm - middle.x_mm)
            for p in pucks]  # fmt: skip
    lean = sum((along > 0) - (along < 0) for along, _ in near if abs(along) > kit.sizes_mm[HOLE])
    offsets = [0.0]
    for along, across in near:
        if abs(across) < reach:
            aside = sqrt(reach * reach - across * across) + HAIR_MM
            offsets += [along - aside, along + aside]
    most = (kit.width_mm if is_level else kit.length_mm) / 2 - kit.ball_radius_mm
    free = [
        offset
        for offset in offsets
        if abs(offset) <= most and not is_occupied(_beside(kit, board, offset), pucks, reach - HAIR_MM)
    ]
    nearest = min(map(abs, free), default=inf)
    alike = [offset for offset in free if abs(offset) < nearest + kit.sizes_mm[HOLE]]
    return _beside(kit, board, min(alike, key=lambda offset: (lean * offset, offset))) if alike else None


def far_board_of(edge: str) -> str:
    """Return how a bounce names the board opposite `edge`."""
    return CUSHION[OPPOSITE[edge]]
