"""What the cue-ball met after its first contact, where a cannon hangs on it: told as sure as it is, or left open."""

from dataclasses import replace
from functools import cache
from math import exp

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, still, then
from makers import Eye, play
from one_stroke import followed

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Stroke
from tracker.geometry.paths import VANISHED, Path
from tracker.incidents.explain.asked import StrokeContext, StrokeEvidence
from tracker.incidents.noise import noise
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search.later_contacts import LaterContact, later_contacts, may_have_driven
from tracker.incidents.search.strokes import readings, touched
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.windows import windows_of
from tracker.physics.collide import GIVEN
from tracker.store.kits import find_kit

BILLIARDS, SNOOKER = find_kit("billiards-12ft"), find_kit()
WHITE, RED = ("white", 889, 1500), ("red", 910, 2000)
ENDS, WAY = np.array((171.4, 2717.0)), np.array((0.719, 0.695))
"""Where the white comes to rest that is struck at 1 m/s, 91 degrees, and glances off the red; on which way it rolls."""


def cannon(overlap_mm: float, kit: str = "billiards-12ft") -> tuple[Alternatives, float]:
    """A yellow lies so far in the last of the white's way: what is told, and how far the yellow is moved."""
    yellow = ENDS + WAY * (BILLIARDS.touching_mm - overlap_mm)
    balls = (WHITE, RED, ("yellow", float(yellow[0]), float(yellow[1])))
    truth = play(balls, 1000, 91.0, lasts_s=8.0, kit=find_kit(kit))
    told, _ = followed(truth, Eye(rate=25))
    return told, float(np.hypot(*(truth.at(7.9)[2] - truth.at(0.0)[2])))


@cache
def chance(overlap_mm: float) -> float:
    """How likely the yellow is told to have been met."""
    told, _ = cannon(overlap_mm)
    shares = zip(told.log_probabilities, told.readings, strict=False)
    return sum(exp(share) for share, one in shares if ("white", "yellow") in [t.balls for t in one.stroke.touches])


@pytest.mark.parametrize(
    ("sentence", "overlap_mm", "least", "most"),
    [
        ("a ball that the white does not come near was not met", -8.0, 0.0, 0.03),
        ("at which it stops a hair short may have been met", -0.5, 0.1, 0.7),
        ("a ball that it reached and hardly moved may not have been met", 1.0, 0.3, 0.9),
        ("a ball that it moved by some mm was met", 8.0, 0.97, 1.0),
        ("a ball that it drove off was met", 30.0, 0.97, 1.0),
    ],
)
def test_a_ball_met_last_is_told_as_sure_as_it_is(sentence: str, overlap_mm: float, least: float, most: float) -> None:
    assert least <= chance(overlap_mm) <= most, sentence
    told, _ = cannon(overlap_mm)
    doubts = [doubt for doubt in told.likeliest.stroke.doubts if doubt.about == "touches"]
    assert [doubt.candidates for doubt in doubts] == [((), ("yellow",))] * (0.05 < chance(overlap_mm) < 0.95), sentence
    met = [touch for one in told.readings for touch in one.stroke.touches if touch.balls == ("white", "yellow")]
    assert all(touch.sure > chance(overlap_mm) - 0.05 for touch in met), sentence


def test_the_nearer_the_surer() -> None:
    found = [chance(overlap_mm) for overlap_mm in (-8.0, -2.0, -0.5, 1.0, 8.0)]
    assert found == sorted(found)


def test_either_is_a_reading_in_words_and_the_touch_is_as_sure_as_the_reading() -> None:
    told, moved_mm = cannon(1.0)
    assert 0 < moved_mm < 2
    met, *_ = [one for one in told.readings if len(one.stroke.touches) == 2]
    unmet, *_ = [one for one in told.readings if len(one.stroke.touches) == 1]
    assert {"the yellow was met, too", "the yellow was not met"} & {met.why, unmet.why}
    (touch,) = [touch for touch in met.stroke.touches if touch.balls == ("white", "yellow")]
    assert touch.sure == pytest.approx(chance(1.0), abs=0.05)
    assert np.hypot(*(np.array(touch.at) - ENDS)) < 5


def test_what_met_no_ball_first_met_none_later() -> None:
    told, _ = cannon(30.0)
    missed = [one.stroke for one in told.readings if not one.stroke.first_hit]
    assert missed
    assert all("white" not in touch.balls for stroke in missed for touch in stroke.touches)


def test_where_no_points_hang_on_it_nobody_asks() -> None:
    told, _ = cannon(1.0, SNOOKER.name)
    assert not [doubt for doubt in told.likeliest.stroke.doubts if doubt.about == "touches"]


LAY = np.array((800.0, 2000.0))
SETS_OFF_S = 1.5
YELLOW = then(still(LAY, SETS_OFF_S), rolls(LAY, (500.0, 100.0)))


