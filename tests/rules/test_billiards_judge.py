"""What the judge of billiards says of strokes that cameras saw: sure where it may be, *please look* where it must."""

from dataclasses import replace
from typing import Any, cast

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.billiards.edition import Billiards
from tracker.rules.billiards.game.calls import (
    AddTime,
    Announce,
    Choose,
    Foul,
    FoulBefore,
    Misconduct,
    Played,
    PlaysFirst,
    WonString,
)
from tracker.rules.billiards.game.position import IN_HAND_SPOTTED, Position
from tracker.rules.billiards.game.table import BILLIARDS_TABLE
from tracker.rules.billiards.judge.reports import Report
from tracker.store.kits import find_kit

RULES = cast(Billiards, shelf.find("billiards-2024"))


def place(ball: str, x_mm: float, y_mm: float, sd_mm: float = 2.0) -> Place:
    return Place(ball=ball, at=Point(x_mm, y_mm), sd_mm=sd_mm)


LIE = (place(WHITE, 500, 1200), place(YELLOW, 1300, 2300), place(RED, 700, 2500))


def started(visit: int = 0, places: tuple[Place, ...] = LIE, in_hand: bool = False) -> Position:
    return RULES.opening(Setup(start=Start(scores=(visit, 0), visit=visit, places=places, in_hand=in_hand)))


def stroke(*met: str, pots: tuple[str, ...] = (), doubt: str = "", **more: Any) -> Stroke:
    facts: dict[str, Any] = {
        "number": 1, "began_us": 0, "ended_us": 9, "cue_ball": WHITE, "origin": Point(500, 1200), "first_hit": met[:1],
        "touches": tuple(Touch(at_us=i, balls=(WHITE, b), at=Point(1, 1), sure=0.96) for i, b in enumerate(met)),
        "potted": tuple(Pot(at_us=8, ball=ball, pocket="top-left", sure=0.97) for ball in pots),
        "doubts": (Doubt(about=doubt, why="a hand hid it", margin="4 ms"),) if doubt else (),
    }  # fmt: skip
    return Stroke(**(facts | more))


def stood(*places: Place, touching: tuple[tuple[str, str], ...] = ()) -> Standing:
    return Standing(at_us=9, places=places, touching=touching)


def test_the_table_is_that_of_the_file() -> None:
    assert find_kit("billiards-12ft") == BILLIARDS_TABLE


def test_on_another_table_the_three_balls_are_the_same() -> None:
    assert shelf.find("billiards-2024", find_kit("snooker-10ft")).kit.pieces == BILLIARDS_TABLE.pieces


def test_a_cannon_is_told_with_its_reason_and_its_paragraph() -> None:
    ruling = RULES.judge(started(), stroke(RED, YELLOW), stood(*LIE))
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.why, ruling.main.cite) == ("2", "cannon", "3.4")
    assert ruling.main.sure == 0.96
    assert not ruling.ask


def test_a_doubt_about_the_first_contact_is_asked() -> None:
    ruling = RULES.judge(started(), stroke(RED, YELLOW, doubt="first_hit"), stood(*LIE))
    assert ruling.ask
    assert ruling.doubts == ("first contact: a hand hid it (4 ms)",)


def test_a_doubt_about_a_fact_that_nothing_reads_is_not() -> None:
    assert not RULES.judge(started(), stroke(RED, doubt="moved_between"), stood(*LIE)).ask


def test_many_findings_are_all_named_and_cost_two() -> None:
    seen = stroke(off_table=(RED,), pots=(WHITE,))
    ruling = RULES.judge(started(), seen, stood(place(YELLOW, 1300, 2300)))
    assert {finding.clause for finding in ruling.findings} == {"BIL-3.15.j", "BIL-3.15.o"}
    assert ruling.main is not None
    assert "; also " in ruling.main.why
    assert ruling.main.value == 2
    assert ruling.spots == (place(RED, 889, 3245, 0.0),)


