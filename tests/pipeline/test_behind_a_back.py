"""A player stands before a pocket: what went in behind his back is told, and what lies there once he is gone is not."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import exp, hypot

import numpy as np
import pytest
from makers import STEP_S, Eye, Stray, look, play

from tracker.domain.strokes.alternatives import Alternatives
from tracker.geometry.paths import VANISHED
from tracker.geometry.sightings import Sightings
from tracker.incidents.search.strokes import opening
from tracker.pipeline.live_window import HIDDEN_US, REST_US, begin, is_cue_ball_awaited
from tracker.pipeline.recorded import RecordingPart, recorded
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start

KIT = find_kit("snooker-12ft")
SPOTS = (("blue", 889, 1784.5), ("brown", 889, 737), ("black", 889, 3245))
JAWS = ("red", 1752, 3542)
"""It hangs over the top right pocket."""
GONE_S = 4.6
"""From here on nobody stands before the pocket."""
IN_FRONT = Eye(rate=25, hides=lambda t, x, y: 1.3 < t < GONE_S and hypot(x - 1778, y - 3569) < 500)


@cache
def told(way: str) -> tuple[Alternatives, int, RecordingPart]:
    """Return the one stroke that is told, and how long after it ended."""
    balls = (("white", 1300, 2800), JAWS, *SPOTS) if way == "pots the red" else (("white", 1300, 2800), *SPOTS)
    truth = play(balls, 1500, 58.6 if way == "pots the red" else 57.7, 1.5, lasts_s=13.0, kit=KIT)
    fell = {happening.who for happening in truth.of("pot")}
    assert fell == {("red" if way == "pots the red" else "white", "top-right")}
    newest = [0]

    def feed() -> Iterator[Sightings]:
        for sightings in look(truth, IN_FRONT):
            newest[0] = sightings.at_us
            yield sightings

    for part in recorded(feed(), begin(KIT, None)):
        if part.told:
            (one,) = part.told
            return one, newest[0], part
    raise AssertionError("no stroke was told")


def chance(one: Alternatives, ball: str) -> float:
    """How likely a ball fell, by all readings."""
    return sum(
        exp(p)
        for p, r in zip(one.log_probabilities, one.readings, strict=False)
        if ball in [pot.ball for pot in r.stroke.potted]
    )


def test_a_cue_ball_that_comes_to_light_beside_the_pocket_did_not_fall() -> None:
    one, at_us, _ = told("pots the red")
    assert chance(one, "white") < 0.02
    assert chance(one, "red") > 0.05, "whether the red fell is for the frame to settle"
    assert at_us / 1e6 > GONE_S


def test_a_cue_ball_that_stays_away_fell_and_the_stroke_is_told_all_the_same() -> None:
    one, at_us, _ = told("goes in-off")
    assert chance(one, "white") > 0.5
    assert at_us < one.likeliest.stroke.began_us + HIDDEN_US + 2 * REST_US


@pytest.mark.parametrize("ball", ["red", "white"])
def test_a_ball_that_somebody_stepped_before_still_lies_there_as_the_stroke_begins(ball: str) -> None:
    one, _, part = told("pots the red")
    assert one.before is not None
    assert one.before.count(ball) == 1
    assert opening(part.paths, KIT).count(ball) == 1


def test_a_ball_that_is_seen_for_a_moment_in_the_hole_fell() -> None:
    truth = play((("white", 1100, 2400), ("red", 1450, 3050), *SPOTS), 1800, 62.05, lasts_s=5.0, kit=KIT)
    (pot,) = truth.of("pot")
    fall = next(p.fall for p in KIT.pockets if p.name == pot.who[1])
    first, red = round(pot.at_s / STEP_S), truth.balls.index("red")
    places = truth.places_mm.copy()
    places[first : first + round(0.4 / STEP_S), red] = np.array(fall) - 28.0  # 4 mm past the edge
    parts = list(recorded(look(replace(truth, places_mm=places), Eye(rate=25)), begin(KIT, None)))
    (one,) = [one for part in parts for one in part.told]
    assert chance(one, "red") > 0.9
    assert one.likeliest.standing.count("red") == 0


def test_a_pot_behind_a_back_is_surer_once_all_the_cloth_is_in_view() -> None:
    truth = play((("white", 1100, 2400), ("red", 1450, 3050), *SPOTS), 1800, 62.05, lasts_s=6.0, kit=KIT)
    assert [happening.who for happening in truth.of("pot")] == [("red", "top-right")]

    def surely(until_s: float) -> float:
        eye = Eye(rate=25, hides=lambda t, x, y: 1.2 < t < until_s and hypot(x - 1778, y - 3569) < 500)
        (one,) = [one for part in recorded(look(truth, eye), begin(KIT, None)) for one in part.told]
        return chance(one, "red")

    assert surely(99.0) < 0.9 < surely(2.6)


def test_a_stroke_whose_cue_ball_comes_from_behind_somebody_is_told_with_what_it_met() -> None:
    """It was put into the D and struck behind the player: the camera sees it first on its way."""
    balls = (("white", 889, 400), ("red", 889, 1400), ("pink", 300, 2600), *SPOTS[2:])
    truth = play(balls, 2500, 90.0, 1.5, lasts_s=9.0, kit=KIT)
    eye = Eye(rate=25, hides=lambda t, x, y: t < 4.0 and hypot(x - 889, y - 400) < 350)
    (one,) = [one for part in recorded(look(truth, eye), begin(KIT, None)) for one in part.told]
    stroke = one.likeliest.stroke
    assert stroke.first_hit == ("red",)
    assert not stroke.is_origin_known
    assert one.before is not None
    (white,) = [place for place in one.before.places if place.ball == "white"]
    assert white.sd_mm > 500, "where it lay nobody saw"


def test_a_ball_that_lies_still_for_a_moment_in_the_jaws_was_rather_potted_and_may_hang_there() -> None:
    truth = play((("white", 1100, 2400), ("red", 1450, 3050), *SPOTS), 1800, 62.05, lasts_s=5.0, kit=KIT)
    (pot,) = truth.of("pot")
    fall = np.array(next(p.fall for p in KIT.pockets if p.name == pot.who[1]))
    red, places = truth.balls.index("red"), truth.places_mm.copy()
    jaws = fall - 48.0
    first = int(np.argmin(np.hypot(*(places[: round(pot.at_s / STEP_S), red] - jaws).T)))
    held = first + round(0.24 / STEP_S)
    places[first:held, red] = places[first, red]
    places[held:, red] = np.nan
    (one,) = [
        one
        for part in recorded(look(replace(truth, places_mm=places), Eye(rate=25)), begin(KIT, None))
        for one in part.told
    ]
    assert 0.75 < chance(one, "red") < 0.95


def test_a_cue_s_tip_behind_the_cue_ball_does_not_go_on_as_the_cue_ball() -> None:
    truth = play((("white", 889, 700), ("red", 889, 1900), *SPOTS[2:]), 1700, 90.0, 1.5, lasts_s=7.0, kit=KIT)
    tip = Stray(begins_s=1.2, ends_s=1.62, way=lambda t: (889.0, 700.0 - 54 - 1500 * max(1.5 - t, -0.02)),
                sures=(0.9, 0.4, 0.4, 0.15))  # fmt: skip
    (one,) = [one for part in recorded(look(truth, Eye(rate=25, strays=(tip,))), begin(KIT, None)) for one in part.told]
    assert one.likeliest.stroke.first_hit == ("red",)
    assert chance(one, "white") < 0.05


def test_a_stroke_that_somebody_hides_for_longer_as_it_begins_is_told_from_where_the_balls_lay() -> None:
    """The player stands before the cue-ball and the red for more than three seconds; both come out moving."""
    balls = (("white", 889, 1000), ("red", 924, 1290), ("pink", 300, 2600), *SPOTS[2:])
    truth = play(balls, 2500, 90.0, 4.0, lasts_s=14.0, kit=KIT)
    eye = Eye(rate=25, hides=lambda t, x, y: 0.7 < t < 4.6 and abs(x - 889) < 300 and 800 < y < 1330)
    (one,) = [one for part in recorded(look(truth, eye), begin(KIT, None)) for one in part.told]
    stroke = one.likeliest.stroke
    assert stroke.first_hit == ("red",)
    assert stroke.is_origin_known
    assert hypot(stroke.origin.x_mm - 889, stroke.origin.y_mm - 1000) < 15


@pytest.mark.parametrize(("seen_s", "later_s", "is_awaited"), [(2.0, 1.0, True), (2.0, 6.0, False), (1.0, 1.0, False)])
def test_a_cue_ball_that_was_lost_on_its_way_is_awaited_for_a_while_whatever_stood_for_it(
    seen_s: float, later_s: float, is_awaited: bool
) -> None:
    """A sleeve was taken for it, and then bare cloth was seen there; one that lay still was lifted."""
    truth = play((("white", 889, 600), ("red", 889, 2900), *SPOTS[2:]), 1800, 90.0, 1.5, lasts_s=3.0, kit=KIT)
    following = start(KIT)
    for sightings in look(truth, Eye(rate=25)):
        if sightings.at_us <= 1e6 * seen_s:
            following = follow(following, sightings)
    white = next(track for track in following.tracks if KIT.kinds[int(np.argmax(track.log_odds))] == "white")
    points = tuple(point for point in following.points if point.ball != "white")
    lost = replace(following, tracks=(), retired=(replace(white, end=VANISHED),), points=points)
    assert is_cue_ball_awaited(lost, round(1e6 * (seen_s + later_s))) is is_awaited
