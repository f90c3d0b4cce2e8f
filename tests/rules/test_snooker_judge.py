"""What the judge says of a stroke: its findings, its doubts, and what it takes for granted."""

from dataclasses import replace
from typing import Any, cast

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused, UnknownName
from tracker.domain.strokes.stroke import Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import (
    BallOn,
    Choose,
    Concede,
    Foul,
    FoulBefore,
    Hold,
    Nominate,
    NominateFree,
    Played,
    Refuse,
    TakeOff,
)
from tracker.rules.snooker.frame.told import Told
from tracker.rules.snooker.judge.reports import Report
from tracker.rules.snooker.places.table import TWELVE_FEET
from tracker.store.kits import find_kit

RULES = cast(Snooker, shelf.find())
NOWHERE = Standing(at_us=2, places=())


def stroke(*first: str, pots: tuple[str, ...] = (), **more: Any) -> Stroke:
    fallen = tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=0.97) for ball in pots)
    plain = Stroke(
        number=1, began_us=0, ended_us=2, cue_ball=WHITE, origin=Point(889, 700), first_hit=first, potted=fallen
    )
    return replace(plain, **more)


def test_a_foul_lists_every_finding_and_charges_the_dearest() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke("blue", pots=("black", WHITE)), NOWHERE)
    assert {(finding.clause, finding.value) for finding in ruling.findings} == {
        ("SNK-3.11.b.iv", 5),
        ("SNK-3.11.b.iii", 7),
        ("SNK-3.11.a.vii", 4),
    }
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.value, ruling.main.cite) == ("FOUL", 7, "3.11(b)(iii)")
    assert "blue hit first" in ruling.main.why


def test_a_foul_that_was_surely_seen_asks_nothing() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke("blue"), NOWHERE)
    assert not ruling.ask
    assert [finding.ask for finding in ruling.findings] == [False]


@pytest.mark.parametrize(
    ("seen", "value"),
    [(stroke(), 7), (stroke(pots=(WHITE,)), 7)],
    ids=["nothing hit", "in-off without touching"],
)
def test_after_a_red_with_no_colour_to_be_seen_the_referee_is_asked(seen: Stroke, value: int) -> None:
    ruling = RULES.judge(RULES.opening(Setup(start=Start(reds=5, on="colour"))), seen, NOWHERE)
    assert ruling.main is not None
    assert (ruling.main.value, ruling.main.ask) == (value, True)


def test_a_cue_ball_seen_to_pass_over_a_ball_is_asked_about() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, jumped=("green",)), NOWHERE)
    assert ruling.main is not None
    assert (ruling.main.say, ruling.main.cite, ruling.main.ask) == ("FOUL", "3.11(a)(x)", True)


@pytest.mark.parametrize(
    ("on", "ball", "cite"),
    [(RED, RED, "3.3(g)"), ("colour", "pink", "3.3(h)(i)")],
)
def test_a_pot_cites_its_paragraph(on: str, ball: str, cite: str) -> None:
    at = RULES.opening(Setup(start=Start(reds=5, on=on)))
    main = RULES.judge(at, stroke(ball, pots=(ball,)), NOWHERE).main
    assert main is not None
    assert main.cite == cite


def test_the_ball_on_can_be_stated_where_a_book_has_lost_it() -> None:
    at = RULES.opening(Setup(start=Start(reds=0)))
    assert RULES.scoreline(RULES.apply(at, BallOn(on="yellow"))).on == "yellow"
    assert RULES.scoreline(RULES.apply(at, BallOn(on="colour"))).on == "colour"
    with pytest.raises(CallRefused, match="no red"):
        RULES.apply(at, BallOn(on=RED))


@pytest.mark.parametrize(("first", "taken"), [("brown", True), (RED, False)])
def test_a_free_ball_is_taken_from_the_first_contact_unless_the_ball_on_is_met(first: str, taken: bool) -> None:
    foul = Foul(points=4, free_ball=True)
    at, _ = apply_all(RULES, RULES.opening(Setup()), (foul, Choose(what="play")))
    ruling = RULES.judge(at, stroke(first, pots=(first,)), NOWHERE)
    assert (NominateFree(ball="brown", inferred=True) in ruling.calls) == taken
    assert ruling.main is not None
    assert ruling.main.value == 1
    assert ruling.main.ask == taken


