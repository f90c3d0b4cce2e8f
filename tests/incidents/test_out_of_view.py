"""Where a ball may have been while nobody saw it."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then

from tracker.domain.table.plane import Point
from tracker.geometry.paths import POCKET, VANISHED
from tracker.incidents.segment.flights import Flight, flights_of
from tracker.incidents.segment.out_of_view import may_have_come

START, UP = (900.0, 400.0), (0.0, 1500.0)
AWAY = then(still(START, 1.0), rolls(START, UP, 4.0))
"""A red that is struck after 1 s and goes straight up the table, 1.5 m in the next."""
BACK = then(still(START, 1.0), rolls(START, UP, 1.0))
BACK = then(BACK, rolls(BACK.places[-1], (0.0, -1400.0), 1.0))
"""The same, if it comes off a cushion after one second more."""


def flight(moved: Moved, *unseen: tuple[float, float], end: str = VANISHED) -> Flight:
    (found,) = [f for f in flights_of(replace(seen(moved, unseen=unseen), end=end)) if not f.unseen]
    return found


LOST = flight(AWAY, (1.6, 9.0))


@pytest.mark.parametrize(
    ("sentence", "way", "at_mm", "between_s", "may"),
    [
        ("it was seen to pass there then", flight(AWAY), 1300.0, (1.5, 1.7), True),
        ("it was seen to pass there, but not then", flight(AWAY), 1300.0, (1.0, 1.4), False),
        ("it was seen to pass elsewhere", flight(AWAY), 200.0, (0.0, 9.0), False),
        ("it was lost before it came there, and had time to", LOST, 1900.0, (1.5, 2.2), True),
        ("it was lost before it came there, and had no time yet", LOST, 1900.0, (1.5, 1.8), False),
        ("it was lost, and must have come to rest since", LOST, 1900.0, (60.0, 61.0), False),
        ("it fell where it was lost", flight(AWAY, (1.6, 9.0), end=POCKET), 1900.0, (1.5, 2.5), False),
        ("it came into view again too soon to have been there", flight(AWAY, (1.6, 1.9)), 2300.0, (1.5, 1.9), False),
        ("it came back, and may have been there meanwhile", flight(BACK, (1.6, 2.3)), 1700.0, (1.6, 2.3), True),
        ("it came back sooner than it could from there", flight(BACK, (1.6, 2.3)), 2300.0, (1.6, 2.3), False),
        ("it was seen once on its way, and then no more", flight(AWAY, (1.03, 9.0)), 900.0, (1.2, 2.0), True),
        ("nobody saw when it went, nor how fast", flight(AWAY, (0.5, 1.9)), 3000.0, (0.6, 1.9), True),
    ],
)
def test_a_ball_may_have_come_as_far_as_its_pace_took_it(
    sentence: str, way: Flight, at_mm: float, between_s: tuple[float, float], may: bool
) -> None:
    assert may_have_come(way, Point(900.0, at_mm), 100.0, between_s) == may, sentence


def test_how_near_counts() -> None:
    aside = Point(900.0 + 90.0, 1300.0)
    assert [may_have_come(flight(AWAY), aside, within_mm, (1.4, 1.9)) for within_mm in (60.0, 100.0)] == [False, True]
    assert np.isclose(flight(AWAY).path.places_mm[-1][0], 900.0)