def coming(direction: float, ends_s: float = 2.5) -> Moved:
    """A ball under way from 1 s on, that comes by beside the yellow as that sets off."""
    side = np.array((np.cos(np.radians(direction)), np.sin(np.radians(direction))))
    there, speed = LAY - side * (BILLIARDS.touching_mm + 4.0), 700.0 * np.array((-side[1], side[0]))
    began = there - speed * (SETS_OFF_S - 1.0)
    return then(still(began), Moved(np.linspace(began, there, 1000), speed), rolls(there, speed, ends_s - SETS_OFF_S))


def contacts(*paths: Path) -> tuple[LaterContact, ...]:
    (window,) = windows_of(paths, BILLIARDS)
    cue = next(flight for flight in window.flights if flight.path.is_cue_ball)
    evidence = StrokeEvidence(
        cue=cue, flights=tuple(window.flights), met=tuple(touched(cue, window, paths, BILLIARDS)), stages=(),
        agreeing=frozenset(), gone=(), unwatched=(),
    )  # fmt: skip
    watch = Watch(until_us=max(int(path.at_us[-1]) for path in paths))
    return later_contacts(evidence, StrokeContext(paths=paths, kit=BILLIARDS, watch=watch), noise())


def test_nothing_but_a_ball_moves_a_ball_so_that_the_only_one_beside_it_did() -> None:
    white = seen(coming(60.0), "white", 1)
    (yellow,) = contacts(white, seen(YELLOW, "yellow", 2))
    assert (yellow.path.ball, yellow.sure > 0.999) == ("yellow", True)


def test_of_two_beside_it_nobody_is_as_sure() -> None:
    paths = seen(coming(60.0), "white", 1), seen(YELLOW, "yellow", 2), seen(coming(200.0), "red", 3)
    assert all(one.sure < 0.99 for one in contacts(*paths) if one.path.ball == "yellow")


def gone(moved: Moved, ball: str, track: int, seen_until_s: float, hidden_until_s: float) -> Path:
    """A ball that vanishes: it is not seen from one moment on, and its place is seen to be bare at another."""
    path = seen(moved, ball, track, unseen=((seen_until_s, 9.0),))
    n = int(np.sum(path.at_us < hidden_until_s * 1e6))
    cut = {
        name: getattr(path, name)[:n]
        for name in ("picture", "at_us", "places_mm", "sd_mm", "raw_mm", "raw_sd_mm", "centres_px", "radii_px", "seen",
                     "open_cloth", "sures")
    }  # fmt: skip
    return replace(path, **cut, end=VANISHED)


FULL_ON = np.array((0.5, 0.87))


def met_full(pace_mm_s: float) -> Moved:
    """A white that meets the yellow full as that sets off."""
    there, speed = LAY - FULL_ON * (BILLIARDS.touching_mm - 1.0), pace_mm_s * FULL_ON
    began = there - 0.5 * speed
    return then(still(began), Moved(np.linspace(began, there, 1000), speed), rolls(there, 0.1 * speed))


def test_a_ball_that_nobody_saw_set_off_is_no_surer_met_than_its_touch() -> None:
    (yellow,) = contacts(seen(met_full(1500.0), "white", 1), gone(still(LAY, 2.0), "yellow", 2, 1.5, 1.5))
    assert 0.5 < yellow.sure < 0.999


@pytest.mark.parametrize(("unseen", "most"), [((1.2, 1.9), 0.51), ((9.0, 9.0), 0.999)], ids=["hidden too", "in view"])
def test_a_ball_that_nobody_saw_set_off_was_driven_by_any_that_may_have_come_to_it(
    unseen: tuple[float, float], most: float
) -> None:
    """A red that lay 0.3 m off has moved meanwhile: behind somebody, or seen to go another way."""
    lay = LAY + np.array((300.0, 0.0))
    red = seen(then(still(lay, 1.45), rolls(lay, (300.0, -200.0), 2.0)), "red", 3, unseen=(unseen,))
    yellow = gone(still(LAY, 2.0), "yellow", 2, 1.5, 1.5)
    found = contacts(seen(met_full(1500.0), "white", 1), yellow, red)
    (met,) = (one for one in found if one.path.ball == "yellow")
    assert 0.49 < met.sure < most
    assert (met.sure > 0.51) == (most > 0.51)


def test_a_ball_that_went_meanwhile_unseen_may_have_set_another_going() -> None:
    """A red is gone that lay 0.6 m away: nobody saw when it went, nor whither."""
    red = gone(still(LAY + np.array((600.0, 0.0)), 2.0), "red", 3, 1.3, 1.6)
    white, yellow = seen(coming(60.0), "white", 1), seen(YELLOW, "yellow", 2)
    sure = {one.path.ball: one.sure for one in contacts(white, yellow, red)}
    assert sure["yellow"] < 0.999


PASSES = then(still((1350.0, 1950.0)), rolls((1350.0, 1950.0), (150.0, 610.0), 3.0))
"""A white that rolls towards the top right pocket."""
ROLLED_TO, BESIDE = PASSES.places[-1], PASSES.at(np.array([1.25]))[0] + (51.0, 11.0)
HIDES = ROLLED_TO + np.array((15.0, 65.0))


