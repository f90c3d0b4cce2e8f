"""Beside the strokes a referee is offered what the law has now, each with its paragraph and with what it would end."""

from typing import Any

import pytest

from tracker.domain.book.conduct import Conduct, Record
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.match.desk.acts import Act, acts
from tracker.rules import shelf
from tracker.rules.billiards.game import calls as billiards
from tracker.rules.billiards.game.calls import Misconduct
from tracker.rules.novuss.calls import TurnLost, Warned
from tracker.rules.ruleset import RuleSet, apply_all
from tracker.rules.snooker.frame.calls import (
    Accept,
    Concede,
    Forfeit,
    FoulBefore,
    Penalty,
    Played,
    PutBack,
    PutUp,
    TakeOff,
    Warn,
)
from tracker.rules.snooker.law.clocks import Clock, TimeOut
from tracker.rules.snooker.places.table import TWELVE_FEET

BLUE = Place(ball="blue", at=TWELVE_FEET.spots["blue-spot"], sd_mm=0.0)
PINK_BACK = (PutBack(balls=("pink",)),)
OFF, YELLOW_UP = TakeOff(ball="blue"), billiards.PutUp(ball="yellow")


def offered(rulebook: str, *calls: Call, ball: str = "") -> dict[tuple[str, int | None], Act]:
    rules = shelf.find(rulebook)
    at, _ = apply_all(rules, rules.opening(Setup(names=("Anna", "Bo"))), calls)
    return {(act.name, act.by): act for act in acts(rules, at, ball)}


def test_the_second_offence_costs_the_frame_and_the_third_the_match() -> None:
    first = offered("snooker-2024")["unsporting", 0]
    assert (first.calls, first.cite, first.ends) == ((Warn(side=0, what="unsporting"),), "4.1(a)", "")
    second = offered("snooker-2024", *first.calls)["unsporting", 0]
    assert (second.calls, second.ends) == ((Forfeit(side=0, what="unsporting"),), "frame")
    rules = shelf.find("snooker-2024")
    next_frame = rules.opening(Setup(conduct=Conduct(records=(Record(lost=("unsporting",)), Record()))))
    third = next(act for act in acts(rules, next_frame) if (act.name, act.by) == ("unsporting", 0))
    assert (third.calls, third.ends) == ((Forfeit(side=0, what="unsporting", game=True),), "match")


def test_each_edition_says_it_by_its_own_paragraph() -> None:
    new, old = offered("snooker-2024"), offered("snooker-legacy")
    assert (new["time-wasting", 1].cite, old["time-wasting", 1].cite) == ("4.3(a)", "4.1")
    assert (old["unsporting", 0].ends, old["concede", 0].cite) == ("frame", "4.6(a)")
    assert ("ball-touched", 1) not in old


def test_a_fault_costs_by_the_ball_that_it_concerns_and_by_who_did_it() -> None:
    found = offered("snooker-2024", Played(points=0), ball="pink")
    striker, other = found["ball-touched", 1], found["ball-touched", 0]
    assert isinstance(striker.calls[-1], FoulBefore)
    assert striker.calls[-1].points == 6
    assert other.calls == (Penalty(side=0, points=6, ball="pink"),)
    assert (striker.cite, other.cite) == ("3.11(b)(vi)", "3.11(e)")


def test_before_the_opening_stroke_a_disturbed_ball_goes_back_whoever_touched_it() -> None:
    found = offered("snooker-2024", ball="pink")
    for side in (0, 1):
        assert (found["ball-touched", side].calls, found["ball-touched", side].cite) == (PINK_BACK, "3.3(c)")


def test_what_only_the_side_at_the_table_can_do_is_offered_of_it_alone() -> None:
    assert {by for name, by in offered("shoot-out-2024") if name == "time-expired"} == {0}


def test_in_novuss_either_side_can_cross_the_border_of_its_zone_and_loses_a_turn() -> None:
    found = offered("novuss-2015")
    assert [found["zone-crossed", side].calls for side in (0, 1)] == [(TurnLost(side=0),), (TurnLost(side=1),)]


PUT_RIGHT = [
    # rulebook, what was called before, ball, what came to light, what is called for it, paragraph
    ("snooker-2024", (), "blue", "colour-missing", (PutUp(place=BLUE),), "3.7(c)(i)"),
    ("snooker-2024", (), "blue", "colour-misplaced", (PutUp(place=BLUE),), "3.7(j)"),
    ("snooker-2024", (), "blue", "colour-spotted-in-error", (OFF,), "3.7(b)"),
    ("snooker-2024", (OFF,), "blue", "red-spotted-for", (TakeOff(ball="red"), PutUp(place=BLUE)), "3.7(d)(i)"),
    ("snooker-2024", (), "red", "fell", (PutBack(balls=("red",)),), "3.9(a)"),
    ("snooker-2024", (), "pink", "now-touching", (PutBack(balls=("pink",)),), "3.8(g)"),
    ("snooker-2024", (), "white", "referee-moved", (PutBack(balls=("white",)),), "3.15(b)"),
    ("billiards-2024", (), "red", "ball-missing", (billiards.PutUp(ball="red"),), "3.9(h)"),
    ("billiards-2024", (YELLOW_UP,), "yellow", "spotted-in-error", (billiards.TakeOff(ball="yellow"),), "3.9(e)"),
]  # fmt: skip


