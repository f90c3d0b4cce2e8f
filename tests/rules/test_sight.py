"""What can be hit is found exactly: the search of the D and the straight paths agree with trying everything."""

from dataclasses import replace
from math import asin, atan2, cos, hypot, pi, sin, sqrt

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tracker.domain.table.plane import Point, clearance_mm, distance_mm
from tracker.rules.snooker.places.from_hand import open_from_hand_mm
from tracker.rules.snooker.places.sight import open_by_mm, path_to
from tracker.rules.snooker.places.table import TWELVE_FEET

TOUCH = TWELVE_FEET.touching_mm
POINTS = st.builds(Point, st.floats(27, 1751), st.floats(27, 3542))
BAULK = st.builds(Point, st.floats(500, 1300), st.floats(300, 1400))


def apart(balls: list[Point]) -> bool:
    return all(distance_mm(a, b) >= TOUCH for i, a in enumerate(balls) for b in balls[:i])


def tried_everywhere(on: list[Point], others: list[Point], step_mm: float) -> float:
    """Try every place of a fine grid on the D."""
    centre, radius = TWELVE_FEET.spots["brown-spot"], TWELVE_FEET.d_radius_mm
    best, count = -TOUCH, int(radius / step_mm)
    for i in range(-count, count + 1):
        for j in range(count + 1):
            cue = Point(centre.x_mm + i * step_mm, centre.y_mm - j * step_mm)
            if distance_mm(cue, centre) <= radius and all(distance_mm(cue, b) > TOUCH for b in (*on, *others)):
                best = max(best, open_by_mm(cue, on, others, TOUCH))
    return best


@settings(max_examples=40, deadline=None)
@given(st.lists(POINTS, min_size=1, max_size=2), st.lists(BAULK, min_size=1, max_size=6))
def test_the_search_of_the_d_finds_what_a_fine_grid_finds(on: list[Point], others: list[Point]) -> None:
    assume(apart([*on, *others]))
    tried = tried_everywhere(on, others, 12.0)
    found = open_from_hand_mm(on, others, TWELVE_FEET, 0.0)
    if tried > 1.0:
        assert found > 0
    if found > 1.0:
        assert tried > -12.0


def test_a_wall_before_the_d_hides_the_ball_from_all_of_it() -> None:
    wall = [Point(889 + 53.0 * i, 790) for i in range(-16, 17)]
    assert open_from_hand_mm([Point(889, 3000)], wall, TWELVE_FEET, 0.0) < 0
    assert open_from_hand_mm([Point(889, 3000)], wall[:-12], TWELVE_FEET, 0.0) > 0


CENTRE = TWELVE_FEET.spots["brown-spot"]
PACKED = [Point(CENTRE.x_mm + 88 * (i + (j % 2) / 2), CENTRE.y_mm - 76 * j) for i in range(-5, 6) for j in range(-1, 7)]
"""Balls so close to each other, in the D and about it, that no cue-ball finds room among them."""


@pytest.mark.parametrize("turn", [0.05, 0.15, 0.35, 0.45, 0.55, 0.65, 0.85, 0.95])
@pytest.mark.parametrize("depth_mm", [290, 250, 215])
def test_the_one_free_place_of_the_d_is_found_wherever_it_is(turn: float, depth_mm: float) -> None:
    def outward(away_mm: float) -> Point:
        return Point(CENTRE.x_mm + away_mm * cos(turn * pi), CENTRE.y_mm - away_mm * sin(turn * pi))

    free, on = outward(depth_mm), outward(depth_mm + 250)
    filled = [ball for ball in PACKED if open_by_mm(free, [on], [ball], TOUCH) > 0.5]
    assert open_from_hand_mm([on], filled, TWELVE_FEET, 0.0) > 0
    assert open_from_hand_mm([on], PACKED, TWELVE_FEET, 0.0) < 0


