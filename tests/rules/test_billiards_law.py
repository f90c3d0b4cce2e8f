"""What the law of billiards carries from one call to the next, told call by call."""

from dataclasses import replace

import pytest

from tests.rules.test_billiards_judge import LIE, RULES, place, started, stood, stroke
from tracker.domain.book.conduct import Record
from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.law.ruling import SILENT
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.plane import Point
from tracker.rules.billiards.game import baulk
from tracker.rules.billiards.game.calls import (
    Accept,
    Announce,
    Choose,
    Concede,
    Foul,
    FoulBefore,
    Misconduct,
    Miss,
    Played,
    PlaysFirst,
    Restart,
    Time,
)
from tracker.rules.billiards.game.position import AS_LEFT, SERIOUS, TIME_WASTING, UNSPORTING
from tracker.rules.billiards.game.told import Told
from tracker.rules.billiards.judge.judge import _announcement
from tracker.rules.billiards.judge.reports import Report

FOUR = Setup(players=(("A1", "A2"), ("B1", "B2")), frames=3)


def test_a_foul_with_all_balls_put_back_leaves_the_striker_s_ball_in_hand() -> None:
    at = started(places=LIE[1:], in_hand=True)
    then = RULES.apply(at, Foul(by=0, gone=(RED,), restored=True))
    assert (then.off, then.lie, then.red_on) == (at.off, at.lie, at.red_on)
    assert then.scores == (0, 2)


def test_a_foul_before_the_stroke_ends_an_offer_to_concede() -> None:
    offered = RULES.apply(started(), Concede(side=0))
    fouled = RULES.apply(offered, FoulBefore(by=0))
    with pytest.raises(CallRefused, match="no concession stands"):
        RULES.apply(fouled, Accept(side=1))


def test_nobody_else_plays_before_the_choice_after_a_foul_is_made() -> None:
    fouled = RULES.apply(started(), Foul(by=0))
    with pytest.raises(CallRefused, match="a choice comes first"):
        RULES.apply(fouled, Foul(by=1))
    assert RULES.apply(RULES.apply(fouled, Choose(what=AS_LEFT)), Foul(by=1)).scores == (2, 2)


def test_the_first_player_of_the_side_that_plays_first_begins() -> None:
    assert RULES.apply(RULES.opening(FOUR), PlaysFirst(side=1)).player == "B1"


def test_a_game_begun_again_keeps_the_terms_of_the_match() -> None:
    warned = RULES.apply(RULES.opening(FOUR), Misconduct(side=1, kind=UNSPORTING))
    wrong = replace(RULES.apply(warned, PlaysFirst(side=1)), starter=0)
    again = RULES.apply(RULES.apply(wrong, Played(points=0)), Restart())
    assert (again.several_games, again.players, again.conduct) == (True, FOUR.players, warned.conduct)
    assert (again.striker, again.player, again.strokes) == (0, "A1", 0)


def test_a_window_is_used_up_at_its_last_point() -> None:
    window = baulk.CrossingWindow(start=80, opened_at=80, limit=100)
    assert baulk.still_open((window,), 90, 99, crossed=False) == (window,)
    assert baulk.still_open((window,), 90, 100, crossed=False) == ()


@pytest.mark.parametrize(
    ("what", "cite"),
    [("TEN HAZARDS", "3.11(a)"), ("SEVENTY CANNONS", "3.10(a)"), ("BAULK-LINE WARNING AT 80", "3.8(c)")],
)
def test_what_is_announced_names_its_paragraph(what: str, cite: str) -> None:
    said = _announcement(Announce(what=what))
    assert (said.say, said.cite, said.why) == (what, cite, "due in this break")


@pytest.mark.parametrize(
    ("fault", "kind", "say", "cite", "ask"),
    [
        ("unsporting", UNSPORTING, "WARNING", "4.1", False),
        ("serious-unsporting", SERIOUS, SILENT, "4.1", True),
        ("time-wasting", TIME_WASTING, "WARNING", "4.2", False),
    ],
)
def test_conduct_brings_a_warning_and_what_is_serious_is_asked(
    fault: str, kind: str, say: str, cite: str, ask: bool
) -> None:
    ruling = RULES.report(started(), Report(fault=fault, by=1))
    assert ruling.calls == (Misconduct(side=1, kind=kind),)
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.cite, ruling.main.ask) == (say, cite, ask)


def test_a_foul_reported_without_a_stroke_is_told_as_it_is_found() -> None:
    ruling = RULES.report(started(), Report(fault="ball-touched", by=0, ball=RED))
    (finding,) = ruling.findings
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.value, ruling.main.cite) == ("FOUL", 2, finding.cite)
    assert (finding.clause, finding.why) == ("BIL-3.15.m", "ball-touched red without a stroke")


def test_a_ball_in_play_may_stay_in_baulk() -> None:
    lie = (place(WHITE, 500, 400), place(YELLOW, 700, 500), place(RED, 1500, 600))
    fair = RULES.judge(started(places=lie), stroke(YELLOW, origin=Point(500, 400)), stood(*lie), Told(left=False))
    assert fair.findings == ()


def test_only_from_in_hand_is_there_a_miss() -> None:
    assert RULES.apply(started(in_hand=True), Miss()).scores == (0, 2)
    with pytest.raises(CallRefused, match="is a foul, not a miss"):
        RULES.apply(started(), Miss())


def test_a_game_to_points_is_not_ended_by_time() -> None:
    with pytest.raises(CallRefused, match="no time limit"):
        RULES.apply(RULES.opening(Setup(target=200)), Time(last=True))


def test_a_warning_is_remembered_beside_another() -> None:
    once = RULES.apply(started(), Misconduct(side=0, kind=UNSPORTING))
    twice = RULES.apply(once, Misconduct(side=0, kind=TIME_WASTING))
    assert twice.conduct.records[0] == Record(warned=(UNSPORTING, TIME_WASTING))
    assert not twice.over
    lost = RULES.apply(twice, Misconduct(side=0, kind=TIME_WASTING))
    assert (lost.winner, lost.because) == (1, "game awarded: time wasting")
    assert lost.conduct.records[0] == Record(warned=(UNSPORTING, TIME_WASTING), lost=(TIME_WASTING,))
