"""Where a ball may have been while it was out of view: as far as its pace took it, as long as the cloth let it roll."""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.plane import Point
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import FASTEST_MM_S
from tracker.incidents.segment.rests import bed_of
from tracker.physics.rest import stops_within_s

Array = NDArray[np.float64]

LEAST_PACE_MM_S = 30.0
"""What gets on more slowly is at its stop, or is noise."""
UNWATCHED_S = 0.15
"""Of a ball that was not seen for so long nobody knows when it set off, nor how fast, nor what it met. Set by hand."""


def may_have_come(flight: Flight, place: Point, within_mm: float, between_s: tuple[float, float]) -> bool:
    """Say whether a ball on its way may have come so near to a place at some time between two moments, seen or not.

    From one sighting to the next it goes no faster than on that stretch, or on the one before it, and has to go there
    and on; where nobody saw it set off it may have gone as fast as any. A ball that was lost for good has come to rest
    once the cloth must have stopped it.

    Args:
        flight: the ball's way; not one that nobody saw.
        place: where, in mm.
        within_mm: how near.
        between_s: the moments, in seconds.
    """
    at_s, places = way_seen(flight)
    if len(at_s) < 2:
        return False
    away_mm = np.nan_to_num(np.hypot(*(places - np.array(place)).T) - within_mm).clip(0)
    took_s, went_mm = np.diff(at_s), np.hypot(*np.diff(places, axis=0).T)
    stretches = went_mm / np.maximum(took_s, 1e-3)
    paces = np.fmax(np.fmax(stretches, np.append(0.0, stretches[:-1])), LEAST_PACE_MM_S)
    if set_off_unwatched(flight):
        paces[0] = FASTEST_MM_S
    last_s = at_s[1:].copy()
    if np.isinf(last_s[-1]):
        last_s[-1] = at_s[-2] + stops_within_s(float(paces[-1]), bed_of(flight.path))
    came_s = at_s[:-1] + away_mm[:-1] / paces
    has_time = came_s + away_mm[1:] / paces <= last_s
    return bool(np.any(has_time & (came_s <= between_s[1]) & (last_s >= between_s[0])))


def unseen_s(flight: Flight) -> tuple[float, float]:
    """Return when a ball that left its place was last seen to lie there, and when it was first seen elsewhere."""
    assert flight.before is not None
    return float(flight.path.at_s[flight.before.last]), float(flight.path.at_s[flight.first])


def set_off_unwatched(flight: Flight) -> bool:
    """Say whether a ball was out of view as it left its place."""
    if flight.before is None:
        return False
    lay_s, gone_s = unseen_s(flight)
    return gone_s - lay_s >= UNWATCHED_S


def way_seen(flight: Flight) -> tuple[Array, Array]:
    """Return when (n,) and where (n, 2) a ball was seen, from the moment it set off to when it was found at rest.

    Of one that set off out of view the first is when it was last seen to lie. Of one that was lost on its way, and did
    not fall, the last is without end, and nowhere.
    """
    at_s, places = flight.path.at_s[flight.indices], flight.path.raw_mm[flight.indices]
    if flight.before is not None:
        began_s = unseen_s(flight)[0] if set_off_unwatched(flight) else min(flight.onset_us / 1e6, float(at_s[0]))
        at_s, places = np.append(began_s, at_s), np.vstack([flight.before.place, places])
    if flight.fell:
        return at_s, places
    end_s, place = (flight.ended_us / 1e6, flight.after.place) if flight.after else (np.inf, (np.nan, np.nan))
    return np.append(at_s, end_s), np.vstack([places, place])