def test_balls_whose_places_touch_exactly_are_touching() -> None:
    lie = tuple(
        Place(ball=ball, at=Point(889, y), sd_mm=0.0) for ball, y in [(WHITE, 2000), (RED, 2052.5), ("blue", 1947.4)]
    )
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED), Standing(at_us=2, places=lie))
    assert [suggestion.say for suggestion in ruling.suggestions] == ["NO SCORE", "TOUCHING BALL"]
    assert ruling.suggestions[1].why == "cue-ball rests against red"
    at, _ = apply_all(RULES, RULES.opening(Setup()), ruling.calls)
    assert at.touching == (RED,)


def test_the_black_that_fell_goes_back_and_the_red_does_not() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, pots=(RED, "black")), NOWHERE)
    assert ruling.spots == (Place(ball="black", at=TWELVE_FEET.spots["black-spot"], sd_mm=0.0),)


def test_the_nomination_is_inferred_from_the_first_contact_and_marked_so() -> None:
    at = RULES.opening(Setup(start=Start(reds=5, on="colour")))
    ruling = RULES.judge(at, stroke("pink", pots=("pink",)), NOWHERE)
    assert ruling.calls[0] == Nominate(ball="pink", inferred=True)
    assert ruling.main is not None
    assert ruling.main.value == 6
    assert "taken as nominated" in ruling.main.why
    assert not ruling.main.ask


def test_a_doubt_about_a_fact_that_a_clause_reads_makes_it_ask() -> None:
    doubt = Doubt(about="first_hit", why="two candidates within 4 ms", candidates=((RED,), ("pink",)), margin="4 ms")
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, pots=(RED,), doubts=(doubt,)), NOWHERE)
    assert ruling.ask
    assert ruling.doubts == ("first contact: two candidates within 4 ms (4 ms)",)
    assert ruling.main is not None
    assert "4 ms" in ruling.main.why


@pytest.mark.parametrize(
    "doubt",
    [
        Doubt(about="cushions", why="hidden by an arm"),
        Doubt(about="first_hit", why="one red or two", candidates=((RED,), (RED, RED))),
    ],
)
def test_a_doubt_that_changes_nothing_asks_nothing(doubt: Doubt) -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, pots=(RED,), doubts=(doubt,)), NOWHERE)
    assert not ruling.ask


def test_how_sure_a_call_is_comes_from_what_was_seen() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, pots=(RED,), first_hit_sure=0.6), NOWHERE)
    assert ruling.main is not None
    assert ruling.main.sure == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("first", "on", "value"),
    [(RED, RED, 1), ("blue", "colour", 5)],
)
def test_in_mid_frame_the_first_ball_met_tells_what_was_on_and_that_is_said(first: str, on: str, value: int) -> None:
    at = RULES.opening(Setup(start=Start(reds=5)))
    ruling = RULES.judge(at, stroke(first, pots=(first,)), NOWHERE)
    assert ruling.calls[0] == BallOn(on=on)
    assert ruling.main is not None
    assert ruling.main.value == value
    assert ruling.main.ask
    assert "assumed" in ruling.main.why
    assert ruling.assumed


def test_with_colours_missing_and_no_red_the_table_tells_what_is_on() -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("blue", "pink", "black"))))
    assert RULES.scoreline(at).on == "blue"
    assert not RULES.judge(at, stroke("blue", pots=("blue",)), NOWHERE).ask


def test_a_ball_that_the_book_has_not_got_is_a_question_not_a_crash() -> None:
    at = RULES.opening(Setup(start=Start(reds=0, colours=("pink", "black"))))
    ruling = RULES.judge(at, stroke("pink", pots=("pink", "blue", RED)), NOWHERE)
    assert ruling.ask
    assert any("blue" in doubt for doubt in ruling.doubts)


