"""Which balls the cue-ball jumped over: its way led across one that stayed where it lay, and it was in the air there.

A ball in the air at height h is seen where its line of sight meets the plane of the ball centres: with the camera above
e it seems to lie at q = e + (P - e) / (1 - h / H), where P is the place below it and H the camera's height above that
plane. Free flight from the bed is P = x + v t, h = w t - g t^2 / 2, so x + v t + (q - e) (w t - g t^2 / 2) / H = q is
linear in all unknowns, g too. What falls as a free ball does (9.81 m/s^2) is in the air; what rolls does not fall, and
what was knocked fits neither. Source: similar triangles, and Galileo.

A flat disc flies too low over another for its arc to be seen, and needs not: a way that leads deep through a disc which
lies as it lay was above it, where a ball's may have gone astray by a touch too light to be seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Doubt
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.noise import GROSS_SIGMAS
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import rests_of, tolerance_of
from tracker.physics.constants import GRAVITY_MM_S2
from tracker.physics.flight import risen_mm

Array = NDArray[np.float64]

LEAST_SAMPLES, MOST_SAMPLES = 5, 14
LONGEST_S = 0.4
FALLS = (0.6, 1.4)
"""What a free ball may seem to fall at, as shares of g."""
LEAST_HEIGHT_MM = 12.0
MOST_CLIMB_MM_S = 3000.0
LEAST_MM_S = 400.0
"""A slower ball is not in the air."""
LAGS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How many pictures before the first sighting in the air the ball may have left the bed."""
CLEAR_HEIGHT = 0.6
"""Share of the height that clears a ball which must be measured: the rest is left for errors."""
LOW = 0.3
"""A ball that seems lower than this share of that height rolled past."""
DEEP_MM = 15.0
"""A way without a measured arc that leads so much deeper into a ball than the balls' noise leaves a doubt."""
GAP_TIMES = 2.6
"""Sightings farther apart than so many pictures do not tell the way between them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Arc:
    """A ball in free flight over a few pictures, from the bed upward."""

    from_s: float
    until_s: float
    start: Array
    """(2,) below the ball at `from_s`, mm."""
    speed: Array
    """(2,) mm/s."""
    climb: float
    fall: float
    """mm/s2, about g."""
    spread_mm: float
    is_struck: bool
    """It began where the cue-ball lay; else that it began on the bed is only likely."""

    def place(self, at_s: float) -> Array:
        """Return the (2,) place below the ball at a time."""
        return np.asarray(self.start + self.speed * (at_s - self.from_s))

    def above(self, at_s: float) -> float:
        """Return the height at a time, mm."""
        return risen_mm(self.climb, at_s - self.from_s, self.fall)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FlightFit:
    """A flight fitted to sightings."""

    known: Array
    """(6,) x, y, their speeds, climb and fall."""
    fall_sd: float
    """1 sigma of the fall for places that err by 1 mm."""
    scatter: float
    """What it leaves over, mm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """How the cue-ball came by a ball that stayed at its place."""

    ball: str
    at_s: float
    gap_mm: float
    """From centre to centre, seen from above."""
    reach_mm: float
    """From centre to centre where the two touch."""
    height_mm: float | None
    """None: not measured."""
    spread_mm: float
    is_struck: bool = False
    """It was in the air from the strike on."""


def jumps(
    cue: Flight | None, paths: Sequence[Path], kit: Kit, eye_mm: Array | None
) -> tuple[tuple[str, ...], tuple[Doubt, ...]]:
    """Return the balls that the cue-ball jumped over, in order, and the doubts about others that lay in its way."""
    if cue is None:
        return (), ()
    arcs = arcs_of(cue, eye_mm, kit) if eye_mm is not None else []
    passes = [one for path in paths if not path.is_cue_ball for one in passes_of(cue, path, arcs, kit)]
    passes.sort(key=lambda one: one.at_s)
    jumped = [one for one in passes if is_jump(one, kit)]
    over = tuple(dict.fromkeys(one.ball for one in jumped))
    return over, tuple(doubt_of(one) for one in passes if one not in jumped)


def is_jump(one: Pass, kit: Kit) -> bool:
    """Say whether a way was above part of a ball for sure, high enough to pass over it."""
    if one.height_mm is None:
        return kit.disc_mm > 0
    if not one.is_struck or one.gap_mm + 2 * one.spread_mm > one.reach_mm:
        return False
    return one.height_mm > CLEAR_HEIGHT * needed_mm(one.gap_mm, one.reach_mm, kit)


def needed_mm(gap_mm: float, reach_mm: float, kit: Kit) -> float:
    """Return how high a ball, or disc, must fly to pass another at that distance without touching it."""
    return kit.disc_mm or float(np.sqrt(max(reach_mm**2 - gap_mm**2, 0.0)))


