"""Which ball met which, and when, to a fraction of a picture.

A ball at rest that begins to move was met by a ball whose way, drawn on as a straight line from its last sightings,
comes within two radii of it at that moment: the time solves |a + t v - b| = 2 R (the ghost ball of the trade).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.plane import Point
from tracker.domain.stroke import Touch
from tracker.incidents.flights import Flight, place_at

Array = NDArray[np.float64]

SLACK_US = 70_000
"""How much a ball's first motion may differ from the moment that the other ball's way gives."""
MISS_MM = 40.0
"""How far beyond two radii a way may pass and still have met the ball, at most."""

NEAREST_US = 120_000
"""Two touches of the same balls lie farther apart than this, or are one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Meeting:
    """A candidate for a touch: who met whom, and how well place and time agree (0 is perfect)."""

    mover: Flight
    met: Flight
    at_us: int
    at: Point
    misfit: float
    sd_us: int


def meetings(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return for each ball that was moved from rest the most likely mover, in order of time.

    The first flight of the cue-ball is the stroke itself; once it lies still again another ball may meet it.
    """
    struck = next((f for f in flights if f.ball == WHITE), None)
    found = [best_meeting(met, flights, kit) for met in flights if met.before is not None and met is not struck]
    return sorted((m for m in found if m is not None), key=lambda m: m.at_us)


def best_meeting(met: Flight, flights: Sequence[Flight], kit: Kit) -> Meeting | None:
    """Return the flight whose way agrees best with the start of `met`, or None where none does."""
    candidates = [meeting(mover, met, kit) for mover in flights if mover.path is not met.path]
    return min((c for c in candidates if c is not None), key=lambda c: c.misfit, default=None)


def meeting(mover: Flight, met: Flight, kit: Kit) -> Meeting | None:
    """Return how `mover` may have met the ball of `met` as that began to move."""
    assert met.before is not None
    if not mover.onset_us - SLACK_US <= met.onset_us <= mover.ended_us + SLACK_US:
        return None
    target = np.array(met.before.place)
    options = [approach(start, speed, begun_us, target, kit) for start, speed, begun_us in lines(mover, met.onset_us)]
    scored = [
        (misfit(miss, at_us - met.onset_us, met.onset_sd_us, mover.tolerance_mm), at_us, at)
        for miss, at_us, at in options
    ]
    best = min(scored, key=lambda s: s[0], default=None)
    if best is None or best[0] > 4.0:
        return None
    return Meeting(
        mover=mover, met=met, at_us=best[1], at=Point(*best[2].tolist()), misfit=best[0], sd_us=met.onset_sd_us
    )


def misfit(miss_mm: float, late_us: int, onset_sd_us: int, tolerance_mm: float) -> float:
    """Return how badly place and time disagree: 1 is about one sigma."""
    return float(np.hypot(max(miss_mm, 0.0) / (3.0 + tolerance_mm), late_us / (15_000 + 2 * onset_sd_us)))


def lines(mover: Flight, about_us: int) -> list[tuple[Array, Array, int]]:
    """Return straight pieces of a mover's way about a time: (place, speed in mm/us, time) of each."""
    path, own = mover.path, mover.indices
    places, stamps = path.raw_mm[own], path.at_us[own]
    if mover.before is not None:
        places = np.vstack([mover.before.place, places])
        stamps = np.concatenate([[mover.onset_us], stamps])
    upto = int(np.searchsorted(stamps, about_us))
    pieces = []
    for i in range(max(upto - 3, 0), min(upto + 1, len(stamps) - 1)):
        passed = max(int(stamps[i + 1] - stamps[i]), 1)
        speed = (places[i + 1] - places[i]) / passed
        if np.hypot(*speed) * 1e6 > 20.0:
            pieces.append((places[i], speed, int(stamps[i])))
    return pieces


def approach(start: Array, speed: Array, begun_us: int, target: Array, kit: Kit) -> tuple[float, int, Array]:
    """Return by how much a straight way misses a ball (mm, negative: it meets it), and when and where it is nearest."""
    pace = float(np.hypot(*speed))
    along = float((target - start) @ speed) / pace
    aside = float(np.sqrt(max(float((target - start) @ (target - start)) - along**2, 0.0)))
    back = np.sqrt(max(kit.touching_mm**2 - aside**2, 0.0))
    way = max(along - float(back), 0.0)
    return aside - kit.touching_mm, begun_us + round(way / pace), start + speed / pace * way


def one_of_each(found: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings without those that tell one touch once more: of the same balls, near a better one in time."""
    kept: list[Meeting] = []
    for one in sorted(found, key=lambda m: m.misfit):
        if not any(is_same_touch(one, other) for other in kept):
            kept.append(one)
    return kept


def is_same_touch(a: Meeting, b: Meeting) -> bool:
    """Say whether two meetings are of the same two balls, whichever is said to have moved, at about one moment."""
    balls = {a.mover.path.track, a.met.path.track} == {b.mover.path.track, b.met.path.track}
    return balls and abs(a.at_us - b.at_us) <= NEAREST_US


def touch_of(m: Meeting) -> Touch:
    """Return a meeting as a fact, the cue-ball named first."""
    balls = (WHITE, m.mover.ball) if m.met.ball == WHITE else (m.mover.ball, m.met.ball)
    return Touch(at_us=m.at_us, balls=balls, at=m.at, sure=float(np.exp(-0.12 * m.misfit**2)))


def nearest_gap_mm(a: Flight, b: Flight, at_us: int) -> float:
    """Return the distance between the centres of two balls in flight at a time."""
    return float(np.hypot(*(place_at(a, at_us) - place_at(b, at_us))))
