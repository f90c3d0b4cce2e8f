"""Which balls the cue-ball passed that were not seen to move, and how likely it touched each."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from made_ways import rolls, seen, still, then

from tracker.geometry.paths import POCKET, Path
from tracker.incidents.explain.stages import passed_odds
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.grazes import Brush, odds_touched
from tracker.incidents.propose.touching.passing import (
    MOST_UNSEEN,
    Lain,
    Passed,
    bend,
    bend_beside,
    closest,
    cue_way,
    displaced,
    odds_of,
    passed,
    rest_through,
)  # fmt: skip
from tracker.incidents.segment.flights import Flight, flights_of
from tracker.incidents.segment.rests import rests_of, tolerance_of
from tracker.store.kits import find_kit

KIT = find_kit()
D = KIT.touching_mm
NEVER_US = 1 << 62


def cue(unseen: Sequence[tuple[float, float]] = ()) -> Flight:
    """A white that lies at (500, 500) for a second, then rolls along y = 500 and comes to rest at about x = 1200."""
    way = then(still((500, 500), 1.0), rolls((500, 500), (400, 0), 4.6))
    (flight,) = flights_of(seen(way, "white", 1, noise_mm=0.3, unseen=unseen))
    return flight


def lain_as(path: Path, white: Flight) -> Lain:
    rest = rest_through(path, white)
    assert rest is not None
    return Lain(path=path, rest=rest)


def lain(
    x: float,
    y: float,
    white: Flight,
    *,
    track: int = 2,
    ball: str = "red",
    moved: tuple[float, float] = (0.0, 0.0),
    at_s: float = 2.0,
    unseen: Sequence[tuple[float, float]] = (),
) -> Lain:
    """A ball that lies at a place, and elsewhere once the white has gone by."""
    path = seen(then(still((x, y), at_s), still((x + moved[0], y + moved[1]), 4.0)), ball, track, 50.0, 0.3, unseen)
    return lain_as(path, white)


def came_by(white: Flight, *balls: Lain) -> list[Passed]:
    return passed(cue_way(white, NEVER_US, KIT), balls, KIT)


def test_a_ball_that_was_passed_was_touched_if_it_lies_on_by_as_much_as_so_thin_a_brush_moves_it() -> None:
    white = cue()
    ((stayed,), (brushed,)) = (
        came_by(white, lain(800, 500 + D + gap, white, moved=(0, moved))) for gap, moved in ((3.0, 0.0), (-0.5, 3.0))
    )
    assert stayed.odds < 0.01
    assert brushed.odds > 5
    assert float(stayed.margin.split()[0]) == pytest.approx(3.0, abs=0.5)
    assert stayed.margin.endswith("mm, give or take 0.5 mm")
    assert stayed.at_us / 1e6 == pytest.approx(1.856, abs=0.02)


@pytest.mark.parametrize(("moved_mm", "odds"), [(0.0, (0, 0.5)), (1.2, (5, 99))])
def test_what_a_brush_moves_less_than_its_sightings_scatter_is_weighed_against_where_it_lay_before(
    moved_mm: float, odds: tuple[float, float]
) -> None:
    white = cue()
    (one,) = came_by(white, lain(800, 500 + D - 0.3, white, moved=(0, moved_mm), at_s=1.85))
    assert odds[0] < one.odds < odds[1]


def test_a_ball_that_seems_to_move_while_the_white_is_beside_it_was_not_touched_for_that() -> None:
    """Blur and shadow draw its sightings aside by 2 mm for a third of a second; the recording ends soon after."""
    white, y = cue(), 500 + D + 0.5
    path = seen(then(still((800, y), 1.75), still((800, y + 2), 0.34), still((800, y), 0.25)), noise_mm=0.3)
    (one,) = came_by(white, lain_as(path, white))
    assert one.odds < 0.1


def test_a_ball_that_set_off_before_the_white_was_seen_to_go_was_met_where_it_lay() -> None:
    white = cue()
    path = seen(then(still((800, 520), 0.4), rolls((800, 520), (0, 900), 2.0)), noise_mm=0.3)
    lay = rests_of(path, tolerance_of(path))[0]
    (one,) = came_by(white, Lain(path=path, rest=lay, again_us=500_000))
    assert one.odds == pytest.approx(odds_of(1.0))
    assert one.margin.startswith("0.0 mm")


GONE_US = 4_000_000
HIDDEN_AFTER = {
    "missed by a hair": (2.0, (1 / odds_of(1.0), 1 / odds_of(1.0))),
    "missed by more": (8.0, (0.0, 0.01)),
    "overlapped": (-2.0, (odds_of(1.0), odds_of(1.0))),
}


@pytest.mark.parametrize(("gap_mm", "odds"), HIDDEN_AFTER.values(), ids=HIDDEN_AFTER)
def test_a_ball_that_nobody_saw_after_the_pass_is_told_by_the_gap_alone(
    gap_mm: float, odds: tuple[float, float]
) -> None:
    white = cue()
    (one,) = came_by(white, replace(lain(800, 500 + D + gap_mm, white, moved=(0, 300)), again_us=GONE_US))
    assert odds[0] <= one.odds <= odds[1]


def test_a_white_that_turned_between_two_pictures_may_have_come_nearer_than_it_was_seen() -> None:
    """It came off something between pictures at 25 a second, 8 mm short of a ball that nobody saw afterwards."""
    onward = rolls((500, 500), (1500, 0), 0.5)
    turned = onward.places[-1]
    way = then(still((500, 500), 1.0), onward, rolls(turned, (-0.2 * onward.speed[0], 0.9 * onward.speed[0]), 0.5))
    (white,) = flights_of(seen(way, "white", 1, 25.0, 0.3))
    (one,) = came_by(white, replace(lain(turned[0] + D + 8, 500, white, moved=(0, 300)), again_us=GONE_US))
    assert float(one.margin.split()[0]) > 15
    assert one.odds == pytest.approx(odds_of(1.0))


@pytest.mark.parametrize(("moved_mm", "odds"), [(0.0, (0, 0.1)), (3.0, (5, 99))])
def test_a_ball_at_which_a_hidden_white_would_have_stopped_was_touched_if_it_lies_on(
    moved_mm: float, odds: tuple[float, float]
) -> None:
    white = cue(unseen=((1.4, 9.0),))
    (one,) = came_by(white, lain(1230, 500, white, moved=(moved_mm, 0), at_s=4.5))
    assert odds[0] <= one.odds < odds[1]
    assert one.margin == "out of view"


@pytest.mark.parametrize("moved_mm", [0.0, 1.0, 3.0])
def test_a_ball_that_a_hidden_white_would_have_driven_off_and_lies_where_it_lay_was_hardly_met(moved_mm: float) -> None:
    """Its way drawn on covers a quarter of the ball, at 250 mm/s; it comes into view again beyond."""
    white = cue(unseen=((1.4, 2.6),))
    (one,) = came_by(white, lain(800, 500 + D - 15.0, white, moved=(0, moved_mm), at_s=4.5))
    assert one.odds < 1.0


@pytest.mark.parametrize(("aside_mm", "sure"), [(58.0, (0.8, 0.9)), (66.0, (0.0, 0.2))])
def test_a_hidden_striker_meets_a_puck_as_far_aside_as_their_own_sizes_reach(
    aside_mm: float, sure: tuple[float, float]
) -> None:
    """The striker measures 70 mm and a puck 54: they touch 62 mm apart."""
    board, white = find_kit("novuss"), cue(unseen=((1.4, 9.0),))
    puck = lain(700, 500 + aside_mm, white, ball="a", unseen=((1.3, 9.0),))
    striker = replace(white, path=replace(white.path, ball="striker"))
    (one,) = passed(cue_way(striker, NEVER_US, board), [puck], board)
    assert sure[0] < one.odds / (1 + one.odds) < sure[1]


def test_balls_are_given_in_the_order_in_which_they_were_passed() -> None:
    white = cue()
    far, near = lain(1000, 560, white, ball="blue"), lain(700, 440, white, track=3, ball="pink")
    assert [one.ball for one in came_by(white, far, near)] == ["pink", "blue"]


def test_a_ball_that_the_white_only_left_was_not_met() -> None:
    white = cue()
    assert came_by(white, lain(500 - D, 500, white)) == []


def test_a_ball_at_which_the_white_stopped_was_touched_if_it_lies_on_by_a_little() -> None:
    white = cue()
    assert white.after is not None
    x = white.after.place.x_mm + D + 0.3
    ((stayed,), (moved,)) = (came_by(white, lain(x, 500, white, moved=(by, 0), at_s=5.0)) for by in (0.0, 2.0))
    assert stayed.odds < 1
    assert moved.odds > 5
    assert float(moved.margin.split()[0]) == pytest.approx(2.3, abs=0.5)  # wider than before by what it was moved


def test_a_ball_that_fell_before_was_not_met_and_one_that_is_hidden_may_have_been() -> None:
    white, path = cue(), seen(still((800, 500), 0.8), "red", 2, noise_mm=0.3)
    assert rest_through(path, white) is not None
    assert rest_through(replace(path, end=POCKET), white) is None


def test_where_neither_was_seen_a_ball_on_the_way_may_have_been_met_but_never_surely() -> None:
    white = cue(unseen=((1.2, 9.0),))
    hidden = lain(900, 500, white, unseen=((1.1, 9.0),))
    (one,) = came_by(white, hidden)
    assert one.odds == pytest.approx(MOST_UNSEEN / (1 - MOST_UNSEEN))
    assert one.margin == "out of view"
    (aside,) = came_by(white, lain(900, 700, white, unseen=((1.1, 9.0),)))
    assert aside.odds < 0.1
    elsewhere = lain(900, 900, white, moved=(0.0, 300.0), unseen=((1.1, 4.0),))
    (moved,) = came_by(white, replace(elsewhere, again_us=4_000_000))
    assert moved.odds == pytest.approx(1.0)
    later = lain(900, 900, white, moved=(0.0, 300.0), at_s=3.5, unseen=((2.5, 4.0),))
    (not_before,) = came_by(white, replace(later, again_us=4_000_000))
    assert not_before.at_us / 1e6 == pytest.approx(2.5, abs=0.1)  # it lay there until it was hidden


def test_how_well_a_hidden_ball_is_placed_is_told_by_where_it_was_seen_not_by_pictures_without_it() -> None:
    """A picture that does not show a ball has no error to tell (0): most do not show this one."""
    white = cue(unseen=((1.2, 9.0),))
    hidden = lain(900, 500 + D + 8.0, white, unseen=((1.1, 9.0),))
    shows = ~np.isnan(hidden.path.raw_mm[:, 0])
    placed, badly = (replace(hidden.path, raw_sd_mm=np.where(shows, sd_mm, 0.0)) for sd_mm in (0.3, 12.0))
    (one,), (other,) = (came_by(white, replace(hidden, path=path)) for path in (placed, badly))
    assert 3 * one.odds < other.odds


def test_what_nobody_saw_is_never_quite_sure() -> None:
    assert odds_of(1.0) == odds_of(0.9) == pytest.approx(MOST_UNSEEN / (1 - MOST_UNSEEN))
    assert odds_of(0.5) == 1.0


def test_the_nearest_place_of_a_way_may_lie_between_two_sightings() -> None:
    way = np.array([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)])
    for place, at, k, share in (((30, 50), (30, 0), 0, 0.3), ((130, 40), (100, 40), 1, 0.4), ((-9, -9), (0, 0), 0, 0)):
        found, piece, along = closest(way, np.array(place, float))
        assert (found.tolist(), piece) == (list(at), k)
        assert along == pytest.approx(share)


def test_a_way_that_bends_may_have_come_nearer_between_two_pictures() -> None:
    assert bend(np.array([(0.0, 0.0), (10.0, 0.0), (20.0, 6.0)]), np.array([0.0, 40.0, 80.0])) == pytest.approx(3.0)
    assert bend(np.array([(0.0, 0.0), (10.0, 0.0), (30.0, 0.0)]), np.array([0.0, 40.0, 120.0])) == pytest.approx(0.0)
    assert bend(np.array([(0.0, 0.0), (10.0, 9.0)]), np.array([0.0, 40.0])) == 0.0


def test_how_far_a_ball_was_moved_is_told_along_the_line_of_centres_alone() -> None:
    rng = np.random.default_rng(1)
    before, after = (rng.normal(0, 0.5, (40, 2)) + at for at in ((0.0, 0.0), (3.0, 9.0)))
    moved_mm, sd_mm = displaced(before, after, np.array([1.0, 0.0]), 0.5)
    assert moved_mm == pytest.approx(3.0, abs=0.4)
    assert 0.3 < sd_mm < 0.5
    assert displaced(before, after[:0], np.array([1.0, 0.0]), 0.5) == (0.0, 5.0)


@pytest.mark.parametrize(("claimed_mm", "errs_mm"), [(0.8, 0.2), (0.2, 0.1)])
def test_sightings_that_repeat_to_the_hair_may_err_all_the_same(claimed_mm: float, errs_mm: float) -> None:
    before, after = np.zeros((9, 2)), np.tile((1.0, 0.0), (9, 1))
    assert displaced(before, after, np.array([1.0, 0.0]), claimed_mm) == pytest.approx((1.0, errs_mm))


@pytest.mark.parametrize("pace", [400.0, 4000.0])
def test_a_ball_that_lies_where_the_cue_ball_went_and_lies_there_still_was_jumped_over(pace: float) -> None:
    way = then(still((500, 500), 1.0), rolls((500, 500), (0, pace), 480.0 / pace), still((500, 980), 4.0))
    (white, *_) = flights_of(seen(way, "white", 1, noise_mm=0.3))
    (over,) = came_by(white, lain(500, 700, white))
    assert over.odds < 0.01


@pytest.mark.parametrize("speed_mm_s", [300.0, 1500.0])
def test_the_fuller_a_ball_lay_in_the_way_the_less_likely_it_was_touched_where_it_lies_as_before(
    speed_mm_s: float,
) -> None:
    full = Brush(gap_mm=-8.0, gap_sd_mm=0.5, moved_mm=0.0, moved_sd_mm=0.3, speed_mm_s=speed_mm_s)
    assert odds_touched(full, KIT.ball_radius_mm) < 0.5


def test_a_ball_that_is_gone_from_its_place_was_met_by_something() -> None:
    by = noise().firsts
    stood, gone = (passed_odds(one_passed(left), by) for left in (False, True))
    assert gone > 5 * stood


def one_passed(left: bool) -> Passed:
    return Passed(ball="red", at_us=1, odds=0.2, margin="", left=left)


def test_a_ball_met_at_once_has_turned_the_cue_ball_before_it_is_seen_again() -> None:
    struck = np.array([(1674.0, 3522.0), (1733.0, 3504.0), (1709.0, 3456.0)])
    at_us = np.array([0.0, 40_000.0, 80_000.0])
    white = flights_of(seen(then(still((500, 500), 1.0), rolls((500, 500), (400, 0), 2.0)), "white", 1))[0]
    way = replace(cue_way(white, NEVER_US, KIT), places=struck, stamps_us=at_us)
    assert bend_beside(way, 0) == pytest.approx(np.hypot(1733 + 24 - 1674, 3504 + 48 - 3522) / 2)
    assert bend_beside(way, 1) == bend(struck, at_us)
