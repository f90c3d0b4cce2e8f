"""What a ball met between two pictures near a pocket."""

import numpy as np
import pytest

from tracker.incidents.pieces import Piece, Sighted
from tracker.incidents.rattles import rattled
from tracker.store.kits import find_kit

KIT = find_kit()
R = KIT.ball_radius_mm
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
    hole = np.array(next(p.fall for p in KIT.pockets if p.name == "top-right"))
    empty = Sighted(at_s=np.zeros(0), places_mm=np.zeros((0, 2)), sd_mm=np.zeros(0))
    assert rattled(coming(hole - 0.2 * speed, speed), empty, KIT, fell_s=1.3) == ()
