"""Balls that meet: momentum, energy, the line of centres; cushions, jaws, and the nose that a flying ball strikes."""

from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.physics.collide import GIVEN, knocked, parted, push_mm_s, spin_after, thrown_back, touched_ago_s
from tracker.physics.constants import BALLS, CUSHIONS, GRAVITY_MM_S2, GRIP
from tracker.physics.flight import fallen, off_nose, risen_mm
from tracker.physics.surfaces import USUAL, Surfaces

SPEEDS = st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000)).map(np.array)
ANGLES = st.floats(-pi, pi)
TABLES = st.builds(Surfaces, balls=st.floats(0.0, 1.0), cushions=st.floats(0.0, 1.0), grip=st.floats(0.0, 1.0))
TOUCHING_MM = 52.5


def unit(angle: float) -> np.ndarray:
    return np.array([cos(angle), sin(angle)])


def aside(line: np.ndarray) -> np.ndarray:
    return np.array([-line[1], line[0]])


@given(SPEEDS, SPEEDS, ANGLES, TABLES)
def test_two_balls_keep_their_momentum_and_change_only_along_the_line_of_centres(
    first: np.ndarray, second: np.ndarray, angle: float, on: Surfaces
) -> None:
    line = unit(angle)
    one, other = parted(line, first, second, on)
    assert np.allclose(one + other, first + second, atol=1e-6)
    assert float(one @ aside(line)) == pytest.approx(float(first @ aside(line)), abs=1e-6)
    assert float(other @ aside(line)) == pytest.approx(float(second @ aside(line)), abs=1e-6)
    assert float((one - other) @ line) == pytest.approx(-on.balls * float((first - second) @ line), abs=1e-6)
    assert float(one @ one + other @ other) <= float(first @ first + second @ second) + 1e-3


@given(SPEEDS, ANGLES)
def test_a_ball_at_rest_is_given_what_the_other_loses(came: np.ndarray, angle: float) -> None:
    line = unit(angle)
    went, met = parted(line, came, np.zeros(2))
    closing = float(came @ line)
    if closing > 0:
        assert np.allclose(knocked(came, angle), met, atol=1e-6)
        assert np.allclose(came - went, met, atol=1e-6)
        assert float(met @ line) == pytest.approx(push_mm_s(closing)) == pytest.approx(GIVEN * closing)
    else:
        assert not np.any(knocked(came, angle))


@given(ANGLES)
def test_friction_throws_a_ball_to_the_left_where_it_is_above_zero(angle: float) -> None:
    met = knocked(2000 * unit(angle), angle, throw=0.05)
    assert float(met @ aside(unit(angle))) == pytest.approx(0.05 * float(met @ unit(angle)), rel=1e-6)


def test_a_full_contact_leaves_the_cue_ball_with_what_restitution_leaves_it() -> None:
    went, met = parted(unit(0.0), np.array([2000.0, 0.0]), np.zeros(2))
    assert went[0] == pytest.approx(2000 * (1 - BALLS) / 2)
    assert met[0] == pytest.approx(2000 * (1 + BALLS) / 2)


def test_balls_part_at_a_right_angle_but_for_what_restitution_takes() -> None:
    line = unit(pi / 6)
    went, met = parted(line, np.array([2000.0, 0.0]), np.zeros(2), Surfaces(balls=1.0))
    assert float(went @ met) == pytest.approx(0.0, abs=1e-6)


@given(st.floats(-0.99, 0.99), st.floats(100.0, 8000.0), st.floats(0.0001, 0.004))
def test_balls_that_overlap_touched_when_their_centres_were_two_radii_apart(
    cut: float, pace: float, since_s: float
) -> None:
    touch = np.array([-TOUCHING_MM * np.sqrt(1 - cut**2), TOUCHING_MM * cut])
    closing = np.array([-pace, 0.0])
    gap = -touch + closing * since_s
    if float(gap @ closing) < -1.0:
        assert touched_ago_s(gap, closing, TOUCHING_MM) == pytest.approx(since_s, abs=1e-9)
        assert touched_ago_s(gap, -closing, TOUCHING_MM) is None


