"""The table and people as solid bodies, in mm: the same outlines that the painter draws, for a renderer to light."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.training.painter.canvas import circle, flat, rectangle
from models.training.painter.furniture import (
    FLOOR_MM,
    HOLE,
    RAIL_DROP_MM,
    SKIRT_DROP_MM,
    SLOPE_MM,
    UNDERCUT_MM,
    band,
    corner_piece,
    depth,
    outer,
    rail_height_mm,
    shade,
)
from models.training.painter.scene import Limb, Look
from models.training.table_shape import Cushion, cushions
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Faces = tuple[tuple[int, ...], ...]

ROUND = 48
WELL_MM = 160.0
MARK_MM = 0.3
"""How far above the cloth its marks lie, so that they are seen."""
MATT, WOOD, LEATHER = 0.95, 0.35, 0.6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solid:
    """A body of flat faces in one colour."""

    points_mm: Array
    """(n, 3)."""
    faces: Faces
    """Each the numbers of its points, in order round it."""
    colour: tuple[float, float, float]
    """Blue, green, red, as the finished picture would show it in full light."""
    rough: float = MATT
    holes: tuple[Array, ...] = field(default=())
    """Outlines (n, 2) cut out of the one face of a flat body."""
    is_round: bool = False
    """Lit as if its faces ran into each other."""


def furniture(kit: Kit, look: Look) -> Iterator[Solid]:
    """Give floor, table and pockets."""
    middle, far = np.array([kit.width_mm, kit.length_mm]) / 2, 15000.0
    yield _plane(rectangle(*(middle - far), *(middle + far)), FLOOR_MM, look.floor)
    yield from _body(kit, look)
    yield from _bed(kit, look)
    for cushion in cushions(kit):
        yield from _cushion(kit, cushion, look)
    for pocket in kit.pockets:
        leather = look.leather if look.has_full_plates else look.wood
        yield _prism(corner_piece(kit, pocket), (rail_height_mm(kit), -RAIL_DROP_MM), leather, LEATHER)
        yield _tube(circle(pocket.fall, pocket.radius_mm, count=ROUND), (-0.1, -WELL_MM), shade(look.leather, 0.25))
        yield _plane(circle(pocket.fall, pocket.radius_mm, count=ROUND), -WELL_MM, HOLE)
        if not look.has_full_plates:
            width = 46.0 if pocket.name.startswith("middle") else 62.0
            yield _plane(band(kit, pocket, width), rail_height_mm(kit) + 1, look.leather, LEATHER)


def _body(kit: Kit, look: Look) -> Iterator[Solid]:
    reach = outer(kit) - 90
    for x, y in rectangle(150, 150, kit.width_mm - 150, kit.length_mm - 150):
        yield _prism(rectangle(x - 75, y - 75, x + 75, y + 75), (-SKIRT_DROP_MM, FLOOR_MM), look.wood, WOOD)
    skirt = rectangle(-reach, -reach, kit.width_mm + reach, kit.length_mm + reach)
    yield _tube(skirt, (-RAIL_DROP_MM, -SKIRT_DROP_MM), look.wood, WOOD)


def _bed(kit: Kit, look: Look) -> Iterator[Solid]:
    m, half = kit.cushion_mm + 20, look.line_mm / 2
    outline = rectangle(-m, -m, kit.width_mm + m, kit.length_mm + m)
    holes = tuple(circle(pocket.fall, pocket.radius_mm, count=ROUND) for pocket in kit.pockets)
    yield Solid(points_mm=flat(outline, 0.0), faces=((0, 1, 2, 3),), colour=look.cloth, holes=holes)
    yield _plane(rectangle(0, kit.baulk_mm - half, kit.width_mm, kit.baulk_mm + half), MARK_MM, look.line)
    arcs = [circle((kit.width_mm / 2, kit.baulk_mm), kit.d_radius_mm + off, (np.pi, 2 * np.pi), ROUND)
            for off in (-half, half)]  # fmt: skip
    yield _plane(np.vstack([arcs[0], arcs[1][::-1]]), MARK_MM, look.line)
    for spot in kit.spots.values():
        yield _plane(circle(spot, look.spot_mm / 2, count=16), MARK_MM, look.line)


def _cushion(kit: Kit, cushion: Cushion, look: Look) -> Iterator[Solid]:
    """Give a cushion's top and face, and the rail behind it."""
    nose, count = cushion.nose, len(cushion.nose)
    heights = kit.nose_height_mm + SLOPE_MM * np.clip(depth(kit, cushion) / kit.cushion_mm, 0, 1)
    yield Solid(points_mm=np.column_stack([nose, heights]), faces=(tuple(range(count)),), colour=look.cloth)
    foot = nose + cushion.outward * UNDERCUT_MM
    points = np.vstack([flat(nose, kit.nose_height_mm), flat(foot, 0.0)])
    yield Solid(points_mm=points, faces=_strip(count), colour=look.cloth)
    back = nose[[0, -1]]
    strip = np.vstack([back, back[::-1] + cushion.outward * kit.rail_mm])
    yield _prism(strip, (rail_height_mm(kit), -RAIL_DROP_MM), look.wood, WOOD)