def behind_somebody(red_speed: tuple[float, float], hidden_from_s: float) -> tuple[Path, ...]:
    """The white passes the red, rolls on behind somebody by whom the yellow is hidden, and stays before the pocket."""
    red = then(still(BESIDE, 1.25), rolls(BESIDE, red_speed, 2.0))
    white = then(PASSES, still(ROLLED_TO, 1.5))
    return (
        seen(white, "white", 1, unseen=((hidden_from_s, 4.2),)),
        seen(then(red, still(red.places[-1], 2.25)), "red", 3),
        gone(still(HIDES, 5.5), "yellow", 2, 1.2, 4.6),
    )


AWAY, THITHER = (-500.0, 60.0), (147.0, 707.0)


@pytest.mark.parametrize(
    ("red_speed", "hidden_at", "met"),
    [(AWAY, HIDES, True), (THITHER, HIDES, False), (AWAY, np.array((100.0, 300.0)), False)],
    ids=["only the white can have come there", "the red may have, too", "the white cannot"],
)
def test_a_ball_that_fell_behind_somebody_was_met_by_what_alone_can_have_come_there(
    red_speed: tuple[float, float], hidden_at: np.ndarray, met: bool
) -> None:
    white, red, _ = behind_somebody(red_speed, 2.0)
    yellow = gone(still(hidden_at, 5.5), "yellow", 2, 1.2, 4.6)
    told, *_ = readings((white, red, yellow), BILLIARDS)
    fell = [
        one.stroke for one in told.readings if one.stroke.first_hit == ("red",) and has_fallen("yellow", one.stroke)
    ]
    stays = [one.stroke for one in told.readings if not has_fallen("yellow", one.stroke)]
    assert fell
    assert all(is_met("yellow", stroke) == met for stroke in fell)
    assert not any(is_met("yellow", stroke) for stroke in stays if "yellow" not in stroke.first_hit)


@pytest.mark.parametrize(("at_s", "may"), [(0.6, False), (1.6, True), (4.2, True), (5.2, False)])
def test_a_ball_that_nobody_saw_go_may_have_been_driven_at_any_time_since_it_was_seen_to_lie(
    at_s: float, may: bool
) -> None:
    """It was seen until 1.2 s, and its place to be bare at 4.6 s; a red rolls by it at `at_s`."""
    (went,) = (f for f in flights_of(gone(still(HIDES, 5.5), "yellow", 2, 1.2, 4.6)) if f.unseen)
    start = HIDES - np.array((600.0, 0.0))
    red = then(still(start, at_s - 0.4), rolls(start, (1500.0, 0.0), 0.6), still(start + np.array((900.0, 0.0)), 9.0))
    assert may_have_driven(flights_of(seen(red, "red", 3))[0], went, BILLIARDS) == may


def test_a_ball_of_which_nobody_asks_what_became_of_it_is_not_said_to_be_met() -> None:
    assert [one.path.ball for one in contacts(*behind_somebody(AWAY, 2.0))] == ["red"]


def has_fallen(ball: str, stroke: Stroke) -> bool:
    return ball in [pot.ball for pot in stroke.potted]


def is_met(ball: str, stroke: Stroke) -> bool:
    return ("white", ball) in [touch.balls for touch in stroke.touches]


def test_a_ball_met_on_its_way_is_no_surer_met_than_its_touch() -> None:
    """The yellow has rolled for half a second when the white knocks it aside; what set it going is not known."""
    line, came = np.array((0.6, 0.8)), np.array((500.0, 650.0))
    way = then(still(LAY - (240.0, 0.0)), rolls(LAY - (240.0, 0.0), (490.0, 0.0), 0.5))
    push = GIVEN * float((came - way.speed) @ line) * line
    there = way.places[-1] - line * BILLIARDS.touching_mm
    white = then(
        still(there - 0.5 * came), Moved(np.linspace(there - 0.5 * came, there, 1000), came), rolls(there, came - push)
    )
    yellow = then(way, rolls(way.places[-1], way.speed + push))
    (met,) = contacts(seen(white, "white", 1), seen(yellow, "yellow", 2))
    assert 0.5 < met.sure < 0.999


def test_what_may_have_been_met_behind_somebody_ahead_of_the_first_contact_is_no_later_one() -> None:
    """White and yellow were out of view as the one came by the other, and the white met the red afterwards."""
    began = LAY - FULL_ON * 700.0
    way = rolls(began, 1400.0 * FULL_ON, 0.46)
    white = seen(then(still(began), way, rolls(way.places[-1], 60.0 * FULL_ON)), "white", 1, unseen=((1.1, 1.3),))
    lay = way.places[-1] + FULL_ON * BILLIARDS.touching_mm
    red = seen(then(still(lay, 1.46), rolls(lay, 1250.0 * FULL_ON, 0.5)), "red", 2)
    beside = began + FULL_ON * 280.0 + np.array((FULL_ON[1], -FULL_ON[0])) * (BILLIARDS.touching_mm + 2.0)
    yellow = seen(still(beside, 3.0), "yellow", 3, unseen=((1.05, 9.0),))
    assert [one.path.ball for one in contacts(white, red, yellow)] == ["red"]
