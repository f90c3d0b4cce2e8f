"""Where the cue-ball may have been while nobody saw it, and how likely it met a ball there."""

import numpy as np
import pytest

from tracker.incidents.propose.beyond import (
    AT_MOST,
    Beyond,
    comes_by,
    comes_to,
    drawn_on,
    met_beyond,
    overlaps,
    swept,
    unseen_ways,
)
from tracker.physics.constants import ROLLING_MM_S2
from tracker.store.kits import find_kit

KIT = find_kit()
D = KIT.touching_mm
PACE = 1000.0
LOST_S = 2.0


def lost(
    place: tuple[float, float] = (900.0, 1000.0), degrees: float = 90.0, pace: float = PACE, until_s: float = 9.0
) -> Beyond:
    """A ball seen six times on its way to a place, and then until another time no more."""
    way = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    at_s = LOST_S - np.arange(5, -1, -1) / 50
    return drawn_on(np.array(place) + (at_s - LOST_S)[:, None] * pace * way, at_s, (LOST_S, until_s), KIT)


def ahead(along: float, aside: float = 0.0) -> np.ndarray:
    """A place so far up the table from where the ball was lost, and so far to the left."""
    return np.array([900.0 - aside, 1000.0 + along])


def met(way: Beyond, ball: np.ndarray, seen_s: float) -> float:
    """How likely a ball was met on a way that was seen last then, its place known to a millimetre."""
    return met_beyond(way, comes_by(way, ball, D), seen_s, 1.0, KIT)


def test_a_ball_out_of_view_rolls_on_until_it_is_seen_again_or_stops() -> None:
    soon = lost(pace=400.0, until_s=LOST_S + 0.5)
    assert soon.whole_mm == pytest.approx(400 * 0.5 - ROLLING_MM_S2 * 0.5**2 / 2)
    assert (soon.from_s, soon.until_s) == (LOST_S, LOST_S + 0.5)
    never = lost(pace=400.0, until_s=60.0)
    assert never.whole_mm == pytest.approx(400**2 / (2 * ROLLING_MM_S2))
    assert never.straight_mm == never.whole_mm
    assert never.until_s == pytest.approx(LOST_S + 400 / ROLLING_MM_S2)


def test_it_goes_straight_to_the_cushion_and_then_anywhere_but_no_farther_than_a_pocket() -> None:
    to_cushion = lost(degrees=0.0)
    assert to_cushion.straight_mm == pytest.approx(KIT.width_mm - KIT.ball_radius_mm - 900)
    assert to_cushion.whole_mm > to_cushion.straight_mm
    to_pocket = lost((1400.0, 3191.0), degrees=45.0)
    assert to_pocket.whole_mm == to_pocket.straight_mm
    fall = max(KIT.pockets, key=lambda pocket: pocket.fall.x_mm + pocket.fall.y_mm).fall
    assert to_pocket.straight_mm == pytest.approx(np.hypot(fall.x_mm - 1400, fall.y_mm - 3191), rel=0.01)


def test_how_near_it_comes_is_told_of_balls_on_its_way_alone() -> None:
    way = lost(pace=400.0, until_s=60.0)
    aside = comes_by(way, ahead(300, D + 5), D)
    assert aside is not None
    assert aside[0] == pytest.approx(5.0)
    assert comes_by(way, ahead(-300), D) is None
    assert comes_by(way, ahead(way.straight_mm + D + 5), D) is None
    far, near = (comes_by(way, ahead(way.straight_mm + off_mm), D) for off_mm in (D - 3, -D))
    assert far is not None
    assert near is not None
    assert far[0] == pytest.approx(-3.0)
    assert far[1] > near[1]  # where it would stop nobody knows so well


def test_a_ball_on_its_way_was_met_and_one_beside_it_was_not() -> None:
    way = lost()
    full, thick, missed = (met(way, ahead(500, aside), 1.0) for aside in (0, D - 20, D + 60))
    assert full > 0.99
    assert thick > 0.99
    assert missed < 0.2
    assert 0.2 < met(way, ahead(500, D), 1.0) < 0.8
    assert met(way, ahead(500), way.until_s + 0.1) == 0.0  # it was seen to lie there later


