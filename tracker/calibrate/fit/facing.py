"""Which way round a table lies: the ways that a camera may see it, and the one with Baulk, or side A, where it is said.

A table with six pockets may be turned by half, a square board by quarters.
"""

from dataclasses import replace

import numpy as np

from tracker.calibrate.fit.pose import turned, vector
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera


def guessed_end(sure: float) -> str:
    """Return what to tell a person who has not said which end is Baulk."""
    return f"which end is Baulk is a guess ({100 * sure:.0f} % sure): say --baulk near, far, left or right"


def guessed_side(sure: float) -> str:
    """Return what to tell a person who has not said where side A of a board is."""
    return f"which side is A's is a guess ({100 * sure:.0f} % sure): say --baulk near, far, left or right"


def ways_round(camera: Camera, kit: Kit) -> tuple[Camera, ...]:
    """Return all cameras that see a table as this one does, but for the names of its ends and sides; itself first."""
    if kit.width_mm != kit.length_mm:
        return camera, turned(camera, kit.width_mm, kit.length_mm)
    ways = [camera]
    for _ in range(3):
        ways.append(quarter_turned(ways[-1], kit))
    return tuple(ways)


def way_to(camera: Camera, kit: Kit, end: End) -> Camera:
    """Return the one of them with Baulk, or side A, toward that side of the picture."""
    return max(ways_round(camera, kit), key=lambda way: toward(way, kit, end))


def toward(camera: Camera, kit: Kit, end: End) -> float:
    """Return how far (px) the Baulk end lies from the Top end in that direction of the picture."""
    middles = camera.project_on([(kit.width_mm / 2, 0.0), (kit.width_mm / 2, kit.length_mm)], 0.0)
    right, down = middles[0] - middles[1]
    return float({"near": down, "far": -down, "left": -right, "right": right}[end])


def quarter_turned(camera: Camera, kit: Kit) -> Camera:
    """Return the same camera for a square board whose sides have changed names: what was right is the bottom."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    shift = camera.translation + camera.rotation_matrix @ np.array([kit.width_mm, 0.0, 0.0])
    return Camera(
        image_size=camera.image_size, matrix=camera.matrix, distortion=camera.distortion,
        rotation=vector(camera.rotation_matrix @ quarter), translation=shift,
    )  # fmt: skip


def faced(calibration: Calibration, kit: Kit, end: End | None) -> Calibration:
    """Return a calibration with Baulk, or side A, where a person says that it lies in the picture; None: as it was."""
    if end is None:
        return calibration
    guesses = tuple(said(1.0).split("(")[0] for said in (guessed_end, guessed_side))
    notes = tuple(note for note in calibration.notes if not note.startswith(guesses))
    return replace(calibration, camera=way_to(calibration.camera, kit, end), baulk_sure=1.0, notes=notes)