def test_with_a_window_open_an_unseen_crossing_is_asked() -> None:
    ruling = RULES.judge(started(98), stroke(RED, YELLOW), stood(*LIE))
    assert ruling.main is not None
    assert (ruling.main.say, ruling.ask) == ("FOUL", True)
    assert "did the cue-ball cross the Baulk-line into Baulk?" in ruling.main.why


def test_a_cue_ball_that_rests_in_baulk_has_crossed_the_line() -> None:
    ruling = RULES.judge(started(98), stroke(RED, YELLOW), stood(place(WHITE, 500, 400), *LIE[1:]))
    assert [one.say for one in ruling.spoken] == ["2", "BAULK-LINE CROSSED"]
    assert not ruling.ask


@pytest.mark.parametrize(
    ("from_mm", "cushions", "crossed"),
    [
        ((500, 1200), ("bottom",), True),
        ((500, 1200), ("top", "left"), False),
        ((500, 300), ("top", "bottom"), True),
        ((500, 300), ("bottom", "top"), False),
    ],
    ids=["down and up again", "never down", "up, down and up again", "off the Bottom cushion and up"],
)
def test_a_cue_ball_that_comes_out_of_baulk_again_has_crossed_the_line_off_its_cushion(
    from_mm: tuple[float, float], cushions: tuple[str, ...], crossed: bool
) -> None:
    met = tuple(Bounce(at_us=2 + i, ball=WHITE, cushion=one, sure=0.99) for i, one in enumerate(cushions))
    seen = stroke(RED, YELLOW, origin=Point(*from_mm), cushions=met)
    seen = replace(seen, touches=tuple(replace(one, at_us=7 + i) for i, one in enumerate(seen.touches)))
    lie = (place(WHITE, *from_mm), *LIE[1:])
    ruling = RULES.judge(started(85, lie), seen, stood(*LIE))
    assert ("BAULK-LINE CROSSED" in [one.say for one in ruling.spoken]) == crossed


def test_what_is_due_is_announced_until_somebody_does() -> None:
    ruling = RULES.judge(started(78), stroke(RED, YELLOW), stood(*LIE))
    assert ruling.calls[-1] == Announce(what="BAULK-LINE WARNING AT 80")
    forgotten = RULES.apply(started(78), ruling.calls[0])
    again = RULES.judge(forgotten, stroke(RED, YELLOW), stood(*LIE))
    assert again.calls[-1] == ruling.calls[-1]


def test_from_in_hand_a_ball_near_the_line_is_asked() -> None:
    near = (place(YELLOW, 1300, 738), place(RED, 700, 2500))
    ruling = RULES.judge(started(places=near, in_hand=True), stroke(YELLOW, origin=Point(889, 600)), stood(*LIE))
    assert ruling.ask
    assert "was the yellow in Baulk? It is decided by 1.0 mm" in ruling.doubts


def test_from_in_hand_a_camera_accuses_nobody_of_a_hair() -> None:
    at = started(places=LIE[1:], in_hand=True)
    fair = RULES.judge(at, stroke(RED, origin=Point(889, 745)), stood(*LIE))
    asked = RULES.judge(at, stroke(RED, origin=Point(889, 760)), stood(*LIE))
    sure = RULES.judge(at, stroke(RED, origin=Point(889, 800)), stood(*LIE))
    assert fair.findings == ()
    assert [(r.findings[0].clause, r.ask) for r in (asked, sure)] == [("BIL-3.15.f", True), ("BIL-3.15.f", False)]


def test_from_in_hand_nobody_is_accused_of_where_the_cue_ball_lay_unseen() -> None:
    unseen = (Doubt(about="began_us", why="the cue-ball was moving when it was seen first"),)
    at = started(places=LIE[1:], in_hand=True)
    assert RULES.judge(at, stroke(RED, origin=Point(889, 1400), doubts=unseen), stood(*LIE)).findings == ()


def test_a_ball_that_was_passed_over_is_asked() -> None:
    ruling = RULES.judge(started(), stroke(YELLOW, jumped=(RED,)), stood(*LIE))
    assert [finding.clause for finding in ruling.findings] == ["BIL-3.15.h"]
    assert ruling.ask


