"""Who pushed whom in a pack, by the balance of its balls."""

import numpy as np
import pytest
from made_ways import rolls, seen, slides, still, then
from test_first_contact import ahead, met_at, paths_of, played

from tracker.incidents.flights import flights_of
from tracker.incidents.packs import with_packs
from tracker.incidents.pushes import Link, Pack, Pushed, pushes
from tracker.incidents.strokes import strokes
from tracker.store.kits import find_kit

KIT = find_kit()
D = KIT.touching_mm
ROWS = np.array([(0, 0), (-0.5, 1), (0.5, 1), (-1, 2), (0, 2), (1, 2)]) * (1, np.sqrt(0.75)) * D
"""Three rows of the triangle of reds."""
FLIGHT = flights_of(seen(then(still((0, 0), 0.5), rolls((0, 0), (300, 0), 1.0))))[0]


def pack(given: dict[tuple[int, int], float], seed: int, *, others_mm_s: float = 0.0) -> Pack:
    """A triangle of which pairs pushed each other so much; the ball before its apex came to it."""
    rng = np.random.default_rng(seed)
    at = np.vstack([[0.3 * D, -np.sqrt(1 - 0.3**2) * D], ROWS])
    gained = np.zeros_like(at)
    for (a, b), push in given.items():
        line = (at[b] - at[a]) / np.hypot(*(at[b] - at[a]))
        gained[a] -= push * line
        gained[b] += push * line
    gained[1:] += rng.normal(0, others_mm_s, (6, 2))
    at = at + rng.normal(0, 0.5, at.shape)
    balls = [Pushed(flight=FLIGHT, place=at[i], gained=gained[i], sd_mm_s=15.0, comes=i == 0) for i in range(7)]
    links = [
        Link(a=i, b=j, line=(at[j] - at[i]) / np.hypot(*(at[j] - at[i])), at=at[i], at_s=0.0)
        for i in range(7) for j in range(i + 1, 7) if np.hypot(*(at[j] - at[i])) < D + 4
    ]  # fmt: skip
    return Pack(balls=tuple(balls), links=tuple(links), at_s=0.0, sd_s=0.001)


CHAIN = {(0, 1): 900.0, (1, 2): 850.0, (2, 4): 800.0}
"""The apex and the ball behind it pass nearly all on, and hardly move."""


@pytest.mark.parametrize("seed", range(8))
def test_what_passes_through_balls_that_hardly_move_is_told(seed):
    told = {(one.link.a, one.link.b) for one in pushes(pack(CHAIN, seed))}
    assert told >= set(CHAIN)
    assert len(told) <= len(CHAIN) + 1


def test_of_two_ways_apart_both_are_told_with_what_they_gave():
    given = {(0, 1): 700.0, (1, 2): 300.0, (1, 3): 400.0, (3, 6): 390.0}
    told = {(one.link.a, one.link.b): one.given_mm_s for one in pushes(pack(given, 3))}
    assert told.keys() == given.keys()
    assert all(told[pair] == pytest.approx(push, rel=0.15, abs=30) for pair, push in given.items())


def test_motion_that_neighbours_cannot_have_given_is_not_explained():
    assert pushes(pack({}, 1, others_mm_s=600.0)) == ()


def test_a_ball_sent_off_through_one_that_stays_was_met_by_that_one():
    """The white meets a red that touches another one, in line: only the far one goes."""
    start = (300.0, 500.0)
    white = rolls(start, (1500, 0), 0.4)
    near, far = white.places[-1] + (D, 0), white.places[-1] + (2 * D, 0)
    pace = float(white.speed[0])
    paths = [
        seen(then(still(start, 0.5), white, rolls(white.places[-1], (0.03 * pace, 0), 1.5)), "white", 1, noise_mm=0.3),
        seen(still(near, 2.4), "red", 2, noise_mm=0.3),
        seen(then(still(far, 0.9), slides(far, (0.94 * pace, 0), lasts_s=1.0)), "pink", 3, noise_mm=0.3),
    ]
    told = with_packs([], [f for p in paths for f in flights_of(p)], paths, KIT)
    assert [(m.mover.ball, m.met.ball) for m in told] == [("white", "red"), ("red", "pink")]
    assert all(abs(m.at_us / 1e6 - 0.9) < 0.004 for m in told)


def behind(first: tuple[float, float], *degrees: float) -> list[tuple[float, float]]:
    """Places of balls each of which touches the one before it, that way on."""
    places = [first]
    for angle in np.radians(degrees):
        places.append(tuple(np.array(places[-1]) + (D + 0.05) * np.array([np.cos(angle), np.sin(angle)])))
    return places


TRIANGLE = [ahead(600 + row * (0.8665 * D + 0.02), 6 + aside * (D / 2 + 0.03)) for row, aside in
            ((0, 0), (1, -1), (1, 1), (2, -2), (2, 0), (2, 2))]  # fmt: skip
PACKS = {
    "a row that bends": behind(met_at(500, 12), 70, 80),
    "a row met thinly": behind(ahead(600, 20), 94.4, 94.4),
    "two side by side": [ahead(600, D / 2 + 0.02), ahead(600, -D / 2 - 0.02)],
    "three rows of a triangle": TRIANGLE,
}


@pytest.mark.parametrize("sentence", PACKS)
@pytest.mark.parametrize("rate", [25, 50])
def test_who_met_whom_in_a_pack_is_told_each_once_and_in_order(sentence, rate):
    balls = tuple(zip(("yellow", "green", "brown", "blue", "pink", "black"), PACKS[sentence], strict=False))
    truth = played(balls, 1500)
    first_s = truth.touches[0].at_s
    due = [tuple(truth.names[n] for n in met.balls) for met in truth.touches if met.at_s - first_s < 0.01]
    due = [pair for n, pair in enumerate(due) if {*pair} not in [{*other} for other in due[:n]]]
    ((stroke, _),) = strokes(paths_of(truth, rate, 0.4, 1), KIT)
    told = [touch for touch in stroke.touches if abs(touch.at_us / 1e6 - 0.5 - first_s) < 0.01]
    assert sorted(touch.balls for touch in told) == sorted(due)
    assert all(touch.sure > 0.9 for touch in told)
    met_us = {"white": 0} | {touch.balls[1]: touch.at_us for touch in reversed(told)}
    assert all(met_us[touch.balls[0]] <= touch.at_us for touch in told)


@pytest.mark.parametrize("seed", range(3))
def test_a_pack_met_within_a_picture_of_another_ball_is_told_too(seed):
    """The white turns aside at the yellow, and before the next picture it is at the green, which touches the brown."""
    turn, line = np.radians([-40, -70])
    turned = np.array([600.0, 0.0]) + 40 * np.array([np.cos(turn), np.sin(turn)])
    green, brown = (turned + far * np.array([np.cos(line), np.sin(line)]) for far in (D, 2 * D + 0.05))
    truth = played((("yellow", met_at(600, 40)), ("green", ahead(*green)), ("brown", ahead(*brown))), 2500)
    due = [tuple(truth.names[n] for n in met.balls) for met in truth.touches]
    assert due == [("white", "yellow"), ("white", "green"), ("green", "brown")]
    assert truth.touches[1].at_s - truth.touches[0].at_s < 0.04
    ((stroke, _),) = strokes(paths_of(truth, 25, 0.4, seed), KIT)
    assert [touch.balls for touch in stroke.touches] == due
