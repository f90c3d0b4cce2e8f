"""Who began a set that is picked up in its middle is told by all strokes together, not by the first alone."""

import pytest

from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.pipeline.judging import Judged, judge
from tracker.pipeline.watched import Watched
from tracker.rules import shelf

BOARD = shelf.find("novuss-2015").kit
MOVING = Doubt(about="began_us", why="the cue-ball was moving when it was seen first")
ZONES = {"near": Point(400, 60), "far": Point(400, 940)}
A1, A2, B1, B2 = Point(300, 400), Point(700, 420), Point(280, 620), Point(690, 600)
LIE = (("a", A1), ("a", A2), ("b", B1), ("b", B2))


def standing(*without: Point) -> Standing:
    places = (Place(ball=ball, at=at, sd_mm=1.0) for ball, at in LIE if at not in without)
    return Standing(at_us=0, places=tuple(places))


def stroke(number: int, origin: Point, met: str, at: Point, pot: str = "", *, seen_from_start: bool = True) -> Stroke:
    at_us = number * 10_000_000
    return Stroke(
        number=number, began_us=at_us, ended_us=at_us + 900_000, cue_ball="striker", origin=origin, first_hit=(met,),
        touches=(Touch(at_us=at_us + 100_000, balls=("striker", met), at=at, sure=1.0),),
        cushions=(Bounce(at_us=at_us + 500_000, ball="striker", cushion="top", sure=1.0),),
        potted=(Pot(at_us=at_us + 200_000, ball=pot, pocket="top-left", sure=0.97),) if pot else (),
        doubts=() if seen_from_start else (MOVING,),
    )  # fmt: skip


def judged(*strokes: tuple[Stroke, Standing, Standing]) -> Judged:
    told = (
        Alternatives(readings=(Reading(stroke=one, standing=after),), before=before) for one, before, after in strokes
    )
    watched = Watched(
        paths=(), opening=standing(), alternatives=tuple(told), seen_us=(0,), lost_us=frozenset(), is_part=True
    )
    return judge(watched, BOARD, "novuss-2015", None, None)


@pytest.mark.parametrize(("began", "other"), [("a", "b"), ("b", "a")])
def test_who_plays_on_after_a_pot_has_begun_though_the_first_stroke_came_into_view_on_its_way(
    began: str, other: str
) -> None:
    first, second = (A1, A2) if began == "a" else (B1, B2)
    zone = ZONES["near" if began == "a" else "far"]
    unseen = stroke(1, Point(500, 480), began, first, began, seen_from_start=False)
    told = judged(
        (unseen, standing(), standing(first)),
        (stroke(2, zone, began, second), standing(first), standing(first)),
    )
    points = dict(zip(told.called.names, told.called.points, strict=True))
    assert sorted(points.values()) == [6, 7]
    assert points[told.lines[0].names[told.lines[0].striker]] == 7, "who began has one puck more off the board"
