"""Balls put back after a miss: what goes back in each edition, and how far and which way each ball is off."""

from dataclasses import replace
from typing import Any

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Desk, open_desk
from tracker.match.desk.putting_back import BallBack, balls_to_put_back, due_back
from tracker.rules import shelf
from tracker.rules.desk import Due
from tracker.rules.snooker.frame.calls import After, Choose, Foul, Played
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
BLACK_SPOT = KIT.spots["black-spot"]


def at(ball: str, x: float, y: float) -> Place:
    return Place(ball=ball, at=Point(x, y), sd_mm=2.0)


BEFORE = (
    at("white", 400, 500), at("red", 300, 2700), at("red", 900, 2700),
    Place(ball="black", at=BLACK_SPOT, sd_mm=0.0),
)  # fmt: skip
LEFT = (
    at("white", 1200, 900), at("red", 900, 2700), at("red", 340, 2730),
    Place(ball="black", at=BLACK_SPOT, sd_mm=0.0),
)  # fmt: skip


def missed(rulebook: str = "snooker-2024") -> Desk[Any]:
    """A miss, with reds left, in a frame whose places were seen."""
    desk = open_desk(shelf.find(rulebook), Header(rulebook=rulebook))
    desk = desk.call((Played(points=0, after=After(lie=BEFORE)),))
    return desk.call((Foul(points=4, miss=True, after=After(lie=LEFT)),))


def due_after_miss(rulebook: str = "snooker-2024") -> Due:
    due = due_back(missed(rulebook))
    assert due is not None
    return due


def named(balls: tuple[BallBack, ...], ball: str) -> list[BallBack]:
    return [one for one in balls if one.ball == ball]


@pytest.mark.parametrize(("rulebook", "only"), [("snooker-2024", False), ("snooker-legacy", True)])
def test_the_edition_in_force_says_what_goes_back(rulebook: str, only: bool) -> None:
    due = due_after_miss(rulebook)
    assert (due.only_cue_ball, due.chosen) == (only, False)
    balls = balls_to_put_back(due, LEFT, KIT)
    assert {one.ball for one in balls if one.is_due} == ({"white"} if only else {"white", "red", "black"})


def test_each_ball_is_off_by_so_many_mm_that_way() -> None:
    balls = balls_to_put_back(due_after_miss(), LEFT, KIT)
    white = balls[0]
    assert white.off_mm is not None
    assert (white.ball, white.across_mm, white.along_mm, round(white.off_mm)) == ("white", -800, -400, 894)
    moved, still = named(balls, "red")
    assert (moved.moved_mm, moved.across_mm, moved.along_mm) == (50, -40, -30)
    assert (still.moved_mm, still.off_mm) == (0, 0)
    assert [one.on_spot for one in named(balls, "black")] == [True]


def test_what_is_missing_to_each_place_is_told_and_of_a_ball_that_is_off_the_table_nothing() -> None:
    near = tuple(replace(place, at=Point(place.at.x_mm + 3, place.at.y_mm)) for place in BEFORE)
    balls = balls_to_put_back(due_after_miss(), near[:-1], KIT)
    assert [(one.ball, one.off_mm) for one in balls] == [("black", None), ("white", 3), ("red", 3), ("red", 3)]


def test_where_the_cue_ball_alone_goes_back_the_others_are_not_waited_for() -> None:
    balls = balls_to_put_back(due_after_miss("snooker-legacy"), (BEFORE[0], *LEFT[1:]), KIT)
    assert [(one.ball, one.off_mm) for one in balls if one.is_due] == [("white", 0)]


def test_it_goes_on_when_it_was_chosen_and_ends_with_the_next_call() -> None:
    desk = missed().call((Choose(what="replace"),))
    due = due_back(desk)
    assert due is not None
    assert (due.chosen, due.lie, due.left) == (True, BEFORE, LEFT)
    assert due_back(desk.call((Played(points=0),))) is None
    assert due_back(missed().call((Choose(what="play"),))) is None


def test_nothing_is_told_where_nobody_saw_the_balls_or_no_ball_goes_back() -> None:
    desk = open_desk(shelf.find("snooker-2024"), Header(rulebook="snooker-2024"))
    assert due_back(desk) is None
    assert due_back(desk.call((Played(points=0),)).call((Foul(points=4, miss=True),))) is None
    assert due_back(open_desk(shelf.find("novuss-2015"), Header(rulebook="novuss-2015", table="novuss"))) is None


def test_a_cue_ball_played_from_hand_has_no_place_to_go_back_to() -> None:
    setup = Setup(start=Start(on="red", in_hand=True, places=BEFORE))
    desk = open_desk(shelf.find("snooker-2024"), Header(rulebook="snooker-2024", setup=setup))
    due = due_back(desk.call((Foul(points=4, miss=True, after=After(lie=LEFT)),)))
    assert due is not None
    assert due.in_hand
    assert not named(balls_to_put_back(due, LEFT, KIT), "white")