def passes_of(cue: Flight, path: Path, arcs: Sequence[Arc], kit: Kit) -> list[Pass]:
    """Return how the cue-ball came across one ball at rest: in the air, or as it seems straight through it."""
    noise, reach = tolerance_of(path), kit.apart_mm(cue.path.ball, path.ball)
    rests = [(rest.place, *path.at_s[[rest.first, rest.last]].tolist()) for rest in rests_of(path, noise)]
    flown = [
        flown_by(a, (path.ball, at, reach), kit)
        for a in arcs
        for at, since, to in rests
        if since <= a.from_s and a.until_s <= to
    ]
    found = [one for one in flown if one is not None]
    if found:
        return found[:1]
    led = [led_through(cue, (path.ball, at, reach), (since, to), noise) for at, since, to in rests]
    plain = [one for one in led if one is not None and not any(a.from_s <= one.at_s <= a.until_s for a in arcs)]
    return sorted(plain, key=lambda one: one.gap_mm)[:1]


def flown_by(arc: Arc, lying: tuple[str, Point, float], kit: Kit) -> Pass | None:
    """Return how a ball in the air passed one that lies at a place and reaches so far, if at all."""
    ball, rest, reach = lying
    pace2 = float(arc.speed @ arc.speed)
    at_s = arc.from_s + float((np.array(rest) - arc.start) @ arc.speed) / max(pace2, 1.0)
    if not arc.from_s <= at_s <= arc.until_s:
        return None
    gap, height = float(np.hypot(*(arc.place(at_s) - np.array(rest)))), arc.above(at_s)
    if gap - 2 * arc.spread_mm > reach or height < LOW * needed_mm(gap, reach, kit):
        return None
    return Pass(
        ball=ball, at_s=at_s, gap_mm=gap, reach_mm=reach, height_mm=height, spread_mm=arc.spread_mm,
        is_struck=arc.is_struck,
    )  # fmt: skip


def led_through(cue: Flight, lying: tuple[str, Point, float], held: tuple[float, float], noise: float) -> Pass | None:
    """Return how a way seems to lead through a ball that lay at a place from one time to another, if it does."""
    (ball, place, reach), (since, to) = lying, held
    own = cue.indices
    at_s, seen = cue.path.at_s[own], cue.path.raw_mm[own]
    way, gap_s = np.diff(seen, axis=0), np.diff(at_s)
    share = np.sum((np.array(place) - seen[:-1]) * way, axis=1) / np.maximum(np.sum(way**2, axis=1), 1e-6)
    apart = np.hypot(*(seen[:-1] + share[:, None] * way - np.array(place)).T)
    is_near = apart < reach - DEEP_MM - 2 * (cue.tolerance_mm + noise)
    is_told = (gap_s < GAP_TIMES * np.median(np.diff(cue.path.at_s))) & (at_s[:-1] >= since) & (at_s[1:] <= to)
    met = np.flatnonzero(is_near & is_told & (share > 0) & (share < 1))
    if not len(met):
        return None
    i = int(met[np.argmin(apart[met])])
    moment = float(at_s[i] + share[i] * gap_s[i])
    return Pass(
        ball=ball, at_s=moment, gap_mm=float(apart[i]), reach_mm=reach, height_mm=None,
        spread_mm=cue.tolerance_mm + noise,
    )  # fmt: skip


def arcs_of(cue: Flight, eye_mm: Array, kit: Kit) -> list[Arc]:
    """Return the pieces of a ball's way on which it rose and fell as a free ball does, in order; the longest first."""
    own, at_s, starts = cue.indices, cue.path.at_s, np.flatnonzero(fast(cue))
    found: list[Arc] = []
    for n in range(min(MOST_SAMPLES, len(own)), LEAST_SAMPLES - 1, -1):
        for span in (own[i : i + n] for i in starts if i + n <= len(own)):
            is_taken = any(a.from_s < at_s[span[-1]] and at_s[span[0]] < a.until_s for a in found)
            arc = None if is_taken else arc_through(cue, span, eye_mm, kit)
            found += [arc] if arc else []
    return sorted(found, key=lambda a: a.from_s)


def fast(cue: Flight) -> NDArray[np.bool_]:
    """Say for each sighting of a flight whether the ball then went fast enough to be in the air."""
    own = cue.indices
    steps = np.hypot(*np.diff(cue.path.raw_mm[own], axis=0).T) / np.maximum(np.diff(cue.path.at_s[own]), 1e-3)
    return np.append(steps > LEAST_MM_S, False)


