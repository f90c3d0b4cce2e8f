"""Strokes told while a match goes on are those told of its recording, however long the match."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from makers import STEP_S, Eye, look, play

from tracker.app.live import lately
from tracker.geometry.sightings import Stray, blind
from tracker.incidents.strokes import strokes
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.mend import mend

KIT = find_kit("snooker-12ft")
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip


LASTS_S, STRUCK_S, RATE = 8.0, 0.5, 25
CLEAR = Eye(rate=RATE, noise_mm=1.0)


@lru_cache
def played(count):
    """Return strokes one after the other, each played from where the one before left the balls."""
    balls, truths = TABLE, []
    for n in range(count):
        truths.append(play(balls, 600, (77, 250, 140, 310)[n % 4], STRUCK_S, lasts_s=LASTS_S, kit=KIT))
        end = truths[-1].places_mm[-1]
        balls = tuple(
            (b, *map(float, at)) for b, at in zip(truths[-1].balls, end, strict=True) if not np.isnan(at).any()
        )
    return truths


def strokes_on(count, gap_s=None, eye=CLEAR):
    """Return what a camera sees of strokes, struck `gap_s` after the one before came to rest, else seconds later."""
    seen, truths = [], played(count)
    for n, truth in enumerate(truths):
        pictures = look(truth, replace(eye, seed=n + 1))
        if gap_s is not None:
            first = round(RATE * max(STRUCK_S - gap_s, 0)) if n else 0
            until = round(RATE * (rested_s(truth) + max(gap_s - STRUCK_S, 0))) if n + 1 < count else None
            pictures = pictures[first:until]
        number, shift_us = len(seen), (seen[-1].at_us + 1_000_000 // RATE if seen else 0) - pictures[0].at_us
        seen += [replace(s, picture=number + i, at_us=s.at_us + shift_us) for i, s in enumerate(pictures)]
    return seen


def rested_s(truth):
    """Return when the last ball came to rest, or fell."""
    steps = np.abs(np.diff(np.nan_to_num(truth.places_mm), axis=0)).max(axis=(1, 2))
    return float(np.flatnonzero(steps > 0)[-1] + 1) * STEP_S


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
        late_us += [sightings.at_us - one.stroke.ended_us for one in now]
        most = max(most, len(state.pictures) + len(state.strays) + len(state.following.retired))
    return [*told, *lately.last(state)], late_us, most


@pytest.fixture(scope="module")
def session():
    seen = strokes_on(3)
    return seen, told_live(seen)


def test_the_strokes_are_those_of_the_recording(session):
    seen, (told, _, _) = session
    assert facts((one.stroke, one.standing) for one in told) == facts(of_recording(seen))
    assert [one.stroke.number for one in told] == [1, 2, 3]


def test_a_stroke_is_told_soon_after_all_balls_rest(session):
    _, (_, late_us, _) = session
    assert max(late_us) < 2 * lately.REST_US


@pytest.mark.parametrize(("gap_s", "noise_mm"), [(0.4, 1.0), (0.8, 0.5), (1.1, 2.0), (2.5, 2.0)])
def test_a_stroke_played_soon_after_the_last_is_told_by_itself(gap_s, noise_mm):
    told, late_us, _ = told_live(strokes_on(3, gap_s, Eye(rate=RATE, noise_mm=noise_mm)))
    assert [one.stroke.number for one in told] == [1, 2, 3]
    assert [one.stroke.first_hit for one in told] == [((t.first_hit,) if t.first_hit else ()) for t in played(3)]
    assert [len(one.stroke.potted) for one in told] == [len(t.of("pot")) for t in played(3)]
    assert max(late_us) < 2 * lately.REST_US


@pytest.mark.parametrize("from_x_mm", [300, 880])
def test_somebody_leaning_over_the_table_between_two_strokes_makes_no_third(from_x_mm):
    rest_s = min(map(rested_s, played(2)))
    eye = Eye(rate=RATE, hides=lambda t, x, y: (t > rest_s or t < STRUCK_S + 0.2) and x > from_x_mm)
    seen = strokes_on(2, 0.7, eye)
    told, _, _ = told_live(seen)
    assert [one.stroke.first_hit for one in told] == [stroke.first_hit for stroke, _ in of_recording(seen)]


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
    for sightings in seen[: round(LASTS_S * RATE)]:
        state, told = lately.seen(state, sightings)
        if told:
            break
    assert [one.stroke.number for one in told] == [8]


def of_recording(seen):
    state, pictures = start(KIT), []
    for sightings in seen:
        state = follow(state, sightings)
        pictures.append(state.points)
    return strokes(mend(pictures, state), KIT)
