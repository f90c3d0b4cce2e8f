"""What is kept of a stroke to look at it again: the balls' ways in few lines, and where and when all of it happened."""

from dataclasses import replace

import numpy as np
import pytest
from makers_air import path
from numpy.typing import ArrayLike

from bench.samples import SAMPLES
from tracker.domain.strokes.stroke import Doubt, Pot, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.live.strokes.evidence import moved, outline_px, pictures_in, showing, way_in
from tracker.live.strokes.happenings import first_contact_of, happenings, nearest
from tracker.show.run.words import Route
from tracker.show.screens.review import ReviewPicture
from tracker.store.calibrations import calibration_from
from tracker.store.kits import find_kit

KIT = find_kit()
CAMERA = calibration_from((SAMPLES / "0002-blue-first" / "calibration.json").read_text(), "calibration").camera
STROKE = Stroke(number=1, began_us=1_000_000, ended_us=2_000_000, cue_ball="white", origin=Point(889.0, 600.0))
EVERY_S = 0.1


def rolls(steps_mm: ArrayLike) -> Path:
    """A white that goes so far along in each picture, the first taken at 0 s."""
    x = 300 + np.cumsum(steps_mm)
    pictures = np.arange(len(x))
    return path(1, "white", pictures, EVERY_S * pictures, np.column_stack([x, np.full(len(x), 500.0)]), "present")


def test_a_ball_is_given_only_where_it_moved_or_came_to_be_hidden() -> None:
    one = rolls([0, 1.0, -1.0, 5.0, 5.0, 0.3, 0.3, 0, 0, 0])
    one = replace(one, seen=np.arange(10) != 7)
    assert list(moved(one, np.arange(10))) == [0, 3, 4, 7, 8]
    behind_us = np.where((np.arange(10) == 3)[:, None], np.nan, one.centres_px)
    assert list(moved(replace(one, centres_px=behind_us), np.arange(10))) == [0, 4, 7, 8]


def test_a_way_is_that_from_a_second_before_the_strike_to_a_second_after_the_rest() -> None:
    way = way_in(rolls(np.full(60, 10.0)), replace(STROKE, began_us=2_000_000, ended_us=3_000_000))
    assert way is not None
    assert [point[0] for point in way.points] == list(range(10, 41))
    assert way.points[0][0] == 10
    assert way.points[0][1:5] == pytest.approx((136.7, 166.7, 410.0, 500.0))
    assert way.points[0][5]
    assert way_in(rolls(np.full(60, 10.0)), replace(STROKE, began_us=9_000_000, ended_us=9_100_000)) is None


def test_the_outline_runs_along_the_noses_round_the_table() -> None:
    seen = np.array(outline_px(CAMERA, KIT))
    corners = [(0, 0), (KIT.width_mm, 0), (KIT.width_mm, KIT.length_mm), (0, KIT.length_mm)]
    assert seen[::9] == pytest.approx(CAMERA.project_on(np.array(corners, float), KIT.nose_height_mm), abs=0.06)
    assert len(seen) == 36


def test_a_place_shows_where_the_camera_has_a_ball_there() -> None:
    shown = showing(CAMERA, KIT)(Point(889.0, 1784.5))
    assert shown is not None
    assert CAMERA.place(np.array([shown]), KIT.ball_radius_mm)[0] == pytest.approx((889.0, 1784.5), abs=1.0)


def test_the_picture_of_a_moment_is_the_nearest_of_those_that_show_any_ball() -> None:
    one, other = rolls(np.zeros(5)), rolls(np.zeros(8))
    pictures = pictures_in([one, other])
    assert [shown.number for shown in pictures] == list(range(8))
    assert [nearest(pictures, at_us) for at_us in (0, 349_000, 351_000, 9_000_000)] == [0, 3, 4, 7]
    assert nearest((), 0) is None


def test_a_ball_that_left_the_table_is_marked_where_it_was_seen_last() -> None:
    def route(track: int, until_us: int, x_mm: float) -> "Route":
        times_us = (1_000_000, until_us)
        points = (Point(0.0, 0.0), Point(x_mm, 70.0))
        return Route(track=track, ball="red", times_us=times_us, points=points, seen=(True, True))

    stroke = replace(STROKE, off_table=("red",), doubts=(Doubt(about="off_table", why="it may have fallen"),))
    routes = (route(1, 2_000_000, 900.0), route(2, 1_400_000, 1700.0))
    strike, left, rest = happenings(
        stroke, KIT, routes, lambda at: (at.x_mm / 10, 1.0), (ReviewPicture(number=4, at_us=0),)
    )
    assert (left.kind, left.balls, left.at_us, left.x_mm, left.x_px) == (
        "off_table",
        ("red",),
        1_400_000,
        1700.0,
        170.0,
    )
    assert left.why == "red leaves the table; it may have fallen"
    assert (strike.kind, strike.x_px, rest.kind, rest.x_px) == ("strike", 88.9, "rest", None)


def test_that_nothing_was_met_is_a_first_contact_and_that_nothing_was_seen_is_none() -> None:
    doubt = Doubt(about="first_hit", why="nothing, or a red", margin="1 mm")
    told = first_contact_of(replace(STROKE, first_hit_sure=0.8, doubts=(doubt,)))
    assert told is not None
    assert (told.balls, told.sure, told.why, told.margin) == ((), 0.8, "nothing, or a red", "1 mm")
    assert first_contact_of(replace(STROKE, first_hit_sure=0.0)) is None


def test_each_incident_says_by_how_much_it_was_so_or_what_is_in_doubt_of_it() -> None:
    met = tuple(
        Touch(at_us=at_us, balls=("white", ball), at=Point(900.0, 1500.0), sure=0.9)
        for at_us, ball in ((1_400_000, "red"), (1_423_000, "blue"), (1_900_000, "red"))
    )
    pot = Pot(at_us=1_800_000, ball="red", pocket="top-left", sure=0.7)
    stroke = replace(STROKE, first_hit=("red",), first_hit_sure=0.99, touches=met, potted=(pot,))
    margins = {one.at_us: one.margin for one in happenings(stroke, KIT)}
    assert margins == dict.fromkeys((1_000_000, 1_423_000, 1_800_000, 1_900_000, 2_000_000), "") | {1_400_000: "23 ms"}
    doubts = (Doubt(about="first_hit", why="red or blue", margin="1 ms"), Doubt(about="potted", why="out of view"))
    told = {one.at_us: (one.margin, one.why) for one in happenings(replace(stroke, doubts=doubts), KIT)}
    assert told[1_400_000] == ("1 ms", "white meets red; red or blue")
    assert told[1_800_000][1].endswith("; out of view")
