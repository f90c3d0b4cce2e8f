"""Which balls came to rest against another, too slowly to knock it: by the gap left, and by how that one was moved."""

from collections.abc import Iterator, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.propose.touching.bodies import Body, at_rest
from tracker.incidents.propose.touching.grazes import Brush, hardly_moved, odds_touched
from tracker.incidents.propose.touching.hints import ARRIVAL
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.propose.touching.passing import displaced, lay
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.settling import place_after, settled, usual_cloth

Array = NDArray[np.float64]

UNLIKELY_ODDS = 0.05
"""A ball that came to rest beside another one less likely touched it than this is not thought of."""
PLACED_MM = 3.0
"""A ball whose place is less well known is not told to have come up against another."""
TOUCH_MM = 0.5
"""Balls at rest nearer to each other than this are taken to touch."""
NEAR_SDS, AROUND_S = 6.0, 1.5
"""A ball that stopped farther from another, in spreads, did not reach it; that one is looked at for so long about then.
"""
ARRIVES_S = 0.02
"""How long before it lies still a ball comes up against the one that it stops at, about."""


def arrivals(flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> list[Meeting]:
    """Return the touches of balls that may have come to rest against another, too slowly to knock it, in order."""
    rests = at_rest(flights, paths)
    return sorted((m for flight in flights for m in arrived(flight, rests, kit)), key=lambda m: m.at_us)


def arrived(flight: Flight, rests: Sequence[Body], kit: Kit) -> Iterator[Meeting]:
    """Give the balls that the ball of a flight came to rest against, if it may touch them."""
    stop = settled(flight, usual_cloth(flight))
    if stop is None or flight.after is None:
        return
    place, since_s = place_after(flight, stop.at_s), flight.onset_us / 1e6
    for body in rests:
        lain = body.pieces[0]
        if body.flight.path is flight.path or not (lain.first_s < stop.at_s and lain.last_s > stop.at_s):
            continue
        sd = float(np.hypot(flight.after.sd_mm, lain.sd_mm(lain.about_s)))
        odds = odds_reached(place, body.flight.path, stop.at_s, sd, kit)
        if odds > UNLIKELY_ODDS and not lay_beside(flight, lain, since_s, sd, kit):
            yield Meeting(
                mover=flight, met=body.flight, at_us=round((stop.at_s - ARRIVES_S) * 1e6), at=Point(*place.tolist()),
                misfit=0.0, sd_us=round(np.hypot(stop.sd_s, ARRIVES_S) * 1e6), told_by=ARRIVAL, parts=(log(odds),),
            )  # fmt: skip


def lay_beside(flight: Flight, lain: Piece, since_s: float, sd: float, kit: Kit) -> bool:
    """Say whether a ball may have touched another already before it set off."""
    if flight.before is None or lain.first_s > since_s:
        return False
    return float(np.hypot(*(lain.known[0] - np.array(flight.before.place)))) - kit.touching_mm < TOUCH_MM + 3 * sd


def odds_reached(place: Array, other: Path, at_s: float, sd_mm: float, kit: Kit) -> float:
    """Return the odds that a ball which came to rest at a place then had come up against another that lay there.

    Most that stop beside a ball did not reach it: the gap that is left, and by how little it was moved, are weighed
    against that (`grazes`). Places that err by too much leave it open, and so does a move that may be none.
    """
    before, after = lay(other, at_s - AROUND_S, at_s - ARRIVES_S), lay(other, at_s + ARRIVES_S, at_s + AROUND_S)
    if not len(before) or not len(after):
        return 0.0
    ahead = np.median(after, axis=0) - place
    apart_mm = float(np.hypot(*ahead))
    moved_mm, moved_sd_mm = displaced(before, after, ahead / max(apart_mm, 1e-6), sd_mm)
    brush = Brush(
        gap_mm=apart_mm - kit.touching_mm, gap_sd_mm=sd_mm, moved_mm=moved_mm, moved_sd_mm=moved_sd_mm, speed_mm_s=0.0
    )
    if brush.gap_mm > NEAR_SDS * sd_mm + TOUCH_MM:
        return 0.0
    odds = odds_touched(brush, kit.ball_radius_mm)
    return min(odds, 1.0) if sd_mm > PLACED_MM or hardly_moved(brush) else min(odds, 1e6)