def seen_from(place: Point, heading: float, away_mm: float, aside_mm: float) -> Point:
    ux, uy = cos(heading), sin(heading)
    return Point(place.x_mm + away_mm * ux - aside_mm * uy, place.y_mm + away_mm * uy + aside_mm * ux)


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0, 2 * pi),
    st.floats(300, 2500),
    st.lists(st.tuples(st.floats(0.1, 1.1), st.floats(-130, 130)), max_size=3),
)
def test_from_a_d_of_one_place_the_answer_is_that_of_the_place(
    heading: float, away: float, beside: list[tuple[float, float]]
) -> None:
    on = seen_from(CENTRE, heading, away, 0.0)
    others = [seen_from(CENTRE, heading, share * away, aside) for share, aside in beside]
    assume(apart([CENTRE, on, *others]))
    found = open_from_hand_mm([on], others, replace(TWELVE_FEET, d_radius_mm=1e-6), 20.0)
    true = open_by_mm(CENTRE, [on], others, TOUCH)
    assert max(-20.0, min(found, 20.0)) == pytest.approx(max(-20.0, min(true, 20.0)), abs=1e-3)


def aimed_everywhere(cue: Point, on: list[Point], others: list[Point]) -> str:
    """Try a thousand directions at each ball."""
    best = "none"
    for ball in on:
        away = distance_mm(cue, ball)
        heading, half = atan2(ball.y_mm - cue.y_mm, ball.x_mm - cue.x_mm), asin(min(1.0, TOUCH / away))
        for step in range(-500, 501):
            turn = half * step / 500
            run = away * cos(turn) - sqrt(max(0.0, TOUCH**2 - (away * sin(turn)) ** 2))
            end = Point(cue.x_mm + run * cos(heading + turn), cue.y_mm + run * sin(heading + turn))
            if clearance_mm(cue, end, others, TOUCH) >= 0:
                if step == 0:
                    return "full"
                best = "part"
    return best


@settings(max_examples=150, deadline=None)
@given(POINTS, st.lists(POINTS, min_size=1, max_size=2), st.lists(POINTS, max_size=6))
def test_straight_paths_are_those_that_trying_finds(cue: Point, on: list[Point], others: list[Point]) -> None:
    assume(apart([cue, *on, *others]))
    tried = aimed_everywhere(cue, on, others)
    found = path_to(cue, on, others, TOUCH)
    assert ("none", "part", "full").index(found) >= ("none", "part", "full").index(tried)
    if found != tried:  # a sliver narrower than the directions tried
        assert path_to(cue, on, others, TOUCH, 1.0) == tried


@given(st.floats(60, 2500), st.floats(0, 2 * pi))
@example(1000.0, 0.0)
def test_a_ball_alone_is_in_full_view(away: float, turn: float) -> None:
    cue = Point(900, 1700)
    assert path_to(cue, [Point(900 + away * cos(turn), 1700 + away * sin(turn))], [], TOUCH) == "full"


def test_a_red_behind_another_red_is_no_obstacle_but_a_colour_is() -> None:
    cue, red, between = Point(889, 500), Point(889, 2000), Point(889, 1200)
    assert path_to(cue, [red], [between], TOUCH) == "none"
    assert path_to(cue, [red, between], [], TOUCH) == "full"
    assert path_to(cue, [red], [Point(889 + 60, 1200)], TOUCH) == "full"
    assert path_to(cue, [red], [Point(889 + 40, 1200)], TOUCH) == "part"


@pytest.mark.parametrize("aside", [0.0, 20.0, 45.0])
def test_a_touching_blocker_leaves_what_lies_beside_it(aside: float) -> None:
    cue = Point(889, 500)
    other = Point(889 + aside, 500 + sqrt(TOUCH**2 - aside**2))
    assert hypot(other.x_mm - cue.x_mm, other.y_mm - cue.y_mm) == pytest.approx(TOUCH)
    assert path_to(cue, [Point(700, 495)], [other], TOUCH) == "full"


@pytest.mark.parametrize("heading", [0.0, pi / 4, pi / 2, 2.5])
def test_two_balls_that_overlap_hide_the_ball_behind_both(heading: float) -> None:
    def seen_at(away_mm: float, turn: float) -> Point:
        return Point(900 + away_mm * cos(heading + turn), 1700 + away_mm * sin(heading + turn))

    cue, ball, near, far = seen_at(0, 0), seen_at(2000, 0), seen_at(300, -0.168), seen_at(1900, 0.031)
    assert path_to(cue, [ball], [near, far], TOUCH) == "none"
    assert path_to(cue, [ball], [near], TOUCH) != "none"
    assert path_to(cue, [ball], [far], TOUCH) != "none"
