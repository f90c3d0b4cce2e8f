"""Which kind a ball is by the look of the others on its table, whatever the light."""

import numpy as np
import pytest

from tracker.domain.table.ball import SNOOKER
from tracker.vision.colours import beside_its_like, contrast

RED, BROWN = SNOOKER.index("red"), SNOOKER.index("brown")
REDS_BGR = np.array([[40.0, 20, 190], [42, 21, 180], [38, 20, 200], [44, 23, 205], [40, 21, 170]])
VIOLET = np.array([1.0, 0.35, 0.75])
CLOTH_BGR = np.array([40.0, 120, 30])
TAKEN_FOR_RED = np.full(8, 0.01) + 0.9 * (np.arange(8) == RED) + 0.03 * (np.arange(8) == BROWN)


def odds_of_last(balls_bgr: np.ndarray, light: np.ndarray, clear: bool = True, sure: float = 1.0) -> np.ndarray:
    """Return the odds of the last of some balls that were all taken for reds, seen in this light."""
    n = len(balls_bgr)
    odds = np.tile(TAKEN_FOR_RED / TAKEN_FOR_RED.sum(), (n, 1))
    looks = contrast(balls_bgr * light, np.tile(CLOTH_BGR * light, (n, 1)))
    seen = np.array([True] * (n - 1) + [clear])
    told = beside_its_like(odds, looks, np.array([1.0] * (n - 1) + [sure]), RED, seen)
    assert np.allclose(told.sum(axis=1), 1)
    return np.asarray(told[-1] / odds[-1])


@pytest.mark.parametrize("light", [np.ones(3), VIOLET, 0.5 * np.ones(3)], ids=["white", "violet", "dim"])
def test_what_looks_unlike_the_other_reds_is_hardly_one_whatever_the_light(light: np.ndarray) -> None:
    brown = odds_of_last(np.vstack([REDS_BGR, [55, 80, 150]]), light)
    assert brown[BROWN] > 5 * brown[RED]
    red = odds_of_last(np.vstack([REDS_BGR, [41, 22, 160]]), light)
    assert red[RED] > 0.9


def test_a_ball_half_hidden_is_held_against_nobody() -> None:
    assert odds_of_last(np.vstack([REDS_BGR, [55, 80, 150]]), VIOLET, clear=False)[RED] == pytest.approx(1)


def test_two_reds_do_not_say_how_a_third_must_look() -> None:
    assert odds_of_last(np.vstack([REDS_BGR[:1], [55, 80, 150]]), VIOLET)[RED] == pytest.approx(1)
