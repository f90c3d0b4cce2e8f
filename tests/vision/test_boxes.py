"""A head's raw numbers become one box for each ball, with odds in our order of kinds."""

import numpy as np
import pytest

from tracker.vision.detector import Detections
from tracker.vision.runtimes.boxes import decode

NAMES = ("red", "yellow", "green", "brown", "blue", "pink", "black", "white")


def head(*cells: tuple[float, float, float, str, float]) -> np.ndarray:
    """Return a head's output with cells (x, y, size, class, score), padded with empty ones."""
    raw = np.zeros((12, 40), np.float32)
    for k, (x, y, size, name, score) in enumerate(cells):
        raw[:4, k] = x, y, size, size
        raw[4 + NAMES.index(name), k] = score
    return raw


def test_the_surest_box_on_a_ball_stays_whatever_its_colour() -> None:
    found = decode(head((100, 50, 16, "red", 0.6), (101, 50, 16, "brown", 0.8)), NAMES)
    assert len(found) == 1
    assert found.kinds[int(np.argmax(found.odds[0]))] == "brown"
    assert found.sure[0] == pytest.approx(0.8)


def test_touching_balls_both_stay() -> None:
    found = decode(head((100, 50, 16, "red", 0.9), (116, 50, 16, "red", 0.9)), NAMES)
    assert len(found) == 2


def test_a_ball_half_behind_another_stays() -> None:
    found = decode(head((100, 50, 16, "red", 0.9), (104, 42, 16, "red", 0.7)), NAMES)
    assert len(found) == 2


def test_boxes_count_from_the_centre_of_the_first_pixel() -> None:
    found = decode(head((8, 8, 16, "white", 0.9)), NAMES)
    assert found.boxes_px[0] == pytest.approx([-0.5, -0.5, 15.5, 15.5])


def test_odds_sum_to_one_and_nothing_is_impossible() -> None:
    found = decode(head((100, 50, 16, "red", 0.99)), NAMES)
    assert found.odds.sum() == pytest.approx(1.0)
    assert found.odds.min() > 0


def test_a_blank_picture_gives_no_boxes() -> None:
    assert len(decode(head(), NAMES)) == 0


def test_detections_of_the_wrong_shape_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"detections\.odds must have shape \(2, 8\), got \(2, 7\)"):
        Detections(boxes_px=np.zeros((2, 4)), odds=np.zeros((2, 7)), sure=np.zeros(2), kinds=NAMES)


def test_a_game_of_fewer_kinds_gets_its_own_and_rows_that_sum_to_one() -> None:
    found = decode(head((100, 50, 16, "red", 0.6), (200, 50, 16, "brown", 0.8)), NAMES).of_kinds(("white", "red"))
    assert (found.kinds, found.odds.shape) == (("white", "red"), (2, 2))
    assert found.odds.sum(axis=1) == pytest.approx(1.0)
    assert found.odds[1].argmax() == 1


def test_a_kind_that_nothing_tells_is_named() -> None:
    with pytest.raises(ValueError, match="nothing tells striker"):
        decode(head(), NAMES).of_kinds(("red", "striker"))
