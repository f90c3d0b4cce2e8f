"""The camera that stands somewhere, before there is one: by its place, what it looks at, its lens and its pictures."""

from math import atan2, sin, tan

import numpy as np
from numpy.typing import NDArray

from tracker.domain.advice import Stand
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

STEEP = sin(np.radians(70.0))
"""From here on down a camera hangs over the table, and is turned so that the table lies along its picture."""
LEAST_NOSES = 3.0
"""A camera lower than this, in heights of the cushions' noses, sees no cloth to speak of."""


def camera_of(stand: Stand, kit: Kit) -> Camera:
    """Return the camera of a stand: square pixels, a lens that bends nothing, held level.

    Raises:
        BadInput: it stands too low, or in the very place that it looks at.
    """
    least_mm = LEAST_NOSES * kit.nose_height_mm
    if stand.at_mm[2] < least_mm:
        raise BadInput(
            f"a camera {stand.at_mm[2]:g} mm above the cloth looks into the cushions: raise it,"
            f" Z is {least_mm:.0f} at least"
        )
    turn = _turn(stand)
    wide, high = stand.size_px
    focal = wide / 2 / tan(np.radians(stand.lens_deg) / 2)
    matrix = np.array([[focal, 0, (wide - 1) / 2], [0, focal, (high - 1) / 2], [0, 0, 1.0]])
    return Camera(
        image_size=stand.size_px, matrix=matrix, distortion=np.zeros(5), rotation=rotation_vector(turn),
        translation=-turn @ np.array(stand.at_mm),
    )  # fmt: skip


def stand_of(camera: Camera) -> Stand:
    """Return where a camera that is there already stands, at what place on the cloth it looks, and with what lens.

    Raises:
        BadInput: it is none that advice is given on: it looks past the cloth, or has too wide or too narrow a lens.
    """
    wide, high = camera.image_size
    middle = [((wide - 1) / 2, (high - 1) / 2)]
    if camera.rays(middle)[0, 2] >= 0:
        raise BadInput("the middle of the picture does not show the floor: turn the camera down to the table")
    towards = camera.place(middle, 0.0)[0].tolist()
    lens_deg = 2 * np.degrees(atan2(wide / 2, camera.matrix[0, 0]))
    at_mm = tuple(camera.centre_mm.tolist())
    return Stand(at_mm=at_mm, towards_mm=Point(*towards), lens_deg=float(lens_deg), size_px=camera.image_size)


def _turn(stand: Stand) -> Array:
    """Return the (3, 3) rotation, world to camera: right, down and ahead in the table's coordinates."""
    ahead = np.array([*stand.towards_mm, 0.0]) - stand.at_mm
    ahead /= np.linalg.norm(ahead)
    if -ahead[2] < STEEP:
        right = np.cross(ahead, [0.0, 0.0, 1.0])
    else:
        toward_top = np.array([0.0, 1.0, 0.0])
        lies = toward_top - (toward_top @ ahead) * ahead
        right = lies if stand.size_px[0] >= stand.size_px[1] else np.cross(ahead, lies)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(ahead, right), ahead])


def rotation_vector(matrix: Array) -> Array:
    """Return the (3,) Rodrigues vector of a (3, 3) rotation matrix, by its quaternion (Shepperd, 1978)."""
    trace = float(np.trace(matrix))
    squares = np.array([trace, *np.diag(matrix)])
    largest = int(squares.argmax())
    if largest == 0:
        w = 1 + trace
        axis = np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])
    else:
        i, j, k = (largest - 1, largest % 3, (largest + 1) % 3)
        axis = np.zeros(3)
        axis[i] = 1 + 2 * matrix[i, i] - trace
        axis[j], axis[k] = matrix[i, j] + matrix[j, i], matrix[i, k] + matrix[k, i]
        w = float(matrix[k, j] - matrix[j, k])
    length = float(np.linalg.norm(axis))
    if length < 1e-12:
        return np.zeros(3)
    return np.asarray(2 * np.arctan2(length, w) * axis / length)
