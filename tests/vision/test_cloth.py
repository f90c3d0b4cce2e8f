"""The cloth is learnt from the picture, whatever its colour; balls and arms are not cloth, shadows are."""

import drawn_tables
import numpy as np
import pytest

from tracker.store.kits import find_kit
from tracker.vision.colours import features
from tracker.vision.surroundings.cloth import ClothColours, cells_of, learn, look, openness

KIT = find_kit("snooker-12ft")
CALIBRATION = drawn_tables.behind_the_end(KIT)
CELLS = cells_of(CALIBRATION.camera, KIT)
BALLS = [("red", 900.0, 2500.0), ("green", 500.0, 2000.0), ("black", 1300.0, 3200.0), ("white", 700.0, 1200.0)]
CLOTHS = {"green": (0, 1, 2), "blue": (1, 0, 2)}


def picture_of(cloth: str) -> np.ndarray:
    drawn = drawn_tables.draw(CALIBRATION, KIT, BALLS)
    green = drawn_tables.draw(CALIBRATION, KIT, [])
    changed = (drawn != green).any(axis=2, keepdims=True)
    return np.where(changed, drawn, green[:, :, CLOTHS[cloth]])


@pytest.mark.parametrize("cloth", ["green", "blue"])
def test_bare_cloth_is_open_and_balls_are_not(cloth: str) -> None:
    seen = look(picture_of(cloth), CELLS)
    known = learn(seen, CELLS, None)
    assert known is not None
    grid = openness(seen, CELLS, known)
    assert grid.cloth.mean() > 0.97
    for _, x, y in BALLS:
        assert not grid.at(x, y)
    assert grid.at(900.0, 1000.0)


def test_a_shadow_is_still_cloth_and_an_arm_is_not() -> None:
    picture = drawn_tables.draw(CALIBRATION, KIT, [])
    known = learn(look(picture, CELLS), CELLS, None)
    assert known is not None
    u, v = np.round(CALIBRATION.camera.project_on([[900.0, 2500.0]], KIT.ball_radius_mm)[0]).astype(int)
    shaded = picture.copy()
    shaded[v - 15 : v + 16, u - 30 : u + 31] = shaded[v - 15 : v + 16, u - 30 : u + 31] * 0.6
    assert openness(look(shaded, CELLS), CELLS, known).at(900.0, 2500.0)
    shaded[v - 15 : v + 16, u - 30 : u + 31] = (140, 170, 220)
    assert not openness(look(shaded, CELLS), CELLS, known).at(900.0, 2500.0)


def test_what_is_known_stays_while_the_table_is_hidden() -> None:
    known = learn(look(drawn_tables.draw(CALIBRATION, KIT, []), CELLS), CELLS, None)
    assert known is not None
    hidden = np.full((720, 1280, 3), (30, 30, 60), np.uint8)
    assert learn(look(hidden, CELLS), CELLS, known) is known


def test_a_ball_on_cloth_that_grows_darker_than_black_can_be_told_by_its_colour() -> None:
    """Drawn on to a corner at which no cloth is seen, the surface of black cloth under one lamp falls below nothing."""
    surface = np.zeros((6, 3), np.float32)
    surface[0], surface[2] = 30.0, -60.0  # 30 grey levels at Baulk, and sixty less at the Top cushion
    cloth = ClothColours(surface=surface, colours=np.zeros((1, 3), np.float32), turn=1.0)
    ground = cloth.near(CELLS, np.array([[900.0, 200.0], [900.0, 3500.0]]))
    assert (ground > 0).all()
    assert np.isfinite(features(np.full((2, 3), 20.0), ground)).all()
