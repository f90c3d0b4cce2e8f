"""What a ball met between two pictures near a pocket."""

from dataclasses import replace

import numpy as np
import pytest
from made_ways import STEP_S, Moved, seen, still, then
from numpy.typing import ArrayLike

from tracker.geometry.jaws import outline_of
from tracker.geometry.paths import POCKET
from tracker.incidents.propose.cushions import bounces, place_after
from tracker.incidents.propose.rattles import Hit, Swarm, bounced, let_go, moved, noted, rattled, told
from tracker.incidents.segment.flights import flights_of
from tracker.incidents.segment.pieces import Piece, Sighted
from tracker.physics.constants import CUSHIONS, CUSHIONS_SD, GRIP
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm
HOLE = np.array(next(p.fall for p in KIT.pockets if p.name == "top-right"))
RADIUS = next(p.radius_mm for p in KIT.pockets if p.name == "top-right")
RIGHT, TOP = KIT.width_mm - R, KIT.length_mm - R


def coming(at: ArrayLike, speed: ArrayLike) -> Piece:
    """The way of a ball until 1 s."""
    return Piece(
        first_s=0.8, last_s=1.0, about_s=1.0, known=np.array([np.array(at), np.array(speed), (0.0, 0.0)]),
        spread=np.diag([0.5, 20.0, 100.0]) ** 2, count=6,
    )  # fmt: skip


def off(
    at: tuple[float, float], speed: tuple[float, float], until_s: float, step_s: float = 0.0001
) -> tuple[np.ndarray, list[tuple[float, str]]]:
    """Places of a ball every step after 1 s that comes off the faces, here far from the jaws, and what it met."""
    place, v = np.array(at, float), np.array(speed, float)
    places: list[np.ndarray] = []
    met: list[tuple[float, str]] = []
    for tick in range(round((until_s - 1.0) / step_s)):
        for axis, edge, side in ((0, RIGHT, "right"), (1, TOP, "top")):
            if place[axis] > edge and v[axis] > 0:
                v = v * ((-0.85, 0.92) if axis == 0 else (0.92, -0.85))
                met.append((1.0 + tick * step_s, side))
        places.append(place.copy())
        place = place + v * step_s
    return np.array(places), met


@pytest.mark.parametrize("rate", [25, 30])
def test_two_cushions_between_two_pictures_are_both_told(rate: int) -> None:
    at, speed = (RIGHT - 260.0, TOP - 120.0), (3800.0, 2600.0)
    places, met = off(at, speed, 1.0 + 5 / rate)
    later_s = np.arange(1, 5) / rate
    rng = np.random.default_rng(rate)
    own = np.round(later_s / 0.0001).astype(int)
    seen = Sighted(at_s=1.0 + later_s, places_mm=places[own] + rng.normal(0, 0.8, (4, 2)), sd_mm=np.full(4, 0.8))
    told = rattled(coming(at, speed), seen, KIT)
    assert [one.side for one in told] == [side for _, side in met]
    assert [one.at_s for one in told] == pytest.approx([at_s for at_s, _ in met], abs=0.005)


def test_a_ball_that_rolls_on_over_open_cloth_met_nothing() -> None:
    at, speed = (900.0, 1000.0), (500.0, 800.0)
    later_s = np.arange(1, 5) / 30
    seen = Sighted(at_s=1 + later_s, places_mm=np.array(at) + later_s[:, None] * np.array(speed), sd_mm=np.full(4, 0.8))
    assert rattled(coming(at, speed), seen, KIT) == ()


def test_a_ball_that_was_knocked_aside_in_the_open_met_no_cushion() -> None:
    later_s = np.arange(1, 5) / 30
    back = np.array((900.0, 1000.0)) - later_s[:, None] * 700.0
    seen = Sighted(at_s=1 + later_s, places_mm=back, sd_mm=np.full(4, 0.8))
    assert rattled(coming((900.0, 1000.0), (500.0, 800.0)), seen, KIT) == ()


def test_a_ball_that_falls_through_the_middle_of_the_mouth_met_no_jaw() -> None:
    speed = np.array([1000.0, 1000.0])
    empty = Sighted(at_s=np.zeros(0), places_mm=np.zeros((0, 2)), sd_mm=np.zeros(0))
    assert rattled(coming(HOLE - 0.2 * speed, speed), empty, KIT, fell_s=1.3) == ()


