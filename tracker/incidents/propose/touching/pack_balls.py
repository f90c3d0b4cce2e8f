"""The balls that lie together, and what each of them was given as the pack was pushed.

How fast a ball set off that went only some millimetres is told by how far it went: it slid, then rolled to its stop.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.touching.bodies import Body, at_rest
from tracker.incidents.propose.touching.pushes import Pushed
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import bed_of, sighted
from tracker.incidents.segment.ways import Knock, start_of, way_of
from tracker.physics.motion import pace_to_go

Array = NDArray[np.float64]

LINKED_MM, BESIDE_MM = 4.0, 8.0
"""Balls that lie nearer together than this pass a push on at once; so near may lie what came, or one that set off then:
balls half hidden in a pack are seen some millimetres off."""
SPAN_S, SAME_S = 0.03, 0.01
"""A push has gone through a pack within this time; balls that set off so near to a touch were set off by it."""
LEAST_MM_S = 15.0
BEFORE_S, SETTLED_S, AFTER_S = 0.2, 0.15, 1.0
"""How far a ball was displaced is told by its sightings so long before, and from then to then after."""
LEAST_PLACE_MM, NUDGED_MM, LEAST_SIGHTINGS = 0.3, 12.0, 3
"""Places of rest differ by so much (1 sigma) for no reason; a ball that went farther was seen to move."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackBall:
    """A ball at rest until it was pushed, if it was."""

    body: Body
    start: Knock | None

    @property
    def place(self) -> Array:
        """Return the (2,) place of rest."""
        return np.asarray(self.body.pieces[0].known[0])

    def lies_at(self, at_s: float) -> bool:
        """Say whether the ball still lay there when a pack about it was pushed at a time."""
        lain = self.body.pieces[0]
        until_s = lain.last_s if self.start is None else self.start.at_s + SPAN_S + SIGMAS * self.start.sd_s
        return lain.first_s < at_s < until_s

    def sets_off(self, at_s: float) -> bool:
        """Say whether the ball was set going at about a time."""
        return self.start is not None and abs(self.start.at_s - at_s) < SPAN_S + SIGMAS * self.start.sd_s


def lying(flights: Sequence[Flight], paths: Sequence[Path]) -> list[PackBall]:
    """Return the balls at rest; the first flight of the cue-ball is the stroke itself, no push."""
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    pushed = {f for f in flights if f != struck and f.before is not None}
    return [
        PackBall(body=body, start=start_of(way_of(body.flight)) if body.flight in pushed else None)
        for body in at_rest(flights, paths)
    ]


def linked(first: PackBall, lain: Sequence[PackBall], at_s: float, kit: Kit) -> list[PackBall]:
    """Return the balls that lie together with the first one, it at the head, as they were pushed at a time."""
    found, left = [first], [one for one in lain if one.body.flight.path is not first.body.flight.path]
    for one in found:
        near = [o for o in left if are_linked(o, one, at_s, kit)]
        found += near
        left = [o for o in left if o not in near]
    return found


def are_linked(one: PackBall, other: PackBall, at_s: float, kit: Kit) -> bool:
    """Say whether two balls at rest pass pushes on to each other at a time."""
    most_mm = BESIDE_MM if one.sets_off(at_s) or other.sets_off(at_s) else LINKED_MM
    return room_mm(one, other, kit) < most_mm


def room_mm(one: PackBall, other: PackBall, kit: Kit) -> float:
    """Return how far two balls lie apart."""
    return float(np.hypot(*(one.place - other.place))) - kit.touching_mm


def pushed(one: PackBall, at_s: float) -> Pushed:
    """Return a ball that lay in a pack with the speed that it was given about a time, if any."""
    displaced, sd_mm_s = nudge(one, at_s)
    if one.start is None or not one.sets_off(at_s):
        return Pushed(flight=one.body.flight, place=one.place, gained=displaced, sd_mm_s=sd_mm_s)
    sd = float(np.hypot(one.start.sd_mm_s, LEAST_MM_S))
    return Pushed(
        flight=one.body.flight, place=one.place, gained=one.start.gained, sd_mm_s=sd, set_off_s=one.start.at_s
    )


def nudge(one: PackBall, at_s: float) -> tuple[Array, float]:
    """Return the (2,) speed that a ball was given that hardly left its place, as that shows, and how far it errs."""
    path, until_s = one.body.flight.path, np.inf if one.start is None else one.start.at_s - SPAN_S
    own = sighted(path, 0, len(path) - 1)
    t, places = path.at_s[own], path.raw_mm[own]
    before = places[(t > at_s - BEFORE_S) & (t < at_s - SPAN_S)]
    after = places[(t > at_s + SETTLED_S) & (t < min(at_s + AFTER_S, until_s))]
    if min(len(before), len(after)) < LEAST_SIGHTINGS:
        return np.zeros(2), LEAST_MM_S
    shift = np.median(after, axis=0) - np.median(before, axis=0)
    sd_mm = LEAST_PLACE_MM + float(np.median(path.raw_sd_mm[own])) / 4
    gone_mm = float(np.hypot(*shift))
    if not SIGMAS * sd_mm < gone_mm < NUDGED_MM:
        return np.zeros(2), max(LEAST_MM_S, pace_to_go(sd_mm, bed_of(path)))
    pace = pace_to_go(gone_mm, bed_of(path))
    return pace * shift / gone_mm, max(LEAST_MM_S / 2, pace * sd_mm / (2 * gone_mm))
