"""A square is taken for a board by what it shows together: one thing may be hidden, and none of them is enough."""

from dataclasses import replace
from math import log

import cv2
import numpy as np
import pytest

from tracker.calibrate.boards import BY_CORNERS, doubts
from tracker.calibrate.fit.board_odds import LEAST_STRAIN, Shown, board_odds, darkness, how_sure, lacking
from tracker.calibrate.points import from_points
from tracker.domain.errors import BadInput
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
SHOWN = Shown(holes=4.0, misfit=log(LEAST_STRAIN), lines=2.0)
"""All that a board can show."""


@pytest.mark.parametrize(
    ("shown", "is_board"),
    [
        (SHOWN, True),
        (replace(SHOWN, lines=1.2), True),
        (replace(SHOWN, holes=3.0), True),
        (replace(SHOWN, misfit=log(0.3)), True),
        (replace(SHOWN, holes=0.0), False),
        (replace(SHOWN, misfit=log(1.5)), False),
        (Shown(holes=2.0, misfit=log(0.4), lines=1.6), False),
    ],
    ids=[
        "whole",
        "pucks on its lines",
        "a hole hidden",
        "a low frame",
        "no holes",
        "nothing lies as it should",
        "a zone",
    ],
)
def test_one_thing_may_be_hidden_and_a_square_is_no_board(shown: Shown, is_board: bool) -> None:
    assert (how_sure(shown, board_odds()) > 0.5) == is_board


def test_a_board_that_may_be_none_is_told_as_such() -> None:
    assert not doubts(0.95)
    assert "only 70 % sure" in doubts(0.7)[0]


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (replace(SHOWN, holes=0.5), "no dark holes"),
        (replace(SHOWN, misfit=log(2.0)), "do not fit each other"),
        (replace(SHOWN, lines=0.4), "no lines cross"),
    ],
)
def test_what_is_missing_most_is_said(shown: Shown, why: str) -> None:
    assert why in lacking(shown, board_odds())


def above() -> Camera:
    """A camera that hangs over the middle of a board, half a pixel to the millimetre."""
    turn = np.diag([1.0, -1.0, -1.0])
    return Camera(
        image_size=(640, 640), matrix=np.array([[1000.0, 0, 319.5], [0, 1000, 319.5], [0, 0, 1]]),
        distortion=np.zeros(5), rotation=np.asarray(cv2.Rodrigues(turn)[0], float).ravel(),
        translation=-turn @ np.array([500.0, 500.0, 2000.0]),
    )  # fmt: skip


def bed(holes: int, brightness: int) -> np.ndarray:
    """A bed of brightness 200 in which so many of the four holes have another one."""
    picture, camera = np.full((640, 640, 3), 200, np.uint8), above()
    for pocket in KIT.pockets[:holes]:
        x, y = camera.project_on([pocket.fall], 0.0)[0]
        cv2.circle(picture, (round(float(x)), round(float(y))), round(pocket.radius_mm / 2), (brightness,) * 3, -1)
    return picture


@pytest.mark.parametrize("holes", [0, 1, 4])
def test_holes_count_by_how_dark_they_are_beside_their_bed(holes: int) -> None:
    assert darkness(bed(holes, 100), above(), KIT) == pytest.approx(holes * log(2), abs=0.02)
    assert darkness(bed(holes, 5), above(), KIT) == pytest.approx(holes)
    assert darkness(bed(holes, 255), above(), KIT) == 0.0


def test_a_board_of_which_only_the_corners_are_known_says_so_and_how_far_off_it_may_be() -> None:
    picture = np.full((640, 640, 3), 90, np.uint8)
    corners = above().project_on([(0, 0), (1000, 0), (1000, 1000), (0, 1000)], 12.5)
    found = from_points(picture, KIT, corners)
    assert BY_CORNERS in found.notes
    assert 1.0 < found.error_px < 5.0
    assert 5.0 < found.error_mm < 100.0


def test_corners_that_no_camera_over_a_board_can_see_are_refused() -> None:
    flat = [(20.0, 300.0), (620.0, 300.0), (600.0, 306.0), (40.0, 306.0)]
    with pytest.raises(BadInput, match="no camera could see"):
        from_points(np.full((640, 640, 3), 90, np.uint8), KIT, flat)
