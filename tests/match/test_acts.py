"""Beside the strokes a referee is offered what the law has now, each with its paragraph and with what it would end."""

import pytest

from tracker.domain.conduct import Conduct, Record
from tracker.domain.setup import Setup
from tracker.match.acts import acts
from tracker.match.book import apply_all
from tracker.rules import shelf
from tracker.rules.billiards.calls import Misconduct
from tracker.rules.novuss.calls import Warned
from tracker.rules.snooker.calls import Forfeit, FoulBefore, Penalty, Warn


def offered(rulebook, *calls, ball=""):
    rules = shelf.find(rulebook)
    at, _ = apply_all(rules, rules.opening(Setup(names=("Anna", "Bo"))), calls)
    return {(act.name, act.by): act for act in acts(rules, at, ball)}


def test_the_second_offence_costs_the_frame_and_the_third_the_match():
    first = offered("snooker-2024")["unsporting", 0]
    assert (first.calls, first.cite, first.ends) == ((Warn(side=0, what="unsporting"),), "4.1(a)", "")
    second = offered("snooker-2024", *first.calls)["unsporting", 0]
    assert (second.calls, second.ends) == ((Forfeit(side=0, what="unsporting"),), "frame")
    rules = shelf.find("snooker-2024")
    next_frame = rules.opening(Setup(conduct=Conduct(records=(Record(lost=("unsporting",)), Record()))))
    third = next(act for act in acts(rules, next_frame) if (act.name, act.by) == ("unsporting", 0))
    assert (third.calls, third.ends) == ((Forfeit(side=0, what="unsporting", game=True),), "match")


def test_each_edition_says_it_by_its_own_paragraph():
    new, old = offered("snooker-2024"), offered("snooker-legacy")
    assert (new["time-wasting", 1].cite, old["time-wasting", 1].cite) == ("4.3(a)", "4.1")
    assert (old["unsporting", 0].ends, old["concede", 0].cite) == ("frame", "4.6(a)")
    assert ("ball-touched", 1) not in old


def test_a_fault_costs_by_the_ball_that_it_concerns_and_by_who_did_it():
    striker, other = (offered("snooker-2024", ball="pink")["ball-touched", side] for side in (0, 1))
    assert isinstance(striker.calls[-1], FoulBefore)
    assert striker.calls[-1].points == 6
    assert other.calls == (Penalty(side=1, points=6, ball="pink"),)
    assert (striker.cite, other.cite) == ("3.11(b)(vi)", "3.11(e)")


def test_what_only_the_side_at_the_table_can_do_is_offered_of_it_alone():
    assert {by for name, by in offered("shoot-out-2024") if name == "time-expired"} == {0}
    assert {by for name, by in offered("novuss-2015") if name == "zone-crossed"} == {0}


def test_billiards_and_novuss_have_ladders_of_their_own():
    wasted = Misconduct(side=1, kind="time-wasting")
    assert offered("billiards-2024")["time-wasting", 1].ends == ""
    assert offered("billiards-2024", wasted)["time-wasting", 1].ends == "frame"
    assert offered("billiards-2024")["match-lost", 0].ends == "match"
    assert offered("novuss-2015")["disruptive", 0].ends == ""
    assert offered("novuss-2015", Warned(side=0, what="disruptive"))["disruptive", 0].ends == "match"
    assert ("again", None) not in offered("novuss-2015")


@pytest.mark.parametrize("rulebook", shelf.names())
def test_all_that_is_offered_may_be_called_and_has_its_paragraph(rulebook):
    rules = shelf.find(rulebook)
    at = rules.opening(Setup(names=("Anna", "Bo")))
    for act in acts(rules, at):
        assert act.cite
        apply_all(rules, at, act.calls)
