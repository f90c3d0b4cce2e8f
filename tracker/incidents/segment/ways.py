"""The way of a ball in one flight: the pieces between its incidents, and how hard it was knocked at their joints.

A joint at which the speed does not change is only where sliding turned into rolling, or where the camera's own error
changes; one at which it does is a knock: something met the ball there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tracker.incidents.noise import GROSS_SIGMAS, SIGMAS
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import ASTRAY, FASTEST_MM_S, Piece, Sighted, cut, loosened, scatter
from tracker.incidents.segment.rests import bed_of
from tracker.physics.motion import set_off
from tracker.physics.surfaces import USUAL, Surfaces

Array = NDArray[np.float64]

TAIL_S = 1.5
"""A ball is taken for at rest while it still rolls slowly: so much of its rest belongs to its way."""
LEAST_CLAIM = 0.9
"""Neighbouring sightings may agree better with each other than with the truth, but not better than by this."""
KNOCK_MM_S = 25.0
"""A change of speed is a knock when it is so great, and more than its spread explains."""
ROLLS_SHARE, SLIDES_SHARE = 0.05, 0.12
"""It is such a share of the speed too; more where the ball slid, for the end of sliding is found coarsely."""
SLIDES_TIMES = 2.5
"""A ball slows down by so many times more than one that rolls only while it slides."""
LAUNCH_S = 0.35
"""A ball set going is judged by so much of its way."""
ROUNDS = 6
LEAST_LOOKS, SUREST = 8, 0.999
"""Of no more looks than this at a ball nothing is told of how sure most are; none counts as surer than this."""
EDGE_MM = 60.0
"""Over no more than its own width, and what places err by, an edge is seen of a ball that rolls behind something."""
LEAST_ODDS_SD = 0.3
"""A look is of a half hidden ball if its log odds fall behind most of a flight's looks by more than their spread
explains, which is this at least. Set by hand: no measurement tells it yet."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Way:
    """A flight as pieces in order of time."""

    flight: Flight
    seen: Sighted
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Knock:
    """A sudden change of a ball's speed between two sightings."""

    at_s: float
    sd_s: float
    from_s: float
    """Last sighting before it."""
    until_s: float
    """First sighting after it."""
    came: Piece | None
    """None: the ball lay still."""
    gained: Array
    """(2,) by how much its speed changed, mm/s."""
    sd_mm_s: float
    """How far that errs along one axis."""


@lru_cache(maxsize=128)
def way_of(flight: Flight) -> Way:
    """Return a flight as pieces."""
    seen = sighted_of(flight)
    whole = with_home(seen, flight)
    pieces = cut(whole, hidden_costs(flight, whole)) if len(whole) > 1 else ()
    return Way(flight=flight, seen=seen, pieces=pieces)


def hidden_costs(flight: Flight, seen: Sighted) -> Array:
    """Return (n,) what it costs (squared sigmas) to take each sighting, and all after it, for those of a hidden ball.

    What a ball rolls behind leaves of it an edge that does not go on with it. So the last sightings before it is lost
    are astray together, if each look was far less sure of a ball than most: they cost no more than one does alone.
    None of them lies farther back than a ball is wide: by then it is gone, and what is seen on its way is a ball.
    """
    costs = np.full(len(seen), ASTRAY)
    if flight.after is None and len(seen) > LEAST_LOOKS:
        sures = np.clip(flight.path.sures[np.searchsorted(flight.path.at_s, seen.at_s)], 1 - SUREST, SUREST)
        odds = np.log(sures / (1 - sures))
        usual = float(np.median(odds))
        usual_sd = max(float(np.median(np.abs(odds - usual))) / 0.6745, LEAST_ODDS_SD)
        is_edge = np.hypot(*(seen.places_mm - seen.places_mm[-1]).T) < EDGE_MM
        costs = np.where(is_edge & (odds < usual - SIGMAS * usual_sd), 0.0, ASTRAY)
        costs[-1] += ASTRAY
    return costs


def with_home(seen: Sighted, flight: Flight) -> Sighted:
    """Return sightings of a flight with the place of rest at its start: what else is known of its first moments."""
    if flight.before is None or not len(seen):
        return seen
    home, at_s = np.array(flight.before.place), min(flight.onset_us / 1e6, float(seen.at_s[0]) - 1e-3)
    pace = float(np.hypot(*(seen.places_mm[0] - home))) / (float(seen.at_s[0]) - at_s)
    sd_mm = float(np.hypot(flight.before.sd_mm, pace * flight.onset_sd_us / 1e6))
    return Sighted(
        at_s=np.append(at_s, seen.at_s), places_mm=np.vstack([home, seen.places_mm]), sd_mm=np.append(sd_mm, seen.sd_mm)
    )


def sighted_of(flight: Flight) -> Sighted:
    """Return the sightings of a flight and of the beginning of the rest after it."""
    path, own = flight.path, flight.indices
    if flight.after is not None:
        stilled = np.arange(flight.after.first, flight.after.last + 1)
        own = np.union1d(own, stilled[path.at_s[stilled] <= path.at_s[flight.after.first] + TAIL_S])
    own = own[~np.isnan(path.raw_mm[own, 0])]
    own = own[np.concatenate([[True], np.diff(path.at_s[own]) > 1e-4])] if len(own) else own
    seen = Sighted(at_s=path.at_s[own], places_mm=path.raw_mm[own], sd_mm=np.maximum(path.raw_sd_mm[own], 0.1))
    noise = scatter(seen) / float(np.median(seen.sd_mm)) if len(seen) and not path.untimely_s else LEAST_CLAIM
    scaled = Sighted(at_s=seen.at_s, places_mm=seen.places_mm, sd_mm=seen.sd_mm * max(LEAST_CLAIM, noise))
    return loosened(scaled, path.untimely_s)