def test_the_next_stroke_after_a_foul_means_that_the_next_player_plays() -> None:
    at, _ = apply_all(RULES, RULES.opening(Setup()), (Foul(points=4, gone=(WHITE,)),))
    ruling = RULES.judge(at, stroke(RED), NOWHERE)
    assert ruling.calls[0] == Choose(what="play", inferred=True)
    assert not ruling.ask


def test_a_cue_ball_put_back_by_hand_after_a_miss_is_taken_as_the_original_position_and_asked() -> None:
    at, _ = apply_all(RULES, RULES.opening(Setup()), (Foul(points=4, miss=True, full_ball=True),))
    ruling = RULES.judge(at, stroke(RED, moved_between=(WHITE,)), NOWHERE)
    assert ruling.calls[0] == Choose(what="replace", inferred=True)
    assert ruling.ask


def test_a_touching_ball_that_is_on_is_called_and_another_is_not() -> None:
    at = RULES.opening(Setup())
    called = RULES.judge(at, stroke(RED), Standing(at_us=2, places=(), touching=((WHITE, RED),)))
    silent = RULES.judge(at, stroke(RED), Standing(at_us=2, places=(), touching=(("blue", WHITE),)))
    assert [suggestion.say for suggestion in called.suggestions] == ["NO SCORE", "TOUCHING BALL"]
    assert [suggestion.say for suggestion in silent.suggestions] == ["NO SCORE"]


def test_a_touch_that_cannot_be_told_is_asked_about_without_holding_up_the_score() -> None:
    near = Doubt(about="touching", why="white and red are 0.4 mm apart", candidates=((WHITE, RED), ()))
    other = Doubt(about="touching", why="pink and red are 0.4 mm apart", candidates=(("pink", RED), ()))
    at = RULES.opening(Setup())
    asked = RULES.judge(at, stroke(RED), Standing(at_us=2, places=(), doubts=(near, other)))
    assert [(s.say, s.ask) for s in asked.suggestions] == [("NO SCORE", False), ("TOUCHING BALL", True)]
    assert not RULES.judge(at, stroke(RED), Standing(at_us=2, places=(), doubts=(other,))).suggestions[1:]


def test_two_reds_that_may_each_have_been_first_take_nothing_from_how_sure_a_red_was() -> None:
    doubt = Doubt(about="first_hit", why="two candidates within 2 ms", candidates=((RED,), (RED,)))
    touch = Touch(at_us=1, balls=(WHITE, RED), at=Point(1, 1), sure=0.95)
    seen = stroke(RED, pots=(RED,), first_hit_sure=0.66, doubts=(doubt,), touches=(touch,))
    ruling = RULES.judge(RULES.opening(Setup()), seen, NOWHERE)
    assert ruling.main is not None
    assert ruling.main.sure == pytest.approx(0.95)
    assert not ruling.ask


def test_a_fair_stroke_without_a_pot_is_silent() -> None:
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED), NOWHERE)
    assert ruling.main is not None
    assert ruling.main.value == 0
    assert ruling.spoken == ()


def test_a_ball_that_vanished_without_a_pot_is_asked_about() -> None:
    lie = tuple(Place(ball=RED, at=Point(500 + 100 * i, 2500), sd_mm=1.0) for i in range(3))
    at = RULES.opening(Setup(start=Start(reds=3, on=RED, places=lie)))
    ruling = RULES.judge(at, stroke(RED, pots=(RED,)), Standing(at_us=2, places=lie[:1]))
    assert ruling.doubts == ("1 red less on the table, not seen to go",)
    assert not RULES.judge(at, stroke(RED, pots=(RED,)), Standing(at_us=2, places=lie[:2])).ask


@pytest.mark.parametrize(("y_mm", "fouls", "asks"), [(745, False, False), (760, True, True), (800, True, False)])
def test_a_camera_does_not_accuse_a_player_of_a_few_millimetres(y_mm: float, fouls: bool, asks: bool) -> None:
    measured = Standing(at_us=2, places=(Place(ball=RED, at=Point(500, 2500), sd_mm=0.5),))
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, origin=Point(889, y_mm)), measured)
    assert bool(ruling.findings) == fouls
    assert ruling.ask == asks


