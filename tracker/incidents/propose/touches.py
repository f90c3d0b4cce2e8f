"""Which ball met which, and when: a ball was knocked as another came within two radii of it, and as that one pushed it.

Three witnesses tell the moment: the ways of both balls before it, drawn on until their centres are two radii apart (the
ghost ball of the trade), and the knock that each of them got. Smooth balls of one mass push each other along the line
of centres, by half of what restitution makes of the speed at which they close in (Alciatore, The Illustrated Principles
of Pool and Billiards, 2004): a ball knocked otherwise was not met by this one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.noise import SIGMAS, noise
from tracker.incidents.propose.cushions import bounces
from tracker.incidents.propose.grazes import Brush, hardly_moved, odds_touched
from tracker.incidents.propose.hints import ARRIVAL, KNOCK, PACK, RELAYED, SET_OFF, Hint, worth
from tracker.incidents.propose.passing import displaced, lay
from tracker.incidents.segment.flights import Flight, place_at
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.rests import Rest, rests_of, tolerance_of
from tracker.incidents.segment.settling import place_after, settled, usual_cloth
from tracker.incidents.segment.ways import Knock, knocks, start_of, way_of
from tracker.physics.pairs import given_to

Array = NDArray[np.float64]

STEP_S = 0.001
PAD_PICTURES = 1.5
"""A joint may lie so many pictures from where the way is cut."""
EARLY_PICTURES = 3.0
LONGEST_S = 0.3
MOST_MISFIT = 4.0
WORST_ROLLING = 3.0
"""Balls that both roll pass each other often: what is told of a touch between them must agree better."""
LOOSE_MM = 1.0
SEEMS_MM = 3.0
"""How far the ways of two balls in one place may err against each other, beside their own scatter (1 sigma)."""
LATE_S = 0.006
SENT_S = 0.05
"""A ball that passes on what it got does so within this time."""
GIVEN_SHARE = 0.2
"""How far the push of a touch differs from what smooth balls give each other (1 sigma): throw, spin, cloth."""
LEAST_CLOSING_MM_S, UNSEEN_MM_S = 15.0, 1000.0
"""Balls that touch close in at least so fast, and those of which one is gone within a picture."""
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
COME_WITHIN_MM, ONSET_SD_US = 20.0, 30_000
"""So near by its sightings is a ball that sets another going, if it is known so well when that set off. Set by hand: in
a picture's 40 ms balls are apart by so much that leave each other at 500 mm/s."""
GIVEN_UNKNOWN = 2.0
"""How badly the push of a touch agrees of which nothing is known (sigmas). Set by hand."""
NEAREST_US = 60_000
"""Two touches of the same balls lie farther apart than this, or are one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Meeting:
    """A candidate for a touch: who met whom, and how well place, time and push agree (0 is perfect, 1 one sigma)."""

    mover: Flight
    met: Flight
    at_us: int
    at: Point
    """Where the mover's centre was."""
    misfit: float
    sd_us: int
    sent_mm_s: tuple[float, float] = (0.0, 0.0)
    """How fast, and where to, the ball that was met went off, as smooth balls do."""
    left_mm_s: tuple[float, float] = (0.0, 0.0)
    """How fast, and where to, the ball went on that met it; (0, 0): not known."""
    told_by: str = KNOCK
    parts: tuple[float, ...] = ()
    """What speaks for it (`hints`)."""

    @property
    def hint(self) -> Hint:
        """Return what tells it."""
        at_us = self.mover.path.at_us
        picture_us = float(np.median(np.diff(at_us))) if len(at_us) > 1 else 40_000.0
        cue = self.mover.path.is_cue_ball or self.met.path.is_cue_ball
        parts = self.parts or (self.misfit, 0.0, 0.0)
        return Hint(told_by=self.told_by, parts=parts, late=self.sd_us / picture_us, cue=cue)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contact:
    """Two ways drawn on to where they touch, or are nearest: that of one ball, and the other's that was knocked."""

    at_s: float
    sd_s: float
    miss_mm: float
    """By how much they miss each other; below 0 they meet."""
    sd_mm: float
    line: Array
    """(2,) unit vector from the one's centre to the other's."""
    closing_mm_s: float
    pace_mm_s: float
    """Speed of the one as the other sees it."""
    place: Array
    """(2,) the centre of the one."""
    speed: Array
    """(2,) of the one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """A ball that another may meet: on its way, or at rest."""

    flight: Flight
    pieces: tuple[Piece, ...]


def meetings(flights: Sequence[Flight], kit: Kit) -> list[Meeting]:
    """Return for each ball that was moved from rest the most likely mover, in order of time.

    The first flight of the cue-ball is the stroke itself; once it lies still again another ball may meet it.
    """
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    starts = [(met, start_of(way_of(met))) for met in flights if met.before is not None and met != struck]
    bodies = on_their_way(flights)
    found = [best(met, knock, bodies, kit, MOST_MISFIT) for met, knock in starts if knock is not None]
    return sorted((replace(m, told_by=SET_OFF) for m in found if m is not None), key=lambda m: m.at_us)


def relays(flights: Sequence[Flight], met: Sequence[Meeting], kit: Kit) -> list[Meeting]:
    """Return the touches by balls that passed on what they got too soon to be seen moving, in order of time."""
    bodies = [Body(flight=m.met, pieces=(sent(m),)) for m in met if m.met.before is not None and any(m.sent_mm_s)]
    known = {m.met for m in met}
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    left = [f for f in flights if f.before is not None and f != struck and f not in known]
    starts = [(flight, start_of(way_of(flight))) for flight in left]
    found = [best(flight, knock, bodies, kit, WORST_ROLLING) for flight, knock in starts if knock is not None]
    return sorted((replace(m, told_by=RELAYED) for m in found if m is not None), key=lambda m: m.at_us)


def set_off_beside(flights: Sequence[Flight], met: Sequence[Meeting], kit: Kit) -> list[Meeting]:
    """Return the touches of balls that were set going by nothing that is told yet, beside the one ball that had come.

    Nothing but a ball moves a ball. Where the other came off a cushion just before, or the ball went into one, no way
    of either tells the touch: that it was there then, and no other, does.
    """
    known = {m.met for m in met} | {m.mover for m in met if m.told_by == PACK}
    struck = next((f for f in flights if f.path.is_cue_ball), None)
    left = [f for f in flights if f.before is not None and f != struck and f not in known and not f.unseen]
    return [m for f in left if f.onset_sd_us < ONSET_SD_US and (m := by_the_one_beside(f, flights, kit)) is not None]


def by_the_one_beside(met: Flight, flights: Sequence[Flight], kit: Kit) -> Meeting | None:
    """Return the touch of a ball with the only other one that was under way beside it as it set off; None: not one."""
    assert met.before is not None
    lay, found = np.array(met.before.place), list[tuple[float, Flight, Array]]()
    for other in flights:
        if other.path is not met.path and other.onset_us < met.onset_us < other.ended_us and not other.unseen:
            at = place_at(other, met.onset_us)
            found.append((float(np.hypot(*(at - lay))) - kit.apart_mm(other.ball, met.ball), other, at))
    near = [one for one in found if one[0] < COME_WITHIN_MM]
    if len(near) != 1:
        return None
    gap_mm, other, at = near[0]
    parts = (max(gap_mm, 0.0) / SEEMS_MM, 0.0, GIVEN_UNKNOWN)
    return Meeting(
        mover=other, met=met, at_us=met.onset_us, at=Point(*at.tolist()), misfit=float(np.linalg.norm(parts)),
        sd_us=met.onset_sd_us, told_by=SET_OFF, parts=parts,
    )  # fmt: skip


def sent(m: Meeting) -> Piece:
    """Return the first moment of the way of a ball that was met."""
    assert m.met.before is not None
    at_s, place = m.at_us / 1e6, m.met.before.place
    return Piece(
        first_s=at_s, last_s=at_s + SENT_S, about_s=at_s, known=np.array([place, m.sent_mm_s, (0.0, 0.0)]),
        spread=np.diag([m.met.before.sd_mm**2, (GIVEN_SHARE * float(np.hypot(*m.sent_mm_s))) ** 2, 0.0]), count=1,
    )  # fmt: skip


def gone_on(met: Sequence[Meeting]) -> list[Body]:
    """Return the first moments of the ways of balls that met another one, from there on."""
    return [Body(flight=m.mover, pieces=(left(m),)) for m in met if any(m.left_mm_s)]


def left(m: Meeting) -> Piece:
    """Return the first moment of the way of a ball that met another one."""
    at_s, noise = m.at_us / 1e6, m.mover.tolerance_mm / 4
    return Piece(
        first_s=at_s, last_s=at_s + SENT_S, about_s=at_s, known=np.array([m.at, m.left_mm_s, (0.0, 0.0)]),
        spread=np.diag([noise**2, (GIVEN_SHARE * float(np.hypot(*m.sent_mm_s))) ** 2, 0.0]), count=1,
    )  # fmt: skip


def collisions(flights: Sequence[Flight], paths: Sequence[Path], kit: Kit) -> list[Meeting]:
    """Return the touches that knocked a ball on its way, in order of time, whether the other rolled or hardly moved."""
    bodies = [*on_their_way(flights), *at_rest(flights, paths)]
    found = [best(met, knock, bodies, kit, WORST_ROLLING) for met in flights for knock in knocks_by_balls(met, kit)]
    return sorted(one_of_each(m for m in found if m is not None), key=lambda m: m.at_us)


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


def on_their_way(flights: Sequence[Flight]) -> list[Body]:
    """Return the balls in flight."""
    return [Body(flight=f, pieces=way_of(f).pieces) for f in flights]


def at_rest(flights: Sequence[Flight], paths: Sequence[Path]) -> list[Body]:
    """Return the balls at rest, each with the flight that ended the rest, if any."""
    leaving = {(f.path, f.before): f for f in flights if f.before is not None}
    rests = [(path, rest) for path in paths for rest in rests_of(path, tolerance_of(path))]
    return [
        Body(flight=leaving.get((path, rest)) or stay(path, rest), pieces=(lying(path, rest),)) for path, rest in rests
    ]


def stay(path: Path, rest: Rest) -> Flight:
    """Return the flight of a ball that stayed where it was."""
    ended_us = int(path.at_us[rest.last])
    return Flight(
        path=path, first=rest.last, last=rest.last, onset_us=ended_us, onset_sd_us=0, ended_us=ended_us,
        before=rest, after=rest, tolerance_mm=tolerance_of(path),
    )  # fmt: skip


def lying(path: Path, rest: Rest) -> Piece:
    """Return the piece of a ball at rest."""
    first_s, last_s = path.at_s[[rest.first, rest.last]].tolist()
    return Piece(
        first_s=first_s, last_s=last_s, about_s=first_s, known=np.array([rest.place, (0.0, 0.0), (0.0, 0.0)]),
        spread=np.diag([rest.sd_mm**2, 0.0, 0.0]), count=rest.last - rest.first + 1,
    )  # fmt: skip


def knocks_by_balls(flight: Flight, kit: Kit) -> list[Knock]:
    """Return the knocks that a ball got on its way, but for those of cushions."""
    found = knocks(way_of(flight))
    bounced_s = [b.at_us / 1e6 for b in bounces(flight, kit)] if found else []
    return [k for k in found if not any(k.from_s - STEP_S <= at_s <= k.until_s + STEP_S for at_s in bounced_s)]


def best(met: Flight, knock: Knock, bodies: Sequence[Body], kit: Kit, worst: float) -> Meeting | None:
    """Return the ball whose way agrees best with a knock as a meeting, or None where none does."""
    others = (body for body in bodies if body.flight.path is not met.path)
    found = [m for body in others for m in options(body, met, knock, kit) if m.misfit < worst]
    return min(found, key=lambda m: m.misfit, default=None)


def options(body: Body, met: Flight, knock: Knock, kit: Kit) -> Iterator[Meeting]:
    """Give the ways in which a ball may have given `met` its knock: one for each piece of its way about then.

    A piece drawn on so far that it tells the place no better than by a ball's radius is no witness.
    """
    picture_s = float(np.median(np.diff(met.path.at_s))) if len(met.path) > 1 else STEP_S
    early_s, late_s = knock.at_s - SIGMAS * knock.sd_s, knock.at_s + SIGMAS * knock.sd_s
    from_s = max(min(knock.from_s, early_s), knock.at_s - LONGEST_S) - PAD_PICTURES * picture_s
    until_s = min(max(knock.until_s, late_s), knock.at_s + LONGEST_S) + PAD_PICTURES * picture_s
    moments = np.arange(from_s, until_s, STEP_S)
    target = target_of(met, knock, moments)
    for piece in body.pieces:
        if piece.first_s <= until_s and piece.last_s >= from_s - EARLY_PICTURES * picture_s:
            apart_mm = kit.apart_mm(body.flight.ball, met.ball)
            contact = contact_of(piece, target, moments, noise_mm(body.flight, met), apart_mm)
            fast = contact.closing_mm_s > (UNSEEN_MM_S if met.unseen else LEAST_CLOSING_MM_S)
            if fast and contact.sd_mm < kit.ball_radius_mm:
                yield meeting_of(body, met, knock, contact, kit)


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


def contact_of(piece: Piece, target: tuple[Array, Array], moments: Array, noise: float, apart_mm: float) -> Contact:
    """Return when and how a ball on a piece of its way touches another, or where it is nearest to it.

    `apart_mm`: the distance between their centres as they touch.
    """
    places, speeds = drawn(piece, moments)
    ahead, gains = target[0] - places, target[1] - speeds
    apart = np.hypot(*ahead.T)
    inside = np.flatnonzero(apart < apart_mm)
    i = int(inside[0]) if len(inside) else int(np.argmin(apart))
    line = ahead[i] / max(float(apart[i]), 1e-6)
    pace, closing = float(np.hypot(*gains[i])), -float(gains[i] @ line)
    if not len(inside):
        closing = max(closing, float(np.sqrt(2 * noise / apart_mm)) * pace)
    miss = float(apart[i]) - apart_mm
    early_s = max(-miss, 0.0) / max(closing, 1.0)
    sd = float(np.hypot(noise, piece.sd_mm(float(moments[i]))))
    grazes_s = float(np.sqrt(2 * apart_mm * (sd + max(miss, 0.0)))) / max(pace, 1.0)
    return Contact(
        at_s=float(moments[i]) - min(early_s, STEP_S), sd_s=min(sd / max(closing, 1.0), grazes_s),
        miss_mm=miss, sd_mm=sd, line=line, closing_mm_s=closing, pace_mm_s=pace, place=places[i],
        speed=speeds[i],
    )  # fmt: skip


def meeting_of(body: Body, met: Flight, knock: Knock, contact: Contact, kit: Kit) -> Meeting:
    """Return a contact as a meeting, its moment weighed from both witnesses, and how badly they disagree."""
    late_s = knock.at_s - contact.at_s
    sds = np.array([max(contact.sd_s, STEP_S), max(knock.sd_s, STEP_S)])
    apart2 = max(late_s**2 - float(sds @ sds), 0.0) / 2  # witnesses that disagree by more than they say err alike
    variances = sds**2 + apart2
    at_s = contact.at_s + late_s * float(variances[0] / np.sum(variances))
    lay = float(np.hypot(*body.pieces[0].known[1])) == 0.0
    mover, other = (met, body.flight) if lay else (body.flight, met)
    given = given_to(kit, body.flight.ball, met.ball)
    off = (
        max(contact.miss_mm, 0.0) / (contact.sd_mm + LOOSE_MM),
        late_s / float(np.linalg.norm([*sds, LATE_S, met.path.untimely_s])),
        misfit_of_push(knock, contact, given, kit),
    )
    push = given_to(kit, mover.ball, other.ball) * contact.closing_mm_s * contact.line * (-1.0 if lay else 1.0)
    left = np.zeros(2) if lay else contact.speed - given_to(kit, met.ball, body.flight.ball) / given * push
    at = contact.place + (kit.apart_mm(mover.ball, other.ball) * contact.line if lay else 0.0)
    return Meeting(
        mover=mover, met=other, sent_mm_s=(float(push[0]), float(push[1])), left_mm_s=(float(left[0]), float(left[1])),
        at_us=round(at_s * 1e6), at=Point(*at.tolist()),
        misfit=float(np.linalg.norm(off)), parts=off, sd_us=max(round(float(np.sum(1 / variances)) ** -0.5 * 1e6), 500),
    )  # fmt: skip


def misfit_of_push(knock: Knock, contact: Contact, given: float, kit: Kit) -> float:
    """Return how badly a knock differs from what smooth balls give each other: 1 is about one sigma.

    `given`: the share of the speed at which they close in that the knocked ball gets.
    """
    if not np.any(knock.gained):
        return 0.0
    push = given * contact.closing_mm_s
    turned = contact.sd_mm / kit.touching_mm * min(contact.pace_mm_s / contact.closing_mm_s, 5.0)
    sd = np.linalg.norm([knock.sd_mm_s, GIVEN_SHARE * push, contact.pace_mm_s * turned, 20.0])
    return float(np.hypot(*(knock.gained - push * contact.line))) / float(sd)


def one_of_each(found: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings without those that tell one touch once more: of the same balls, near a better one in time."""
    kept: list[Meeting] = []
    by = noise().touching
    for one in sorted(found, key=lambda m: -worth(m.hint, by)):
        if not any(is_same_touch(one, other) for other in kept):
            kept.append(one)
    return kept


def is_same_touch(a: Meeting, b: Meeting) -> bool:
    """Say whether two meetings are of the same two balls, whichever is said to have moved, at about one moment."""
    balls = {a.mover.path.track, a.met.path.track} == {b.mover.path.track, b.met.path.track}
    return balls and abs(a.at_us - b.at_us) <= NEAREST_US


def touch_of(m: Meeting) -> Touch:
    """Return a meeting as a fact, the cue-ball named first."""
    balls = (m.met.ball, m.mover.ball) if m.met.path.is_cue_ball else (m.mover.ball, m.met.ball)
    return Touch(at_us=m.at_us, balls=balls, at=m.at, sure=1 / (1 + exp(-worth(m.hint, noise().touching))))
