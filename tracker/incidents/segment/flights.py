"""When each ball moved, with the moment it began to told finer than a picture.

Everything between two rests is a flight (`segment.rests`). The moment of its start is where the straight line through
the first sightings of the flight leaves the place of rest.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tracker.geometry.paths import POCKET, VANISHED, Path
from tracker.incidents.noise import SIGMAS
from tracker.incidents.segment.rests import (
    GLITCH_MM,
    LEAST_MOVE_MM,
    LONGEST_WINDOW_S,
    Rest,
    bed_of,
    rests_of,
    sighted,
    tolerance_of,
)
from tracker.physics.rest import longest_roll_s

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

BALLISTIC_SHARE = 0.55
START_S = 0.09
"""A start is judged over so long, however many pictures there are: a ball that is struck upward seems slow at first."""
TURNED_TIMES = 2.0
"""A ball that gets on by so many times less from one picture to the next was turned, not slowed by the cloth."""
ASTRAY_TIMES = 3.0
"""A ball that is seen astray lies within so many tolerances of its place."""
LEAST_SEEN = 3
"""In so many pictures at least a ball is seen whose way is believed that nobody saw begin or end."""
SOON = 3
"""In so many pictures more a ball that was seen astray is seen to have been struck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """A ball on its way from one rest to the next: a value, so that two tellings of one flight are the same flight."""

    path: Path
    first: int
    """Index of the first sighting away from the place of rest."""
    last: int
    """Index of the last sighting before the next rest, or before the ball was lost."""
    onset_us: int
    onset_sd_us: int
    ended_us: int
    before: Rest | None
    after: Rest | None
    tolerance_mm: float
    unseen: bool = False
    """The ball was seen at rest and then no more."""

    @property
    def ball(self) -> str:
        """Return the ball's name."""
        return self.path.ball

    @property
    def fell(self) -> bool:
        """Say whether it ended in a pocket, as far as following tells."""
        return self.after is None and self.path.end == POCKET

    @property
    def indices(self) -> Indices:
        """Return the indices of the sightings of the flight."""
        return sighted(self.path, self.first, self.last)

    @property
    def way_mm(self) -> float:
        """Return how far the ball came from where it began, at most."""
        start = self.before.place if self.before else self.path.raw_mm[self.first]
        return float(np.max(np.hypot(*(self.path.raw_mm[self.indices] - np.array(start)).T)))


@lru_cache(maxsize=64)
def flights_of(path: Path) -> tuple[Flight, ...]:
    """Return the flights of a ball in order."""
    tolerance = tolerance_of(path)
    rests = rests_of(path, tolerance)
    seen = sighted(path, 0, len(path) - 1)
    if not len(seen):
        return ()
    bounds = zip([None, *rests], [*rests, None], strict=True)
    flights = [flight_between(path, seen, a, b, tolerance) for a, b in bounds]
    found = [f for f in flights if f is not None]
    gone = [departure(path, seen, rests[-1], tolerance)] if is_departure(path, rests, found) else []
    return (*found, *gone)


def is_departure(path: Path, rests: tuple[Rest, ...], found: list[Flight]) -> bool:
    """Say whether a ball was at rest when it was seen last, and is proved to have gone: too fast to be seen going."""
    return path.end == VANISHED and bool(rests) and not any(f.before == rests[-1] for f in found)


def departure(path: Path, seen: Indices, rest: Rest, tolerance: float) -> Flight:
    """Return the unseen flight of a ball that left its place of rest between two pictures, or while it was hidden."""
    left_us, hidden_us = int(path.at_us[seen[-1]]), int(path.at_us[-1])
    picture_us = int(np.median(np.diff(path.at_us))) if len(path) > 1 else 0
    bare_us = hidden_us + picture_us
    return Flight(
        path=path, first=int(seen[-1]), last=int(seen[-1]), onset_us=(left_us + bare_us) // 2,
        onset_sd_us=max((bare_us - left_us) // 2, picture_us), ended_us=bare_us,
        before=rest, after=None, tolerance_mm=tolerance, unseen=True,
    )  # fmt: skip


def flight_between(
    path: Path, seen: Indices, before: Rest | None, after: Rest | None, tolerance: float
) -> Flight | None:
    """Return the flight between two rests, or None where there is none worth the name."""
    low = before.last if before else -1
    high = after.first if after else len(path)
    own = seen[(seen > low) & (seen < high)]
    if not len(own) and not (before and after):
        return None
    if not len(own):
        own = np.array([after.first]) if after else own
    own = since_it_came(path, own) if before is None else since_it_left(path, own, before, tolerance)
    if not len(own):
        return None
    onset, onset_sd = onset_of(path, own, before, tolerance)
    flight = Flight(
        path=path, first=int(own[0]), last=int(own[-1]), onset_us=onset, onset_sd_us=onset_sd,
        ended_us=int(path.at_us[after.first if after else own[-1]]), before=before, after=after, tolerance_mm=tolerance,
    )  # fmt: skip
    return flight if is_real(flight) else None


def since_it_came(path: Path, own: Indices) -> Indices:
    """Return the sightings since a ball came into view that was not seen to lie, without a glimpse of it long before.

    From there it cannot have rolled so long: a hand took it there, and laid it somewhere out of view.
    """
    gone_s = np.diff(path.at_s[own[:LEAST_SEEN]])
    moved_mm = np.hypot(*np.diff(path.raw_mm[own[:LEAST_SEEN]], axis=0).T)
    rolls_s = np.array([longest_roll_s(way_mm, bed_of(path)) for way_mm in moved_mm])
    carried = np.flatnonzero(gone_s > rolls_s + LONGEST_WINDOW_S)
    return own[carried[-1] + 1 :] if len(carried) else own


def since_it_left(path: Path, own: Indices, before: Rest, tolerance: float) -> Indices:
    """Return the sightings since a ball left its place, without those astray beside it: a cue comes near, say.

    One that is half hidden by a ball which comes to it errs by as much as its spread tells. A ball on its way gets no
    faster by itself; one seen astray seems to, as it is struck.
    """
    away = np.hypot(*(path.raw_mm[own] - np.array(before.place)).T)
    errs_mm = np.maximum(max(tolerance, strayed(path, before)), SIGMAS * path.raw_sd_mm[own])
    left = away > (errs_mm if np.any(away > errs_mm) else tolerance)
    first = int(np.argmax(left)) if np.any(left) else len(own)
    took_s = np.maximum(np.diff(path.at_s[own]), 1e-3)
    pace = np.diff(away) / took_s
    while first + 2 < len(own) and away[first] < ASTRAY_TIMES * tolerance:
        fastest = float(pace[first + 1 : first + 1 + SOON].max())
        if pace[first] > BALLISTIC_SHARE * fastest or (fastest - pace[first]) * took_s[first] < tolerance:
            break
        first += 1
    return own[first:]


def strayed(path: Path, rest: Rest) -> float:
    """Return how far from its place a ball at rest was seen in its last second, being covered in part (mm)."""
    late = path.at_s[rest.last] - LONGEST_WINDOW_S
    own = sighted(path, max(rest.first, int(np.searchsorted(path.at_s, late))), rest.last)
    return float(np.max(np.hypot(*(path.raw_mm[own] - np.array(rest.place)).T)))


def is_real(flight: Flight) -> bool:
    """Say whether a flight is more than a flicker of the sightings."""
    if flight.before is None and flight.after is None:
        return len(flight.indices) >= LEAST_SEEN
    if flight.after is None or flight.before is None:
        return flight.way_mm > 2 * flight.tolerance_mm and (len(flight.indices) >= 2 or flight.fell)
    rolls_s = longest_roll_s(flight.way_mm, bed_of(flight.path))
    if rolls_s + LONGEST_WINDOW_S < lasts_s(flight) and flight.way_mm < GLITCH_MM:
        return False
    a, b = flight.before.place, flight.after.place
    moved = float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))
    return moved > max(1.5 * flight.tolerance_mm, LEAST_MOVE_MM) or flight.way_mm > GLITCH_MM


