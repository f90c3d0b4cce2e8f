"""How far off places may be, with how likely it is that a table lies elsewhere than it was found."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.painter import painted
from models.training.painter.anywhere.chance import scene_anywhere
from tracker.calibrate.find import find_table
from tracker.calibrate.fit.astray import LEAST_NATS, astray_odds, said_mm
from tracker.calibrate.fit.finish import MOST_LOOSE_MM
from tracker.store.kits import snooker_kits

PLACES_MM, FAR_MM, CHANCES = st.floats(0.2, 50), st.floats(0, 300), st.floats(0, 1)


@given(PLACES_MM, FAR_MM)
def test_a_table_that_cannot_lie_elsewhere_is_as_good_as_its_fit(place_mm: float, far_mm: float) -> None:
    assert said_mm(place_mm, 0.0, far_mm) == pytest.approx(place_mm, rel=1e-6)


@given(PLACES_MM, FAR_MM)
def test_one_that_surely_does_is_as_bad_as_those(place_mm: float, far_mm: float) -> None:
    assert said_mm(place_mm, 1.0, far_mm) == pytest.approx((place_mm**2 + far_mm**2) ** 0.5, rel=1e-6)


@given(PLACES_MM, FAR_MM, CHANCES, CHANCES)
def test_the_likelier_it_lies_elsewhere_the_more_is_said(
    place_mm: float, far_mm: float, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    assert place_mm * (1 - 1e-6) <= said_mm(place_mm, low, far_mm) <= said_mm(place_mm, high, far_mm) * (1 + 1e-6)


@pytest.mark.parametrize(
    ("chance", "least", "most"), [(0.005, 1.0, 1.02), (0.05, 1.1, 1.2), (0.2, 6.0, 20.0), (0.9, 18.0, 20.1)]
)
def test_a_rare_mistake_hardly_counts_and_a_likely_one_does(chance: float, least: float, most: float) -> None:
    """Of a table whose places are off by 2 mm, and by 40 mm where it lies elsewhere."""
    assert least <= said_mm(2.0, chance, 40.0) / 2.0 <= most


@pytest.mark.parametrize("place_mm", [0.0, inf])
def test_what_is_known_for_nothing_is_told_as_it_is(place_mm: float) -> None:
    assert said_mm(place_mm, 0.5, 30.0) == place_mm


def test_what_is_the_less_likely_a_table_lies_the_more_often_elsewhere() -> None:
    odds = astray_odds()
    chances = [odds.chance(nats) for nats in (-80.0, LEAST_NATS, 0.0, 3.0, 6.0)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == chances[1] > 0.25
    assert chances[-1] < 0.05


@pytest.mark.parametrize("seed", [7153, 7155])
def test_a_table_that_lies_elsewhere_says_so(seed: int) -> None:
    """A black cloth whose noses nobody can make out, and a far cushion behind a lamp: 26 and 16 thousandths off."""
    found = find_table([painted(scene_anywhere(seed)).picture], snooker_kits())
    assert found.error_mm > MOST_LOOSE_MM
    assert any("mm off" in note for note in found.notes)
