"""Where balls crowd a network sees more than there are: which of them are balls is told of all together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tracker.vision.measuring.crowded import NEAREST, likeliest_together

Array = NDArray[np.float64]
BALL_MM = 52.5


def told(at: list[tuple[float, float, float]], spread_mm: float = 2.0) -> list[int]:
    """Return which are told to be balls, of those seen at x, y (mm), so sure."""
    rows = np.array(at, float).reshape(-1, 3)
    return list(likeliest_together(rows[:, :2], np.full(len(rows), spread_mm**2), rows[:, 2], BALL_MM))


@pytest.mark.parametrize(
    ("what", "seen", "balls"),
    [
        ("two balls that touch", [(0, 0, 0.9), (52.5, 0, 0.9)], [0, 1]),
        ("two balls that seem to lie a little into each other", [(0, 0, 0.95), (46, 0, 0.95)], [0, 1]),
        ("one ball seen twice, the surer look first", [(0, 0, 0.95), (6, 0, 0.9)], [0]),
        ("one ball seen twice, the surer look last", [(0, 0, 0.9), (6, 0, 0.95)], [1]),
        ("half of each of two balls taken for a third", [(0, 0, 0.95), (26, 0, 0.97), (52.5, 0, 0.95)], [0, 2]),
        ("the same, where the third is beyond doubt", [(0, 0, 0.6), (26, 0, 0.999), (52.5, 0, 0.6)], [1]),
        ("a ball seen twice, once within its neighbour", [(0, 0, 0.99), (40, 0, 0.9), (52.5, 0, 0.9)], [0, 2]),
        ("a likely ball a quarter of a ball within a sure one", [(0, 0, 0.95), (40, 0, 0.9)], [0, 1]),
        ("a doubtful one there", [(0, 0, 0.95), (40, 0, 0.7)], [0]),
        ("something doubtful apart from all balls", [(0, 0, 0.95), (300, 0, 0.2)], [0, 1]),
        ("something doubtful in the place of a ball", [(0, 0, 0.95), (20, 0, 0.2)], [0]),
        ("nothing", [], []),
    ],
)  # fmt: skip
def test_what_is_told_of_a_crowd(what: str, seen: list[tuple[float, float, float]], balls: list[int]) -> None:
    assert told(seen) == balls, what


def test_what_is_placed_badly_may_seem_to_lie_within_another() -> None:
    assert told([(0, 0, 0.95), (40, 0, 0.7)], spread_mm=20.0) == [0, 1]


def test_misplaced_looks_cost_no_ball_of_a_pack() -> None:
    """Fifteen reds as they are set up, each seen by half, and looks between pairs of them that are surer than both."""
    rows = [(BALL_MM * (i - row / 2), BALL_MM * row * 3**0.5 / 2, 0.95) for row in range(5) for i in range(row + 1)]
    pairs = ((0, 1), (3, 4), (5, 8), (10, 11), (13, 14))
    between = [((rows[a][0] + rows[b][0]) / 2, (rows[a][1] + rows[b][1]) / 2, 0.98) for a, b in pairs]
    assert told([*rows, *between]) == list(range(15))


@given(
    st.lists(
        st.tuples(st.floats(0, 400), st.floats(0, 400), st.floats(0.01, 0.99)), min_size=1, max_size=14
    ),
)  # fmt: skip
def test_no_two_balls_are_in_one_place_and_none_is_left_out_that_has_room(
    seen: list[tuple[float, float, float]],
) -> None:
    kept = told(seen)
    places = np.array(seen)[:, :2]
    apart = np.linalg.norm(places[:, None] - places, axis=2)
    for i in range(len(seen)):
        others = [apart[i, k] for k in kept if k != i]
        if i in kept:
            assert min(others, default=BALL_MM) > NEAREST * BALL_MM
        else:
            assert min(others, default=BALL_MM) < BALL_MM
