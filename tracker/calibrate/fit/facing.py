"""Which way round a table lies: the ways that a camera may see it, and the one with Baulk, or side A, where it is said.

A table with six pockets may be turned by half, a square board by quarters.
"""

from dataclasses import replace
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.fit.pose import turned, vector
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

EVEN_DEG: Final = 15.0
"""Of two sides that point so nearly alike far to the left, say, nobody can tell which a person means by that.

Set by hand: of six drawn boards that are seen along a diagonal two sides differ by 1 to 4 degrees.
"""


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
    """Return the one of them with Baulk, or side A, toward that side of the picture.

    Where a corner of a board points at the camera two sides lie as far to the left: of these the farther is meant.
    """
    return max(_ways_to(camera, kit, end), key=lambda way: float(_to_baulk(way, kit) @ _way("far")))


def doubt_of_side(camera: Camera, kit: Kit, end: End) -> tuple[str, ...]:
    """Return what to tell a person by whose word two sides of a board may be meant; nothing where it is one."""
    if len(_ways_to(camera, kit, end)) == 1:
        return ()
    words = ("near", "far") if end in {"left", "right"} else ("left", "right")
    meant = " or ".join(f"{word}-{end}" if end in {"left", "right"} else f"{end}-{word}" for word in words)
    return (f"two sides of the board are {end}: the farther is taken for A's; say --baulk {meant}",)


def _ways_to(camera: Camera, kit: Kit, end: End) -> list[Camera]:
    """Return the ways round by which Baulk, or side A, lies as much toward that side of the picture as may be."""
    ways = ways_round(camera, kit)
    off_deg = [_between_deg(_to_baulk(way, kit), _way(end)) for way in ways]
    least = min(off_deg)
    return [way for way, deg in zip(ways, off_deg, strict=True) if deg == least or deg < min(least + EVEN_DEG, 90.0)]


def end_of(camera: Camera, kit: Kit) -> End:
    """Return the word for where in the picture the Baulk end, or side A, lies."""
    return min(get_args(End), key=lambda end: _between_deg(_to_baulk(camera, kit), _way(end)))


def toward(camera: Camera, kit: Kit, end: End) -> float:
    """Return how far (px) the Baulk end lies from the Top end in that direction of the picture."""
    return float(_to_baulk(camera, kit) @ _way(end))


def _to_baulk(camera: Camera, kit: Kit) -> Array:
    """Return the way (px, right and down) from the Top end, or side B, to Baulk, or side A."""
    middles = camera.project_on([(kit.width_mm / 2, 0.0), (kit.width_mm / 2, kit.length_mm)], 0.0)
    return np.asarray(middles[0] - middles[1])


def _way(end: End) -> Array:
    """Return the direction (right and down, of length 1) that is meant by a word."""
    right, down = "right" in end, "near" in end
    way = np.array([float(right) - float("left" in end), float(down) - float("far" in end)])
    return np.asarray(way / np.linalg.norm(way))


def _between_deg(one: Array, other: Array) -> float:
    """Return the angle between two directions."""
    along = float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(np.clip(along, -1.0, 1.0))))


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
    notes += doubt_of_side(calibration.camera, kit, end)
    return replace(calibration, camera=way_to(calibration.camera, kit, end), baulk_sure=1.0, notes=notes)
