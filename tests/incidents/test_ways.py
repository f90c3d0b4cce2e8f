"""Ways cut into pieces of simple physics, and the moments that follow from them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_ways import Moved, rolls, seen, slides, still, then

from tracker.domain.strokes.stroke import Bounce
from tracker.geometry.paths import Path
from tracker.incidents.propose.cushions import FACE_MM, Across, bounces, once, turned
from tracker.incidents.propose.touching.arrivals import arrivals
from tracker.incidents.propose.touching.bodies import at_rest
from tracker.incidents.propose.touching.meeting import touch_of
from tracker.incidents.propose.touching.touches import collisions, meetings, relays
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.pieces import Sighted, bounds, cut, fitted
from tracker.incidents.segment.settling import Cloth, cloth_of, settled
from tracker.incidents.segment.ways import knocks, start_of, way_of
from tracker.physics.constants import ROLLING_MM_S2
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm


def sightings(moved: Moved, **how: Any) -> Sighted:
    path = seen(moved, **how)
    own = ~np.isnan(path.raw_mm[:, 0])
    return Sighted(at_s=path.at_s[own], places_mm=path.raw_mm[own], sd_mm=path.raw_sd_mm[own])


def knocked(turn_degrees: float, speed: float = 1200.0, share: float = 0.7) -> Moved:
    """A ball that rolls 0.4 s and is then sent on aside, rolling."""
    first = rolls((300, 600), (speed, 0), 0.4)
    way = np.radians(turn_degrees)
    return then(first, rolls(first.places[-1], share * speed * np.array([np.cos(way), np.sin(way)]), 0.6))


def test_a_roll_is_one_piece_that_slows_as_cloth_slows() -> None:
    (piece,) = cut(sightings(rolls((300, 300), (900, 400), 1.2)))
    assert np.hypot(*piece.known[2]) == pytest.approx(ROLLING_MM_S2, rel=0.15)


def test_sliding_and_rolling_are_two_pieces_without_a_knock() -> None:
    path = seen(then(still((600, 300), 0.5), slides((600, 300), (0, 2500), lasts_s=1.0)), noise_mm=0.3)
    way = way_of(flights_of(path)[0])
    assert len(way.pieces) >= 2
    assert knocks(way) == []


def test_a_ball_that_halts_for_a_moment_and_is_driven_on_was_at_rest_between() -> None:
    first = rolls((600, 300), (1200, 0), 0.3)
    halt = first.places[-1]
    path = seen(then(still((600, 300), 0.5), first, still(halt, 0.16), rolls(halt, (0, 900), 0.8)))
    one, other = flights_of(path)
    assert one.after is not None
    assert tuple(one.after.place) == pytest.approx(tuple(halt), abs=1)
    assert other.onset_us / 1e6 == pytest.approx(0.96, abs=0.02)


@pytest.mark.parametrize(
    ("speed", "rate", "noise_mm", "seed"), [(110, 30, 1.0, 1), (160, 50, 1.0, 2), (160, 30, 2.0, 1), (250, 50, 2.0, 5)]
)
def test_a_slow_roll_that_seems_to_halt_is_one_flight(speed: int, rate: int, noise_mm: float, seed: int) -> None:
    roll = rolls((600, 300), (speed, 0), 2.5)
    path = seen(then(still((600, 300), 0.5), roll), rate=rate, noise_mm=noise_mm, seed=seed)
    assert len(flights_of(path)) == 1


@pytest.mark.parametrize("rate", [25, 30, 50])
@pytest.mark.parametrize("degrees", [20, 60, 150])
def test_a_knock_is_timed_to_a_tenth_of_a_picture(rate: int, degrees: int) -> None:
    path = seen(then(still((300, 600), 0.5), knocked(degrees)), rate=rate)
    (knock,) = knocks(way_of(flights_of(path)[0]))
    assert abs(knock.at_s - 0.9) < max(0.1 / rate, 4 * knock.sd_s)


def test_a_knock_in_a_gap_is_told_from_both_sides() -> None:
    path = seen(then(still((300, 600), 0.5), knocked(90)), unseen=[(0.82, 1.0)])
    (knock,) = knocks(way_of(flights_of(path)[0]))
    assert abs(knock.at_s - 0.9) < 0.004


def test_one_stray_sighting_is_no_knock() -> None:
    path = seen(then(still((300, 600), 0.5), rolls((300, 600), (1200, 0), 1.0)))
    path.raw_mm[50] += (25, -30)
    assert knocks(way_of(flights_of(path)[0])) == []


def test_the_last_sighting_before_a_knock_is_no_stray_because_it_is_not_known_when_the_ball_was_struck() -> None:
    """At 6 m/s and 25 pictures a second a ball is seen twice before it is knocked; when it left is known to 5 ms."""
    at_s = np.array([1.812, *np.arange(1.84, 2.5, 0.04)])
    came, went, met = np.array([5175.0, 3290.0]), np.array([-190.0, 1170.0]), np.array([841.8, 3228.2])
    late = (at_s - 1.896)[:, None]
    places = met + late * np.where(late < 0, came, went)
    places[0] = (450.0, 2980.0)
    sd_mm = np.where(at_s < 1.84, 22.0, 0.5)
    first = cut(Sighted(at_s=at_s, places_mm=places, sd_mm=sd_mm))[0]
    assert first.last_s == pytest.approx(1.88)
    assert first.speed(1.88) == pytest.approx(came, rel=0.1)


def test_hardly_a_free_way_holds_a_knock_whatever_its_pace_and_direction() -> None:
    """Noise alone looks like a knock now and then (6 of these 200 today); telling one asks for a ball there as well."""
    chance, false = np.random.default_rng(11), 0
    for seed in range(200):
        angle, pace = chance.uniform(0, 2 * np.pi), chance.uniform(200, 3000)
        speed = pace * np.array([np.cos(angle), np.sin(angle)])
        path = seen(then(still((0, 0), 0.4), slides((0, 0), speed, 0.2 * speed, 0.9)), seed=seed)
        false += bool(knocks(way_of(flights_of(path)[0])))
    assert false <= 10


@settings(max_examples=25, deadline=None)
@given(n=st.integers(2, 60), seed=st.integers(0, 10**6))
def test_pieces_never_overlap_and_keep_their_order(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    at_s = np.cumsum(rng.uniform(0.01, 0.1, n))
    found = bounds(Sighted(at_s=at_s, places_mm=rng.normal(0, 300, (n, 2)), sd_mm=np.full(n, 1.0)), np.full(n, 16.0))
    ends = [edge for piece in found for edge in piece]
    assert ends == sorted(ends)
    assert all(end - first >= 2 for first, end in found)


@pytest.mark.parametrize("pace", [150, 600, 1500])
def test_a_start_is_told_from_how_a_ball_slides_off(pace: int) -> None:
    path = seen(then(still((600, 300), 0.507), slides((600, 300), (0, pace), lasts_s=1.0)))
    start = start_of(way_of(flights_of(path)[0]))
    assert start is not None
    assert abs(start.at_s - 0.507) < 3.5 * start.sd_s + 0.001
    assert start.gained[1] == pytest.approx(pace, rel=0.08)


@pytest.mark.parametrize("noise_mm", [0.3, 1.0])
@pytest.mark.parametrize("rate", [25, 50])
def test_rest_is_told_by_the_slowing_of_the_roll(rate: int, noise_mm: float) -> None:
    pace = 240.0
    path = seen(then(still((600, 300), 0.4), rolls((600, 300), (0, pace), 4.0)), rate=rate, noise_mm=noise_mm)
    (flight,) = flights_of(path)
    stop = settled(flight, Cloth())
    assert stop is not None
    assert abs(stop.at_s - (0.4 + pace / ROLLING_MM_S2)) < 0.02
    assert cloth_of([flight]).slowing_mm_s2 == pytest.approx(ROLLING_MM_S2, rel=0.05)


def off_left(into: float, rate: float, **how: Any) -> Path:
    """A ball that rolls into the left cushion 0.45 s after it set off, and slides as it comes off."""
    start = (R - rolls((0, 0), (-into, 300.0), 0.45).places[-1][0], 900.0)
    came = rolls(start, (-into, 300.0), 0.45)
    went = slides(came.places[-1], (-0.8 * came.speed[0], came.speed[1]), came.speed, 1.0)
    return seen(then(still(start, 0.4), came, went), rate=rate, **how)


@pytest.mark.parametrize("rate", [25, 50])
@pytest.mark.parametrize("into", [250, 800, 3000])
def test_a_bounce_is_told_within_five_ms_and_a_ball_s_radius_from_the_face(into: int, rate: int) -> None:
    (bounce,) = [b for f in flights_of(off_left(into, rate)) for b in bounces(f, KIT)]
    assert bounce.cushion == "left"
    assert abs(bounce.at_us / 1e6 - 0.85) < 0.005
    assert bounce.at == pytest.approx((R, 900.0 + rolls((0, 0), (-into, 300.0), 0.45).places[-1][1]), abs=5.0)


def test_a_ball_that_turns_away_from_the_cushions_has_not_bounced() -> None:
    path = seen(then(still((300, 600), 0.5), knocked(170)))
    assert [b for f in flights_of(path) for b in bounces(f, KIT)] == []


@pytest.mark.parametrize("lag_s", [0.012, 0.02, 0.03])
def test_a_ball_that_flies_into_a_cushion_two_pictures_after_it_was_struck_set_off_when_it_was(lag_s: float) -> None:
    """It is seen twice on its way there: the third sighting is nearer to home again than the second."""
    speed = np.array([-4700.0, -3000.0])
    first_s, place = 0.532, np.array([R, 900.0])
    came_s = lag_s + 0.046
    start = place - slides((0, 0), speed, lasts_s=came_s).places[-1]
    came = slides(start, speed, lasts_s=came_s)
    went = slides(came.places[-1], came.speed * (-0.75, 0.9), came.speed, 1.0)
    path = seen(then(still(start, first_s - lag_s), came, went), rate=25, noise_mm=1.0)
    (flight,) = flights_of(path)
    assert flight.onset_us / 1e6 == pytest.approx(first_s - lag_s, abs=0.003)
    assert [b.cushion for b in bounces(flight, KIT)][:1] == ["left"]


def test_a_ball_on_a_curve_between_two_knocks_was_seen_where_it_was() -> None:
    """Three sightings between the knocks, none on a straight way through the others: of eight looks six tell both."""
    first = rolls((300, 300), (1100, 1700), 0.32)
    curve = slides(first.places[-1], (250, -330), (900, 1400), 0.12)
    last = slides(curve.places[-1], (200, -150), lasts_s=0.6)
    whole = then(still((300, 300), 0.5), first, curve, last)
    paths = [seen(whole, rate=25, noise_mm=0.2, seed=seed) for seed in range(8)]
    found = [sorted(k.at_s for k in knocks(way_of(flights_of(path)[0])))[:2] for path in paths]
    assert sum(moments == pytest.approx([0.82, 0.94], abs=0.012) for moments in found) >= 6


@pytest.mark.parametrize(("into", "rate", "back"), [(400, 25, 2), (400, 50, 3), (800, 50, 3)])
def test_a_stray_sighting_shortly_before_a_cushion_hides_no_bounce(into: int, rate: int, back: int) -> None:
    path = off_left(into, rate, noise_mm=1.2)
    path.raw_mm[np.searchsorted(path.at_s, 0.85) - back] += (30, -25)
    (bounce,) = [b for f in flights_of(path) for b in bounces(f, KIT)]
    assert bounce.cushion == "left"
    assert abs(bounce.at_us / 1e6 - 0.85) < 0.01


def test_a_bounce_told_by_two_joints_of_a_way_is_told_once_by_the_surer() -> None:
    """A corner: right and top in turn, and each again as soon as a ball can come back to it."""
    told = [(3_221_509, "right", 0.90), (3_222_389, "right", 0.78), (3_240_000, "top", 0.7), (3_252_000, "right", 0.8),
            (3_372_000, "right", 0.6)]  # fmt: skip
    found = once([Bounce(at_us=at_us, ball="yellow", cushion=side, sure=sure) for at_us, side, sure in told])
    assert [(b.cushion, b.sure) for b in found] == [("right", 0.90), ("top", 0.7), ("right", 0.8), ("right", 0.6)]


@pytest.mark.parametrize(("gone_s", "told"), [(0.0, True), (0.1, False)])
def test_a_ball_that_left_the_cushion_long_after_it_came_has_met_more_than_the_cushion(
    gone_s: float, told: bool
) -> None:
    """It comes at 450 mm/s and leaves at 1400, so that what is told of its leaving has more weight."""
    before, after = np.linspace(-0.11, -0.01, 6), np.linspace(0.01, 0.2, 10)
    came, went = (
        fitted(Sighted(at_s=at_s, places_mm=np.stack([R + mm, 900 + 0 * mm], axis=1), sd_mm=np.full(len(at_s), 0.5)))
        for at_s, mm in ((before, -450 * before), (after + gone_s, 1400 * after))
    )
    assert (turned(Across(came, 0, R, 1), Across(went, 0, R, 1), FACE_MM) is not None) == told


def struck_at(full: float, speed: float = 1500.0, rate: float = 50.0) -> tuple[list[Path], float]:
    """The white rolls at a red that it meets 0.4 s later, `full` of it covered; returns both paths and the moment."""
    start = np.array([300.0, 500.0])
    came = rolls(start, (0, speed), 0.4)
    aside = 2 * R * (1 - full)
    line = np.array([aside, np.sqrt(4 * R * R - aside**2)]) / (2 * R)
    met = came.places[-1] + 2 * R * line
    push = 0.975 * (came.speed @ line) * line
    white = then(still(start, 0.5), came, slides(came.places[-1], came.speed - push, came.speed, 1.0))
    red = then(still(met, 0.9), slides(met, push, lasts_s=1.0))
    return [seen(white, "white", 1, rate), seen(red, "red", 2, rate)], 0.9


@pytest.mark.parametrize("rate", [25, 50])
@pytest.mark.parametrize("full", [0.03, 0.2, 0.6, 1.0])
def test_a_ball_met_at_rest_is_timed_within_five_ms(full: float, rate: int) -> None:
    paths, at_s = struck_at(full, rate=rate)
    (meeting,) = meetings([f for p in paths for f in flights_of(p)], KIT)
    assert (meeting.mover.ball, meeting.met.ball) == ("white", "red")
    assert abs(meeting.at_us / 1e6 - at_s) < 0.005


@pytest.mark.parametrize(("full", "touched"), [(1.0, True), (0.3, True), (-0.2, False)])
def test_balls_that_both_roll_touch_or_pass(full: float, touched: bool) -> None:
    """The red crosses the white's way from the right; below 0 they pass, a fifth of a radius clear."""
    aside = 2 * R * (1 - full)
    line = np.array([np.sqrt(max(4 * R * R - aside**2, 0)), aside]) / (2 * R)
    white, red = rolls((300, 900), (900, 0), 0.4), rolls((1300, 900), (-700, 0), 0.4)
    shift = white.places[-1] + 2 * R * line - red.places[-1]
    push = 0.975 * ((white.speed - red.speed) @ line) * line if touched else np.zeros(2)
    went = slides(white.places[-1], white.speed - push, white.speed, 0.7)
    other = slides(red.places[-1] + shift, red.speed + push, red.speed, 0.7)
    paths = [
        seen(then(still((300, 900), 0.4), white, went), "white", 1),
        seen(then(still(red.places[0] + shift, 0.4), rolls(red.places[0] + shift, (-700, 0), 0.4), other), "red", 2),
    ]
    found = collisions([f for p in paths for f in flights_of(p)], paths, KIT)
    assert len(found) == touched
    assert all(abs(m.at_us / 1e6 - 0.8) < 0.004 for m in found)


