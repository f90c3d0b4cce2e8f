"""What mouths tell is counted of balls that truly hang or fell, and the curve of those that hang is found again."""

import numpy as np
import pytest
from scipy.special import expit

from bench.fit_mouths import Change, counts, events, fitted
from bench.hanging import scale_of, sent
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.timeline import timeline_of
from tracker.store.kits import find_kit


def test_mouths_that_change_where_balls_hang_speak_for_such_and_those_that_do_not_against_them() -> None:
    found = [
        *(Change(hangs=True, balls=balls) for balls in (0.8, 1.5, 2.0, 3.0, 0.0)),
        *(Change(hangs=False, balls=balls) for balls in (*[0.0] * 40, 1.0, 7.0, 9.0)),
    ]
    assert counts(found, hangs=True) == (1, 4, 0)
    assert counts(found, hangs=False) == (40, 1, 2)
    by = fitted(found)
    assert by.same < 0 < by.more < by.ball


@pytest.mark.parametrize("seed", [1200, 1208])
def test_a_ball_that_hangs_is_on_the_table_after_the_stroke_and_one_that_fell_is_not(seed: int) -> None:
    game = game_of("snooker-2024", four=False)
    frame = play_frame(game, game.kit, seed, reds=2, most=12)
    timeline = timeline_of(frame)
    falls = np.array([pocket.fall for pocket in frame.kit.pockets])
    found = list(events(frame, timeline))
    assert any(not event.hangs for event in found)
    for event in found:
        at_s = event.after_us[-1] / 1e6
        places = [timeline.place(ball, at_s) for ball in range(len(frame.names))]
        away = [np.hypot(*(np.array(at[:2]) - falls[event.pocket])) for at in places if at is not None]
        assert (min(away) < 3 * frame.kit.ball_radius_mm) == event.hangs


def test_the_curve_by_which_balls_hang_is_found_again() -> None:
    chance = np.random.default_rng(5)
    spare_mm = chance.uniform(-200, 1200, 4000)
    hangs = chance.random(4000) < expit(-spare_mm / 150.0)
    assert scale_of(list(zip(spare_mm.tolist(), hangs.tolist(), strict=True))) == pytest.approx(150.0, rel=0.1)


def test_balls_with_no_way_to_spare_hang_and_fast_ones_fall() -> None:
    balls = [one for seed in range(120) if (one := sent(seed, find_kit())) is not None]
    assert all(hangs for spare_mm, hangs in balls if spare_mm < 0)
    fast = [hangs for spare_mm, hangs in balls if spare_mm > 1000]
    assert len(fast) > 5
    assert sum(fast) <= 1
