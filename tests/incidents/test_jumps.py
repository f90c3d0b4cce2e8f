"""Jumps told from the way that the cue-ball seems to take: in the air it is seen away from the camera."""

from dataclasses import dataclass

import numpy as np
import pytest
from makers_air import CAMERAS, KIT, STRUCK_S, Way, film, flies, lies

from tracker.domain.strokes.stroke import Stroke
from tracker.incidents.propose.jumps import arcs_of
from tracker.incidents.search.strokes import strokes
from tracker.incidents.segment.flights import flights_of

pytestmark = pytest.mark.slow

WHITE_AT = (500.0, 1500.0)
AHEAD = np.array([0.8, 0.6])
RED_S = 0.42
"""How long after the strike the white comes to the red and is stopped."""


def stopped(way: Way, since_s: float) -> Way:
    return lambda t: way(min(t, STRUCK_S + since_s))


def white(pace: float, lift: float) -> Way:
    return stopped(flies(*WHITE_AT, tuple(pace * AHEAD), lift), RED_S)


def ahead(along: float, aside: float = 0.0) -> tuple[float, float]:
    x, y = np.array(WHITE_AT) + along * AHEAD + aside * np.array([-AHEAD[1], AHEAD[0]])
    return float(x), float(y)


@dataclass(frozen=True)
class Row:
    """How the white is struck, where the blue lies before it, and what must be told."""

    pace: float
    lift: float
    blue: tuple[float, float]
    jumped: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


ROWS = {
    "the white jumps over the blue": Row(2100, 1150, ahead(240), jumped=("blue",)),
    "the white jumps over the edge of the blue": Row(2100, 1150, ahead(240, 25), jumped=("blue",)),
    "the white jumps a longer way": Row(2800, 1300, ahead(370), jumped=("blue",)),
    "the white jumps and passes the blue well aside": Row(2100, 1150, ahead(240, 90)),
    "the white rolls past the blue": Row(2100, 0, ahead(240, 60)),
    "the white rolls, the blue far off": Row(2100, 0, (1500.0, 600.0)),
    "the white hops and comes down before the blue": Row(2100, 500, ahead(400, 60)),
}


def told(row: Row, camera: str, rate: float, noise: float) -> Stroke:
    target = ahead(row.pace * RED_S + KIT.touching_mm)
    red = flies(*target, tuple(0.9 * row.pace * AHEAD), 0.0, STRUCK_S + RED_S)
    balls = [("white", white(row.pace, row.lift)), ("red", stopped(red, RED_S + 0.3)), ("blue", lies(*row.blue))]
    seen = film(balls, CAMERAS[camera], rate, noise, lasts_s=3.0)
    (stroke, _), *more = strokes(seen.paths, KIT, seen.watch)
    assert more == []
    return stroke


@pytest.mark.parametrize("noise", [0.7, 1.5])
@pytest.mark.parametrize("rate", [30.0, 50.0])
@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("name", ROWS)
def test_a_jump_is_told_and_nothing_else_is(name: str, camera: str, rate: float, noise: float) -> None:
    row = ROWS[name]
    stroke = told(row, camera, rate, noise)
    assert stroke.jumped == row.jumped
    assert [d.about for d in stroke.doubts if d.about == "jumped"] == list(row.asked)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_height_of_a_jump_is_measured_from_one_camera(camera: str) -> None:
    balls = [("white", white(2100, 1150)), ("red", lies(1500, 3000))]
    seen = film(balls, CAMERAS[camera], 50.0, 1.0, lasts_s=3.0)
    (flight, *_) = flights_of(seen.paths[0])
    arc = arcs_of(flight, CAMERAS[camera], KIT)[0]
    highest = max(arc.above(t) for t in np.linspace(arc.from_s, arc.until_s, 50))
    assert highest == pytest.approx(1150**2 / (2 * 9810), rel=0.35)
    assert arc.fall == pytest.approx(9810, rel=0.25)


def test_a_way_through_a_ball_that_stayed_is_asked_where_no_height_was_measured() -> None:
    row = ROWS["the white jumps over the blue"]
    balls = [("white", white(row.pace, 0.0)), ("blue", lies(*row.blue))]
    seen = film(balls, CAMERAS["over a corner"], 30.0, lasts_s=3.0)
    (stroke, _), *_ = strokes(seen.paths, KIT, seen.watch)
    assert stroke.jumped == ()
    (doubt,) = [d for d in stroke.doubts if d.about == "jumped"]
    assert "which did not move" in doubt.why
    assert doubt.candidates == ((), ("blue",))
