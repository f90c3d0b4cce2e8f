"""What each call of novuss leaves behind, to the last field; and what is refused."""

from dataclasses import replace
from typing import cast

import pytest

from tracker.domain.book.conduct import BLAMELESS
from tracker.domain.book.scoreline import Scoreline
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Outcome
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.novuss.calls import (
    Again,
    Forgotten,
    GameLost,
    Off,
    PenaltyPuck,
    Picks,
    Played,
    SetLost,
    TurnLost,
    Warned,
)
from tracker.rules.novuss.edition import Novuss
from tracker.rules.novuss.position import Position, Put
from tracker.rules.novuss.reports import Report

RULES = cast(Novuss, shelf.find("novuss-2015"))
LIE = (Place(ball="a1", at=Point(300, 500), sd_mm=1.0),)
PAIRS = (("A1", "A2"), ("B1", "B2"))
WORDS = ("PENALTY PUCK", "TURN LOST")
DELAYED = BLAMELESS.warned(0, "time-wasting")
MID = Position(
    names=("Ance", "Juris"), turn=2, strokes=5, pucks=(5, 6), light=(4, 4), blind=(1, 0), occupied=("centre",), lie=LIE,
    visit=2, conduct=DELAYED, sets=(1, 2), agreed=7, put=(Put(ball="a1", place="centre"),),
    said=("TURN LOST",), replay="as-before",
)  # fmt: skip
DOUBLES = replace(MID, players=PAIRS, turn=4, pucks=(12, 12), light=(12, 12), blind=(0, 0))


def after(at: Position, *calls: Call) -> Position:
    for call in calls:
        at = RULES.apply(at, call)
    return at


def paid(edge: str, side: int) -> tuple[Put, ...]:
    return (Put(ball="penalty", place=f"{edge}-board", side=side),)


def test_a_penalty_puck_without_a_stroke_ends_the_striker_s_turn() -> None:
    assert after(MID, PenaltyPuck(side=0)) == replace(
        MID,
        turn=3,
        visit=0,
        pucks=(6, 6),
        light=(5, 4),
        paid=(1, 0),
        lie=None,
        put=paid("far", 0),
        said=WORDS,
        replay="",
    )


def test_a_penalty_puck_of_the_other_side_forfeits_its_next_turn() -> None:
    then = after(MID, PenaltyPuck(side=1))
    assert then == replace(
        MID, pucks=(5, 7), light=(4, 5), paid=(0, 1), lie=None, forfeits=(False, True), put=paid("near", 1), said=WORDS,
        replay="",
    )  # fmt: skip
    passed = after(then, TurnLost())
    assert (passed.turn, passed.striker, passed.forfeits) == (4, 0, (False, False))
    mine = after(replace(MID, turn=3), PenaltyPuck(side=0))
    assert mine.forfeits == (True, False)
    assert (after(mine, TurnLost()).turn, after(mine, TurnLost()).forfeits) == (5, (False, False))
    both = replace(mine, forfeits=(True, True))
    assert after(both, TurnLost()).forfeits == (False, True)


def test_a_penalty_that_cannot_be_paid_leaves_the_lie_known() -> None:
    full = replace(MID, pucks=(8, 6), light=(7, 4))
    then = after(full, PenaltyPuck(side=0))
    assert (then.debt, then.put, then.lie, then.pucks) == ((1, 0), (), LIE, (8, 6))


@pytest.mark.parametrize(
    ("turn", "side", "edge"), [(4, 0, "far"), (5, 1, "right"), (6, 0, "near"), (7, 1, "left"), (4, 1, "right")]
)
def test_in_doubles_the_puck_goes_opposite_the_player(turn: int, side: int, edge: str) -> None:
    assert after(replace(DOUBLES, turn=turn), PenaltyPuck(side=side)).put == paid(edge, side)


def test_in_doubles_the_next_player_of_the_other_pair_pays() -> None:
    assert after(replace(DOUBLES, turn=5), PenaltyPuck(side=0)).put == paid("near", 0)
    assert after(replace(DOUBLES, turn=6), PenaltyPuck(side=1)).put == paid("left", 1)


def test_only_in_doubles_a_board_that_is_taken_makes_the_puck_wait() -> None:
    taken = ("far-board",)
    assert after(replace(MID, occupied=taken), PenaltyPuck(side=0)).pucks == (6, 6)
    assert after(replace(DOUBLES, occupied=taken), PenaltyPuck(side=0)).debt == (1, 0)


