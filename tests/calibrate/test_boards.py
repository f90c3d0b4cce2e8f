"""A wooden board is found from above, from a side and from a corner; what is no board is not taken for one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.painter import painted, scene_on
from models.training.painter.scene import Scene
from tracker.calibrate.boards import BY_CORNERS, right_way_round
from tracker.calibrate.draw import table_lines
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.facing import doubt_of_side, end_of, faced, toward, way_to, ways_round
from tracker.calibrate.fit.pose import vector
from tracker.calibrate.points import from_points
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import End
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
SIZE = (640, 360)
GRID = np.array([(x, y) for x in (100.0, 500.0, 900.0) for y in (100.0, 500.0, 900.0)])
SEEN = {"above": (1, 0), "a corner": (1, 2), "a side": (1, 10)}


def scene(seed: tuple[int, int]) -> Scene:
    return scene_on(np.random.default_rng(seed), KIT, (1280, 720))


def picture_of(one: Scene) -> np.ndarray:
    return np.asarray(cv2.resize(painted(one).picture, (1280, 720)), np.uint8)


def off_mm(found: Camera, true: Camera) -> float:
    """Return how far off (mm, root mean square) places are, whichever of its sides a board is called by."""
    pixels, ways = true.project_on(GRID, KIT.lies_mm), ways_round(found, KIT)
    return min(float(np.sqrt(np.mean(np.sum((way.place(pixels, KIT.lies_mm) - GRID) ** 2, axis=1)))) for way in ways)


def nearest_is_bottom(found: Calibration) -> bool:
    middles = [(500.0, 0.0), (1000.0, 500.0), (500.0, 1000.0), (0.0, 500.0)]
    away = [float(np.linalg.norm(found.camera.centre_mm - [*at, 0.0])) for at in middles]
    return away[0] == min(away)


@pytest.mark.parametrize("stand", SEEN)
def test_a_board_is_found_from_any_stand(stand: str) -> None:
    one = scene(SEEN[stand])
    found = find_table([picture_of(one)], KIT)
    assert off_mm(found.camera, one.camera) < 4.0
    assert nearest_is_bottom(found)


def test_a_board_is_shown_by_its_frame_its_lines_and_its_holes() -> None:
    camera = scene(SEEN["a corner"]).camera
    lines = list(table_lines(camera, KIT))
    assert [line.kind for line in lines] == ["nose"] * 4 + ["mark"] * 2 + ["pocket"] * 4
    middle = camera.project_on([(500.0, 500.0)], 0.0)[0]
    for mark in lines[4:6]:
        assert np.linalg.norm(mark.points_px - middle, axis=1).min() < 5.0


def test_a_person_says_where_side_a_sits() -> None:
    camera = scene(SEEN["a side"]).camera
    for where, way in (("near", (0, 1)), ("far", (0, -1)), ("left", (-1, 0)), ("right", (1, 0))):
        told, sure = right_way_round(camera, KIT, where)  # type: ignore[arg-type]
        middle, bottom = told.project_on([(500.0, 500.0), (500.0, 0.0)], 0.0)
        assert (bottom - middle) @ way > 0.5 * np.linalg.norm(bottom - middle)
        assert sure == 1.0


@pytest.mark.parametrize(
    ("centre_mm", "sure"),
    [
        ((500.0, -2400.0, 2400.0), 1.0),
        ((1500.0, -2400.0, 900.0), 1.0),
        ((-1500.0, -1600.0, 900.0), 0.5),
        ((500.0, 400.0, 2500.0), 0.5),
    ],
    ids=["at a side, far", "a little round", "at a corner", "right above"],
)
def test_which_side_is_a_s_is_a_guess_from_a_corner_and_right_above(
    centre_mm: tuple[float, float, float], sure: float
) -> None:
    upright = replace(scene(SEEN["a side"]).camera, rotation=np.zeros(3), translation=-np.array(centre_mm))
    told, said = right_way_round(upright, KIT, None)
    assert said == sure
    assert said < 1 or told.centre_mm == pytest.approx(centre_mm)


def test_four_corners_that_a_person_gave_are_put_right() -> None:
    one = scene(SEEN["a corner"])
    corners = one.camera.project_on([(0, 0), (1000, 0), (1000, 1000), (0, 1000)], 0.0)
    found = from_points(picture_of(one), KIT, corners + np.array([[3.0, -2], [-2, 3], [2, 2], [-3, -1]]))
    assert off_mm(found.camera, one.camera) < 4.0
    assert found.found_by == "points"


def test_a_board_is_taken_where_a_person_pointed_and_not_where_its_frame_is() -> None:
    one = scene(SEEN["a corner"])
    corners = one.camera.project_on([(250, 250), (750, 250), (750, 750), (250, 750)], 0.0)
    found = from_points(picture_of(one), KIT, corners)
    assert BY_CORNERS in found.notes
    off_px = found.camera.project_on([(0, 0), (1000, 0), (1000, 1000), (0, 1000)], 0.0)[:, None] - corners
    assert np.linalg.norm(off_px, axis=2).min(axis=1).max() < 40.0


def test_an_even_square_without_holes_is_no_board() -> None:
    picture = np.full((720, 1280, 3), (60, 50, 40), np.uint8)
    cv2.rectangle(picture, (400, 100), (900, 600), (120, 170, 200), -1)
    with pytest.raises(TableNotFound, match="no board found"):
        find_table([picture], KIT)


@pytest.mark.parametrize("where", ["near", "far", "left", "right"])
def test_a_calibration_that_is_known_is_turned_to_where_a_person_says_that_side_a_sits(where: End) -> None:
    camera = scene(SEEN["a side"]).camera
    guessed = "which side is A's is a guess (50 % sure): say --baulk near, far, left or right"
    given = Calibration(
        table=KIT.name, camera=camera, error_px=1.0, error_mm=1.0, found_by="auto", baulk_sure=0.5,
        notes=("the board is bent", guessed),
    )  # fmt: skip
    told = faced(given, KIT, where)
    middle, bottom = told.camera.project_on([(500.0, 500.0), (500.0, 0.0)], 0.0)
    way = {"near": (0, 1), "far": (0, -1), "left": (-1, 0), "right": (1, 0)}[where]
    assert (bottom - middle) @ way > 0.5 * np.linalg.norm(bottom - middle)
    assert (told.baulk_sure, told.notes) == (1.0, ("the board is bent",))
    assert off_mm(told.camera, camera) < 1e-6
    assert faced(given, KIT, None) is given


def along_a_diagonal(turned_by: int) -> Camera:
    """A camera that a corner of the board points at, one of the four ways round."""
    eye, middle, up = np.array([-700.0, -760.0, 1100.0]), np.array([500.0, 500.0, 0.0]), np.array([0.0, 0.0, 1.0])
    ahead = (middle - eye) / np.linalg.norm(middle - eye)
    right = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    turn = np.stack([right, np.cross(ahead, right), ahead])
    matrix = np.array([[900.0, 0.0, 640.0], [0.0, 900.0, 360.0], [0.0, 0.0, 1.0]])
    camera = Camera(
        image_size=(1280, 720), matrix=matrix, distortion=np.zeros(5), rotation=vector(turn), translation=-turn @ eye
    )
    return ways_round(camera, KIT)[turned_by]


@pytest.mark.parametrize("turned_by", range(4))
def test_along_a_diagonal_two_words_say_which_side_is_meant(turned_by: int) -> None:
    camera = along_a_diagonal(turned_by)
    word = end_of(camera, KIT)
    assert len(word.split("-")) == 2
    assert all(np.allclose(way_to(way, KIT, word).rotation, camera.rotation) for way in ways_round(camera, KIT))
    assert doubt_of_side(camera, KIT, word) == ()


@pytest.mark.parametrize(("said", "meant"), [("left", "far-left"), ("right", "far-right")])
def test_along_a_diagonal_one_word_is_taken_for_the_farther_side_and_that_is_said(said: End, meant: End) -> None:
    for turned_by in range(4):
        camera = along_a_diagonal(turned_by)
        told = way_to(camera, KIT, said)
        assert end_of(told, KIT) == meant
        (doubt,) = doubt_of_side(camera, KIT, said)
        assert f"near-{said} or far-{said}" in doubt


@pytest.mark.parametrize(("said", "noted"), [("left", True), ("far-left", False)])
def test_that_a_word_fits_two_sides_is_noted_however_the_board_is_known(said: End, noted: bool) -> None:
    camera = along_a_diagonal(0)
    given = Calibration(
        table=KIT.name, camera=camera, error_px=1.0, error_mm=1.0, found_by="auto", baulk_sure=0.5, notes=()
    )
    corners = camera.project_on([(0, 0), (1000, 0), (1000, 1000), (0, 1000)], 0.0)
    seen = from_points(np.full((720, 1280, 3), 90, np.uint8), KIT, corners, said)
    for told in (faced(given, KIT, said), seen):
        assert any(note.startswith("two sides of the board") for note in told.notes) is noted


def test_straight_on_one_word_is_enough() -> None:
    camera = scene(SEEN["a side"]).camera
    ends = {end_of(way, KIT) for way in ways_round(camera, KIT)}
    assert ends == {"near", "far", "left", "right"}
    assert all(doubt_of_side(camera, KIT, end) == () for end in ends)


@pytest.mark.parametrize("end", ["left", "right"])
@pytest.mark.parametrize("tilt_deg", [-4.0, 4.0])
def test_a_word_across_a_table_means_the_end_that_lies_a_little_that_way(tilt_deg: float, end: End) -> None:
    table = find_kit()
    camera = scene_on(np.random.default_rng(1), table, (1280, 720)).camera
    roll = np.radians(tilt_deg)
    turn = np.array([[np.cos(roll), -np.sin(roll), 0.0], [np.sin(roll), np.cos(roll), 0.0], [0.0, 0.0, 1.0]])
    matrix = np.array([[200.0, 0.0, 640.0], [0.0, 200.0, 360.0], [0.0, 0.0, 1.0]])
    over = np.diag([1.0, -1.0, -1.0])  # right above the middle, Baulk at the near edge
    eye = np.array([table.width_mm / 2, table.length_mm / 2, 3000.0])
    above = replace(
        camera, matrix=matrix, distortion=np.zeros(5), rotation=vector(turn @ over), translation=-turn @ over @ eye
    )
    assert toward(way_to(above, table, end), table, end) > 0
    assert doubt_of_side(above, table, end) == ()


def test_a_table_is_turned_by_half_and_never_by_a_quarter() -> None:
    table = find_kit()
    assert len(ways_round(scene(SEEN["a side"]).camera, table)) == 2
