from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import makers_show as make
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tracker.domain.strokes.stroke import Doubt
from tracker.domain.table.plane import Point, distance_mm
from tracker.geometry.camera import Camera
from tracker.show.palette import letter, rgb
from tracker.show.plan import Plan
from tracker.show.run.breaks import breaks
from tracker.show.run.route import THIN_MM, between, has_moved, legs, place_at, thinned
from tracker.show.run.timeline import clock, doubt_words, incidents, percent
from tracker.show.run.words import Route
from tracker.show.sheets.strokemap import TAG_MM, stroke_map
from tracker.show.viewpoint import viewpoint
from tracker.store.kits import find_kit

PLACES = some.builds(Point, some.floats(0, 1778), some.floats(0, 3569))


def straight(*at: tuple[float, float], seen: tuple[bool, ...] | None = None) -> Route:
    points = tuple(Point(*p) for p in at)
    times = tuple(i * 100_000 for i in range(len(points)))
    return Route(track=1, ball="red", times_us=times, points=points, seen=seen or (True,) * len(points))


def test_a_place_between_two_pictures_lies_between_their_places() -> None:
    route = straight((0, 0), (100, 0), (100, 50))
    assert place_at(route, 50_000) == Point(50, 0)
    assert place_at(route, 150_000) == Point(100, 25)
    assert (place_at(route, -5), place_at(route, 10**9)) == (Point(0, 0), Point(100, 50))


def test_jitter_is_not_moving() -> None:
    assert not has_moved(straight((100, 100), (100.4, 99.8), (99.9, 100.3)))
    assert has_moved(straight((100, 100), (112, 100)))


def test_a_span_of_a_route_holds_its_ends() -> None:
    assert between(straight((0, 0), (1, 0), (2, 0), (3, 0)), 100_000, 200_000).points == (Point(1, 0), Point(2, 0))


def test_legs_join_and_tell_seen_from_hidden() -> None:
    parts = legs(straight((0, 0), (50, 0), (100, 0), (150, 0), seen=(True, True, False, True)))
    assert [seen for seen, _ in parts] == [True, False, True]
    assert all(a[-1] == b[0] for (_, a), (_, b) in pairwise(parts))


@settings(deadline=None, max_examples=50)
@given(some.lists(PLACES, min_size=2, max_size=40))
def test_a_thinned_path_stays_near_the_whole_one(points: list[Point]) -> None:
    thin = thinned(points)
    assert (thin[0], thin[-1]) == (points[0], points[-1])
    fine = np.concatenate([np.linspace(a, b, 400) for a, b in pairwise(thin)])
    step_mm = max(distance_mm(a, b) for a, b in pairwise(thin)) / 399
    for point in points:
        assert np.hypot(*(fine - point).T).min() <= THIN_MM + step_mm


def test_a_route_with_parts_of_different_length_is_refused() -> None:
    with pytest.raises(ValueError, match="red must have as many"):
        Route(track=1, ball="red", times_us=(0,), points=(), seen=())


def test_incidents_come_in_order_with_their_places() -> None:
    found = incidents(make.blue_first(), make.kit())
    assert [incident.kind for incident in found] == ["contact", "cushion", "touch"]
    assert [incident.number for incident in found] == [1, 2, 3]
    cushion = found[1].at
    assert cushion is not None
    assert abs(cushion.x_mm - 1751) < 40


def test_the_first_contact_is_the_cue_balls_even_if_another_touch_came_before() -> None:
    view = make.blue_first()
    early = replace(view.stroke.touches[1], at_us=view.stroke.began_us, balls=("red", "pink"))
    found = incidents(replace(view, stroke=replace(view.stroke, touches=(early, view.stroke.touches[0]))), make.kit())
    assert [(incident.kind, incident.met) for incident in found[:2]] == [("touch", "pink"), ("contact", "blue")]


def test_breaks_add_up_to_the_points_on_the_board_less_fouls() -> None:
    made = breaks(make.strokes())
    assert [(b.player, b.points, b.first_stroke, b.last_stroke, b.balls) for b in made] == [
        ("Ann Weir", 8, 1, 2, ("red", "black"))
    ]


def test_a_break_ends_when_the_other_player_comes() -> None:
    first, second, *_ = make.strokes()
    other = replace(second, before=make.line((25, 31), 1, "red", 0, 74), after=make.line((25, 38), 1, "red", 7, 67))
    assert [(b.player, b.points) for b in breaks((first, other))] == [("Ann Weir", 1), ("Bo Larsen", 7)]


@pytest.mark.parametrize("table", ["snooker-12ft", "novuss"])
def test_letters_tell_the_pieces_of_a_game_apart(table: str) -> None:
    pieces = find_kit(table).pieces
    assert len({letter(piece) for piece in pieces}) == len({rgb(piece) for piece in pieces}) == len(pieces)


def test_doubts_are_whole_sentences() -> None:
    doubt = Doubt(about="first_hit", why="two candidates", margin="4 ms", candidates=(("red", "pink"), ()))
    assert doubt_words(doubt) == "first contact: two candidates (4 ms); red and pink or none?"


def test_nearly_sure_is_never_called_certain() -> None:
    assert (percent(0.999), percent(1.0), percent(0.714)) == ("99 %", "100 %", "71 %")
    assert clock(62_480_000) == "1:02.48"


