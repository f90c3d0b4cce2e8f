"""Strokes as alternatives: what the pictures leave open is a reading of its own, with its odds and a person's words."""

from functools import cache
from math import exp

import numpy as np
import pytest
from makers import Eye, play
from one_stroke import followed

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.store.kits import find_kit

SPOTS = (("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737))
POT = ((("white", 1100, 2400), ("red", 1450, 3050), *SPOTS), 1800, 62.05)
CORNER = (1778, 3569)


def near_corner(x: float, y: float) -> bool:
    return float(np.hypot(x - CORNER[0], y - CORNER[1])) < 700


EYES = {
    "all is seen": Eye(rate=25),
    "a back hides the pocket, to the end": Eye(rate=25, hides=lambda t, x, y: t > 0.9 and near_corner(x, y)),
    "a back hides the pocket for two seconds": Eye(rate=25, hides=lambda t, x, y: 0.9 < t < 2.9 and near_corner(x, y)),
}


@cache
def seen(eye: str) -> tuple[Alternatives, list[tuple[Stroke, Standing]]]:
    balls, speed, degrees = POT
    return followed(play(balls, speed, degrees, lasts_s=5.0), EYES[eye])


def chance(told: Alternatives, ball: str) -> float:
    """How likely a ball fell, by all readings."""
    shares = told.log_probabilities
    return sum(
        exp(p) for p, r in zip(shares, told.readings, strict=False) if ball in [pot.ball for pot in r.stroke.potted]
    )


def test_the_likeliest_reading_is_what_is_told() -> None:
    told, ((stroke, standing),) = seen("all is seen")
    assert told.likeliest.stroke.potted == stroke.potted
    assert told.likeliest.standing.places == standing.places
    assert told.likeliest.why == ""
    assert [pot.ball for pot in stroke.potted] == ["red"]
    assert chance(told, "red") > 0.9


def missed_between_the_jaws(_: float, x: float, y: float) -> bool:
    """Say whether a ball is so near to the hole of the corner that eyes miss it there."""
    hole = next(pocket for pocket in find_kit().pockets if pocket.name == "top-right")
    return float(np.hypot(x - hole.fall.x_mm, y - hole.fall.y_mm)) < hole.radius_mm + 40


@pytest.mark.parametrize(("speed", "least", "most"), [(900, 0.9, 1.0), (535, 0.02, 0.9)], ids=["falls", "hangs"])
def test_a_ball_that_hardly_had_the_way_to_the_hole_may_hang_there_unseen(
    speed: float, least: float, most: float
) -> None:
    balls, _, degrees = POT
    truth = play(balls, speed, degrees, lasts_s=8.0)
    assert bool(truth.of("pot")) == (speed == 900)
    one, _ = followed(truth, Eye(rate=25, hides=missed_between_the_jaws))
    assert least < chance(one, "red") < most


def facts_of(stroke: Stroke) -> tuple[object, ...]:
    return stroke.first_hit, sorted((p.ball, p.pocket) for p in stroke.potted), stroke.off_table


@pytest.mark.parametrize("eye", EYES)
def test_readings_are_the_likeliest_first_each_with_its_own_facts_and_words(eye: str) -> None:
    told, _ = seen(eye)
    odds = [r.log_odds for r in told.readings]
    assert odds == sorted(odds, reverse=True)
    assert odds[-1] >= odds[0] - 12
    assert len(odds) <= 12
    assert all(r.why for r in told.readings[1:])
    facts = [facts_of(r.stroke) for r in told.readings]
    assert all(a != b for n, a in enumerate(facts) for b in facts[:n])
    assert sum(exp(p) for p in told.log_probabilities) == pytest.approx(1.0)


def test_what_nobody_saw_is_a_reading_with_its_pot_and_one_without() -> None:
    told, _ = seen("a back hides the pocket, to the end")
    fell = [r for r in told.readings if "red" in [pot.ball for pot in r.stroke.potted]]
    lay = [r for r in told.readings if r not in fell]
    assert fell
    assert lay
    assert fell[0].standing.count("red") == 0
    assert lay[0].standing.count("red") == 1
    assert 0.02 < chance(told, "red") < 0.999


def test_a_pot_behind_a_back_is_surer_once_open_cloth_shows() -> None:
    hidden, shown = (seen(eye)[0] for eye in ("a back hides the pocket, to the end", "all is seen"))
    assert chance(hidden, "red") < chance(shown, "red")


def test_before_the_stroke_the_balls_lay_as_they_did() -> None:
    told, _ = seen("all is seen")
    assert told.before is not None
    assert {p.ball for p in told.before.places} == {"white", "red", "blue", "black", "brown"}