def test_a_cue_ball_first_seen_on_its_way_was_not_seen_to_be_played_from_outside_the_d() -> None:
    unseen = (Doubt(about="began_us", why="the cue-ball was moving when it was seen first"),)
    standing = Standing(at_us=2, places=(Place(ball=RED, at=Point(500, 2500), sd_mm=0.5),))
    ruling = RULES.judge(RULES.opening(Setup()), stroke(RED, origin=Point(889, 1400), doubts=unseen), standing)
    assert ruling.findings == ()


def test_a_free_ball_within_the_spread_of_the_places_is_asked_with_its_margin() -> None:
    lie = tuple(
        Place(ball=ball, at=Point(x, y), sd_mm=1.0)
        for ball, x, y in [(WHITE, 600, 1000), (RED, 600, 2500), ("blue", 680, 1784.5)]
    )
    at = RULES.opening(Setup(start=Start(reds=1, on=RED)))
    ruling = RULES.judge(at, stroke("blue"), Standing(at_us=2, places=lie))
    free = next(suggestion for suggestion in ruling.suggestions if suggestion.say == "FREE BALL")
    assert free.ask
    assert "mm" in free.why


def test_a_call_that_the_law_does_not_allow_is_refused_with_the_reason() -> None:
    at = RULES.opening(Setup())
    with pytest.raises(CallRefused, match="blue is not on"):
        RULES.apply(at, Played(points=5, potted=("blue",)))
    with pytest.raises(CallRefused, match="score 1, not 3"):
        RULES.apply(at, Played(points=3, potted=(RED,)))
    with pytest.raises(CallRefused, match="costs 4 to 7"):
        RULES.apply(at, Foul(points=3))


def test_a_start_that_cannot_be_is_bad_input() -> None:
    with pytest.raises(BadInput, match="green"):
        RULES.opening(Setup(start=Start(reds=0, colours=("pink", "black"), on="green")))


def test_a_colour_hidden_from_view_while_reds_are_up_is_on_the_table_all_the_same() -> None:
    at = RULES.opening(Setup(start=Start(reds=2, on="colour", colours=("pink",))))
    ruling = RULES.judge(at, stroke("black", pots=("black",)), NOWHERE)
    assert ruling.main is not None
    assert (ruling.main.value, ruling.main.ask) == (7, False)


def test_an_unknown_rulebook_lists_those_that_are_known() -> None:
    with pytest.raises(UnknownName, match="snooker-2024"):
        shelf.find("snooker-1899")


def test_the_book_s_own_table_is_the_one_of_the_table_file() -> None:
    assert find_kit("snooker-12ft") == TWELVE_FEET


def test_colours_go_to_the_spots_of_the_table_that_is_played_on() -> None:
    rules = shelf.find("snooker-2024", small := find_kit("small-1881"))
    ruling = rules.judge(rules.opening(Setup()), stroke(RED, pots=("pink",)), NOWHERE)
    assert ruling.spots[0].at == small.spots["pink-spot"]


def test_reasons_that_speak_of_the_scores_are_for_the_referee_only() -> None:
    at = RULES.opening(Setup(start=Start(reds=1, on="red", scores=(10, 60))))
    ruling = RULES.judge(at, stroke(), NOWHERE, Told(path="full", snookered=False))
    asked = next(said for said in ruling.suggestions if said.say == "FOUL AND A MISS")
    assert asked.referee_only
    assert asked.ask


def test_a_level_sum_is_noted_for_the_referee() -> None:
    at = RULES.opening(Setup(start=Start(reds=1, on="red", scores=(10, 45))))
    ruling = RULES.judge(at, stroke(), NOWHERE, Told(path="full", snookered=False))
    assert any("exactly the points left" in note for note in ruling.notes)


def test_the_house_view_is_noted_where_the_book_leaves_a_miss_to_the_referee() -> None:
    for level in ("professional", "club"):
        at = RULES.opening(Setup(level=level, start=Start(reds=9, on="red")))
        ruling = RULES.judge(at, stroke(), NOWHERE, Told(path="none", snookered=False))
        assert any(level in note for note in ruling.notes)


