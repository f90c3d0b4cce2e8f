"""Where the edges of a table are seen near where a camera predicts them: by slopes of light, colour, or regions."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import STEP_PX, Measured, Profile, measure, profiles
from tracker.calibrate.features.lines import TableEdge
from tracker.calibrate.fit.softened import Softened, region_of, shade_of_cloth
from tracker.calibrate.fit.solve import CUSHION_SPREAD_MM, CameraFit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

LEAST_SLOPE = {"nose": 0.8, "wood": 1.5, "mark": 0.35, "frame": 1.5}
"""Slopes in grey levels per pixel under which an edge is not to be told from noise."""
LEAST_TOLD = 0.1
"""The same of a region's outline, in `LEVELS` of all of them: one that fades over so much of the picture is none."""
TOLD_REACH = (0.01, 0.1)
"""No less and no more than these shares of the picture's width an outline is looked for away from its place."""
COLOURED = ("wood", "frame")
"""Edges at which a colour ends: the cloth's before the wood, a board's bed before its frame."""
SHORT_OF_WOOD, SHORT_WHERE_KNOWN = 0.6, 0.35
"""A nose is looked for outward only this share of the cushion's width, or of one that was seen: the wood's edge is the
stronger."""
CLEAR_NOSE = 0.6
"""A nose with shade below it along this share of its length is not in question."""
STEP_OVER_SHADE = 2.5
"""How much clearer a step must be than a shade to be taken for the nose."""
FACE_PX = 2.0
"""A face that is seen as wider than this is a shade of its own: a step there is its foot, on the bed."""


def look_for(
    soft: Softened, fit: CameraFit, lines: list[TableEdge], reach_mm: float, by_tint: bool = False
) -> tuple[Measured, ...]:
    """Return those of `lines` that the picture shows within `reach_mm` of where `fit` predicts them.

    Wood is looked for `by_tint` where tints are known: there the shaded face of a cushion is no edge.
    """
    colours = soft.tint if by_tint and soft.tint is not None else soft.colours
    found, shade = [], shade_of_cloth(soft, fit.camera, lines)
    for line in lines:
        points = line.at(fit.cushion)
        scale = _px_per_mm(fit.camera, points, line.outward)
        reach = float(np.clip(reach_mm * scale, 3.5, 30.0))
        shown = soft.grey if line.kind == "mark" else colours
        band = profiles(shown, fit.camera, points, line.outward, reach)
        if line.kind == "nose":
            band = replace(band, values=band.values @ shade)
        short = SHORT_OF_WOOD if fit.width_spread_mm >= CUSHION_SPREAD_MM else SHORT_WHERE_KNOWN
        furthest_px = max(short * fit.cushion.width_mm * scale, 2.0)
        seen = _clearest(line, band, furthest_px, may_step=not shows_face(fit.camera, line, band))
        if seen is not None:
            found.append(seen)
    return tuple(found)


def look_in_regions(soft: Softened, fit: CameraFit, lines: list[TableEdge], reach_mm: float) -> tuple[Measured, ...]:
    """Return those of `lines` that are told to run within `reach_mm` of where `fit` predicts them."""
    found = []
    for line in lines:
        points = line.at(fit.cushion)
        reach = reach_mm * _px_per_mm(fit.camera, points, line.outward)
        reach = float(np.clip(reach, *(share * soft.grey.shape[1] for share in TOLD_REACH)))
        band = profiles(region_of(soft, line), fit.camera, points, line.outward, reach)
        seen = measure(line, band, -np.gradient(band.values, STEP_PX, axis=1), LEAST_TOLD)
        if seen is not None:
            found.append(seen)
    return tuple(found)


def _px_per_mm(camera: Camera, points_mm: Array, ways: Array) -> float:
    across = np.linalg.norm(camera.project(points_mm + ways) - camera.project(points_mm), axis=1)
    return float(np.nanmedian(across)) if np.any(np.isfinite(across)) else 0.0


def shows_face(camera: Camera, line: TableEdge, band: Profile) -> bool:
    """Say whether a cushion turns its face to the camera, so that its shade lies between nose and bed."""
    if line.kind != "nose" or not band.inside.any():
        return False
    off_px = np.sum((camera.project(line.foot()) - band.at) * band.normals, axis=1)
    return bool(np.median(off_px[band.inside]) < -FACE_PX)


def _clearest(line: TableEdge, band: Profile, furthest_px: float, may_step: bool) -> Measured | None:
    """Return where the line is seen; a nose no further outward than `furthest_px`, where the wood may be.

    A nose is where, coming from outside, the lit top gives way to shade. Where its face does not show, it `may_step`:
    the top may also be the darker side of a mere step, which must be far the clearer of the two.
    """
    slope, least = _slope(line, band), LEAST_SLOPE[line.kind]
    if line.kind == "nose":
        slope[:, band.offsets > furthest_px] = 0.0
    usual = measure(line, band, slope, least)
    if not may_step or line.kind != "nose" or (usual is not None and usual.seen_share > CLEAR_NOSE):
        return usual
    stepped = measure(line, band, -slope, least)
    if stepped is None or (usual is not None and stepped.clearness < STEP_OVER_SHADE * usual.clearness):
        return usual
    return stepped


def _slope(line: TableEdge, band: Profile) -> Array:
    """Return the (n, m) slope that an edge of this kind has, in grey levels per pixel.

    Wood is where the colour of the cloth ends; a mark is a thin ridge, lighter or darker than the cloth.
    """
    values = band.values
    if line.kind == "nose":
        return np.asarray(np.gradient(values, STEP_PX, axis=1))
    if line.kind in COLOURED:
        return np.asarray(-np.gradient(_cloth_like(values), STEP_PX, axis=1))
    ridge = values - (np.roll(values, 6, axis=1) + np.roll(values, -6, axis=1)) / 2
    ridge[:, :6] = ridge[:, -6:] = 0
    inner = ridge[:, 6:-6]
    dark = np.median(inner.min(axis=1)) + np.median(inner.max(axis=1)) < 0 if inner.size else False
    return np.asarray(-ridge if dark else ridge)


def _cloth_like(values: Array) -> Array:
    """Return (n, m) values that tell cloth from wood: colours projected on the way from the outer to the inner ends."""
    tenth = max(values.shape[1] // 5, 2)
    inner = np.median(values[:, :tenth].reshape(-1, values.shape[2]), axis=0)
    outer = np.median(values[:, -tenth:].reshape(-1, values.shape[2]), axis=0)
    way = (inner - outer) / max(float(np.linalg.norm(inner - outer)), 1e-6)
    return np.asarray(values @ way)