def _plane(outline: Array, z_mm: float, colour: object, rough: float = MATT) -> Solid:
    return Solid(points_mm=flat(outline, z_mm), faces=(tuple(range(len(outline))),), colour=_three(colour), rough=rough)


def _prism(outline: Array, heights: tuple[float, float], colour: object, rough: float = MATT) -> Solid:
    sides = _tube(outline, heights, colour, rough)
    top = tuple(range(len(outline)))
    return Solid(points_mm=sides.points_mm, faces=(top, *sides.faces), colour=sides.colour, rough=rough)


def _tube(outline: Array, heights: tuple[float, float], colour: object, rough: float = MATT) -> Solid:
    """Return the upright walls over an outline."""
    closed = np.vstack([outline, outline[:1]])
    points = np.vstack([flat(closed, heights[0]), flat(closed, heights[1])])
    return Solid(points_mm=points, faces=_strip(len(closed)), colour=_three(colour), rough=rough)


def _strip(count: int) -> Faces:
    """Return the faces between two rows of as many points."""
    return tuple((i, i + 1, count + i + 1, count + i) for i in range(count - 1))


def limb_solids(limb: Limb) -> Iterator[Solid]:
    """Give the pieces of a limb: a ball at each point, and a tapering piece between two."""
    points, last = np.array(limb.points_mm), max(len(limb.points_mm) - 1, 1)
    for i, (point, radius) in enumerate(zip(points, limb.radii_mm, strict=True)):
        yield _sphere(point, radius, _between(limb, i / last))
    for i, ((a, b), (near, far)) in enumerate(zip(pairwise(points), pairwise(limb.radii_mm), strict=True)):
        yield _cone((a, near), (b, far), _between(limb, (i + 0.5) / last))


def _between(limb: Limb, share: float) -> tuple[float, float, float]:
    return _three(np.array(limb.colour) * (1 - share) + np.array(limb.end_colour or limb.colour) * share)


def _cone(first: tuple[Array, float], last: tuple[Array, float], colour: tuple[float, float, float]) -> Solid:
    (a, near), (b, far) = first, last
    ahead = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
    side = np.cross(ahead, [0.0, 0.0, 1.0] if abs(ahead[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    angle = np.linspace(0, 2 * np.pi, 25)[:, None]
    ring = np.cos(angle) * side + np.sin(angle) * np.cross(ahead, side)
    points = np.vstack([a + near * ring, b + far * ring])
    return Solid(points_mm=points, faces=_strip(len(ring)), colour=colour, rough=0.6, is_round=True)


def _sphere(centre: Array, radius: float, colour: tuple[float, float, float]) -> Solid:
    across, down = np.linspace(0, 2 * np.pi, 25), np.linspace(0, np.pi, 13)
    rows = [
        centre
        + radius * np.column_stack([np.sin(a) * np.cos(across), np.sin(a) * np.sin(across), np.full(25, np.cos(a))])
        for a in down
    ]
    faces = tuple(tuple(25 * row + i for i in face) for row in range(12) for face in _strip(25))
    return Solid(points_mm=np.vstack(rows), faces=faces, colour=colour, rough=0.6, is_round=True)


def _three(colour: object) -> tuple[float, float, float]:
    b, g, r = np.asarray(colour, float)
    return float(b), float(g), float(r)