def test_a_reported_foul_says_free_ball_asks_for_it_or_leaves_it_out() -> None:
    at = RULES.opening(Setup(start=Start(reds=9, on="red")))
    said = {
        snookered: [(one.say, one.ask) for one in RULES.report(at, touched(snookered)).suggestions]
        for snookered in (True, False, None)
    }
    assert said[True] == [("FOUL", False), ("FREE BALL", False)]
    assert said[False] == [("FOUL", False)]
    assert said[None] == [("FOUL", False), ("FREE BALL", True)]


def touched(snookered: bool | None) -> Report:
    return Report(fault="ball-touched", by=0, ball="blue", snookered=snookered)


def test_a_fault_of_a_stroke_cannot_be_reported_without_one() -> None:
    with pytest.raises(CallRefused, match="report it during one"):
        RULES.report(RULES.opening(Setup()), Report(fault="double-hit", by=0))


def test_an_unseen_foul_is_found_but_not_called() -> None:
    at = RULES.opening(Setup(start=Start(reds=9, on="red")))
    ruling = RULES.judge(at, stroke("yellow"), NOWHERE, Told(unseen=True))
    assert [finding.clause for finding in ruling.findings] == ["SNK-3.11.b.iv"]
    assert all(not isinstance(call, Foul) for call in ruling.calls)


def missed(aside_mm: float, sd_mm: float) -> Foul:
    """Nothing was hit, with a red up the table and the blue in front of it, so far aside."""
    balls = {WHITE: Point(889, 700), RED: Point(889, 2000), "blue": Point(889 + aside_mm, 1000)}
    lie = tuple(Place(ball=ball, at=at, sd_mm=sd_mm) for ball, at in balls.items())
    at = RULES.opening(Setup(start=Start(reds=1, on="red", places=lie)))
    calls = RULES.judge(at, stroke(), NOWHERE, Told(snookered=False)).calls
    return next(call for call in calls if isinstance(call, Foul))


def test_where_the_spread_decides_whether_a_path_was_open_the_referee_is_asked_about_the_miss() -> None:
    hidden, open_mm = 0.0, 60.0
    for _ in range(30):
        middle = (hidden + open_mm) / 2
        hidden, open_mm = (hidden, middle) if missed(middle, 0.0).miss else (middle, open_mm)
    assert 20.0 < open_mm < 60.0
    assert missed(open_mm + 1.0, 0.0).miss is True
    assert missed(open_mm + 1.0, 2.0).miss is None
    assert missed(open_mm + 20.0, 2.0).miss is True


def test_a_stroke_that_refuses_the_concession_may_end_the_frame_by_what_was_held_back() -> None:
    black_left = RULES.opening(Setup(start=Start(scores=(50, 46), reds=0, colours=("black",), on="black")))
    offered, _ = apply_all(RULES, black_left, (Concede(side=0), Hold(call=FoulBefore(points=7))))
    ruling = RULES.judge(offered, stroke("black", pots=("black",)), NOWHERE)
    assert ruling.calls == (Refuse(side=1),)
    assert not ruling.suggestions
    assert "the concession was not accepted" in ruling.doubts[0]
    assert RULES.apply(offered, ruling.calls[0]).scores == (50, 53)


def test_points_made_from_a_red_that_should_not_have_been_up_are_taken_back() -> None:
    scored = RULES.apply(RULES.opening(Setup(reds=2)), Played(points=1, potted=(RED,)))
    after = RULES.apply(scored, TakeOff(ball=RED, unscored=1))
    assert (after.scores, after.visit, after.reds) == ((0, 0), 0, 0)


def test_a_name_that_nobody_bears_is_no_player_out_of_turn() -> None:
    at = RULES.opening(Setup(players=(("A1", "A2"), ("B1", "B2"))))
    assert not RULES.judge(at, stroke(RED), NOWHERE, Told(player="A")).findings
    with pytest.raises(CallRefused, match="does not play in this frame"):
        RULES.apply(at, Foul(points=4, by="A"))
