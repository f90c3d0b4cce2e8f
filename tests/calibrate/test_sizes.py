"""The size of a table is found by its balls; a name that the picture speaks against is answered with the better one."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import drawn, standing_at

from models.training.painter import painted
from models.training.painter.anywhere.chance import scene_anywhere
from tracker.calibrate.features.ball_sizes import BallSize, BallSizes, ball_size, common_size
from tracker.calibrate.features.pockets import middle_pockets
from tracker.calibrate.find import against_the_named, find_table
from tracker.calibrate.kits import BETWEEN_JAWS, doubt_of_kits, mouth_odds, not_for_snooker, shares
from tracker.cli.finding import calibration_for
from tracker.domain.errors import BadInput, TableNotFound, UnknownName
from tracker.store.kits import find_kit, snooker_kits

FULL, SMALL = find_kit(), find_kit("snooker-7ft")


def behind_top(name: str) -> tuple[NDArray[np.uint8], float]:
    """Return a picture of a table from behind its Top end, and its scale against a 12 ft one."""
    kit = find_kit(name)
    scale = kit.length_mm / FULL.length_mm
    eye = (kit.width_mm / 2, 9800 * scale, 3700 * scale)
    return drawn(kit, standing_at(kit, eye, 2.0)), scale


@pytest.mark.parametrize("name", ["snooker-12ft", "snooker-9ft", "snooker-8ft"])
def test_a_table_is_found_by_its_own_size_or_named_beside_the_likeliest(name: str) -> None:
    found = find_table([behind_top(name)[0]], snooker_kits())
    assert found.table == name or any(name in note for note in found.notes)


@pytest.mark.parametrize("seed", [7104, 7108, 7113, 7123], ids=["black cloth", "blue", "red", "a folding table"])
def test_balls_are_measured_to_a_few_hundredths_whatever_the_cloth(seed: int) -> None:
    scene = scene_anywhere(seed)
    size = ball_size(painted(scene).picture, scene.camera, scene.kit)
    assert size is not None
    assert abs(np.log(size.ratio)) < 0.05
    assert size.spread < 0.02


@pytest.mark.parametrize("taken", ["snooker-12ft", "snooker-6ft"])
def test_balls_are_measured_by_whatever_kit_the_camera_was_fitted_with(taken: str) -> None:
    scene, kit = scene_anywhere(7112), find_kit(taken)
    scale = kit.length_mm / scene.kit.length_mm
    camera = replace(scene.camera, translation=scene.camera.translation * scale)
    size = ball_size(painted(scene).picture, camera, kit)
    assert size is not None
    assert size.of_length(kit) == pytest.approx(2 * scene.kit.ball_radius_mm / scene.kit.length_mm, rel=0.04)


@pytest.mark.parametrize("strays", [(), (0.35,), (-0.3, -0.28, 0.2)], ids=["none", "one", "three that nearly agree"])
def test_how_large_balls_are_is_told_by_those_that_agree(strays: tuple[float, ...]) -> None:
    balls = np.random.default_rng(4).normal(0.06, 0.012, 9)
    logs = np.array([*balls, *strays])
    sizes = BallSizes(logs=logs, spread=np.full(len(logs), 0.01), centres_px=np.zeros((len(logs), 2)), radii_px=logs)
    size, spread, agree = common_size(sizes)
    assert size == pytest.approx(float(balls.mean()), abs=0.004)
    assert spread == pytest.approx(0.0156 / 3, rel=0.3)  # of nine that err by 0.01 and scatter by 0.012
    assert agree.tolist() == [True] * len(balls) + [False] * len(strays)


@pytest.mark.parametrize("seed", [7104, 7112], ids=["two inches on a black cloth", "9 ft in few pixels"])
def test_a_table_of_any_look_is_told_by_its_balls(seed: int) -> None:
    scene = scene_anywhere(seed)
    assert find_table([painted(scene).picture], snooker_kits()).table == scene.note["table"]


def test_a_small_table_is_told_by_how_wide_its_cushions_are_once_they_are_read() -> None:
    """By edges alone its cushions were a tenth too narrow, and it was taken for one of 6 ft."""
    assert find_table([painted(scene_anywhere(7184)).picture], snooker_kits()).table == "snooker-4ft6"


@pytest.mark.parametrize("name", ["snooker-12ft", "snooker-9ft", "snooker-7ft-home", "small-1881"])
def test_a_middle_pocket_as_it_is_read_between_its_jaws_speaks_for_its_own_table(name: str) -> None:
    kit = find_kit(name)
    read = middle_pockets(kit)[0].mouth_mm / kit.length_mm * float(np.exp(BETWEEN_JAWS))
    odds = [mouth_odds(other, [read, read]) for other in snooker_kits()]
    assert mouth_odds(kit, [read, read]) == pytest.approx(max(odds))


def test_one_bad_reading_of_the_balls_does_not_outvote_all_else() -> None:
    small = find_kit("snooker-8ft")
    size = BallSize(ratio=1.08, spread=0.015, hues=np.zeros((6, 3), np.uint8))
    kits = (small, find_kit("snooker-7ft-home"))
    assert shares(kits, size, small)[0].kit.name == "snooker-7ft-home"
    assert shares(kits, size, small, (6.0, 0.0))[0].kit.name == "snooker-8ft"


def test_a_wrong_name_is_answered_with_a_better_one() -> None:
    picture, _ = behind_top("snooker-12ft")
    found = find_table([picture], FULL)
    wrong = find_kit("snooker-8ft")
    assert against_the_named(picture, found, FULL, snooker_kits()) == ()
    camera = standing_at(wrong, (wrong.width_mm / 2, 9800 * wrong.length_mm / 3569, 3700 * wrong.length_mm / 3569), 2.0)
    size = ball_size(picture, camera, wrong)
    assert size is not None
    assert shares(snooker_kits(), size, wrong)[0].kit.name == "snooker-12ft"


@pytest.mark.parametrize(("named", "better"), [("snooker-8ft", "snooker-12ft"), ("2000x1000", "snooker-12ft")])
def test_who_names_the_wrong_table_gets_one_line_with_the_better_name(named: str, better: str) -> None:
    picture, _ = behind_top("snooker-12ft")
    options = argparse.Namespace(calibration=None, table=named, baulk=None)
    try:
        said = calibration_for([picture], options).notes[0]
    except TableNotFound as trouble:
        said = str(trouble)
    assert named in said
    assert f"--table {better}" in said
    assert "\n" not in said


def test_two_tables_that_are_copies_of_each_other_are_both_named() -> None:
    size = BallSize(ratio=1.0, spread=0.04, hues=np.zeros((6, 3), np.uint8))
    (said,) = doubt_of_kits(shares(snooker_kits(), size, SMALL))
    assert "snooker-7ft " in said
    assert "snooker-6ft " in said


RED, YELLOW, BROWN, GREEN, BLUE = (178, 220, 180), (26, 220, 220), (12, 190, 110), (80, 190, 120), (110, 200, 140)


@pytest.mark.parametrize(
    ("balls", "light", "is_pool"),
    [
        ([YELLOW] * 7 + [RED] * 7, 1.0, True),
        ([YELLOW] * 7 + [RED] * 7, 0.2, True),
        ([YELLOW] * 3 + [RED] * 4, 1.0, True),
        ([YELLOW] * 2 + [RED] * 7, 1.0, False),
        ([YELLOW] + [RED] * 15, 1.0, False),
        ([YELLOW] * 3 + [RED] * 15 + [BROWN, GREEN, BLUE], 1.0, False),
        ([YELLOW, YELLOW, BROWN, GREEN, BLUE], 1.0, False),
    ],
    ids=[
        "a set for English pool", "in little light", "half potted or hidden", "the brown looks yellow",
        "a set for snooker", "a home set with two to spare", "the last colours, one to spare",
    ],
)  # fmt: skip
def test_many_yellow_balls_among_red_ones_are_no_set_for_snooker(
    balls: list[tuple[int, int, int]], light: float, is_pool: bool
) -> None:
    hues = np.array([(hue, saturation, light * value) for hue, saturation, value in balls], np.uint8)
    assert bool(not_for_snooker(BallSize(ratio=1.0, spread=0.04, hues=hues), SMALL)) == is_pool


def test_a_table_in_no_list_is_given_by_its_length_and_width() -> None:
    kit = find_kit("1820x910x48")
    assert (kit.name, kit.length_mm, kit.width_mm, kit.ball_radius_mm) == ("1820x910x48", 1820, 910, 24)
    assert kit.spots["blue-spot"] == pytest.approx((455, 910))
    falls = {pocket.name: pocket.fall for pocket in kit.pockets}
    assert falls["bottom-left"].x_mm < 0
    assert falls["top-right"].x_mm > 910
    assert falls["top-right"].y_mm > 1820
    assert find_kit("3569x1778").spots["yellow-spot"] == FULL.spots["yellow-spot"]


@pytest.mark.parametrize("name", ["1820x1820", "3000x900", "1820x910x95"])
def test_sizes_that_no_table_has_are_bad_input(name: str) -> None:
    with pytest.raises(BadInput):
        find_kit(name)


def test_an_unknown_name_says_that_sizes_may_be_given() -> None:
    with pytest.raises(UnknownName, match="1820x910"):
        find_kit("snooker-13ft")
