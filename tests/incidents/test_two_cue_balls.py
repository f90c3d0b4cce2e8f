"""Billiards is played with two cue-balls: which of them was struck, and what either did while nobody saw it."""

from dataclasses import replace
from math import exp

import pytest
from made_ways import rolls, seen, still, then

from tracker.domain.strokes.alternatives import Alternatives
from tracker.geometry.paths import VANISHED, Path
from tracker.incidents.search.strokes import readings
from tracker.incidents.segment.windows import windows_of
from tracker.rules.shelf import find

KIT = find("billiards-2024").kit


def struck(told: Alternatives) -> dict[str, float]:
    """Return how likely each ball is to have been struck."""
    chances = dict.fromkeys(KIT.cue_balls, 0.0)
    for reading in told.readings:
        chances[reading.stroke.cue_ball] += exp(reading.log_odds)
    return chances


def one_beside_the_other(gap_mm: float, driven_first_s: float = 0.0) -> Alternatives:
    """Return what is told of a white that drives a yellow beside it."""
    (told,) = readings(side_by_side(gap_mm, driven_first_s), KIT)
    return told


def side_by_side(gap_mm: float, driven_first_s: float = 0.0) -> list[Path]:
    """The white is played full at the yellow that lies so far from it, and seems to go so much later than that."""
    at_s, speed, far = 1.5, 2500.0, 52.5 + gap_mm
    comes_s = gap_mm / speed
    white = then(still((600.0, 1500.0), at_s + driven_first_s), rolls((600.0, 1500.0), (0.0, speed), comes_s))
    white = then(white, rolls((600.0, 1500.0 + gap_mm), (90.0, 60.0), 2.0))
    yellow = then(still((600.0, 1500.0 + far), at_s + comes_s), rolls((600.0, 1500.0 + far), (0.0, 0.9 * speed), 0.8))
    balls = [(white, "white"), (yellow, "yellow"), (still((1200.0, 800.0), 4.0), "red")]
    return [seen(ways, ball, n, 25.0, 0.4) for n, (ways, ball) in enumerate(balls, start=1)]


@pytest.mark.parametrize("driven_first_s", [0.0, 0.02])
def test_of_two_cue_balls_side_by_side_either_may_have_been_struck(driven_first_s: float) -> None:
    told = one_beside_the_other(20.0, driven_first_s)
    chances = struck(told)
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-6)
    assert min(chances.values()) > 0.05
    assert [one.log_odds for one in told.readings] == sorted((one.log_odds for one in told.readings), reverse=True)
    other = next(one for one in told.readings if one.stroke.cue_ball != told.likeliest.stroke.cue_ball)
    assert other.why == f"the {other.stroke.cue_ball} was struck"
    assert {one.stroke.first_hit for one in (told.likeliest, other)} == {("white",), ("yellow",)}


def test_a_cue_ball_that_was_seen_on_its_way_to_the_other_was_struck() -> None:
    assert struck(one_beside_the_other(600.0)) == {"white": pytest.approx(1.0), "yellow": 0.0}


def behind_somebody(yellow_at_mm: float, red_lies_mm: float, white_hidden_s: float = 1.5) -> list[Alternatives]:
    """The yellow rolls behind somebody, towards the white and the red by the bottom right pocket, and comes out again.

    Args:
        yellow_at_mm: where across the table it rolls.
        red_lies_mm: how far from the pocket the red lies, to the end or until somebody has gone.
        white_hidden_s: from when on the white is hidden.
    """
    hidden = [(2.0, 3.6)]
    start = (yellow_at_mm, 1900.0)
    comes = then(still(start, 1.0), rolls(start, (0.0, -1500.0), 1.1))
    out = rolls((yellow_at_mm, 350.0), (-60.0, 420.0), 3.0)
    yellow = then(comes, still((yellow_at_mm, 350.0), 1.2), out)
    yellow = then(yellow, still(out.places[-1], 1.0))
    lasts_s = 1.0 + 1.1 + 1.2 + 3.0 + 1.0
    white = then(still((1640.0, 150.0), 2.4), still((1663.0, 36.0), lasts_s - 2.4))
    red_at = (1760.0 - red_lies_mm, 30.0 + red_lies_mm)
    red = replace(seen(still(red_at, 3.7), "red", 3, 25.0, 0.4, unseen=[(1.5, 9.0)]), end=VANISHED)
    paths = [
        seen(yellow, "yellow", 1, 25.0, 0.4, unseen=hidden),
        seen(white, "white", 2, 25.0, 0.4, unseen=[(white_hidden_s, 3.5)]),
        red,
    ]
    return readings(paths, KIT)


def test_a_cue_ball_that_another_may_have_come_to_behind_somebody_was_driven_not_struck_again() -> None:
    (told,) = behind_somebody(1600.0, 20.0)
    stroke = told.likeliest.stroke
    assert (stroke.cue_ball, stroke.first_hit) == ("yellow", ("white",))
    assert any([pot.ball for pot in reading.stroke.potted] == ["red"] for reading in told.readings)


def test_a_cue_ball_that_may_have_gone_first_lay_too_far_off_to_drive_the_other() -> None:
    told, *_ = behind_somebody(1600.0, 20.0, white_hidden_s=0.4)
    assert struck(told) == {"white": 0.0, "yellow": pytest.approx(1.0)}


def test_a_stroke_with_either_begins_with_the_one_that_seems_to_have_gone_first() -> None:
    paths = [replace(path, cue_balls=KIT.cue_balls) for path in side_by_side(20.0)]
    (window,) = windows_of(paths, KIT)
    assert window.flights[0].onset_us == min(one.onset_us for one in window.flights)


@pytest.mark.parametrize(("hidden_s", "strokes"), [((1.9, 2.4), 1), ((9.0, 9.0), 2)], ids=["hidden", "in full view"])
def test_a_cue_ball_that_was_seen_to_set_off_by_itself_was_struck_though_another_was_lost_nearby(
    hidden_s: tuple[float, float], strokes: int
) -> None:
    """The yellow is lost on its way, 0.4 m from the white, which sets off a quarter of a second later."""
    start, lay = (700.0, 800.0), (700.0, 2600.0)
    yellow = seen(then(still(start, 1.0), rolls(start, (0.0, 1500.0), 3.0)), "yellow", 1, unseen=[(2.0, 9.0)])
    white = seen(
        then(still(lay, 2.2), rolls(lay, (900.0, 100.0), 1.0), still((1500.0, 3000.0))), "white", 2, unseen=[hidden_s]
    )
    told = readings([yellow, white, seen(still((1200.0, 600.0), 4.0), "red", 3)], KIT)
    assert [one.likeliest.stroke.cue_ball for one in told] == ["yellow", "white"][:strokes]


def test_a_cue_ball_that_none_can_have_come_to_was_struck_though_nobody_saw_it() -> None:
    first, again = behind_somebody(100.0, 20.0)[:2]
    assert (first.likeliest.stroke.cue_ball, again.likeliest.stroke.cue_ball) == ("yellow", "white")
