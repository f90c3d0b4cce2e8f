"""Which balls were lost in their flight, where, and where they were going; `losses` weighs what became of them."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.propose.cushions import fallen_s
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.segment.flights import Flight, Indices, place_at
from tracker.incidents.segment.rests import Rest
from tracker.incidents.segment.ways import way_of

Array = NDArray[np.float64]

LEAST_PIECE = 4
"""A speed is told by no fewer sightings of a piece than this."""
TAIL_S = 0.22
TAIL_US = 67_000
FALLS_WITHIN_US = 1_000_000
"""A ball that is lost past the edge of a hole is seen in it no longer than this."""
HUNG_US = 300_000
"""A ball that lay still for less before it was gone hung in the jaws: no hand is as quick."""
REACHES_US = 1_000_000
"""No hand takes a ball from before a hole so soon after it, and all others, have come to rest. Set by hand."""
INTO_JAWS_RADII = 3.0
"""A ball that was seen nearer to the edge of a hole than so many radii may be between the jaws by now: two radii are
between them, and it went on from where it was seen last."""
SHORTEST_US = 10_000
"""A way that takes less tells no direction: the moment of a touch errs by some milliseconds. Set by hand."""
SENT_MM_S = 3000.0
"""How fast a ball went that left too fast to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loss:
    """A ball that was in flight when it was seen last, and where it was going."""

    flight: Flight
    place: Array
    speed: Array
    """(2,) mm/s."""
    since_us: int
    """From then on sightings tell that speed."""
    lost_us: int
    away_us: int
    """For how long it has not been seen, up to the end of the recording."""
    was_seen_going: bool = True
    """Its own sightings tell its way; else what met it does, if anything. So little as a ball's radius is no way: half
    hidden, a ball at rest seems to shift by that."""


def loss_of(flight: Flight, until_us: int, kit: Kit, rest_us: int) -> Loss | None:
    """Return how the ball of a flight was lost, or None where it came to rest or is in view to the end.

    Args:
        flight: of the ball.
        until_us: when the camera looked last.
        kit: the table.
        rest_us: when the last ball of the stroke came to rest.
    """
    path, last_seen = flight.path, last_own(flight.path)
    away_us = until_us - int(path.at_us[last_seen])
    came_to_rest = flight.after is not None and not is_in_hole(flight.after, path, kit)
    is_there = came_to_rest or (flight.after or flight).last != last_seen
    if (is_there and not hangs(flight, kit, rest_us)) or away_us <= 0:
        return None
    own = flight.indices
    on_bed = own[(path.at_s[own] < fallen_s(flight, kit)) & (path.at_s[own] <= lost_s(flight) + 1e-6)]
    last = int(on_bed[-1]) if len(on_bed) else flight.first
    speed, since_s = last_speed(flight, on_bed)
    return Loss(
        flight=flight, place=path.raw_mm[last], speed=speed, since_us=round(since_s * 1e6),
        lost_us=int(path.at_us[last]), away_us=away_us,
        was_seen_going=not flight.unseen and flight.way_mm > kit.ball_radius_mm,
    )  # fmt: skip


def lost_s(flight: Flight) -> float:
    """Return when a ball was last seen where its way led, and not half hidden beside it; infinite where it has none."""
    pieces = way_of(flight).pieces
    return pieces[-1].last_s if pieces and flight.after is None else float("inf")


def hangs(flight: Flight, kit: Kit, rest_us: int) -> bool:
    """Say whether a ball was gone so soon after it seemed to lie still that it may only have hung in the jaws.

    So soon: before a hand could take it, and during a stroke no hand takes any. No cloth is open before a hole that
    would show that it has gone: there it is enough that nobody saw it again.
    """
    path, rest = flight.path, flight.after
    if rest is None:
        return path.end != PRESENT
    rested_us, gone_us = int(path.at_us[rest.first]), int(path.at_us[last_own(path)])
    reach_mm = INTO_JAWS_RADII * kit.radius_of(path.ball)
    is_at_hole = any(distance_mm(rest.place, one.fall) - one.radius_mm < reach_mm for one in kit.pockets)
    if gone_us - rested_us < HUNG_US:
        return path.end != PRESENT or is_at_hole
    return is_at_hole and gone_us - max(rested_us, rest_us) < REACHES_US