@pytest.mark.parametrize("upright", [True, False])
def test_numbers_on_the_drawing_stay_on_the_sheet(upright: bool) -> None:
    plan = Plan(kit=make.kit(), upright=upright)
    for view in (*make.strokes(), make.break_off()):
        drawn = stroke_map(view, incidents(view, make.kit()), plan)
        for part in drawn.split('class="disc" ')[1:]:
            x, y = (float(part.split(f'c{axis}="')[1].split('"')[0]) for axis in "xy")
            assert TAG_MM <= x <= plan.size_mm[0] - TAG_MM
            assert TAG_MM <= y <= plan.size_mm[1] - TAG_MM


@pytest.mark.parametrize("beyond", [Point(-2000.0, 900.0), Point(-339.1, 3737.8), Point(9000.0, 9000.0)])
def test_what_is_told_beyond_the_sheet_is_numbered_on_it(beyond: Point) -> None:
    """A score that is told is never lost to a drawing."""
    view = make.blue_first()
    (bounce,) = view.stroke.cushions
    told = replace(view, stroke=replace(view.stroke, cushions=(replace(bounce, at=beyond),)))
    found, plan = incidents(told, make.kit()), Plan(kit=make.kit(), upright=True)
    drawn = stroke_map(told, found, plan)
    assert drawn.count('class="disc" ') == len(found)
    for part in drawn.split('class="disc" ')[1:]:
        x, y = (float(part.split(f'c{axis}="')[1].split('"')[0]) for axis in "xy")
        assert 0 < x < plan.size_mm[0]
        assert 0 < y < plan.size_mm[1]


def test_the_plan_is_seen_from_baulk_and_never_mirrored() -> None:
    kit = make.kit()
    upright, flat = (Plan(kit=kit, upright=is_upright) for is_upright in (True, False))
    yellow, green = kit.spots["yellow-spot"], kit.spots["green-spot"]
    assert upright.lay(yellow)[0] > upright.lay(green)[0]
    assert flat.lay(yellow)[1] > flat.lay(green)[1]
    assert flat.lay(kit.spots["black-spot"])[0] > flat.lay(kit.spots["brown-spot"])[0]


def test_the_viewpoint_is_said_in_words(camera_at: Callable[[float, float, float], Camera]) -> None:
    kit = make.kit()
    assert viewpoint(camera_at(889, 6500, 2900), kit).startswith("behind the Top end, 2.9 m above the cloth")
    assert viewpoint(camera_at(889, -3000, 2900), kit).startswith("behind the Baulk end")
    assert viewpoint(camera_at(-3000, 1800, 2000), kit).startswith("at the left side")
    assert viewpoint(camera_at(900, 1800, 4000), kit).startswith("over the table")
    assert viewpoint(camera_at(4500, 6000, 2000), kit).startswith("at the Top right corner")


def test_of_a_board_it_is_said_at_whose_end_the_camera_stands(
    camera_at: Callable[[float, float, float], Camera],
) -> None:
    board = find_kit("novuss")
    assert viewpoint(camera_at(500, -1500, 1200), board).startswith("behind A's end, 1.2 m above the bed")
    assert viewpoint(camera_at(500, 2500, 1200), board).startswith("behind B's end")
    assert viewpoint(camera_at(2500, 2500, 1200), board).startswith("at B's right corner")


@pytest.fixture
def camera_at() -> Callable[[float, float, float], Camera]:
    def at(x: float, y: float, z: float) -> Camera:
        """A camera that stands there; where it looks does not matter here."""
        place = -np.array([x, y, z])
        return Camera(
            image_size=(1280, 720), matrix=np.eye(3), distortion=np.zeros(5), rotation=np.zeros(3), translation=place
        )

    return at


def test_a_cushion_is_not_placed_on_a_ball_that_was_potted_before() -> None:
    view = make.in_off()
    gone = replace(view.routes[1], times_us=tuple(t - 10_000_000 for t in view.routes[1].times_us), track=40)
    near = replace(gone, points=(*gone.points[:-1], Point(5.0, 3569.0)))
    (cushion,) = (
        one for one in incidents(replace(view, routes=(*view.routes, near)), make.kit()) if one.kind == "cushion"
    )
    assert cushion.at is not None
    assert distance_mm(cushion.at, Point(700, 3540)) < 60


def test_a_cushion_is_shown_where_the_stroke_says_it_was_met() -> None:
    view = make.blue_first()
    (bounce,) = view.stroke.cushions
    told = replace(view, stroke=replace(view.stroke, cushions=(replace(bounce, at=Point(1111, 3542.75)),)))
    (cushion,) = (one for one in incidents(told, make.kit()) if one.kind == "cushion")
    assert cushion.at == Point(1111, 3542.75)


def test_of_two_balls_of_a_name_the_one_by_the_cushion_came_off_it() -> None:
    view = make.in_off()
    (bounce,) = view.stroke.cushions
    own = next(route for route in view.routes if route.ball == bounce.ball)
    middle = replace(own, track=40, points=tuple(Point(889.0, 1784.5) for _ in own.points))
    for routes in ((*view.routes, middle), (middle, *view.routes)):
        (cushion,) = (one for one in incidents(replace(view, routes=routes), make.kit()) if one.kind == "cushion")
        assert cushion.at is not None
        assert distance_mm(cushion.at, Point(700, 3540)) < 60