def test_the_side_whose_ball_is_struck_after_the_string_plays_first() -> None:
    strung = RULES.apply(RULES.opening(Setup()), WonString(side=0))
    seen = stroke(RED, cue_ball=YELLOW, in_hand=True, origin=Point(889, 600))
    ruling = RULES.judge(strung, seen, stood(place(YELLOW, 700, 900), place(RED, 700, 2500)))
    assert ruling.calls[0] == PlaysFirst(side=1, inferred=True)
    with pytest.raises(CallRefused, match="the winner of the string chooses first"):
        RULES.apply(strung, Played(points=0))


def test_a_spot_that_is_hardly_free_is_asked() -> None:
    lie = (place(WHITE, 500, 1200), place(YELLOW, 889, 3190))
    ruling = RULES.judge(started(), stroke(RED, pots=(RED,)), stood(*lie))
    assert ruling.ask
    assert "is the black-spot occupied by the yellow? It is decided by 2.5 mm" in ruling.doubts


def test_balls_whose_places_are_not_known_leave_a_miss_open() -> None:
    at = RULES.opening(Setup(start=Start(in_hand=True)))
    ruling = RULES.judge(at, stroke(origin=Point(889, 600)), stood())
    assert [finding.clause for finding in ruling.findings] == ["BIL-3.15.o"]
    assert ruling.ask


def test_a_cushion_in_baulk_does_not_take_the_cue_ball_out_of_it() -> None:
    lie = (place(YELLOW, 300, 400), place(RED, 1500, 600))
    off_bottom = (Bounce(at_us=0, ball=WHITE, cushion="bottom", sure=1.0),)
    seen = stroke(RED, origin=Point(889, 600), cushions=off_bottom)
    ruling = RULES.judge(started(places=lie, in_hand=True), seen, stood(*lie))
    assert [finding.clause for finding in ruling.findings] == ["BIL-3.6.d"]


def test_after_a_foul_a_ball_taken_in_hand_shows_the_choice() -> None:
    at = RULES.apply(started(), Foul(by=0))
    seen = stroke(RED, in_hand=True, cue_ball=YELLOW, origin=Point(889, 600))
    ruling = RULES.judge(at, seen, stood(*LIE))
    assert ruling.calls[0] == Choose(what=IN_HAND_SPOTTED, inferred=True)


def test_a_touch_that_the_eyes_name_lifts_the_balls() -> None:
    ruling = RULES.judge(started(), stroke(RED, YELLOW), stood(*LIE, touching=((WHITE, RED),)))
    assert [one.say for one in ruling.spoken] == ["2", "TOUCHING BALL"]
    assert {spot.ball for spot in ruling.spots} == {RED, YELLOW}


def test_a_game_that_is_over_gives_no_advice() -> None:
    at = RULES.opening(Setup(target=2))
    over = RULES.apply(at, Foul(by=0))
    assert over.over
    assert RULES.judge(over, stroke(RED), stood(*LIE)).suggestions == ()


def test_what_the_other_side_touches_is_no_foul() -> None:
    ruling = RULES.report(started(), Report(fault="ball-touched", by=1, ball=RED))
    assert ruling.calls == ()
    assert ruling.main is not None
    assert "nobody is penalised" in ruling.main.why


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (Played(points=3, cannon=True), "this stroke scores 2, not 3"),
        (Played(points=2, potted=(WHITE,)), "the cue-ball goes in-off a ball: it is not potted"),
        (Played(points=6, potted=(RED, RED)), "a ball cannot leave the table twice in a stroke"),
        (PlaysFirst(side=1), "the game has begun: the order of play stays as it is"),
        (Announce(what="TEN HAZARDS"), "TEN HAZARDS is not due now"),
        (Misconduct(side=0, kind="rude"), "'rude' is no misconduct that the book knows"),
        (Misconduct(side=0, kind="unsporting", match=True), "the match is awarded at once for serious misconduct only"),
    ],
)
def test_what_may_not_be_called_is_refused_with_a_reason(call: Call, why: str) -> None:
    with pytest.raises(CallRefused, match=why.replace("(", r"\(")):
        RULES.apply(started(), call)


