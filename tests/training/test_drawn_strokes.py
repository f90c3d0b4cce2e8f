"""Simulated strokes keep to sense: nothing overlaps, no energy comes from nowhere, what falls has fallen."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.clips.truth import facts_of
from models.training.painter.layouts import opening
from models.training.strokes import Played, Strike, play
from tracker.store.kits import find_kit

KIT = find_kit()
PACK = tuple((name, (float(at[0]), float(at[1]))) for name, at in opening(KIT))


@pytest.fixture(scope="module")
def break_off() -> Played:
    return play(KIT, PACK, Strike(angle=1.75, speed_mm_s=4500))


def test_balls_never_overlap(break_off: Played) -> None:
    for places in break_off.places_mm[::5]:
        away = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e6 * np.eye(len(places))
        assert np.nanmin(away) > KIT.touching_mm - 0.3


def test_energy_never_grows(break_off: Played) -> None:
    assert np.all(np.diff(break_off.energy) <= 1e-6 * break_off.energy[0])
    assert break_off.energy[-1] == 0


def test_balls_stay_on_the_bed(break_off: Played) -> None:
    far = np.array([KIT.width_mm, KIT.length_mm])
    assert np.nanmin(break_off.places_mm) > -30
    assert np.nanmax(break_off.places_mm - far) < 30


def test_the_same_strike_gives_the_same_stroke(break_off: Played) -> None:
    again = play(KIT, PACK, Strike(angle=1.75, speed_mm_s=4500))
    assert np.array_equal(again.places_mm, break_off.places_mm, equal_nan=True)


def test_a_ball_sent_at_a_pocket_is_potted_there_and_gone() -> None:
    played = play(KIT, (("white", (1400.0, 3200.0)),), Strike(angle=np.arctan2(391.6, 400.6), speed_mm_s=1500))
    (fell,) = played.pots
    assert fell.pocket == "top-right"
    assert np.isnan(played.at(fell.at_s + 0.1)).all()


def test_full_contact_hands_the_speed_over() -> None:
    played = play(KIT, (("white", (889.0, 1000.0)), ("red", (889.0, 1300.0))), Strike(angle=np.pi / 2, speed_mm_s=1500))
    (met,) = [met for met in played.touches if met.at_s < 0.5]
    assert met.at_mm[1] == pytest.approx(1300 - KIT.touching_mm, abs=0.01)
    after = played.at(met.at_s + 0.02) - played.at(met.at_s + 0.01)
    assert after[1, 1] > 10 * after[0, 1]


def test_a_cushion_sends_a_ball_back_slower() -> None:
    played = play(KIT, (("white", (889.0, 3000.0)),), Strike(angle=np.pi / 2, speed_mm_s=2000, follow=1.0))
    first = played.bounces[0]
    assert (first.ball, first.cushion, first.is_jaw) == (0, "top", False)
    assert played.at(first.at_s)[0, 1] == pytest.approx(KIT.length_mm - KIT.ball_radius_mm, abs=0.5)


def test_overlapping_balls_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        play(KIT, (("white", (500.0, 500.0)), ("red", (530.0, 500.0))), Strike(angle=0, speed_mm_s=1000))


def test_a_ball_that_is_struck_upward_flies_a_parabola() -> None:
    played = play(KIT, (("white", (889.0, 500.0)),), Strike(angle=np.pi / 2, speed_mm_s=1500, lift_mm_s=981))
    assert played.heights_mm.max() == pytest.approx(981**2 / (2 * 9810), rel=0.02)
    assert played.heights_at(0.1)[0] == pytest.approx(played.heights_mm.max(), rel=0.02)
    assert played.at(0.1)[0, 1] == pytest.approx(500 + 150, abs=1)
    assert played.heights_mm[-1, 0] == 0


def test_the_white_jumps_over_a_ball_without_touching_it() -> None:
    balls = (("white", (889.0, 1000.0)), ("blue", (889.0, 1240.0)))
    over = play(KIT, balls, Strike(angle=np.pi / 2, speed_mm_s=2100, lift_mm_s=1150))
    under = play(KIT, balls, Strike(angle=np.pi / 2, speed_mm_s=2100, lift_mm_s=300))
    assert [met for met in over.touches if met.at_s < 0.5] == []
    assert over.at(0.5)[0, 1] > 1240 + KIT.touching_mm
    assert [met.balls for met in under.touches if met.at_s < 0.5] == [(0, 1)]


@pytest.mark.parametrize(("lift", "leaves"), [(0, False), (300, False), (1100, True)])
def test_a_ball_leaves_the_table_only_when_it_clears_the_cushion(lift: float, leaves: bool) -> None:
    start = (("white", (889.0, KIT.length_mm - 330)),)
    played = play(KIT, start, Strike(angle=np.pi / 2, speed_mm_s=2600, lift_mm_s=lift))
    assert [gone.cushion for gone in played.left] == (["top"] if leaves else [])
    assert bool(np.isnan(played.places_mm[-1]).all()) == leaves
    assert bool(played.bounces) != leaves


def test_a_ball_that_is_driven_into_the_bed_is_thrown_up_by_it() -> None:
    balls = (("white", (889.0, 1000.0)), ("red", (889.0, 1270.0)))
    played = play(KIT, balls, Strike(angle=np.pi / 2, speed_mm_s=3000, lift_mm_s=800))
    assert played.touches
    assert played.heights_mm[:, 1].max() > 10


def test_a_ball_that_comes_back_off_a_cushion_to_the_cue_ball_at_once_was_met_first_once() -> None:
    balls = (("white", (889.0, 600.0)), ("red", (889.0, 1000.0)))
    played = play(KIT, balls, Strike(angle=np.pi / 2, speed_mm_s=1500.0))
    met = next(touch for touch in played.touches if 0 in touch.balls)
    again = replace(played, touches=(met, replace(met, at_s=met.at_s + 1e-4), *played.touches[1:]))
    stroke, _ = facts_of(again, 0.0, 1, KIT)
    assert stroke.first_hit == ("red",)
    assert [touch.balls for touch in stroke.touches[:2]] == [("white", "red")] * 2
