"""What there was to see of an incident is told by the truth alone."""

from dataclasses import replace

import numpy as np
import pytest

from bench.measured import ROOT
from bench.shown import balls_of, change_mm_s, shown
from tracker.cli.evaluation.run_and_truth import Event, StrokeFacts, Truth, read_truth
from tracker.store.kits import find_kit

RATE = 50.0
MET_S = 0.21
"""When the cue-ball meets the nearer red."""


def truth(red_gets_mm_s: float, *touches: Event, cushions: tuple[Event, ...] = ()) -> Truth:
    """A second in which the cue-ball runs at 600 mm/s up to a red, stops, and the red goes on; another red stays."""
    at_s = np.arange(50) / RATE
    late = np.maximum(at_s - MET_S, 0)
    white = np.column_stack([np.full(50, 900.0), 1000 + 600 * np.minimum(at_s, MET_S)])
    red = np.column_stack([np.full(50, 900.0), 1000 + 600 * MET_S + 52.5 + red_gets_mm_s * late])
    stays = np.tile([1700.0, 60.0], (50, 1))
    stroke = StrokeFacts(
        number=1, began_s=0.0, ended_s=1.0, first_touch_s=MET_S, first_hit=("red",), touches=touches, cushions=cushions,
        falls=(), counted={}, calls=(), cue_ball="white",
    )  # fmt: skip
    places = np.stack([white, stays, red], axis=1)
    return Truth(
        kit=find_kit(), rate=RATE, at_s=at_s, balls=("white", "red", "red"), places_mm=places,
        visible=np.ones((50, 3)), strokes=(stroke,), start_points=(0, 0), calibration=None,
    )  # fmt: skip


MEETING = Event(at_s=MET_S, who=("red", "white"))


def test_a_touch_shows_as_the_ball_that_it_changed_less() -> None:
    (one,) = shown((), truth(5.0, MEETING))
    assert (one.kind, one.is_alone, one.is_told) == ("touches", True, False)
    assert one.change_mm_s == pytest.approx(5.0, abs=0.1)


def test_of_two_reds_the_one_that_the_white_is_at_is_meant() -> None:
    assert balls_of(MEETING, truth(5.0, MEETING)) == (0, 2)


def test_a_ball_that_only_slows_is_not_changed() -> None:
    slows = truth(0.0)
    places = slows.places_mm.copy()
    places[:, 0, 1] = 1000 + 900 * slows.at_s - 1000 * slows.at_s**2
    assert change_mm_s(replace(slows, places_mm=places), 0, 0.21) < 0.1


def test_a_ball_that_is_gone_shows_nothing() -> None:
    fell = truth(300.0, MEETING)
    places = fell.places_mm.copy()
    places[11:, 2] = np.nan
    (one,) = shown((), replace(fell, places_mm=places))
    assert np.isnan(one.change_mm_s)


@pytest.mark.parametrize(("later_s", "is_alone"), [(0.01, False), (0.03, True)])
def test_what_else_a_ball_met_within_a_picture_hides_a_touch(later_s: float, is_alone: bool) -> None:
    bounce = Event(at_s=MET_S + later_s, who=("white", "left"))
    first, _ = shown((), truth(300.0, MEETING, cushions=(bounce,)))
    assert first.is_alone == is_alone


@pytest.mark.parametrize(
    ("cushion", "face_mm", "axis"), [("left", 0, 0), ("right", 1778, 0), ("bottom", 0, 1), ("top", 3569, 1)]
)
def test_of_two_balls_of_a_name_the_one_beside_the_cushion_met_it(cushion: str, face_mm: int, axis: int) -> None:
    clip = truth(0.0)
    places = clip.places_mm.copy()
    late = np.abs(clip.at_s - MET_S)
    places[:, 1:] = (889.0, 1784.5)
    places[:, 1, axis] += 900 * late  # it turns as well, but far from any cushion
    places[:, 2, axis] = np.abs(face_mm - (26.25 + 500 * late))
    bounce = Event(at_s=MET_S, who=("red", cushion))
    assert balls_of(bounce, replace(clip, places_mm=places)) == (2,)


def test_what_is_told_right_is_told_and_the_ball_of_a_cushion_is_the_one_at_it() -> None:
    clip = read_truth(ROOT / "sample_videos" / "0003-in-off" / "truth.json")
    found = shown(clip.strokes, clip)
    assert found
    assert all(one.is_told for one in found)
    assert min(one.change_mm_s for one in found if one.kind == "cushions") > 30
