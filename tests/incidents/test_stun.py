"""A cue-ball that stops dead as it is struck tells of no stroke; the ball that it all but touched does."""

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then
from makers import Eye, look, play

from tracker.incidents.segment.windows import windows_of
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import recorded
from tracker.store.kits import find_kit

KIT, RATE, SETS_OFF_S = find_kit(), 25.0, 1.5
WHITE = (896.0, 3000.0)
DOWN = np.array([0.0, -1.0])


def windows(gap_mm: float, way: np.ndarray, pace_mm_s: float, told: str = "black") -> list[tuple[str, ...]]:
    """Return which balls moved in each stroke that is told of a ball that sets off beside a cue-ball at rest."""
    lay = tuple(np.array(WHITE) + (KIT.touching_mm + gap_mm) * DOWN)
    went = then(still(lay, SETS_OFF_S), rolls(lay, tuple(pace_mm_s * way), 2.0))
    paths = [seen(still(WHITE, SETS_OFF_S + 2.0), "white", 1, RATE, 0.3), seen(went, told, 2, RATE, 0.3)]
    found = windows_of(paths, KIT)
    for cue, driven, *_ in (window.flights for window in found):
        assert cue.onset_us < driven.onset_us
        assert cue.before is not None
        assert cue.after is not None
        assert cue.before.last < cue.first <= cue.last < cue.after.first
    return [tuple(flight.ball for flight in window.flights) for window in found]


def turned(degrees: float) -> np.ndarray:
    """Return the way straight from the cue-ball, turned aside."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(np.array([[c, -s], [s, c]]) @ DOWN)


@pytest.mark.parametrize("pace_mm_s", [400.0, 1500.0])
@pytest.mark.parametrize("degrees", [0.0, 3.0, -3.0])
def test_a_ball_that_sets_off_straight_from_the_cue_ball_beside_it_was_struck_with_it(
    degrees: float, pace_mm_s: float
) -> None:
    assert windows(0.5, turned(degrees), pace_mm_s) == [("white", "black")]


@pytest.mark.parametrize(
    ("gap_mm", "degrees"), [(0.5, 12.0), (0.5, 90.0), (0.5, 180.0), (25.0, 0.0)],
    ids=["aside", "past it", "through the cue-ball", "from too far off for a cue-ball that was not seen to move"],
)  # fmt: skip
def test_one_that_goes_another_way_or_lay_farther_off_was_moved_by_a_hand(gap_mm: float, degrees: float) -> None:
    assert windows(gap_mm, turned(degrees), 800.0) == []


def test_one_that_a_hand_takes_away_slowly_was_not_struck() -> None:
    lay = np.array(WHITE) + KIT.touching_mm * DOWN
    at_s = np.arange(2000) / 1000
    carried = Moved(lay + 120 * (at_s**2)[:, None] * DOWN, np.zeros(2))
    went = then(still(tuple(lay), SETS_OFF_S), carried, still(tuple(carried.places[-1]), 1.0))
    paths = [seen(still(WHITE, SETS_OFF_S + 3.0), "white", 1, RATE, 0.3), seen(went, "black", 2, RATE, 0.3)]
    assert windows_of(paths, KIT) == []


def test_a_stroke_full_at_a_ball_that_all_but_touches_the_cue_ball_is_told_with_what_it_hit() -> None:
    balls: tuple[tuple[str, float, float], ...] = (
        ("white", *WHITE),
        ("black", WHITE[0], WHITE[1] - KIT.touching_mm - 0.3),
    )
    balls += (("blue", 1400, 1784.5), ("pink", 400, 2676.75))
    truth = play(balls, 1400, 270.0, lasts_s=7.0, kit=KIT)
    parts = recorded(look(truth, Eye(rate=25)), begin(KIT, None))
    (one,) = [one for part in parts for one in part.told]
    assert one.likeliest.stroke.cue_ball == "white"
    assert one.likeliest.stroke.first_hit == ("black",)
