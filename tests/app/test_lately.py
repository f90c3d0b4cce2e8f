"""Strokes told while a match goes on are those told of its recording, however long the match."""

from dataclasses import replace

import numpy as np
import pytest
from makers import Eye, look, play

from tracker.app.live import lately
from tracker.geometry.sightings import Stray, blind
from tracker.incidents.strokes import strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend

KIT = find_kit("snooker-12ft")
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip


LASTS_S = 8.0


def strokes_on(count):
    """Return what a camera sees of one stroke after the other, each played from where the one before left the balls."""
    balls, seen, after_us = TABLE, [], 0
    for n in range(count):
        truth = play(balls, 600, (77, 250, 140, 310)[n % 4], lasts_s=LASTS_S, kit=KIT)
        pictures = look(truth, Eye(rate=25, noise_mm=1.0))
        seen += [replace(s, picture=len(seen) + i, at_us=s.at_us + after_us) for i, s in enumerate(pictures)]
        after_us = seen[-1].at_us + 40_000
        end = truth.places_mm[-1]
        balls = tuple((b, *map(float, at)) for b, at in zip(truth.balls, end, strict=True) if not np.isnan(at).any())
    return seen


def facts(told):
    return [
        (stroke.number, stroke.first_hit, [(p.ball, p.pocket) for p in stroke.potted], len(stroke.cushions),
         sorted(place.ball for place in standing.places))
        for stroke, standing in told
    ]  # fmt: skip


def told_live(seen):
    """Return the strokes told, how late each was, and the most that was kept."""
    state, told, late_us, most = lately.begin(KIT, None), [], [], 0
    for sightings in seen:
        state, now = lately.seen(state, sightings)
        told += now
        late_us += [sightings.at_us - stroke.ended_us for stroke, _ in now]
        most = max(most, len(state.pictures) + len(state.strays) + len(state.following.retired))
    return [*told, *lately.last(state)], late_us, most


@pytest.fixture(scope="module")
def session():
    seen = strokes_on(3)
    return seen, told_live(seen)


def test_the_strokes_are_those_of_the_recording(session):
    seen, (told, _, _) = session
    assert facts(told) == facts(of_recording(seen))
    assert [stroke.number for stroke, _ in told] == [1, 2, 3]


def test_a_stroke_is_told_soon_after_all_balls_rest(session):
    _, (_, late_us, _) = session
    assert max(late_us) < 2 * lately.REST_US


def test_what_is_kept_does_not_grow(session):
    seen, (_, _, most) = session
    assert most < 0.6 * len(seen)


def test_a_ball_hidden_since_before_anything_kept_still_lies_there():
    still = look(play(TABLE, 0.0, 0, lasts_s=12.0, kit=KIT), Eye(rate=25, hides=lambda t, x, y: t > 4 and y > 3000))
    state = lately.begin(KIT, None)
    for sightings in still:
        state, told = lately.seen(state, sightings)
        assert not told
    paths = mend(state.pictures, state.following)
    assert len(state.pictures) < 2 * lately.KEPT_US / 40_000 + 2
    assert sorted(path.ball for path in paths) == sorted(ball for ball, _, _ in TABLE)


def test_an_empty_table_with_a_hand_beyond_its_cushions_keeps_nothing_old():
    state = lately.begin(KIT, None)
    for n in range(1000):
        hand = Stray(at_us=n * 40_000, place_mm=np.array([-200.0, 500.0]), colour_odds=np.full(8, 0.125), sure=0.5)
        nothing = replace(blind(n, n * 40_000), table_seen=True, strays=(hand,))
        state, told = lately.seen(state, nothing)
        assert (told, state.pictures) == ((), ())
        assert len(state.strays) * 40_000 < 2 * lately.KEPT_US + 100_000


def test_eyes_that_go_on_count_strokes_on(session):
    seen, _ = session
    state = lately.begin(KIT, None, told=7)
    for sightings in seen[: round(LASTS_S * 25)]:
        state, told = lately.seen(state, sightings)
        if told:
            break
    assert [stroke.number for stroke, _ in told] == [8]


def of_recording(seen):
    state, pictures = start(KIT), []
    for sightings in seen:
        state = follow(state, sightings)
        pictures.append(state.points)
    return strokes(mend(pictures, state), KIT)
