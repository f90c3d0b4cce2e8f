"""What the law of snooker carries from one call to the next, told call by call."""

from dataclasses import replace
from typing import cast

import pytest

from tests.rules.test_snooker_judge import NOWHERE, RULES, stroke
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.strokes.stroke import Bounce, Place, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import (
    Accept,
    Choose,
    Concede,
    Foul,
    FoulBefore,
    Lots,
    NominateFree,
    Played,
    Restart,
    Warn,
)
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.judge.finds import Find, rule_on_find
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.judge.shootout import Attempt, Lag
from tracker.rules.snooker.law.clocks import TimeOut

OLDER = cast(Snooker, shelf.find("snooker-legacy"))
SHOOT_OUT = cast(Snooker, shelf.find("shoot-out-2024"))
FOUR = Setup(players=(("A1", "A2"), ("B1", "B2")))
LIE = (
    Place(ball=WHITE, at=Point(889, 700), sd_mm=0.0),
    Place(ball=RED, at=Point(889, 2000), sd_mm=0.0),
    Place(ball="black", at=Point(889, 3245), sd_mm=0.0),
)


def last_black(*, scores: tuple[int, int]) -> Position:
    start = Start(reds=0, colours=("black",), on="black", scores=scores)
    return RULES.opening(Setup(start=start))


def test_a_foul_before_the_stroke_ends_an_offer_to_concede() -> None:
    offered = RULES.apply(RULES.opening(Setup()), Concede(side=0))
    with pytest.raises(CallRefused):
        RULES.apply(RULES.apply(offered, FoulBefore(points=4)), Accept(side=1))


def test_without_clocks_there_is_none_to_stop() -> None:
    with pytest.raises(CallRefused):
        RULES.apply(RULES.opening(Setup()), TimeOut(match_us=0, shot_us=0))


@pytest.mark.parametrize(("scores", "winner"), [((60, 10), 0), ((10, 60), 1)])
def test_who_has_won_is_told_by_the_outcome_and_by_the_score(scores: tuple[int, int], winner: int) -> None:
    over = RULES.apply(last_black(scores=scores), Played(points=7, potted=("black",)))
    outcome = RULES.outcome(over)
    assert outcome is not None
    assert (outcome.winner, outcome.because) == (winner, over.because)
    assert RULES.scoreline(over).winner == winner


def test_the_score_says_who_is_at_the_table() -> None:
    at = RULES.opening(Setup())
    assert RULES.scoreline(at).striker == 0
    assert RULES.scoreline(RULES.apply(at, Played(points=0))).striker == 1


def test_level_frame_points_where_all_frames_count_have_no_winner() -> None:
    start = Start(reds=0, colours=("black",), on="black", scores=(43, 50))
    at = RULES.opening(Setup(aggregate=True, totals=(90, 80), frame=1, frames=3, start=start))
    over = RULES.apply(at, Played(points=7, potted=("black",)))
    assert over.over
    assert over.winner is None


def test_a_free_ball_is_gone_when_the_black_is_spotted_again() -> None:
    tied = replace(last_black(scores=(50, 43)), free_ball=True)
    again = RULES.apply(tied, Foul(points=7))
    assert (again.respotted, again.lots, again.free_ball) == (True, True, False)


def test_nothing_is_put_right_on_a_black_that_is_spotted_again() -> None:
    black = replace(last_black(scores=(50, 50)), respotted=True)
    ruling = rule_on_find(black, Find(what="colour_missing", ball="blue"), RULES.kit)
    assert (ruling.suggestions, ruling.calls) == ((), ())


def test_the_attempts_at_the_blue_are_played_from_the_d() -> None:
    start = Start(reds=0, colours=("black",), on="black", scores=(50, 43))
    level = replace(SHOOT_OUT.opening(Setup(start=start)), anywhere=True, free_ball=True)
    blue = SHOOT_OUT.apply(level, Foul(points=7))
    assert blue.shootout
    assert (blue.in_hand, blue.anywhere, blue.free_ball, blue.on) == (True, False, False, "blue")