@pytest.mark.parametrize(("rulebook", "before", "ball", "what", "calls", "cite"), PUT_RIGHT)
def test_what_comes_to_light_about_a_ball_is_put_right_and_nobody_pays(
    rulebook: str, before: tuple[Call, ...], ball: str, what: str, calls: tuple[Call, ...], cite: str
) -> None:
    act = offered(rulebook, *before, ball=ball)[what, None]
    assert (act.calls, act.cite, act.ends) == (calls, cite, "")
    assert (what, None) not in offered(rulebook, *before)


def test_no_red_comes_off_for_a_colour_that_stands_on_its_spot_and_no_own_ball_is_spotted() -> None:
    assert ("red-spotted-for", None) not in offered("snooker-2024", ball="blue")
    assert not {"ball-missing", "spotted-in-error"} & {name for name, _ in offered("billiards-2024", ball="white")}


def test_a_stroke_is_played_anew_only_while_the_frame_goes_on() -> None:
    assert offered("snooker-2024")["annul", None].calls == (PutBack(everything=True),)
    assert ("annul", None) not in offered("snooker-2024", Forfeit(side=0, what="unsporting"))


def test_a_time_out_sets_the_clocks_as_the_referee_says() -> None:
    rules = shelf.find("shoot-out-2024")
    fresh = rules.opening(Setup())
    assert clocks(rules, fresh, None) == {"time-out-reset": TimeOut(match_us=0, shot_us=0)}
    read = rules.apply(fresh, Clock(match_us=60_000_000, shot_us=4_000_000))
    assert clocks(rules, read, None) == {
        "time-out": TimeOut(match_us=60_000_000, shot_us=4_000_000),
        "time-out-reset": TimeOut(match_us=60_000_000, shot_us=0),
    }
    assert clocks(rules, read, 30.0)["time-out"] == TimeOut(match_us=30_000_000, shot_us=4_000_000)
    assert clocks(shelf.find("snooker-2024"), shelf.find("snooker-2024").opening(Setup()), 30.0) == {}


def test_time_is_added_in_billiards_once_time_wasting_has_been_dealt_with() -> None:
    rules = shelf.find("billiards-2024")
    timed = rules.opening(Setup(time_limit_s=3600.0))
    assert clocks(rules, timed, 45.0) == {}
    dealt_with = rules.apply(timed, Misconduct(side=1, kind="time-wasting"))
    assert clocks(rules, dealt_with, 45.0) == {"add-time": billiards.AddTime(seconds=45.0)}
    assert clocks(rules, dealt_with, 0.0) == {}


def clocks(rules: RuleSet[Any], at: object, seconds: float | None) -> dict[str, Call]:
    return {act.name: act.calls[0] for act in acts(rules, at, seconds=seconds) if act.group == "clock"}


def test_billiards_and_novuss_have_ladders_of_their_own() -> None:
    wasted = Misconduct(side=1, kind="time-wasting")
    assert offered("billiards-2024")["time-wasting", 1].ends == ""
    assert offered("billiards-2024", wasted)["time-wasting", 1].ends == "frame"
    assert offered("billiards-2024")["match-lost", 0].ends == "match"
    assert offered("novuss-2015")["disruptive", 0].ends == ""
    assert offered("novuss-2015", Warned(side=0, what="disruptive"))["disruptive", 0].ends == "match"
    assert ("again", None) not in offered("novuss-2015")


@pytest.mark.parametrize("rulebook", shelf.names())
def test_all_that_is_offered_may_be_called_and_has_its_paragraph(rulebook: str) -> None:
    rules = shelf.find(rulebook)
    at = rules.opening(Setup(names=("Anna", "Bo")))
    put_right = (act for act in acts(rules, at, "blue") if act.group == "right")
    for act in (*acts(rules, at, seconds=60.0), *put_right):
        assert act.cite
        apply_all(rules, at, act.calls)


def test_a_warning_between_frames_ends_no_frame_once_more() -> None:
    over = offered("snooker-2024", Concede(side=1), Accept(side=0))
    assert over["unsporting", 0].ends == ""
