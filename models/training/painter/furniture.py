"""The table itself: bed, marks, pockets, cushions in their real shape, rails; in the order that hides what is hidden.

A cushion's face leans back under its nose, so from above one sees the nose as the edge of the playing area and from
the far side the dark line under it. Everything at or above the cloth of a cushion that stands between the camera and
the playing area can hide a ball: `hiding` returns that mask.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.training.painter.balls import outline_px
from models.training.painter.canvas import Canvas, circle, flat, rectangle
from models.training.painter.scene import Colour, Look
from models.training.table_shape import Cushion, cushions, way_out
from tracker.domain.table.kit import Kit, Pocket

Array = NDArray[np.float64]

UNDERCUT_MM = 9.0
SLOPE_MM = 7.0
RAIL_DROP_MM = 95.0
SKIRT_DROP_MM = 230.0
FLOOR_MM = -850.0
HOLE: Colour = (9, 10, 9)


def rail_height_mm(kit: Kit) -> float:
    """Return the height of the wooden rail above the cloth."""
    return kit.nose_height_mm + SLOPE_MM


def shade(colour: ArrayLike, by: float) -> Array:
    """Return a colour made darker or lighter."""
    return np.clip(np.asarray(colour, float) * by, 0, 255)


def outer(kit: Kit) -> float:
    """Return how far the table reaches beyond the faces of its cushions, mm."""
    return kit.cushion_mm + kit.rail_mm


def paint_body(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the table's sides and legs, which everything else hides."""
    reach = outer(kit)
    top = rectangle(-reach, -reach, kit.width_mm + reach, kit.length_mm + reach)
    low = rectangle(90 - reach, 90 - reach, kit.width_mm + reach - 90, kit.length_mm + reach - 90)
    for x, y in rectangle(150, 150, kit.width_mm - 150, kit.length_mm - 150):
        leg = rectangle(x - 75, y - 75, x + 75, y + 75)
        boxed(canvas, leg, (FLOOR_MM, -SKIRT_DROP_MM), shade(look.wood, 0.5))
    boxed(canvas, low, (-SKIRT_DROP_MM, -RAIL_DROP_MM), shade(look.wood, 0.45))
    paint_nets(canvas, kit, look)
    boxed(canvas, top, (-RAIL_DROP_MM, rail_height_mm(kit)), shade(look.wood, 0.6))


def boxed(canvas: Canvas, outline: Array, heights: tuple[float, float], colour: Array) -> None:
    """Draw the sides of an upright box that face the camera."""
    eye = canvas.camera.centre_mm
    middle = outline.mean(axis=0)
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        normal = np.array([b[1] - a[1], a[0] - b[0]])
        normal = normal * np.sign(normal @ ((a + b) / 2 - middle))
        if normal @ (eye[:2] - a) > 0:
            quad = np.vstack([flat([a, b], heights[0]), flat([b, a], heights[1])])
            light = 0.85 + 0.3 * abs(normal[1]) / np.linalg.norm(normal)
            canvas.fill(quad, shade(colour, light))


