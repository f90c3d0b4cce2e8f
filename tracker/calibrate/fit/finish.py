"""From a fitted camera to a calibration: name the ends, use the marks on the cloth, and say how well all of it fits."""

from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import cushion_lines, mark_lines
from tracker.calibrate.features.pockets import CushionGap, gaps, middle_pockets
from tracker.calibrate.fit.astray import astray_odds, said_mm
from tracker.calibrate.fit.ends import evidence, how_sure
from tracker.calibrate.fit.facing import guessed_end, toward, way_to, ways_round
from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.quality import errors, place_error_mm
from tracker.calibrate.fit.settle import edges_alone, settled
from tracker.calibrate.fit.softened import Softened
from tracker.calibrate.fit.solve import CameraFit, Spotted
from tracker.calibrate.fit.table_odds import judge
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Picture = NDArray[np.uint8]

CLEAR: Final = 0.9
"""Odds from which the question of the ends counts as settled."""
CLICK_PX: Final = 3.0
"""How well a person points at a corner."""
FINGER: Final = 0.04
"""How far a corner may turn out to lie from where a person pointed, as a share of the picture's diagonal."""
MOST_LOOSE_MM: Final = 8.0
"""Places that may be farther off than this are worth a word: a third of a ball's radius."""
HABIT: Final = 0.5
"""Log odds for Baulk being the far end: cameras behind an end mostly stand behind the black one, as reds lie there."""


def finish(
    soft: Softened, fit: CameraFit, kit: Kit, baulk: End | None, corners_px: NDArray[np.float64] | None = None
) -> Calibration:
    """Return the calibration of a fit, its ends named and its marks used; `corners_px` (4, 2) are a person's."""
    sensor = Sensor(width_px=soft.picture.shape[1], height_px=soft.picture.shape[0])
    fit, sure, notes = with_ends_named(soft, fit, kit, baulk, corners_px)
    nats = table_nats(soft, fit, kit) if corners_px is None else inf
    astray = astray_odds().told(nats, kit.length_mm, nearer_gap(soft.picture, fit, kit))
    error_mm = said_mm(place_error_mm(fit, sensor, kit), astray)
    if error_mm > MOST_LOOSE_MM:
        notes += (f"balls may be placed {error_mm:.0f} mm off: point at the corners again, or show more of the table",)
    return Calibration(
        table=kit.name, camera=fit.camera, error_px=errors(fit)[0], error_mm=error_mm,
        found_by="auto" if corners_px is None else "points", baulk_sure=sure, notes=notes,
    )  # fmt: skip


def with_ends_named(
    soft: Softened, fit: CameraFit, kit: Kit, baulk: End | None, corners_px: NDArray[np.float64] | None = None
) -> tuple[CameraFit, float, tuple[str, ...]]:
    """Return a fit settled with its ends named, how sure that is, and what to tell a person; as `finish` is asked."""
    sensor = Sensor(width_px=soft.picture.shape[1], height_px=soft.picture.shape[0])
    camera, sure, notes = _right_way_round(soft.picture, fit.camera, kit, baulk)
    start = CameraFit(camera=camera, cushion=fit.cushion, seen=())
    lines = cushion_lines(kit) + (mark_lines(kit) if sure >= CLEAR and baulk is None else [])
    given = None if corners_px is None else pointed_at(camera, kit, corners_px)
    return settled(soft, start, sensor, kit, lines, given), sure, notes


def table_nats(soft: Softened, fit: CameraFit, kit: Kit) -> float:
    """Return how likely (log odds) it is that a settled fit is a table."""
    return judge(soft, edges_alone(fit), kit).nats


def pointed_at(camera: Camera, kit: Kit, corners_px: NDArray[np.float64]) -> Spotted:
    """Return the playing area's corners as a person pointed at them, each the one nearest to where `camera` sees it."""
    corners = rectangle(kit, 0.0)
    away = np.linalg.norm(camera.project(corners)[None] - corners_px[:, None], axis=2)
    return Spotted(points_mm=corners[np.argmin(away, axis=1)], pixels=corners_px, spread_px=CLICK_PX)


def nearer_gap(picture: Picture, fit: CameraFit, kit: Kit) -> CushionGap | None:
    """Return the middle pocket that lies nearer to where a fit has it; None where not both are seen.

    One alone proves nothing, since a player may stand before it, or its jaws hide each other.
    """
    read = gaps(picture, fit.camera, fit.cushion, kit)
    return min(read, key=lambda gap: abs(gap.at_mm)) if len(read) == len(middle_pockets(kit)) else None


def _right_way_round(
    picture: Picture, camera: Camera, kit: Kit, baulk: End | None
) -> tuple[Camera, float, tuple[str, ...]]:
    """Return the camera with Baulk at the right end, how sure that is, and what to tell a person."""
    if baulk is not None:
        return way_to(camera, kit, baulk), 1.0, ()
    _, other = ways_round(camera, kit)
    one, two = evidence(picture, camera, kit), evidence(picture, other, kit)
    habit = HABIT if toward(camera, kit, "far") > toward(other, kit, "far") else -HABIT
    odds = how_sure(one.weight + habit, two.weight)
    sure = max(odds, 1 - odds)
    doubt = guessed_end(sure)
    return (camera if odds >= 0.5 else other), sure, (() if sure >= CLEAR else (doubt,))
