"""Whether two balls at rest touch: they do, they lie clear, or the pictures cannot tell, with the margin."""

import pytest
from makers import Eye, look, play

from tracker.incidents.standing import Gap, standing_at
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend

DIAMETER_MM = 52.5
GAPS = {
    "nothing between them, to a tenth": (0.0, 0.1, "touch"),
    "nothing between them, to a millimetre": (0.0, 1.0, "cannot tell"),
    "a millimetre and a half, to a millimetre": (1.5, 1.0, "cannot tell"),
    "a millimetre and a half, to a third": (1.5, 0.3, "clear"),
    "two millimetres, to a tenth": (2.0, 0.1, "clear"),
    "four millimetres, to a millimetre": (4.0, 1.0, "clear"),
    "four millimetres, to two": (4.0, 2.0, "cannot tell"),
    "they overlap by more than the camera errs": (-3.5, 1.0, "touch"),
    "they overlap within what the camera errs": (-1.0, 1.0, "cannot tell"),
}


@pytest.mark.parametrize("sentence", GAPS)
def test_a_gap_is_told_from_none(sentence):
    mm, sd_mm, verdict = GAPS[sentence]
    gap = Gap(balls=("white", "red"), mm=mm, sd_mm=sd_mm)
    may_be = (gap.may_be_none, gap.may_be_some)
    assert {(True, False): "touch", (True, True): "cannot tell", (False, True): "clear"}[may_be] == verdict


def standing(gap_mm: float, eye: Eye):
    close = (("black", 300, 300), ("red", 900, 1500), ("white", 900 + DIAMETER_MM + gap_mm, 1500), ("pink", 1300, 1500))
    table = play(close, 0, 0, lasts_s=2.0)
    state, pictures = start(table.kit), []
    for sightings in look(table, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    return standing_at(mend(pictures, state), 1_500_000, table.kit)


@pytest.mark.parametrize("seed", range(8))
def test_balls_that_touch_are_never_said_to_lie_clear(seed):
    told = standing(0.0, Eye(noise_mm=0.7, bias_mm=0.7, seed=seed))
    assert told.touching == (("white", "red"),) or [d.candidates[0] for d in told.doubts] == [("white", "red")]


@pytest.mark.parametrize("seed", range(8))
def test_balls_that_lie_apart_are_never_surely_said_to_touch(seed):
    told = standing(3.0, Eye(noise_mm=0.7, bias_mm=0.7, seed=seed))
    assert told.touching == () or told.doubts


def test_what_cannot_be_told_is_said_with_its_margin():
    (doubt,) = standing(1.5, Eye(noise_mm=0.7)).doubts
    assert doubt.about == "touching"
    assert "cannot tell" in doubt.why
    assert doubt.margin == f"{float(doubt.margin.split()[0]):.1f} mm"
    assert 1.0 < float(doubt.margin.split()[0]) < 2.0


def test_balls_well_apart_leave_no_doubt():
    told = standing(8.0, Eye(noise_mm=0.7, bias_mm=0.7))
    assert told.touching == ()
    assert told.doubts == ()