def test_a_turn_lost_without_a_stroke_costs_no_puck() -> None:
    assert after(MID, TurnLost()) == replace(MID, turn=3, visit=0, put=(), said=("TURN LOST",), replay="")
    owing = after(replace(MID, debt=(0, 1)), TurnLost())
    assert (owing.pucks, owing.debt, owing.paid, owing.lie) == ((5, 7), (0, 0), (0, 1), None)


def test_a_stroke_that_nobody_measured_is_counted_from_the_open_pucks() -> None:
    then = after(MID, Played(own=1, opponent=2, off=(Off(ball="b1", side="left"),)))
    assert then == replace(
        MID, turn=3, strokes=6, visit=0, pucks=(4, 4), light=(3, 1), blind=(1, 0), occupied=("centre", "circle-left"),
        lie=None, put=(Put(ball="b1", place="circle-left"),), said=("TURN LOST",), replay="",
    )  # fmt: skip
    other = after(replace(MID, turn=3), Played(own=1, off=(Off(ball="a1", side="far"),)))
    assert (other.pucks, other.light) == ((5, 5), (3, 3))


def test_the_series_goes_on_after_a_puck() -> None:
    assert after(MID, Played(own=2)) == replace(
        MID, strokes=6, visit=4, pucks=(3, 6), light=(2, 4), lie=None, put=(), said=(), replay=""
    )


def test_a_debt_that_is_forgotten_is_void_and_what_was_paid_comes_off() -> None:
    owing = replace(MID, debt=(1, 2), paid=(2, 1))
    assert after(owing, Forgotten(side=0)) == replace(
        owing, debt=(0, 2), paid=(0, 1), pucks=(3, 6), light=(2, 4), put=(), said=(), lie=None
    )
    unpaid = replace(MID, debt=(0, 2))
    assert after(unpaid, Forgotten(side=1)) == replace(unpaid, debt=(0, 0), put=(), said=())
    with pytest.raises(CallRefused, match="has been played since"):
        after(replace(MID, paid=(5, 0)), Forgotten(side=0))
    with pytest.raises(CallRefused, match="Juris owes no penalty puck"):
        after(MID, Forgotten(side=1))


def test_a_second_payment_is_remembered_in_place_of_the_first() -> None:
    assert after(replace(MID, debt=(2, 0), paid=(1, 0)), TurnLost()).paid == (2, 0)


def test_the_one_who_is_found_to_strike_first_is_out_of_turn_unless_it_is_the_right_one() -> None:
    fresh = replace(RULES.opening(Setup(players=PAIRS)), put=MID.put, said=MID.said)
    for side, player, turn, wrong in ((0, 0, 0, False), (0, 1, 2, True), (1, 0, 0, True)):
        then = after(fresh, Picks(side=side, player=player, inferred=True))
        assert then == replace(fresh, starter=side, turn=turn, opened=turn, out_of_turn=wrong, put=(), said=())
    assert not after(fresh, Picks(side=0, player=1)).out_of_turn
    assert after(fresh, Picks(side=1, player=1)).out_of_turn
    with pytest.raises(CallRefused, match="A has 2 players"):
        after(fresh, Picks(side=0, player=2))
    with pytest.raises(CallRefused, match="nobody is chosen"):
        after(DOUBLES, Picks(side=0))


def test_the_pair_that_answers_says_who_plays() -> None:
    fresh = RULES.opening(Setup(players=PAIRS))
    waiting = after(fresh, Played(own=16))
    assert (waiting.cleared, waiting.chooser, waiting.turn, waiting.said) == (0, 1, 1, ())
    assert after(waiting, Picks(side=1, player=1)) == replace(waiting, chooser=None, turn=3, put=(), said=())
    with pytest.raises(CallRefused, match="it is B who chooses"):
        after(waiting, Picks(side=0))
    for call in (Played(), TurnLost(), PenaltyPuck(side=1)):
        with pytest.raises(CallRefused, match="B must first say who"):
            after(waiting, call)
    touched = after(waiting, PenaltyPuck(side=0))
    assert (touched.cleared, touched.chooser, touched.pucks, touched.forfeits) == (None, None, (1, 16), (False, False))