@pytest.mark.parametrize(("gap_mm", "touches"), [(0.0, True), (6.0, False)])
def test_a_ball_that_stops_against_another_may_have_met_it(gap_mm: float, touches: bool) -> None:
    white = then(still((400, 400), 0.5), rolls((400, 400), (0, 240), 3.5))
    place = white.places[-1] + (0, 2 * R + gap_mm)
    paths = [seen(white, "white", 1, noise_mm=0.3), seen(still(place, 4.0), "red", 2, noise_mm=0.3)]
    found = arrivals([f for p in paths for f in flights_of(p)], paths, KIT)
    assert [(m.mover.ball, m.met.ball) for m in found] == [("white", "red")] * touches
    assert all(touch_of(m).sure < 0.5 for m in found)  # the red has not stirred


def test_a_ball_that_passes_on_what_it_got_within_a_picture_has_met_the_next() -> None:
    """White, red and blue in line; the red goes 6 mm and gives nearly all on to the blue."""
    (white, _), at_s = struck_at(1.0)
    y = 500.0 + 0.4 * 1500 - ROLLING_MM_S2 * 0.4**2 / 2 + 2 * R
    pace = 0.975 * (1500 - ROLLING_MM_S2 * 0.4)
    took_s = 6.0 / pace
    first, second = still((300, y), at_s), still((300, y + 2 * R + 6), at_s + took_s)
    red = then(first, slides((300, y), (0, pace), lasts_s=took_s), rolls((300, y + 6), (0, 0.03 * pace), 0.9))
    blue = then(second, slides(second.places[-1], (0, 0.96 * pace), lasts_s=0.9))
    paths = [white, seen(red, "red", 2), seen(blue, "blue", 3)]
    flights = [f for p in paths for f in flights_of(p)]
    met = [m for m in [*meetings(flights, KIT), *collisions(flights, paths, KIT)] if m.mover.ball == "white"]
    found = {(m.mover.ball, m.met.ball): m.at_us / 1e6 for m in [*met[:1], *relays(flights, met, KIT)]}
    assert list(found) == [("white", "red"), ("red", "blue")]
    assert abs(found["red", "blue"] - at_s - took_s) < 0.005


def test_a_ball_at_rest_is_known_as_well_as_its_rest_at_any_time() -> None:
    path = seen(still((900.0, 900.0), 2.0), "red", 1, 25)

    (body,) = at_rest([], [path])

    (piece,), rest = body.pieces, body.flight.before
    assert rest is not None
    assert rest.sd_mm > 0
    assert [piece.sd_mm(at_s) for at_s in (0.0, 1.0, 2.0)] == pytest.approx([rest.sd_mm] * 3)
