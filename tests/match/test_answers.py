"""What else a stroke may have been: each doubted fact put the other way, what is left open said, and other prices."""

from dataclasses import replace
from typing import Any, TypeVar

import pytest

from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.match.book.entries import Called, Header, Suggested
from tracker.match.desk.answers import Answer, answers_to
from tracker.match.desk.desk import Desk, open_desk
from tracker.rules import shelf
from tracker.rules.billiards.game.calls import Played as Strike
from tracker.rules.snooker.frame.calls import Foul, Played

FAIR = Stroke(
    number=1, began_us=0, ended_us=5_000_000, cue_ball="white", origin=Point(889.0, 600.0), first_hit=("red",),
    cushions=(Bounce(at_us=1_000_000, ball="white", cushion="top", sure=1.0),),
)  # fmt: skip
STANDING = Standing(
    at_us=5_000_000,
    places=(
        Place(ball="white", at=Point(700.0, 900.0), sd_mm=2.0),
        Place(ball="red", at=Point(300.0, 2700.0), sd_mm=2.0),
    ),
)
EITHER = Doubt(about="first_hit", why="two candidates", candidates=(("brown",), ("red",)))
FELL = Doubt(about="potted", why="it may be hidden", candidates=(("red",), ()))
RED_POT = Pot(at_us=2_000_000, ball="red", pocket="top-left", sure=0.55)


def asked(*strokes: Stroke, standing: Standing = STANDING) -> Desk[Any]:
    desk = open_desk(shelf.find("snooker-2024"), Header(rulebook="snooker-2024"))
    for stroke in strokes:
        desk, _ = desk.see(Alternatives.certain(stroke, standing))
    return desk


def about(answers: tuple[Answer, ...], fact: str) -> list[Answer]:
    return [answer for answer in answers if answer.about == fact]


C = TypeVar("C", bound=Call)


def calls(answer: Answer, kind: type[C]) -> list[C]:
    return [call for call in answer.calls if isinstance(call, kind)]


def test_the_ball_hit_first_is_put_the_other_way_both_times() -> None:
    brown = answers_to(asked(replace(FAIR, first_hit=("brown",), doubts=(EITHER,))), 2)
    assert (brown[0].about, brown[0].balls, calls(brown[0], Played)[0].points) == ("first_hit", ("red",), 0)
    red = answers_to(asked(replace(FAIR, doubts=(EITHER,))), 2)
    assert (red[0].balls, calls(red[0], Foul)[0].points) == (("brown",), 4)


def test_a_pot_in_doubt_may_be_still_on_the_table() -> None:
    answers = answers_to(asked(replace(FAIR, potted=(RED_POT,), doubts=(FELL,))), 2)
    still = about(answers, "potted")
    assert [(one.balls, one.holds, calls(one, Played)[0].points) for one in still] == [(("red",), False, 0)]


def test_a_ball_not_told_as_potted_may_have_been() -> None:
    answers = answers_to(asked(replace(FAIR, doubts=(FELL,))), 2)
    assert [(one.holds, calls(one, Played)[0].points) for one in about(answers, "potted")] == [(True, 1)]


def test_what_the_frame_as_a_whole_leaves_open_comes_first_in_words_where_no_single_fact_tells_it() -> None:
    potted = replace(FAIR, potted=(RED_POT,))
    readings = (
        Reading(stroke=FAIR, standing=STANDING, log_odds=0.0),
        Reading(stroke=potted, standing=STANDING, log_odds=-1.0, why="a red fell behind the player"),
    )
    desk, _ = asked().see(Alternatives(readings=readings))
    first, *others = answers_to(desk, desk.waiting[0])
    assert (first.about, calls(first, Played)[0].potted) == ("read", ("red",))
    assert "a red fell behind the player" in first.why
    assert all(not one.why for one in others)


def test_other_prices_of_a_foul_come_last_and_not_the_one_suggested() -> None:
    answers = answers_to(asked(replace(FAIR, first_hit=("brown",), doubts=(EITHER,))), 2)
    assert [calls(one, Foul)[0].points for one in about(answers, "price")] == [5, 6, 7]
    assert [one.about for one in answers[-3:]] == ["price"] * 3


def test_what_the_judge_leaves_open_of_a_foul_is_said_in_one_tap() -> None:
    desk = asked(replace(FAIR, first_hit=("brown",), doubts=(EITHER,)))
    assert [foul.miss for one in about(answers_to(desk, 2), "said") for foul in calls(one, Foul)] == [True, False]


@pytest.mark.parametrize("fact", ["first_hit", "off_table", "jumped"])
def test_every_answer_can_be_called_and_differs_from_what_is_suggested(fact: str) -> None:
    doubt = EITHER if fact == "first_hit" else Doubt(about=fact, why="not seen", candidates=((), ("blue",)))
    desk = asked(replace(FAIR, doubts=(doubt,)))
    answers = answers_to(desk, 2)
    assert answers
    for answer in answers:
        called = desk.call(answer.calls, about=2)
        last, asked_of = called.book.entries[-1], desk.book.entry(2)
        assert isinstance(last, Called)
        assert isinstance(asked_of, Suggested)
        assert (called.waiting, last.calls) == ((), answer.calls)
        assert answer.calls != asked_of.ruling.calls
    assert len({answer.calls for answer in answers}) == len(answers)


def test_nothing_is_offered_where_nothing_is_asked_and_what_is_asked_later_is_judged_after_it() -> None:
    red_in = replace(FAIR, potted=(replace(RED_POT, sure=0.97),))
    colour = replace(FAIR, number=2, first_hit=("blue",), doubts=(replace(EITHER, candidates=(("blue",), ("red",))),))
    desk = asked(red_in, colour)
    assert answers_to(desk, 2) == ()
    assert calls(answers_to(desk, 4)[0], Foul)[0].points == 7


@pytest.mark.parametrize(
    ("told", "points", "answer"), [((), 0, (True, 2)), (("yellow",), 2, (False, 0))], ids=["not told", "told"]
)
def test_a_ball_that_may_have_been_met_too_makes_a_cannon_or_does_not(
    told: tuple[str, ...], points: int, answer: tuple[bool, int]
) -> None:
    places = {"white": Point(700.0, 900.0), "yellow": Point(300.0, 2700.0), "red": Point(889.0, 3245.0)}
    standing = Standing(
        at_us=5_000_000, places=tuple(Place(ball=ball, at=at, sd_mm=2.0) for ball, at in places.items())
    )
    touches = tuple(
        Touch(at_us=n * 1_000_000, balls=("white", ball), at=Point(0.0, 0.0), sure=0.9)
        for n, ball in enumerate(("red", *told), start=1)
    )
    doubt = Doubt(about="touches", why="it hardly moved", candidates=((), ("yellow",)))
    opened = replace(FAIR, cushions=()), replace(FAIR, number=2, cue_ball="yellow", in_hand=True)
    stroke = replace(FAIR, number=3, touches=touches, doubts=(doubt,))
    desk = open_desk(shelf.find("billiards-2024"), Header(rulebook="billiards-2024"))
    for one in (*opened, stroke):
        desk, _ = desk.see(Alternatives.certain(one, standing))
    number = desk.waiting[-1]
    entry = desk.book.entry(number)
    assert isinstance(entry, Suggested)
    assert sum(call.points for call in entry.ruling.calls if isinstance(call, Strike)) == points
    (otherwise,) = about(answers_to(desk, number), "touches")
    assert otherwise.balls == ("yellow",)
    assert (otherwise.holds, sum(call.points for call in calls(otherwise, Strike))) == answer