def joints(way: Way) -> Iterator[tuple[Piece, Piece]]:
    """Give each two pieces that follow on each other."""
    yield from zip(way.pieces, way.pieces[1:], strict=False)


def knocks(way: Way) -> list[Knock]:
    """Return the knocks that a ball got on its way, in order, without the one that set it going."""
    on = bed_of(way.flight.path)
    found = (knock_at(came, went, on) for came, went in joints(way))
    return [one for one in found if one is not None]


def is_sliding(piece: Piece, on: Surfaces) -> bool:
    """Say whether a ball slowed down by more than one that rolls."""
    return float(np.hypot(*piece.known[2])) > SLIDES_TIMES * on.rolling_mm_s2


def knock_at(came: Piece, went: Piece, on: Surfaces = USUAL) -> Knock | None:
    """Return the knock between two pieces, or None where the speed hardly changes."""
    middle_s = (came.last_s + went.first_s) / 2
    apart, gained = went.place(middle_s) - came.place(middle_s), went.speed(middle_s) - came.speed(middle_s)
    pace = float(np.hypot(*gained))
    sd = float(np.hypot(came.speed_sd_mm_s(middle_s), went.speed_sd_mm_s(middle_s)))
    fast = max(float(np.hypot(*came.speed(middle_s))), float(np.hypot(*went.speed(middle_s))))
    share = SLIDES_SHARE if is_sliding(came, on) else ROLLS_SHARE
    if pace < max(GROSS_SIGMAS * sd, KNOCK_MM_S, share * fast):
        return None
    late_s = -float(apart @ gained) / pace**2
    sd_s = float(np.hypot(came.sd_mm(middle_s), went.sd_mm(middle_s))) / pace
    span = went.first_s - came.last_s
    return Knock(
        at_s=float(np.clip(middle_s + late_s, came.last_s - span, went.first_s + span)), sd_s=max(sd_s, 1e-3),
        from_s=came.last_s, until_s=went.first_s, came=came, gained=gained, sd_mm_s=sd,
    )  # fmt: skip


def start_of(way: Way) -> Knock | None:
    """Return the knock that set a ball at rest going; None for a ball that was not seen at rest before."""
    flight = way.flight
    if flight.before is None:
        return None
    still_s, home = float(flight.path.at_s[flight.before.last]), np.array(flight.before.place)
    ends_s = next((one.from_s for one in knocks(way)), np.inf)
    seen = way.seen.part(np.flatnonzero(way.seen.at_s <= min(ends_s, way.seen.at_s[0] + LAUNCH_S)))
    if flight.unseen or not len(seen):
        at_s, sd_s, speed, sd_mm_s = flight.onset_us / 1e6, flight.onset_sd_us / 1e6, np.zeros(2), FASTEST_MM_S
    else:
        at_s, sd_s, speed, sd_mm_s = launched(seen, home, flight.onset_us / 1e6, bed_of(flight.path))
    until_s = float(way.seen.at_s[0]) if len(way.seen) else at_s + sd_s
    return Knock(at_s=at_s, sd_s=sd_s, from_s=still_s, until_s=until_s, came=None, gained=speed, sd_mm_s=sd_mm_s)


def launched(seen: Sighted, home: Array, about_s: float, on: Surfaces = USUAL) -> tuple[float, float, Array, float]:
    """Return when a ball at rest was set sliding, the spread of that, its (2,) speed then, and the spread of that.

    Gauss and Newton's least squares in the moment and the two speeds; the first guess is the moment given.
    """
    late = max(float(seen.at_s[-1]) - about_s, 1e-3)
    known = np.array([about_s, *((seen.places_mm[-1] - home) / late)])
    spread = np.diag([late**2, 1e6, 1e6])
    for _ in range(ROUNDS):
        off, slopes = slid(seen, home, known, on)
        normal = slopes.T @ slopes + np.diag([late**-2, 1e-8, 1e-8])
        spread = np.linalg.inv(normal)
        step = spread @ (slopes.T @ off)
        known = known + step * min(1.0, 0.5 * late / max(abs(float(step[0])), 1e-9))
        known[0] = min(known[0], float(seen.at_s[0]))
    off, _ = slid(seen, home, known, on)
    worse = max(1.0, float(np.sqrt(off @ off / max(len(off) - 3, 1))))
    sd_s, sd_mm_s = np.sqrt(np.diag(spread)[:2]) * worse
    return float(known[0]), max(float(sd_s), 1e-3), known[1:], float(sd_mm_s)


def slid(seen: Sighted, home: Array, known: Array, on: Surfaces) -> tuple[Array, Array]:
    """Return (2n,) what a ball set going leaves over at each sighting, in sigmas, and its (2n, 3) slopes."""
    due = slide(seen.at_s, home, known, on)
    steps = np.array([1e-4, 0.1, 0.1])
    slopes = [(slide(seen.at_s, home, known + step, on) - due) / size
              for step, size in zip(np.diag(steps), steps, strict=True)]  # fmt: skip
    weight = 1 / np.repeat(seen.sd_mm, 2)
    return (seen.places_mm - due).reshape(-1) * weight, np.stack([s.reshape(-1) for s in slopes], axis=1) * weight[
        :, None
    ]


def slide(at_s: Array, home: Array, known: Array, on: Surfaces) -> Array:
    """Return (n, 2) places of a ball set sliding without spin at `known[0]` with speed `known[1:]`."""
    return np.asarray(home + set_off(known[1:], at_s - known[0], on))