def into_the_corner(aside_mm: float) -> Piece:
    """The way of a ball that heads for the middle of the top right pocket, but so far to its left."""
    way = np.array([1.0, 1.0]) / np.sqrt(2)
    return coming(HOLE - 250 * way + aside_mm * way[::-1] * (-1, 1), 1000 * way)


def followed(came: Piece, later_s: np.ndarray) -> tuple[np.ndarray, tuple[Hit, ...]]:
    """Where the first of some balls let go as one came is at some times, and what it met."""
    rng = np.random.default_rng(3)
    swarm, places = let_go(came, came.last_s, rng), []
    for at_s in later_s:
        swarm = moved(swarm, float(at_s), outline_of(KIT), KIT, rng)
        places.append(swarm.places[0] + swarm.off_mm[0])
    return np.array(places), swarm.hits[0]


@pytest.mark.parametrize(("aside_mm", "sides"), [(20.0, ["top"]), (28.0, ["top", "right"]), (-20.0, [])])
def test_the_jaws_are_told_that_sent_a_ball_into_the_pocket_where_it_is_seen_to_fall(
    aside_mm: float, sides: list[str]
) -> None:
    came = into_the_corner(aside_mm)
    places, hits = followed(came, 1 + np.arange(1, 801) * STEP_S)
    fell = int(np.argmax(np.hypot(*(places - HOLE).T) < RADIUS))
    start = came.place(0.6)
    comes = Moved(came.place(0.6) + np.arange(0, 0.4, STEP_S)[:, None] * came.speed(1.0), came.speed(1.0))
    falls = Moved(places[: fell + round(0.045 / STEP_S)], np.zeros(2))
    path = replace(seen(then(still(start, 0.6), comes, falls), noise_mm=0.5), end=POCKET)
    (flight,) = flights_of(path)
    assert [side for _, side in hits] == sides
    told = bounces(flight, KIT)
    assert [bounce.cushion for bounce in told] == sides
    assert [bounce.at_us / 1e6 for bounce in told] == pytest.approx([at_s for at_s, _ in hits], abs=0.01)
    places_told = [bounce.at for bounce in told]
    assert all(at is None for at in places_told[1:])  # where a jaw sends it is not known so well
    assert all(at == pytest.approx(tuple(came.place(hits[0][0])), abs=40.0) for at in places_told[:1])


@pytest.mark.parametrize(
    ("seen_s", "at_s", "place"),
    [
        ((1.04, 1.08), 1.02, (1020.0, 2020.0)),
        ((1.04, 1.5), 1.25, (1125.0, 2000.0)),
        ((1.04, 1.5), 9.0, (1200.0, 2000.0)),
    ],
    ids=["before it is seen again: where its way leads", "seen beside it: between these", "long after"],
)
def test_where_a_ball_met_a_jaw_is_told_by_what_was_seen_beside_that(
    seen_s: tuple[float, float], at_s: float, place: tuple[float, float]
) -> None:
    came = coming((1000.0, 2000.0), (1000.0, 1000.0))
    looks = Sighted(at_s=np.array(seen_s), places_mm=np.array([(1050.0, 2000.0), (1200.0, 2000.0)]), sd_mm=np.ones(2))
    assert place_after(came, looks, at_s) == pytest.approx(place, abs=20.0)


def with_hits(hits: tuple[tuple[Hit, ...], ...], worth: list[float]) -> Swarm:
    """Balls that met something, and how much each is worth."""
    still = np.zeros((len(hits), 2))
    return Swarm(
        at_s=2.0, places=still, speeds=still, spins=still, off_mm=still, fallen=np.zeros(len(hits), bool),
        worth=np.array(worth), hits=hits,
    )  # fmt: skip


def test_a_ball_comes_off_a_face_about_as_fast_as_the_cushion_lets_it() -> None:
    n = 400
    places = np.vstack([np.tile([900.0, TOP + 2], (n, 1)), [[900.0, 1000.0]]])
    speeds = np.tile([500.0, 1000.0], (n + 1, 1))
    met, _ = bounced(places, speeds, speeds.copy(), outline_of(KIT), (R, np.random.default_rng(1)))
    assert np.mean(speeds[:n], axis=0) == pytest.approx([500.0 * GRIP, -1000.0 * CUSHIONS], rel=0.03)
    assert np.std(speeds[:n, 1]) == pytest.approx(1000.0 * CUSHIONS_SD, rel=0.2)
    assert places[:n] == pytest.approx(np.tile([900.0, TOP], (n, 1)))
    assert (*places[n], *speeds[n]) == (900.0, 1000.0, 500.0, 1000.0)
    assert [(i, side) for i, _, side in met] == [(i, "top") for i in range(n)]
    assert [at_s for _, at_s, _ in met] == pytest.approx([0.002] * n)


