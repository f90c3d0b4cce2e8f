"""Which ball met which, and when: a ball was knocked as another came within two radii of it, and as that one pushed it.

Three witnesses tell the moment: the ways of both balls before it, drawn on until their centres are two radii apart (the
ghost ball of the trade), and the knock that each of them got. Smooth balls of one mass push each other along the line
of centres, by half of what restitution makes of the speed at which they close in (Alciatore, The Illustrated Principles
of Pool and Billiards, 2004): a ball knocked otherwise was not met by this one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.physics import KEPT_BY_BALLS
from tracker.domain.plane import Point
from tracker.domain.stroke import Touch
from tracker.incidents.cushions import bounces
from tracker.incidents.flights import Flight
from tracker.incidents.pieces import Piece
from tracker.incidents.ways import Knock, knocks, start_of, way_of

Array = NDArray[np.float64]

STEP_S = 0.001
PAD_PICTURES = 1.5
"""A joint may lie so many pictures from where the way is cut."""
EARLY_PICTURES = 3.0
LONGEST_S = 0.3
MOST_MISFIT = 4.0
WORST_ROLLING = 2.5
"""Balls that both roll pass each other often: what is told of a touch between them must agree better."""
LOOSE_MM = 1.0
SEEMS_MM = 3.0
"""How far the ways of two balls in one place may err against each other, beside their own scatter (1 sigma)."""
LATE_S = 0.006
GIVEN_SHARE = 0.2
"""How far the push of a touch differs from what smooth balls give each other (1 sigma): throw, spin, cloth."""
LEAST_CLOSING_MM_S = 15.0
NEAREST_US = 60_000
"""Two touches of the same balls lie farther apart than this, or are one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Meeting:
    """A candidate for a touch: who met whom, and how well place, time and push agree (0 is perfect, 1 one sigma)."""

    mover: Flight
    met: Flight
    at_us: int
    at: Point
    misfit: float
    sd_us: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contact:
    """Two ways drawn on to where they touch, or are nearest."""

    at_s: float
    sd_s: float
    miss_mm: float
    """By how much they miss each other; below 0 they meet."""
    sd_mm: float
    line: Array
    """(2,) unit vector from the mover's centre to the other's."""
    closing_mm_s: float
    pace_mm_s: float
    """Speed of the one as the other sees it."""
    place: Array
    """(2,) the mover's centre."""