@given(SPEEDS, ANGLES, TABLES)
def test_a_cushion_gives_nothing(speed: np.ndarray, angle: float, on: Surfaces) -> None:
    normal = unit(angle)
    after = thrown_back(speed, normal, on.cushions, on.grip)
    assert float(after @ normal) == pytest.approx(-on.cushions * float(speed @ normal), abs=1e-6)
    assert float(after @ aside(normal)) == pytest.approx(on.grip * float(speed @ aside(normal)), abs=1e-6)
    assert float(after @ after) <= float(speed @ speed) + 1e-3


@given(SPEEDS, ANGLES, st.floats(-0.6, 0.6))
def test_a_cushion_changes_only_the_spin_towards_it(spin: np.ndarray, angle: float, kept: float) -> None:
    normal = unit(angle)
    after = spin_after(spin, normal, kept)
    assert float(after @ normal) == pytest.approx(kept * float(spin @ normal), abs=1e-6)
    assert float(after @ aside(normal)) == pytest.approx(float(spin @ aside(normal)), abs=1e-6)


def test_many_balls_come_off_as_each_alone() -> None:
    rng = np.random.default_rng(3)
    speeds, normals = rng.normal(0, 900, (40, 2)), np.array([unit(a) for a in rng.uniform(-pi, pi, 40)])
    kept, grip = rng.uniform(0.5, 1, (40, 1)), rng.uniform(0.5, 1, (40, 1))
    alone = [thrown_back(speeds[i], normals[i], float(kept[i, 0]), float(grip[i, 0])) for i in range(40)]
    assert np.allclose(thrown_back(speeds, normals, kept, grip), alone)


def test_a_jaw_is_a_cushion_with_the_normal_where_it_is_met() -> None:
    """A ball that comes along the face to a jaw that bends by 45 degrees goes off across, but for what that takes."""
    after = thrown_back(np.array([1000.0, 0.0]), unit(3 * pi / 4), CUSHIONS, GRIP)
    assert after == pytest.approx(np.array([(GRIP - CUSHIONS) * 500, (GRIP + CUSHIONS) * 500]))


@given(st.floats(100.0, 3000.0), st.floats(0.0005, 0.005))
def test_a_ball_in_the_air_falls_as_galileo_says(climb: float, took_s: float) -> None:
    height, up, at_s = 0.0, climb, 0.0
    while at_s + took_s < climb / GRAVITY_MM_S2:
        height, up = fallen(height, up, 0.0, took_s)
        at_s += took_s
        assert height == pytest.approx(risen_mm(climb, at_s), abs=1e-6)
    assert height <= climb**2 / (2 * GRAVITY_MM_S2) + 1e-9


def test_every_hop_is_lower_until_the_ball_stays_on_the_bed() -> None:
    height, climb, hops = 0.0, 1500.0, []
    for _ in range(5000):
        height, climb = fallen(height, climb, 0.0, 0.001)
        if height == 0.0 and climb > 0:
            hops.append(climb)
    assert hops == sorted(hops, reverse=True)
    assert (height, climb) == (0.0, 0.0)


@pytest.mark.parametrize(("above_mm", "strikes"), [(-10.0, True), (0.0, True), (24.0, True), (30.0, False)])
def test_a_flying_ball_strikes_the_nose_or_clears_it(above_mm: float, strikes: bool) -> None:
    velocity = np.array([1500.0, 0.0, 0.0])
    after = off_nose(np.array([-8.0, 0.0]), above_mm, velocity, TOUCHING_MM / 2)
    assert (after is not None) == strikes
    assert after is None or float(after @ after) < float(velocity @ velocity)
    assert off_nose(np.array([-8.0, 0.0]), above_mm, -velocity, TOUCHING_MM / 2, USUAL) is None
