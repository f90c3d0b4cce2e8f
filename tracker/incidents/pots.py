"""Which balls fell into which pocket: those that were lost on the way into one, or are gone for good beside one.

One missing sighting is never a pot. The way of a ball is drawn on from its last sightings, slowed by the cloth; a ball
that stays away is potted where that way ends in the mouth of a pocket, or where it was lost in the very mouth.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tracker.domain.kit import Kit, Pocket
from tracker.domain.physics import ROLLING_MM_S2
from tracker.domain.stroke import Doubt, Pot
from tracker.geometry.paths import PRESENT, VANISHED
from tracker.incidents.cushions import fallen_s
from tracker.incidents.flights import Flight, Indices, place_at
from tracker.incidents.touches import Meeting
from tracker.incidents.ways import way_of

Array = NDArray[np.float64]

LEAST_PIECE = 4
"""A speed is told by no fewer sightings of a piece than this."""
TAIL_S = 0.22
TAIL_US = 67_000
AWAY_US = 400_000
"""A ball must stay away for so long, beyond the time that its way to the pocket takes."""
FARTHEST_MM = 900.0
JAWS_MM = 110.0
SENT_MM_S, SENT_SLACK = 3000.0, 0.25
"""A ball that left too fast to be seen: how fast it went, and how far aside for each mm its line may err."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loss:
    """A ball that was in flight when it was seen last, and where it was going."""

    flight: Flight
    place: Array
    speed: Array
    """(2,) mm/s."""
    lost_us: int
    away_us: int
    """For how long it has not been seen, up to the end of the recording."""
    proved: bool
    """Open cloth was in view where it should have been."""
    slack: float = 0.0
    """How far aside its way may lead for each mm of way, beyond the width of a pocket."""


def loss_of(flight: Flight, until_us: int, kit: Kit) -> Loss | None:
    """Return how the ball of a flight was lost, or None where it came to rest or is in view to the end."""
    path = flight.path
    if flight.after is not None or flight.last != last_own(flight):
        return None
    away_us = until_us - int(path.at_us[flight.last])
    if away_us <= 0:
        return None
    own = flight.indices
    on_bed = own[path.at_s[own] < fallen_s(flight, kit)]
    last = int(on_bed[-1]) if len(on_bed) else flight.first
    return Loss(
        flight=flight, place=path.raw_mm[last], speed=last_speed(flight, on_bed), lost_us=int(path.at_us[last]),
        away_us=away_us, proved=path.end == VANISHED,
    )  # fmt: skip


def sent_by(loss: Loss, meeting: Meeting) -> Loss:
    """Return the loss of a ball that was not seen to move, with the way that the ball which met it sent it.

    Two witnesses are heard alike: the line of centres as they touched, and the speed that the other ball gave away
    (balls of one mass: what one loses the other gains).
    """
    line = loss.place - np.array(meeting.at)
    given = speed_about(meeting, -TAIL_US) - speed_about(meeting, TAIL_US)
    given = given if float(given @ line) > 0 else np.zeros(2)
    way = unit(line) + unit(given)
    return replace(loss, speed=unit(way) * SENT_MM_S, slack=SENT_SLACK)


def speed_about(meeting: Meeting, offset_us: int) -> Array:
    """Return the mean (2,) speed (mm/s) of the ball that met another over `offset_us` before (negative) or after."""
    here, there = (place_at(meeting.mover, meeting.at_us + o) for o in (0, offset_us))
    return np.asarray((there - here) / offset_us * 1e6)


def unit(way: Array) -> Array:
    """Return a way's direction; zero where it has none."""
    return np.asarray(way / max(float(np.hypot(*way)), 1e-6))


def last_own(flight: Flight) -> int:
    """Return the index of the last sighting of a flight's ball."""
    return int(np.flatnonzero(~np.isnan(flight.path.raw_mm[:, 0]))[-1])


def last_speed(flight: Flight, own: Indices) -> Array:
    """Return the (2,) speed in mm/s at the last of some sightings of a flight: on its last piece where that is long."""
    path = flight.path
    if not len(own):
        return np.zeros(2)
    last_s = float(path.at_s[own[-1]])
    piece = next((p for p in reversed(way_of(flight).pieces) if p.first_s < last_s), None)
    if piece is not None and piece.count >= LEAST_PIECE and piece.last_s >= last_s - 1e-6:
        return piece.speed(last_s)
    late = own[path.at_s[own] >= path.at_s[own[-1]] - TAIL_S][-5:]
    places, at_s = path.raw_mm[late], path.at_s[late]
    if len(late) < 2 and flight.before is not None:
        places, at_s = np.vstack([flight.before.place, places]), np.array([flight.onset_us / 1e6, *at_s])
    if len(places) < 2 or at_s[-1] - at_s[0] < 1e-3:
        return np.zeros(2)
    kept = slice(-3, None)
    return np.asarray((places[kept][-1] - places[kept][0]) / (at_s[kept][-1] - at_s[kept][0]))


def pot_from(loss: Loss, kit: Kit) -> Pot | None:
    """Return the pot that a loss amounts to, or None."""
    options = [o for o in (into(loss, p) for p in kit.pockets) if o is not None]
    best = max(options, key=lambda o: o.sure, default=None)
    if best is None or loss.away_us < best.at_us - loss.lost_us + AWAY_US:
        return None
    return best


def into(loss: Loss, pocket: Pocket) -> Pot | None:
    """Return how the lost ball may have fallen into `pocket`, or None where its way does not lead there."""
    gap = np.array(pocket.fall) - loss.place
    away = float(np.hypot(*gap))
    pace = float(np.hypot(*loss.speed))
    along = float(gap @ loss.speed) / pace if pace > 1 else 0.0
    aside = float(np.sqrt(max(away**2 - along**2, 0.0)))
    width = pocket.mouth_mm / 2 + 2 * loss.flight.tolerance_mm + loss.slack * away
    farthest = FARTHEST_MM if not loss.slack else 4 * FARTHEST_MM
    heads = along > 0 and aside < width and away < farthest and pace**2 / (2 * ROLLING_MM_S2) > away - 150.0
    if not heads and away > JAWS_MM + pocket.radius_mm:
        return None
    way = (
        max(along - float(np.sqrt(max(pocket.radius_mm**2 - aside**2, 0.0))), 0.0) if heads else away - pocket.radius_mm
    )
    falls_us = loss.lost_us + round(max(way, 0.0) / max(pace, 150.0) * 1e6)
    sure = pot_sure(loss, away, aside / width if heads else 0.9)
    return Pot(at_us=falls_us, ball=loss.flight.ball, pocket=pocket.name, sure=sure)


def pot_sure(loss: Loss, away_mm: float, off: float) -> float:
    """Return how sure a pot is: the nearer to the pocket the ball was lost and the longer it stays away, the surer."""
    evidence = 0.97 - 0.35 * min(away_mm / FARTHEST_MM, 1.0) - 0.25 * min(off, 1.0) ** 2
    patience = min(1.0, 0.7 + 0.3 * loss.away_us / 1_500_000)
    known = 1.0 if loss.flight.path.end != PRESENT else 0.93
    return float(np.clip(evidence * patience * known, 0.05, 0.99))


def lost_doubt(loss: Loss) -> Doubt:
    """Return the doubt that a ball lost elsewhere leaves."""
    what = "open cloth where it should be" if loss.proved else "it may be hidden"
    return Doubt(about="potted", why=f"{loss.flight.ball} lost from view away from any pocket; {what}",
                 candidates=((), (loss.flight.ball,)))  # fmt: skip
