"""Two ways of telling name the first contact: which one is believed, and when a person is asked."""

from collections.abc import Sequence

import numpy as np
import pytest
from makers_air import path

from tracker.domain.table.plane import Point
from tracker.geometry.paths import PRESENT
from tracker.incidents.explain.disputes import in_order, told_otherwise
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import Rest

TIMES_S = np.arange(10) / 50
NOTHING = ()


def flight(ball: str, number: int, steps_mm: Sequence[float] = (20.0,) * 9) -> Flight:
    """A ball that rolled along the table from the first picture on, so far from each picture to the next."""
    x = 400 + np.concatenate([[0.0], np.cumsum(steps_mm)])
    way = path(number, ball, np.arange(10), TIMES_S, np.column_stack([x, np.full(10, 900.0)]), PRESENT)
    rest = Rest(first=0, last=0, place=Point(400.0, 900.0), sd_mm=1.0)
    return Flight(
        path=way,
        first=1,
        last=9,
        onset_us=0,
        onset_sd_us=500,
        ended_us=180_000,
        before=rest,
        after=None,
        tolerance_mm=1.0,
    )


WHITE, RED, YELLOW, BROWN = (flight(ball, n) for n, ball in enumerate(("white", "red", "yellow", "brown")))


def met(mover: Flight, other: Flight, at_ms: float, sd_ms: float = 1.0) -> Meeting:
    """Two balls met, in milliseconds of the recording and give or take so many."""
    sd_us = round(1000 * sd_ms)
    return Meeting(mover=mover, met=other, at_us=round(1000 * at_ms), at=Point(500.0, 900.0), misfit=0.3, sd_us=sd_us)


CASES = {
    "they agree": (("red",), [met(WHITE, RED, 100)], NOTHING),
    "they name another ball": (("yellow",), [met(WHITE, RED, 100)], (("yellow",), ("red",))),
    "one tells a ball, the other none": ((), [met(WHITE, RED, 100)], ((), ("red",))),
    "the ball is one of two met at once": (("red", "yellow"), [met(WHITE, RED, 100)], NOTHING),
    "sooner by less than both times err": (("red",), [met(WHITE, BROWN, 99.3), met(WHITE, RED, 100)], NOTHING),
    "sooner by three times what they err": (
        ("red",), [met(WHITE, BROWN, 95), met(WHITE, RED, 100)], (("red",), ("brown",)),
    ),
    "sooner, but its time is hardly known": (("red",), [met(WHITE, BROWN, 80, 15), met(WHITE, RED, 100)], NOTHING),
    "the other ball came to the cue-ball": (
        ("red",), [met(BROWN, WHITE, 80), met(WHITE, RED, 100)], (("red",), ("brown",)),
    ),
    "others met before": (("red",), [met(YELLOW, BROWN, 80), met(WHITE, RED, 100)], NOTHING),
    "neither tells a touch, nor did a ball roll": (("red",), [], NOTHING),
}  # fmt: skip


@pytest.mark.parametrize(("hit", "meetings", "asked"), CASES.values(), ids=CASES)
def test_a_first_contact_that_the_touches_contradict_is_asked(
    hit: tuple[str, ...], meetings: list[Meeting], asked: tuple[tuple[str, ...], ...]
) -> None:
    doubts = told_otherwise(hit, in_order(meetings, hit), ())
    assert tuple(names for doubt in doubts for names in doubt.candidates) == asked


def test_what_the_cue_ball_met_first_stands_first_in_the_list_of_touches() -> None:
    meetings = [met(YELLOW, BROWN, 98), met(WHITE, BROWN, 99.3), met(WHITE, RED, 100)]
    told = [(m.mover.ball, m.met.ball, m.at_us) for m in in_order(meetings, ("red",))]
    assert told == [("yellow", "brown", 98_000), ("white", "red", 100_000), ("white", "brown", 100_000)]


def test_a_later_touch_keeps_its_time() -> None:
    meetings = [met(WHITE, RED, 100), met(WHITE, BROWN, 100.4)]
    assert [m.at_us for m in in_order(meetings, ("red",))] == [100_000, 100_400]


ROLLED = {
    "a red rolled": ((), [WHITE, RED], [((), ("red",))]),
    "a red rolled, which the cue-ball met": (("red",), [WHITE, RED], []),
    "a red went 100 mm: drawn aside, or nudged": ((), [WHITE, flight("red", 5, (11.0,) * 9)], []),
    "a hand drew a red away, faster and faster": ((), [WHITE, flight("red", 5, (1, 2, 3, 5, 10, 40, 60, 60, 60))], []),
    "the white alone rolled": ((), [WHITE], []),
}  # fmt: skip


@pytest.mark.parametrize(("hit", "flights", "asked"), ROLLED.values(), ids=ROLLED)
def test_a_ball_that_rolled_though_nothing_was_met_is_asked(
    hit: tuple[str, ...], flights: list[Flight], asked: list[tuple[tuple[()], tuple[str]]]
) -> None:
    assert [doubt.candidates for doubt in told_otherwise(hit, (), flights)] == asked
