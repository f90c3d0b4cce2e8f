"""Balls that are sent into a cushion beside them, and are next seen coming off it."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import Moved, rolls, seen, slides, still, then

from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.propose.rebounds import driven_in, near_bounces, neared, rebounds
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each
from tracker.incidents.propose.touching.touches import collisions, meetings
from tracker.incidents.search.strokes import readings, strokes
from tracker.incidents.segment.flights import flights_of
from tracker.physics.constants import ROLLING_MM_S2
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm
RIGHT = KIT.width_mm - R
KEPT, STILL_S, COMES_S = 0.75, 0.5, 0.3


def off_the_right(home: np.ndarray, push: np.ndarray) -> tuple[Moved, float]:
    """A ball at rest sent off with some speed until it comes off the right cushion, if it does, and when."""
    went = slides(home, push, lasts_s=1.2)
    over = np.flatnonzero(went.places[:, 0] > RIGHT)
    if not len(over):
        return went, np.inf
    took_s = float(over[0]) * 0.0005
    to = slides(home, push, lasts_s=took_s)
    return then(to, slides(to.places[-1], to.speed * (-KEPT, 0.9), to.speed, 1.2)), took_s


def played(room_mm: float, full: float, rate: float, pace: float = 2000.0, seed: int = 0) -> tuple[list[Path], float]:
    """The white rolls at a red so far from the right cushion, and covers so much of it; when the red met the cushion.

    Args:
        room_mm: between the red and the cushion.
        full: how much of the red the white covers; the rest of it lies upward.
        rate: pictures a second.
        pace: how fast the white rolls towards the cushion (mm/s); below 0 it rolls away from it.
        seed: of the noise.
    """
    came = rolls((0, 0), (pace, 0), COMES_S)
    aside = 2 * R * (1 - full)
    line = np.array([np.sign(pace) * np.sqrt(4 * R * R - aside**2), aside]) / (2 * R)
    home = np.array([RIGHT - room_mm, 900.0])
    start = home - 2 * R * line - came.places[-1]
    push = 0.975 * (came.speed @ line) * line
    red, took_s = off_the_right(home, push)
    comes = rolls(start, (pace, 0), COMES_S)
    white = then(still(start, STILL_S), comes, slides(comes.places[-1], comes.speed - push, comes.speed, 1.2))
    red = then(still(home, STILL_S + COMES_S), red)
    return [
        seen(white, "white", 1, rate, seed=seed),
        seen(red, "red", 2, rate, seed=seed),
    ], STILL_S + COMES_S + took_s


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("room_mm", "full", "pace"),
    [(3.0, 0.5, 1000), (3.0, 0.5, 2000), (45.0, 0.7, 2000), (57.0, 0.3, 5000), (300.0, 0.6, 2000)],
)
@pytest.mark.parametrize("rate", [25, 50])
def test_a_ball_sent_into_the_cushion_beside_it_met_that_once(
    rate: int, room_mm: float, full: float, pace: int, seed: int
) -> None:
    paths, at_s = played(room_mm, full, rate, pace, seed)
    ((stroke, _),) = strokes(paths, KIT)
    (bounce,) = [b for b in stroke.cushions if b.ball == "red"]
    assert bounce.cushion == "right"
    assert bounce.at_us / 1e6 == pytest.approx(at_s, abs=0.01)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("room_mm", [0.0, 3.0, 30.0])
def test_a_ball_sent_away_from_the_cushion_beside_it_has_not_met_it(room_mm: float, seed: int) -> None:
    paths, _ = played(room_mm, 0.5, 25, pace=-2000, seed=seed)
    ((stroke, _),) = strokes(paths, KIT)
    assert [b.cushion for b in stroke.cushions if b.ball == "red" and b.at_us < 1_000_000] == []


@pytest.mark.parametrize("seed", range(3))
def test_a_ball_on_its_way_to_the_cushion_has_not_met_it_yet(seed: int) -> None:
    """It halts before the cushion: what a touch foretells is told only if the ball is seen to come off."""
    paths, at_s = played(60.0, 0.02, 25, seed=seed)
    assert np.isinf(at_s)
    ((stroke, _),) = strokes(paths, KIT)
    assert [b for b in stroke.cushions if b.ball == "red"] == []


def touches_in(paths: list[Path]) -> list[Meeting]:
    flights = [flight for path in paths for flight in flights_of(path)]
    return one_of_each([*meetings(flights, KIT), *collisions(flights, paths, KIT)])


def test_what_is_told_already_is_not_told_again() -> None:
    paths, _ = played(3.0, 0.5, 25)
    met = touches_in(paths)
    (found,) = rebounds(met, [], KIT)
    assert rebounds(met, [found], KIT) == []
    again = [*met, *(replace(m, at_us=m.at_us + 3000) for m in met)]
    assert len(rebounds(again, [], KIT)) == 1


def test_a_ball_that_met_another_beside_the_cushion_may_come_off_it_just_as_well() -> None:
    paths, at_s = played(3.0, 0.5, 25)
    m = touches_in(paths)[0]
    assert m.met.before is not None
    turned = replace(
        m, mover=m.met, met=m.mover, at=m.met.before.place, left_mm_s=m.sent_mm_s, sent_mm_s=(0.0, 0.0)
    )  # fmt: skip
    (bounce,) = rebounds([turned], [], KIT)
    assert (bounce.ball, bounce.cushion) == ("red", "right")
    assert bounce.at_us / 1e6 == pytest.approx(at_s, abs=0.01)


def stopped_by(red: tuple[float, float], came: tuple[float, float] = (-750.0, -300.0)) -> list[Path]:
    """The white rolls at a red, and comes slowly back from it; the red hardly moves."""
    comes, home = rolls((0, 0), came, COMES_S), np.array(red)
    met_at, moved = home + np.array([2 * R, 0.0]), home + np.array([1.0, -2.0])
    start = met_at - comes.places[-1]
    white = then(still(start, STILL_S), rolls(start, came, COMES_S), slides(met_at, (380, -280), came, 1.2))
    rolled = slides(moved, (0.0, -100.0), (0.0, -100.0), 1.2)
    return [seen(white, "white", 1, 25), seen(then(still(home, STILL_S + COMES_S), rolled), "red", 2, 25)]


@pytest.mark.parametrize(
    ("room_mm", "came", "sure"),
    [(13.0, (-750.0, -300.0), 0.95), (2.5, (-750.0, -300.0), 0.8), (-1.0, (-750.0, -300.0), None),
     (60.0, (-750.0, -300.0), None), (13.0, (-90.0, -300.0), None)],
    ids=["a little off the cushion", "as far off as a place errs", "at the cushion", "far off", "it was hardly pushed"],
)  # fmt: skip
def test_a_ball_that_was_driven_into_the_cushion_beside_it_met_that_though_it_is_not_seen_to_move(
    room_mm: float, came: tuple[float, float], sure: float | None
) -> None:
    paths = stopped_by((R + room_mm, 498.0), came)
    white = next(flight for flight in flights_of(paths[0]))
    told = driven_in(white, paths, [], [], KIT)
    assert [(b.ball, b.cushion) for b in told] == ([] if sure is None else [("red", "left")])
    assert [b.sure for b in told] == ([] if sure is None else [pytest.approx(sure, abs=0.05)])
    assert all(b.at is not None and b.at.x_mm == pytest.approx(R, abs=0.5) for b in told), "it met it at its face"
    assert driven_in(white, paths, [], told, KIT) == [], "what is told already is not told again"


def test_a_ball_that_the_cue_ball_is_told_to_have_met_went_into_the_cushion_beside_it() -> None:
    """The cue-ball is seen to go on with a good part of its pace: that alone would not tell that it met the red."""
    red, came = np.array([R + 12.0, 498.0]), (-750.0, -300.0)
    comes = rolls((0, 0), came, COMES_S)
    met_at = red + np.array([2 * R, 0.0])
    start = met_at - comes.places[-1]
    white = then(still(start, STILL_S), rolls(start, came, COMES_S), slides(met_at, (-250.0, -290.0), came, 0.3))
    away = slides(red, (60.0, -90.0), (60.0, -90.0), 0.8)
    paths = [seen(white, "white", 1, 25), seen(then(still(red, STILL_S + COMES_S), away), "red", 2, 25)]
    cue, driven = flights_of(paths[0])[0], flights_of(paths[1])[0]
    at_us = round((STILL_S + COMES_S) * 1e6)
    touch = Meeting(mover=cue, met=driven, at_us=at_us, at=Point(*met_at.tolist()), misfit=1.0, sd_us=2000)

    again = replace(touch, at_us=at_us + 90_000)

    (bounce,) = driven_in(cue, paths, [touch, again], [], KIT)

    assert (bounce.ball, bounce.cushion) == ("red", "left")
    assert bounce.at_us / 1e6 == pytest.approx(STILL_S + COMES_S + 12.0 / 750.0, abs=0.005)
    assert driven_in(cue, paths, [], [], KIT) == [], "nothing tells that it was met"


def halting(gap_mm: float, start_mm: float = 300.0) -> list[Path]:
    """The white drives a red towards the right cushion, where that stops so far before it."""
    pace = float(np.sqrt(2 * ROLLING_MM_S2 * (start_mm - gap_mm)))
    home = np.array([RIGHT - start_mm, 900.0])
    start = home - (2 * R, 0.0) - rolls((0, 0), (2000.0, 0), COMES_S).places[-1]
    comes = rolls(start, (2000.0, 0), COMES_S)
    white = then(still(start, STILL_S), comes, still(comes.places[-1], 2.0))
    red = then(still(home, STILL_S + COMES_S), rolls(home, (pace, 0.0), pace / ROLLING_MM_S2 + 0.3))
    return [seen(white, "white", 1, 25), seen(red, "red", 2, 25)]


@pytest.mark.parametrize(
    ("sentence", "gap_mm", "sure"),
    [
        ("it lies at the cushion, and may have met it or not", 0.0, (0.35, 0.75)),
        ("it lies a little off, nearer than places err", 4.0, (0.02, 0.35)),
        ("it lies far off", 40.0, None),
    ],
)
def test_a_ball_that_stops_at_a_cushion_may_have_met_it(
    sentence: str, gap_mm: float, sure: tuple[float, float] | None
) -> None:
    red = flights_of(halting(gap_mm)[1])

    bounce = neared(red, KIT)

    assert (bounce is None) == (sure is None), sentence
    if bounce is not None and sure is not None:
        assert (bounce.ball, bounce.cushion) == ("red", "right")
        assert sure[0] < bounce.sure < sure[1], sentence


@pytest.mark.parametrize("pace_mm_s", [500.0, 120.0])
def test_a_ball_that_was_sent_away_from_the_cushion_at_which_it_lay_did_not_come_near_it(pace_mm_s: float) -> None:
    lay = np.array([RIGHT, 900.0])
    red = seen(then(still(lay, 1.0), rolls(lay, (-pace_mm_s, 0.0), 1.5)), "red", 2, 25)
    assert neared(flights_of(red), KIT) is None


def test_a_ball_may_have_met_a_cushion_between_two_pictures() -> None:
    pace, start = 900.0, np.array([RIGHT - 20.0 - 900.0 * 0.4, 900.0])
    comes = rolls(start, (pace, 0.0), 0.4)
    turned = then(still(start, 1.0), comes, rolls(comes.places[-1], (-pace, 0.0), 0.6))

    (bounce,) = near_bounces(flights_of(seen(turned, "red", 2, 25))[0], KIT)

    assert bounce.cushion == "right"
    assert 0.01 < bounce.sure < 0.5, "it turned back farther off than places err, but nearer than it goes in a picture"


def test_that_the_only_ball_near_a_cushion_met_it_is_one_reading_and_that_it_did_not_another() -> None:
    (told,) = readings(halting(3.0), KIT)
    met = [one for one in told.readings if one.stroke.first_hit == ("red",) and one.stroke.cushions]
    unmet = [one for one in told.readings if one.stroke.first_hit == ("red",) and not one.stroke.cushions]
    assert [(b.ball, b.cushion) for b in met[0].stroke.cushions] == [("red", "right")]
    assert told.likeliest is unmet[0]
    assert -3.5 < met[0].log_odds - unmet[0].log_odds < -0.5
    assert met[0].why == "the red met the right cushion"


@pytest.mark.parametrize(
    ("sentence", "start", "end", "cushion"),
    [
        ("beside the mouth of a corner pocket, on the face", (1400.0, 500.0), (RIGHT, 117.0), "right"),
        ("on the bend of the face into a corner pocket", (1400.0, 500.0), (RIGHT + 8.0, 66.0), "right"),
        ("on the bend of the face into a middle pocket", (1400.0, 1650.0), (RIGHT + 1.0, 1724.0), "right"),
    ],
)
def test_a_ball_that_stops_at_a_jaw_may_have_met_it(
    sentence: str, start: tuple[float, float], end: tuple[float, float], cushion: str
) -> None:
    way = np.array(end) - np.array(start)
    pace = float(np.sqrt(2 * ROLLING_MM_S2 * np.hypot(*way)))
    going = pace * way / np.hypot(*way)
    rolled = then(still(start, 1.0), rolls(start, (going[0], going[1]), pace / ROLLING_MM_S2 + 0.3))

    bounce = neared(flights_of(seen(rolled, "red", 2, 25)), KIT)

    assert bounce is not None, sentence
    assert (bounce.ball, bounce.cushion) == ("red", cushion), sentence
    assert 0.1 < bounce.sure < 0.9, sentence


def test_a_ball_that_stops_before_a_pocket_has_hardly_met_the_jaws_beside_it() -> None:
    start, end = np.array([1400.0, KIT.length_mm / 2]), np.array([RIGHT - 1.0, KIT.length_mm / 2])
    pace = float(np.sqrt(2 * ROLLING_MM_S2 * (end - start)[0]))
    rolled = then(still(start, 1.0), rolls(start, (pace, 0.0), pace / ROLLING_MM_S2 + 0.3))

    bounce = neared(flights_of(seen(rolled, "red", 2, 25)), KIT)

    assert bounce is None or bounce.sure < 0.15, "27 mm are left on either side of it"
