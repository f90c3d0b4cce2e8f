"""How well what balls would do fits what was seen of them: least squares over all that is not known (`explain.knocks`).

Beside whole chains of touches two simpler things are fitted, which explain without one: a ball that sets off by itself,
and a cue-ball that goes on its way.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, least_squares

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.incidents.explain.knocks import (
    ONE,
    SIZES,
    SLOWS_MM_S2,
    SPIN_MM_S2,
    Chain,
    Coming,
    Fit,
    Lying,
    Problem,
    SeenPlaces,
    as_guesses,
    off_ball,
    residuals,
    softened,
)
from tracker.physics.pairs import collision_of
from tracker.physics.surfaces import surfaces_of

Array = NDArray[np.float64]

SOON_S = 0.0005
"""Two balls are met all but at once."""
PLACED = 1.5
"""How much worse than their sightings two ways are known that are drawn on to where they meet."""
NUDGE = 1e-4
"""Differences for slopes are taken over such a share of a small step."""


def least(off: Callable[[Array], Array], count: int, most: int) -> OptimizeResult:
    """Return the least squares of `off`, which tells (k, m) residuals of (k, count) numbers, sought from zeros on.

    All differences of a Jacobian are told at once.
    """

    def slopes(z: Array) -> Array:
        here, *there = off(np.vstack([z, z + NUDGE * np.eye(count)]))
        return np.asarray((np.array(there) - here).T / NUDGE)

    return least_squares(lambda z: off(z[None])[0], np.zeros(count), jac=slopes, method="trf", max_nfev=most)


def fit(chain: Chain, cue: Coming, balls: tuple[Lying, ...], kit: Kit) -> Fit:
    """Return how well a chain agrees with what was seen of the cue-ball and of the balls in it."""
    first = balls[chain.first].ball
    one = collision_of(kit, cue.ball, first)
    mover = first if chain.by_first else cue.ball
    two = one if chain.second is None else collision_of(kit, mover, balls[chain.second].ball)
    p = Problem(chain=chain, cue=cue, balls=balls, one=one, two=two, on=surfaces_of(is_flat=kit.disc_mm > 0))
    return min((fit_from(begin, p) for begin in beginnings(p)), key=lambda one: one.cost)


def fit_from(begin: Array, p: Problem) -> Fit:
    """Return how well a chain agrees with what was seen, sought from some numbers on."""
    sizes = SIZES[: len(begin)]
    found = least(lambda z: residuals(begin + z * sizes, p), len(begin), 40)
    best = as_guesses((begin + found.x * sizes)[None])
    return Fit(
        chain=p.chain, cost=float(found.cost), at_s=float(best.at_s[0]), at=Point(*best.x[0].tolist()),
        apart_s=float(best.apart_s[0]), apart_sd_s=spread(found.jac, ONE) * SIZES[ONE] if p.second else 0.0,
        pace_mm_s=float(np.hypot(*best.v[0])),
    )  # fmt: skip


def beginnings(p: Problem) -> Iterator[Array]:
    """Give where to seek from: the second ball met when it seemed to set off, or by the cue-ball all but at once."""
    guess = guessed(p)
    yield guess
    if p.second is not None and not p.chain.by_first and guess[ONE] > SOON_S:
        soon = guess.copy()
        soon[ONE] = SOON_S
        yield soon


def spread(jacobian: Array, which: int) -> float:
    """Return the spread (1 sigma) of one of the fitted numbers."""
    normal = jacobian.T @ jacobian + 1e-9 * np.eye(jacobian.shape[1])
    return float(np.sqrt(max(np.linalg.inv(normal)[which, which], 0.0)))


def guessed(p: Problem) -> Array:
    """Return where to begin: balls left along the lines of centres, and the cue-ball came as it was seen to come.

    (13,) numbers in the order of `Guesses`, (19,) with a second touch.
    """
    first, second = p.first, p.second
    line = leaving(first, np.array(p.cue.lie) if p.cue.lie is not None else p.cue.seen.places_mm[0])
    x = np.array(first.place) - p.one.apart_mm * np.array([np.cos(line), np.sin(line)])
    came = came_with(p.cue, x, first.onset_s)
    one = [first.onset_s, *x, *came, line, SLOWS_MM_S2, 0.0, 0.0, p.one.given, 0.0, 0.0, 0.0]
    if second is None:
        return np.array(one)
    apart_s = max(second.onset_s - first.onset_s, SOON_S)
    line_2 = leaving(second, np.array(first.place) if p.chain.by_first else x)
    return np.array([*one, apart_s, line_2, p.two.given, 0.0, 0.0, 0.0])


def leaving(ball: Lying, comes_from: Array) -> float:
    """Return the direction in which a ball left; where that was not seen, straight away from what came."""
    away = ball.seen.places_mm[ball.seen.at_s > ball.onset_s] - np.array(ball.place)
    far = np.hypot(*away.T) > 3 * ball.seen.sd_mm
    way = away[far].sum(axis=0) if far.any() else np.array(ball.place) - comes_from
    return float(np.arctan2(way[1], way[0]))


def came_with(cue: Coming, x: Array, at_s: float) -> Array:
    """Return the speed with which the cue-ball came to `x`."""
    before = cue.seen.at_s < at_s - 0.004
    if before.any():
        since_s = at_s - cue.seen.at_s[before][0]
        return np.asarray((x - cue.seen.places_mm[before][0]) / since_s)
    way = x - np.array(cue.lie) if cue.lie is not None else np.array([1.0, 0.0])
    return np.asarray(1500.0 * way / max(float(np.hypot(*way)), 1e-6))


def free_cost(ball: Lying, kit: Kit) -> float:
    """Return how badly a ball fits that set off by itself, then and in the direction that suit best."""
    begin = np.array([ball.onset_s, *left_with(ball), 0.0, 0.0])
    sizes, on = np.array([0.002, 50.0, 50.0, 1.0, 1.0]), surfaces_of(is_flat=kit.disc_mm > 0)

    def off(z: Array) -> Array:
        at_s, u, shift = np.split(begin + z * sizes, (1, 3), axis=1)
        return np.hstack([off_ball(ball, u, (at_s[:, 0], shift), on), shift])

    return float(least(off, 5, 30).cost)


def left_with(ball: Lying) -> Array:
    """Return the mean speed (2,) of a ball over what was seen of it after it left."""
    after = ball.seen.at_s > ball.onset_s + 0.002
    if not after.any():
        return np.zeros(2)
    took_s = ball.seen.at_s[after][-1] - ball.onset_s
    return np.asarray((ball.seen.places_mm[after][-1] - np.array(ball.place)) / took_s)


def smooth_cost(seen: SeenPlaces, about_s: float) -> float:
    """Return how badly sightings fit a ball on a way of its own without a corner, pushed or slowed as spin may do."""
    if len(seen) < 3:
        return 0.0
    t = (seen.at_s - about_s)[:, None]
    begin = np.polynomial.polynomial.polyfit(t[:, 0], seen.places_mm, 1).ravel()

    def off(z: Array) -> Array:
        x, v, a = (part[:, None] for part in (begin[:2] + z[:, :2], begin[2:] + 50 * z[:, 2:4], SPIN_MM_S2 * z[:, 4:]))
        return np.hstack([softened(seen, x + v * t + a * t**2 / 2, np.zeros((len(z), len(t)))), z[:, 4:]])

    return float(least(off, 6, 30).cost)


def missed_by(cue: Coming, ball: Lying, kit: Kit) -> float:
    """Return the least cost at which the cue-ball, going on as it came, meets a ball about when that began to move."""
    came = cue.seen.within(-np.inf, ball.onset_s)
    if len(came) < 2:
        return 0.0
    t = ball.onset_s + np.linspace(-2.5, 2.5, 41) * ball.onset_sd_s
    last = came.within(float(came.at_s[-min(4, len(came))]), np.inf)
    line = np.polynomial.polynomial.polyfit(last.at_s - ball.onset_s, last.places_mm, 1)
    gap = np.hypot(*(line[0][:, None] + line[1][:, None] * (t - ball.onset_s) - np.array(ball.place)[:, None]))
    late = (t - ball.onset_s) / ball.onset_sd_s
    sd_mm = PLACED * float(np.sqrt(np.trace(ball.errs_mm2 + cue.errs_mm2) / 2))
    return float(np.min((late**2 + ((gap - kit.apart_mm(cue.ball, ball.ball)) / sd_mm) ** 2) / 2))
