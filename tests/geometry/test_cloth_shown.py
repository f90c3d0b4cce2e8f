"""Where bare cloth is in view: somebody before a place hides it, and somebody elsewhere does not."""

import numpy as np
import pytest

from tracker.geometry.cloth_shown import PART_MM, ClothShown, parts_of
from tracker.geometry.sightings import Openness

WIDTH_MM, LENGTH_MM, CELL_MM = 1778, 3569, 25.0
CORNER, MIDDLE = np.array([1770.0, 3560.0]), np.array([889.0, 1784.0])


def openness(hidden: tuple[float, float, float] | None = None) -> Openness:
    """All the cloth, but for a square by its middle and half its side, mm."""
    cloth = np.ones((round(LENGTH_MM / CELL_MM), round(WIDTH_MM / CELL_MM)), np.uint8)
    if hidden is not None:
        x, y, half = hidden
        rows, columns = (slice(max(int((at - half) / CELL_MM), 0), int((at + half) / CELL_MM)) for at in (y, x))
        cloth[rows, columns] = 0
    return Openness(cell_mm=CELL_MM, cloth=cloth)


@pytest.mark.parametrize(
    ("hidden", "place", "is_clear"),
    [
        (None, CORNER, True),
        ((1778, 3569, 250), CORNER, False),
        ((1750, 3540, 30), CORNER, True),
        ((1778, 3569, 250), MIDDLE, True),
        ((889, 1784, 250), MIDDLE, False),
        ((0, 0, 600), CORNER, True),
    ],
    ids=[
        "nobody, at a corner", "somebody before the corner", "a ball in the corner", "somebody before a corner far off",
        "somebody before the middle", "somebody at the other end",
    ],
)  # fmt: skip
def test_who_stands_before_a_place_hides_it(
    hidden: tuple[float, float, float] | None, place: np.ndarray, is_clear: bool
) -> None:
    seen = ClothShown.of([(0, parts_of(openness())), (40_000, parts_of(openness(hidden)))])
    assert seen.clear_us(place, place).tolist() == ([0, 40_000] if is_clear else [0])


def test_where_a_ball_was_going_counts_as_where_it_was_lost() -> None:
    seen = ClothShown.of([(0, parts_of(openness())), (40_000, parts_of(openness((1778, 3569, 300))))])
    assert seen.clear_us(MIDDLE, CORNER).tolist() == [0]
    assert seen.clear_us(MIDDLE, CORNER * 100).tolist() == [0], "a way ends at the cushions"


def test_no_pictures_show_nothing() -> None:
    assert ClothShown.of([]).clear_us(MIDDLE, CORNER).tolist() == []


def test_parts_hold_all_cells_once() -> None:
    cloth = (np.random.default_rng(1).random((143, 71)) < 0.5).astype(np.uint8)
    parts = parts_of(Openness(cell_mm=CELL_MM, cloth=cloth))
    assert parts.shape == (12, 6)
    assert parts[1, 2] == pytest.approx(cloth[11:23, 23:35].mean())
    assert parts[-1, -1] == pytest.approx(cloth[131:, 59:].mean())
    assert parts.mean() == pytest.approx(cloth.mean(), abs=0.01)
    assert PART_MM / CELL_MM == 12