def test_hiding_behind_the_free_ball_costs_the_value_of_the_ball_on() -> None:
    free = (Foul(points=4, free_ball=True), Choose(what="play"), NominateFree(ball="brown"))
    at, _ = apply_all(RULES, RULES.opening(Setup()), free)
    ruling = RULES.judge(at, stroke("brown"), NOWHERE, Told(snookered=True, snookered_by="brown"))
    assert [(one.clause, one.value) for one in ruling.findings] == [("SNK-3.11.a.viii", 4)]
    fair = RULES.judge(at, stroke("brown"), NOWHERE, Told(snookered=True, snookered_by="green"))
    assert fair.findings == ()


def test_a_stroke_out_of_turn_is_of_the_player_who_was_named() -> None:
    at = OLDER.opening(FOUR)
    ruling = OLDER.judge(at, stroke(RED), NOWHERE, Told(by=1, player="B2"))
    assert [call.by for call in ruling.calls if isinstance(call, Foul)] == ["B2"]


def test_in_the_older_edition_the_other_balls_stay_when_the_cue_ball_goes_back() -> None:
    at = OLDER.opening(Setup(start=Start(places=LIE, on=RED, reds=1, colours=("black",))))
    moved = (replace(LIE[0], at=Point(300, 300)), replace(LIE[1], at=Point(500, 900)), LIE[2])
    missed = Foul(points=4, miss=True, after=replace(Foul(points=4).after, lie=moved))
    back, _ = apply_all(OLDER, at, (missed, Choose(what="replace")))
    assert back.lie is not None
    assert {place.ball: place.at for place in back.lie} == {WHITE: LIE[0].at, RED: moved[1].at, "black": LIE[2].at}


def test_played_from_anywhere_a_miss_put_back_is_played_from_anywhere_again() -> None:
    at = replace(
        SHOOT_OUT.opening(Setup(start=Start(places=LIE, on=RED, reds=1, colours=("black",)))),
        anywhere=True,
        in_hand=True,
    )
    missed = replace(RULES.apply(replace(at, terms=RULES.opening(Setup()).terms), Foul(points=4, miss=True)))
    assert RULES.apply(missed, Choose(what="replace")).anywhere is True


def test_a_colour_picked_up_before_the_stroke_is_off_its_place_and_spotted() -> None:
    at = RULES.opening(Setup(start=Start(places=LIE, on=RED, reds=1, colours=("black",))))
    ruling = RULES.report(at, Report(fault="ball-picked-up", by=0, ball="black", when="before"))
    foul = next(call for call in ruling.calls if isinstance(call, FoulBefore))
    assert foul.gone == ("black",)
    assert foul.after.lie is not None
    assert sorted(place.ball for place in foul.after.lie) == ["black", RED, WHITE]
    assert ruling.spots == foul.after.spots


def test_a_frame_begun_again_is_an_opening_with_the_warnings_that_stood() -> None:
    warned = RULES.apply(RULES.opening(Setup()), Warn(side=1, what="unsporting"))
    again = RULES.apply(RULES.apply(warned, Played(points=0)), Restart())
    assert (again.opening, again.conduct, again.reds) == (True, warned.conduct, 15)
    assert again.conduct.records[1].warned == ("unsporting",)


def test_after_a_visit_without_points_there_is_no_lag() -> None:
    at = SHOOT_OUT.opening(Setup())
    assert SHOOT_OUT.apply(at, Lag(away_mm=(10.0, 20.0))).lag_winner == 0
    with pytest.raises(CallRefused, match="the lag comes before the first stroke"):
        SHOOT_OUT.apply(replace(at, visit=1), Lag(away_mm=(10.0, 20.0)))


