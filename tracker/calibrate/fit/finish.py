"""From a fitted camera to a calibration: name the ends, use the marks on the cloth, and say how well all of it fits."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.lines import cushion_lines, mark_lines
from tracker.calibrate.features.pockets import gaps, middle_pockets
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
ASTRAY: Final = 0.07
"""Share of tables that fit well and yet lie off: 6 of 90 drawn ones, by 8 mm and more."""
ASTRAY_MM: Final = 15.0
"""How far they lie off (1 sigma)."""
HABIT: Final = 0.5
"""Log odds for Baulk being the far end: cameras behind an end mostly stand behind the black one, as reds lie there."""


def finish(
    soft: Softened, fit: CameraFit, kit: Kit, baulk: End | None, corners_px: NDArray[np.float64] | None = None
) -> Calibration:
    """Return the calibration of a fit, its ends named and its marks used; `corners_px` (4, 2) are a person's."""
    sensor = Sensor(width_px=soft.picture.shape[1], height_px=soft.picture.shape[0])
    fit, sure, notes = named(soft, fit, kit, baulk, corners_px)
    chance = astray_odds().chance(likely(soft, fit, kit)) if corners_px is None else 0.0
    place_mm = near_mm(soft.picture, fit, sensor, kit)
    error_mm = said_mm(place_mm, chance, astray_odds().far * kit.length_mm)
    if error_mm > MOST_LOOSE_MM:
        notes += (f"balls may be placed {error_mm:.0f} mm off: point at the corners again, or show more of the table",)
    return Calibration(
        table=kit.name, camera=fit.camera, error_px=errors(fit)[0], error_mm=error_mm,
        found_by="auto" if corners_px is None else "points", baulk_sure=sure, notes=notes,
    )  # fmt: skip


def named(
    soft: Softened, fit: CameraFit, kit: Kit, baulk: End | None, corners_px: NDArray[np.float64] | None = None
) -> tuple[CameraFit, float, tuple[str, ...]]:
    """Return a fit settled with its ends named, how sure that is, and what to tell a person; as `finish` is asked."""
    sensor = Sensor(width_px=soft.picture.shape[1], height_px=soft.picture.shape[0])
    camera, sure, notes = _right_way_round(soft.picture, fit.camera, kit, baulk)
    start = CameraFit(camera=camera, cushion=fit.cushion, seen=())
    lines = cushion_lines(kit) + (mark_lines(kit) if sure >= CLEAR and baulk is None else [])
    given = None if corners_px is None else pointed_at(camera, kit, corners_px)
    return settled(soft, start, sensor, kit, lines, given), sure, notes


def likely(soft: Softened, fit: CameraFit, kit: Kit) -> float:
    """Return how likely (log odds) it is that a settled fit is a table."""
    return judge(soft, edges_alone(fit), kit).nats


def near_mm(picture: Picture, fit: CameraFit, sensor: Sensor, kit: Kit) -> float:
    """Return how far off places may be (mm, root of the expected square) if a fit lies on a table's own edges."""
    return float(np.hypot(place_error_mm(fit, sensor, kit), pockets_off_mm(picture, fit, kit)))


def pointed_at(camera: Camera, kit: Kit, corners_px: NDArray[np.float64]) -> Spotted:
    """Return the playing area's corners as a person pointed at them, each the one nearest to where `camera` sees it."""
    corners = rectangle(kit, 0.0)
    away = np.linalg.norm(camera.project(corners)[None] - corners_px[:, None], axis=2)
    return Spotted(points_mm=corners[np.argmin(away, axis=1)], pixels=corners_px, spread_px=CLICK_PX)


def pockets_off_mm(picture: Picture, fit: CameraFit, kit: Kit) -> float:
    """Return how far off (mm, root of the expected square) the table lies by what its middle pockets say of it.

    They are witnesses of their own: cushions that fit well with a strip or a shadow for a side put them elsewhere. That
    a gap is read off may be the reading's error or the table's: each is weighed by how well it foretells what was read
    (a mixture of two normal distributions). One alone proves nothing, since a player may stand before it, or its jaws
    hide each other; so the nearer of both is heard.
    """
    read = gaps(picture, fit.camera, fit.cushion, kit)
    if len(read) < len(middle_pockets(kit)):
        return 0.0
    nearer = min(read, key=lambda gap: abs(gap.at_mm))
    misread = (1 - ASTRAY) * _density(nearer.at_mm, nearer.sd_mm)
    astray = ASTRAY * _density(nearer.at_mm, float(np.hypot(nearer.sd_mm, ASTRAY_MM)))
    return abs(nearer.at_mm) * float(np.sqrt(astray / (astray + misread)))


def _density(off_mm: float, sd_mm: float) -> float:
    return float(np.exp(-0.5 * (off_mm / sd_mm) ** 2) / sd_mm)


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