def sent_by(loss: Loss, meeting: Meeting) -> Loss:
    """Return the loss of a ball that was not seen to move, with the way that the ball which met it sent it.

    Two witnesses are heard alike: the line of centres as they touched, and the speed that the other ball gave away
    (balls of one mass: what one loses the other gains).
    """
    line = loss.place - np.array(meeting.at)
    given = speed_about(meeting, -TAIL_US) - speed_about(meeting, TAIL_US)
    given = given if float(given @ line) > 0 else np.zeros(2)
    way = unit(line) + unit(given)
    return replace(loss, speed=unit(way) * SENT_MM_S)


def turned_by(loss: Loss, meeting: Meeting) -> Loss:
    """Return the loss of a ball with its way since it met another, too shortly before for a way of many sightings.

    Two sightings after the touch tell it, else one and where the ball was as it touched.
    """
    path = loss.flight.path
    own = [k for k in loss.flight.indices if meeting.at_us < path.at_us[k] <= loss.lost_us]
    place, since_us = (path.raw_mm[own[0]], int(path.at_us[own[0]])) if len(own) > 1 else (meeting.at, meeting.at_us)
    if loss.lost_us - since_us < SHORTEST_US:
        return loss
    speed = (loss.place - np.array(place)) / (loss.lost_us - since_us) * 1e6
    return replace(loss, speed=speed, since_us=since_us)


def speed_about(meeting: Meeting, offset_us: int) -> Array:
    """Return the mean (2,) speed (mm/s) of the ball that met another over `offset_us` before (negative) or after."""
    here, there = (place_at(meeting.mover, meeting.at_us + o) for o in (0, offset_us))
    return np.asarray((there - here) / offset_us * 1e6)


def unit(way: Array) -> Array:
    """Return a way's direction; zero where it has none."""
    return np.asarray(way / max(float(np.hypot(*way)), 1e-6))


def last_own(path: Path) -> int:
    """Return the index of the last sighting of a ball."""
    return int(np.flatnonzero(~np.isnan(path.raw_mm[:, 0]))[-1])


def is_in_hole(rest: Rest, path: Path, kit: Kit) -> bool:
    """Say whether a ball seems to lie past the edge of a hole, and only for a moment: it is seen as it falls."""
    lay_us = int(path.at_us[rest.last] - path.at_us[rest.first])
    past = any(distance_mm(rest.place, pocket.fall) < pocket.radius_mm for pocket in kit.pockets)
    return past and lay_us < FALLS_WITHIN_US


def last_speed(flight: Flight, own: Indices) -> tuple[Array, float]:
    """Return the (2,) speed in mm/s at the last of some sightings of a flight, and since when (s) they tell that.

    It is that on its last piece where that is long.
    """
    path = flight.path
    if not len(own):
        return np.zeros(2), flight.onset_us / 1e6
    last_s = float(path.at_s[own[-1]])
    piece = next((p for p in reversed(way_of(flight).pieces) if p.first_s < last_s), None)
    if piece is not None and piece.count >= LEAST_PIECE and piece.last_s >= last_s - 1e-6:
        return piece.speed(last_s), piece.first_s
    late = own[path.at_s[own] >= path.at_s[own[-1]] - TAIL_S][-5:]
    places, at_s = path.raw_mm[late], path.at_s[late]
    if len(late) < 2 and flight.before is not None:
        places, at_s = np.vstack([flight.before.place, places]), np.array([flight.onset_us / 1e6, *at_s])
    if len(places) < 2 or at_s[-1] - at_s[0] < 1e-3:
        return np.zeros(2), last_s
    first = max(len(places) - 3, 0)
    return np.asarray((places[-1] - places[first]) / (at_s[-1] - at_s[first])), float(at_s[first])
