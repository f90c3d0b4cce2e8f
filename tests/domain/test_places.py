"""Balls that look alike: which of them is which is told by how near they lie."""

import pytest

from tracker.domain.strokes.places import nearest_alike
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point

Lying = list[tuple[str, float]]


def along(lying: Lying) -> list[Place]:
    return [Place(ball=ball, at=Point(x, 0.0), sd_mm=0.3) for ball, x in lying]


@pytest.mark.parametrize(
    ("places", "lying", "found"),
    [
        ([("red", 0), ("red", 100)], [("red", 90), ("red", 300)], [300, 90]),
        ([("red", 0)], [("blue", 1), ("red", 500)], [500]),
        ([("red", 0), ("red", 40)], [("red", 30)], [None, 30]),
        ([("red", 0)], [], [None]),
    ],
    ids=["the closest pair first", "of its kind alone", "one is gone", "all are"],
)
def test_each_place_is_given_the_nearest_ball_of_its_kind_that_is_free(
    places: Lying, lying: Lying, found: list[float | None]
) -> None:
    told = nearest_alike(along(places), along(lying))
    assert [one and one.at.x_mm for one in told] == found


def test_who_asks_says_which_balls_are_alike() -> None:
    (told,) = nearest_alike(along([("a1", 0)]), along([("a2", 10), ("b1", 5)]), lambda one: one.ball[0])
    assert told is not None
    assert told.ball == "a2"
