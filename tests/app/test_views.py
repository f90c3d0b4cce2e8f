"""What a person is told of a run as a whole."""

from dataclasses import replace

import pytest

from tracker.app.judging import judge
from tracker.app.views import run_doubts
from tracker.app.watching import Watched
from tracker.domain.plane import Point
from tracker.domain.stroke import Place, Standing
from tracker.show.timeline import doubt_words
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")


@pytest.fixture
def watched():
    """A hundred pictures of a white and a black that lie still."""
    lying = (("white", Point(400.0, 900.0)), ("black", KIT.spots["black-spot"]))
    places = tuple(Place(ball=ball, at=at, sd_mm=0.3) for ball, at in lying)
    return Watched(
        paths=(), opening=Standing(at_us=0, places=places), strokes=(), seen_us=tuple(range(0, 4_000_000, 40_000)),
        lost_us=frozenset(),
    )  # fmt: skip


def told(watched):
    return [doubt_words(doubt) for doubt in run_doubts(watched, judge(watched, KIT, "snooker-2024", (60, 50), None))]


def test_nothing_is_doubted_while_the_table_is_in_view(watched):
    assert told(watched) == []


def test_a_table_out_of_view_is_told_once_with_when_and_how_long(watched):
    lost = replace(watched, lost_us=frozenset(range(1_200_000, 1_600_000, 40_000)))
    assert told(lost) == ["table: lost, first at 1.20 s; nothing was followed meanwhile (10% of the pictures)"]
