"""What may not be called in snooker is refused with its reason; what is just within the law may be called."""

from dataclasses import replace
from typing import cast

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules import shelf
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.calls import (
    Accept,
    BallOn,
    Choose,
    Claim,
    Forfeit,
    Foul,
    FoulBefore,
    FoulLeaving,
    Hold,
    Lots,
    Nominate,
    NominateFree,
    Penalty,
    Pick,
    Played,
    PutUp,
    Refuse,
    Restart,
    TakeOff,
    Warn,
)
from tracker.rules.snooker.frame.position import UNKNOWN, Just, Position
from tracker.rules.snooker.judge.reports import Report

RULES = cast(Snooker, shelf.find())
FRESH = RULES.opening(Setup())
FOUR = RULES.opening(Setup(players=(("A1", "A2"), ("B1", "B2"))))
FOULED = RULES.apply(FRESH, Foul(points=4))
SAFE = RULES.apply(FRESH, Played(points=0))
ONE_RED = RULES.apply(FRESH, Played(points=1, potted=(RED,)))
BLACK_TIE = replace(FRESH, reds=0, colours=("black",), on="black", respotted=True, lots=True, opening=False)


def at_black(*, scores: tuple[int, int], striker: int = 0) -> Position:
    return RULES.opening(Setup(start=Start(reds=0, colours=("black",), on="black", scores=scores, striker=striker)))


def colours(*left: str) -> Position:
    return RULES.opening(Setup(start=Start(reds=0, colours=left, on=left[0], scores=(20, 30))))


def spotted(ball: str) -> Place:
    return Place(ball=ball, at=Point(889, 3245), sd_mm=0.0)