def test_balls_that_fall_stay_in_their_pocket_and_meet_nothing_more() -> None:
    rng = np.random.default_rng(2)
    swarm = moved(let_go(into_the_corner(0.0), 1.0, rng), 3.0, outline_of(KIT), KIT, rng)
    assert np.mean(swarm.fallen) > 0.95
    assert np.all(np.hypot(*(swarm.places[swarm.fallen] - HOLE).T) < 50)
    assert all(at_s < 1.5 for met, fell in zip(swarm.hits, swarm.fallen, strict=True) if fell for at_s, _ in met)


def test_a_jaw_is_told_only_if_the_ball_then_fell_or_stayed_as_one_off_that_jaw_does() -> None:
    came, later_s = into_the_corner(24.0), 1 + np.arange(1, 31) / 50
    places, hits = followed(came, later_s)
    assert hits[0][1] == "top"
    places = places + np.random.default_rng(1).normal(0, 0.8, (30, 2))
    seen = Sighted(at_s=later_s[:6], places_mm=places[:6], sd_mm=np.full(6, 0.8))
    (one,) = rattled(came, seen, KIT, fell_s=1.22)
    assert one.side == "top"
    assert one.at_s == pytest.approx(hits[0][0], abs=0.035)  # not seen since: 13 ms late on average, by 10 more or less
    assert rattled(came, seen, KIT) == ()  # it had met nothing yet when it was seen last


@pytest.mark.parametrize("more", [0, 3, 30])
def test_a_ball_seen_where_there_is_no_bed_fell_and_shows_which_jaw_sent_it_there(more: int) -> None:
    came, later_s = into_the_corner(24.0), 1 + np.arange(1, 61) / 50
    places, hits = followed(came, later_s)
    places = places + np.random.default_rng(1).normal(0, 0.8, (60, 2))
    shown = int(np.argmax(np.hypot(*(places - HOLE).T) < RADIUS)) + 1 + more
    seen = Sighted(at_s=later_s[:shown], places_mm=places[:shown], sd_mm=np.full(shown, 0.8))
    assert [one.side for one in rattled(came, seen, KIT, fell_s=1.7)] == [side for _, side in hits]


def test_a_ball_that_is_seen_where_no_cushion_can_have_sent_it_met_nobody_knows_what() -> None:
    later_s, came = np.array([1.1, 1.14]), coming((RIGHT - 60, 1200.0), (2000.0, 0.0))
    back = Sighted(at_s=later_s, places_mm=np.array([(RIGHT - 119, 1200.0), (RIGHT - 187, 1200.0)]), sd_mm=np.ones(2))
    assert [one.side for one in rattled(came, back, KIT)] == ["right"]
    elsewhere = Sighted(
        at_s=later_s, places_mm=np.array([(RIGHT - 100, 1800.0), (RIGHT - 100, 1900.0)]), sd_mm=np.ones(2)
    )
    assert rattled(came, elsewhere, KIT) == ()


def test_where_two_stories_are_as_likely_none_is_told() -> None:
    right, top = ((1.1, "right"),), ((1.2, "top"),)
    assert [one.side for one in told(with_hits((right, top), [0.0, -4.0]))] == ["right"]
    assert told(with_hits((right, top), [0.0, -0.2])) == ()


def test_what_both_stories_have_in_common_is_told() -> None:
    one, other = ((1.1, "right"), (1.3, "top")), ((1.1, "right"),)
    assert [b.side for b in told(with_hits((one, other), [0.0, -0.2]))] == ["right"]


def test_one_cushion_met_twice_at_once_was_met_once() -> None:
    hits: tuple[Hit, ...] = ()
    for at_s, side in ((1.0, "top"), (1.0005, "top"), (1.1, "top"), (1.1003, "right")):
        hits = noted(hits, at_s, side)
    assert hits == ((1.0, "top"), (1.1, "top"), (1.1003, "right"))
