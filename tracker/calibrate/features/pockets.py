"""Where the middle pockets are: the gaps in the two long cushions halfway between the ends.

Along the top of a cushion the cloth's colour is read; where the pocket is it gives way to leather, wood and the dark of
the hole, from jaw to jaw. The jaws differ from maker to maker but are alike on both sides, so the middle of the gap is
the middle of the table, whatever its width: that fixes the perspective where few other lines run across the table.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.edges import Measured
from tracker.calibrate.features.lines import Cushion, TableEdge
from tracker.domain.table.kit import Kit, Pocket
from tracker.geometry.camera import Camera
from tracker.geometry.interpolated import read

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

REACH_MOUTHS = 2.5
"""How far either way from its place a pocket is looked for, in widths of its mouth."""
STEP_MM = 4.0
DEPTH = 0.5
"""Share of the cushion's width, from the nose back, at which the cloth is read."""
LEVEL = 0.35
"""The gap begins where the colour has gone this share of the way from cloth to hole: a jaw in shade is no cloth."""
NARROW, WIDE = 0.4, 1.4
"""A gap narrower or wider than this, in widths of the mouth, is something else: an arm, a shadow."""
LEAST_CONTRAST = 25.0
"""Grey levels between cloth and hole."""
READ_MM, SLANTED_MM = 1.5, 5.5
"""How well the middle of a gap is read (1 sigma): from above, and along the table, where leather and the far jaw lie
in one line. Over the gaps of drawn tables 0 to 199 that are placed to 4 mm; the jaws differ from maker to maker."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CushionGap:
    """A gap in a cushion, along the cushion's own line."""

    pocket: Pocket
    at_mm: float
    """How far its middle lies from the pocket's place, toward the Top end."""
    sd_mm: float
    """How well that is read."""
    wide_mm: float
    """How far it is from jaw to jaw."""


def gaps(picture: Picture, camera: Camera, cushion: Cushion, kit: Kit) -> list[CushionGap]:
    """Return the gaps that are seen near the middle pockets of a table that `camera` looks at."""
    found = []
    for pocket in middle_pockets(kit):
        along = np.arange(-REACH_MOUTHS * pocket.mouth_mm, REACH_MOUTHS * pocket.mouth_mm + 1, STEP_MM)
        at = camera.project(_top(pocket, cushion, kit, along))
        if np.all((at > 1) & (at < np.array(camera.image_size) - 2)):
            seen = _gap(read(picture, at), along, pocket.mouth_mm)
            if seen is not None:
                middle, wide = seen
                gap = CushionGap(pocket=pocket, at_mm=middle, sd_mm=_sd_mm(pocket, camera), wide_mm=wide)
                found.append(gap)
    return found


def _sd_mm(pocket: Pocket, camera: Camera) -> float:
    """Return how well (mm) the middle of a gap at `pocket` is read by a camera that stands there."""
    way = camera.centre_mm - (pocket.fall.x_mm, pocket.fall.y_mm, 0.0)
    along = float(way[1] / np.linalg.norm(way))
    return float(np.hypot(READ_MM, SLANTED_MM * along))


def middle_pockets(kit: Kit) -> list[Pocket]:
    """Return the pockets in the long cushions."""
    return [pocket for pocket in kit.pockets if pocket.name.startswith("middle")]


def measured_gaps(picture: Picture, camera: Camera, cushion: Cushion, kit: Kit) -> list[Measured]:
    """Return the middles of the gaps as samples of lines that run across the cushions."""
    return [as_measured(gap.pocket, gap.at_mm, camera, cushion, kit) for gap in gaps(picture, camera, cushion, kit)]


def as_measured(pocket: Pocket, at_mm: float, camera: Camera, cushion: Cushion, kit: Kit) -> Measured:
    """Return the middle of a gap, `at_mm` from its pocket's place, as a sample of a line across the cushion."""
    place = _top(pocket, cushion, kit, np.array([0.0, at_mm, at_mm + 1.0]))
    at = camera.project(place)
    way = at[2] - at[1]
    scale = float(np.linalg.norm(way))
    line = TableEdge(name=pocket.name, kind="pocket", points_mm=place[:1], outward=np.array([[0.0, 1.0, 0.0]]))
    return Measured(
        line=line, which=np.zeros(1, np.intp), pixels=at[1:2], normals=way[None] / max(scale, 1e-9),
        seen_share=1.0, strength=0.0, scatter_px=0.0, px_per_mm=scale,
    )  # fmt: skip


def _top(pocket: Pocket, cushion: Cushion, kit: Kit, along: Array) -> Array:
    """Return (n, 3) points on the cushion's top, `along` (n,) mm from the pocket's middle.

    As high as the nose: how much the top rises is fitted with the camera and takes up what else that misses, so that a
    gap read on the rising top is read too near the camera.
    """
    is_left = pocket.fall.x_mm < kit.width_mm / 2
    x_mm = -DEPTH * cushion.width_mm if is_left else kit.width_mm + DEPTH * cushion.width_mm
    y_mm = pocket.fall.y_mm + along
    return np.column_stack([np.full(len(along), x_mm), y_mm, np.full(len(along), kit.nose_height_mm)])


def _gap(colours: Array, along: Array, mouth_mm: float) -> tuple[float, float] | None:
    """Return middle and width of the gap among (n, 3) colours `along` a cushion; None where there is none."""
    cloth = np.median(colours, axis=0)
    apart = cv2.blur(np.linalg.norm(colours - cloth, axis=1)[None].astype(np.float32), (3, 1))[0]
    wide = max(int(0.5 * mouth_mm / STEP_MM), 1)
    mass = np.convolve(apart, np.ones(wide) / wide, "same")
    inner = slice(wide, -wide)
    peak = wide + int(np.argmax(mass[inner]))
    if mass[peak] < LEAST_CONTRAST:
        return None
    open_ = apart > LEVEL * float(np.median(apart[peak - wide // 2 : peak + wide // 2 + 1]))
    shut = np.flatnonzero(~open_)
    before, after = shut[shut < peak], shut[shut > peak]
    if not (open_[peak] and len(before) and len(after)):
        return None
    first, last = float(along[before[-1]]), float(along[after[0]])
    return ((first + last) / 2, last - first) if NARROW * mouth_mm < last - first < WIDE * mouth_mm else None