def lasts_s(flight: Flight) -> float:
    """Return how long a ball was seen to move, from its first sighting away from rest to its last."""
    return float(flight.path.at_s[flight.last] - flight.path.at_s[flight.first])


def onset_of(path: Path, own: Indices, before: Rest | None, tolerance_mm: float) -> tuple[int, int]:
    """Return when a flight began, and how uncertain that is (both in microseconds).

    Its first three sightings tell the pace; the first two where the ball was turned before the third.
    """
    first_us = int(path.at_us[own[0]])
    if before is None:
        return first_us, 0
    still_us = int(path.at_us[before.last])
    away = np.hypot(*(path.raw_mm[own[:3]] - np.array(before.place)).T)
    last = 1 if is_turned(away, tolerance_mm) else len(away) - 1
    gained, passed_us = float(away[last] - away[0]), int(path.at_us[own[last]]) - first_us
    if passed_us <= 0 or gained <= 0:
        return (still_us + first_us) // 2, (first_us - still_us) // 3
    back_us = round(away[0] / gained * passed_us)
    return max(first_us - back_us, still_us), max((first_us - still_us) // 8, 1000)


def is_turned(away: Array, tolerance_mm: float) -> bool:
    """Say whether a ball, so far from home in its first three sightings, met something between the last two of them."""
    return len(away) == 3 and bool(away[1] - away[0] > max(2 * tolerance_mm, TURNED_TIMES * (away[2] - away[1])))


def is_ballistic(flight: Flight) -> bool:
    """Say whether a ball moves as if struck: fastest at its start; what a hand carries starts slowly."""
    pace = paces(flight)
    at_s = flight.path.at_s[flight.indices]
    first = max(3, int(np.sum(at_s < at_s[0] + START_S)))
    return len(pace) < 2 or bool(np.median(pace[:first]) >= BALLISTIC_SHARE * np.percentile(pace, 75))


def top_speed_mm_s(flight: Flight) -> float:
    """Return the greatest speed between two sightings of a flight that three in a row bear out."""
    pace = paces(flight)
    return float(np.sort(pace)[-min(3, len(pace))]) if len(pace) else 0.0


def paces(flight: Flight) -> Array:
    """Return (n,) speeds in mm/s between the sightings of a flight."""
    path, own = flight.path, flight.indices
    places, at_s = path.raw_mm[own], path.at_s[own]
    if flight.before is not None:
        places, at_s = np.vstack([flight.before.place, places]), np.concatenate([[flight.onset_us / 1e6], at_s])
    return np.asarray(np.hypot(*np.diff(places, axis=0).T) / np.maximum(np.diff(at_s), 0.01))


def place_at(flight: Flight, at_us: int) -> Array:
    """Return where the ball was at a time: at rest before and after, on straight lines between sightings in flight."""
    path, own = flight.path, flight.indices
    places, stamps = path.raw_mm[own], path.at_us[own].astype(float)
    if flight.before is not None:
        places = np.vstack([flight.before.place, places])
        stamps = np.concatenate([[flight.onset_us], stamps])
    if flight.after is not None:
        places = np.vstack([places, flight.after.place])
        stamps = np.concatenate([stamps, [max(flight.ended_us, stamps[-1] + 1)]])
    return np.array([np.interp(at_us, stamps, places[:, axis]) for axis in (0, 1)])
