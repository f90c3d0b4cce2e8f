"""The way between millimetres on the table and pixels, through a lens that bends."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.geometry.calibration import Calibration, scaled_to
from tracker.geometry.camera import Camera

BENT = (-0.21, 0.06, 0.002, -0.001, 0.02)
"""More than the lenses of television and telephones bend."""
ABOVE_END = Camera(
    image_size=(1920, 1080),
    matrix=np.array([[1800.0, 0, 955.0], [0, 1790.0, 545.0], [0, 0, 1]]),
    distortion=np.array(BENT),
    rotation=np.array([2.1, 0.02, 0.03]),
    translation=np.array([-900.0, 800.0, 5200.0]),
)
ON_THE_TABLE = st.tuples(st.floats(0, 1778), st.floats(0, 3569))


@given(place=ON_THE_TABLE, height_mm=st.sampled_from([0.0, 26.25, 36.5]))
def test_a_place_is_found_again_from_its_pixel(place: tuple[float, float], height_mm: float) -> None:
    pixel = ABOVE_END.project_on([place], height_mm)
    assert np.allclose(ABOVE_END.place(pixel, height_mm), [place], atol=1e-4)


def test_pixels_for_a_millimetre_tell_where_a_small_step_leads() -> None:
    place, step = np.array([400.0, 2900.0]), np.array([0.3, -0.7])
    moved = ABOVE_END.project_on([place + step], 0.0) - ABOVE_END.project_on([place], 0.0)
    assert np.allclose(ABOVE_END.px_per_mm([place], 0.0)[0] @ step, moved[0], rtol=1e-3)


def test_a_pixel_is_where_the_books_formula_puts_it() -> None:
    point = np.array([300.0, 2900.0, 26.25])
    x, y, z = ABOVE_END.rotation_matrix @ point + ABOVE_END.translation
    x, y, (k1, k2, p1, p2, k3) = x / z, y / z, BENT
    r2 = x * x + y * y
    radial = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    assert np.allclose(ABOVE_END.project([point]), [[1800 * bent_x + 955, 1790 * bent_y + 545]], rtol=0, atol=1e-6)


def test_what_lies_behind_the_camera_has_no_pixel() -> None:
    ahead, behind = (ABOVE_END.centre_mm + away * ABOVE_END.rotation_matrix[2] for away in (1000.0, -1000.0))
    assert np.isnan(ABOVE_END.project([ahead, behind])).all(axis=1).tolist() == [False, True]


def test_of_no_balls_there_are_no_pixels_and_no_places() -> None:
    assert ABOVE_END.project([]).shape == (0, 2)
    assert ABOVE_END.place([], 26.25).shape == (0, 2)


def test_what_has_no_pixel_has_no_place() -> None:
    places = ABOVE_END.place([(np.nan, np.nan), (955.0, 545.0)], 0.0)
    assert np.isnan(places).all(axis=1).tolist() == [True, False]


@pytest.mark.parametrize("share", [0.5, 2 / 3, 2.0])
def test_in_pictures_of_another_size_a_place_is_where_scaling_puts_it(share: float) -> None:
    calibration = Calibration(table="snooker-12ft", camera=ABOVE_END, error_px=0.6, error_mm=2.0, found_by="auto")
    scaled = scaled_to(calibration, (round(1920 * share), round(1080 * share)))
    places = [(0.0, 0.0), (1778.0, 0.0), (889.0, 3569.0)]
    # The edge of a pixel lies half of one before its centre; edges are what scaling keeps.
    due = (ABOVE_END.project_on(places, 26.25) + 0.5) * share - 0.5
    assert np.allclose(scaled.camera.project_on(places, 26.25), due, atol=1e-6)
    assert (scaled.error_px, scaled.error_mm) == pytest.approx((0.6 * share, 2.0))


def test_pixels_beyond_what_a_wide_lens_shows_lie_nowhere_near() -> None:
    wide = replace(ABOVE_END, distortion=np.array([-0.3, 0.0, 0.0, 0.0, 0.0]))
    near, beyond = (wide.matrix[:2, 2] + np.array([right, 0.0]) for right in (100.0, 4.0 * wide.matrix[0, 0]))

    rays = wide.rays([near, beyond])

    assert wide.project(wide.centre_mm + rays[:1]) == pytest.approx(near[None], abs=0.01)
    assert not np.isfinite(rays[1]).all() or np.hypot(*rays[1, :2]) > 100.0