def arc_through(cue: Flight, span: NDArray[np.int64], eye_mm: Array, kit: Kit) -> Arc | None:
    """Return the free flight from the bed through some sightings, or None where the ball did not rise and fall so."""
    at_s, seen = cue.path.at_s[span], cue.path.raw_mm[span]
    slant = np.hypot(*(seen - eye_mm[:2]).T) / (eye_mm[2] - kit.lies_mm)
    if at_s[-1] - at_s[0] > LONGEST_S or bend_mm(seen) < LEAST_HEIGHT_MM * float(np.median(slant)):
        return None
    noise = max(float(np.median(cue.path.raw_sd_mm[span])), cue.tolerance_mm / 3)
    from_s, fit = best_fit(cue, span, eye_mm, kit)
    if fit.scatter > 3 * noise or not is_free_fall(fit, noise):
        return None
    arc = Arc(
        from_s=from_s, until_s=float(at_s[-1]), start=fit.known[:2], speed=fit.known[2:4], climb=float(fit.known[4]),
        fall=float(fit.known[5]), spread_mm=max(noise, fit.scatter), is_struck=is_struck(cue, span),
    )  # fmt: skip
    heights = [arc.above(t) for t in at_s]
    is_likely = arc.climb < MOST_CLIMB_MM_S and min(heights) > -LEAST_HEIGHT_MM
    return arc if is_likely and max(heights) > LEAST_HEIGHT_MM else None


def best_fit(cue: Flight, span: NDArray[np.int64], eye_mm: Array, kit: Kit) -> tuple[float, FlightFit]:
    """Return when a ball left the bed so that its flight fits some sightings best, and that flight.

    That was between the first of them and the picture before; at its place of rest, where it was struck upward.
    """
    at_s, seen = cue.path.at_s[span], cue.path.raw_mm[span]
    began = [float(at_s[0] - lag * (at_s[-1] - at_s[0]) / (len(at_s) - 1)) for lag in LAGS]
    if cue.before is not None and is_struck(cue, span):
        at_s, seen = np.concatenate([[-np.inf], at_s]), np.vstack([cue.before.place, seen])
    sight = (seen - eye_mm[:2]) / (eye_mm[2] - kit.lies_mm)
    fits = [(from_s, fitted(np.maximum(at_s - from_s, 0.0), sight, seen)) for from_s in began]
    return min(fits, key=lambda one: one[1].scatter)


def is_struck(cue: Flight, span: NDArray[np.int64]) -> bool:
    """Say whether sightings are the first ones after the strike."""
    return cue.before is not None and int(span[0]) == cue.first


def bend_mm(seen: Array) -> float:
    """Return how far the middle one of (n, 2) places lies from halfway between the first and the last."""
    return float(np.hypot(*(seen[len(seen) // 2] - (seen[0] + seen[-1]) / 2)))


def is_free_fall(fit: FlightFit, noise: float) -> bool:
    """Say whether a ball fell at about g, and surely so."""
    fall, sd = float(fit.known[5]), fit.fall_sd * max(noise, fit.scatter)
    return FALLS[0] < fall / GRAVITY_MM_S2 < FALLS[1] and fall > GROSS_SIGMAS * sd


def fitted(t: Array, sight: Array, seen: Array) -> FlightFit:
    """Return the flight from the bed at t = 0 that fits (n, 2) places `seen` along lines of sight best.

    `sight` (n, 2): how far the place seen moves for each mm of height.
    """
    one, none = np.ones_like(t), np.zeros_like(t)
    flat = [np.column_stack(pair).reshape(-1) for pair in ((one, none), (none, one), (t, none), (none, t))]
    rise = [(sight * t[:, None]).reshape(-1), (-sight * t[:, None] ** 2 / 2).reshape(-1)]
    columns, due = np.column_stack([*flat, *rise]), seen.reshape(-1)
    known, *_ = np.linalg.lstsq(columns, due, rcond=None)
    left = due - columns @ known
    scatter = float(np.sqrt(left @ left / max(len(due) - len(known), 1)))
    spread = np.linalg.pinv(columns.T @ columns)
    return FlightFit(known=np.asarray(known), fall_sd=float(np.sqrt(max(spread[5, 5], 0.0))), scatter=scatter)


def doubt_of(one: Pass) -> Doubt:
    """Return the doubt that the cue-ball jumped over a ball."""
    deep = one.reach_mm - one.gap_mm
    seen = "its height was not measured" if one.height_mm is None else f"it was {one.height_mm:.0f} mm high there"
    why = f"the cue-ball's way led {deep:.0f} mm into the {one.ball}, which did not move; {seen}"
    return Doubt(about="jumped", why=why, margin=f"{deep:.0f} mm", candidates=((), (one.ball,)))
