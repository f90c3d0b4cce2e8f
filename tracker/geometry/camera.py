"""The camera as a pinhole with a lens, and the way between the table's millimetres and pixels.

World: the table's coordinates, z upward from the cloth (mm). A world point X lands at pixel
u = f * d(R X + t) + c, where d is the radial and tangential distortion of Brown (1971) with OpenCV's
order of coefficients (k1, k2, p1, p2, k3). Pixels count from the centre of the top left one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

UNDISTORT_STEPS = 20
UNDISTORTED = 1e-10
"""Normalised points that a step moves by less than this, a millionth of a pixel or so, have arrived."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Camera:
    """A calibrated camera that looks at one table."""

    image_size: tuple[int, int]
    """Width and height of its pictures in px."""
    matrix: Array
    """(3, 3) intrinsic matrix in px."""
    distortion: Array
    """(5,) k1, k2, p1, p2, k3."""
    rotation: Array
    """(3,) Rodrigues vector, world to camera."""
    translation: Array
    """(3,) world origin in the camera's coordinates, mm."""
    rotation_matrix: Array = field(init=False, repr=False)
    """(3, 3) matrix that turns world directions into camera directions."""
    centre_mm: Array = field(init=False, repr=False)
    """(3,) where the camera stands, in the table's coordinates."""

    def __post_init__(self) -> None:
        for name, shape in (("matrix", (3, 3)), ("distortion", (5,)), ("rotation", (3,)), ("translation", (3,))):
            got = np.shape(getattr(self, name))
            if got != shape:
                raise ValueError(f"camera {name} must have shape {shape}, got {got}")
        object.__setattr__(self, "rotation_matrix", rodrigues(self.rotation))
        object.__setattr__(self, "centre_mm", -self.rotation_matrix.T @ self.translation)

    def project(self, points_mm: ArrayLike) -> Array:
        """Return the (n, 2) pixels of (n, 3) points of the world in mm; points behind the camera give nan."""
        seen = np.asarray(points_mm, float).reshape(-1, 3) @ self.rotation_matrix.T + self.translation
        depth = np.where(seen[:, 2] > 1e-6, seen[:, 2], np.nan)
        flat = distort(seen[:, :2] / depth[:, None], self.distortion)
        return flat @ self.matrix[:2, :2].T + self.matrix[:2, 2]

    def project_on(self, places_mm: ArrayLike, height_mm: float) -> Array:
        """Return the (n, 2) pixels of (n, 2) places at `height_mm` above the cloth."""
        flat = np.asarray(places_mm, float).reshape(-1, 2)
        return self.project(np.column_stack([flat, np.full(len(flat), height_mm)]))

    def place(self, pixels: ArrayLike, height_mm: float) -> Array:
        """Return the (n, 2) places in mm where the rays of (n, 2) `pixels` meet the plane at `height_mm`."""
        rays = self.rays(pixels)
        eye = self.centre_mm
        reach = (height_mm - eye[2]) / rays[:, 2]
        places: Array = (eye + rays * reach[:, None])[:, :2]
        return places

    def rays(self, pixels: ArrayLike) -> Array:
        """Return the (n, 3) directions in the world, not normalised, of (n, 2) pixels."""
        centred = np.asarray(pixels, float).reshape(-1, 2) - self.matrix[:2, 2]
        (a, b), (c, d) = self.matrix[:2, :2].tolist()
        back = np.array([(d, -c), (-b, a)]) / (a * d - b * c)  # the inverse, transposed
        flat = undistort(centred @ back, self.distortion)
        return np.column_stack([flat, np.ones(len(flat))]) @ self.rotation_matrix

    def plane_homography(self, height_mm: float) -> Array:
        """Return the (3, 3) map from (x_mm, y_mm, 1) on the plane at `height_mm` to pixels, distortion left out."""
        turn = self.rotation_matrix
        full = self.matrix @ np.column_stack([turn[:, 0], turn[:, 1], turn[:, 2] * height_mm + self.translation])
        return np.asarray(full / full[2, 2])

    def px_per_mm(self, places_mm: ArrayLike, height_mm: float) -> Array:
        """Return for (n, 2) places the (n, 2, 2) derivative of pixels by mm on that plane."""
        flat = np.asarray(places_mm, float).reshape(-1, 2)
        steps = np.array([(1.0, 0.0), (0.0, 1.0)])[:, None]
        ahead, behind = self.project_on(np.stack([flat + steps, flat - steps]), height_mm).reshape(2, 2, -1, 2)
        return np.asarray(((ahead - behind) / 2.0).transpose(1, 2, 0))

    def ball_radius_px(self, places_mm: ArrayLike, ball_radius_mm: float) -> Array:
        """Return the (n,) mean radius in px of the discs that balls at (n, 2) places make in the picture."""
        flat = np.asarray(places_mm, float).reshape(-1, 2)
        centre = np.column_stack([flat, np.full(len(flat), ball_radius_mm)])
        away = np.linalg.norm(centre - self.centre_mm, axis=1)
        focal = np.sqrt(abs(np.linalg.det(self.matrix[:2, :2])))
        return np.asarray(focal * ball_radius_mm / np.sqrt(away**2 - ball_radius_mm**2))


