"""What lies as it lay is not measured anew; what moved by a millimetre, or has something beside it, is."""

from collections.abc import Callable

import cv2
import drawn_tables
import numpy as np
import pytest
from drawn_tables import Lying
from watching import CALIBRATION, KIT, STILL, Watching

from tracker.domain.table.ball import SNOOKER
from tracker.geometry.sightings import Sightings
from tracker.vision.measured import SETTLED_US
from tracker.vision.measuring.discs import disc_radii_px
from tracker.vision.measuring.unchanged import differences, windows

PICTURE_US = 40_000
SETTLED = SETTLED_US // PICTURE_US
RED = STILL[0]


def row_of(seen: Sightings, name: str) -> int:
    return [SNOOKER[k] for k in seen.colour_odds.argmax(axis=1)].index(name)


def test_balls_at_rest_are_measured_until_they_have_lain_for_a_while_and_twice_a_second_then() -> None:
    eye = Watching()
    seen = [eye.see(STILL, number) for number in range(40)]
    anew = [bool(one.anew.all()) for one in seen if one.anew is not None]
    assert len(anew) == 40
    assert all(anew[:SETTLED])
    assert 2 <= sum(anew[SETTLED:]) <= 4
    assert all(len(one) == len(STILL) for one in seen)
    assert [one.at_us for one in seen] == [number * PICTURE_US for number in range(40)]


@pytest.mark.parametrize("step_mm", [1.0, 3.0, 20.0])
def test_a_ball_that_was_nudged_is_measured_anew_where_it_lies_and_no_other(step_mm: float) -> None:
    eye = Watching()
    for number in range(SETTLED + 2):
        before = eye.see(STILL, number)
    after = eye.see([("red", RED[1] + step_mm, RED[2]), *STILL[1:]], SETTLED + 2)
    j = row_of(after, "red")
    moved = after.places_mm[j] - before.places_mm[row_of(before, "red")]
    assert np.linalg.norm(moved - [step_mm, 0.0]) < 0.4
    assert after.anew is not None
    assert after.anew.tolist() == [k == j for k in range(len(STILL))]


def beside(picture: np.ndarray, at: tuple[int, int], radius: int) -> None:
    """A cue's tip."""
    cv2.rectangle(picture, (at[0] + radius + 2, at[1] - 2), (at[0] + radius + 30, at[1] + 1), (150, 190, 220), -1)


def shade(picture: np.ndarray, at: tuple[int, int], radius: int) -> None:
    """A shadow on half of the ball."""
    half = picture[at[1] - radius : at[1] + radius, at[0] - 2 * radius : at[0]]
    half[:] = (0.7 * half).astype(np.uint8)


@pytest.mark.parametrize("changed", [beside, shade])
def test_a_ball_with_something_else_about_it_is_measured_anew(
    changed: Callable[[np.ndarray, tuple[int, int], int], None],
) -> None:
    eye = Watching()
    for number in range(SETTLED + 2):
        eye.see(STILL, number)
    picture = drawn_tables.draw(CALIBRATION, KIT, STILL)
    place = np.array([RED[1:]])
    u, v = CALIBRATION.camera.project_on(place, KIT.ball_radius_mm)[0]
    changed(picture, (round(u), round(v)), round(disc_radii_px(CALIBRATION.camera, place, KIT.ball_radius_mm)[0]))
    seen = eye.see(STILL, SETTLED + 2, picture)
    assert seen.anew is not None
    assert seen.anew.tolist() == [k == row_of(seen, "red") for k in range(len(STILL))]


@pytest.mark.parametrize("away_px", [0.0, 0.1, 0.3, 0.8])
def test_how_far_a_ball_moved_is_told_to_a_part_of_a_pixel(away_px: float) -> None:
    ball: Lying = ("red", 900.0, 1800.0)
    centre = CALIBRATION.camera.project_on([ball[1:]], KIT.ball_radius_mm)
    beside = CALIBRATION.camera.place(centre + np.array([away_px, 0.0]), KIT.ball_radius_mm)[0]
    radii = disc_radii_px(CALIBRATION.camera, np.array([ball[1:]]), KIT.ball_radius_mm)
    before = windows(drawn_tables.draw(CALIBRATION, KIT, [ball]), centre, radii)
    now = drawn_tables.draw(CALIBRATION, KIT, [("red", float(beside[0]), float(beside[1]))])
    assert differences(now, before)[0][0] == pytest.approx(away_px, abs=0.03 + 0.15 * away_px)