@pytest.mark.parametrize(("match", "because"), [(False, "game awarded"), (True, "match awarded")])
def test_serious_misconduct_costs_the_game_or_the_match_as_the_referee_finds(match: bool, because: str) -> None:
    then = RULES.apply(started(), Misconduct(side=0, kind="serious-unsporting", match=match))
    assert (then.winner, then.because) == (1, f"{because}: serious unsporting")


def test_wasted_time_is_added_once_it_has_been_dealt_with() -> None:
    timed = replace(started(), timed=True)
    for at, why in ((started(), "no time limit"), (timed, "only for Time Wasting")):
        with pytest.raises(CallRefused, match=why):
            RULES.apply(at, AddTime(seconds=45))
    dealt_with = RULES.apply(timed, Misconduct(side=1, kind="time-wasting"))
    twice = RULES.apply(RULES.apply(dealt_with, AddTime(seconds=45)), AddTime(seconds=30))
    assert twice == replace(dealt_with, added_s=75)
    with pytest.raises(CallRefused, match="only for Time Wasting"):
        RULES.apply(dealt_with, AddTime(seconds=0))


def test_a_cannon_needs_both_object_balls_on_the_table() -> None:
    without = started(places=(place(WHITE, 500, 1200), place(RED, 700, 2500)))
    with pytest.raises(CallRefused, match="yellow is not on the table"):
        RULES.apply(without, Played(points=2, cannon=True))


@pytest.mark.parametrize(
    "setup",
    [
        Setup(players=(("A1", "A2"), ("B1",))),
        Setup(target=0),
        Setup(start=Start(places=(place("blue", 889, 1784),))),
    ],
)
def test_what_cannot_be_played_is_bad_input(setup: Setup) -> None:
    with pytest.raises(BadInput):
        RULES.opening(setup)


@pytest.mark.parametrize("call", [Foul(by=0), Foul(by=1), FoulBefore(by=0), Played(points=0)])
def test_nobody_plays_or_fouls_before_the_winner_of_the_string_has_chosen(call: Call) -> None:
    won = RULES.apply(RULES.opening(Setup()), WonString(side=1))
    with pytest.raises(CallRefused):
        RULES.apply(won, call)
    assert not RULES.report(won, Report(fault="ball-touched", by=won.striker, ball=RED)).calls


def test_a_foul_before_the_opening_stroke_has_begun_the_game() -> None:
    fouled = RULES.apply(RULES.opening(Setup()), FoulBefore(by=0))
    with pytest.raises(CallRefused, match="has begun"):
        RULES.apply(fouled, WonString(side=1))


def test_an_in_off_the_ball_that_is_named_twice_is_off_that_ball() -> None:
    at = started(places=(place(WHITE, 500, 1200), place(RED, 700, 2500)))
    seen = stroke(RED, pots=(WHITE,), first_hit=(RED, RED))
    (call,) = RULES.judge(at, seen, stood()).calls
    assert isinstance(call, Played)
    assert (call.points, call.in_off, call.cannon) == (3, RED, False)


def test_counts_that_near_their_limits_stand_beside_the_score() -> None:
    at = replace(started(visit=85), counts=replace(started(visit=85).counts, hazards=11, pots=1, pots_from="spot"))
    assert [(one.kind, one.number, one.most) for one in RULES.scoreline(at).counts] == [
        ("hazards", 11, 15), ("crossing", 100, None), ("red-to-centre", 1, None),
    ]  # fmt: skip
    assert RULES.scoreline(started(visit=20)).counts == ()


def test_what_is_due_may_be_announced_at_a_desk() -> None:
    at = replace(started(visit=20), counts=replace(started(visit=20).counts, hazards=10))
    offered = [call for call in RULES.desk.candidates if isinstance(call, Announce)]
    due = [call for call in offered if not refused(at, call)]
    assert due == [Announce(what="TEN HAZARDS")]
    assert Announce(what="BAULK-LINE WARNING AT 180") in offered


def refused(at: Position, call: Call) -> bool:
    try:
        RULES.verify(at, call)
    except CallRefused:
        return True
    return False
