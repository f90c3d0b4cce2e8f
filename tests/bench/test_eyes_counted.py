"""How often eyes erred in frames is counted as simulated eyes are made to err."""

from dataclasses import replace

import pytest

from bench.simulated.counted import FrameStrokes, counted
from bench.simulated.rates import MEASURED
from tracker.cli.evaluation.run_and_truth import Event, StrokeFacts


def stroke(at_s: float, hit: str = "red", sure: float = 1.0, *falls: tuple[str, float]) -> StrokeFacts:
    return StrokeFacts(
        number=1, began_s=at_s, ended_s=at_s + 5, first_touch_s=at_s + 1, first_hit=(hit,), touches=(), cushions=(),
        falls=tuple(Event(at_s=at_s + 2, who=(ball, "top-left"), sure=how) for ball, how in falls), counted={},
        calls=(), cue_ball="white", first_hit_sure=sure,
    )  # fmt: skip


def playing(at_s: float, *met: str) -> StrokeFacts:
    """Return a stroke that meets balls one after the other."""
    touches = (Event(at_s=at_s + 1 + k, who=(min(ball, "white"), max(ball, "white"))) for k, ball in enumerate(met))
    return replace(stroke(at_s, met[0]), touches=tuple(touches))


TRUE = (stroke(10), stroke(30), stroke(50, "red", 1.0, ("red", 1.0)), stroke(70, "red", 1.0, ("blue", 1.0)))


@pytest.mark.parametrize(
    ("told", "times"),
    [
        (TRUE, {}),
        (TRUE[1:], {"stroke_lost": 1}),
        ((*TRUE, stroke(90)), {"hand_seen": 1}),
        ((stroke(10, "red", 0.8), *TRUE[1:]), {"first_asked": 1}),
        ((stroke(10, "red", 0.98), *TRUE[1:]), {"first_near": 1}),
        ((stroke(10, "pink", 1.0), *TRUE[1:]), {"first_wrong": 1}),
        ((*TRUE[:2], stroke(50, "red", 1.0, ("red", 0.9)), TRUE[3]), {}),
        ((*TRUE[:3], stroke(70)), {"pot_unclear": 4}),
        ((stroke(10, "red", 1.0, ("red", 0.9)), *TRUE[1:]), {"hidden": 4}),
    ],
    ids=[
        "all as it was", "a stroke lost", "a stroke invented", "asked about", "all but sure", "wrong and sure",
        "a pot that is likely", "a pot that is not told", "a pot that was none",
    ],
)  # fmt: skip
def test_what_went_wrong_is_counted_where_simulated_eyes_have_a_rate_for_it(
    told: tuple[StrokeFacts, ...], times: dict[str, int]
) -> None:
    found = counted([FrameStrokes(told=told, true=TRUE)])
    assert {one.rate: one.times for one in found if one.times} == times
    assert all(hasattr(MEASURED, one.rate) for one in found)
    assert {one.rate: one.chances for one in found}["pot_unclear"] == 2


def test_strokes_are_counted_of_which_nothing_says_who_played() -> None:
    found = counted([FrameStrokes(told=TRUE, true=TRUE, same_player=same) for same in ((1.5, 0.0, -4.0), (0.0,), ())])
    assert next((one.times, one.chances) for one in found if one.rate == "striker_unseen") == (2, 4)


CANNON, PLAIN = playing(10, "red", "yellow"), playing(30, "red")


@pytest.mark.parametrize(
    ("told", "times"),
    [
        ((CANNON, PLAIN), {}),
        ((playing(10, "red"), PLAIN), {"second_unclear": 4}),
        ((CANNON, playing(30, "red", "yellow")), {"second_false": 4}),
        ((CANNON,), {"stroke_lost": 1}),
    ],
    ids=["all as it was", "a cannon that is not told", "a cannon that was none", "a stroke lost"],
)
def test_second_contacts_are_counted_where_the_law_asks_for_them(
    told: tuple[StrokeFacts, ...], times: dict[str, int]
) -> None:
    of_billiards, of_snooker = (
        counted([FrameStrokes(told=told, true=(CANNON, PLAIN), has_cannons=it_has)]) for it_has in (True, False)
    )
    assert {one.rate: one.times for one in of_billiards if one.times} == times
    assert {one.chances for one in of_snooker if one.rate.startswith("second")} == {0}
