"""What balls do when the cue-ball runs into them, foretold from how it came, and how well that fits what was seen.

Two balls of one mass: the met ball leaves along the line of centres with (1 + e) / 2 of the speed that came along it,
a little aside by the throw of the balls' friction, and the mover loses what the met one gains. A met ball slides
(0.2 g) until 5/7 of its speed is left, then rolls; the mover's own spin pushes it on or back for a while. All that is
not known (where and how fast the cue-ball came, the lines of centres, spin, restitution, throw) is fitted at once to
the sightings around the moment, and pays for what it needs: half the sum of squares is a cost in nats. So is how much
farther aside a ball is seen once it moves: what is wrong with its sightings repeats while it lies still, then changes.
Source: Alciatore, The Illustrated Principles of Pool and Billiards (2004); Coriolis (1835).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.plane import Point
from tracker.physics.collide import GIVEN, GIVEN_SD, knocked
from tracker.physics.motion import set_off
from tracker.physics.pairs import Collision
from tracker.physics.surfaces import Surfaces

Array = NDArray[np.float64]

THROW_SD = 0.04
SPIN_MM_S2 = 1200.0
"""How hard spin may push the mover on after a touch (1 sigma, along each axis)."""
SLOWS_MM_S2, SLOWS_SD = 600.0, 800.0
"""How the cue-ball slows on its way: between sliding and rolling."""
TRUST = 0.012
"""Share of its way after a touch by which a ball may be off what this simple physics foretells."""
HUGE = 6.0
"""Residuals beyond so many sigmas hardly count: something else happened there."""
SIZES = np.array([0.002, 1, 1, 50, 50, 0.02, SLOWS_SD, SPIN_MM_S2, SPIN_MM_S2, GIVEN_SD, THROW_SD, 1, 1,
                  0.002, 0.02, GIVEN_SD, THROW_SD, 1, 1])  # fmt: skip
"""What is a small step of each, in the order of `Guesses`."""
ONE = 13
"""So many numbers stand for one touch."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenPlaces:
    """n sightings of one ball: times (n,) in seconds, places (n, 2) in mm, and their covariances (n, 2, 2) in mm²."""

    at_s: Array
    places_mm: Array
    spread_mm2: Array

    @property
    def sd_mm(self) -> float:
        """Return how far one of them errs along an axis (1 sigma)."""
        return float(np.sqrt(np.median(np.trace(self.spread_mm2, axis1=1, axis2=2)) / 2)) if len(self) else 0.0

    def within(self, from_s: float, until_s: float) -> "SeenPlaces":
        """Return the sightings from a moment until before another one."""
        own = (self.at_s >= from_s) & (self.at_s < until_s)
        return SeenPlaces(at_s=self.at_s[own], places_mm=self.places_mm[own], spread_mm2=self.spread_mm2[own])

    def __len__(self) -> int:
        return len(self.at_s)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lying:
    """A ball at rest that began to move: where it lay, when it left, and what was seen of it about then."""

    ball: str
    track: int
    place: Point
    onset_s: float
    onset_sd_s: float
    seen: SeenPlaces
    errs_mm2: Array
    """(2, 2) covariance of what is wrong with all its sightings alike."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Coming:
    """The cue-ball about the moment of a first contact."""

    ball: str
    seen: SeenPlaces
    errs_mm2: Array
    """(2, 2) covariance of what is wrong with all its sightings alike."""
    lie: Point | None
    """Where it was struck, if nothing can have turned it since; its way then leads away from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Who met whom: the cue-ball met `first`; where there is a `second`, the cue-ball or the first ball met that."""

    first: int
    second: int | None = None
    by_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How well a chain agrees with what was seen."""

    chain: Chain
    cost: float
    """Half the sum of squared residuals, in sigmas."""
    at_s: float
    """When the cue-ball met the first ball."""
    at: Point
    """Where the cue-ball's centre was then."""
    apart_s: float = 0.0
    """How much later the second ball was met."""
    apart_sd_s: float = 0.0
    pace_mm_s: float = 0.0
    """How fast the cue-ball came."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guesses:
    """All that is fitted, by name, k times: times in s, places in mm, speeds in mm/s, angles in radians."""

    at_s: Array
    """(k,) as are all but those that say otherwise."""
    x: Array
    """(k, 2) the cue-ball's centre as it met the first ball."""
    v: Array
    """(k, 2) its speed just before."""
    line: Array
    """Direction of the first line of centres."""
    slows: Array
    spin: Array
    """(k, 2)."""
    given: Array
    throw: Array
    shift: Array
    """(k, 2) by how many sigmas the first ball is seen elsewhere since it moves than while it lay still."""
    apart_s: Array
    line_2: Array
    given_2: Array
    throw_2: Array
    shift_2: Array
    """(k, 2)."""


