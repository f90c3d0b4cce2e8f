"""Discs that slide: they stop where friction says, keep their momentum, meet alike from both sides, tip into holes."""

from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.physics.constants import GRAVITY_MM_S2
from tracker.physics.motion import pace_to_go, rolls_at_mm_s, rolls_for_mm, set_off_mm
from tracker.physics.pairs import given_to
from tracker.physics.sliding import (
    SlidingSurfaces,
    discs_parted,
    mass_of,
    pace_to_slide,
    pocket_under,
    slid,
)
from tracker.physics.surfaces import BOARD
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
PACES = st.floats(1.0, 6000.0)
SPEEDS = st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000)).map(np.array)
LINES = st.floats(-pi, pi).map(lambda angle: np.array([cos(angle), sin(angle)]))
MASSES = st.floats(0.3, 3.0)
BOARDS = st.builds(SlidingSurfaces, sliding=st.floats(0.03, 0.5), discs=st.floats(0.0, 1.0))


@given(PACES, BOARDS)
def test_a_disc_stops_after_v_squared_over_two_mu_g(pace: float, on: SlidingSurfaces) -> None:
    way, after = slid(np.array([[pace, 0.0]]), 1e3, on)
    assert way[0] == pytest.approx([pace**2 / (2 * on.sliding * GRAVITY_MM_S2), 0.0])
    assert not np.any(after)
    assert pace_to_slide(float(way[0, 0]), on) == pytest.approx(pace)


@given(PACES, st.floats(0.0, 3.0))
def test_incidents_reckon_with_the_same_way_as_drawn_discs_go(pace: float, took_s: float) -> None:
    way, after = slid(np.array([[pace, 0.0]]), took_s)
    assert float(set_off_mm(pace, np.array([took_s]), BOARD)[0]) == pytest.approx(float(way[0, 0]), abs=1e-6)
    assert rolls_at_mm_s(pace, took_s, BOARD) == pytest.approx(float(after[0, 0]), abs=1e-6)
    assert pace_to_go(rolls_for_mm(pace, BOARD), BOARD) == pytest.approx(pace)


@given(SPEEDS, LINES)
def test_what_a_piece_gives_to_one_at_rest_is_what_discs_of_their_masses_do(
    speed: np.ndarray, line: np.ndarray
) -> None:
    masses = mass_of(KIT, "striker"), mass_of(KIT, "a")
    after, met = discs_parted(line, (speed, np.zeros(2)), masses)
    assert met == pytest.approx(given_to(KIT, "striker", "a") * float(speed @ line) * line, abs=1e-6)
    lost = given_to(KIT, "a", "striker") * float(speed @ line) * line
    assert after == pytest.approx(speed - lost, abs=1e-6)


@given(SPEEDS, st.integers(1, 60), BOARDS)
def test_a_way_in_steps_is_the_way_at_once(speed: np.ndarray, steps: int, on: SlidingSurfaces) -> None:
    whole, after = slid(speed[None], 0.4, on)
    way, going = np.zeros((1, 2)), speed[None]
    for _ in range(steps):
        part, going = slid(going, 0.4 / steps, on)
        way = way + part
    assert np.allclose(way, whole, atol=1e-5)
    assert np.allclose(going, after, atol=1e-5)
    assert abs(float(np.cross(np.array([*whole[0], 0]), np.array([*speed, 0]))[2])) < 1e-3


@given(SPEEDS, SPEEDS, LINES, MASSES, MASSES, BOARDS)
def test_discs_of_any_mass_keep_their_momentum(
    first: np.ndarray, second: np.ndarray, line: np.ndarray, one: float, other: float, on: SlidingSurfaces
) -> None:
    a, b = discs_parted(line, (first, second), (one, other), on)
    assert np.allclose(one * a + other * b, one * first + other * second, atol=1e-6)
    assert float((a - b) @ line) == pytest.approx(-on.discs * float((first - second) @ line), abs=1e-6)
    before = one * first @ first + other * second @ second
    assert one * a @ a + other * b @ b <= before * (1 + 1e-9) + 1e-6


@given(SPEEDS, SPEEDS, LINES, MASSES, MASSES)
def test_which_of_the_two_is_named_first_changes_nothing(
    first: np.ndarray, second: np.ndarray, line: np.ndarray, one: float, other: float
) -> None:
    a, b = discs_parted(line, (first, second), (one, other))
    d, c = discs_parted(-line, (second, first), (other, one))
    assert np.allclose(a, c)
    assert np.allclose(b, d)


@given(SPEEDS, BOARDS)
def test_a_disc_lies_quite_still_once_its_time_is_over(speed: np.ndarray, on: SlidingSurfaces) -> None:
    stops_s = float(np.hypot(*speed)) / on.slowing_mm_s2
    assert not np.any(slid(speed[None], stops_s * 1.001 + 1e-9, on)[1])
    assert np.any(slid(speed[None], stops_s * 0.999, on)[1]) == np.any(speed)


def test_the_striker_is_heavier_and_drives_on() -> None:
    assert mass_of(KIT, "striker") > mass_of(KIT, "a") == mass_of(KIT, "b")
    assert mass_of(KIT, "striker") / mass_of(KIT, "a") == pytest.approx((35**2 - 10**2) / (27**2 - 8**2))
    along = np.array([1.0, 0.0])
    after, _ = discs_parted(
        along, (1000 * along, 0 * along), (mass_of(KIT, "striker"), mass_of(KIT, "a")), SlidingSurfaces(discs=1.0)
    )
    assert float(after @ along) > 0


def test_a_disc_tips_in_when_its_centre_is_over_the_hole() -> None:
    reach = KIT.pockets[0].radius_mm
    assert pocket_under(KIT, np.array([reach * 0.7, reach * 0.7])) is KIT.pockets[0]
    assert pocket_under(KIT, np.array([reach * 0.72, reach * 0.72])) is None