def test_after_a_cushion_any_ball_may_have_been_met_the_likelier_the_longer_it_was_not_watched() -> None:
    way = lost(degrees=0.0)
    away, watched_s = ahead(1500, 500), (way.from_s + way.until_s) / 2
    never, half = (met(way, away, seen_s) for seen_s in (0.0, watched_s))
    assert never == pytest.approx(2 * D * (way.whole_mm - way.straight_mm) / (KIT.width_mm * KIT.length_mm))
    assert half == pytest.approx(never / 2)
    assert swept(lost(degrees=0.0, pace=9000.0, until_s=60.0), 0.0, KIT) == AT_MOST


def test_ways_are_drawn_on_over_long_gaps_alone_and_back_to_a_strike_that_was_not_seen() -> None:
    at_s = np.array([0.0, 0.5, 0.52, 0.54, 0.56, 0.58, 1.2, 1.22])
    places = np.column_stack([np.full(8, 900.0), np.where(at_s < 0.1, 400.0, 1000 + 600 * (at_s - 0.5))])
    back, on, still = unseen_ways(places, at_s, 1.4, KIT)
    assert (back.from_s, back.until_s) == pytest.approx((0.0, 0.5))
    assert back.way == pytest.approx((0.0, -1.0))
    assert back.whole_mm == pytest.approx(600 * 0.5 + ROLLING_MM_S2 * 0.5**2 / 2)  # it was the faster the longer ago
    assert (on.from_s, on.until_s) == pytest.approx((0.58, 1.2))
    assert on.place == pytest.approx(places[5])
    assert still.from_s == 1.22


def test_a_ball_found_at_rest_does_not_tell_which_way_it_came() -> None:
    """Its sightings jitter by half a millimetre: drawn back along that it would have come from anywhere."""
    at_s = np.array([0.0, 4.0, 4.02, 4.04, 4.06, 4.08, 4.1])
    places = np.column_stack([np.full(7, 900.0), [400.0, 1500.0, 1500.2, 1499.8, 1500.0, 1500.3, 1500.5]])
    (back,) = unseen_ways(places, at_s, 4.1, KIT)
    assert met(back, np.array([900.0, 1000.0]), 0.0) == swept(back, 0.0, KIT) < 0.05


@pytest.mark.parametrize(("gap_mm", "sure"), [(-3.0, 0.9987), (0.0, 0.5), (1.0, 0.1587), (3.0, 0.0013)])
def test_a_gap_that_was_measured_below_nothing_was_none(gap_mm: float, sure: float) -> None:
    assert overlaps(gap_mm, 1.0) == pytest.approx(sure, abs=1e-3)


def test_how_fast_it_comes_to_a_ball_is_told_by_how_a_ball_rolls() -> None:
    way, before, beside = lost(), lost(pace=400.0, until_s=60.0), ahead(300, D / 2)
    due = comes_to(way, beside, D)
    assert np.hypot(*(beside - due.at)) == pytest.approx(D)
    assert due.pace_mm_s == pytest.approx(np.sqrt(PACE**2 - 2 * ROLLING_MM_S2 * (due.at[1] - 1000)))
    assert due.at_s == pytest.approx(LOST_S + (PACE - due.pace_mm_s) / ROLLING_MM_S2)
    stops = comes_to(before, ahead(before.straight_mm + D + 1.0), D)
    assert stops.pace_mm_s == 0.0
    assert stops.at_s == pytest.approx(before.until_s)
    to_cushion = lost(degrees=0.0)
    assert comes_to(to_cushion, np.array([900.0 + to_cushion.straight_mm + 5.0, 1000.0 + D]), D).pace_mm_s == 0.0


def test_a_way_is_drawn_back_no_farther_than_to_where_the_ball_lay_if_it_leads_there() -> None:
    """What comes straight from where it lay met nothing behind that place."""
    at_s = np.array([0.0, 2.0, 2.02, 2.04, 2.06, 2.08, 2.1])
    for lay_x, reaches in ((900.0, True), (980.0, False)):
        places = np.column_stack([np.array([lay_x, *[900.0] * 6]), [400.0, *(900 + 600 * (at_s[1:] - 2.0))]])
        (back,) = unseen_ways(places, at_s, 2.1, KIT, 0.5)
        assert (back.whole_mm == back.straight_mm) == reaches
        assert (back.straight_mm == pytest.approx(500.0)) == reaches
        due = comes_to(back, np.array([900.0, 500.0]), D)
        assert due.pace_mm_s == pytest.approx(np.sqrt(600**2 + 2 * ROLLING_MM_S2 * (400 - D)))
        assert due.at_s == pytest.approx(2.0 - (due.pace_mm_s - 600) / ROLLING_MM_S2)