def test_the_other_pair_s_clearance_is_answered_as_well() -> None:
    waiting = after(RULES.opening(Setup(players=PAIRS, starter=1)), Played(own=16))
    assert (waiting.cleared, waiting.chooser, waiting.striker) == (1, 0, 0)
    lost = after(waiting, Picks(side=0), Played())
    assert (lost.over, lost.winner, lost.said, lost.because) == (
        True, 1, ("SET LOST",), "all pucks pocketed in the first turn",
    )  # fmt: skip
    alone = after(RULES.opening(Setup(starter=1)), PenaltyPuck(side=0), Played(own=8))
    assert (alone.over, alone.winner) == (True, 1)


def test_a_set_that_is_played_again_keeps_what_belongs_to_the_game() -> None:
    level = replace(MID, pucks=(1, 1), light=(1, 1), blind=(0, 0))
    again = after(level, Played(own=1, opponent=1))
    assert again == Position(names=MID.names, conduct=DELAYED, sets=MID.sets, agreed=7, replay="as-before")
    pairs = after(replace(DOUBLES, pucks=(1, 1), rightful=1), Played(own=1, opponent=1))
    assert pairs == replace(again, players=PAIRS, pucks=(16, 16), light=(16, 16), starter=1, rightful=1)
    answered = after(RULES.opening(Setup()), Played(own=8), Played(own=8))
    assert answered == replace(RULES.opening(Setup(starter=1)), replay="exchanged", seats=1)
    back = after(RULES.opening(Setup(starter=1)), Played(own=8), Played(own=8))
    assert back == replace(RULES.opening(Setup(starter=0)), replay="exchanged", seats=1)


def test_misses_at_blind_pucks_are_counted_and_begin_again() -> None:
    blind = replace(MID, pucks=(1, 2), light=(0, 0), blind=(1, 2), visit=0, lie=None)
    twice = after(blind, Played(), Played(), Played(), Played())
    assert twice.misses == (2, 2)
    assert after(twice, Played(), Played()) == replace(after(blind, Again()), said=("TURN LOST",), replay="as-before")
    scored = after(twice, Played(), Played(own=1), Played())
    assert (scored.misses, scored.over) == ((0, 0), False)


def test_a_set_and_a_game_that_are_lost() -> None:
    waiting = replace(MID, cleared=0, chooser=1)
    lost = after(waiting, SetLost(side=0, because="pushed"))
    assert lost == replace(
        MID, over=True, winner=1, because="pushed", said=("SET LOST",), put=(), sets=(1, 3), cleared=None, chooser=None
    )
    gone = after(MID, GameLost(side=1, because="late"))
    assert gone == replace(
        MID, over=True, game_over=True, game_winner=0, winner=0, because="late", said=("GAME LOST",), put=()
    )
    between = RULES.outcome(after(lost, GameLost(side=1, because="rude")))
    assert between == Outcome(winner=1, because="pushed; rude", ends_match=True, match_winner=0)
    with pytest.raises(CallRefused, match="the game is over"):
        after(gone, GameLost(side=1))
    with pytest.raises(CallRefused, match="the set is over"):
        after(lost, SetLost(side=1))
    assert RULES.outcome(lost) == Outcome(winner=1, because="pushed")


def test_the_side_that_is_not_at_the_table_loses_its_next_turn() -> None:
    crossed = after(MID, TurnLost(side=1))
    assert crossed == replace(MID, forfeits=(False, True), said=("TURN LOST",), put=(), replay="")
    assert after(MID, TurnLost(side=0)) == after(MID, TurnLost())
    passed = after(crossed, Played())
    assert (passed.striker, passed.turn, passed.forfeits) == (MID.striker, MID.turn + 2, (False, False))


def test_the_set_that_makes_more_than_half_ends_the_game() -> None:
    opening = RULES.opening(Setup(frames=3, totals=(1, 1)))
    then = after(opening, SetLost(side=0, because="pushed"))
    assert (then.sets, then.game_over, then.because) == ((1, 2), True, "pushed; more than half of the sets won")
    drawn = after(RULES.opening(Setup(frames=2, totals=(1, 0))), SetLost(side=0, because="pushed"))
    outcome = RULES.outcome(drawn)
    assert outcome is not None
    assert outcome.match_winner is None
    assert (drawn.sets, drawn.game_over, drawn.because) == ((1, 1), True, "pushed; the sets are level")
    assert not after(RULES.opening(Setup(frames=3)), SetLost(side=0)).game_over