def projections(cameras: Sequence[Camera], points_mm: Array) -> Array:
    """Return the (k, n, 2) pixels of (k, n, 3) points of the world in mm, each row seen by its camera (`project`)."""
    turns = np.array([camera.rotation_matrix for camera in cameras])
    seen = points_mm @ turns.transpose(0, 2, 1) + np.array([camera.translation for camera in cameras])[:, None]
    depth = np.where(seen[:, :, 2] > 1e-6, seen[:, :, 2], np.nan)
    lenses = np.array([camera.distortion for camera in cameras]).T[:, :, None]
    flat = bent(seen[:, :, 0] / depth + 1j * (seen[:, :, 1] / depth), lenses)
    matrices = np.array([camera.matrix for camera in cameras])
    across = np.stack([flat.real, flat.imag], axis=-1)
    return np.asarray(across @ matrices[:, :2, :2].transpose(0, 2, 1) + matrices[:, None, :2, 2])


def rodrigues(vector: Array) -> Array:
    """Return the (3, 3) rotation matrix of a (3,) Rodrigues vector."""
    angle = float(np.linalg.norm(vector))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def distort(flat: Array, coefficients: Array) -> Array:
    """Return where the lens puts (n, 2) ideal normalised points."""
    return plane(bent(as_complex(flat), coefficients))


def undistort(seen: Array, coefficients: Array) -> Array:
    """Return the ideal normalised points of (n, 2) bent ones, by fixed-point iteration.

    Beyond what a wide lens shows there is none: those points come out far away, infinite or nan.
    """
    due = as_complex(seen)
    ideal = due
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(UNDISTORT_STEPS if np.any(coefficients) else 0):
            move = due - bent(ideal, coefficients)
            ideal = ideal + move
            if np.abs(move).max(initial=0.0) < UNDISTORTED:
                break
    return plane(ideal)


def bent(ideal: Complex, coefficients: Array) -> Complex:
    """Return where the lens puts (n,) ideal normalised points x + iy: Brown's formula, a few balls at little cost.

    Both tangential terms are p r2 + 2 z (p . z) for z = x + iy and p = p2 + i p1. The coefficients are (5,), or for
    (k, n) points of k lenses (5, k, 1).
    """
    k1, k2, p1, p2, k3 = coefficients.tolist() if coefficients.ndim == 1 else coefficients
    x, y = ideal.real, ideal.imag
    r2 = x * x + y * y
    return np.asarray(ideal * (1 + r2 * (k1 + r2 * (k2 + r2 * k3)) + 2 * (p2 * x + p1 * y)) + (p2 + 1j * p1) * r2)


def as_complex(points: Array) -> Complex:
    """Return (n, 2) points as (n,) numbers x + iy."""
    return np.ascontiguousarray(points, float).view(complex)[:, 0]


def plane(points: Complex) -> Array:
    """Return (n,) numbers x + iy as (n, 2) points."""
    return np.ascontiguousarray(points).view(float).reshape(-1, 2)
