"""Strokes told from what a camera saw, against the physics that made them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from makers import STEP_S, Eye, Truth, look, play

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.incidents.search.strokes import opening, strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

SPOTS = (("blue", 889, 1784.5), ("pink", 889, 2676.75), ("black", 889, 3245), ("brown", 889, 737))
SCENES = {
    "a red is potted in the top right pocket": ((("white", 1100, 2400), ("red", 1450, 3050), *SPOTS), 1800, 62.05),
    "the blue is hit first": ((("white", 889, 900), ("red", 300, 3000), *SPOTS), 1500, 90.0),
    "the cue-ball meets nothing and comes off three cushions": ((("white", 300, 300), ("red", 889, 2300)), 3000, 70.0),
    "a red goes up and down the table": ((("white", 700, 700), ("red", 889, 1500), *SPOTS), 3200, 77.0),
    "a slow roll on to a red": ((("white", 1200, 1200), ("red", 1200, 1420), *SPOTS), 320, 90.0),
    "the white goes in-off": ((("white", 700, 1300), ("red", 300, 1700)), 1800, 130.5),
}
EYES = {
    "30 a second": Eye(),
    "50 a second": Eye(rate=50),
    "television": Eye(noise_mm=3, misses=0.05, clutter=0.02),
}


def test_the_scenes_hold_what_they_are_named_for() -> None:
    assert [h.who for h in scene("a red is potted in the top right pocket").of("pot")] == [("red", "top-right")]
    assert [h.who[0] for h in scene("the white goes in-off").of("pot")] == ["white"]
    assert scene("the blue is hit first").first_hit == "blue"
    assert scene("the cue-ball meets nothing and comes off three cushions").first_hit is None


@cache
def scene(name: str) -> Truth:
    balls, speed, degrees = SCENES[name]
    return play(balls, speed, degrees, lasts_s=3.6)


def told(truth: Truth, eye: Eye) -> tuple[list[tuple[Stroke, Standing]], Standing]:
    state, pictures = start(truth.kit), []
    for sightings in look(truth, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    paths = stitch(pictures, state)
    return strokes(paths, truth.kit), opening(paths, truth.kit)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", SCENES)
def test_a_stroke_is_told_as_it_was(name: str, eye: str) -> None:
    truth = scene(name)
    (stroke, _), *more = told(truth, EYES[eye])[0]
    assert more == []
    assert abs(stroke.began_us / 1e6 - truth.struck_s) < 1 / EYES[eye].rate
    assert stroke.first_hit == ((truth.first_hit,) if truth.first_hit else ())
    assert [(p.ball, p.pocket) for p in stroke.potted] == [h.who for h in truth.of("pot")]
    for seen, was in zip(stroke.potted, truth.of("pot"), strict=True):
        assert abs(seen.at_us / 1e6 - was.at_s) < 0.1


@pytest.mark.parametrize("name", ["the blue is hit first", "a red goes up and down the table"])
def test_the_first_touch_is_timed_within_a_fifth_of_a_picture(name: str) -> None:
    truth = scene(name)
    stroke, _ = told(truth, Eye())[0][0]
    was = next(h.at_s for h in truth.of("touch"))
    assert abs(stroke.touches[0].at_us / 1e6 - was) < 0.2 / 30
    assert stroke.touches[0].balls[0] == "white"


@pytest.mark.parametrize("name", ["the cue-ball meets nothing and comes off three cushions"])
def test_cushions_are_told_in_order_and_within_a_third_of_a_picture(name: str) -> None:
    truth = scene(name)
    stroke, _ = told(truth, Eye())[0][0]
    assert [(b.ball, b.cushion) for b in stroke.cushions] == [h.who for h in truth.of("cushion")]
    for seen, was in zip(stroke.cushions, truth.of("cushion"), strict=True):
        assert abs(seen.at_us / 1e6 - was.at_s) < 0.33 / 30


def test_balls_come_to_rest_where_they_did() -> None:
    truth = scene("a slow roll on to a red")
    stroke, standing = told(truth, Eye())[0][0]
    for name, place in zip(truth.balls, truth.places_mm[-1], strict=True):
        assert np.hypot(*(np.array(stroke.rest[name][0]) - place)) < 2
        assert standing.count(name) == 1
    assert not [d for d in stroke.doubts if d.about == "rest"]


@pytest.mark.parametrize(
    ("struck", "balls", "met"),
    [
        ("yellow", (("yellow", 889, 600), ("white", 910, 1500), ("red", 1300, 2600)), ("white",)),
        ("white", (("white", 889, 600), ("yellow", 910, 1500), ("red", 1300, 2600)), ("yellow",)),
        ("yellow", (("yellow", 889, 600), ("white", 300, 2600), ("red", 915, 1500)), ("red",)),
    ],
    ids=["the yellow drives the white", "the white drives the yellow", "the white lies still"],
)
def test_where_each_side_has_a_cue_ball_the_one_that_set_off_first_was_struck(
    struck: str, balls: tuple[tuple[str, float, float], ...], met: tuple[str, ...]
) -> None:
    truth = play(balls, 1500, 90.0, lasts_s=4.0, kit=find_kit("billiards-12ft"))
    ((stroke, standing),) = told(truth, Eye())[0]
    assert (stroke.cue_ball, stroke.first_hit) == (struck, met)
    assert stroke.touches[0].balls == (struck, *met)
    assert {place.ball for place in standing.places} == {"white", "yellow", "red"}


def test_a_potted_ball_stands_nowhere() -> None:
    stroke, standing = told(scene("a red is potted in the top right pocket"), Eye())[0][0]
    assert "red" not in stroke.rest
    assert standing.count("red") == 0


def test_the_opening_has_every_ball_at_its_place() -> None:
    _, before = told(scene("the blue is hit first"), Eye())
    assert sorted(p.ball for p in before.places) == sorted(scene("the blue is hit first").balls)
    assert all(p.sd_mm <= 1 for p in before.places)


def test_a_table_at_rest_has_no_stroke() -> None:
    assert told(play(SCENES["the blue is hit first"][0], 0, 0, lasts_s=1.5), EYES["television"])[0] == []


def test_a_hand_that_moves_the_white_makes_no_stroke() -> None:
    table = play(SCENES["the blue is hit first"][0], 0, 0, lasts_s=3.0)
    carried = table.places_mm.copy()
    way = np.clip((np.arange(len(carried)) * STEP_S - 0.8) / 1.4, 0, 1)
    carried[:, 0] = carried[0, 0] + (way**2 * (3 - 2 * way))[:, None] * (250, -250)
    assert told(replace(table, places_mm=carried), Eye())[0] == []


def test_a_recording_that_ends_too_early_says_so() -> None:
    truth = scene("a red goes up and down the table")
    stroke, _ = told(replace(truth, places_mm=truth.places_mm[:1600]), Eye())[0][0]
    assert any(d.about == "rest" for d in stroke.doubts)


def test_a_recording_that_begins_in_mid_stroke_says_so() -> None:
    truth = scene("the blue is hit first")
    stroke, _ = told(replace(truth, places_mm=truth.places_mm[700:]), Eye())[0][0]
    assert any(d.about == "began_us" for d in stroke.doubts)
    assert stroke.first_hit == ("blue",)


def test_a_ball_hidden_by_an_arm_is_not_potted() -> None:
    truth = scene("the blue is hit first")
    arm = Eye(hides=lambda t, x, y: t > 1.0 and y > 3000)
    stroke, _ = told(truth, arm)[0][0]
    assert stroke.potted == ()


def test_a_cut_makes_no_pot() -> None:
    truth = scene("a red goes up and down the table")
    stroke, _ = told(truth, Eye(cut=(0.9, 1.3)))[0][0]
    assert stroke.potted == ()


def test_a_potted_black_that_is_put_back_on_its_spot_is_a_new_life_and_no_stroke() -> None:
    balls = (("white", 1210, 2800), ("black", 1450, 3050), ("red", 300, 1000))
    potted = play(balls, 1500, 44.0, lasts_s=4.0)
    assert [h.who for h in potted.of("pot")] == [("black", "top-right")]
    white, _, red = potted.places_mm[-1]
    spotted = play((("white", *white), ("black", 889, 3245), ("red", *red)), 700, 270.0, struck_s=1.0, lasts_s=3.0)
    both = Truth(potted.kit, potted.balls, np.vstack([potted.places_mm, spotted.places_mm]), (), 0.5)
    (one, after_one), (two, after_two) = told(both, Eye(noise_mm=1))[0]
    assert [(p.ball, p.pocket) for p in one.potted] == [("black", "top-right")]
    assert after_one.count("black") == 0
    assert two.potted == ()
    assert after_two.count("black") == 1