def as_guesses(numbers: Array) -> Guesses:
    """Return the guesses that (k, 13) numbers stand for, or with a second touch (k, 19)."""
    n = numbers
    rest = n[:, ONE:] if n.shape[1] > ONE else np.tile([0.0, 0.0, GIVEN, 0.0, 0.0, 0.0], (len(n), 1))
    return Guesses(
        at_s=n[:, 0], x=n[:, 1:3], v=n[:, 3:5], line=n[:, 5], slows=n[:, 6], spin=n[:, 7:9], given=n[:, 9],
        throw=n[:, 10], shift=n[:, 11:13], apart_s=rest[:, 0], line_2=rest[:, 1], given_2=rest[:, 2],
        throw_2=rest[:, 3], shift_2=rest[:, 4:6],
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Problem:
    """A chain, and the sightings that it must explain."""

    chain: Chain
    cue: Coming
    balls: tuple[Lying, ...]
    one: Collision
    two: Collision
    """Of the second touch; as `one` where there is none."""
    on: Surfaces

    @property
    def first(self) -> Lying:
        """Return the ball met first."""
        return self.balls[self.chain.first]

    @property
    def second(self) -> Lying | None:
        """Return the ball met next, by the cue-ball or by the first one."""
        return None if self.chain.second is None else self.balls[self.chain.second]


def residuals(numbers: Array, p: Problem) -> Array:
    """Return by how many sigmas (k, m) guesses are off: sightings, places of the touches, what physics holds likely."""
    g = as_guesses(numbers)
    u = knocked(g.v, g.line, g.given, g.throw)
    parts = [habits(g, p), off_line(g, p), off_touch(g.x, g.line, p.first, p.one, p)]
    if p.second is None:
        parts += [off_cue(g, g.v - p.one.lost * u, None, p), off_ball(p.first, u, (g.at_s, g.shift), p.on)]
    else:
        parts += list(with_second(g, u, p, p.second))
    return np.concatenate(parts, axis=1)


def habits(g: Guesses, p: Problem) -> Array:
    """Return (k, 11) what restitution, throw, spin and slowing are off their usual."""
    usual = p.one.given, p.two.given if p.second else GIVEN
    shares = [(given - due) / GIVEN_SD for given, due in zip((g.given, g.given_2), usual, strict=True)]
    throws = [throw / THROW_SD for throw in (g.throw, g.throw_2)]
    slows = (g.slows - SLOWS_MM_S2) / SLOWS_SD
    return np.column_stack([*shares, *throws, slows, g.spin / SPIN_MM_S2, g.shift, g.shift_2])


def off_line(g: Guesses, p: Problem) -> Array:
    """Return (k, 1) how far the way of the cue-ball leads past the place where it was struck; (k, 0): unknown."""
    if p.cue.lie is None:
        return np.zeros((len(g.x), 0))
    aside = np.column_stack([-g.v[:, 1], g.v[:, 0]]) / np.maximum(np.hypot(*g.v.T), 1.0)[:, None]
    sd_mm = np.sqrt(np.maximum(np.vecdot(aside @ p.cue.errs_mm2, aside), 1e-6))
    return np.asarray((np.vecdot(g.x - np.array(p.cue.lie), aside) / sd_mm)[:, None])


def off_touch(x: Array, line: Array, met: Lying, touch: Collision, p: Problem) -> Array:
    """Return (k, 2) how far a ball lay from where the mover's centre and the line of centres put it."""
    due = x + touch.apart_mm * np.column_stack([np.cos(line), np.sin(line)])
    return in_sigmas(due - np.array(met.place), (met.errs_mm2 + p.cue.errs_mm2)[None])


def with_second(g: Guesses, u: Array, p: Problem, second: Lying) -> Iterator[Array]:
    """Give what is off in a chain of two touches."""
    t, at_2, left = g.apart_s[:, None], g.at_s + g.apart_s, g.v - p.one.lost * u
    if p.chain.by_first:
        x, v = np.array(p.first.place) + set_off(u, t, p.on)[:, 0], u
    else:
        x, v = g.x + left * t + g.spin * t**2 / 2, left + g.spin * t
    w = knocked(v, g.line_2, g.given_2, g.throw_2)
    after = v - p.two.lost * w
    yield off_touch(x, g.line_2, second, p.two, p)
    yield off_ball(second, w, (at_2, g.shift_2), p.on)
    yield off_cue(g, left, None if p.chain.by_first else (x, after), p)
    yield off_ball(p.first, u, (g.at_s, g.shift), p.on, (at_2, x, after) if p.chain.by_first else None)


def off_cue(g: Guesses, after: Array, turned: tuple[Array, Array] | None, p: Problem) -> Array:
    """Return how far the cue-ball is off: as it came, with speed `after` from the touch, `turned` by the second one."""
    t = p.cue.seen.at_s - g.at_s[:, None]
    pace = np.maximum(np.hypot(*g.v.T), 1e-6)
    s, late = t[..., None], (t - g.apart_s[:, None])[..., None]
    x, v, spin = g.x[:, None], g.v[:, None], g.spin[:, None]
    came = x + v * s - v * (g.slows / pace)[:, None, None] * s**2 / 2
    went = x + after[:, None] * s + spin * s**2 / 2
    if turned is not None:
        went = np.where(late > 0, turned[0][:, None] + turned[1][:, None] * late + spin * late**2 / 2, went)
    due = np.where(s > 0, went, came)
    return softened(p.cue.seen, due, np.where(t > 0, long(due - x), 0.0))


def off_ball(
    ball: Lying,
    u: Array,
    how: tuple[Array, Array],
    on: Surfaces,
    turned: tuple[Array, Array, Array] | None = None,
) -> Array:
    """Return how far a met ball is off, given speed `u` then; `turned`: when, where and to which speed it was.

    What is wrong with its sightings alike is another thing while it lies still than while it moves: `how` holds when it
    was met, and by how many sigmas that shifts it.
    """
    at_s, shift = how
    due = np.array(ball.place) + set_off(u, ball.seen.at_s - at_s[:, None], on)
    if turned is not None:
        late = ball.seen.at_s - turned[0][:, None]
        due = np.where(late[..., None] > 0, turned[1][:, None] + set_off(turned[2], late, on), due)
    seems = (shift @ np.linalg.cholesky(ball.errs_mm2).T)[:, None]
    seems = np.where((ball.seen.at_s > at_s[:, None])[..., None], seems, 0.0)
    return softened(ball.seen, due + seems, long(due - np.array(ball.place)))


def long(ways: Array) -> Array:
    """Return how long (...,) the ways (..., 2) are."""
    return np.asarray(np.hypot(ways[..., 0], ways[..., 1]))


def softened(seen: SeenPlaces, due: Array, gone_mm: Array) -> Array:
    """Return the (k, 2 n) residuals of n sightings, large ones counted less, of balls that have gone so far (k, n)."""
    blurred = (TRUST * gone_mm)[..., None, None] ** 2 * np.eye(2)
    off = in_sigmas(seen.places_mm - due, seen.spread_mm2 + blurred)
    return np.asarray(HUGE * np.arcsinh(off / HUGE)).reshape(len(due), -1)


def in_sigmas(off_mm: Array, spread_mm2: Array) -> Array:
    """Return (..., 2) numbers of variance 1 for as many differences with covariances (..., 2, 2) (Cholesky)."""
    x, y = off_mm[..., 0], off_mm[..., 1]
    along_x, both, along_y = spread_mm2[..., 0, 0], spread_mm2[..., 0, 1], spread_mm2[..., 1, 1]
    slope = both / along_x
    return np.stack([x / np.sqrt(along_x), (y - slope * x) / np.sqrt(along_y - slope * both)], axis=-1)
