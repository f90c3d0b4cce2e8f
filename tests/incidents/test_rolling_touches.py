"""Touches of balls that both roll, told from balls that pass and from balls that come off cushions."""

import numpy as np
import pytest
from makers import Eye, Truth, look, play

from tracker.domain.strokes.stroke import Stroke
from tracker.incidents.search.strokes import strokes
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch


def told(truth: Truth, eye: Eye) -> Stroke:
    state, pictures = start(truth.kit), []
    for sightings in look(truth, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    ((stroke, _),) = strokes(stitch(pictures, state), truth.kit)
    return stroke


@pytest.fixture(scope="module")
def kiss() -> Truth:
    """The white sends the red to a cushion and meets it again on its way back; both move then."""
    found = play((("white", 500, 2400), ("red", 500, 3200), ("blue", 1500, 600)), 2600, 90.0, lasts_s=3.5)
    assert [h.who for h in found.of("touch")] == [("white", "red")] * 2
    return found


@pytest.mark.parametrize("rate", [30, 50])
def test_a_kiss_is_told_and_timed_within_a_picture(kiss: Truth, rate: int) -> None:
    stroke = told(kiss, Eye(rate=rate))
    assert [t.balls for t in stroke.touches] == [("white", "red"), ("white", "red")]
    for touch, was in zip(stroke.touches, kiss.of("touch"), strict=True):
        assert abs(touch.at_us / 1e6 - was.at_s) < 1 / rate
    assert stroke.first_hit == ("red",)


def test_a_white_at_rest_that_another_ball_meets_is_named_first() -> None:
    balls = (("white", 889, 1200), ("red", 889, 2900), ("blue", 300, 600))
    truth = play(balls, 1900, 90.0, lasts_s=5.0)
    last_s = truth.of("touch")[-1].at_s
    assert np.array_equal(truth.at(last_s - 0.02)[0], truth.at(last_s - 0.3)[0])
    stroke = told(truth, Eye())
    assert [h.who for h in truth.of("touch")] == [("white", "red"), ("red", "white")]
    assert [t.balls for t in stroke.touches] == [("white", "red")] * 2
    assert abs(stroke.touches[-1].at_us / 1e6 - last_s) < 1 / 30
