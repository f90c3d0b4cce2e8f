"""Boxes tighten to balls, crops keep their balls, and the stock of the game decides colours."""

import cv2
import numpy as np
import pytest

from models.training import crops, evaluate, footage, looking, scenes
from tracker.domain.table.ball import SNOOKER

CLOTH = (25, 130, 20)
PAINTS = {"red": (30, 20, 170), "blue": (200, 80, 20), "pink": (170, 140, 240), "yellow": (20, 210, 230)}


def table_with(balls: list[tuple[str, float, float, float]]) -> np.ndarray:
    """A cloth darkening to one side, with discs and the shadows under them."""
    picture = np.full((360, 640, 3), CLOTH, np.float32) * np.linspace(0.6, 1.1, 640, dtype=np.float32)[None, :, None]
    for _, u, v, r in balls:
        cv2.ellipse(picture, (round(u + 2), round(v + 5)), (round(r), round(0.6 * r)), 0, 0, 360, (12, 60, 9), -1)
    for kind, u, v, r in balls:
        centre, radius = (round(u * 16), round(v * 16)), round(r * 16)
        cv2.circle(picture, centre, radius, PAINTS[kind], -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7).clip(0, 255), dtype=np.uint8)


BALLS = [
    ("red", 100.3, 80.6, 7.0),
    ("blue", 320.0, 120.0, 7.8),
    ("pink", 500.4, 200.2, 9.4),
    ("red", 200.0, 250.7, 10.4),
    ("yellow", 420.0, 300.0, 11.4),
]


def test_loose_boxes_shrink_to_the_balls() -> None:
    rng = np.random.default_rng(2)
    rows = [[0, u + rng.uniform(-1.5, 1.5), v + rng.uniform(-1.5, 1.5), 2.4 * r, 2.6 * r] for _, u, v, r in BALLS]
    found = footage.tighten(table_with(BALLS), np.array(rows))
    true = np.array([ball[1:] for ball in BALLS])
    assert np.abs(found[:, :2] - true[:, :2]).max() < 1.2
    assert np.abs(found[:, 2] / true[:, 2] - 1).max() < 0.16


def test_the_footages_colours_become_ours() -> None:
    ours = footage.our_kinds(np.arange(8.0))
    assert [SNOOKER[kind] for kind in ours] == list(footage.LABEL_ORDER)


def test_a_crop_carries_its_balls_along() -> None:
    picture = table_with(BALLS)
    rows = np.array([[SNOOKER.index(kind), u, v, 2 * r, 2 * r] for kind, u, v, r in BALLS])
    for crop in crops.crops_of(picture, rows, 6, np.random.default_rng(4)):
        assert crop.picture.shape == (crops.CROP_PX, crops.CROP_PX, 3)
        for kind, u, v, width, _ in crop.rows:
            assert 0 <= u < crops.CROP_PX
            assert crops.CANONICAL_PX * crops.SMALLEST * 0.5 < width < crops.CANONICAL_PX * crops.LARGEST * 2
            if SNOOKER[int(kind)] == "blue":  # its paint is where its box says
                blue, green, _ = crop.picture[int(v), int(u)].astype(int)
                assert blue > green


def test_a_ball_mostly_outside_is_not_taught() -> None:
    rows = np.array([[0, 1.0, 50, 16, 16], [1, -4.0, 50, 16, 16], [2, 50, 50, 16, 16]])
    assert crops.clip_rows(rows, (100, 100))[:, 0].tolist() == [0, 2]


def test_neighbouring_pictures_stay_on_one_side() -> None:
    scene_of = {str(number): number // 10 for number in range(300)}
    aside = scenes.held_out(scene_of)
    assert 0 < len(aside) <= 0.125 * 300
    assert not {scene_of[name] for name in aside} & {scene_of[name] for name in scene_of if name not in aside}


def test_two_boxes_on_one_ball_become_one_and_touching_balls_stay_two() -> None:
    boxes = np.array([[50, 50, 16, 16], [51, 50, 16, 17], [66, 50, 16, 16], [58, 44, 15, 15.0]])
    odds = np.zeros((4, 8))
    odds[range(4), [7, 3, 7, 5]] = [0.9, 0.6, 0.8, 0.7]
    assert sorted(looking.best_of(boxes, odds)) == [0, 2, 3]


def test_average_precision_by_hand() -> None:
    assert evaluate.average_precision([0.9, 0.8, 0.7], [True, True, True], 3) == pytest.approx(1.0)
    assert evaluate.average_precision([0.9, 0.8, 0.7], [True, False, True], 4) == pytest.approx((1 + 2 / 3) / 4)
    assert evaluate.average_precision([], [], 4) == 0.0


def test_the_stock_of_the_game_decides_between_two_browns() -> None:
    colours = pytest.importorskip("models.training.colours", reason="needs torch: pip install '.[train]'")
    odds = np.full((3, 8), 0.01)
    brown, red = SNOOKER.index("brown"), SNOOKER.index("red")
    odds[0, [brown, red]] = 0.9, 0.05
    odds[1, [brown, red]] = 0.6, 0.4
    odds[2, red] = 0.95
    assert colours.by_stock(odds).tolist() == [brown, red, red]
