"""Trials: a patch that may be the cloth, a kit that may be the table, a camera; refined, and asked if borne out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.cloth import ClothPatch, cloths, patch_of
from tracker.calibrate.features.cushions.widths import cushion_widths
from tracker.calibrate.features.lines import Cushion, cushion_lines
from tracker.calibrate.features.outline import ClothOutline, alike, outlines
from tracker.calibrate.features.regions import LEVELS, NOSES, WOOD
from tracker.calibrate.fit.pose import Sensor, guesses, is_convex, rectangle
from tracker.calibrate.fit.refine import on_wood_alone, refine
from tracker.calibrate.fit.softened import Softened, shade_of_cloth
from tracker.calibrate.fit.solve import CameraFit
from tracker.calibrate.fit.table_odds import FitVerdict, judge
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

RIVAL_COST: Final = 60.0
"""A second guess of a misfit above this is not worth a trial."""
MOST_TOLD: Final = 3
"""So many shapes are made of what is told to be a table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trial:
    """A kit that may be the table, and a camera that sees it there."""

    fit: CameraFit
    kit: Kit


def shapes(picture: Picture) -> Iterator[tuple[ClothPatch, ClothOutline]]:
    """Yield what patches may be the cloth with its shape, simple shapes that a patch fills well before all others."""
    simple = simple_shapes(picture)
    yield from simple
    given = [outline.corners_px for _, outline in simple]
    for cloth, _ in simple:
        for outline in islice(outlines(cloth.mask), 1, None):
            if _is_new(outline, given):
                given.append(outline.corners_px)
                yield cloth, outline


def told_shapes(soft: Softened) -> Iterator[tuple[ClothPatch, ClothOutline]]:
    """Yield the shapes that what is told to lie within a table's wood may have, the simplest first."""
    cloth = None if soft.regions is None else patch_of(soft.regions[WOOD], LEVELS / 2)
    if cloth is not None:
        yield from ((cloth, outline) for outline in islice(outlines(cloth.mask), MOST_TOLD))


def simple_shapes(picture: Picture) -> list[tuple[ClothPatch, ClothOutline]]:
    """Return what patches may be the cloth with the simplest shape of each, the likeliest first; of like ones one."""
    first = ((cloth, next(outlines(cloth.mask), None)) for cloth in cloths(picture))
    found = sorted(((cloth, outline) for cloth, outline in first if outline), key=lambda one: -one[1].likely)
    given: list[Array] = []
    new = []
    for cloth, outline in found:
        if _is_new(outline, given):
            given.append(outline.corners_px)
            new.append((cloth, outline))
    return new


def _is_new(outline: ClothOutline, given: Sequence[Array]) -> bool:
    return not any(alike(outline.corners_px, other) for other in given)


def begun(corners_px: Array, sensor: Sensor, kit: Kit) -> Iterator[Trial]:
    """Yield the cameras that may see a table in a shape (4, 2), the likelier first."""
    if not is_convex(corners_px):
        return
    first = guesses(corners_px, rectangle(kit, kit.cushion_mm), sensor)
    for camera, cost in sorted(first, key=lambda found: found[1]):
        if cost < RIVAL_COST:
            start = CameraFit(camera=camera, cushion=Cushion(width_mm=kit.cushion_mm), seen=())
            yield Trial(fit=start, kit=kit)


def on_wood(soft: Softened, start: Trial, sensor: Sensor) -> Trial | None:
    """Return the trial with its camera brought to the wood round the table alone; None: too little of that is seen."""
    fit = on_wood_alone(soft, start.fit, sensor, start.kit)
    return replace(start, fit=fit) if fit.seen else None


def widths(soft: Softened, wood: Trial) -> list[float]:
    """Return how wide the cushions of a table on whose wood a camera was brought may be, in lengths of its bed."""
    lines = cushion_lines(wood.kit)
    if soft.by_regions and soft.regions is not None:
        shade = -soft.regions[NOSES]
    else:
        shade = np.asarray(soft.colours @ shade_of_cloth(soft, wood.fit.camera, lines).astype(np.float32), np.float32)
    found = cushion_widths(shade, wood.fit.camera, wood.fit.cushion, wood.kit)
    whole = wood.kit.length_mm + 2 * wood.fit.cushion.width_mm
    return [width / (whole - 2 * width) for width in found]


def refined(soft: Softened, start: Trial, sensor: Sensor, astray: str = "") -> tuple[Trial, FitVerdict]:
    """Return the camera refined from a guess, a side of which may be `astray`, and whether the picture bears it out."""
    fit = refine(soft, start.fit, sensor, start.kit, None, astray)
    return replace(start, fit=fit), judge(soft, fit, start.kit)
