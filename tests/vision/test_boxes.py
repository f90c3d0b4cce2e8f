"""A head's raw numbers become one box for each ball, with odds in our order of kinds."""

import numpy as np
import pytest

from tracker.domain.table.ball import SNOOKER
from tracker.vision.detector import Detections
from tracker.vision.runtimes.boxes import decode, kind_order

NAMES = ("red", "yellow", "green", "brown", "blue", "pink", "black", "white")


def head(*cells: tuple[float, float, float, str, float]) -> np.ndarray:
    """Return a head's output with cells (x, y, size, class, score), padded with empty ones."""
    raw = np.zeros((12, 40), np.float32)
    for k, (x, y, size, name, score) in enumerate(cells):
        raw[:4, k] = x, y, size, size
        raw[4 + NAMES.index(name), k] = score
    return raw


def test_the_surest_box_on_a_ball_stays_whatever_its_colour() -> None:
    found = decode(head((100, 50, 16, "red", 0.6), (101, 50, 16, "brown", 0.8)), kind_order(NAMES))
    assert len(found) == 1
    assert SNOOKER[int(np.argmax(found.odds[0]))] == "brown"
    assert found.sure[0] == pytest.approx(0.8)


def test_touching_balls_both_stay() -> None:
    found = decode(head((100, 50, 16, "red", 0.9), (116, 50, 16, "red", 0.9)), kind_order(NAMES))
    assert len(found) == 2


def test_a_ball_half_behind_another_stays() -> None:
    found = decode(head((100, 50, 16, "red", 0.9), (104, 42, 16, "red", 0.7)), kind_order(NAMES))
    assert len(found) == 2


def test_boxes_count_from_the_centre_of_the_first_pixel() -> None:
    found = decode(head((8, 8, 16, "white", 0.9)), kind_order(NAMES))
    assert found.boxes_px[0] == pytest.approx([-0.5, -0.5, 15.5, 15.5])


def test_odds_sum_to_one_and_nothing_is_impossible() -> None:
    found = decode(head((100, 50, 16, "red", 0.99)), kind_order(NAMES))
    assert found.odds.sum() == pytest.approx(1.0)
    assert found.odds.min() > 0


def test_a_blank_picture_gives_no_boxes() -> None:
    assert len(decode(head(), kind_order(NAMES))) == 0


def test_detections_of_the_wrong_shape_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"detections\.odds must have shape \(2, 8\), got \(2, 7\)"):
        Detections(boxes_px=np.zeros((2, 4)), odds=np.zeros((2, 7)), sure=np.zeros(2))


def test_a_network_that_misses_a_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="not in list"):
        kind_order(NAMES[:-1])
