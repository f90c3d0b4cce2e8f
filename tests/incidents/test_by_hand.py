"""A ball that a hand brings, however fast, is no stroke; nor does what a hand does near the balls make one wait."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, seen, slides, still, then
from makers import STEP_S, Eye, Stray, Truth, look, play

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.incidents.explain.hands import Motion, motion_of, struck_worth
from tracker.incidents.noise import noise
from tracker.incidents.search.strokes import opening, strokes
from tracker.incidents.segment.flights import flights_of
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

LIE = (("white", 91, 2560), ("red", 1236, 774), ("blue", 889, 1784.5), ("pink", 889, 2676.75), ("black", 889, 3245))
LASTS_S, HAND_S = 4.0, (1.0, 2.0)


def told(truth: Truth, eye: Eye) -> tuple[list[tuple[Stroke, Standing]], Standing]:
    state, pictures = start(truth.kit), []
    for sightings in look(truth, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    paths = stitch(pictures, state)
    return strokes(paths, truth.kit), opening(paths, truth.kit)


def brought(ball: str, from_mm: tuple[float, float]) -> Truth:
    """The balls at rest; a hand brings one of them on to the table, fast at first, and sets it down."""
    table = play(LIE, 0, 0, lasts_s=LASTS_S)
    own = table.balls.index(ball)
    at_s = np.arange(len(table.places_mm)) * STEP_S
    share = np.clip((at_s - HAND_S[0]) / (HAND_S[1] - HAND_S[0]), 0, 1)
    left = ((1 - share) ** 2)[:, None]
    places = table.places_mm.copy()
    places[:, own] = left * from_mm + (1 - left) * places[:, own]
    places[at_s < HAND_S[0], own] = np.nan
    return replace(table, places_mm=places)


EYES = {
    "in plain view": Eye(),
    "in film turned from 25 to 30": Eye(doubled=True),
    "with the white behind the referee meanwhile": Eye(hides=lambda t, x, y: 0.9 < t < 2.2 and x < 300),
    "with the white behind the referee to the end": Eye(hides=lambda t, x, y: t > 1.9 and x < 300),
    "with the white out of view from the start": Eye(hides=lambda t, x, y: x < 300),
}


@pytest.mark.parametrize("sentence", EYES)
def test_a_black_brought_back_to_its_spot_is_no_stroke(sentence: str) -> None:
    found, _ = told(brought("black", (1740, 2787)), EYES[sentence])
    assert found == []


def test_a_white_brought_to_the_d_is_no_stroke() -> None:
    assert told(brought("white", (91, 400)), Eye())[0] == []


def test_a_black_pushed_back_to_its_spot_while_the_white_lies_still_is_no_stroke() -> None:
    table = play(LIE, 0, 0, lasts_s=LASTS_S)
    at_s = np.arange(len(table.places_mm)) * STEP_S
    left = ((1 - np.clip((at_s - HAND_S[0]) / 0.5, 0, 1)) ** 2)[:, None]
    places = table.places_mm.copy()
    places[:, table.balls.index("black")] += left * (-200, -90)
    assert told(replace(table, places_mm=places), Eye(doubled=True))[0] == []


def test_a_recording_that_begins_with_the_balls_under_way_has_a_stroke() -> None:
    rolling = play((("white", 889, 900), ("blue", 889, 1784.5)), 1500, 90.0, lasts_s=4.0)
    (stroke, _), *more = told(replace(rolling, places_mm=rolling.places_mm[700:]), Eye())[0]
    assert more == []
    assert stroke.first_hit == ("blue",)


def test_a_hand_beside_the_white_counts_as_no_red_and_leaves_no_doubt() -> None:
    truth = play((("white", 889, 900), *LIE[1:]), 1500, 90.0, struck_s=1.5, lasts_s=4.5)
    fingers = Stray(0.4, 1.6, lambda t: (840 + 20 * (t > 1), 800), (0.8, 0.1))
    ((stroke, _),), before = told(truth, Eye(strays=(fingers,)))
    assert before.count("red") == 1
    assert [d for d in stroke.doubts if d.about == "potted"] == []


def test_one_ball_that_moves_alone_was_sooner_carried_than_two() -> None:
    """What looks alike otherwise: as a rule a stroke drives another ball on, and a hand carries one at a time."""
    alone = Motion(
        abrupt=0.0, pace=0.0, white=True, met=False, single=True, at_once=5.0, left_in_view=True, bounced=False
    )
    by = noise().hands
    assert struck_worth(alone, by) < struck_worth(replace(alone, single=False), by)


@pytest.mark.parametrize(
    ("goes_mm", "happened", "was_struck"),
    [(np.inf, 0, True), (30.0, 0, False), (30.0, 1, True)],
    ids=["rolls on", "stops at once", "stops at once where it met something"],
)
def test_a_ball_that_met_nothing_and_yet_stops_at_once_was_held(
    goes_mm: float, happened: int, was_struck: bool
) -> None:
    """A cue-ball that a hand sets down a little beside where it held it goes fast at first, as a struck one does."""
    struck = slides((640, 635), (450, 660), lasts_s=6.0)
    gone = np.hypot(*(struck.places - struck.places[0]).T)
    on_its_way = Moved(struck.places[gone <= goes_mm], np.zeros(2))
    path = seen(then(still((640, 635)), on_its_way, still(on_its_way.places[-1])), "white", rate=25.0)
    told = motion_of(flights_of(path), happened, 0)
    assert (struck_worth(told, noise().hands) > 0) == was_struck
    assert (told.abrupt < -1.0) == (not was_struck)


def faster_and_faster(at: tuple[float, float], mm_s2: float, lasts_s: float) -> Moved:
    at_s = np.arange(round(lasts_s / STEP_S) + 1) * STEP_S
    return Moved(np.array(at) + np.outer(mm_s2 / 2 * at_s**2, (0.6, 0.8)), np.zeros(2))


@pytest.mark.parametrize(
    ("way", "left_so"),
    [
        (slides((640, 635), (480, 640), lasts_s=0.4), True),
        (slides((640, 635), (96, 128), lasts_s=0.4), True),
        (faster_and_faster((640, 635), 6000, 0.4), False),
        (faster_and_faster((640, 635), 2000, 0.4), False),
    ],
    ids=["struck", "struck softly", "taken up quickly", "taken up slowly"],
)
@pytest.mark.parametrize("rate", [25.0, 50.0])
def test_a_ball_left_at_once_or_got_faster(way: Moved, left_so: bool, rate: float) -> None:
    (flight,) = flights_of(seen(then(still((640, 635)), way), "white", rate=rate))
    told = motion_of([flight], 0, 0)
    assert told.left_in_view
    assert (told.at_once > 1.0) == left_so
    assert (told.at_once < -1.0) == (not left_so)


def test_of_a_ball_that_was_hidden_as_it_left_nothing_tells_how() -> None:
    way = then(still((640, 635)), slides((640, 635), (480, 640), lasts_s=2.0))
    (flight,) = flights_of(seen(way, "white", rate=25.0, unseen=[(0.9, 1.15)]))
    told = motion_of([flight], 0, 0)
    assert (told.left_in_view, told.at_once) == (False, 0.0)


@pytest.mark.parametrize(
    ("met", "bounced", "signs"),
    [(0, 0, (False, False)), (1, 0, (True, False)), (0, 2, (False, True)), (1, 2, (True, False))],
)
def test_a_ball_that_was_met_says_more_than_cushions_do_and_is_not_heard_twice(
    met: int, bounced: int, signs: tuple[bool, bool]
) -> None:
    (flight,) = flights_of(seen(then(still((640, 635)), slides((640, 635), (480, 640))), "white", rate=25.0))
    told = motion_of([flight], met, bounced)
    assert (told.met, told.bounced) == signs


def test_of_a_ball_that_was_not_seen_to_lie_nothing_tells_how_it_left() -> None:
    moving = slides((640, 635), (480, 640), lasts_s=2.0)
    (flight,) = flights_of(seen(moving, "white", rate=25.0))
    told = motion_of([flight], 0, 0)
    assert (told.left_in_view, told.at_once) == (False, 0.0)


def test_a_ball_that_got_faster_was_sooner_carried_than_one_that_left_at_once() -> None:
    alike = Motion(
        abrupt=0.0, pace=0.0, white=True, met=False, single=True, at_once=5.0, left_in_view=True, bounced=False
    )
    by = noise().hands
    assert struck_worth(replace(alike, at_once=-5.0), by) < struck_worth(alike, by) - 1.0


def test_cushions_speak_less_for_a_stroke_than_a_ball_that_was_met() -> None:
    """A hand that carries a ball past the jaws of a pocket seems to bring it off them."""
    alone = Motion(
        abrupt=0.0, pace=0.0, white=True, met=False, single=True, at_once=0.0, left_in_view=True, bounced=False
    )  # fmt: skip
    by = noise().hands
    worths = [struck_worth(one, by) for one in (alone, replace(alone, bounced=True), replace(alone, met=True))]
    assert worths[0] + 1.0 < worths[1] < worths[2] - 1.0
