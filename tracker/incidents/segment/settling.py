"""When a rolling ball lay still: where its even slowing brings its speed to nothing, not where it seems slow enough.

The last centimetre of a roll takes half a second, and a camera sees hardly any of it. Before it stops at t₀ a rolling
ball lies a (t₀ - t)² / 2 short of its place of rest (Marlow, The Physics of Pocket Billiards, 1995), so the faster part
of its roll, which is seen well, tells t₀; how much a cloth slows a ball is known within a fifth beforehand.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece, Sighted
from tracker.incidents.segment.rests import bed_of, sighted
from tracker.incidents.segment.ways import Way, is_sliding, knock_at, way_of
from tracker.physics.constants import ROLLING_MM_S2, ROLLING_SD

Array = NDArray[np.float64]

STEP_S = 0.01
ROLL_S = 1.6
"""So much of the end of a roll tells when it ends; over a longer way the camera's own errors change."""
LEAST_MM_S = 30.0
"""A piece that begins slower than this belongs to the rest."""
SURE_S = 0.008
"""Stops known so well tell how much this cloth slows a ball."""
UNLIKE = 3.0
"""No cloth differs from the mean by so many times its spread."""
SAME_CLOTH = 0.04
"""How far rolls on one cloth differ (1 sigma, as a share): its nap, and the table's level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloth:
    """How evenly a rolling ball slows down on a cloth."""

    slowing_mm_s2: float = ROLLING_MM_S2
    sd_share: float = ROLLING_SD


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stop:
    """The end of a roll."""

    at_s: float
    sd_s: float
    place: Array
    """(2,) where the ball came to rest."""
    slowing_mm_s2: float


def cloth_of(flights: Iterable[Flight]) -> Cloth:
    """Return how much a cloth slows the balls, as told by those whose stops are known well; else as cloths do."""
    known = list(flights)
    usual = usual_cloth(known[0]) if known else Cloth()
    found = (settled(flight, usual) for flight in known)
    stops = [stop for stop in found if stop is not None and stop.sd_s < SURE_S and is_a_roll(stop, usual)]
    if not stops:
        return usual
    return Cloth(slowing_mm_s2=float(np.median([s.slowing_mm_s2 for s in stops])), sd_share=SAME_CLOTH)


def usual_cloth(flight: Flight) -> Cloth:
    """Return how much the bed slows the ball of a flight as far as is known beforehand."""
    on = bed_of(flight.path)
    return Cloth(slowing_mm_s2=on.rolling_mm_s2, sd_share=on.rolling_sd)


def is_a_roll(stop: Stop, usual: Cloth) -> bool:
    """Say whether a ball slowed down as one that rolls does: one that was stopped by another ball tells of no cloth."""
    return abs(stop.slowing_mm_s2 / usual.slowing_mm_s2 - 1) < UNLIKE * usual.sd_share


def settled(flight: Flight, cloth: Cloth) -> Stop | None:
    """Return when and where the ball of a flight came to rest; None where it did not, or was not seen to."""
    if flight.after is None:
        return None
    way = way_of(flight)
    roll = last_roll(way)
    if not roll:
        return None
    stop = stop_of(since(way.seen, roll[0].first_s), roll[-1].first_s, float(way.seen.at_s[-1]), cloth)
    if stop is None or stop.at_s - roll[0].first_s <= ROLL_S:
        return stop
    return stop_of(since(way.seen, stop.at_s - ROLL_S), roll[-1].first_s, float(way.seen.at_s[-1]), cloth)


def place_after(flight: Flight, from_s: float) -> Array:
    """Return the (2,) place of a ball at rest by its sightings from a time on; those before it still rolled."""
    assert flight.after is not None
    own = sighted(flight.path, flight.after.first, flight.after.last)
    late = own[flight.path.at_s[own] >= from_s]
    return np.asarray(np.median(flight.path.raw_mm[late if len(late) else own[-1:]], axis=0))


def since(seen: Sighted, from_s: float) -> Sighted:
    """Return the sightings from a time on."""
    return seen.part(slice(int(np.searchsorted(seen.at_s, from_s)), None))


def last_roll(way: Way) -> list[Piece]:
    """Return the pieces, in order, on which a ball rolled to its stop without being knocked."""
    moving = [piece for piece in way.pieces if float(np.hypot(*piece.speed(piece.first_s))) > LEAST_MM_S]
    roll, on = moving[-1:], bed_of(way.flight.path)
    for piece in reversed(moving[:-1]):
        if knock_at(piece, roll[0], on) is not None or is_sliding(piece, on):
            break
        roll.insert(0, piece)
    return roll


def stop_of(seen: Sighted, earliest_s: float, latest_s: float, cloth: Cloth) -> Stop | None:
    """Return when a ball that rolled through the first of some sightings, and lay still in the last, came to rest.

    Args:
        seen: sightings from one roll, nothing else happening in it, on to those at rest.
        earliest_s: it stopped after this.
        latest_s: it stopped before this.
        cloth: how much it slows a ball.
    """
    moments = np.arange(earliest_s, latest_s + STEP_S, STEP_S)
    if len(seen) < 4 or len(moments) < 3:
        return None
    misfits, _, _ = rolled_to(seen, moments, cloth)
    best = int(np.clip(np.argmin(misfits), 1, len(moments) - 2))
    before, here, after = misfits[best - 1 : best + 2]
    bend = max(before - 2 * here + after, 1e-9)
    at_s = moments[best] + STEP_S * float(np.clip((before - after) / (2 * bend), -1.0, 1.0))
    _, (place,), (slowing,) = rolled_to(seen, np.array([at_s]), cloth)
    return Stop(at_s=float(at_s), sd_s=float(STEP_S * np.sqrt(2 / bend)), place=place, slowing_mm_s2=float(slowing))


def rolled_to(seen: Sighted, stops_s: Array, cloth: Cloth) -> tuple[Array, Array, Array]:
    """Return of rolls that end at some times (k,) how badly they fit, where they end, and how evenly they slow.

    Returns:
        (k,) misfits in squared sigmas, (k, 2) places, and (k,) slowing in mm/s2.
    """
    left_s = np.maximum(stops_s[:, None] - seen.at_s, 0.0)
    rows = np.stack([np.ones_like(left_s), left_s**2 / 2], axis=2) / seen.sd_mm[:, None]
    due = seen.places_mm / seen.sd_mm[:, None]
    across = rows.transpose(0, 2, 1)
    known = np.asarray(np.linalg.solve(across @ rows + np.diag([1e-9, 1e-9]), across @ due), np.float64)
    slowing = np.hypot(*known[:, 1].T)
    odd = (slowing / cloth.slowing_mm_s2 - 1) / cloth.sd_share
    return np.sum((due - rows @ known) ** 2, axis=(1, 2)) + odd**2, known[:, 0], slowing
