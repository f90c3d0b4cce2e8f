"""A cloth is a patch that ends at steps all round, whatever its colour, its rails' and the light's."""

import cv2
import numpy as np
import pytest

from tracker.calibrate.features.cloth import cloths
from tracker.calibrate.features.even import even_patches
from tracker.calibrate.features.outline import outlines

CORNERS = np.array([(190, 70), (450, 70), (560, 300), (80, 300)], float)


def table(cloth: tuple[int, int, int], rails: tuple[int, int, int], lamp: float = 0.0) -> np.ndarray:
    """A cloth between rails before a wall much like them, lit `lamp` better in its middle than at its ends."""
    picture = np.full((360, 640, 3), np.array(rails) * 0.75, np.float32)
    middle = CORNERS.mean(axis=0)
    cv2.fillConvexPoly(picture, np.round(middle + 1.15 * (CORNERS - middle)).astype(np.int32), rails)
    cv2.fillConvexPoly(picture, np.round(CORNERS).astype(np.int32), cloth)
    ys, xs = np.mgrid[:360, :640]
    light = 1 - lamp * np.clip(np.hypot(xs - middle[0], ys - middle[1]) / 320, 0, 1)
    noisy = cv2.GaussianBlur(picture * light[..., None].astype(np.float32), (0, 0), 0.8)
    return np.asarray(np.clip(noisy + np.random.default_rng(3).normal(0, 1.5, noisy.shape), 0, 255), np.uint8)


def nearest_px(picture: np.ndarray) -> float:
    """Return how far off the corners of the shape lie that comes nearest to the cloth's."""
    shapes = [outline.corners_px for cloth in cloths(picture) for outline in outlines(cloth.mask)]
    return min(float(np.linalg.norm(shape[:, None] - CORNERS[None], axis=2).min(axis=0).max()) for shape in shapes)


@pytest.mark.parametrize(
    ("cloth", "rails", "lamp"),
    [
        ((30, 30, 150), (28, 45, 105), 0.0),
        ((30, 30, 150), (28, 45, 105), 0.6),
        ((120, 120, 120), (175, 175, 178), 0.5),
        ((36, 30, 28), (62, 60, 60), 0.3),
        ((60, 140, 40), (40, 60, 110), 0.6),
    ],
    ids=["red and red wood", "under one lamp", "grey and metal", "black and black", "green"],
)
def test_the_shape_of_a_cloth_is_found(cloth: tuple[int, int, int], rails: tuple[int, int, int], lamp: float) -> None:
    assert nearest_px(table(cloth, rails, lamp)) < 8.0


def test_patches_that_are_one_are_given_once() -> None:
    patches = list(even_patches(table((60, 140, 40), (40, 60, 110))))
    for i, one in enumerate(patches):
        for other in patches[:i]:
            assert cv2.countNonZero(cv2.bitwise_and(one, other)) < 0.97 * cv2.countNonZero(cv2.bitwise_or(one, other))