def paint_nets(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the nets under the pockets that face the camera, and the balls that lie in them."""
    eye, held = canvas.camera.centre_mm[:2], dict(look.netted)
    for pocket in kit.pockets:
        out = way_out(kit, pocket)
        at = np.array(pocket.fall) + out * 75
        if (eye - at) @ out < 0:
            continue
        across = np.array([-out[1], out[0]])
        rim = [at - across * 62, at + across * 62, at + across * 34, at - across * 34]
        canvas.fill(np.vstack([flat(rim[:2], -30), flat(rim[2:], -260)]), shade(look.leather, 0.3))
        if pocket.name in held:
            edge = outline_px(canvas.camera, np.array([*at, -205.0]), kit.ball_radius_mm)
            canvas.fill_px(edge, shade(look.balls[held[pocket.name]], 0.6))
        for share in np.linspace(0.1, 0.9, 6):
            ends = [rim[0] * (1 - share) + rim[1] * share, rim[3] * (1 - share) + rim[2] * share]
            strip = np.vstack([flat([ends[0] - across * 2, ends[0] + across * 2], -30), flat([ends[1]], -260)])
            canvas.fill(strip, shade(look.leather, 0.55))


def paint_thrown(canvas: Canvas, look: Look) -> None:
    """Draw the lines of light that a projector throws on the cloth."""
    for chain in look.thrown:
        places = np.array(chain, float)
        for a, b in pairwise(places):
            along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
            across = np.array([-along[1], along[0]]) * 3.5
            canvas.fill(flat([a - across, b - across, b + across, a + across], 0), look.thrown_colour)


def _paint_sights(canvas: Canvas, kit: Kit) -> None:
    """Draw white dots along the rails."""
    middle, height = kit.cushion_mm + kit.rail_mm / 2, rail_height_mm(kit)
    along = np.linspace(0, kit.length_mm, 9)[1:-1]
    across = np.linspace(0, kit.width_mm, 5)[1:-1]
    places = [(x, y) for y in along for x in (-middle, kit.width_mm + middle)]
    places += [(x, y) for x in across for y in (-middle, kit.length_mm + middle)]
    for place in places:
        canvas.fill(flat(circle(place, 6.0, count=8), height), (215.0, 215.0, 220.0))


def paint_bed(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the cloth of the bed, its marks and the holes."""
    m = kit.cushion_mm + 20
    canvas.fill(flat(rectangle(-m, -m, kit.width_mm + m, kit.length_mm + m), 0), look.cloth)
    half = look.line_mm / 2
    if half > 0:
        canvas.fill(flat(rectangle(0, kit.baulk_mm - half, kit.width_mm, kit.baulk_mm + half), 0), look.line)
        _paint_d(canvas, kit, look)
    for spot in kit.spots.values():
        if look.spot_mm > 0:
            canvas.fill(flat(circle(spot, look.spot_mm / 2, count=12), 0), look.line)
    paint_thrown(canvas, look)
    for pocket in kit.pockets:
        canvas.fill(flat(circle(pocket.fall, pocket.radius_mm), 0), HOLE)
        _paint_well(canvas, kit, pocket, look)


def _paint_d(canvas: Canvas, kit: Kit, look: Look) -> None:
    centre, half = (kit.width_mm / 2, kit.baulk_mm), look.line_mm / 2
    for start in np.linspace(np.pi, 2 * np.pi, 21)[:-1]:
        around = (start, start + np.pi / 20)
        ring = [circle(centre, kit.d_radius_mm - half, around, 4), circle(centre, kit.d_radius_mm + half, around, 4)]
        canvas.fill(flat(np.vstack([ring[0], ring[1][::-1]]), 0), look.line)


def _paint_well(canvas: Canvas, kit: Kit, pocket: Pocket, look: Look) -> None:
    """Draw the far wall of a pocket, as far as it can be seen from the camera."""
    away = np.arctan2(*way_out(kit, pocket)[::-1])
    rim = circle(pocket.fall, pocket.radius_mm, (away - np.pi / 2, away + np.pi / 2), 9)
    eye = canvas.camera.centre_mm[:2]
    for a, b in pairwise(rim):
        if (eye - a) @ (np.array(pocket.fall) - (a + b) / 2) > 0:
            quad = np.vstack([flat([a, b], -20), flat([b, a], rail_height_mm(kit))])
            canvas.fill(quad, shade(look.leather, 0.28))


def is_near(canvas: Canvas, cushion: Cushion) -> bool:
    """Say whether a cushion stands between the camera and the playing area."""
    face = cushion.nose[len(cushion.nose) // 2]
    return bool((canvas.camera.centre_mm[:2] - face) @ cushion.outward > 0)


def paint_cushions(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Draw the six cushions and the rails, the farthest first."""
    order = sorted(cushions(kit), key=lambda c: is_near(canvas, c))
    for cushion in order:
        _paint_face(canvas, kit, cushion, shade(look.cloth, 0.55))
        _paint_top(canvas, kit, cushion, shade(look.cloth, 0.9))
        _paint_rail(canvas, kit, cushion, np.asarray(look.wood))
    if look.sights:
        _paint_sights(canvas, kit)
    for pocket in sorted(kit.pockets, key=lambda p: -_range(canvas, p)):
        _paint_plate(canvas, kit, pocket, look)


def hiding(canvas: Canvas, kit: Kit, look: Look) -> None:
    """Fill, on a one-channel canvas, all of the table that can stand before a ball."""
    mask = np.array([255.0])
    near = [cushion for cushion in cushions(kit) if is_near(canvas, cushion)]
    for cushion in near:
        _paint_top(canvas, kit, cushion, mask)
        _paint_rail(canvas, kit, cushion, mask)
    sides = {cushion.side for cushion in near}
    for pocket in kit.pockets:
        if sides & set(pocket.name.split("-")):
            canvas.fill(flat(corner_piece(kit, pocket), rail_height_mm(kit)), mask)


def _range(canvas: Canvas, pocket: Pocket) -> float:
    return float(np.linalg.norm(canvas.camera.centre_mm[:2] - np.array(pocket.fall)))


def _paint_face(canvas: Canvas, kit: Kit, cushion: Cushion, colour: Array) -> None:
    """Draw what is seen of the face: the strip between the nose and where it meets the bed."""
    foot = cushion.nose + cushion.outward * UNDERCUT_MM
    for a, b, c, d in zip(cushion.nose[:-1], cushion.nose[1:], foot[1:], foot[:-1], strict=True):
        canvas.fill(np.vstack([flat([a, b], kit.nose_height_mm), flat([c, d], 0)]), colour)


def _paint_top(canvas: Canvas, kit: Kit, cushion: Cushion, colour: Array) -> None:
    heights = kit.nose_height_mm + SLOPE_MM * np.clip(depth(kit, cushion) / kit.cushion_mm, 0, 1)
    canvas.fill(np.column_stack([cushion.nose, heights]), colour)


def depth(kit: Kit, cushion: Cushion) -> Array:
    """Return how far outward each point of the nose lies, mm."""
    face = cushion.nose[len(cushion.nose) // 2] @ cushion.outward
    return np.asarray(cushion.nose @ cushion.outward - face)


def _paint_rail(canvas: Canvas, kit: Kit, cushion: Cushion, colour: Array) -> None:
    back = cushion.nose[[0, -1]]
    strip = np.vstack([back, back[::-1] + cushion.outward * kit.rail_mm])
    canvas.fill(flat(strip, rail_height_mm(kit)), colour)


def _paint_plate(canvas: Canvas, kit: Kit, pocket: Pocket, look: Look) -> None:
    """Draw the piece of rail round a pocket and its leather."""
    height = rail_height_mm(kit)
    piece = corner_piece(kit, pocket)
    canvas.fill(flat(piece, height), look.leather if look.has_full_plates else look.wood)
    if not look.has_full_plates:
        width = 46.0 if pocket.name.startswith("middle") else 62.0
        canvas.fill(flat(band(kit, pocket, width), height + 2), look.leather)
        canvas.fill(flat(band(kit, pocket, 14.0), height + 2), shade(look.leather, 0.8))


def _rim(kit: Kit, pocket: Pocket) -> Array:
    """Return the pocket's edge at the height of the rail, from one cushion's back to the other's."""
    out = way_out(kit, pocket)
    away = np.arctan2(out[1], out[0])
    return circle(pocket.fall, pocket.radius_mm + 4, (away - 1.75, away + 1.75), 15)


def corner_piece(kit: Kit, pocket: Pocket) -> Array:
    """Return the outline of the rail round a pocket, between the rails of the two cushions beside it."""
    six = cushions(kit)
    ends = np.vstack([c.nose[[0, -1]] for c in six])
    outs = np.vstack([np.repeat(c.outward[None], 2, axis=0) for c in six])
    near = np.argsort(np.linalg.norm(ends - np.array(pocket.fall), axis=1))[:2]
    rim = _rim(kit, pocket)
    first, last = sorted(near, key=lambda i: float(np.linalg.norm(ends[i] - rim[0])))
    outline = [ends[first], *rim, ends[last], ends[last] + outs[last] * kit.rail_mm]
    if not pocket.name.startswith("middle"):
        outline += list(_rounded(outs[first], outs[last], kit, pocket))
    return np.array([*outline, ends[first] + outs[first] * kit.rail_mm])


def _rounded(first_out: Array, last_out: Array, kit: Kit, pocket: Pocket) -> Array:
    """Return the outer corner of the table as an arc."""
    radius, reach = 70.0, outer(kit)
    corner = np.clip(np.array(pocket.fall), 0, (kit.width_mm, kit.length_mm)) + (first_out + last_out) * reach
    centre = corner - (first_out + last_out) * radius
    angle = np.linspace(0, np.pi / 2, 7)[:, None]
    return np.asarray(centre + radius * (np.cos(angle) * last_out + np.sin(angle) * first_out))


def band(kit: Kit, pocket: Pocket, width_mm: float) -> Array:
    """Return the outline of the leather round a pocket, so wide."""
    rim = _rim(kit, pocket)
    away = rim - np.array(pocket.fall)
    wide = rim + away / np.linalg.norm(away, axis=1, keepdims=True) * width_mm
    return np.vstack([rim, wide[::-1]])