def meetings(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return for each ball that was moved from rest the most likely mover, in order of time.

    The first flight of the cue-ball is the stroke itself; once it lies still again another ball may meet it.
    """
    struck = next((f for f in flights if f.ball == WHITE), None)
    starts = [(met, start_of(way_of(met))) for met in flights if met.before is not None and met is not struck]
    found = [best(met, knock, flights, kit, MOST_MISFIT) for met, knock in starts if knock is not None]
    return sorted((m for m in found if m is not None), key=lambda m: m.at_us)


def collisions(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return the touches of balls that both moved already, in order of time."""
    found = [
        best(met, knock, flights, kit, WORST_ROLLING)
        for met in flights
        for knock in knocks(way_of(met))
        if not is_bounce(met, knock, kit)
    ]
    return sorted(one_of_each(m for m in found if m is not None), key=lambda m: m.at_us)


def is_bounce(flight: Flight, knock: Knock, kit: Kit) -> bool:
    """Say whether a knock is that of a cushion."""
    return any(knock.from_s - STEP_S <= b.at_us / 1e6 <= knock.until_s + STEP_S for b in bounces(flight, kit))


def best(met: Flight, knock: Knock, flights: Sequence[Flight], kit: Kit, worst: float) -> Meeting | None:
    """Return the flight whose way agrees best with a knock, or None where none does."""
    movers = (mover for mover in flights if mover.path is not met.path)
    found = [m for mover in movers for m in options(mover, met, knock, kit) if m.misfit < worst]
    return min(found, key=lambda m: m.misfit, default=None)


def options(mover: Flight, met: Flight, knock: Knock, kit: Kit) -> Iterator[Meeting]:
    """Give the ways in which `mover` may have given `met` its knock: one for each piece of its way about then."""
    picture_s = float(np.median(np.diff(met.path.at_s))) if len(met.path) > 1 else PAD_PICTURES * LATE_S
    from_s = max(min(knock.from_s, knock.at_s), knock.at_s - LONGEST_S) - PAD_PICTURES * picture_s
    until_s = max(knock.until_s, knock.at_s) + PAD_PICTURES * picture_s
    moments = np.arange(from_s, until_s, STEP_S)
    target = target_of(met, knock, moments)
    for piece in way_of(mover).pieces:
        if piece.first_s <= until_s and piece.last_s >= from_s - EARLY_PICTURES * picture_s:
            contact = contact_of(piece, target, moments, noise_mm(mover, met), kit)
            if contact.closing_mm_s > LEAST_CLOSING_MM_S:
                yield meeting_of(mover, met, knock, contact)


def noise_mm(mover: Flight, met: Flight) -> float:
    """Return how far the ways of two balls may err against each other where they touch (1 sigma)."""
    return float(np.hypot(LOOSE_MM, min((mover.tolerance_mm + met.tolerance_mm) / 8, SEEMS_MM)))


def target_of(met: Flight, knock: Knock, moments: Array) -> tuple[Array, Array]:
    """Return the (n, 2) places and speeds that a ball would have had without its knock."""
    if knock.came is not None:
        return drawn(knock.came, moments)
    assert met.before is not None
    return np.tile(met.before.place, (len(moments), 1)), np.zeros((len(moments), 2))


def drawn(piece: Piece, moments: Array) -> tuple[Array, Array]:
    """Return (n, 2) places and speeds on a piece drawn on beyond its ends."""
    late = (moments - piece.about_s)[:, None]
    return piece.known[0] + late * piece.known[1] + late**2 / 2 * piece.known[2], piece.known[1] + late * piece.known[2]


def contact_of(piece: Piece, target: tuple[Array, Array], moments: Array, noise: float, kit: Kit) -> Contact:
    """Return when and how a ball on a piece of its way touches another, or where it is nearest to it."""
    places, speeds = drawn(piece, moments)
    ahead, gains = target[0] - places, target[1] - speeds
    apart = np.hypot(*ahead.T)
    inside = np.flatnonzero(apart < kit.touching_mm)
    i = int(inside[0]) if len(inside) else int(np.argmin(apart))
    line = ahead[i] / max(float(apart[i]), 1e-6)
    pace, closing = float(np.hypot(*gains[i])), -float(gains[i] @ line)
    if not len(inside):
        closing = max(closing, float(np.sqrt(2 * noise / kit.touching_mm)) * pace)
    miss = float(apart[i]) - kit.touching_mm
    early_s = max(-miss, 0.0) / max(closing, 1.0)
    sd = float(np.hypot(noise, piece.sd_mm(float(moments[i]))))
    grazes_s = float(np.sqrt(2 * kit.touching_mm * (sd + max(miss, 0.0)))) / max(pace, 1.0)
    return Contact(
        at_s=float(moments[i]) - min(early_s, STEP_S), sd_s=min(sd / max(closing, 1.0), grazes_s), miss_mm=miss, sd_mm=sd,
        line=line, closing_mm_s=closing, pace_mm_s=pace, place=places[i],
    )  # fmt: skip


def meeting_of(mover: Flight, met: Flight, knock: Knock, contact: Contact) -> Meeting:
    """Return a contact as a meeting, its moment weighed from both witnesses, and how badly they disagree."""
    late_s = knock.at_s - contact.at_s
    sds = np.array([max(contact.sd_s, STEP_S), max(knock.sd_s, STEP_S)])
    weights = sds**-2 / np.sum(sds**-2)
    at_s = contact.at_s + float(weights[1]) * late_s
    off = (
        max(contact.miss_mm, 0.0) / (contact.sd_mm + LOOSE_MM),
        late_s / float(np.hypot(np.hypot(*sds), LATE_S)),
        misfit_of_push(knock, contact),
    )
    first, second = (mover, met)
    return Meeting(
        mover=first, met=second, at_us=round(at_s * 1e6), at=Point(*contact.place.tolist()),
        misfit=float(np.linalg.norm(off)), sd_us=max(round(float(np.sum(sds**-2)) ** -0.5 * 1e6), 500),
    )  # fmt: skip


def misfit_of_push(knock: Knock, contact: Contact) -> float:
    """Return how badly a knock differs from what smooth balls give each other: 1 is about one sigma."""
    if not np.any(knock.gained):
        return 0.0
    push = (1 + KEPT_BY_BALLS) / 2 * contact.closing_mm_s
    turned = contact.sd_mm / 52.5 * min(contact.pace_mm_s / contact.closing_mm_s, 5.0)
    sd = np.linalg.norm([knock.sd_mm_s, GIVEN_SHARE * push, contact.pace_mm_s * turned, 20.0])
    return float(np.hypot(*(knock.gained - push * contact.line))) / float(sd)


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