def test_how_a_set_ended_is_said() -> None:
    last = replace(MID, pucks=(1, 1), light=(1, 1), blind=(0, 0))
    assert after(last, Played(own=1)).because == "all pucks pocketed"
    assert after(last, Played(own=1, penalised=True)).because == "a breach with the last puck"
    beaten = after(last, Played(opponent=1, penalised=True))
    assert (beaten.because, beaten.said) == ("the last puck was pocketed by the opponent", WORDS)
    assert after(last, Played(opponent=1)).said == ("TURN LOST",)
    assert after(MID, Warned(side=0, what="disruptive")).conduct == DELAYED.warned(0, "disruptive")
    twice = replace(MID, conduct=BLAMELESS.warned(1, "disruptive").warned(1, "time-wasting"))
    third = after(twice, Warned(side=1, what="unsporting"))
    assert (third.because, third.winner, third.put) == ("third warning", 0, ())
    assert not after(MID, Warned(side=1, what="disruptive")).over


def test_what_is_reported_is_called_with_its_reason() -> None:
    for fault, call, say in (
        ("zone-crossed", TurnLost(side=0), "TURN LOST"),
        ("refuses-to-play", PenaltyPuck(side=0), "PENALTY PUCK"),
        ("edge-hit", SetLost(side=0, because="the edge hit on purpose"), "SET LOST"),
        ("refuses-to-greet", GameLost(side=0, because="the opponent was not greeted"), "GAME LOST"),
        ("disruptive", Warned(side=0, what="disruptive"), "WARNING"),
    ):
        ruling = RULES.report(replace(MID, conduct=BLAMELESS), Report(fault=fault, by=0))
        assert ruling.calls == (call,)
        assert ruling.main is not None
        assert (ruling.main.say, ruling.main.why, ruling.main.cite) == (
            say, ruling.findings[0].why, ruling.findings[0].cite,
        )  # fmt: skip
        assert (ruling.main.sure, ruling.main.ask, ruling.main.value) == (1.0, False, None)
        assert ruling.findings[0].value == (say == "PENALTY PUCK")
    over = after(MID, SetLost(side=0))
    assert RULES.report(over, Report(fault="edge-hit", by=0)).calls == ()
    assert RULES.report(over, Report(fault="late", by=0)).calls != ()
    assert RULES.report(replace(over, game_over=True), Report(fault="late", by=0)).calls == ()


def test_a_book_may_begin_in_mid_set() -> None:
    start = Start(scores=(3, 6), striker=1, visit=2, places=LIE)
    at = RULES.opening(Setup(starter=1, start=start))
    assert at == Position(starter=1, rightful=1, turn=2, strokes=2, pucks=(5, 2), light=(5, 2), visit=2, lie=LIE)
    assert RULES.opening(Setup(start=Start(scores=(0, 0), striker=1))).striker == 1
    assert RULES.opening(Setup(starter=1, start=Start(scores=(7, 0), striker=0))).striker == 0


def test_the_scoreboard_shows_who_won() -> None:
    over = after(replace(MID, pucks=(1, 3), light=(1, 3), blind=(0, 0)), Played(own=1))
    assert RULES.scoreline(over) == Scoreline(
        names=("Ance", "Juris"), points=(8, 5), striker=0, on="none", visit=3, remaining=0, over=True,
        winner=0, unit="pucks", part="set",
    )  # fmt: skip
    assert RULES.scoreline(MID).remaining == 5


@pytest.mark.parametrize(
    ("players", "frame", "edges"),
    [
        (((), ()), 1, ["near", "far"]),
        (((), ()), 2, ["far", "near"]),
        (PAIRS, 1, ["near", "left", "far", "right"]),
        (PAIRS, 2, ["left", "far", "right", "near"]),
    ],
    ids=["singles", "singles, second set", "doubles", "doubles, second set"],
)
def test_after_each_set_the_players_exchange_places(
    players: tuple[tuple[str, ...], tuple[str, ...]], frame: int, edges: list[str]
) -> None:
    at = RULES.opening(Setup(players=players, frame=frame))
    assert [at.edge_of(side, player) for player in range(at.team) for side in (0, 1)] == edges


def test_a_set_that_both_cleared_is_played_again_from_the_other_places() -> None:
    both = replace(RULES.opening(Setup()), turn=1, cleared=0, pucks=(0, 1), light=(0, 1), strokes=9)
    again = after(both, Played(own=1))
    assert (again.replay, again.edge_of(0, 0), again.edge) == ("exchanged", "far", "near")


def test_a_debt_is_shown_beside_the_score() -> None:
    owing = RULES.scoreline(replace(MID, debt=(0, 2)))
    assert [(count.kind, count.number, count.side) for count in owing.counts] == [("owed", 2, 1)]
