"""What a ball met between two pictures near a pocket."""

import numpy as np
import pytest

from tracker.domain.physics import KEPT_BY_CUSHION
from tracker.geometry.jaws import outline_of
from tracker.incidents.pieces import Piece, Sighted
from tracker.incidents.rattles import bounced, let_go, note, rattled, told
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm
HOLE = np.array(next(p.fall for p in KIT.pockets if p.name == "top-right"))
AS_IT_CAME = np.zeros((1, 7))
RIGHT, TOP = KIT.width_mm - R, KIT.length_mm - R


def coming(at, speed) -> Piece:
    """The way of a ball until 1 s."""
    return Piece(
        first_s=0.8, last_s=1.0, about_s=1.0, known=np.array([at, speed, (0.0, 0.0)]),
        spread=np.diag([0.5, 20.0, 100.0]) ** 2, count=6,
    )  # fmt: skip


def off(at, speed, until_s: float, step_s=0.0001) -> tuple[np.ndarray, list[tuple[float, str]]]:
    """Places of a ball every step after 1 s that comes off the faces, here far from the jaws, and what it met."""
    at, v, places, met = np.array(at, float), np.array(speed, float), [], []
    for tick in range(round((until_s - 1.0) / step_s)):
        for axis, edge, side in ((0, RIGHT, "right"), (1, TOP, "top")):
            if at[axis] > edge and v[axis] > 0:
                v = v * ((-0.85, 0.92) if axis == 0 else (0.92, -0.85))
                met.append((1.0 + tick * step_s, side))
        places.append(at.copy())
        at = at + v * step_s
    return np.array(places), met


@pytest.mark.parametrize("rate", [25, 30])
def test_two_cushions_between_two_pictures_are_both_told(rate):
    at, speed = (RIGHT - 260.0, TOP - 120.0), (3800.0, 2600.0)
    places, met = off(at, speed, 1.0 + 5 / rate)
    later_s = np.arange(1, 5) / rate
    rng = np.random.default_rng(rate)
    own = np.round(later_s / 0.0001).astype(int)
    seen = Sighted(at_s=1.0 + later_s, places_mm=places[own] + rng.normal(0, 0.8, (4, 2)), sd_mm=np.full(4, 0.8))
    told = rattled(coming(at, speed), seen, KIT)
    assert [one.side for one in told] == [side for _, side in met]
    assert [one.at_s for one in told] == pytest.approx([at_s for at_s, _ in met], abs=0.005)


def test_a_ball_that_rolls_on_over_open_cloth_met_nothing():
    at, speed = (900.0, 1000.0), (500.0, 800.0)
    later_s = np.arange(1, 5) / 30
    seen = Sighted(at_s=1 + later_s, places_mm=np.array(at) + later_s[:, None] * np.array(speed), sd_mm=np.full(4, 0.8))
    assert rattled(coming(at, speed), seen, KIT) == ()


def test_a_ball_that_was_knocked_aside_in_the_open_met_no_cushion():
    later_s = np.arange(1, 5) / 30
    back = np.array((900.0, 1000.0)) - later_s[:, None] * 700.0
    seen = Sighted(at_s=1 + later_s, places_mm=back, sd_mm=np.full(4, 0.8))
    assert rattled(coming((900.0, 1000.0), (500.0, 800.0)), seen, KIT) == ()


def test_a_ball_that_falls_through_the_middle_of_the_mouth_met_no_jaw():
    speed = np.array([1000.0, 1000.0])
    empty = Sighted(at_s=np.zeros(0), places_mm=np.zeros((0, 2)), sd_mm=np.zeros(0))
    assert rattled(coming(HOLE - 0.2 * speed, speed), empty, KIT, fell_s=1.3) == ()


def into_the_corner(aside_mm: float) -> Piece:
    """The way of a ball that heads for the middle of the top right pocket, but so far to its left."""
    way = np.array([1.0, 1.0]) / np.sqrt(2)
    return coming(HOLE - 250 * way + aside_mm * way[::-1] * (-1, 1), 1000 * way)


def test_a_ball_comes_off_a_face_as_fast_as_the_cushion_lets_it():
    places, speeds = np.array([[900.0, TOP + 2], [900.0, 1000.0]]), np.array([[500.0, 1000.0], [500.0, 1000.0]])
    kept = np.tile([KEPT_BY_CUSHION, 0.9], (2, 1))
    back, met = bounced(places, speeds, kept, outline_of(KIT), R)
    assert speeds == pytest.approx(np.array([[450.0, -1000 * KEPT_BY_CUSHION], [500.0, 1000.0]]))
    assert back == pytest.approx(np.array([[900.0, TOP], [900.0, 1000.0]]))
    assert met == {0: (pytest.approx(0.002), "top")}


def test_a_ball_that_falls_stays_in_its_pocket_and_meets_nothing_more():
    run = let_go(into_the_corner(0.0), AS_IT_CAME, np.array([1.3, 3.0]), KIT)
    assert run.fallen.all()
    assert run.hits == ((),)
    assert np.all(np.hypot(*(run.places[:, 0] - HOLE).T) < 50)


def test_a_jaw_is_told_only_if_the_ball_then_fell_or_stayed_as_one_off_that_jaw_does():
    came, later_s = into_the_corner(24.0), 1 + np.arange(1, 17) / 50
    run = let_go(came, AS_IT_CAME, later_s, KIT)
    assert [side for _, side in run.hits[0]] == ["top"]
    places = run.places[:, 0] + np.random.default_rng(1).normal(0, 0.8, (16, 2))
    seen = Sighted(at_s=later_s[:6], places_mm=places[:6], sd_mm=np.full(6, 0.8))
    (one,) = rattled(came, seen, KIT, fell_s=1.22)
    assert (one.side, one.at_s) == ("top", pytest.approx(run.hits[0][0][0], abs=0.005))
    in_the_pocket = Sighted(at_s=later_s, places_mm=places, sd_mm=np.full(16, 0.8))
    assert rattled(came, in_the_pocket, KIT) == ()


def test_a_ball_that_is_seen_where_no_cushion_can_have_sent_it_met_nobody_knows_what():
    later_s, came = np.array([1.1, 1.14]), coming((RIGHT - 60, 1200.0), (2000.0, 0.0))
    back = Sighted(at_s=later_s, places_mm=np.array([(RIGHT - 119, 1200.0), (RIGHT - 187, 1200.0)]), sd_mm=np.ones(2))
    assert [one.side for one in rattled(came, back, KIT)] == ["right"]
    elsewhere = Sighted(
        at_s=later_s, places_mm=np.array([(RIGHT - 100, 1800.0), (RIGHT - 100, 1900.0)]), sd_mm=np.ones(2)
    )
    assert rattled(came, elsewhere, KIT) == ()


def test_where_two_stories_are_as_likely_none_is_told():
    right, top = ((1.1, "right"),), ((1.2, "top"),)
    assert [one.side for one in told((right, top), np.array([1.0, 9.0]))] == ["right"]
    assert told((right, top), np.array([1.0, 1.4])) == ()


def test_one_cushion_met_twice_at_once_was_met_once():
    hits: list[tuple[float, str]] = []
    for at_s, side in ((1.0, "top"), (1.0005, "top"), (1.1, "top"), (1.1003, "right")):
        note(hits, at_s, side)
    assert hits == [(1.0, "top"), (1.1, "top"), (1.1003, "right")]
