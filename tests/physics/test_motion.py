"""Balls on the cloth: what a physicist would check of sliding, rolling and stopping."""

from math import cos, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.physics import rest
from tracker.physics.constants import ROLLS_AT
from tracker.physics.motion import (
    pace_to_go,
    rolled_mm,
    rolls_at_mm_s,
    rolls_for_mm,
    rolls_for_s,
    set_off,
    set_off_mm,
    step,
)
from tracker.physics.surfaces import USUAL, Surfaces

PACES = st.floats(50.0, 6000.0)
CLOTHS = st.builds(Surfaces, sliding=st.floats(0.15, 0.25), rolling=st.floats(0.008, 0.016))
WAYS = st.floats(-3.2, 3.2)


def one(pace: float, way: float = 0.0) -> np.ndarray:
    return np.array([[pace * cos(way), pace * sin(way)]])


def energy(speed: np.ndarray, spin: np.ndarray) -> np.ndarray:
    """Twice the energy of each ball for each unit of its mass, mm²/s²."""
    return np.asarray(np.sum(speed**2, axis=1) + 0.4 * np.sum(spin**2, axis=1))


def run(speed: np.ndarray, spin: np.ndarray, on: Surfaces, step_s: float = 0.0005) -> tuple[np.ndarray, np.ndarray]:
    """Times, and the ways gone by then, of one ball to its stop, in small steps."""
    at, places = np.zeros((1, 2)), [np.zeros((1, 2))]
    while np.any(speed) or np.any(spin):
        way, speed, spin = step(speed, spin, step_s, on)
        at = at + way
        places.append(at)
    return np.arange(len(places)) * step_s, np.concatenate(places)


@given(PACES, CLOTHS)
def test_a_ball_set_going_without_spin_rolls_at_five_sevenths_of_its_speed(pace: float, on: Surfaces) -> None:
    slides_s = 2 / 7 * pace / on.sliding_mm_s2
    before, after = (float(set_off_mm(pace, np.array([slides_s + t]), on)[0]) for t in (0.0, 1e-5))
    assert (after - before) / 1e-5 == pytest.approx(ROLLS_AT * pace, rel=1e-3)
    assert pytest.approx(5 / 7) == ROLLS_AT


@pytest.fixture(scope="module")
def many() -> tuple[np.ndarray, np.ndarray]:
    """Speeds and spins of 500 balls by lot: stun, follow and screw, and spin aside of where they go."""
    rng = np.random.default_rng(5)
    return rng.normal(0, 2000, (500, 2)), rng.normal(0, 2000, (500, 2))


def test_whatever_its_spin_a_ball_rolls_as_fast_as_what_sliding_cannot_change(
    many: tuple[np.ndarray, np.ndarray],
) -> None:
    """Friction acts where the ball touches the cloth, about which its spin and its way together stay: 5 v + 2 w."""
    speed, spin = many
    due, on = (5 * speed + 2 * spin) / 7, Surfaces(rolling=0.0)
    for _ in range(2000):
        _, speed, spin = step(speed, spin, 0.001, on)
    assert np.allclose(speed, spin, rtol=0, atol=1e-9)
    assert np.allclose(speed, due, rtol=0, atol=1e-6)


@pytest.mark.parametrize("on", [USUAL, Surfaces(sliding=0.15, rolling=0.016)], ids=["usual", "slow"])
def test_energy_never_grows(many: tuple[np.ndarray, np.ndarray], on: Surfaces) -> None:
    speed, spin = many
    for _ in range(2000):
        before = energy(speed, spin)
        _, speed, spin = step(speed, spin, 0.005, on)
        assert np.all(energy(speed, spin) <= before + 1e-6)


@pytest.mark.parametrize("on", [USUAL, Surfaces(sliding=0.16, rolling=0.009)], ids=["usual", "fast"])
@pytest.mark.parametrize("pace", [80.0, 900.0, 4000.0])
def test_small_steps_lead_where_the_closed_form_says(pace: float, on: Surfaces) -> None:
    times, ways = run(one(pace), np.zeros((1, 2)), on)
    assert np.max(np.abs(ways[:, 0] - set_off_mm(pace, times, on))) < 1.0 + 1e-4 * ways[-1, 0]
    assert pace_to_go(ways[-1, 0], on) == pytest.approx(pace, rel=2e-3)


@given(PACES, CLOTHS)
def test_a_ball_that_rolls_from_the_start_stops_where_and_when_the_closed_form_says(pace: float, on: Surfaces) -> None:
    lasts_s = rolls_for_s(pace, on)
    assert rolled_mm(pace, lasts_s + 5.0, on) == pytest.approx(rolls_for_mm(pace, on))
    assert rolls_at_mm_s(pace, lasts_s, on) == pytest.approx(0.0, abs=1e-6 * pace)
    way, speed, _ = step(one(pace), one(pace), lasts_s / 3, on)
    assert float(way[0, 0]) == pytest.approx(rolled_mm(pace, lasts_s / 3, on), rel=1e-9)
    assert float(speed[0, 0]) == pytest.approx(rolls_at_mm_s(pace, lasts_s / 3, on), rel=1e-9)


@given(PACES, WAYS)
def test_a_ball_goes_the_way_it_was_sent_and_was_nowhere_before(pace: float, way: float) -> None:
    speed, since_s = one(pace, way)[0], np.array([-1.0, 0.0, 0.2, 30.0])
    gone = set_off(speed, since_s)
    assert np.all(gone[:2] == 0)
    assert np.allclose(np.hypot(*gone.T), set_off_mm(pace, since_s))
    assert np.allclose(gone @ np.array([-sin(way), cos(way)]), 0, atol=1e-6)


@given(st.floats(0.1, 3000.0))
def test_the_pace_that_brings_a_ball_so_far_brings_it_so_far(way_mm: float) -> None:
    assert float(set_off_mm(pace_to_go(way_mm), np.array([100.0]))[0]) == pytest.approx(way_mm)


@pytest.mark.parametrize("pace", [20.0, 300.0, 1500.0])
def test_a_ball_on_the_usual_cloth_lies_before_the_longest_roll_has_ended(pace: float) -> None:
    assert rolls_for_s(pace) < rest.stops_within_s(pace)
    assert rolls_for_s(pace) < rest.longest_roll_s(rolls_for_mm(pace))


def test_what_rolls_on_the_fastest_cloth_does_not_keep_to_where_a_ball_at_rest_does() -> None:
    pace = rest.CONFINED_S * rest.FASTEST.rolling_mm_s2
    assert rolls_for_mm(pace, rest.FASTEST) > 3 * rest.CONFINED_MM
    assert rolls_for_mm(pace / 4, rest.FASTEST) < rest.SETTLED_MM
