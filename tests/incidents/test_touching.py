"""Whether two balls at rest touch: they do, they lie clear, or the pictures cannot tell, with the margin."""

from itertools import combinations

import numpy as np
import pytest
from made_ways import seen, still
from makers import Eye, look, play

from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.plane import Point
from tracker.incidents.explain.standing import SURE, Lie, gap_between, standing_at, touch_sure
from tracker.incidents.segment.rests import averaged_sd_mm
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

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
def test_a_gap_is_told_from_none(sentence: str) -> None:
    mm, sd_mm, verdict = GAPS[sentence]
    sure = touch_sure(mm, sd_mm)
    assert ("touch" if sure >= SURE else "clear" if sure <= 1 - SURE else "cannot tell") == verdict


def standing(gap_mm: float, eye: Eye, camera_sd_mm: float = 0.0) -> Standing:
    close = (("black", 300, 300), ("red", 900, 1500), ("white", 900 + DIAMETER_MM + gap_mm, 1500), ("pink", 1300, 1500))
    table = play(close, 0, 0, lasts_s=2.0)
    state, pictures = start(table.kit), []
    for sightings in look(table, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    return standing_at(stitch(pictures, state), 1_500_000, table.kit, camera_sd_mm)


@pytest.mark.parametrize("seed", range(8))
def test_balls_that_touch_are_never_said_to_lie_clear(seed: int) -> None:
    told = standing(0.0, Eye(noise_mm=0.7, bias_mm=0.7, seed=seed))
    assert told.touching == (("white", "red"),) or [d.candidates[0] for d in told.doubts] == [("white", "red")]


@pytest.mark.parametrize("seed", range(8))
def test_balls_that_lie_apart_are_never_surely_said_to_touch(seed: int) -> None:
    told = standing(3.0, Eye(noise_mm=0.7, bias_mm=0.7, seed=seed))
    assert told.touching == () or told.doubts


def test_what_cannot_be_told_is_said_with_its_margin() -> None:
    (doubt,) = standing(0.8, Eye(noise_mm=0.3, bias_mm=0.5)).doubts
    assert doubt.about == "touching"
    assert "cannot tell" in doubt.why
    assert doubt.margin == f"{float(doubt.margin.split()[0]):.1f} mm"


def test_a_gap_is_given_with_its_spread() -> None:
    (gap,) = standing(3.0, Eye(noise_mm=0.3)).gaps
    assert gap.balls == ("white", "red")
    assert gap.mm == pytest.approx(3.0, abs=4 * gap.sd_mm)
    assert gap.sd_mm < 0.3
    assert gap.touch_sure < 0.01


def test_what_differs_from_picture_to_picture_averages_out_and_what_repeats_does_not() -> None:
    shaky = np.random.default_rng(1).normal(0, 0.5, (400, 2))
    assert averaged_sd_mm(shaky, 0.5) < 0.2
    assert averaged_sd_mm(shaky * 0.02, 0.5) == pytest.approx(0.5, abs=0.01)


def test_the_cameras_own_error_is_in_the_places_and_not_in_the_gaps() -> None:
    close, camera_mm = standing(3.0, Eye(noise_mm=0.3)), 2.0
    blurred = standing(3.0, Eye(noise_mm=0.3), camera_mm)
    assert blurred.gaps == close.gaps
    for place, by_itself in zip(blurred.places, close.places, strict=True):
        assert place.sd_mm == pytest.approx(np.hypot(by_itself.sd_mm, camera_mm))


@pytest.mark.parametrize("seed", range(4))
def test_no_two_balls_are_told_to_overlap(seed: int) -> None:
    places = standing(0.0, Eye(noise_mm=0.5, bias_mm=0.8, seed=seed)).places
    apart = [np.hypot(a.at.x_mm - b.at.x_mm, a.at.y_mm - b.at.y_mm) for a, b in combinations(places, 2)]
    assert min(apart) > DIAMETER_MM - 0.05


def test_balls_well_apart_leave_no_doubt() -> None:
    told = standing(8.0, Eye(noise_mm=0.7, bias_mm=0.7))
    assert told.touching == ()
    assert told.doubts == ()


def test_a_gap_is_known_better_across_the_line_of_sight_than_along_it() -> None:
    seen_from_below = np.diag([0.2, 1.0]) ** 2
    ends = [Lie(place=Place(ball=name, at=Point(x, y), sd_mm=0.7), spread_mm2=seen_from_below)
            for name, x, y in (("white", 0, 0), ("red", DIAMETER_MM + 1, 0), ("pink", 0, DIAMETER_MM + 1))]  # fmt: skip
    across, along = (gap_between(ends[0], other, find_kit()) for other in ends[1:])
    assert across.sd_mm == pytest.approx(np.hypot(0.2, 0.2))
    assert along.sd_mm == pytest.approx(np.hypot(1.0, 1.0))
    assert across.touch_sure < 0.1 < along.touch_sure


@pytest.mark.parametrize(
    ("balls", "game", "are_two"),
    [
        (("blue", "blue"), "snooker-12ft", False),
        (("white", "white"), "snooker-12ft", False),
        (("red", "red"), "snooker-12ft", True),
        (("white", "blue"), "snooker-12ft", True),
        (("red", "red"), "billiards-12ft", False),
        (("yellow", "white"), "billiards-12ft", True),
    ],
)
def test_of_a_ball_of_which_there_is_one_nothing_is_said_between_it_and_itself(
    balls: tuple[str, str], game: str, are_two: bool
) -> None:
    kit = find_kit(game)
    near = (900.0, 900.0 + kit.touching_mm + 0.5)
    paths = [
        seen(still((900.0, y_mm)), ball, track) for track, (ball, y_mm) in enumerate(zip(balls, near, strict=True))
    ]
    gaps = standing_at(paths, 500_000, kit).gaps
    assert [sorted(gap.balls) for gap in gaps] == ([sorted(balls)] if are_two else [])