@pytest.mark.parametrize(
    ("ball", "at_us", "counts", "why"),
    [
        (WHITE, 3, False, "cue-ball off a cushion before it met the blue"),
        (WHITE, 9, True, "blue potted directly"),
        ("blue", 9, False, "blue off a cushion"),
    ],
)
def test_the_blue_is_attempted_without_a_cushion(ball: str, at_us: int, counts: bool, why: str) -> None:
    start = Start(reds=0, colours=("black",), on="black", scores=(50, 43))
    calls = (Foul(points=7), Lots(side=0))
    blue, _ = apply_all(SHOOT_OUT, SHOOT_OUT.opening(Setup(start=start)), calls)
    met = (Touch(at_us=5, balls=(WHITE, "blue"), at=Point(1, 1), sure=1.0),)
    cushion = (Bounce(at_us=at_us, ball=ball, cushion="left", sure=1.0),)
    seen = stroke("blue", pots=("blue",), touches=met, cushions=cushion)
    main = SHOOT_OUT.judge(blue, seen, NOWHERE).main
    assert main is not None
    assert (main.value, main.why) == (int(counts), why)


def test_the_other_side_first_keeps_each_pair_in_its_order() -> None:
    assert RULES.apply(RULES.opening(FOUR), Lots(side=1)).order == ("B1", "A1", "B2", "A2")


def test_a_foul_meant_by_the_other_side_brings_a_warning_where_it_needs_penalties_only_since() -> None:
    start = Start(reds=0, colours=("pink", "black"), on="pink", scores=(53, 42))
    at = RULES.opening(Setup(start=start))
    ruling = RULES.report(at, Report(fault="deliberate-foul", by=1))
    assert Warn(side=1, what="unsporting") in ruling.calls
    near = replace(at, scores=(50, 46))
    assert not [
        call for call in RULES.report(near, Report(fault="deliberate-foul", by=1)).calls if isinstance(call, Warn)
    ]


@pytest.mark.parametrize(
    ("on", "striker", "left"), [(RED, 0, 27 + 8 * 5), ("colour", 0, 27 + 8 * 5 + 7), ("colour", 1, 27 + 8 * 5 + 7)]
)
def test_the_score_says_what_the_player_at_the_table_can_still_make(on: str, striker: int, left: int) -> None:
    at = RULES.opening(Setup(start=Start(reds=5, on=on, striker=striker)))
    assert RULES.scoreline(at).remaining == left
    assert at.left(1 - striker) == 27 + 8 * 5


def test_a_frame_that_is_over_leaves_nothing_to_make_and_nothing_to_choose() -> None:
    fouled = RULES.apply(RULES.opening(Setup()), Foul(points=4))
    over, _ = apply_all(RULES, fouled, (Concede(side=0), Accept(side=1)))
    assert (over.over, over.choices, RULES.scoreline(over).remaining) == (True, (), 0)


def test_after_a_miss_the_balls_are_known_to_lie_where_they_lay() -> None:
    at = RULES.opening(Setup(start=Start(places=LIE, on=RED, reds=1, colours=("black",))))
    moved = tuple(replace(place, at=Point(300 + 100 * i, 300)) for i, place in enumerate(LIE))
    missed = Foul(points=4, miss=True, after=replace(Foul(points=4).after, lie=moved))
    back, _ = apply_all(RULES, at, (missed, Choose(what="replace")))
    assert back.lie == LIE


@pytest.mark.parametrize(("rules", "how"), [(RULES, "agreed"), (OLDER, "agreed"), (SHOOT_OUT, "wrong-order")])
def test_a_frame_begun_again_is_played_by_the_same_book(rules: Snooker, how: str) -> None:
    at = replace(rules.opening(Setup()), starter=1)
    again = rules.apply(rules.apply(at, Played(points=0)), Restart(how=how))
    assert again.terms == at.terms


def test_after_an_attempt_at_the_blue_nothing_lies_where_it_lay() -> None:
    start = Start(reds=0, colours=("black",), on="black", scores=(50, 43))
    blue, _ = apply_all(SHOOT_OUT, SHOOT_OUT.opening(Setup(start=start)), (Foul(points=7), Lots(side=0)))
    assert SHOOT_OUT.apply(replace(blue, lie=LIE), Attempt(counts=False)).lie is None