@pytest.mark.parametrize(
    ("at", "call", "why"),
    [
        (FRESH, Played(points=7, potted=("black",)), "black is not on: potting it is a foul"),
        (FRESH, Played(points=2, potted=(RED,)), "these pots score 1, not 2"),
        (FRESH, Played(points=1), "these pots score 0, not 1"),
        (colours("pink", "black"), Played(points=2, potted=("yellow",)), "yellow is not on the table"),
        (colours("pink", "black"), Foul(points=6, gone=("blue",)), "blue is not on the table"),
        (replace(FRESH, reds=1), Foul(points=4, gone=(RED, RED)), "only 1 reds are on the table"),
        (FOULED, Played(points=0), "a choice comes first: play, play-again"),
        (BLACK_TIE, Played(points=0), "lots come first: who plays the re-spotted black?"),
        (replace(FRESH, on="unknown"), Played(points=0), "the ball on is not known: state it first"),
        (FRESH, Foul(points=3), "with this ball on it costs 4 to 7, not 3"),
        (FRESH, Foul(points=8), "with this ball on it costs 4 to 7, not 8"),
        (colours("pink", "black"), Foul(points=5), "with this ball on it costs 6 to 7, not 5"),
        (FRESH, FoulBefore(points=3), "with this ball on it costs 4 to 7, not 3"),
        (FRESH, Penalty(side=1, points=3), "with this ball on it costs 4 to 7, not 3"),
        (FOUR, Foul(points=4, by="C1"), "C1 does not play in this frame: A1, B1, A2, B2 do"),
        (ONE_RED, Foul(points=4, unscored=2), "the stroke before scored 1, not 2"),
        (SAFE, FoulLeaving(points=3), "with this ball on it costs 4 to 7, not 3"),
        (FRESH, FoulLeaving(points=4), "nobody is leaving the table"),
        (ONE_RED, FoulLeaving(points=4), "the last stroke did not end a turn"),
        (FRESH, Choose(what="play"), "there is nothing to choose"),
        (FOULED, Choose(what="replace"), "replace may not be chosen: play, play-again"),
        (FRESH, Nominate(ball="blue"), "no colour of choice is on"),
        (ONE_RED, Nominate(ball=RED), "red is not a colour on the table"),
        (FRESH, NominateFree(ball="blue"), "no free ball was called"),
        (replace(FRESH, free_ball=True), NominateFree(ball=RED), "red is on: a free ball is another ball"),
        (replace(colours("pink", "black"), free_ball=True), NominateFree(ball="blue"), "blue is not on the table"),
        (replace(FRESH, free_ball=True, choices=("replace",)), NominateFree(ball="blue"), "has not chosen to play"),
        (FOULED, BallOn(on=RED), "the ball on cannot be stated while a choice is open"),
        (BLACK_TIE, BallOn(on="black"), "the ball on cannot be stated while a choice is open"),
        (colours("pink", "black"), BallOn(on=RED), "no red is on the table"),
        (colours("pink", "black"), BallOn(on="blue"), "blue is not on the table"),
        (FRESH, BallOn(on=RED, reds=15), "how many reds there are is stated only as a book begins"),
        (replace(FRESH, on=UNKNOWN, reds=3), BallOn(on=RED, reds=2), "no fewer than the 3 seen"),
        (FRESH, Accept(side=1), "the other side has not offered the frame"),
        (replace(FRESH, offer=1), Accept(side=1), "the other side has not offered the frame"),
        (FRESH, Refuse(side=1), "the other side has not offered the frame"),
        (FRESH, Hold(call=FoulBefore(points=4)), "nobody has offered the frame"),
        (FRESH, Claim(side=0), "a claim needs the black to be the only ball left"),
        (at_black(scores=(50, 43)), Claim(side=0), "a claim needs the striker to lead by more than seven"),
        (at_black(scores=(51, 43)), Claim(side=1), "a claim needs the striker to lead by more than seven"),
        (replace(at_black(scores=(51, 43)), aggregate=True), Claim(side=0), "aggregate points decide"),
        (FRESH, PutUp(place=spotted(RED)), "red has no spot"),
        (BLACK_TIE, PutUp(place=spotted("pink")), "the black alone settles the frame"),
        (colours("pink", "black"), TakeOff(ball=RED), "no red is on the table"),
        (FRESH, TakeOff(ball="blue", unscored=5), "the last stroke scored 0, not 5"),
        (replace(SAFE, just=Just(by=0, on_value=1, points=5)), TakeOff(ball="blue", unscored=5), "scored 0, not 5"),
        (SAFE, Lots(side=1), "no lots are due"),
        (FRESH, Pick(player="A2"), "nobody to pick"),
        (FOUR, Pick(player="B1"), "B1 does not play for this side: pick A1 or A2"),
        (RULES.apply(FOUR, Played(points=0)), Pick(player="B2"), "picked for the opening stroke"),
        (BLACK_TIE, Restart(), "lots come first"),
        (SAFE, Restart(how="wrong-order"), "the right side began this frame"),
        (replace(SAFE, starter=1, strokes=2), Restart(how="wrong-order"), "another stroke was played"),
        (replace(SAFE, starter=1, faulted=True), Restart(how="wrong-order"), "a rule was infringed"),
        (replace(SAFE, starter=1, strokes=None), Restart(how="wrong-order"), "another stroke was played"),
        (FRESH, Warn(side=0, what="sleeping"), "say unsporting or time-wasting"),
        (FRESH, Forfeit(side=0, what="serious-unsporting"), "say unsporting or time-wasting"),
        (replace(FRESH, over=True, on="none"), Played(points=0), "the frame is over"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_may_not_be_called_is_refused_with_its_reason(at: Position, call: Call, why: str) -> None:
    with pytest.raises(CallRefused) as refused:
        RULES.apply(at, call)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("at", "call"),
    [
        (FRESH, Foul(points=4, gone=(WHITE,))),
        (FRESH, Foul(points=7)),
        (FRESH, FoulBefore(points=7)),
        (FRESH, Penalty(side=1, points=4)),
        (SAFE, FoulLeaving(points=7)),
        (replace(FRESH, reds=1), Foul(points=4, gone=(RED,))),
        (FOUR, Foul(points=4, by="A2")),
        (ONE_RED, Foul(points=7, unscored=1)),
        (ONE_RED, TakeOff(ball="blue", unscored=1)),
        (replace(colours("pink", "black"), reds=1), TakeOff(ball=RED)),
        (colours("pink", "black"), Nominate(ball="pink")),
        (at_black(scores=(51, 43)), Claim(side=0)),
        (replace(SAFE, starter=1, strokes=1), Restart(how="wrong-order")),
        (replace(FRESH, starter=1), Restart(how="wrong-order")),
        (FRESH, Lots(side=1)),
        (BLACK_TIE, PutUp(place=spotted("black"))),
        (replace(FRESH, over=True, on="none"), Warn(side=0, what="time-wasting")),
        (replace(FRESH, over=True, on="none"), Forfeit(side=0, what="unsporting")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_just_within_the_law_may_be_called(at: Position, call: Call) -> None:
    assert RULES.apply(at, call) is not None


def test_a_fault_that_only_another_rulebook_knows_is_refused_in_words_that_are_true() -> None:
    with pytest.raises(CallRefused, match="time-expired is no fault without a stroke in this rulebook"):
        RULES.report(FRESH, Report(fault="time-expired", by=0))
