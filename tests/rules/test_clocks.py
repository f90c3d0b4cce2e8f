"""The clocks of the Shoot Out as entries of the book: read between strokes, stopped and set by the referee."""

import pytest

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.time import SECOND_US
from tracker.rules import shelf
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.position import ClockRead, Position
from tracker.rules.snooker.law.clocks import Clock, TimeFoul, TimeOut


def book(name: str) -> Snooker:
    rules = shelf.find(name)
    assert isinstance(rules, Snooker)
    return rules


SHOOT_OUT = book("shoot-out-2024")
START = SHOOT_OUT.opening(Setup())


def read(match_s: float, shot_s: float) -> Clock:
    return Clock(match_us=round(match_s * SECOND_US), shot_us=round(shot_s * SECOND_US))


def after(at: Position, *reads: Clock) -> Position:
    for one in reads:
        for call in SHOOT_OUT.clock(at, one).calls:
            at = SHOOT_OUT.apply(at, call)
    return at


def test_a_clock_does_not_run_backwards() -> None:
    with pytest.raises(CallRefused, match=r"120\.0 s already"):
        SHOOT_OUT.apply(after(START, read(120, 3)), read(119, 2))


def test_after_a_time_out_the_clocks_stand_as_the_referee_says() -> None:
    at = after(START, read(120, 14))
    call = TimeOut(match_us=110 * SECOND_US, shot_us=0)
    assert SHOOT_OUT.words(at, call) == ("TIME OUT",)
    reset = SHOOT_OUT.apply(at, call)
    assert reset.clock == ClockRead(match_us=110 * SECOND_US, shot_us=0)
    assert after(reset, read(123, 13)).scores == (0, 0)


def test_a_late_stroke_names_its_rule_and_asks_where_no_colour_was_named() -> None:
    ruling = SHOOT_OUT.clock(START, read(16, 16))
    assert [(said.say, said.value, said.ask) for said in ruling.suggestions] == [("TIME FOUL", 5, False)]
    assert ruling.findings[0].cite == "SO 16"


def test_no_clock_runs_in_a_book_without_clocks() -> None:
    with pytest.raises(CallRefused, match="not a call of this rulebook"):
        book("snooker-2024").apply(START, read(1, 1))


def test_a_time_foul_costs_five_to_seven() -> None:
    with pytest.raises(CallRefused, match="costs 5 to 7"):
        SHOOT_OUT.apply(START, TimeFoul(points=4))
