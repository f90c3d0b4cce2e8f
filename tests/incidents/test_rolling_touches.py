"""Touches of balls that both roll, told from balls that pass and from balls that come off cushions."""

import numpy as np
import pytest
from makers import Eye, Truth, look, play

from tracker.incidents.collisions import Turn, met_at
from tracker.incidents.strokes import strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend

KIT = find_kit()


def turn(apart, before, after, sd_mm_s=40.0) -> Turn:
    """A gap of a thirtieth of a second between two pictures; the second ball lies `apart` from the first."""
    came, went = (np.array(both, float) for both in (before, after))
    first = np.array(apart, float)
    return Turn(
        at_s=(1.0, 1.0 + 1 / 30), apart_mm=(first, first + (went[1] - went[0]) / 30),
        before=(came[0], came[1]), after=(went[0], went[1]), sd_mm_s=sd_mm_s,
    )  # fmt: skip


TURNS = {
    "full on, head to head": (((65, 0), ((400, 0), (-400, 0)), ((-360, 0), (360, 0))), True),
    "one catches the other up": (((60, 0), ((900, 0), (300, 0)), ((330, 0), (870, 0))), True),
    "half a ball": (((50, 28), ((800, 0), (0, 0)), ((220, -300), (580, 300))), True),
    "they pass a hand's breadth apart": (((60, 120), ((800, 0), (-300, 0)), ((800, 0), (-300, 0))), False),
    "they pass a hair apart": (((20, 53), ((800, 0), (-300, 0)), ((800, 0), (-300, 0))), False),
    "one of them comes off a cushion beside the other": (((70, 0), ((500, 0), (0, 50)), ((-400, 0), (0, 50))), False),
    "they part and nothing happens": (((70, 0), ((-300, 0), (300, 0)), ((-300, 0), (300, 0))), False),
    "one slows down behind the other": (((70, 0), ((400, 0), (380, 0)), ((380, 0), (370, 0))), False),
}


@pytest.mark.parametrize("sentence", TURNS)
def test_a_touch_is_told_from_what_is_none(sentence):
    (apart, before, after), touched = TURNS[sentence]
    assert (met_at(turn(apart, before, after), 1.5, KIT) is not None) is touched


def test_the_moment_is_told_within_the_gap():
    at_s, _ = met_at(turn((62.5, 0), ((400, 0), (-400, 0)), ((-360, 0), (360, 0))), 1.5, KIT)
    assert abs(at_s - (1.0 + 10 / 800)) < 1e-6


def told(truth: Truth, eye: Eye):
    state, pictures = start(truth.kit), []
    for sightings in look(truth, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    ((stroke, _),) = strokes(mend(pictures, state), truth.kit)
    return stroke


@pytest.fixture(scope="module")
def kiss():
    """The white sends the red to a cushion and meets it again on its way back; both move then."""
    found = play((("white", 500, 2400), ("red", 500, 3200), ("blue", 1500, 600)), 2600, 90.0, lasts_s=3.5)
    assert [h.who for h in found.of("touch")] == [("white", "red")] * 2
    return found


@pytest.mark.parametrize("rate", [30, 50])
def test_a_kiss_is_told_and_timed_within_a_picture(kiss, rate):
    stroke = told(kiss, Eye(rate=rate))
    assert [t.balls for t in stroke.touches] == [("white", "red"), ("white", "red")]
    for touch, was in zip(stroke.touches, kiss.of("touch"), strict=True):
        assert abs(touch.at_us / 1e6 - was.at_s) < 1 / rate
    assert stroke.first_hit == ("red",)


def test_a_white_at_rest_that_another_ball_meets_is_named_first():
    balls = (("white", 889, 1200), ("red", 889, 2900), ("blue", 300, 600))
    truth = play(balls, 1900, 90.0, lasts_s=5.0)
    last_s = truth.of("touch")[-1].at_s
    assert np.array_equal(truth.at(last_s - 0.02)[0], truth.at(last_s - 0.3)[0])
    stroke = told(truth, Eye())
    assert [h.who for h in truth.of("touch")] == [("white", "red"), ("red", "white")]
    assert [t.balls for t in stroke.touches] == [("white", "red")] * 2
    assert abs(stroke.touches[-1].at_us / 1e6 - last_s) < 1 / 30
