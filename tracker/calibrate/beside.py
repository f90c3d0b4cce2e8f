"""Another table in the picture: the nearer of two is taken, and a person is told of the other."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.softened import Softened
from tracker.calibrate.trials import Trial, begun, refined, simple_shapes

Array = NDArray[np.float64]

APART: Final = 0.15
"""Of another table's shape no more than this share lies on the first table."""
FILLED: Final = 0.85
"""So much of that shape is cloth: what is less even is not worth a trial."""
SPOKEN_OF: Final = -2.0
"""Log odds from which a table is worth a word, though not to be taken: a network is shown one table a picture, and
tells less of any other."""


def another(soft: Softened, sensor: Sensor, best: Trial) -> Trial | None:
    """Return the fit of another table that the picture shows as well; None: it shows none."""
    bed = bed_px(best)
    for cloth, outline in simple_shapes(soft.picture):
        corners_px = outline.in_picture(cloth.scale)
        if outline.fill > FILLED and all(outline.seen) and shared(corners_px, bed) < APART:
            for start in begun(corners_px, sensor, best.kit):
                trial, told = refined(soft, start, sensor)
                may_be_taken = told.good or area(bed_px(trial)) <= area(bed)
                if told.nats > SPOKEN_OF and may_be_taken and shared(bed_px(trial), bed) < APART:
                    return trial
    return None


def nearer(best: Trial, other: Trial | None) -> tuple[Trial, Trial | None]:
    """Return of two tables the one that looks larger, and then the other."""
    if other is None or area(bed_px(best)) >= area(bed_px(other)):
        return best, other
    return other, best


def word_about(other: Trial, taken: Trial) -> str:
    """Return what to tell a person of the table that was not taken."""
    right, down = bed_px(other).mean(axis=0) - bed_px(taken).mean(axis=0)
    side = ("right" if right > 0 else "left") if abs(right) > abs(down) else ("below" if down > 0 else "above")
    where = f"to the {side} of" if side in ("left", "right") else side
    return f"another table is seen {where} this one, which is the nearer: where the other is meant, give its corners"


def shared(shape: Array, bed: Array) -> float:
    """Return which share of a convex (n, 2) shape lies on another."""
    both, _ = cv2.intersectConvexConvex(shape.astype(np.float32), bed.astype(np.float32))
    return float(both) / max(area(shape), 1e-6)


def area(shape: Array) -> float:
    """Return the area of an (n, 2) shape in px."""
    return float(cv2.contourArea(shape.astype(np.float32)))


def bed_px(trial: Trial) -> Array:
    """Return the (4, 2) corners of the playing area in the picture."""
    return trial.fit.camera.project(rectangle(trial.kit, 0.0))
