"""A stroke on a drawn board: discs stop where friction says, keep momentum, come off edges, fall and fly off."""

import numpy as np
import pytest

from models.training.painter.board.layouts import random_layout, rows
from models.training.strokes import Played, Strike
from models.training.strokes.discs import DRAWN_BOARD, play_discs
from tracker.physics.sliding import mass_of, pace_to_slide
from tracker.store.kits import find_kit

KIT = find_kit("novuss")
UP = np.pi / 2


def alone(at: tuple[float, float], angle: float, speed: float, lift: float = 0.0) -> Played:
    return play_discs(KIT, (("striker", at),), Strike(angle=angle, speed_mm_s=speed, lift_mm_s=lift))


def test_a_striker_that_meets_nothing_stops_where_friction_says() -> None:
    played = alone((500.0, 70.0), UP, 1200.0)
    assert pace_to_slide(played.places_mm[-1][0][1] - 70.0, DRAWN_BOARD) == pytest.approx(1200.0, rel=1e-3)
    assert not played.bounces
    assert np.all(np.diff(played.energy) <= 1e-6)


def test_an_edge_board_throws_back_a_share_and_is_named() -> None:
    played = alone((500.0, 900.0), UP, 2500.0)
    assert [bounce.cushion for bounce in played.bounces][:1] == ["top"]
    assert played.places_mm[-1][0][1] < 965.0


def test_a_stroke_in_the_mirror_is_the_mirrored_stroke() -> None:
    pucks = (("striker", (450.0, 70.0)), ("a", (430.0, 400.0)), ("b", (520.0, 420.0)), ("a", (500.0, 640.0)))
    mirrored = tuple((name, (1000.0 - x, y)) for name, (x, y) in pucks)
    one = play_discs(KIT, pucks, Strike(angle=UP + 0.02, speed_mm_s=2600.0))
    other = play_discs(KIT, mirrored, Strike(angle=UP - 0.02, speed_mm_s=2600.0))
    assert len(one.touches) > 1
    assert np.allclose(one.places_mm[-1] * (-1, 1) + (1000, 0), other.places_mm[-1], atol=0.1, equal_nan=True)


def test_momentum_stays_while_friction_has_not_slowed_the_discs() -> None:
    pucks = (("striker", (500.0, 70.0)), ("b", (510.0, 300.0)))
    played = play_discs(KIT, pucks, Strike(angle=UP, speed_mm_s=3000.0))
    at_s = played.touches[0].at_s
    just = [played.at(at_s + d) for d in (0.004, 0.006)]
    speeds = (just[1] - just[0]) / 0.002
    before = (played.at(at_s - 0.004) - played.at(at_s - 0.006)) / 0.002
    masses = np.array([mass_of(KIT, name) for name in ("striker", "b")])
    assert np.allclose(masses @ speeds, masses @ before, rtol=0.02, atol=30)


def test_a_puck_falls_into_the_corner() -> None:
    played = play_discs(
        KIT, (("striker", (400.0, 400.0)), ("a", (250.0, 250.0))), Strike(angle=-3 * UP / 2, speed_mm_s=1500.0)
    )
    assert [(fell.ball, fell.pocket) for fell in played.pots][:1] == [(1, "bottom-left")]


def test_a_striker_struck_upward_jumps_a_puck_and_leaves_over_the_edge() -> None:
    played = play_discs(
        KIT, (("striker", (500.0, 600.0)), ("a", (500.0, 720.0))), Strike(angle=UP, speed_mm_s=2500.0, lift_mm_s=1100.0)
    )
    assert not played.touches
    assert [(one.ball, one.cushion) for one in played.left] == [(0, "top")]


@pytest.mark.parametrize("seed", range(6))
def test_no_disc_ends_in_another_or_beyond_an_edge(seed: int) -> None:
    rng = np.random.default_rng(seed)
    laid = tuple(one for one in (rows(KIT) if seed == 0 else random_layout(rng, KIT)) if one[0] != "striker")
    laid = tuple((name, at) for name, at in laid if at[1] > 170.0)
    played = play_discs(KIT, (("striker", (500.0, 70.0)), *laid), Strike(angle=UP + 0.2, speed_mm_s=4500.0))
    places = [(name, at) for name, at in zip(played.names, played.places_mm[-1], strict=True) if not np.isnan(at[0])]
    for i, (name, at) in enumerate(places):
        r = KIT.radius_of(name)
        assert np.all(at > r - 0.6)
        assert np.all(at < 1000 - r + 0.6)
        for other, there in places[:i]:
            assert np.hypot(*(at - there)) > r + KIT.radius_of(other) - 0.6
